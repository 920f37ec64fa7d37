#pragma once

#include <cstdint>
#include <vector>

#include "board/bordered.h"
#include "board/minefield.h"

namespace sapper {

/// A minefield on a bordered board, in which single mines can be moved.
class EditableMinefield {
  public:
    void set(const Minefield& field);
    Minefield field() const;
    /// Adds or removes one mine.
    void toggle(Spot spot);

    const Bordered& board() const { return board_; }
    bool is_mined(Spot spot) const { return mined_[spot] != 0; }
    std::uint8_t number(Spot spot) const { return number_[spot]; }
    std::uint64_t mines() const { return mines_; }
    std::uint64_t safe_cells() const { return board_.grid.size() - mines_; }

  private:
    Bordered board_;
    std::vector<std::uint8_t> mined_;
    std::vector<std::uint8_t> number_;
    std::uint64_t mines_ = 0;
};

}  // namespace sapper
