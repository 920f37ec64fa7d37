#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/grid.h"
#include "board/random.h"

namespace sapper {

/// Everything that a solver may know: what is seen, and how many mines there are in all.
struct Position {
    Grid grid;
    std::uint64_t mines = 0;
    std::span<const std::uint8_t> seen;  // one `Seen` value for each cell of the grid
};

enum class Certainty : std::uint8_t { NONE, SAFE, MINED };

enum class Verdict : std::uint8_t { SOLVED, CONTRADICTION, OUT_OF_BUDGET };

/// The exact odds of a position.
struct Odds {
    std::vector<double> mine;           // chance of a mine at each cell; 0 where the cell is open
    std::vector<Certainty> certain;     // from integer logic, never from comparing `mine`; NONE where open
    std::vector<Cell> contradiction;    // numbers that cannot all be true; empty when the total is at fault
    double log_arrangements = 0;        // natural logarithm of the number of minefields that fit
};

/// Counts the minefields that explain a position. Reuses its memory between calls.
class OddsSolver {
  public:
    static constexpr std::uint64_t DEFAULT_BUDGET = std::uint64_t{1} << 32;

    OddsSolver();
    ~OddsSolver();
    OddsSolver(OddsSolver&&) noexcept;
    OddsSolver& operator=(OddsSolver&&) noexcept;

    /// Fills `odds`; unless SOLVED, its `mine` and `certain` are empty.
    /// `budget` bounds the transitions of the dynamic programme; its memory has a fixed bound as well.
    /// Finding the numbers of a contradiction costs more than all else, and a search does not need them.
    Verdict solve(const Position& position, Odds& odds, std::uint64_t budget = DEFAULT_BUDGET, bool trust_flags = false,
                  bool name_contradiction = true);

    /// After SOLVED: draws one of the minefields that fit, each with the same chance.
    /// `mines` receives 1 for a mine and 0 for a safe cell.
    void draw(Random& random, std::vector<std::uint8_t>& mines);

  private:
    struct Work;
    std::unique_ptr<Work> work_;
};

}  // namespace sapper
