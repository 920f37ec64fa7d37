#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "support/wide.h"

namespace sapper {

/// 128 bits from which everything random about a game follows.
struct Seed {
    std::uint64_t high = 0;
    std::uint64_t low = 0;

    constexpr bool operator==(const Seed&) const = default;
};

/// Stafford's 13th variant of the 64-bit MurmurHash3 finalizer: a bijection that fixes only 0.
constexpr std::uint64_t scramble(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/// Sapper's random numbers, generator version 1: xoshiro256++ on a scrambled seed.
///
/// `docs/random.md` specifies every bit; a seed always means the same board.
class Random {
  public:
    explicit constexpr Random(Seed seed) {
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;
        state_[0] = scramble(seed.low + golden);
        state_[1] = scramble(seed.high + state_[0]);
        state_[2] = scramble(state_[1] + golden);
        state_[3] = scramble(state_[2] + state_[0]);
    }

    /// Goes on from a state that `state` returned.
    explicit constexpr Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}
    constexpr const std::array<std::uint64_t, 4>& state() const { return state_; }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// An exactly uniform number from 0 to bound - 1 (Lemire's multiplication with rejection).
    constexpr std::uint64_t below(std::uint64_t bound) {
        Wide product = multiply(next(), bound);
        if (product.low < bound) [[unlikely]] {
            const std::uint64_t threshold = (0 - bound) % bound;
            while (product.low < threshold) product = multiply(next(), bound);
        }
        return product.high;
    }

    /// A number in [0, 1) with 53 random bits.
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    std::array<std::uint64_t, 4> state_{};
};

/// The seed of the `index`-th game of a series: independent for all practical purposes.
constexpr Seed derive(Seed seed, std::uint64_t index) {
    Random random(Seed{seed.high ^ scramble(index + 1), seed.low});
    const std::uint64_t high = random.next();
    return Seed{high, random.next()};
}

}  // namespace sapper
