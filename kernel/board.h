#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "changes.h"
#include "grid.h"
#include "minefield.h"

namespace sapper {

/// Which marks an opening sweeps away instead of stopping at them.
struct Sweep {
    bool flags = false;
    bool questions = true;

    constexpr bool opens(std::uint8_t seen) const {
        return seen == HIDDEN || (seen == FLAG && flags) || (seen == QUESTION && questions);
    }
};

/// What the player sees, one byte per cell, with its counters. It never holds what is not shown.
class Board {
  public:
    Board(Grid grid, std::uint64_t mines);
    Board(Grid grid, std::uint64_t mines, std::span<const std::uint8_t> seen);
    Board(const Board& other);
    Board& operator=(const Board&) = delete;

    const Grid& grid() const { return grid_; }
    std::uint64_t mines() const { return mines_; }
    std::uint8_t operator[](Cell cell) const { return seen_[cell]; }
    std::span<const std::uint8_t> seen() const { return {seen_.get(), grid_.size()}; }
    std::uint64_t opened() const { return opened_; }
    std::uint64_t flags() const { return marks_[FLAG]; }
    std::uint64_t exploded() const { return marks_[EXPLODED]; }

    void put(Cell cell, std::uint8_t value);
    void put(Cell cell, std::uint8_t value, Changes& changes);

    /// Opens safe cells and ripples outward through zeros; touches only what it opens and its border.
    Changes open(const Minefield& field, std::span<const Cell> starts, Sweep sweep);

    /// Shows every mine that is not flagged, and every flag that was wrong.
    void reveal(const Minefield& field, Changes& changes);

    /// Takes on another board of the same size, and tells what that changes.
    Changes become(const Board& other);

    /// Of the flags on the board, how many stand on a mine.
    std::uint64_t right_flags(const Minefield& field) const;

    /// The neighbours of a cell that show one of `kinds`, a set with bit `1 << value` for each value in it.
    std::vector<Cell> around(Cell cell, std::uint32_t kinds) const;

  private:
    void fetch_beside(const Minefield& field, Cell start) const;
    void tally(std::uint8_t value, std::int64_t change);
    std::uint32_t open_row(const Minefield& field, Cell row, std::uint32_t col, Sweep sweep, Changes& changes);

    Grid grid_;
    std::uint64_t mines_;
    std::unique_ptr<std::uint8_t[]> seen_;
    std::uint64_t opened_ = 0;
    std::uint64_t marks_[16] = {};
};

}  // namespace sapper
