#include "strategy/position_value.h"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr std::size_t UNITS = Value::UNITS;

/// Fitted coefficients: the output offset, the output weights, the unit offsets, then for each feature after
/// the guess and each feature before it the weights of all units.
constexpr float WEIGHTS[1 + 2 * UNITS + 2 * FEATURES * UNITS] = {
#include "strategy/position_value_weights.inc"
};
constexpr const float* OUTPUT = WEIGHTS + 1;
constexpr const float* OFFSET = OUTPUT + UNITS;
constexpr const float* AFTER = OFFSET + UNITS;
constexpr const float* BEFORE = AFTER + FEATURES * UNITS;

void accumulate(Value::Before& sums, const Features& features, const float* weights) {
    for (std::size_t i = 0; i < FEATURES; ++i, weights += UNITS) {
        const float x = features[i];
        if (x == 0) continue;
        for (std::size_t unit = 0; unit < UNITS; ++unit) sums[unit] += x * weights[unit];
    }
}

}  // namespace

void Value::prepare(const Features& before, Before& sums) {
    std::copy_n(OFFSET, UNITS, sums.begin());
    accumulate(sums, before, BEFORE);
}

float Value::estimate(const Before& sums, const Features& after) {
    Before units = sums;
    accumulate(units, after, AFTER);
    float total = WEIGHTS[0];
    for (std::size_t unit = 0; unit < UNITS; ++unit) total += OUTPUT[unit] * std::max(0.0f, units[unit]);
    return 1 / (1 + std::exp(-total));
}

}  // namespace sapper
