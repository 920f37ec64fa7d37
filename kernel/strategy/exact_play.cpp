#include "strategy/exact_play.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "board/random.h"
#include "support/call_limits.h"

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

std::optional<ExactPlay::Result> ExactPlay::solve(std::uint64_t& work, std::span<const std::uint8_t> barred) {
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

    // A cell that shows one number only is worth opening where it takes the place of a barred one.
    const std::uint32_t fewest = barred.empty() ? 2 : 1;
    Choice best;
    for (Index cell = 0; cell < cells_; ++cell) {
        const Choice choice = look(cell, all);
        if (choice.numbers >= 2) actives_.push_back(cell);
        if (!barred.empty() && barred[cell]) continue;
        if (choice.safe > best.safe) best = choice;
        if (choice.numbers >= fewest) choices_.push_back(choice);
    }
    rank(0);
    double most = barred.empty() ? all.largest : 0;
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

/// Returns what is won in `set` when `choice` is opened next, if that is more than `needed`; otherwise some upper limit
/// of it that is not more than `needed`.
///
/// The line of play is a stack of openings with a node between each two: an opening splits a set by the number that
/// shows, and a node looks for the best opening in one of the splits.
double ExactPlay::wins_after(const Choice& choice, const Set& set, Span active, double needed) {
    begin_opening(choice, set, active, needed);
    while (true) {
        if (find_split(openings_.back())) {
            search_split();
            continue;
        }
        const double wins = end_opening();
        if (nodes_.empty()) return wins;
        Node& node = nodes_.back();
        if (node.certain || wins > std::max(node.best, node.needed)) node.best = wins;
        else node.cut = std::max(node.cut, wins);
        go_on();
    }
}

void ExactPlay::begin_opening(const Choice& choice, const Set& set, Span active, double needed) {
    const std::uint8_t* const shown = shown_.data() + choice.cell * rows_;
    Opening opening{active, needed, 0, 0, sets_.size(), splits_.size(), splits_.size(), 0};
    std::size_t counts[MINE_HERE + 1] = {};
    for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) ++counts[shown[sets_[i]]];
    Set parts[MINE_HERE + 1];
    std::size_t at = opening.set_mark;
    for (std::size_t number = 0; number <= MINE_HERE; ++number) {
        parts[number].rows = {at, at};
        at += counts[number];
    }
    sets_.resize(opening.set_mark + set.rows.size());
    for (std::size_t i = set.rows.begin; i < set.rows.end; ++i) {
        const Index row = sets_[i];
        Set& part = parts[shown[row]];
        sets_[part.rows.end++] = row;
        part.key ^= keys_[row];
        part.weight += weights_[row];
        part.largest = std::max(part.largest, weights_[row]);
    }
    for (std::size_t number = 0; number < MINE_HERE; ++number) {
        if (counts[number] == 0) continue;
        splits_.push_back({parts[number], limit(parts[number], active)});
        opening.hope += splits_.back().most;
    }
    opening.end = splits_.size();
    openings_.push_back(opening);
}

double ExactPlay::end_opening() {
    const Opening opening = openings_.back();
    openings_.pop_back();
    sets_.resize(opening.set_mark);
    splits_.resize(opening.split_mark);
    return opening.hope;
}

/// Moves on to the next split whose limit may be too high, unless the opening cannot win more than needed anyway.
bool ExactPlay::find_split(Opening& opening) const {
    while (opening.next < opening.end && opening.hope > opening.needed) {
        if (splits_[opening.next].set.rows.size() > 2) return true;
        ++opening.next;
    }
    return false;
}

/// Puts what best play wins in a split in place of its limit: at once if it is known, or later, by a node.
void ExactPlay::search_split() {
    Opening& opening = openings_.back();
    const Split split = splits_[opening.next];
    // The others win at most this much: below what is then missing the split decides nothing.
    opening.others = opening.hope - split.most;
    const double needed = opening.needed - opening.others;
    if (const Known* known = recall(split.set.key); known && (known->exact || known->wins <= needed)) {
        resolve_split(known->wins);
        return;
    }
    check_stopped();
    work_ += split.set.rows.size() * opening.active.size() + NODE_WORK;
    if (work_ > budget_) {
        resolve_split(0);
        return;
    }
    begin_node(split.set, opening.active, needed);
    go_on();
}

void ExactPlay::resolve_split(double wins) {
    Opening& opening = openings_.back();
    opening.hope = opening.others + wins;
    ++opening.next;
}

/// Collects the cells that are worth opening in a set.
///
/// A cell that shows one number only, if it is safe, carries no information now or later: it is never worth a
/// risk, and when only such cells are left just one arrangement can be won.
void ExactPlay::begin_node(const Set& set, Span active, double needed) {
    Node node{set, needed, set.largest, 0, {actives_.size(), 0}, {choices_.size(), 0}, choices_.size(), false};
    Choice opened;
    for (std::size_t i = active.begin; i < active.end; ++i) {
        const Choice choice = look(actives_[i], set);
        if (choice.numbers < 2) continue;
        actives_.push_back(choice.cell);
        choices_.push_back(choice);
        if (choice.safe == set.weight && (!node.certain || choice.numbers > opened.numbers)) {
            node.certain = true;
            opened = choice;
        }
    }
    if (node.certain) {
        choices_.resize(node.choices.begin);
        choices_.push_back(opened);
    } else {
        rank(node.choices.begin);
    }
    node.live.end = actives_.size();
    node.choices.end = choices_.size();
    nodes_.push_back(node);
}

/// Begins the next opening of the last node, or ends the node when nothing better can be found in it.
void ExactPlay::go_on() {
    Node& node = nodes_.back();
    const double floor = node.certain ? node.needed : std::max(node.best, node.needed);
    if (node.next < node.choices.end) {
        const Choice choice = choices_[node.next++];
        if (node.certain || choice.safe > floor) {
            begin_opening(choice, node.set, node.live, floor);
            return;
        }
        node.cut = std::max(node.cut, choice.safe);
    }
    resolve_split(end_node());
}

double ExactPlay::end_node() {
    const Node node = nodes_.back();
    nodes_.pop_back();
    actives_.resize(node.live.begin);
    choices_.resize(node.choices.begin);
    const bool exact = node.best > node.needed;
    const double wins = exact ? node.best : std::max(node.best, node.cut);
    if (work_ <= budget_) remember(node.set.key, wins, exact);
    return wins;
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
