#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sapper {

/// Planes of zeros and ones of a board: the numbers 0 to 8, closed cells, flags, and mines that are shown.
inline constexpr std::size_t PLANES = 12;

/// Writes the planes of boards, one after the other, from what is seen of them. A cell outside a board is in no plane.
void write_planes(std::span<const std::uint8_t> cells, std::size_t each, std::uint8_t* planes);

}  // namespace sapper
