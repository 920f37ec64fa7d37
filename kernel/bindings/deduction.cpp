#include <nanobind/stl/optional.h>

#include <optional>
#include <utility>

#include "bindings/bindings.h"
#include "deduction/deduction.h"
#include "deduction/walkthrough.h"
#include "generator/generator.h"
#include "support/thread_worker.h"

namespace sapper {

namespace {

/// A result of the kernel, whose cells Python sees as (row, column) of this grid.
template <typename Value>
struct OnGrid {
    Grid grid;
    Value value;
};

template <typename Value>
OnGrid<Value> on_grid(const Grid& grid, const Value& value) {
    return {grid, value};
}

/// A list of results on the same grid.
template <typename Value>
nb::typed<nb::list, OnGrid<Value>> list_on_grid(const Grid& grid, const std::vector<Value>& values) {
    nb::list list;
    for (const Value& value : values) list.append(on_grid(grid, value));
    return list;
}

/// The answer to a question about one cell or one board; the explanation has the grade NONE if there is none.
struct Explained {
    Verdict verdict = Verdict::SOLVED;
    Explanation explanation;
};

struct Concluded {
    Verdict verdict = Verdict::SOLVED;
    std::vector<Conclusion> conclusions;
};

OnGrid<Explained> hint(const Board& board) {
    Explained found;
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    found.verdict = Deduction().hint(shown.position(), found.explanation);
    return {board.grid(), std::move(found)};
}

OnGrid<Explained> explain(const Board& board, Cell cell) {
    check(board.grid(), cell);
    Explained found;
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    found.verdict = Deduction().explain(shown.position(), cell, found.explanation);
    return {board.grid(), std::move(found)};
}

OnGrid<Concluded> conclude(const Board& board, Grade up_to) {
    Concluded found;
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    found.verdict = Deduction().conclude(shown.position(), up_to, found.conclusions);
    return {board.grid(), std::move(found)};
}

bool proves(const Board& board, const std::vector<Cell>& numbers, bool mine_count, const std::vector<Cell>& cells,
            bool safe) {
    check(board.grid(), numbers);
    check(board.grid(), cells);
    const Reason reason{numbers, mine_count, false};
    const Claim claim{cells, safe ? Certainty::SAFE : Certainty::MINED};
    return Reasoner().proves(Snapshot(board).position(), reason, claim);
}

Solution grade(const Minefield& field, Cell first, Grade up_to) {
    check(field.grid(), first);
    nb::gil_scoped_release release;
    return Walkthrough().solve(field, first, up_to);
}

OnGrid<Proof> prove(const Minefield& field, Cell first, Grade up_to) {
    check(field.grid(), first);
    nb::gil_scoped_release release;
    return {field.grid(), Walkthrough().prove(field, first, up_to)};
}

nb::typed<nb::list, Generated> generate(std::uint64_t width, std::uint64_t height, std::uint64_t mines, Cell first,
                                        Grade grade, bool exactly, const std::vector<nb::bytes>& seeds,
                                        std::uint64_t budget, bool uniform) {
    NoGuessRequest request;
    request.grid = make_grid(width, height);
    check(request.grid, first);
    if (mines >= request.grid.size()) throw std::invalid_argument("more mines than fit");
    request.mines = mines;
    request.first = first;
    request.grade = grade;
    request.exactly = exactly;
    request.budget = budget;
    request.method = uniform ? Method::REJECTION : Method::AUTO;
    std::vector<Seed> keys;
    for (const nb::bytes& seed : seeds) keys.push_back(make_seed(seed));
    std::vector<Generated> made;
    {
        nb::gil_scoped_release release;
        made = thread_worker<Generator>(request.grid).generate(request, keys);
    }
    nb::list found;
    for (Generated& one : made) found.append(nb::cast(std::move(one)));
    return found;
}

bool needs_no_guess(const Minefield& field, Cell first) {
    check(field.grid(), first);
    nb::gil_scoped_release release;
    return Generator().needs_no_guess(field, first);
}

void bind_explanations(nb::module_& m) {
    using OnConclusion = OnGrid<Conclusion>;
    nb::class_<OnConclusion>(m, "Conclusion", "Cells that are all safe or all mines.")
        .def_prop_ro("grade", [](const OnConclusion& on) { return on.value.grade; })
        .def_prop_ro("safe", [](const OnConclusion& on) { return on.value.certainty == Certainty::SAFE; })
        .def_prop_ro("cells", [](const OnConclusion& on) { return pairs(on.grid, on.value.cells); });

    using OnInference = OnGrid<Inference>;
    nb::class_<OnInference>(m, "Inference", "One step of an argument.")
        .def_prop_ro("grade", [](const OnInference& on) { return on.value.grade; })
        .def_prop_ro("safe", [](const OnInference& on) { return on.value.certainty == Certainty::SAFE; })
        .def_prop_ro("cells", [](const OnInference& on) { return pairs(on.grid, on.value.cells); })
        .def_prop_ro("numbers", [](const OnInference& on) { return pairs(on.grid, on.value.numbers); });

    using OnExplanation = OnGrid<Explanation>;
    nb::class_<OnExplanation>(m, "Explanation", "A conclusion, the numbers that prove it, and the steps from them.")
        .def_prop_ro("grade", [](const OnExplanation& on) { return on.value.conclusion.grade; })
        .def_prop_ro("safe", [](const OnExplanation& on) { return on.value.conclusion.certainty == Certainty::SAFE; })
        .def_prop_ro("cells", [](const OnExplanation& on) { return pairs(on.grid, on.value.conclusion.cells); })
        .def_prop_ro("numbers", [](const OnExplanation& on) { return pairs(on.grid, on.value.reason.numbers); })
        .def_prop_ro("mine_count", [](const OnExplanation& on) { return on.value.reason.mine_count; })
        .def_prop_ro("steps", [](const OnExplanation& on) { return list_on_grid(on.grid, on.value.argument); });

    using OnExplained = OnGrid<Explained>;
    nb::class_<OnExplained>(m, "Explained", "How the search for an explanation ended, and what it found.")
        .def_prop_ro("verdict", [](const OnExplained& on) { return on.value.verdict; })
        .def_prop_ro("explanation", [](const OnExplained& on) -> std::optional<OnExplanation> {
            if (on.value.explanation.conclusion.grade == Grade::NONE) return std::nullopt;
            return on_grid(on.grid, on.value.explanation);
        });

    using OnConcluded = OnGrid<Concluded>;
    nb::class_<OnConcluded>(m, "Concluded", "How the search for conclusions ended, and what it found.")
        .def_prop_ro("verdict", [](const OnConcluded& on) { return on.value.verdict; })
        .def_prop_ro("conclusions", [](const OnConcluded& on) { return list_on_grid(on.grid, on.value.conclusions); });
}

void bind_proofs(nb::module_& m) {
    nb::class_<Solution>(m, "Solution", "How the ladder solves a minefield, or where it ends.")
        .def_ro("verdict", &Solution::verdict)
        .def_ro("solved", &Solution::solved)
        .def_ro("hardest", &Solution::hardest)
        .def_prop_ro("steps", [](const Solution& solution) -> nb::typed<nb::dict, Grade, int> {
            nb::dict steps;
            for (std::size_t i = 0; i < solution.steps.size(); ++i)
                if (solution.steps[i]) steps[nb::cast(static_cast<Grade>(i))] = solution.steps[i];
            return steps;
        });

    using OnStep = OnGrid<ProofStep>;
    nb::class_<OnStep>(m, "ProofStep", "A step of a proof, and the cells that open because of it.")
        .def_prop_ro("explanation", [](const OnStep& on) { return on_grid(on.grid, on.value.explanation); })
        .def_prop_ro("opened", [](const OnStep& on) { return pairs(on.grid, on.value.opened); });

    using OnProof = OnGrid<Proof>;
    nb::class_<OnProof>(m, "Proof", "A solution with the reason of every step.")
        .def_prop_ro("solution", [](const OnProof& on) { return on.value.solution; })
        .def_prop_ro("opened", [](const OnProof& on) { return pairs(on.grid, on.value.first_opened); })
        .def_prop_ro("steps", [](const OnProof& on) { return list_on_grid(on.grid, on.value.steps); });
}

}  // namespace

void bind_deduction(nb::module_& m) {
    nb::enum_<Grade>(m, "Grade")
        .value("NONE", Grade::NONE)
        .value("SINGLE", Grade::SINGLE)
        .value("PAIRS", Grade::PAIRS)
        .value("CHAINS", Grade::CHAINS)
        .value("COUNT", Grade::COUNT)
        .value("FULL", Grade::FULL);
    bind_explanations(m);
    m.def("hint", &hint, "board"_a, "Return the simplest conclusion about a board.");
    m.def("explain", &explain, "board"_a, "cell"_a, "Return why a cell is safe or a mine.");
    m.def("conclude", &conclude, "board"_a, "up_to"_a, "Return all conclusions up to a grade, the simplest first.");
    m.def("proves", &proves, "board"_a, "numbers"_a, "mine_count"_a, "cells"_a, "safe"_a,
          "Check whether some numbers alone prove that all cells are safe, or that all are mines.");

    bind_proofs(m);
    m.def("grade", &grade, "field"_a, "first"_a, "up_to"_a, "Solve a minefield from its first cell by the ladder.");
    m.def("prove", &prove, "field"_a, "first"_a, "up_to"_a, "Solve a minefield and return the reason of every step.");

    nb::class_<Generated>(m, "Generated", "A minefield that needs no guess, or None if the budget was spent.")
        .def_prop_ro(
            "minefield", [](const Generated& made) { return made.field ? &*made.field : nullptr; },
            nb::rv_policy::reference_internal, nb::sig("def minefield(self) -> Minefield | None"))
        .def_ro("uniform", &Generated::uniform)
        .def_ro("tries", &Generated::tries);
    m.attr("GENERATOR_BUDGET") = NoGuessRequest::DEFAULT_BUDGET;
    m.def("generate", &generate, "width"_a, "height"_a, "mines"_a, "first"_a, "grade"_a, "exactly"_a, "seeds"_a,
          "budget"_a, "uniform"_a = false, "Make a board for each seed. The first that is not found is the last.");
    m.def("needs_no_guess", &needs_no_guess, "field"_a, "first"_a,
          "Check without the ladder that a board never needs a guess.");
}

}  // namespace sapper
