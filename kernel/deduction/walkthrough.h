#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "board/editable_minefield.h"
#include "board/minefield.h"
#include "deduction/deduction.h"
#include "deduction/ladder.h"

namespace sapper {

/// The ladder's solution of a minefield, as far as it gets.
struct Solution {
    Verdict verdict = Verdict::SOLVED;     // OUT_OF_BUDGET: whether it could be solved is not known
    bool solved = false;
    Grade hardest = Grade::NONE;             // NONE: the first click opens everything
    std::array<std::uint64_t, 6> steps{};  // by rule
};

/// One step of a proof: what is concluded, why, and the cells that open because of it.
struct ProofStep {
    Explanation explanation;
    std::vector<Cell> opened;
};

struct Proof {
    Solution solution;
    std::vector<Cell> first_opened;
    std::vector<ProofStep> steps;
};

/// Plays minefields by the ladder from a first click. Reuses its memory between calls.
class Walkthrough {
  public:
    /// Solves by the grades up to `up_to`, always by the simplest rule that concludes anything. The hardest rule
    /// used is the lowest grade that suffices. Opening a mine at once solves nothing.
    Solution solve(const Minefield& field, Cell first, Grade up_to);

    /// The same, with the reason of every step. Each reason stands for itself: it holds the numbers that
    /// prove the mines it relies on. Mines that no later step needs are left out.
    Proof prove(const Minefield& field, Cell first, Grade up_to);

  private:
    EditableMinefield editable_;
    Ladder ladder_;
    Deduction deduction_;
    std::vector<std::uint8_t> seen_;

    void show(std::span<const Spot> opened, std::vector<Cell>& cells);
};

}  // namespace sapper
