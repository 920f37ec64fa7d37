#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "deduction/ladder.h"
#include "deduction/reason.h"
#include "odds/odds.h"

namespace sapper {

/// Cells that are certain, and the lowest grade of the ladder that proves it.
struct Conclusion {
    Grade grade = Grade::NONE;
    Certainty certainty = Certainty::NONE;
    std::vector<Cell> cells;
};

/// A step of an argument: from these numbers and the cells that earlier steps settled.
struct Inference {
    Grade grade = Grade::NONE;
    Certainty certainty = Certainty::NONE;
    std::vector<Cell> cells;
    std::vector<Cell> numbers;
};

/// A conclusion with its minimal reason, and how the ladder gets there from the numbers of the reason alone.
///
/// `argument` ends with the conclusion itself. It is a single FULL step where the other grades need more
/// numbers than the reason has.
struct Explanation {
    Conclusion conclusion;
    Reason reason;
    std::vector<Inference> argument;
};

/// Finds what follows from a position, in order of difficulty, and why. Reuses its memory between calls.
///
/// Every call reports CONTRADICTION for a position that the grades it climbed find impossible, and
/// OUT_OF_BUDGET when the exact solver stopped early; what was concluded before that is true in any case.
class Deduction {
  public:
    /// Lists all that follows by the grades up to `up_to`, the lowest grade first.
    Verdict conclude(const Position& position, Grade up_to, std::vector<Conclusion>& conclusions);

    /// Finds the simplest conclusion: safe cells by the lowest grade that finds any, with the fewest numbers; if no
    /// cell is certainly safe, mined cells without a flag. Its grade is NONE if there are none.
    Verdict hint(const Position& position, Explanation& explanation);

    /// Explains why a cell is safe or mined. The grade is NONE if it may be either.
    Verdict explain(const Position& position, Cell cell, Explanation& explanation);

    /// Explains a step of a ladder in the position before it.
    void explain_step(const Position& position, const Ladder& ladder, std::uint32_t step, Explanation& explanation);

  private:
    struct Candidate {
        std::uint32_t step;
        std::size_t numbers;
    };

    Ladder ladder_;
    Ladder local_;
    Reasoner reasoner_;
    std::vector<std::uint32_t> trace_;
    std::vector<Spot> numbers_;
    std::vector<std::uint8_t> seen_;
    std::vector<std::uint8_t> wanted_;
    std::vector<Candidate> candidates_;

    Verdict verdict() const;
    void collect_numbers(const Ladder& ladder, std::uint32_t step, std::vector<Spot>& numbers);
    bool rank(const Position& position, std::uint32_t from, Certainty certainty);
    void explain_best(const Position& position, Grade grade, Explanation& explanation);
    void justify(const Position& position, const Ladder& ladder, std::uint32_t step, Explanation& explanation);
    bool climbs(const Position& position, const Explanation& explanation, Grade up_to);
    void argue(const Position& position, Explanation& explanation);
};

}  // namespace sapper
