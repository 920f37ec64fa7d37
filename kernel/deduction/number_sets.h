#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "deduction/knowledge.h"

namespace sapper {

/// Some cells of a 3x3 box, and exactly how many mines are among them.
struct NumberSet {
    static constexpr std::uint32_t NONE = ~std::uint32_t{0};

    Spot corner;          // top-left cell of the box; the cells reach its top row and its left column
    std::uint16_t cells;  // bit 3 * row + col of the box
    std::uint8_t size;
    std::uint8_t mines;
    std::uint32_t whole;  // the set that `part` was taken from; for a number's own set, its spot
    std::uint32_t part;   // NONE for a number's own set
    std::uint32_t next;   // the next set with the same corner
};

/// The sets of numbers and everything that subtraction makes of them: where one set contains another,
/// the rest of the larger is a set too. All of them are within the eight cells around one number, so
/// this ends without any limit, and the outcome does not depend on the order.
class NumberSets {
  public:
    /// The conclusion from two sets: the cells of one alone are mined, of the other alone safe.
    struct Finding {
        std::uint32_t first = NumberSet::NONE;
        std::uint32_t second = NumberSet::NONE;  // NONE if the first proves it alone
        std::vector<Spot> mined;
        std::vector<Spot> safe;
    };

    void clear(const Bordered& board);
    void add(const Knowledge& knowledge, Spot number);

    /// Derives sets until one or two of them prove something (true), or until there are no more (false).
    bool derive(Finding& finding);

    bool contradictory() const { return contradictory_; }
    std::span<const NumberSet> sets() const { return sets_; }

    template <typename Visit>
    void each_cell(const NumberSet& set, Visit&& visit) const {
        each_cell(set.corner, set.cells, visit);
    }

    /// Appends the numbers that a set was made from.
    void trace(std::uint32_t set, std::vector<Spot>& numbers);

  private:
    Bordered board_;
    std::vector<NumberSet> sets_;
    std::vector<std::uint32_t> at_corner_;
    std::vector<std::uint32_t> pending_;
    std::size_t done_ = 0;
    bool contradictory_ = false;

    template <typename Visit>
    void each_cell(Spot corner, unsigned cells, Visit&& visit) const {
        for (; cells; cells &= cells - 1) {
            const unsigned bit = static_cast<unsigned>(std::countr_zero(cells));
            visit(corner + bit / 3 * board_.stride + bit % 3);
        }
    }

    void insert(Spot corner, unsigned cells, int mines, std::uint32_t whole, std::uint32_t part);
    bool settles(std::uint32_t set, Finding& finding) const;
    bool compare(std::uint32_t first, std::uint32_t second, int rows, int cols, Finding& finding);
};

}  // namespace sapper
