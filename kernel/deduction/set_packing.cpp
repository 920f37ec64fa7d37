#include "deduction/set_packing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sapper {

namespace {

std::int64_t amount_in(const NumberSet& set, SetPacking::Goal goal) {
    return goal == SetPacking::Goal::MINES ? set.mines : set.size - set.mines;
}

}  // namespace

bool SetPacking::cover(const NumberSets& sets, const Bordered& board, Goal goal, std::uint64_t amount,
                       std::vector<std::uint32_t>& chosen) {
    sets_ = &sets;
    chosen.clear();
    place_.resize(std::max(place_.size(), board.size()), NONE);
    density_.resize(place_.size());
    join_overlapping();
    const std::int64_t slack = limit_groups(goal) - static_cast<std::int64_t>(amount);
    if (slack < 0) return false;

    std::int64_t held = 0;
    for (std::size_t begin = 0, end = 0; begin < order_.size(); begin = end) {
        while (end < order_.size() && group_[order_[end]] == group_[order_[begin]]) ++end;
        arrange(std::span(order_).subspan(begin, end - begin), goal);
        choose(limit_[group_[order_[begin]]] - slack);
        for (const Spot cell : cells_) place_[cell] = NONE;
        for (const std::uint32_t set : best_) held += amount_in(sets.sets()[set], goal);
        chosen.insert(chosen.end(), best_.begin(), best_.end());
    }
    return held == static_cast<std::int64_t>(amount);
}

std::uint32_t SetPacking::root(std::uint32_t set) {
    while (group_[set] != set) set = group_[set] = group_[group_[set]];
    return set;
}

void SetPacking::join_overlapping() {
    const auto sets = sets_->sets();
    group_.resize(sets.size());
    std::iota(group_.begin(), group_.end(), 0u);
    for (std::uint32_t i = 0; i < sets.size(); ++i)
        sets_->each_cell(sets[i], [&](Spot spot) {
            if (place_[spot] == NONE) place_[spot] = i;
            else group_[root(i)] = root(place_[spot]);
        });
    for (const NumberSet& set : sets) sets_->each_cell(set, [&](Spot spot) { place_[spot] = NONE; });
    order_.resize(sets.size());
    std::iota(order_.begin(), order_.end(), 0u);
    for (std::uint32_t i = 0; i < sets.size(); ++i) group_[i] = root(i);
    std::stable_sort(order_.begin(), order_.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return group_[a] < group_[b]; });
}

/// Bounds what each group can hold by the densest set at each cell; returns the sum.
std::int64_t SetPacking::limit_groups(Goal goal) {
    const auto sets = sets_->sets();
    for (const NumberSet& set : sets)
        sets_->each_cell(
            set, [&](Spot spot) { density_[spot] = std::max(density_[spot], amount_in(set, goal) * UNIT / set.size); });
    limit_.assign(sets.size(), 0);
    for (std::uint32_t i = 0; i < sets.size(); ++i)
        sets_->each_cell(sets[i], [&](Spot spot) { limit_[group_[i]] += std::exchange(density_[spot], 0); });
    std::int64_t sum = 0;
    for (std::int64_t& limit : limit_) sum += limit /= UNIT;
    return sum;
}

/// Lines up the cells of a group, and under each the sets that begin there.
void SetPacking::arrange(std::span<const std::uint32_t> group, Goal goal) {
    const auto sets = sets_->sets();
    cells_.clear();
    for (const std::uint32_t set : group)
        sets_->each_cell(sets[set], [&](Spot spot) {
            if (place_[spot] != NONE) return;
            place_[spot] = 0;
            cells_.push_back(spot);
        });
    std::sort(cells_.begin(), cells_.end());
    for (std::uint32_t i = 0; i < cells_.size(); ++i) place_[cells_[i]] = i;

    potential_.assign(cells_.size(), 0);
    taken_.assign(cells_.size(), 0);
    options_.clear();
    const auto first_cell = [&](std::uint32_t set) {
        std::uint32_t first = NONE;
        sets_->each_cell(sets[set], [&](Spot spot) { first = std::min(first, place_[spot]); });
        return first;
    };
    const auto scale = static_cast<std::int64_t>(cells_.size()) + 1;
    for (const std::uint32_t set : group) {
        const std::int64_t worth = (amount_in(sets[set], goal) * scale - sets[set].size) * UNIT;
        if (worth <= 0) continue;
        options_.push_back({set, worth});
        sets_->each_cell(sets[set], [&](Spot spot) {
            potential_[place_[spot]] = std::max(potential_[place_[spot]], worth / sets[set].size);
        });
    }
    std::stable_sort(options_.begin(), options_.end(), [&](const Option& a, const Option& b) {
        const std::uint32_t a_first = first_cell(a.set), b_first = first_cell(b.set);
        return a_first != b_first ? a_first < b_first : a.worth > b.worth;
    });
    option_begin_.assign(cells_.size() + 1, 0);
    for (const Option& option : options_) ++option_begin_[first_cell(option.set) + 1];
    std::partial_sum(option_begin_.begin(), option_begin_.end(), option_begin_.begin());
}

bool SetPacking::is_free(const NumberSet& set) const {
    bool free = true;
    sets_->each_cell(set, [&](Spot spot) { free = free && !taken_[place_[spot]]; });
    return free;
}

/// Marks the cells of a set; returns what they could have added.
std::int64_t SetPacking::take(const NumberSet& set, bool taken) {
    std::int64_t potential = 0;
    sets_->each_cell(set, [&](Spot spot) {
        taken_[place_[spot]] = taken;
        potential += potential_[place_[spot]];
    });
    return potential;
}

/// Branch and bound, cell by cell: one of the sets that begin at the cell, or none. A family that holds
/// less than `needed` is of no use.
void SetPacking::choose(std::int64_t needed) {
    const auto count = static_cast<std::uint32_t>(cells_.size());
    std::int64_t most = std::max<std::int64_t>(-1, (needed * (count + 1) - count) * UNIT - 1);
    std::uint32_t branches = 0;
    worth_ = 0;
    hope_ = std::accumulate(potential_.begin(), potential_.end(), std::int64_t{0});
    best_.clear();
    current_.clear();
    path_.clear();
    cell_ = first_open(0);
    do {
        while (cell_ < count && worth_ + hope_ > most && branches < BRANCHES) {
            ++branches;
            enter(0);
        }
        if (cell_ == count && worth_ > most) {
            most = worth_;
            best_ = current_;
        }
    } while (enter_next() && branches < BRANCHES);
}

std::uint32_t SetPacking::first_open(std::uint32_t from) const {
    while (from < cells_.size() && taken_[from]) ++from;
    return from;
}

/// Takes the first set that fits, from this option of the cell on, or leaves the cell out if there is none.
void SetPacking::enter(std::uint32_t option) {
    const std::uint32_t begin = option_begin_[cell_], number = option_begin_[cell_ + 1] - begin;
    while (option < number && !is_free(sets_->sets()[options_[begin + option].set])) ++option;
    path_.push_back({cell_, option});
    if (option < number) {
        const Option& chosen = options_[begin + option];
        worth_ += chosen.worth;
        hope_ -= take(sets_->sets()[chosen.set], true);
        current_.push_back(chosen.set);
    } else {
        taken_[cell_] = true;
        hope_ -= potential_[cell_];
    }
    cell_ = first_open(cell_ + 1);
}

/// Goes back to the last cell with another option and takes that; false if there is none.
bool SetPacking::enter_next() {
    while (!path_.empty()) {
        const Choice last = path_.back();
        path_.pop_back();
        cell_ = last.cell;
        const std::uint32_t begin = option_begin_[cell_], number = option_begin_[cell_ + 1] - begin;
        if (last.option < number) {
            const Option& chosen = options_[begin + last.option];
            worth_ -= chosen.worth;
            hope_ += take(sets_->sets()[chosen.set], false);
            current_.pop_back();
            enter(last.option + 1);
            return true;
        }
        taken_[cell_] = false;
        hope_ += potential_[cell_];
    }
    return false;
}

}  // namespace sapper
