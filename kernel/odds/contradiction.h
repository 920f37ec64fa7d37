#pragma once

#include <cstdint>
#include <vector>

#include "odds/constraints.h"
#include "odds/counting.h"
#include "odds/odds.h"

namespace sapper {

/// Finds a few numbers that already contradict each other.
class Contradiction {
  public:
    Contradiction(const Position& position, bool trust_flags) : position_(position), trust_flags_(trust_flags) {}

    /// Takes the numbers in a growing square around the clash until they contradict each other, then leaves
    /// out all that are not needed, in ever smaller portions.
    std::vector<Cell> around(Cell clash);

  private:
    static constexpr std::uint64_t WORK = std::uint64_t{1} << 26;  // cells read and transitions made
    static constexpr std::uint64_t ATTEMPT = std::uint64_t{1} << 20;

    bool contradict(const std::vector<Cell>& numbers);

    const Position& position_;
    bool trust_flags_;
    std::uint64_t work_ = 0;
    std::vector<std::uint8_t> seen_;
    Constraints constraints_;
    Counter counter_;
};

}  // namespace sapper
