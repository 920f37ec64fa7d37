#include "board/changes.h"

#include <algorithm>
#include <stdexcept>

#include "support/fail.h"

namespace sapper {

Changes::Changes(Grid grid, const Parts& parts) : grid_(grid), former_(parts.former), openings_(parts.openings) {
    std::uint64_t cells = 0;
    bool fits = true;
    for (const Run& run : parts.runs) {
        fits = fits && std::uint64_t{run.start} + run.length <= grid.size();
        cells += run.length;
        runs_.push_back(run);
    }
    for (const std::uint8_t value : parts.values) values_.push_back(value);
    for (const Former& former : former_) fits = fits && former.index < cells;
    std::size_t after = 0;
    for (const Opening& opening : openings_) {
        fits = fits && opening.first_run >= after && opening.first_run <= opening.end_run &&
               opening.end_run <= runs_.size();
        for (const Cell start : opening.starts) fits = fits && start < grid.size();
        after = opening.end_run;
    }
    if (!fits || cells != values_.size()) fail(std::invalid_argument("these changes do not belong together"));
}

Changes::Parts Changes::parts() const {
    Parts parts{{}, {}, former_, openings_};
    for (std::size_t run = 0; run < runs_.size(); ++run) parts.runs.push_back(runs_[run]);
    for (std::size_t i = 0; i < values_.size(); ++i) parts.values.push_back(values_[i]);
    return parts;
}

bool Changes::operator==(const Changes& other) const {
    return grid_ == other.grid_ && size() == other.size() && parts() == other.parts();
}

void Changes::add(const Changes& later) {
    const std::size_t shift = runs_.size(), values = values_.size();
    for (const Former& former : later.former_) former_.push_back({former.index + values, former.value});
    for (std::size_t run = 0; run < later.runs_.size(); ++run) runs_.push_back(later.runs_[run]);
    for (std::size_t i = 0; i < later.values_.size(); ++i) values_.push_back(later.values_[i]);
    for (const Opening& opening : later.openings_)
        openings_.push_back({opening.first_run + shift, opening.end_run + shift, opening.starts});
}

void Changes::began_at(std::span<const Cell> starts) {
    openings_.push_back({0, runs_.size(), {starts.begin(), starts.end()}});
}

std::vector<Changes::Change> Changes::in_order() const {
    std::vector<Change> order;
    order.reserve(values_.size());
    std::size_t value = 0;
    auto opening = openings_.begin();
    for (std::size_t run = 0; run < runs_.size();) {
        if (opening != openings_.end() && opening->first_run == run) {
            ripple(*opening, value, order);
            run = opening->end_run;
            value = order.size();
            ++opening;
            continue;
        }
        for (std::uint32_t i = 0; i < runs_[run].length; ++i) order.push_back({runs_[run].start + i, values_[value++]});
        ++run;
    }
    return order;
}

void Changes::ripple(const Opening& opening, std::size_t first_value, std::vector<Change>& order) const {
    struct Stretch {
        Cell start;
        std::uint32_t length;
        std::size_t value;
    };
    std::vector<Stretch> stretches;
    std::size_t value = first_value;
    for (std::size_t run = opening.first_run; run < opening.end_run; ++run) {
        stretches.push_back({runs_[run].start, runs_[run].length, value});
        value += runs_[run].length;
    }
    std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) { return a.start < b.start; });

    std::vector<bool> taken(value - first_value);
    const auto take = [&](Cell cell) {
        auto after = std::upper_bound(stretches.begin(), stretches.end(), cell,
                                      [](Cell wanted, const Stretch& stretch) { return wanted < stretch.start; });
        if (after == stretches.begin()) return;
        const Stretch& stretch = *--after;
        if (cell - stretch.start >= stretch.length) return;
        const std::size_t index = stretch.value + (cell - stretch.start);
        if (taken[index - first_value]) return;
        taken[index - first_value] = true;
        order.push_back({cell, values_[index]});
    };
    // The changes in `order` are the queue, so the order is breadth first.
    std::size_t next = order.size();
    for (const Cell start : opening.starts) take(start);
    for (; next < order.size(); ++next)
        if (order[next].value == 0) grid_.around(order[next].cell, take);
}

}  // namespace sapper
