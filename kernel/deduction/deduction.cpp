#include "deduction/deduction.h"

#include <algorithm>
#include <utility>

namespace sapper {

namespace {

constexpr Grade GRADES[] = {Grade::SINGLE, Grade::PAIRS, Grade::CHAINS, Grade::COUNT, Grade::FULL};

std::vector<Cell> cells_of(const Ladder& ladder, Step::Range range) {
    std::vector<Cell> cells;
    for (const Spot spot : ladder.spots(range)) cells.push_back(ladder.knowledge().board().cell(spot));
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

}  // namespace

Verdict Deduction::verdict() const {
    if (ladder_.contradictory()) return Verdict::CONTRADICTION;
    return ladder_.out_of_budget() ? Verdict::OUT_OF_BUDGET : Verdict::SOLVED;
}

Verdict Deduction::conclude(const Position& position, Grade up_to, std::vector<Conclusion>& conclusions) {
    conclusions.clear();
    ladder_.load(position);
    std::size_t done = 0;
    for (const Grade grade : GRADES) {
        if (grade > up_to) break;
        ladder_.climb(grade);
        // A step below the grade that needs cells settled by it counts as this grade.
        for (; done < ladder_.steps().size(); ++done) {
            const Step& step = ladder_.steps()[done];
            conclusions.push_back({grade, step.certainty, cells_of(ladder_, step.cells)});
        }
    }
    return verdict();
}

Verdict Deduction::hint(const Position& position, Explanation& explanation) {
    explanation = {};
    ladder_.load(position);
    std::vector<Candidate> mined;
    Grade mined_grade = Grade::NONE;
    for (const Grade grade : GRADES) {
        const auto from = static_cast<std::uint32_t>(ladder_.steps().size());
        ladder_.climb(grade);
        if (ladder_.contradictory()) return Verdict::CONTRADICTION;
        if (rank(position, from, Certainty::SAFE)) {
            explain_best(position, grade, explanation);
            return verdict();
        }
        if (mined.empty() && rank(position, from, Certainty::MINED)) {
            mined = candidates_;
            mined_grade = grade;
        }
    }
    candidates_ = std::move(mined);
    explain_best(position, mined_grade, explanation);
    return verdict();
}

Verdict Deduction::explain(const Position& position, Cell cell, Explanation& explanation) {
    explanation = {};
    ladder_.load(position);
    const Spot spot = ladder_.knowledge().board().spot(cell);
    for (const Grade grade : GRADES) {
        ladder_.climb(grade);
        const std::uint32_t step = ladder_.origin(spot);
        if (step == ladder_.steps().size()) continue;
        explanation.conclusion = {grade, ladder_.steps()[step].certainty, {cell}};
        justify(position, ladder_, step, explanation);
        break;
    }
    return verdict();
}

void Deduction::explain_step(const Position& position, const Ladder& ladder, std::uint32_t step,
                             Explanation& explanation) {
    Conclusion& conclusion = explanation.conclusion;
    conclusion.grade = std::max(conclusion.grade, ladder.steps()[step].grade);
    conclusion.certainty = ladder.steps()[step].certainty;
    conclusion.cells = cells_of(ladder, ladder.steps()[step].cells);
    justify(position, ladder, step, explanation);
}

/// The numbers a step rests on, those of the step itself first, then those of earlier ones.
void Deduction::collect_numbers(const Ladder& ladder, std::uint32_t step, std::vector<Spot>& numbers) {
    ladder.trace(step, trace_);
    wanted_.resize(std::max(wanted_.size(), ladder.knowledge().board().size()));
    numbers.clear();
    for (auto i = trace_.rbegin(); i != trace_.rend(); ++i)
        for (const Spot number : ladder.spots(ladder.steps()[*i].numbers)) {
            if (wanted_[number]) continue;
            wanted_[number] = 1;
            numbers.push_back(number);
        }
    for (const Spot number : numbers) wanted_[number] = 0;
}

/// Lists the steps from `from` on with an outcome, those that rest on the fewest numbers first.
bool Deduction::rank(const Position& position, std::uint32_t from, Certainty certainty) {
    constexpr std::size_t LISTED = 1000;
    candidates_.clear();
    const auto steps = ladder_.steps();
    for (std::uint32_t i = from; i < steps.size() && candidates_.size() < LISTED; ++i) {
        if (steps[i].certainty != certainty) continue;
        const auto cells = ladder_.spots(steps[i].cells);
        const bool flagged = std::all_of(cells.begin(), cells.end(), [&](Spot spot) {
            return position.seen[ladder_.knowledge().board().cell(spot)] == FLAG;
        });
        if (flagged && certainty == Certainty::MINED) continue;
        collect_numbers(ladder_, i, numbers_);
        candidates_.push_back({i, numbers_.size()});
        if (numbers_.size() == 1) break;
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.numbers < b.numbers; });
    return !candidates_.empty();
}

/// Explains the first of the candidates, unless one of the next has an argument that is simpler.
void Deduction::explain_best(const Position& position, Grade grade, Explanation& explanation) {
    constexpr std::size_t LOOKED_AT = 4;
    for (std::size_t i = 0; i < std::min(LOOKED_AT, candidates_.size()); ++i) {
        Explanation next;
        next.conclusion.grade = grade;
        explain_step(position, ladder_, candidates_[i].step, next);
        const bool simple = next.argument.back().grade <= grade;
        if (i == 0 || simple) explanation = std::move(next);
        if (simple) return;
    }
}

void Deduction::justify(const Position& position, const Ladder& ladder, std::uint32_t step, Explanation& explanation) {
    const Claim claim{explanation.conclusion.cells, explanation.conclusion.certainty};
    Reason& reason = explanation.reason;
    collect_numbers(ladder, step, numbers_);
    const auto rests_on = [&](Grade grade) {
        return std::any_of(trace_.begin(), trace_.end(),
                           [&](std::uint32_t i) { return ladder.steps()[i].grade == grade; });
    };
    if (rests_on(Grade::FULL)) {
        reasoner_.find(position, claim, reason);
        argue(position, explanation);
        return;
    }
    for (const Spot number : numbers_) reason.numbers.push_back(ladder.knowledge().board().cell(number));
    reason.mine_count = rests_on(Grade::COUNT);
    Explanation simple = explanation;
    reasoner_.minimise(position, claim, reason);
    argue(position, explanation);
    if (reason.mine_count || explanation.argument.back().grade <= explanation.conclusion.grade) return;

    // What is left proves the point, but not by this grade any more. Numbers that the grade does not need go
    // first now; often nothing else has to go then.
    std::vector<Cell>& numbers = simple.reason.numbers;
    for (std::size_t i = numbers.size(); i-- > 0;) {
        const Cell number = numbers[i];
        numbers.erase(numbers.begin() + static_cast<std::ptrdiff_t>(i));
        if (!climbs(position, simple, simple.conclusion.grade))
            numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(i), number);
    }
    reasoner_.minimise(position, claim, simple.reason);
    argue(position, simple);
    if (simple.argument.back().grade <= simple.conclusion.grade) explanation = std::move(simple);
}

/// Whether the grades up to `up_to` reach the conclusion with nothing but the numbers of the reason.
bool Deduction::climbs(const Position& position, const Explanation& explanation, Grade up_to) {
    seen_.assign(position.seen.begin(), position.seen.end());
    for (std::uint8_t& seen : seen_)
        if (is_open(seen)) seen = WRONG_FLAG;
    for (const Cell number : explanation.reason.numbers) seen_[number] = position.seen[number];
    local_.load({position.grid, position.mines, seen_});
    const std::vector<Cell>& cells = explanation.conclusion.cells;
    const auto settled = [&] {
        return std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
            return local_.origin(local_.knowledge().board().spot(cell)) < local_.steps().size();
        });
    };
    while (!settled())
        if (local_.advance(up_to) == Grade::NONE) return false;
    return true;
}

void Deduction::argue(const Position& position, Explanation& explanation) {
    Reason& reason = explanation.reason;
    const Conclusion& conclusion = explanation.conclusion;
    std::sort(reason.numbers.begin(), reason.numbers.end());
    explanation.argument.clear();
    if (!climbs(position, explanation, reason.mine_count ? Grade::COUNT : Grade::CHAINS)) {
        explanation.argument.push_back({Grade::FULL, conclusion.certainty, conclusion.cells, reason.numbers});
        return;
    }
    const Bordered& board = local_.knowledge().board();
    std::vector<std::uint32_t> needed;
    for (const Cell cell : conclusion.cells) {
        local_.trace(local_.origin(board.spot(cell)), trace_);
        needed.insert(needed.end(), trace_.begin(), trace_.end());
    }
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    for (const std::uint32_t i : needed) {
        const Step& step = local_.steps()[i];
        explanation.argument.push_back(
            {step.grade, step.certainty, cells_of(local_, step.cells), cells_of(local_, step.numbers)});
    }
}

}  // namespace sapper
