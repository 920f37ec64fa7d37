#include "bindings.h"
#include "referee.h"

namespace sapper {

void bind_replay(nb::module_& m) {
    nb::enum_<Ending>(m, "Ending")
        .value("READY", Ending::READY)
        .value("PLAYING", Ending::PLAYING)
        .value("PAUSED", Ending::PAUSED)
        .value("WON", Ending::WON)
        .value("LOST", Ending::LOST)
        .value("ABANDONED", Ending::ABANDONED)
        .value("REFUSED", Ending::REFUSED)
        .value("DAMAGED", Ending::DAMAGED);
    nb::class_<PlayRules>(m, "PlayRules", "What the rules decide about single actions.")
        .def(
            "__init__",
            [](PlayRules* rules, bool flags, bool capped, bool questions, bool preflag, bool protect_flags,
               bool protect_questions, bool sweep_flags, unsigned chord, unsigned completion, std::uint64_t lives) {
                if (chord > 2 || completion > 3) throw std::invalid_argument("there is no such rule");
                new (rules) PlayRules{flags,
                                      capped,
                                      questions,
                                      preflag,
                                      protect_flags,
                                      protect_questions,
                                      sweep_flags,
                                      static_cast<PlayRules::Chord>(chord),
                                      static_cast<PlayRules::Completion>(completion),
                                      lives};
            },
            nb::kw_only(), "flags"_a, "capped"_a, "questions"_a, "preflag"_a, "protect_flags"_a, "protect_questions"_a,
            "sweep_flags"_a, "chord"_a, "completion"_a, "lives"_a);
    m.def(
        "adjudicate",
        [](const PlayRules& rules, const Minefield& field, const nb::bytes& actions) {
            const Judgement judgement = adjudicate(rules, field, view(actions, actions.size()));
            nb::object first = nb::none();
            if (judgement.first) first = nb::int_(*judgement.first);
            return nb::make_tuple(judgement.ending, first);
        },
        "rules"_a, "field"_a, "actions"_a,
        nb::sig("def adjudicate(rules: PlayRules, field: Minefield, actions: bytes) -> tuple[Ending, int | None]"));
}

}  // namespace sapper
