#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "deduction/number_sets.h"

namespace sapper {

/// Chooses sets without a common cell that hold as many mines, or as many safe cells, as possible.
///
/// When such a family holds all mines that are left, every cell outside it is safe; when it holds all safe
/// cells, every cell outside is mined. Among the best families it prefers one with the fewest cells, so
/// that something stays outside whenever any best family leaves something out.
class SetPacking {
  public:
    /// Branches looked at for each group of overlapping sets before the best so far is taken. Boards that
    /// people play need a few hundred at most.
    static constexpr std::uint32_t BRANCHES = 4'000;

    enum class Goal : std::uint8_t { MINES, SAFE_CELLS };

    /// True if disjoint sets hold `amount` in all. `chosen` receives the indices of the family.
    bool cover(const NumberSets& sets, const Bordered& board, Goal goal, std::uint64_t amount,
               std::vector<std::uint32_t>& chosen);

  private:
    struct Option {
        std::uint32_t set;
        std::int64_t worth;
    };
    struct Choice {
        std::uint32_t cell;
        std::uint32_t option;  // counted from the first of the cell; one past the last leaves the cell out
    };

    static constexpr std::uint32_t NONE = NumberSet::NONE;
    /// Divisible by every possible size of a set, so that worth per cell is a whole number.
    static constexpr std::int64_t UNIT = 840;

    const NumberSets* sets_ = nullptr;
    std::vector<std::uint32_t> place_;        // of a spot among `cells_`
    std::vector<std::int64_t> density_;       // of a spot: the most that a set holds per cell
    std::vector<std::uint32_t> group_;        // of each set, as a union-find forest
    std::vector<std::int64_t> limit_;         // of a group, at its root: no family holds more
    std::vector<std::uint32_t> order_;        // sets, group by group
    std::vector<Spot> cells_;                 // of one group
    std::vector<std::int64_t> potential_;     // the most one cell can add
    std::vector<std::uint8_t> taken_;
    std::vector<std::uint32_t> option_begin_;
    std::vector<Option> options_;             // by the first cell of the set
    std::vector<Choice> path_;
    std::vector<std::uint32_t> best_, current_;
    std::int64_t worth_ = 0;   // of the sets in `current_`
    std::int64_t hope_ = 0;    // the most that the cells not decided yet can add
    std::uint32_t cell_ = 0;   // the next one to decide

    std::uint32_t root(std::uint32_t set);
    void join_overlapping();
    std::int64_t limit_groups(Goal goal);
    void arrange(std::span<const std::uint32_t> group, Goal goal);
    void choose(std::int64_t needed);
    std::uint32_t first_open(std::uint32_t from) const;
    void enter(std::uint32_t option);
    bool enter_next();
    std::int64_t take(const NumberSet& set, bool taken);
    bool is_free(const NumberSet& set) const;
};

}  // namespace sapper
