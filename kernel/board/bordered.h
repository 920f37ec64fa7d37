#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board/grid.h"

namespace sapper {

/// Index of a cell on a board with a border one cell wide, where every cell has eight neighbours.
using Spot = std::uint32_t;

/// Some of the eight neighbours of a cell: bit d is the d-th in row order, bit 7 - d is opposite.
using Ring = std::uint8_t;

inline constexpr std::array<std::uint8_t, 256> RING_SIZE = [] {
    std::array<std::uint8_t, 256> sizes{};
    for (unsigned ring = 0; ring < 256; ++ring) sizes[ring] = static_cast<std::uint8_t>(std::popcount(ring));
    return sizes;
}();

/// A number near another: close enough for the two to share cells.
struct Nearby {
    int rows;
    int cols;
    Ring shared;  // those of the first number's neighbours that the second touches too
};

/// The 24 places near a number in row order; place 23 - i is opposite place i.
inline constexpr std::array<Nearby, 24> NEARBY = [] {
    std::array<Nearby, 24> places{};
    std::size_t count = 0;
    for (int rows = -2; rows <= 2; ++rows)
        for (int cols = -2; cols <= 2; ++cols) {
            if (rows == 0 && cols == 0) continue;
            unsigned shared = 0, bit = 1;
            for (int r = -1; r <= 1; ++r)
                for (int c = -1; c <= 1; ++c) {
                    if (r == 0 && c == 0) continue;
                    const bool touched = r - rows >= -1 && r - rows <= 1 && c - cols >= -1 && c - cols <= 1;
                    if (touched && (r != rows || c != cols)) shared |= bit;
                    bit <<= 1;
                }
            places[count++] = {rows, cols, static_cast<Ring>(shared)};
        }
    return places;
}();

/// The geometry of a board with a border one cell wide, so that no code around a cell has to check for the edge.
///
/// `Constraints` alone has another: there one border column serves two rows, and the size is a whole number of vector
/// registers, because its passes over whole boards are what the solver's time is spent on.
struct Bordered {
    Grid grid;
    Spot stride = 0;
    std::array<Spot, 8> step{};     // to each neighbour, modulo 2^32
    std::array<Spot, 24> nearby{};  // to each place of NEARBY, modulo 2^32

    Bordered() = default;
    explicit constexpr Bordered(Grid shape) : grid(shape), stride(shape.width + 2) {
        step = {0 - stride - 1, 0 - stride, 0 - stride + 1, 0u - 1, 1, stride - 1, stride, stride + 1};
        for (std::size_t i = 0; i < NEARBY.size(); ++i)
            nearby[i] = static_cast<Spot>(NEARBY[i].rows) * stride + static_cast<Spot>(NEARBY[i].cols);
    }

    constexpr std::size_t size() const { return std::size_t{stride} * (std::size_t{grid.height} + 2); }
    constexpr Spot row_start(std::uint32_t row) const { return (row + 1) * stride + 1; }
    constexpr Spot spot(Cell cell) const { return row_start(grid.row(cell)) + grid.col(cell); }
    constexpr Cell cell(Spot spot) const { return grid.at(spot / stride - 1, spot % stride - 1); }

    /// Calls `visit` with each of the eight places around one. Boards of more than 2^31 cells need a wider type
    /// than Spot, because the border counts too.
    template <typename Place, typename Visit>
    constexpr void around(Place place, Visit&& visit) const {
        const Place down = stride;
        visit(place - down - 1);
        visit(place - down);
        visit(place - down + 1);
        visit(place - 1);
        visit(place + 1);
        visit(place + down - 1);
        visit(place + down);
        visit(place + down + 1);
    }

    /// Calls `visit` with the spot of each neighbour in `ring`.
    template <typename Visit>
    constexpr void each(Spot spot, Ring ring, Visit&& visit) const {
        for (unsigned left = ring; left; left &= left - 1)
            visit(spot + step[static_cast<std::size_t>(std::countr_zero(left))]);
    }
};

}  // namespace sapper
