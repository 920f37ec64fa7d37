#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "odds/odds.h"

namespace sapper {

/// An open number that still has unknown cells around it.
struct Number {
    Cell cell;
    std::uint8_t need;      // mines it still needs
    std::uint8_t capacity;  // unknown cells around it
    std::uint8_t degree;    // groups around it
    std::array<std::uint32_t, 8> groups;
};

/// Unknown cells that are seen by the same numbers, and so are interchangeable.
struct Group {
    std::uint16_t pattern;  // of its other numbers, relative to the first one
    std::uint8_t size;
    std::uint8_t degree;  // numbers that see it
    std::array<std::uint32_t, 8> numbers;
    std::array<Cell, 8> cells;
};

/// Components in which more numbers than this are open at once are never counted.
constexpr std::uint32_t MOST_OPEN = 128;

/// Groups that are tied to each other by numbers: a range of `Constraints::order`.
struct Component {
    std::uint32_t first;
    std::uint32_t groups;
    std::uint32_t cells;
    std::uint32_t width;  // most numbers open at once when the groups are settled in order
};

/// The constraints that the numbers of a position put on its cells, without the cells that single numbers decide.
class Constraints {
  public:
    /// Returns false when single numbers already contradict each other; `clash` is then one of them.
    bool read(const Position& position, bool trust_flags);

    Cell clash() const { return clash_; }
    const std::vector<Number>& numbers() const { return numbers_; }
    const std::vector<Group>& groups() const { return groups_; }
    const std::vector<Component>& components() const { return components_; }

    /// Groups, component by component, in an order in which few numbers are open at a time.
    const std::vector<std::uint32_t>& order() const { return order_; }

    std::uint64_t unknown() const { return unknown_; }          // cells not decided by single numbers
    std::uint64_t known_mines() const { return known_mines_; }  // shown, or decided by single numbers

    enum Fact : std::uint8_t { CLEAR = 0, MINED = 1, UNKNOWN = 16 };

    /// One row of `Fact`, as far as single numbers decide it. Numbers and other safe cells are CLEAR.
    const std::uint8_t* facts(std::uint32_t row) const { return facts_.data() + padded(row); }

  private:
    static std::size_t beside(std::size_t at, std::ptrdiff_t step) {
        return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + step);
    }
    std::ptrdiff_t passed() const { return static_cast<std::ptrdiff_t>(last_ - first_); }
    std::size_t padded(std::uint32_t row) const { return (row + std::size_t{1}) * stride_ + 1; }
    void lay_out(const Position& position, bool trust_flags);
    void count_around();
    bool settle_once();
    bool settle_rest();
    void settle(std::size_t at, Fact fact);
    void count_facts();
    void group_cells();
    void split();
    void reset(std::uint32_t number);
    std::uint64_t eliminate(std::uint32_t start, std::uint32_t first, std::uint32_t& width);

    Grid grid_;
    std::size_t stride_ = 0;  // one border cell after each row serves the next row too (see Bordered)
    std::array<std::ptrdiff_t, 8> steps_{};

    // Padded boards, one byte a cell, so that whole-board passes need no borders and vectorize.
    std::vector<std::uint8_t> shown_, facts_, around_, marks_, seen_by_;
    std::size_t first_ = 0, last_ = 0;  // what the passes cover, a whole number of blocks
    std::vector<std::uint32_t> number_at_;

    std::vector<std::size_t> open_, settled_;
    struct EdgeCell {
        std::size_t at;
        Cell cell;
    };
    std::vector<EdgeCell> edge_;

    std::vector<Number> numbers_;
    std::vector<Group> groups_;
    std::vector<Component> components_;
    std::vector<std::uint32_t> order_, trial_, reachable_;
    std::vector<std::uint8_t> left_;     // groups of each number that are not settled
    std::vector<std::int8_t> growth_;    // numbers that stay open when a group of this number is settled
    std::vector<std::uint8_t> queued_, assigned_;
    std::uint64_t unknown_ = 0, known_mines_ = 0;
    Cell clash_ = 0;
};

}  // namespace sapper
