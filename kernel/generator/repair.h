#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/editable_minefield.h"
#include "board/random.h"
#include "deduction/ladder.h"

namespace sapper {

/// Moves mines where the ladder is stuck in play, so that it can go on.
///
/// The unknown cells of one number are all mined, or all cleared. The mines come from, or go to, cells that
/// no number sees, where possible: the only numbers that change are those around the stuck cells. All that
/// was concluded before stays true, but an argument that used one of these numbers may be lost; so a
/// repaired minefield has to be played again from the start.
class Repair {
  public:
    /// Starts on a new minefield. Mines are neither added nor removed in `zone`.
    void begin(const Bordered& board, std::span<const Cell> zone);

    /// Makes one change at a stuck view; false if there is none to make.
    bool move_mines(EditableMinefield& field, Ladder& ladder, Random& random);

  private:
    enum Place : std::uint8_t { UNSEEN, SEEN, FIXED };

    std::vector<std::uint8_t> place_;
    std::vector<Cell> zone_;
    std::vector<Spot> numbers_;
    std::vector<Spot> unseen_[2], seen_[2];  // unknown cells that a change may use: safe ones, mined ones

    void survey(const EditableMinefield& field, const Knowledge& knowledge);
    void sort_cells(const EditableMinefield& field, const Knowledge& knowledge);
    bool settle_around(Spot number, bool lay, EditableMinefield& field, Ladder& ladder, Random& random);
};

}  // namespace sapper
