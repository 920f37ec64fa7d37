#include "board/board.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "support/call_limits.h"
#include "support/fail.h"

namespace sapper {

namespace {

constexpr std::size_t LOOKAHEAD = 12;

}  // namespace

Board::Board(Grid grid, std::uint64_t mines)
    : grid_(grid), mines_(mines), seen_(std::make_unique_for_overwrite<std::uint8_t[]>(grid.size())) {
    std::fill_n(seen_.get(), grid.size(), std::uint8_t{HIDDEN});
}

Board::Board(Grid grid, std::uint64_t mines, std::span<const std::uint8_t> seen)
    : grid_(grid), mines_(mines), seen_(std::make_unique_for_overwrite<std::uint8_t[]>(grid.size())) {
    std::copy(seen.begin(), seen.end(), seen_.get());
    // Only the copy is read from here on: the memory of another owner may change meanwhile.
    for (const std::uint8_t value : this->seen()) {
        if (value > WRONG_FLAG) fail(std::invalid_argument("no cell shows " + std::to_string(value)));
        tally(value, +1);
    }
}

Board::Board(const Board& other) : Board(other.grid_, other.mines_, other.seen()) {}

void Board::tally(std::uint8_t value, std::int64_t change) {
    (is_open(value) ? opened_ : marks_[value]) += static_cast<std::uint64_t>(change);
}

void Board::put(Cell cell, std::uint8_t value) {
    tally(seen_[cell], -1);
    tally(value, +1);
    seen_[cell] = value;
}

void Board::put(Cell cell, std::uint8_t value, Changes& changes) {
    changes.was(seen_[cell]);
    put(cell, value);
    changes.add(cell, value);
}

/// Prefetches the memory around a run before its turn comes: on boards larger than the cache it is not at hand.
void Board::fetch_beside(const Minefield& field, Cell start) const {
    if (start >= grid_.width) {
        prefetch(&seen_[start - grid_.width]);
        field.fetch(start - grid_.width);
    }
    if (std::uint64_t{start} + grid_.width < grid_.size()) {
        prefetch(&seen_[start + grid_.width]);
        field.fetch(start + grid_.width);
    }
}

/// Opens a cell of a row and, from zeros, the cells on either side. Returns the column after the last one.
std::uint32_t Board::open_row(const Minefield& field, Cell row, std::uint32_t col, Sweep sweep, Changes& changes) {
    const std::uint32_t width = grid_.width;
    std::uint32_t left = col;
    while (left > 0 && field.number(row + left) == 0 && sweep.opens(seen_[row + left - 1])) --left;
    std::uint32_t right = left;
    std::uint8_t number;
    do {
        const Cell cell = row + right++;
        if (seen_[cell] != HIDDEN) {
            --marks_[seen_[cell]];
            changes.was(seen_[cell]);
        }
        number = field.number(cell);
        seen_[cell] = number;
        changes.add_value(number);
    } while (right < width && (right <= col || (number == 0 && sweep.opens(seen_[row + right]))));
    opened_ += right - left;
    changes.add_run(row + left, right - left, left == 0);
    return right;
}

Changes Board::open(const Minefield& field, std::span<const Cell> starts, Sweep sweep) {
    Changes changes(grid_);
    for (const Cell start : starts)
        if (!is_open(seen_[start])) open_row(field, start - grid_.col(start), grid_.col(start), sweep, changes);

    // The runs that have been opened are the queue, so each cell enters it once.
    StopCheck<64> check;
    for (std::size_t run = 0; run < changes.runs().size(); ++run) {
        check();
        if (run + LOOKAHEAD < changes.runs().size()) fetch_beside(field, changes.runs()[run + LOOKAHEAD].start);
        const auto [first, length] = changes.runs()[run];
        const Cell end = first + length, row = first - grid_.col(first);
        for (Cell zero = first; zero < end; ++zero) {
            if (seen_[zero] != 0) continue;
            const std::uint32_t left = zero > row ? zero - row - 1 : 0;
            while (zero + 1 < end && seen_[zero + 1] == 0) ++zero;
            const std::uint32_t right = std::min(zero - row + 1, grid_.width - 1);
            const auto open_beside = [&](Cell beside) {
                for (std::uint32_t col = left; col <= right;)
                    col = sweep.opens(seen_[beside + col]) ? open_row(field, beside, col, sweep, changes) : col + 1;
            };
            if (row) open_beside(row - grid_.width);
            if (std::uint64_t{row} + grid_.width < grid_.size()) open_beside(row + grid_.width);
        }
    }
    changes.began_at(starts);
    return changes;
}

void Board::reveal(const Minefield& field, bool mines, Changes& changes) {
    for (std::uint64_t i = 0; i < grid_.size(); ++i) {
        const Cell cell = static_cast<Cell>(i);
        const std::uint8_t seen = seen_[cell];
        if (seen == FLAG && !field.is_mine(cell)) put(cell, WRONG_FLAG, changes);
        else if (mines && field.is_mine(cell) && (seen == HIDDEN || seen == QUESTION)) put(cell, MINE, changes);
    }
}

Changes Board::revert(const Changes& changes) {
    Changes reverted(grid_);
    changes.each_former([&](Cell cell, std::uint8_t value) { put(cell, value, reverted); });
    return reverted;
}

std::uint64_t Board::right_flags(const Minefield& field) const {
    std::uint64_t right = 0;
    for (std::size_t cell = 0; cell < grid_.size(); ++cell)
        right += seen_[cell] == FLAG && field.is_mine(static_cast<Cell>(cell));
    return right;
}

std::vector<Cell> Board::around(Cell cell, std::uint32_t kinds) const {
    std::vector<Cell> found;
    grid_.around(cell, [&](Cell neighbour) {
        if (kinds >> seen_[neighbour] & 1) found.push_back(neighbour);
    });
    return found;
}

}  // namespace sapper
