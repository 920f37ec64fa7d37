#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sapper {

/// SHA-256 (FIPS 180-4).
std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> message);

}  // namespace sapper
