#include "deduction/walkthrough.h"

#include <algorithm>

namespace sapper {

Solution Walkthrough::solve(const Minefield& field, Cell first, Grade up_to) {
    Solution solution;
    if (field.is_mine(first)) return solution;
    editable_.set(field);
    ladder_.play(editable_, first, Ladder::Pace::STEPS);
    solution.hardest = ladder_.climb(up_to);
    solution.solved = ladder_.solved();
    if (ladder_.out_of_budget() && !solution.solved) solution.verdict = Verdict::OUT_OF_BUDGET;
    for (const Step& step : ladder_.steps()) ++solution.steps[static_cast<std::size_t>(step.grade)];
    return solution;
}

Proof Walkthrough::prove(const Minefield& field, Cell first, Grade up_to) {
    Proof proof;
    proof.solution = solve(field, first, up_to);
    if (field.is_mine(first)) return proof;

    const auto steps = ladder_.steps();
    std::vector<std::uint8_t> wanted(steps.size(), 0);
    std::vector<std::uint32_t> needed;
    for (std::uint32_t i = static_cast<std::uint32_t>(steps.size()); i-- > 0;) {
        if (steps[i].certainty == Certainty::SAFE) wanted[i] = 1;
        if (!wanted[i]) continue;
        ladder_.trace(i, needed);
        for (const std::uint32_t j : needed) wanted[j] = 1;
    }

    seen_.assign(field.grid().size(), HIDDEN);
    show(ladder_.spots(ladder_.first_opened()), proof.first_opened);
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        if (!wanted[i]) continue;
        ProofStep& step = proof.steps.emplace_back();
        deduction_.explain_step({field.grid(), field.mines(), seen_}, ladder_, i, step.explanation);
        show(ladder_.spots(steps[i].opened), step.opened);
    }
    return proof;
}

void Walkthrough::show(std::span<const Spot> opened, std::vector<Cell>& cells) {
    for (const Spot spot : opened) {
        const Cell cell = editable_.board().cell(spot);
        seen_[cell] = editable_.number(spot);
        cells.push_back(cell);
    }
}

}  // namespace sapper
