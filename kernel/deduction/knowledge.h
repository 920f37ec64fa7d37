#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/bordered.h"
#include "odds/odds.h"

namespace sapper {

/// First in, first out; duplicates are harmless. Reuses its memory.
class SpotQueue {
  public:
    void clear() {
        spots_.clear();
        head_ = 0;
    }
    bool empty() const { return head_ == spots_.size(); }
    void push(Spot spot) { spots_.push_back(spot); }
    Spot pop() {
        const Spot spot = spots_[head_++];
        if (empty()) clear();
        return spot;
    }

  private:
    std::vector<Spot> spots_;
    std::size_t head_ = 0;
};

/// The knowledge of a board: the visible cells and the conclusions from them.
///
/// Every fact that is added updates the numbers around it at once, and puts those that may now prove
/// something into a queue: `decided` when one of them alone settles its cells, `changed` otherwise.
class Knowledge {
  public:
    SpotQueue decided;
    SpotQueue changed;

    /// Nothing is known but the shape and the number of mines.
    void reset(Grid grid, std::uint64_t mines);
    /// The visible cells of a position. Flags and question marks are unknown cells.
    void load(const Position& position);

    /// An unknown cell turns out to be safe and shows its number.
    void open(Spot spot, std::uint8_t number);
    /// An unknown cell is concluded to be safe or mined.
    void settle(Spot spot, Certainty certainty);
    /// The mines around an open cell become one more or one fewer, because an unknown one was moved.
    void renumber(Spot spot, bool more);
    /// Takes back the mark that a changed number was queued; to be called when it is popped.
    void dequeued(Spot spot) { queued_[spot] = 0; }
    void mark_changed(Spot spot);

    const Bordered& board() const { return board_; }
    /// A number if open, HIDDEN if unknown, MINE, or WRONG_FLAG for a safe cell whose number is not seen.
    std::uint8_t view(Spot spot) const { return view_[spot]; }
    bool is_number(Spot spot) const { return is_open(view_[spot]); }
    bool is_unknown(Spot spot) const { return view_[spot] == HIDDEN; }
    /// The unknown cells around a number, and how many mines are among them.
    Ring unknown_around(Spot spot) const { return unknown_[spot]; }
    int missing(Spot spot) const { return missing_[spot]; }
    std::uint64_t unknown_cells() const { return unknown_cells_; }
    std::uint64_t mines() const { return mines_; }
    /// May be negative when a position shows more mines than there are.
    std::int64_t unknown_mines() const { return unknown_mines_; }
    std::uint64_t open_cells() const { return open_cells_; }
    /// A number asks for more mines than it has cells, or for fewer than none.
    bool contradictory() const { return contradictory_; }
    void contradict() { contradictory_ = true; }

    /// The board without its border, for the solver of odds; known mines are shown as MINE.
    void copy(std::vector<std::uint8_t>& seen) const;

  private:
    Bordered board_;
    std::vector<std::uint8_t> view_;
    std::vector<Ring> unknown_;
    std::vector<std::int8_t> missing_;
    std::vector<std::uint8_t> queued_;
    std::uint64_t mines_ = 0;
    std::uint64_t unknown_cells_ = 0;
    std::int64_t unknown_mines_ = 0;
    std::uint64_t open_cells_ = 0;
    bool contradictory_ = false;

    void prepare(Grid grid, std::uint64_t mines);
    void spread(Spot spot, std::int8_t mines);
    void look_at(Spot number);
};

}  // namespace sapper
