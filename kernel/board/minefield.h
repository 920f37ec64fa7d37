#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "board/grid.h"
#include "board/random.h"
#include "support/prefetch.h"

namespace sapper {

/// The mines, with every number counted once. It never changes. One byte per cell.
class Minefield {
  public:
    /// Places `mines` mines, exactly uniform over the layouts without a mine in `zone`.
    ///
    /// The first cell of the zone is never a mine. When the mines do not fit outside the zone, the cells
    /// outside are all mines and the excess is uniform over the rest of the zone.
    static Minefield lay(Grid grid, std::uint64_t mines, Seed seed, std::span<const Cell> zone);

    /// Writes what `lay` makes into one byte for each cell of the grid: `MINED`, and the number in the low bits.
    static void lay_into(Grid grid, std::uint64_t mines, Seed seed, std::span<const Cell> zone, std::uint8_t* cells);
    static constexpr std::uint8_t MINED = 0x80, NUMBER = 0x0F;

    /// Reads one bit per cell, row by row, the most significant bit of each byte first.
    static Minefield from_bits(Grid grid, std::span<const std::uint8_t> bits);
    std::vector<std::uint8_t> to_bits() const;

    /// Reads one byte per cell: 1 for a mine, 0 for none.
    static Minefield from_mines(Grid grid, std::span<const std::uint8_t> mines);

    const Grid& grid() const { return grid_; }
    std::uint64_t mines() const { return mines_; }
    bool is_mine(Cell cell) const { return cells_[cell] & MINED; }

    /// The byte of every cell, as `lay_into` writes them.
    std::span<const std::uint8_t> cells() const { return {cells_.get(), grid_.size()}; }

    /// Returns the number of mines around a cell.
    std::uint8_t number(Cell cell) const { return cells_[cell] & NUMBER; }

    void fetch(Cell cell) const { prefetch(&cells_[cell]); }

    bool operator==(const Minefield& other) const;
    std::uint64_t hash() const;

  private:
    explicit Minefield(Grid grid);

    Grid grid_;
    std::uint64_t mines_ = 0;
    std::unique_ptr<std::uint8_t[]> cells_;
};

}  // namespace sapper
