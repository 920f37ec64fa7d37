#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "strategy/exact_play.h"

namespace sapper {

/// A closed part of a board: cells about which no other cell carries information, except by the mine count.
struct ClosedPart {
    struct Number {  // an open cell next to the part
        std::uint32_t place = 0;
        int need = 0;  // mines it has in the part
    };
    std::vector<std::uint32_t> places;  // of the cells, on a board with a border
    std::vector<std::uint8_t> safe;     // which of them are proven safe
    std::vector<Number> numbers;

    void clear() {
        places.clear();
        safe.clear();
        numbers.clear();
    }
};

/// Values closed parts by exact play. Remembers parts, as most of them stay the same for a whole game.
class PartSolver {
  public:
    struct Value {
        bool solved = false;
        float win = 0;               // chance to clear the part
        float log_arrangements = 0;  // natural logarithm of how many there are
    };

    PartSolver();

    /// `stride` is the width of the board with its border, `log_ratio` the logarithm of how much likelier a
    /// mine more makes the rest of the board.
    Value solve(const ClosedPart& part, std::uint32_t stride, double log_ratio);

  private:
    struct Known {
        std::uint64_t key = 0;
        Value value;
    };

    Value play(const ClosedPart& part, std::uint32_t stride, double log_ratio);
    bool list(std::size_t cell, std::uint32_t mined);

    std::vector<Known> memory_;
    ExactPlay play_;

    std::size_t cells_ = 0;
    std::vector<std::vector<std::uint8_t>> numbers_of_;  // each cell's
    std::vector<int> need_, unplaced_;                   // each number's
    std::vector<std::uint8_t> safe_;
    std::vector<std::uint32_t> arrangements_;            // as sets of bits
    std::uint64_t steps_ = 0;
};

}  // namespace sapper
