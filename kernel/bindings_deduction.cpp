#include <optional>

#include "bindings.h"
#include "deduction.h"
#include "generator.h"
#include "walkthrough.h"

namespace sapper {

namespace {

/// An explanation as (rule, is_safe, cells, numbers, mine_count, argument), the argument being steps of
/// (rule, is_safe, cells, numbers).
nb::tuple tell(const Grid& grid, const Explanation& explanation) {
    nb::list argument;
    for (const Inference& step : explanation.argument)
        argument.append(nb::make_tuple(step.grade, step.certainty == Certainty::SAFE, pairs(grid, step.cells),
                                       pairs(grid, step.numbers)));
    const Conclusion& conclusion = explanation.conclusion;
    return nb::make_tuple(conclusion.grade, conclusion.certainty == Certainty::SAFE, pairs(grid, conclusion.cells),
                          pairs(grid, explanation.reason.numbers), explanation.reason.mine_count, argument);
}

nb::tuple hint(const Board& board) {
    Explanation explanation;
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = Deduction().hint(position_of(board), explanation);
    }
    return nb::make_tuple(verdict, tell(board.grid(), explanation));
}

nb::tuple explain(const Board& board, Cell cell) {
    check(board.grid(), cell);
    Explanation explanation;
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = Deduction().explain(position_of(board), cell, explanation);
    }
    return nb::make_tuple(verdict, tell(board.grid(), explanation));
}

/// All conclusions up to a grade, as (rule, is_safe, cells).
nb::tuple conclude(const Board& board, Grade up_to) {
    std::vector<Conclusion> conclusions;
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = Deduction().conclude(position_of(board), up_to, conclusions);
    }
    nb::list found;
    for (const Conclusion& conclusion : conclusions)
        found.append(nb::make_tuple(conclusion.grade, conclusion.certainty == Certainty::SAFE,
                                    pairs(board.grid(), conclusion.cells)));
    return nb::make_tuple(verdict, found);
}

/// Whether the numbers of a reason alone prove that some cells are safe, or mined.
bool proves(const Board& board, const std::vector<Cell>& numbers, bool mine_count, const std::vector<Cell>& cells,
            bool safe) {
    check(board.grid(), numbers);
    check(board.grid(), cells);
    const Reason reason{numbers, mine_count, false};
    const Claim claim{cells, safe ? Certainty::SAFE : Certainty::MINED};
    return Reasoner().proves(position_of(board), reason, claim);
}

nb::tuple tell(const Solution& solution) {
    nb::list steps;
    for (const std::uint64_t count : solution.steps) steps.append(count);
    return nb::make_tuple(solution.verdict, solution.solved, solution.hardest, steps);
}

nb::tuple grade(const Minefield& field, Cell first, Grade up_to) {
    check(field.grid(), first);
    Solution solution;
    {
        nb::gil_scoped_release release;
        solution = Walkthrough().solve(field, first, up_to);
    }
    return tell(solution);
}

/// (solution, the cells that the first click opens, steps of (explanation, opened)).
nb::tuple prove(const Minefield& field, Cell first, Grade up_to) {
    check(field.grid(), first);
    Proof proof;
    {
        nb::gil_scoped_release release;
        proof = Walkthrough().prove(field, first, up_to);
    }
    nb::list steps;
    for (const ProofStep& step : proof.steps)
        steps.append(nb::make_tuple(tell(field.grid(), step.explanation), pairs(field.grid(), step.opened)));
    return nb::make_tuple(tell(proof.solution), pairs(field.grid(), proof.first_opened), steps);
}

/// Boards for some seeds: each its minefield or None, whether it is uniform, and the tries it took. The first that
/// is not found is the last.
nb::list generate(std::uint64_t width, std::uint64_t height, std::uint64_t mines, Cell first, Grade grade, bool exactly,
                  const std::vector<nb::bytes>& seeds, std::uint64_t budget) {
    NoGuessRequest request;
    request.grid = make_grid(width, height);
    check(request.grid, first);
    if (mines >= request.grid.size()) throw std::invalid_argument("more mines than fit");
    request.mines = mines;
    request.first = first;
    request.grade = grade;
    request.exactly = exactly;
    request.budget = budget;
    std::vector<Seed> keys;
    for (const nb::bytes& seed : seeds) keys.push_back(make_seed(seed));
    std::vector<Generated> made;
    {
        nb::gil_scoped_release release;
        thread_local Generator generator;
        for (const Seed& key : keys) {
            made.push_back(generator.generate(request, key));
            if (!made.back().field) break;
        }
    }
    nb::list found;
    for (Generated& one : made) {
        nb::object field = one.field ? nb::cast(std::move(*one.field)) : nb::none();
        found.append(nb::make_tuple(field, one.uniform, one.tries));
    }
    return found;
}

bool needs_no_guess(const Minefield& field, Cell first) {
    check(field.grid(), first);
    nb::gil_scoped_release release;
    return Generator().needs_no_guess(field, first);
}

}  // namespace

#define CELLS "list[tuple[int, int]]"
#define INFERENCE "tuple[Grade, bool, " CELLS ", " CELLS "]"
#define EXPLANATION "tuple[Grade, bool, " CELLS ", " CELLS ", bool, list[" INFERENCE "]]"
#define SOLUTION "tuple[Verdict, bool, Grade, list[int]]"

void bind_deduction(nb::module_& m) {
    nb::enum_<Grade>(m, "Grade")
        .value("NONE", Grade::NONE)
        .value("SINGLE", Grade::SINGLE)
        .value("PAIRS", Grade::PAIRS)
        .value("CHAINS", Grade::CHAINS)
        .value("COUNT", Grade::COUNT)
        .value("FULL", Grade::FULL);
    m.attr("GENERATOR_BUDGET") = NoGuessRequest::DEFAULT_BUDGET;
    m.def("hint", &hint, "board"_a, nb::sig("def hint(board: Board) -> tuple[Verdict, " EXPLANATION "]"));
    m.def("explain", &explain, "board"_a, "cell"_a,
          nb::sig("def explain(board: Board, cell: int) -> tuple[Verdict, " EXPLANATION "]"));
    m.def("conclude", &conclude, "board"_a, "up_to"_a,
          nb::sig("def conclude(board: Board, up_to: Grade) -> tuple[Verdict, list[tuple[Grade, bool, " CELLS "]]]"));
    m.def("proves", &proves, "board"_a, "numbers"_a, "mine_count"_a, "cells"_a, "safe"_a);
    m.def("grade", &grade, "field"_a, "first"_a, "up_to"_a,
          nb::sig("def grade(field: Minefield, first: int, up_to: Grade) -> " SOLUTION));
    m.def("prove", &prove, "field"_a, "first"_a, "up_to"_a,
          nb::sig("def prove(field: Minefield, first: int, up_to: Grade) -> tuple[" SOLUTION ", " CELLS
                  ", list[tuple[" EXPLANATION ", " CELLS "]]]"));
    m.def("generate", &generate, "width"_a, "height"_a, "mines"_a, "first"_a, "grade"_a, "exactly"_a, "seeds"_a,
          "budget"_a,
          nb::sig("def generate(width: int, height: int, mines: int, first: int, grade: Grade, exactly: bool, "
                  "seeds: list[bytes], budget: int) -> list[tuple[Minefield | None, bool, int]]"));
    m.def("needs_no_guess", &needs_no_guess, "field"_a, "first"_a);
}

}  // namespace sapper
