#pragma once

// Shared by the binding files, which only convert and check. No other file of the kernel knows about Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/buffer.h"
#include "board/board.h"
#include "board/minefield.h"
#include "board/random.h"
#include "odds/odds.h"

namespace sapper {

namespace nb = nanobind;
using namespace nb::literals;

constexpr std::uint64_t MOST_CELLS = std::uint64_t{1} << 31;
/// Cells from which a call that reads a whole board lets other threads run: below, that costs more than it gives.
constexpr std::uint64_t LONG_CALL = std::uint64_t{1} << 16;

inline Grid make_grid(std::uint64_t width, std::uint64_t height) {
    if (!width || !height || width > MOST_CELLS || height > MOST_CELLS || width * height > MOST_CELLS)
        throw std::invalid_argument("a board has from 1 to 2147483648 cells");
    return {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

inline std::span<const std::uint8_t> view(const Buffer& buffer, std::uint64_t length) {
    const auto bytes = buffer.bytes();
    if (bytes.size() != length)
        throw std::invalid_argument("expected " + std::to_string(length) + " bytes, not " +
                                    std::to_string(bytes.size()));
    return bytes;
}

inline std::span<const std::uint8_t> view(const nb::bytes& bytes, std::uint64_t length) {
    if (bytes.size() != length) throw std::invalid_argument("expected " + std::to_string(length) + " bytes");
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

inline nb::bytes pack(std::span<const std::uint8_t> data) { return nb::bytes(data.data(), data.size()); }

inline Seed make_seed(const nb::bytes& bytes) {
    Seed seed;
    const auto data = view(bytes, 16);
    for (int i = 0; i < 8; ++i) {
        seed.high = seed.high << 8 | data[static_cast<std::size_t>(i)];
        seed.low = seed.low << 8 | data[static_cast<std::size_t>(i) + 8];
    }
    return seed;
}

inline void check(const Grid& grid, std::span<const Cell> cells) {
    for (const Cell cell : cells)
        if (cell >= grid.size()) throw std::out_of_range("off the board: cell " + std::to_string(cell));
}

inline void check(const Grid& grid, Cell cell) { check(grid, std::span(&cell, 1)); }

inline void check_distinct(std::vector<Cell> cells) {
    std::sort(cells.begin(), cells.end());
    if (std::adjacent_find(cells.begin(), cells.end()) != cells.end())
        throw std::invalid_argument("a cell is there twice");
}

inline void check_value(std::uint8_t value) {
    if (value > WRONG_FLAG) throw std::invalid_argument("no cell shows " + std::to_string(value));
}

inline void check_same(const Board& board, const Minefield& field) {
    if (board.grid() != field.grid()) throw std::invalid_argument("the minefield has another size than the board");
}

/// A snapshot of a board: the board itself may change as soon as other threads run.
class Snapshot {
  public:
    explicit Snapshot(const Board& board)
        : grid_(board.grid()), mines_(board.mines()), seen_(board.seen().begin(), board.seen().end()) {}

    Position position() const { return {grid_, mines_, seen_}; }

  private:
    Grid grid_;
    std::uint64_t mines_;
    std::vector<std::uint8_t> seen_;
};

/// Cells as (row, column).
using Pairs = nb::typed<nb::list, nb::typed<nb::tuple, int, int>>;

inline Pairs pairs(const Grid& grid, std::span<const Cell> cells) {
    nb::list list;
    for (const Cell cell : cells) list.append(nb::make_tuple(grid.row(cell), grid.col(cell)));
    return list;
}

void bind_solver(nb::module_& m);
void bind_deduction(nb::module_& m);
void bind_replay(nb::module_& m);
void bind_metrics(nb::module_& m);
void bind_fleet(nb::module_& m);
void bind_hand(nb::module_& m);

}  // namespace sapper
