#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sapper {

/// Index of a cell, row by row from the top-left corner.
using Cell = std::uint32_t;

/// The visible values of a cell. An open cell holds its number, 0 to 8.
enum Seen : std::uint8_t {
    HIDDEN = 9,
    FLAG = 10,
    QUESTION = 11,
    MINE = 12,        // shown after the end
    EXPLODED = 13,    // the mine that was opened
    WRONG_FLAG = 14,  // shown after the end: a flag on a safe cell
};

constexpr bool is_open(std::uint8_t seen) { return seen <= 8; }

/// The shape of a board.
struct Grid {
    std::uint32_t width = 0;
    std::uint32_t height = 0;

    /// The number of cells. Borders let no board in that has more than 2^31, so 32 bits hold it too.
    constexpr std::size_t size() const { return std::size_t{width} * height; }
    constexpr std::uint32_t row(Cell cell) const { return cell / width; }
    constexpr std::uint32_t col(Cell cell) const { return cell % width; }
    constexpr Cell at(std::uint32_t row, std::uint32_t col) const { return row * width + col; }
    constexpr bool operator==(const Grid&) const = default;

    /// Calls `visit` with each of the up to eight neighbours of a cell, in row order.
    template <typename Visit>
    constexpr void around(Cell cell, Visit&& visit) const {
        const std::uint32_t r = row(cell), c = col(cell);
        const std::uint32_t top = r ? r - 1 : 0, bottom = std::min(r + 1, height - 1);
        const std::uint32_t left = c ? c - 1 : 0, right = std::min(c + 1, width - 1);
        for (std::uint32_t i = top; i <= bottom; ++i)
            for (std::uint32_t j = left; j <= right; ++j)
                if (i != r || j != c) visit(at(i, j));
    }
};

}  // namespace sapper
