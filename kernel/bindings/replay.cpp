#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bindings/bindings.h"
#include "play/referee.h"

namespace sapper {

namespace {

constexpr std::size_t LONG_LOG = 4096;  // actions: other threads run while a longer list is played

/// The actions of a log in the terms of the kernel.
struct Log {
    std::vector<std::uint8_t> kinds;
    std::vector<std::int64_t> cells;
};

/// Returns a whole number, nothing for anything else and for one that is too large.
std::optional<std::int64_t> whole(PyObject* given) {
    if (!PyLong_CheckExact(given)) return std::nullopt;
    int is_too_large = 0;
    const long long number = PyLong_AsLongLongAndOverflow(given, &is_too_large);
    return is_too_large ? std::nullopt : std::optional<std::int64_t>(number);
}

/// Reads log entries: tuples of an action, which is a tuple of kind, row and column, and of a time that runs forward.
std::optional<Log> read_log(const nb::list& entries, const nb::dict& codes, const Grid& grid) {
    Log log;
    log.kinds.reserve(entries.size());
    log.cells.reserve(entries.size());
    std::int64_t last = 0;
    for (const nb::handle entry : entries) {
        if (!PyTuple_Check(entry.ptr()) || PyTuple_GET_SIZE(entry.ptr()) < 2) return std::nullopt;
        PyObject* action = PyTuple_GET_ITEM(entry.ptr(), 0);
        const auto time = whole(PyTuple_GET_ITEM(entry.ptr(), 1));
        if (!time || *time < last || !PyTuple_Check(action) || PyTuple_GET_SIZE(action) != 3) return std::nullopt;
        last = *time;
        PyObject* code = PyDict_GetItem(codes.ptr(), PyTuple_GET_ITEM(action, 0));
        const auto kind = code ? whole(code) : std::nullopt;
        const auto row = whole(PyTuple_GET_ITEM(action, 1)), col = whole(PyTuple_GET_ITEM(action, 2));
        if (!kind || !row || !col || *row >= grid.height || *col >= grid.width) return std::nullopt;
        log.kinds.push_back(static_cast<std::uint8_t>(*kind));
        log.cells.push_back(*row < 0 || *col < 0 ? -1 : *row * static_cast<std::int64_t>(grid.width) + *col);
    }
    return log;
}

}  // namespace

void bind_replay(nb::module_& m) {
    nb::enum_<ActionKind>(m, "ActionKind", "What an action does; the values are the codes of the packed format.")
        .value("OPEN", ActionKind::OPEN)
        .value("FLAG", ActionKind::FLAG)
        .value("QUESTION", ActionKind::QUESTION)
        .value("CLEAR", ActionKind::CLEAR)
        .value("CHORD", ActionKind::CHORD)
        .value("PAUSE", ActionKind::PAUSE)
        .value("RESUME", ActionKind::RESUME)
        .value("RESIGN", ActionKind::RESIGN)
        .value("HINT", ActionKind::HINT)
        .value("UNDO", ActionKind::UNDO)
        .value("REDO", ActionKind::REDO)
        .value("COMPLETION_CLEAR", ActionKind::COMPLETION_CLEAR)
        .value("COMPLETION_MARK", ActionKind::COMPLETION_MARK)
        .value("COMPLETION_BOTH", ActionKind::COMPLETION_BOTH)
        .value("COMPLETION_EITHER", ActionKind::COMPLETION_EITHER);
    nb::enum_<Ending>(m, "Ending")
        .value("READY", Ending::READY)
        .value("PLAYING", Ending::PLAYING)
        .value("PAUSED", Ending::PAUSED)
        .value("WON", Ending::WON)
        .value("LOST", Ending::LOST)
        .value("ABANDONED", Ending::ABANDONED)
        .value("REFUSED", Ending::REFUSED)
        .value("DAMAGED", Ending::DAMAGED);
    nb::enum_<PlayRules::Chord>(m, "Chord")
        .value("EXACT", PlayRules::Chord::EXACT)
        .value("AT_LEAST", PlayRules::Chord::AT_LEAST)
        .value("OFF", PlayRules::Chord::OFF);
    nb::enum_<PlayRules::Completion>(m, "Completion")
        .value("CLEAR", PlayRules::Completion::CLEAR)
        .value("MARK", PlayRules::Completion::MARK)
        .value("BOTH", PlayRules::Completion::BOTH)
        .value("EITHER", PlayRules::Completion::EITHER);
    nb::class_<PlayRules>(m, "PlayRules", "What the rules decide about single actions.")
        .def(
            "__init__",
            [](PlayRules* rules, bool flags, bool capped, bool preflag, bool protect_flags, bool protect_questions,
               bool sweep_flags, PlayRules::Chord chord, PlayRules::Completion completion, std::uint64_t lives) {
                new (rules) PlayRules{flags,       capped, preflag,    protect_flags, protect_questions,
                                      sweep_flags, chord,  completion, lives};
            },
            nb::kw_only(), "flags"_a, "capped"_a, "preflag"_a, "protect_flags"_a, "protect_questions"_a,
            "sweep_flags"_a, "chord"_a, "completion"_a, "lives"_a);
    nb::class_<RefereeState>(m, "RefereeState", "The state of a game apart from its board.")
        .def_ro("ending", &RefereeState::ending)
        .def_ro("completion", &RefereeState::completion)
        .def_ro("lives", &RefereeState::lives)
        .def_ro("right_flags", &RefereeState::right_flags)
        .def_ro("hints", &RefereeState::hints)
        .def_ro("is_paused", &RefereeState::is_paused);
    m.def(
        "play_all",
        [](const PlayRules& rules, const Minefield& field, const nb::typed<nb::list, nb::any>& entries,
           const nb::typed<nb::dict, nb::any, nb::any>& codes) -> std::optional<std::pair<Board, RefereeState>> {
            const auto log = read_log(entries, codes, field.grid());
            if (!log) return std::nullopt;
            const bool is_short = log->kinds.size() < LONG_LOG && field.grid().size() < LONG_CALL;
            if (is_short) return play_all(rules, field, log->kinds, log->cells);
            nb::gil_scoped_release release;
            return play_all(rules, field, log->kinds, log->cells);
        },
        "rules"_a, "field"_a, "entries"_a, "codes"_a,
        "Play a log from its first entry on, with a code for each kind; return the board and the rest of the game, "
        "None if an entry is refused or is none.");
    nb::class_<Judgement>(m, "Judgement", "How recorded actions end, and the first cell that was opened.")
        .def_ro("ending", &Judgement::ending)
        .def_ro("first", &Judgement::first);
    m.attr("PACKED_BY") = packed::BY;
    m.attr("PACKED_DEVICE") = packed::DEVICE;
    m.attr("PACKED_POINTER") = packed::POINTER;
    m.attr("PACKED_DEVICES") = packed::DEVICES;
    m.attr("PACKED_MOST_PLAYERS") = packed::MOST_PLAYERS;
    m.attr("PACKED_MOST_TIME") = packed::MOST_TIME;
    m.attr("PACKED_CELL_PARTS") = packed::CELL_PARTS;
    m.attr("PACKED_MOST_POINT") = packed::MOST_POINT;
    m.def(
        "adjudicate",
        [](const PlayRules& rules, const Minefield& field, const Buffer& actions) {
            const auto packed = actions.bytes();
            nb::gil_scoped_release release;
            return adjudicate(rules, field, packed);
        },
        "rules"_a, "field"_a, "actions"_a, "Play the packed actions of a replay.");
}

}  // namespace sapper
