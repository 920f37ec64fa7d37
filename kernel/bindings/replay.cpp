#include <nanobind/stl/optional.h>

#include "bindings/bindings.h"
#include "play/fair_guess.h"
#include "play/packed_actions.h"
#include "play/recorded_game.h"

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

/// Asks Python for the mines of a first cell, and keeps what it returns.
class PythonLayout final : public Layout {
  public:
    PythonLayout(nb::callable ask, const Grid& grid, std::uint64_t mines)
        : ask_(std::move(ask)), grid_(grid), mines_(mines) {}

    const Minefield* mines(Cell first) override {
        nb::gil_scoped_acquire acquire;
        given_ = ask_(first);
        const auto* field = nb::cast<const Minefield*>(given_);
        if (field->grid() != grid_ || field->mines() != mines_)
            throw std::invalid_argument("the minefield is not one of this level");
        return field;
    }

    nb::object given() const { return given_; }

  private:
    nb::callable ask_;
    nb::object given_;
    Grid grid_;
    std::uint64_t mines_;
};

/// The result of a log, as Python sees it.
struct Played {
    Played(PlayedGame&& game, nb::object placed)
        : board(game.board),
          state(std::move(game.state)),
          laid(std::move(placed)),
          field(state.chosen ? nb::cast(std::move(*state.chosen)) : laid) {}
    Played(Played&&) = default;

    Board board;
    RefereeState state;
    nb::object laid;   // the field before any guess; None before the mines are placed
    nb::object field;  // that of the end
};

/// A move as the tuple of kind, cell, changes, completion, lives, right flags and status before it.
nb::list moves_of(Played& played) {
    nb::list moves;
    for (PlayedMove& move : played.state.moves)
        moves.append(nb::make_tuple(move.action.kind, move.action.cell, std::move(move.changes), move.completion,
                                    move.lives, move.right_flags, move.status));
    return moves;
}

nb::list undone_of(const Played& played) {
    nb::list undone;
    for (const auto& [kind, cell] : played.state.undone) undone.append(nb::make_tuple(kind, cell));
    return undone;
}

std::optional<Played> play_log(const PlayRules& rules, std::uint64_t width, std::uint64_t height, std::uint64_t mines,
                               nb::callable ask, const nb::list& entries, const nb::dict& codes, bool shows_loss) {
    const Grid grid = make_grid(width, height);
    const auto log = read_log(entries, codes, grid);
    if (!log) return std::nullopt;
    PythonLayout layout(std::move(ask), grid, mines);
    const auto play = [&] { return play_all(rules, layout, grid, mines, shows_loss, log->kinds, log->cells); };
    const bool is_short = log->kinds.size() < LONG_LOG && grid.size() < LONG_CALL;
    std::optional<PlayedGame> played = is_short ? play() : [&] {
        nb::gil_scoped_release release;
        return play();
    }();
    if (!played) return std::nullopt;
    nb::object laid = played->state.field ? layout.given() : nb::none();
    return Played(std::move(*played), std::move(laid));
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
    nb::enum_<PlayRules::Guessing>(m, "Guessing")
        .value("HONEST", PlayRules::Guessing::HONEST)
        .value("FORGIVEN", PlayRules::Guessing::FORGIVEN)
        .value("PUNISHED", PlayRules::Guessing::PUNISHED);
    nb::class_<PlayRules>(m, "PlayRules", "What the rules decide about the actions of a game.")
        .def(
            "__init__",
            [](PlayRules* rules, bool flags, bool capped, bool preflag, bool protect_flags, bool protect_questions,
               bool sweep_flags, bool flag_around, bool auto_flag, bool auto_open, bool shows_mines, bool practice,
               bool first_is_safe, PlayRules::Chord chord, PlayRules::Completion completion,
               PlayRules::Guessing guessing, std::uint64_t lives) {
                if (!lives) throw std::invalid_argument("a game has at least one life");
                new (rules)
                    PlayRules{flags,       capped,     preflag,   protect_flags, protect_questions, sweep_flags,
                              flag_around, auto_flag,  auto_open, shows_mines,   practice,          first_is_safe,
                              chord,       completion, guessing,  lives};
            },
            nb::kw_only(), "flags"_a, "capped"_a, "preflag"_a, "protect_flags"_a, "protect_questions"_a,
            "sweep_flags"_a, "flag_around"_a, "auto_flag"_a, "auto_open"_a, "shows_mines"_a, "practice"_a,
            "first_is_safe"_a, "chord"_a, "completion"_a, "guessing"_a, "lives"_a);
    m.attr("GUESS_BUDGET") = GUESS_BUDGET;
    nb::class_<Played>(m, "Played", "The board after a log, and the rest of the game.")
        .def_ro("board", &Played::board, nb::rv_policy::copy)
        .def_prop_ro(
            "field", [](const Played& played) { return played.field; }, nb::sig("def field(self) -> Minefield | None"))
        .def_prop_ro(
            "laid", [](const Played& played) { return played.laid; }, nb::sig("def laid(self) -> Minefield | None"))
        .def_prop_ro("first", [](const Played& played) { return played.state.first; })
        .def_prop_ro("status", [](const Played& played) { return played.state.status; })
        .def_prop_ro("completion", [](const Played& played) { return played.state.completion; })
        .def_prop_ro("lives", [](const Played& played) { return played.state.lives; })
        .def_prop_ro("right_flags", [](const Played& played) { return played.state.right_flags; })
        .def_prop_ro("hints", [](const Played& played) { return played.state.hints; })
        .def_prop_ro("forgiven", [](const Played& played) { return played.state.forgiven; })
        .def_prop_ro("is_paused", [](const Played& played) { return played.state.is_paused; })
        .def("take_moves", &moves_of, "Return the moves that can be undone; once only.",
             nb::sig("def take_moves(self) -> list[tuple[ActionKind, int, Changes, Completion, int, int, Ending]]"))
        .def("undone", &undone_of, nb::sig("def undone(self) -> list[tuple[ActionKind, int]]"));
    m.def("play_all", &play_log, "rules"_a, "width"_a, "height"_a, "mines"_a, "layout"_a, "entries"_a, "codes"_a,
          "shows_loss"_a,
          "Play a log from its first entry on, with a code for each kind; `layout` returns the mines for a first cell. "
          "Return None if an entry is refused or is none.",
          nb::sig("def play_all(rules: PlayRules, width: int, height: int, mines: int, "
                  "layout: typing.Callable[[int], Minefield], entries: list[typing.Any], codes: dict[typing.Any, int], "
                  "shows_loss: bool) -> "
                  "Played | None"));
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
