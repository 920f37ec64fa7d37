#include "deduction/deduction.h"

#include <algorithm>

#include "deduction/walkthrough.h"
#include "wasm/border.h"

namespace sapper::wasm {

namespace {

bool is_grade(std::uint32_t grade) { return grade >= 1 && grade <= static_cast<std::uint32_t>(Grade::FULL); }

void add(Reply& reply, const Conclusion& conclusion) {
    reply.add(static_cast<std::uint32_t>(conclusion.grade));
    reply.add(conclusion.certainty == Certainty::SAFE);
    reply.add_cells(conclusion.cells);
}

void add(Reply& reply, const Explanation& explanation) {
    add(reply, explanation.conclusion);
    reply.add_cells(explanation.reason.numbers);
    reply.add(explanation.reason.mine_count);
    reply.add(explanation.argument.size());
    for (const Inference& step : explanation.argument) {
        add(reply, Conclusion{step.grade, step.certainty, step.cells});
        reply.add_cells(step.numbers);
    }
}

void add(Reply& reply, const Solution& solution) {
    reply.add(static_cast<std::uint32_t>(solution.verdict));
    reply.add(solution.solved);
    reply.add(static_cast<std::uint32_t>(solution.hardest));
    for (const std::uint64_t steps : solution.steps) reply.add(steps);
}

const Answer* answer(Verdict verdict, const Explanation& explanation) {
    Reply reply;
    reply.add(static_cast<std::uint32_t>(verdict));
    add(reply, explanation);
    return reply.done();
}

/// Calls `solve` with the minefield of the input, the first cell and the grade.
template <typename Solve>
const Answer* walk(std::uint32_t width, std::uint32_t height, std::uint32_t first, std::uint32_t up_to, Solve&& solve) {
    const auto grid = make_grid(width, height);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!field || first >= grid->size() || !is_grade(up_to)) return nullptr;
    Reply reply;
    solve(reply, *field, static_cast<Grade>(up_to));
    return reply.done();
}

}  // namespace

/// Returns the verdict, and the simplest conclusion about the visible cells in the input.
SAPPER_EXPORT(hint) const Answer* hint(std::uint32_t width, std::uint32_t height, std::uint32_t mines) {
    const auto position = make_position(width, height, mines);
    if (!position) return nullptr;
    Explanation found;
    const Verdict verdict = Deduction().hint(*position, found);
    return answer(verdict, found);
}

/// Returns the verdict, and why a cell is safe or a mine.
SAPPER_EXPORT(explain)
const Answer* explain(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t cell) {
    const auto position = make_position(width, height, mines);
    if (!position || cell >= position->grid.size()) return nullptr;
    Explanation found;
    const Verdict verdict = Deduction().explain(*position, cell, found);
    return answer(verdict, found);
}

/// Returns the verdict, and all conclusions up to a grade, the simplest first.
SAPPER_EXPORT(conclude)
const Answer* conclude(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t up_to) {
    const auto position = make_position(width, height, mines);
    if (!position || !is_grade(up_to)) return nullptr;
    std::vector<Conclusion> found;
    const Verdict verdict = Deduction().conclude(*position, static_cast<Grade>(up_to), found);
    Reply reply;
    reply.add(static_cast<std::uint32_t>(verdict));
    reply.add(found.size());
    for (const Conclusion& conclusion : found) add(reply, conclusion);
    return reply.done();
}

/// Solves the minefield in the input from its first cell by the grades up to one.
SAPPER_EXPORT(grade)
const Answer* grade(std::uint32_t width, std::uint32_t height, std::uint32_t first, std::uint32_t up_to) {
    return walk(width, height, first, up_to, [first](Reply& reply, const Minefield& field, Grade most) {
        add(reply, Walkthrough().solve(field, first, most));
    });
}

/// The same with the reason of every step.
SAPPER_EXPORT(prove)
const Answer* prove(std::uint32_t width, std::uint32_t height, std::uint32_t first, std::uint32_t up_to) {
    return walk(width, height, first, up_to, [first](Reply& reply, const Minefield& field, Grade most) {
        const Proof proof = Walkthrough().prove(field, first, most);
        add(reply, proof.solution);
        reply.add_cells(proof.first_opened);
        reply.add(proof.steps.size());
        for (const ProofStep& step : proof.steps) {
            add(reply, step.explanation);
            reply.add_cells(step.opened);
        }
    });
}

}  // namespace sapper::wasm
