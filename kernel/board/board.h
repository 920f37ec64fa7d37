#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/changes.h"
#include "board/grid.h"
#include "board/minefield.h"

namespace sapper {

/// Which marks an opening removes; it stops at the others.
struct Sweep {
    bool flags = false;
    bool questions = true;

    constexpr bool opens(std::uint8_t seen) const {
        return seen == HIDDEN || (seen == FLAG && flags) || (seen == QUESTION && questions);
    }
};

/// The visible board, one byte per cell, with its counters. It never holds what is not shown.
class Board {
  public:
    Board(Grid grid, std::uint64_t mines);
    /// Copies what is seen; throws if a value is not one of `Seen`.
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
    std::uint64_t wrong_flags() const { return marks_[WRONG_FLAG]; }

    void put(Cell cell, std::uint8_t value);
    void put(Cell cell, std::uint8_t value, Changes& changes);

    /// Opens safe cells and everything around their zeros, row by row; touches only what it opens and its border.
    ///
    /// This is the flood of the kernel: games, replays, simulations and the test of no-guess boards open cells here.
    /// Only `Ladder` and `Fleet` open cells by themselves; their comments say why.
    Changes open(const Minefield& field, std::span<const Cell> starts, Sweep sweep);

    /// Crosses out every wrong flag and, if `mines` says so, shows every mine without a flag.
    void reveal(const Minefield& field, bool mines, Changes& changes);

    /// Takes back the last changes of this board, and returns the changes that this makes.
    Changes revert(const Changes& changes);

    /// Returns how many flags are on a mine.
    std::uint64_t right_flags(const Minefield& field) const;

    /// Returns the neighbours of a cell that show one of `kinds`, a set with bit `1 << value` for each value in it.
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
