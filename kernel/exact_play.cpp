#include "exact_play.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "random.h"

namespace sapper {

namespace {

constexpr std::uint64_t NODE_WORK = 50;  // the fixed cost of a node, in cells looked at
constexpr std::size_t FIRST_MEMORY = 1024;

}  // namespace

void ExactPlay::resize(std::size_t cells, std::size_t rows) {
    cells_ = cells;
    rows_ = rows;
    shown_.assign(cells * rows, 0);
    weights_.assign(rows, 1);
    if (keys_.size() < rows) {
        keys_.resize(rows);
        Random random(Seed{0, 0});
        for (std::uint64_t& key : keys_) key = random.next();
    }
}

std::optional<ExactPlay::Result> ExactPlay::solve(std::uint64_t& work) {
    work_ = 0;
    budget_ = work;
    ++era_;
    remembered_ = 0;
    sets_.resize(rows_);
    std::iota(sets_.begin(), sets_.end(), Index{0});
    actives_.clear();
    choices_.clear();
    splits_.clear();
    Set all{{0, rows_}, 0, 0, 0};
    for (std::size_t row = 0; row < rows_; ++row) {
        all.key ^= keys_[row];
        all.weight += weights_[row];
        all.largest = std::max(all.largest, weights_[row]);
    }

    equal_ = all.weight == all.largest * static_cast<double>(rows_);

    Choice best;
    for (Index cell = 0; cell < cells_; ++cell) {
        const Choice choice = look(cell, all);
        if (choice.safe > best.safe) best = choice;
        if (choice.numbers < 2) continue;
        actives_.push_back(cell);
        choices_.push_back(choice);
    }
    rank(0);
    double most = all.largest;
    const Span active{0, actives_.size()};
    const std::size_t end = choices_.size();
    for (std::size_t i = 0; i < end; ++i) {
        const Choice choice = choices_[i];
        if (choice.safe <= most) break;
        const double score = wins_after(choice, all, active, most);
        if (work_ > budget_) return std::nullopt;
        if (score > most) {
            most = score;
            best = choice;
        }
        if (choice.safe == all.weight) break;
    }
    work -= work_;
    return Result{best.cell, best.safe, most, all.weight};
}

ExactPlay::Choice ExactPlay::look(Index cell, const Set& set) const {
    const std::uint8_t* const shown = shown_.data() + cell * rows_;
    std::uint32_t seen = 0, mines = 0;
    double mined = 0;
    if (equal_) {
        for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) {
            const std::uint8_t number = shown[sets_[i]];
            seen |= 1u << number;
            mines += number == MINE_HERE;
        }
        mined = mines * set.largest;
    } else {
        for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) {
            const Index row = sets_[i];
            seen |= 1u << shown[row];
            if (shown[row] == MINE_HERE) mined += weights_[row];
        }
    }
    const int numbers = std::popcount(seen & ((1u << MINE_HERE) - 1));
    return {cell, static_cast<std::uint32_t>(numbers), set.weight - mined};
}

/// Promising first: the safest, then those that may show more different numbers, then in order.
void ExactPlay::rank(std::size_t begin) {
    std::sort(choices_.begin() + static_cast<std::ptrdiff_t>(begin), choices_.end(),
              [](const Choice& a, const Choice& b) {
                  if (a.safe != b.safe) return a.safe > b.safe;
                  return a.numbers != b.numbers ? a.numbers > b.numbers : a.cell < b.cell;
              });
}

/// A cheap upper limit of the wins in a set.
double ExactPlay::limit(const Set& set, Span active) {
    if (set.rows.size() == 1) return set.weight;
    double most = set.largest;
    std::size_t looked = active.begin;
    while (looked < active.end && most < set.weight) {
        const Choice choice = look(actives_[looked++], set);
        if (choice.numbers >= 2 && choice.safe > most) most = choice.safe;
    }
    work_ += set.rows.size() * (looked - active.begin);
    return most;
}

/// What best play wins in `set`, if that is more than `needed`; otherwise some upper limit of it that is not
/// more than `needed`.
///
/// A cell that shows one number only, wherever it is safe, tells nothing now or later: it is never worth a
/// risk, and when only such cells are left just one arrangement can be won.
double ExactPlay::wins(const Set& set, Span active, double needed) {
    if (set.rows.size() <= 2) return limit(set, active);
    if (const Known* known = recall(set.key))
        if (known->exact || known->wins <= needed) return known->wins;
    work_ += set.rows.size() * active.size() + NODE_WORK;
    if (work_ > budget_) return 0;

    const std::size_t active_mark = actives_.size(), choice_mark = choices_.size();
    double best = set.largest;
    bool exact = true, certain = false;
    Choice opened;
    for (std::size_t i = active.begin; i < active.end; ++i) {
        const Choice choice = look(actives_[i], set);
        if (choice.numbers < 2) continue;
        actives_.push_back(choice.cell);
        choices_.push_back(choice);
        if (choice.safe == set.weight && (!certain || choice.numbers > opened.numbers)) {
            certain = true;
            opened = choice;
        }
    }
    const Span live{active_mark, actives_.size()};
    if (certain) {
        best = wins_after(opened, set, live, needed);
        exact = best > needed;
    } else {
        const std::size_t end = choices_.size();
        rank(choice_mark);
        double cut = 0;  // upper limit over the cells that were not searched to the end
        for (std::size_t i = choice_mark; i < end; ++i) {
            const Choice choice = choices_[i];
            const double floor = std::max(best, needed);
            if (choice.safe <= floor) {
                cut = std::max(cut, choice.safe);
                break;
            }
            const double score = wins_after(choice, set, live, floor);
            if (score > floor) best = score;
            else cut = std::max(cut, score);
        }
        if (best <= needed) {
            exact = false;
            best = std::max(best, cut);
        }
    }
    actives_.resize(active_mark);
    choices_.resize(choice_mark);
    if (work_ <= budget_) remember(set.key, best, exact);
    return best;
}

/// What is won in `set` when `choice` is opened next, under the same rule for `needed` as `wins`.
double ExactPlay::wins_after(const Choice& choice, const Set& set, Span active, double needed) {
    const std::uint8_t* const shown = shown_.data() + choice.cell * rows_;
    const std::size_t set_mark = sets_.size(), split_mark = splits_.size();
    std::size_t counts[MINE_HERE + 1] = {};
    for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) ++counts[shown[sets_[i]]];
    Set parts[MINE_HERE + 1];
    std::size_t at = set_mark;
    for (std::size_t number = 0; number <= MINE_HERE; ++number) {
        parts[number].rows = {at, at};
        at += counts[number];
    }
    sets_.resize(set_mark + set.rows.size());
    for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) {
        const Index row = sets_[i];
        Set& part = parts[shown[row]];
        sets_[part.rows.end++] = row;
        part.key ^= keys_[row];
        part.weight += weights_[row];
        part.largest = std::max(part.largest, weights_[row]);
    }
    double hope = 0;
    for (std::size_t number = 0; number < MINE_HERE; ++number) {
        if (counts[number] == 0) continue;
        splits_.push_back({parts[number], limit(parts[number], active)});
        hope += splits_.back().most;
    }
    const std::size_t end = splits_.size();
    for (std::size_t i = split_mark; i < end && hope > needed; ++i) {
        const Split split = splits_[i];
        if (split.set.rows.size() <= 2) continue;
        // The others give at most `hope - split.most`: below what is then missing this part decides nothing.
        const double others = hope - split.most;
        hope = others + wins(split.set, active, needed - others);
    }
    sets_.resize(set_mark);
    splits_.resize(split_mark);
    return hope;
}

ExactPlay::Known* ExactPlay::recall(std::uint64_t key) {
    if (memory_.empty()) return nullptr;
    for (std::size_t i = key & (memory_.size() - 1);; i = (i + 1) & (memory_.size() - 1)) {
        Known& known = memory_[i];
        if (known.era != era_) return nullptr;
        if (known.key == key) return &known;
    }
}

void ExactPlay::remember(std::uint64_t key, double wins, bool exact) {
    if (Known* known = recall(key)) {
        known->wins = wins;
        known->exact = exact;
        return;
    }
    if (2 * (remembered_ + 1) > memory_.size()) {
        std::vector<Known> old(std::max(FIRST_MEMORY, 2 * memory_.size()));
        old.swap(memory_);
        remembered_ = 0;
        for (const Known& known : old)
            if (known.era == era_) remember(known.key, known.wins, known.exact);
    }
    std::size_t i = key & (memory_.size() - 1);
    while (memory_[i].era == era_) i = (i + 1) & (memory_.size() - 1);
    memory_[i] = {key, wins, era_, exact};
    ++remembered_;
}

}  // namespace sapper
