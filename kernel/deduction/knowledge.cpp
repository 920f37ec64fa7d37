#include "deduction/knowledge.h"

#include <algorithm>

namespace sapper {

void Knowledge::prepare(Grid grid, std::uint64_t mines) {
    if (!(board_.grid == grid)) board_ = Bordered(grid);
    view_.assign(board_.size(), WRONG_FLAG);
    missing_.assign(board_.size(), 0);
    queued_.assign(board_.size(), 0);
    decided.clear();
    changed.clear();
    mines_ = mines;
    unknown_cells_ = 0;
    unknown_mines_ = static_cast<std::int64_t>(mines);
    open_cells_ = 0;
    contradictory_ = false;
}

void Knowledge::reset(Grid grid, std::uint64_t mines) {
    prepare(grid, mines);
    constexpr Ring top = 0b00000111, bottom = 0b11100000, left = 0b00101001, right = 0b10010100;
    unknown_.assign(board_.size(), 0xFF);
    const auto remove = [this](Spot spot, Ring ring) { unknown_[spot] = static_cast<Ring>(unknown_[spot] & ~ring); };
    for (std::uint32_t row = 0; row < grid.height; ++row) {
        const Spot start = board_.row_start(row);
        std::fill_n(view_.begin() + start, grid.width, std::uint8_t{HIDDEN});
        remove(start, left);
        remove(start + grid.width - 1, right);
    }
    for (std::uint32_t col = 0; col < grid.width; ++col) {
        remove(board_.row_start(0) + col, top);
        remove(board_.row_start(grid.height - 1) + col, bottom);
    }
    unknown_cells_ = grid.size();
}

void Knowledge::load(const Position& position) {
    prepare(position.grid, position.mines);
    unknown_.assign(board_.size(), 0);
    Cell cell = 0;
    for (std::uint32_t row = 0; row < position.grid.height; ++row) {
        const Spot start = board_.row_start(row);
        for (Spot spot = start; spot < start + position.grid.width; ++spot) {
            const std::uint8_t seen = position.seen[cell++];
            if (is_open(seen)) {
                view_[spot] = seen;
                missing_[spot] = static_cast<std::int8_t>(missing_[spot] + seen);
                ++open_cells_;
            } else if (seen == MINE || seen == EXPLODED) {
                view_[spot] = MINE;
                --unknown_mines_;
                for (const Spot step : board_.step) --missing_[spot + step];
            } else if (seen != WRONG_FLAG) {
                view_[spot] = HIDDEN;
                ++unknown_cells_;
                for (std::size_t d = 0; d < 8; ++d) {
                    Ring& ring = unknown_[spot + board_.step[d]];
                    ring = static_cast<Ring>(ring | (0x80u >> d));
                }
            }
        }
    }
    for (std::uint32_t row = 0; row < position.grid.height; ++row) {
        const Spot start = board_.row_start(row);
        for (Spot spot = start; spot < start + position.grid.width; ++spot)
            if (is_number(spot)) look_at(spot);
    }
    if (unknown_mines_ < 0 || unknown_mines_ > static_cast<std::int64_t>(unknown_cells_)) contradict();
}

void Knowledge::open(Spot spot, std::uint8_t number) {
    view_[spot] = number;
    missing_[spot] = static_cast<std::int8_t>(missing_[spot] + number);
    ++open_cells_;
    spread(spot, 0);
    look_at(spot);
}

void Knowledge::settle(Spot spot, Certainty certainty) {
    const bool mined = certainty == Certainty::MINED;
    view_[spot] = mined ? MINE : WRONG_FLAG;
    unknown_mines_ -= mined;
    spread(spot, mined);
}

void Knowledge::renumber(Spot spot, bool more) {
    const int change = more ? 1 : -1;
    view_[spot] = static_cast<std::uint8_t>(view_[spot] + change);
    missing_[spot] = static_cast<std::int8_t>(missing_[spot] + change);
    look_at(spot);
}

void Knowledge::mark_changed(Spot spot) {
    if (queued_[spot]) return;
    queued_[spot] = 1;
    changed.push(spot);
}

void Knowledge::spread(Spot spot, std::int8_t mines) {
    --unknown_cells_;
    // Local copies, because a store into bytes might change any member as far as the compiler knows.
    const std::array<Spot, 8> steps = board_.step;
    std::uint8_t* const view = view_.data();
    Ring* const unknown = unknown_.data();
    std::int8_t* const missing = missing_.data();
    for (std::size_t d = 0; d < 8; ++d) {
        const Spot around = spot + steps[d];
        unknown[around] = static_cast<Ring>(unknown[around] & ~(0x80u >> d));
        missing[around] = static_cast<std::int8_t>(missing[around] - mines);
        if (is_open(view[around])) look_at(around);
    }
}

void Knowledge::look_at(Spot number) {
    const int missing = missing_[number], cells = RING_SIZE[unknown_[number]];
    if (missing > 0 && missing < cells) mark_changed(number);
    else if (missing < 0 || missing > cells) contradict();
    else if (cells) decided.push(number);
}

void Knowledge::copy(std::vector<std::uint8_t>& seen) const {
    const Grid grid = board_.grid;
    seen.resize(grid.size());
    for (std::uint32_t row = 0; row < grid.height; ++row)
        std::copy_n(view_.begin() + board_.row_start(row), grid.width, seen.begin() + grid.at(row, 0));
}

}  // namespace sapper
