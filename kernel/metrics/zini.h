#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/bordered.h"
#include "board/minefield.h"

namespace sapper {

/// Estimates the least clicks that win a known minefield with flags and chords, as Zimmermann and Nikolaus do.
///
/// The premium of a cell is what a chord there saves: the 3BV that it opens, less the mines to flag, the click that
/// opens the cell itself if it is closed, and the chord. The cell of the highest premium is chorded, as long as that
/// is not negative; otherwise the first cell is clicked that has to be. Among equals the leftmost counts as first, and
/// in one column the topmost.
class Zini {
  public:
    explicit Zini(const Minefield& field);

    /// Chords at every cell where it pays.
    std::uint64_t greedy() const;

    /// Clicks every opening first, then chords only at cells that are open.
    std::uint64_t human() const;

  private:
    class Play;

    using Place = std::size_t;  // of a cell on `columns_`

    void find_openings();
    void count_numbers();

    Bordered columns_;  // the board turned, because the first of equals is the leftmost
    std::uint64_t safe_;
    std::vector<std::uint8_t> traits_;
    std::vector<std::uint8_t> premium_;
    std::vector<std::uint32_t> opening_;  // of a zero, counted from 1; of a number on a border, the last one
    std::vector<Place> members_;          // the cells of one opening after another
    std::vector<std::size_t> begin_;      // of each opening among them, and the end
};

}  // namespace sapper
