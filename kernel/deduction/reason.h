#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/odds.h"

namespace sapper {

/// Something about a position that is to be proved: that all these cells are safe, or all are mined.
struct Claim {
    std::span<const Cell> cells;
    Certainty certainty = Certainty::NONE;
};

/// Numbers that prove a claim by themselves, given which cells are open, with or without the mine count.
struct Reason {
    std::vector<Cell> numbers;
    bool mine_count = false;
    bool minimal = false;  // nothing of it can be left out
};

/// Tests exactly whether numbers imply a claim, and finds small sets of numbers that do.
class Reasoner {
  public:
    /// Cells of the boards that one reason may have solved while it is made minimal: some seconds.
    static constexpr std::uint64_t EFFORT = std::uint64_t{1} << 28;

    /// True if the claim holds in every arrangement that satisfies the numbers of the reason.
    bool proves(const Position& position, const Reason& reason, Claim claim);

    /// Drops what is not needed: without any one of the numbers left, or without the mine count if it is
    /// left, the reason no longer proves the claim. Numbers at the end are the first to go, unless the count
    /// is needed.
    /// The reason must prove the claim. `minimal` stays false when a huge board would make it take too long.
    void minimise(const Position& position, Claim claim, Reason& reason);

    /// Finds a minimal reason for a claim that is known to be true; false if it cannot be proved.
    bool find(const Position& position, Claim claim, Reason& reason);

  private:
    OddsSolver solver_;
    Odds odds_;
    std::uint64_t effort_ = 0;
    std::vector<std::uint8_t> seen_;
    std::vector<Cell> frontier_, others_;
    std::vector<std::uint8_t> reached_;

    bool proves_locally(const Position& position, std::span<const Cell> numbers, Claim claim);
    void shorten(const Position& position, Claim claim, Reason& reason);
    bool proves_with_count(const Position& position, std::span<const Cell> numbers, Claim claim);
};

}  // namespace sapper
