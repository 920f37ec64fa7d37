#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/grid.h"
#include "support/blocks.h"

namespace sapper {

/// Cells and their new values: runs of cells within a row, and a byte for each value.
class Changes {
  public:
    struct Run {
        Cell start;
        std::uint32_t length;
        bool operator==(const Run&) const = default;
    };

    struct Change {
        Cell cell;
        std::uint8_t value;
    };

    struct Former {
        std::uint64_t index;  // of the change
        std::uint8_t value;
        bool operator==(const Former&) const = default;
    };

    struct Opening {
        std::size_t first_run, end_run;
        std::vector<Cell> starts;
        bool operator==(const Opening&) const = default;
    };

    /// All that changes consist of, as plain lists.
    struct Parts {
        std::vector<Run> runs;
        std::vector<std::uint8_t> values;
        std::vector<Former> former;  // of cells that were not just closed
        std::vector<Opening> openings;
        bool operator==(const Parts&) const = default;
    };

    explicit Changes(Grid grid) : grid_(grid) {}
    /// Throws if the parts do not belong together.
    Changes(Grid grid, const Parts& parts);
    Parts parts() const;
    bool operator==(const Changes& other) const;

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

    /// Records what the cell of the next value showed before, unless it was just closed.
    void was(std::uint8_t value) {
        if (value != HIDDEN) former_.push_back({values_.size(), value});
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

    /// Calls `visit(cell, value)` for every change, the last one first, with what the cell showed before it.
    template <typename Visit>
    void each_former(Visit&& visit) const {
        std::size_t index = values_.size(), next = former_.size();
        for (std::size_t run = runs_.size(); run-- > 0;)
            for (std::uint32_t i = runs_[run].length; i-- > 0;) {
                --index;
                const bool had_mark = next > 0 && former_[next - 1].index == index;
                visit(runs_[run].start + i, had_mark ? former_[--next].value : std::uint8_t{HIDDEN});
            }
    }

  private:
    void ripple(const Opening& opening, std::size_t first_value, std::vector<Change>& order) const;

    Grid grid_;
    Blocks<Run> runs_;
    Blocks<std::uint8_t> values_;
    std::vector<Former> former_;  // of cells that were not just closed
    std::vector<Opening> openings_;
};

}  // namespace sapper
