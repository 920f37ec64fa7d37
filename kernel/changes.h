#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "blocks.h"
#include "grid.h"

namespace sapper {

/// Cells and their new values: runs of cells within a row, and a byte for each value.
class Changes {
  public:
    struct Run {
        Cell start;
        std::uint32_t length;
    };

    struct Change {
        Cell cell;
        std::uint8_t value;
    };

    explicit Changes(Grid grid) : grid_(grid) {}

    void add(Cell cell, std::uint8_t value) {
        add_value(value);
        add_run(cell, 1, grid_.col(cell) == 0);
    }

    /// Adds the value of the next cell of a run that `add_run` completes.
    void add_value(std::uint8_t value) { values_.push_back(value); }

    void add_run(Cell start, std::uint32_t length, bool new_row) {
        if (!new_row && runs_.size() && runs_.back().start + runs_.back().length == start)
            runs_.back().length += length;
        else runs_.push_back({start, length});
    }

    void add(const Changes& later);

    /// Records that all runs so far are one opening that began at these cells.
    void began_at(std::span<const Cell> starts);

    /// Returns every change in the order a player sees it: an opening spreads outward from where it began.
    std::vector<Change> in_order() const;

    const Grid& grid() const { return grid_; }
    std::uint64_t size() const { return values_.size(); }
    const Blocks<Run>& runs() const { return runs_; }
    const Blocks<std::uint8_t>& values() const { return values_; }

  private:
    struct Opening {
        std::size_t first_run, end_run;
        std::vector<Cell> starts;
    };

    void ripple(const Opening& opening, std::size_t first_value, std::vector<Change>& order) const;

    Grid grid_;
    Blocks<Run> runs_;
    Blocks<std::uint8_t> values_;
    std::vector<Opening> openings_;
};

}  // namespace sapper
