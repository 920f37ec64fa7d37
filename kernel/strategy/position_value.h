#pragma once

#include <array>
#include <cstddef>

#include "strategy/position_features.h"

namespace sapper {

/// The estimated chance to win a position that follows from a guess: a small network, fitted on whole games
/// by `bench/fit_value.py`, that sees the position after the guess and the one before it. The half that
/// belongs to the position before is computed once for all guesses.
class Value {
  public:
    static constexpr std::size_t UNITS = 32;
    using Before = std::array<float, UNITS>;

    static void prepare(const Features& before, Before& sums);
    /// The chance of the rest of the board; the settled parts are a factor of their own.
    static float estimate(const Before& sums, const Features& after);
};

}  // namespace sapper
