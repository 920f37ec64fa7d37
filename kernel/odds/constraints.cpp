#include "odds/constraints.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sapper {
namespace {

/// Whole-board passes before single cells are followed one by one. Nearly all chains are this short.
constexpr int WHOLE_BOARD_PASSES = 3;

/// An elimination order that costs less than this is not worth a second attempt.
constexpr std::uint64_t CHEAP_ORDER = 128;

enum Mark : std::uint8_t { AROUND_ARE_MINES = 1, AROUND_ARE_CLEAR = 2, UNSETTLED = 4 };

/// For each set of neighbours (bits in row order): their places relative to the first, 5 bits a row.
/// Two cells with the same first number are seen by the same numbers when their patterns are equal.
constexpr std::array<std::uint16_t, 256> make_patterns() {
    constexpr int rows[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
    constexpr int cols[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
    std::array<std::uint16_t, 256> patterns{};
    for (unsigned mask = 1; mask < 256; ++mask) {
        const int first = std::countr_zero(mask);
        unsigned pattern = 0;
        for (int i = first; i < 8; ++i)
            if (mask >> i & 1u) pattern |= 1u << ((rows[i] - rows[first]) * 5 + cols[i] - cols[first] + 2);
        patterns[mask] = static_cast<std::uint16_t>(pattern);
    }
    return patterns;
}

constexpr std::array<std::uint16_t, 256> PATTERNS = make_patterns();

/// Bytes of a vector register. The loops below run over whole blocks, and compilers vectorize them.
constexpr std::size_t BLOCK = 16;

void read_facts(std::size_t size, const std::uint8_t* shown, std::uint8_t unknown_flag, std::uint8_t mined_flag,
                std::uint8_t* __restrict facts) {
    constexpr std::uint8_t is_unknown = Constraints::UNKNOWN, is_mined = Constraints::MINED;
    for (std::size_t i = 0; i < size; ++i) {
        const bool unknown = (shown[i] == HIDDEN) | (shown[i] == QUESTION) | (shown[i] == unknown_flag);
        const bool mined = (shown[i] == MINE) | (shown[i] == EXPLODED) | (shown[i] == mined_flag);
        facts[i] = static_cast<std::uint8_t>((unknown ? is_unknown : 0) | (mined ? is_mined : 0));
    }
}

/// Sums the facts around each cell, mines in the low half of the byte and unknown cells in the high half,
/// and marks the numbers by what they decide.
void mark_numbers(std::ptrdiff_t size, std::size_t stride, const std::uint8_t* facts, const std::uint8_t* shown,
                  std::uint8_t* __restrict around, std::uint8_t* __restrict marks) {
    const std::uint8_t *above = facts - stride, *here = facts, *below = facts + stride;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        const std::ptrdiff_t left = i - 1, right = i + 1;
        const std::uint8_t sum = static_cast<std::uint8_t>(above[left] + above[i] + above[right] + here[left] +
                                                           here[right] + below[left] + below[i] + below[right]);
        const std::uint8_t mines = sum & 15;
        const std::uint8_t reach = static_cast<std::uint8_t>(mines + (sum >> 4));
        const std::uint8_t all = shown[i] == reach ? AROUND_ARE_MINES : 0;
        const std::uint8_t none = shown[i] == mines ? AROUND_ARE_CLEAR : 0;
        const std::uint8_t unsettled = shown[i] != sum ? UNSETTLED : 0;
        around[i] = sum;
        marks[i] = shown[i] <= 8 ? static_cast<std::uint8_t>(all | none | unsettled) : std::uint8_t{0};
    }
}

/// A cell that two numbers decide differently becomes MINED; the number that is then wrong is found later.
bool apply_marks(std::ptrdiff_t size, std::size_t stride, const std::uint8_t* marks, std::uint8_t* __restrict facts) {
    constexpr std::uint8_t unknown = Constraints::UNKNOWN;
    const std::uint8_t *above = marks - stride, *here = marks, *below = marks + stride;
    std::uint8_t changed = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
        const std::ptrdiff_t left = i - 1, right = i + 1;
        const std::uint8_t around = static_cast<std::uint8_t>(above[left] | above[i] | above[right] | here[left] |
                                                              here[right] | below[left] | below[i] | below[right]);
        const std::uint8_t mined = around & AROUND_ARE_MINES;
        const std::uint8_t decided = (around & (AROUND_ARE_MINES | AROUND_ARE_CLEAR)) ? mined : unknown;
        const std::uint8_t fact = facts[i] == unknown ? decided : facts[i];
        changed = static_cast<std::uint8_t>(changed | (fact ^ facts[i]));
        facts[i] = fact;
    }
    return changed != 0;
}

}  // namespace

bool Constraints::read(const Position& position, bool trust_flags) {
    numbers_.clear();
    groups_.clear();
    components_.clear();
    order_.clear();
    lay_out(position, trust_flags);
    count_around();
    for (int pass = 0; pass < WHOLE_BOARD_PASSES && settle_once(); ++pass) count_around();
    if (!settle_rest()) return false;
    count_facts();
    group_cells();
    split();
    return true;
}

void Constraints::lay_out(const Position& position, bool trust_flags) {
    if (grid_ != position.grid || shown_.empty()) {
        grid_ = position.grid;
        stride_ = std::size_t{grid_.width} + 1;
        const std::ptrdiff_t s = static_cast<std::ptrdiff_t>(stride_);
        steps_ = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
        first_ = stride_ + 1;
        last_ = first_ + (grid_.height * stride_ + BLOCK - 1) / BLOCK * BLOCK;
        const std::size_t size = last_ + stride_ + 1;
        shown_.assign(size, WRONG_FLAG);
        for (auto* board : {&facts_, &around_, &marks_, &seen_by_}) board->assign(size, 0);
        number_at_.resize(size);
    }
    for (std::uint32_t row = 0; row < grid_.height; ++row)
        std::memcpy(&shown_[padded(row)], position.seen.data() + grid_.at(row, 0), grid_.width);

    const std::uint8_t unknown_flag = trust_flags ? std::uint8_t{HIDDEN} : std::uint8_t{FLAG};
    const std::uint8_t mined_flag = trust_flags ? std::uint8_t{FLAG} : std::uint8_t{MINE};
    read_facts(last_ - first_, &shown_[first_], unknown_flag, mined_flag, &facts_[first_]);
}

void Constraints::count_around() {
    mark_numbers(passed(), stride_, &facts_[first_], &shown_[first_], &around_[first_], &marks_[first_]);
}

/// Decides the neighbours of every number that is met by none or by all of them.
bool Constraints::settle_once() { return apply_marks(passed(), stride_, &marks_[first_], &facts_[first_]); }

/// Follows what is left of the chains, and lists the numbers that stay open.
bool Constraints::settle_rest() {
    open_.clear();
    settled_.clear();
    for (std::size_t at = first_; at < last_; at += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, &marks_[at], 8);
        if ((eight & 0x0101010101010101u * UNSETTLED) == 0) continue;
        for (std::size_t i = at; i < at + 8; ++i)
            if (marks_[i] & UNSETTLED) open_.push_back(i);
    }
    const std::uint8_t *shown = shown_.data(), *around = around_.data();
    for (const std::size_t number : open_) {
        settled_.push_back(number);
        while (!settled_.empty()) {
            const std::size_t at = settled_.back();
            settled_.pop_back();
            const int need = shown[at] - (around[at] & 15), cells = around[at] >> 4;
            if (need < 0 || need > cells) {
                const std::size_t row = at / stride_ - 1;
                clash_ = static_cast<Cell>(at - stride_ - 1 - row);
                return false;
            }
            if (cells == 0 || (need != 0 && need != cells)) continue;
            for (const std::ptrdiff_t step : steps_) {
                const std::size_t neighbour = beside(at, step);
                if (facts_[neighbour] == UNKNOWN) settle(neighbour, need ? MINED : CLEAR);
            }
        }
    }
    return true;
}

/// Queues the numbers around the cell again, because they may now decide their last unknown cells.
void Constraints::settle(std::size_t at, Fact fact) {
    facts_[at] = fact;
    for (const std::ptrdiff_t step : steps_) {
        const std::size_t neighbour = beside(at, step);
        around_[neighbour] = static_cast<std::uint8_t>(around_[neighbour] + fact - UNKNOWN);
        if (shown_[neighbour] <= 8) settled_.push_back(neighbour);
    }
}

void Constraints::count_facts() {
    unknown_ = known_mines_ = 0;
    // A byte of 255 sums holds either count; eight bytes at a time.
    constexpr std::uint64_t LOW = 0x0101010101010101u;
    for (std::size_t at = first_; at < last_;) {
        std::uint64_t unknown = 0, mined = 0;
        for (const std::size_t stop = std::min(at + 8 * 248, last_); at < stop; at += 8) {
            std::uint64_t eight;
            std::memcpy(&eight, &facts_[at], 8);
            unknown += eight >> 4 & LOW;
            mined += eight & LOW;
        }
        for (int byte = 0; byte < 64; byte += 8) {
            unknown_ += unknown >> byte & 255;
            known_mines_ += mined >> byte & 255;
        }
    }
}

void Constraints::group_cells() {
    edge_.clear();
    const std::ptrdiff_t width = static_cast<std::ptrdiff_t>(grid_.width);
    const std::array<std::ptrdiff_t, 8> cell_steps = {-width - 1, -width,    -width + 1, -1,
                                                      1,          width - 1, width,      width + 1};
    for (const std::size_t at : open_) {
        const std::uint8_t cells = static_cast<std::uint8_t>(around_[at] >> 4);
        if (cells == 0) continue;
        const Cell cell = static_cast<Cell>(at - stride_ - 1 - (at / stride_ - 1));
        number_at_[at] = static_cast<std::uint32_t>(numbers_.size());
        const std::uint8_t need = static_cast<std::uint8_t>(shown_[at] - (around_[at] & 15));
        numbers_.push_back({cell, need, cells, 0, {}});
        for (std::size_t i = 0; i < 8; ++i) {
            const std::size_t neighbour = beside(at, steps_[i]);
            if (facts_[neighbour] != UNKNOWN) continue;
            if (!seen_by_[neighbour]) edge_.push_back({neighbour, cell + static_cast<Cell>(cell_steps[i])});
            seen_by_[neighbour] = static_cast<std::uint8_t>(seen_by_[neighbour] | 128u >> i);
        }
    }
    for (const EdgeCell& edge : edge_) {
        unsigned mask = seen_by_[edge.at];
        seen_by_[edge.at] = 0;
        const std::uint16_t pattern = PATTERNS[mask];
        const auto next_number = [&] {
            const std::size_t i = static_cast<std::size_t>(std::countr_zero(mask));
            mask &= mask - 1;
            return number_at_[beside(edge.at, steps_[i])];
        };
        const std::uint32_t first = next_number();
        const Number& number = numbers_[first];
        std::uint32_t known = 0;
        while (known < number.degree) {
            const Group& group = groups_[number.groups[known]];
            if (group.numbers[0] == first && group.pattern == pattern) break;
            ++known;
        }
        if (known < number.degree) {
            Group& group = groups_[number.groups[known]];
            group.cells[group.size++] = edge.cell;
            continue;
        }
        const std::uint32_t index = static_cast<std::uint32_t>(groups_.size());
        Group& group = groups_.emplace_back();
        group.pattern = pattern;
        group.size = 1;
        group.cells[0] = edge.cell;
        group.degree = 0;
        for (std::uint32_t seen_by = first;; seen_by = next_number()) {
            group.numbers[group.degree++] = seen_by;
            Number& witness = numbers_[seen_by];
            witness.groups[witness.degree++] = index;
            if (!mask) break;
        }
    }
}

void Constraints::split() {
    left_.resize(numbers_.size());
    growth_.resize(numbers_.size());
    for (std::uint32_t i = 0; i < numbers_.size(); ++i) reset(i);
    queued_.assign(groups_.size(), 0);
    assigned_.assign(groups_.size(), 0);
    order_.reserve(groups_.size());
    for (std::uint32_t group = 0; group < groups_.size(); ++group) {
        if (assigned_[group]) continue;
        const std::uint32_t first = static_cast<std::uint32_t>(order_.size());
        std::uint32_t width = 0;
        std::uint64_t cost = eliminate(group, first, width);
        std::uint32_t cells = 0;
        for (std::size_t i = first; i < order_.size(); ++i) {
            cells += groups_[order_[i]].size;
            assigned_[order_[i]] = 1;
        }
        const std::uint32_t count = static_cast<std::uint32_t>(order_.size()) - first;
        // The end of one order is far out in the component: a good place to start another.
        for (int attempt = 0; attempt < 2 && cost > CHEAP_ORDER; ++attempt) {
            trial_.assign(order_.begin() + first, order_.end());
            const std::uint32_t old_width = width;
            order_.resize(first);
            const std::uint64_t new_cost = eliminate(trial_.back(), first, width);
            if (new_cost >= cost) {
                std::copy(trial_.begin(), trial_.end(), order_.begin() + first);
                width = old_width;
                break;
            }
            cost = new_cost;
        }
        components_.push_back({first, count, cells, width});
    }
}

void Constraints::reset(std::uint32_t number) {
    left_[number] = numbers_[number].degree;
    growth_[number] = numbers_[number].degree > 1;
}

/// Appends the component of `start` to the order, each time the group that leaves fewest numbers open.
/// Returns the cost: the sum over the steps of 2 to the power of open numbers.
std::uint64_t Constraints::eliminate(std::uint32_t start, std::uint32_t first, std::uint32_t& width) {
    constexpr std::uint32_t COST_BITS = 50;
    std::uint64_t cost = 0;
    std::uint32_t open = 0;
    width = 0;
    reachable_.assign(1, start);
    queued_[start] = 1;
    while (!reachable_.empty()) {
        std::size_t best = 0;
        int best_growth = 9;
        // Too wide to be counted in any order: not worth a search.
        const std::size_t candidates = open > MOST_OPEN ? 0 : reachable_.size();
        for (std::size_t i = 0; i < candidates && best_growth >= 0; ++i) {
            const Group& group = groups_[reachable_[i]];
            int growth = 0;
            for (std::uint32_t j = 0; j < group.degree; ++j) growth += growth_[group.numbers[j]];
            if (growth < best_growth) {
                best_growth = growth;
                best = i;
            }
        }
        const std::uint32_t chosen = candidates ? reachable_[best] : reachable_.back();
        if (candidates) reachable_.erase(reachable_.begin() + static_cast<std::ptrdiff_t>(best));
        else reachable_.pop_back();
        order_.push_back(chosen);
        const Group& group = groups_[chosen];
        std::uint32_t closed = 0;
        for (std::uint32_t j = 0; j < group.degree; ++j) {
            const std::uint32_t index = group.numbers[j];
            const Number& number = numbers_[index];
            if (left_[index] == number.degree) {
                ++open;
                for (std::uint32_t i = 0; i < number.degree; ++i) {
                    const std::uint32_t next = number.groups[i];
                    if (!queued_[next]) {
                        queued_[next] = 1;
                        reachable_.push_back(next);
                    }
                }
            }
            if (--left_[index] == 0) ++closed;
            growth_[index] = left_[index] == 1 ? -1 : 0;
        }
        width = std::max(width, open);
        cost += std::uint64_t{1} << std::min(open, COST_BITS);
        open -= closed;
    }
    for (std::size_t i = first; i < order_.size(); ++i) {
        const Group& group = groups_[order_[i]];
        queued_[order_[i]] = 0;
        for (std::uint32_t j = 0; j < group.degree; ++j) reset(group.numbers[j]);
    }
    return cost;
}

}  // namespace sapper
