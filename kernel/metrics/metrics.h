#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/board.h"
#include "board/grid.h"
#include "board/minefield.h"

namespace sapper {

/// The work that a minefield takes without flags.
struct Survey {
    std::uint64_t bbbv = 0;      // least clicks: one for each opening, one for each number outside of openings
    std::uint64_t openings = 0;  // groups of zeros, with the numbers around them
    std::uint64_t islands = 0;   // groups of numbers outside of openings
};

/// One bit per cell in rows of whole words, with an empty row above and below.
class Bitmap {
  public:
    void shape(const Grid& grid);
    std::uint64_t* row(std::size_t row) { return words_.data() + (row + 1) * stride_; }
    const std::uint64_t* row(std::size_t row) const { return words_.data() + (row + 1) * stride_; }

  private:
    std::size_t stride_ = 0;
    std::vector<std::uint64_t> words_;
};

/// Counts groups of bits that touch, also diagonally: stretches of a row, joined to those of the row above.
class Groups {
  public:
    template <typename Words>
    std::uint64_t count(const Bitmap& cells, std::size_t height, Words words);

    /// Leaves out the groups that have a bit in `spoilt`.
    template <typename Words>
    std::uint64_t count_whole(const Bitmap& cells, const Bitmap& spoilt, std::size_t height, Words words);

  private:
    struct Stretch {
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t group;
    };

    template <bool ONLY_WHOLE, typename Words>
    std::uint64_t tally(const Bitmap& cells, const Bitmap* spoilt, std::size_t height, Words words);
    std::uint32_t root(std::uint32_t group);

    std::vector<Stretch> above_, here_;
    std::vector<std::uint32_t> parent_;
    std::vector<std::uint8_t> whole_;
};

/// Measures boards a whole word of cells at a time. Reuses its memory between boards.
class Surveyor {
  public:
    Survey survey(const Minefield& field);

    /// Like `survey`, without the islands.
    Survey bbbv(const Minefield& field);

    /// Measures a minefield of one bit per cell, row by row, the highest bit of each byte first.
    Survey survey(const Grid& grid, std::span<const std::uint8_t> bits, bool islands);

    /// Measures minefields that follow one another in the same form, each in whole bytes. Returns the 3BV of each,
    /// or 3BV, openings and islands of each.
    std::vector<std::uint32_t> survey_many(const Grid& grid, std::span<const std::uint8_t> bits, bool only_bbbv);

    /// The solved 3BV of a board: an opening counts with its last cell, zeros and border alike.
    std::uint64_t solved(const Minefield& field, const Board& board);

    /// The part of it that a player can see: numbers that touch no visible zero, and zeros with all around them open.
    std::uint64_t progress(const Board& board);

  private:
    template <typename Has>
    void draw(Bitmap& bitmap, Has&& has);
    void draw_bits(std::span<const std::uint8_t> bits);
    template <typename Words>
    void spread(const Bitmap& from, Bitmap& to, Words words);
    template <typename Words>
    void find_zeros(Words words);
    template <typename Words>
    std::uint64_t find_numbers(Words words);
    template <typename Words>
    Survey survey_mines(Words words, bool islands);
    template <typename Measure>
    auto with_words(Measure&& measure);
    void start(const Grid& grid);

    Grid grid_;
    std::size_t words_ = 0;
    std::uint64_t last_ = 0;  // the bits of a row's last word that are cells
    Bitmap mines_, zeros_, covered_, numbers_, spoilt_, sideways_;
    Groups groups_;
};

}  // namespace sapper
