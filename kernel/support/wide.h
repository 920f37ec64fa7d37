#pragma once

#include <cstdint>

namespace sapper {

struct Wide {
    std::uint64_t high;
    std::uint64_t low;
};

/// The 128-bit product of two 64-bit numbers.
constexpr Wide multiply(std::uint64_t a, std::uint64_t b) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Product = unsigned __int128;
    const Product product = static_cast<Product>(a) * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    const std::uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    const std::uint64_t low = a0 * b0, mid1 = a1 * b0 + (low >> 32);
    const std::uint64_t mid2 = a0 * b1 + (mid1 & 0xFFFFFFFFu);
    return {a1 * b1 + (mid1 >> 32) + (mid2 >> 32), (mid2 << 32) | (low & 0xFFFFFFFFu)};
#endif
}

}  // namespace sapper
