#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "odds/odds.h"

namespace sapper {

/// The odds of one position, and how solving it ended.
struct SolvedOdds {
    Odds odds;
    Verdict verdict = Verdict::SOLVED;
};

/// Solves many positions on up to `threads` threads, the caller's included. Results are in the order of the positions
/// and do not depend on the number of threads. Throws what a thread threw, once all of them have ended.
std::vector<SolvedOdds> solve_many(std::span<const Position> positions, std::uint64_t budget, bool trust_flags,
                                   std::size_t threads);

}  // namespace sapper
