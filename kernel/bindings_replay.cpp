#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bindings.h"
#include "referee.h"

namespace sapper {

namespace {

constexpr std::size_t LONG_LOG = 4096;  // actions: other threads run while a longer list is played

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
    nb::class_<Standing>(m, "Standing", "What a game is beside its board.")
        .def_ro("ending", &Standing::ending)
        .def_ro("completion", &Standing::completion)
        .def_ro("lives", &Standing::lives)
        .def_ro("right_flags", &Standing::right_flags)
        .def_ro("hints", &Standing::hints)
        .def_ro("is_paused", &Standing::is_paused);
    m.def(
        "play_all",
        [](const PlayRules& rules, const Minefield& field, const Buffer& kinds,
           const std::vector<std::int64_t>& cells) {
            const auto codes = view(kinds, cells.size());
            if (cells.size() < LONG_LOG && field.grid().size() < LONG_CALL) return play_all(rules, field, codes, cells);
            nb::gil_scoped_release release;
            return play_all(rules, field, codes, cells);
        },
        "rules"_a, "field"_a, "kinds"_a, "cells"_a,
        "Play actions from the first one on; return the board and the rest of the game, None if one is refused.");
    nb::class_<Judgement>(m, "Judgement", "How recorded actions end, and the first cell that was opened.")
        .def_ro("ending", &Judgement::ending)
        .def_ro("first", &Judgement::first);
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
