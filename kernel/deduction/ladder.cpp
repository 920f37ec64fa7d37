#include "deduction/ladder.h"

#include <algorithm>

#include "support/call_limits.h"

namespace sapper {

void Ladder::load(const Position& position) {
    field_ = nullptr;
    pace_ = Pace::STEPS;
    knowledge_.load(position);
    out_of_budget_ = false;
    work_ = 0;
    steps_.clear();
    spots_.clear();
    unchained_.clear();
    origin_.assign(knowledge_.board().size(), ~std::uint32_t{0});
}

void Ladder::play(const EditableMinefield& field, Cell first, Pace pace) {
    field_ = &field;
    pace_ = pace;
    knowledge_.reset(field.board().grid, field.mines());
    out_of_budget_ = false;
    work_ = 0;
    steps_.clear();
    spots_.clear();
    unchained_.clear();
    if (pace_ == Pace::STEPS) origin_.assign(knowledge_.board().size(), ~std::uint32_t{0});
    open(knowledge_.board().spot(first));
    first_opened_ = {0, static_cast<std::uint32_t>(spots_.size())};
}

Grade Ladder::climb(Grade up_to) {
    Grade hardest = Grade::NONE;
    for (Grade used = advance(up_to); used != Grade::NONE; used = advance(up_to)) hardest = std::max(hardest, used);
    return hardest;
}

Grade Ladder::advance(Grade up_to) {
    check_stopped();
    if (solved() || contradictory()) return Grade::NONE;
    const bool in_order = pace_ == Pace::STEPS || up_to != Grade::FULL;
    if (up_to >= Grade::SINGLE && try_single()) return Grade::SINGLE;
    if (up_to >= Grade::PAIRS && try_pairs(in_order)) return Grade::PAIRS;
    if (up_to >= Grade::CHAINS && in_order && try_chains()) return Grade::CHAINS;
    if (up_to >= Grade::COUNT && in_order && try_count()) return Grade::COUNT;
    if (up_to >= Grade::FULL && try_full()) return Grade::FULL;
    return Grade::NONE;
}

bool Ladder::try_single() {
    while (!knowledge_.decided.empty()) {
        const Spot number = knowledge_.decided.pop();
        const Ring ring = knowledge_.unknown_around(number);
        const int missing = knowledge_.missing(number);
        // A number may have lost its cells, or in play its mines, since it was queued.
        if (!ring || (missing != 0 && missing != RING_SIZE[ring])) continue;
        found_.clear();
        knowledge_.board().each(number, ring, [&](Spot spot) { found_.push_back(spot); });
        conclude(Grade::SINGLE, missing ? Certainty::MINED : Certainty::SAFE, found_, {&number, 1});
        return true;
    }
    return false;
}

bool Ladder::try_pairs(bool note_unused) {
    while (!knowledge_.changed.empty()) {
        const Spot number = knowledge_.changed.pop();
        knowledge_.dequeued(number);
        for (std::size_t place = 0; place < NEARBY.size(); ++place)
            if (try_pair(number, place)) {
                knowledge_.mark_changed(number);
                return true;
            }
        if (contradictory()) return false;
        if (note_unused && knowledge_.unknown_around(number)) unchained_.push(number);
    }
    return false;
}

/// Complete for two numbers of which neither settles its cells alone. Let them miss a and b mines and have p
/// and q cells of their own in addition to the shared ones. The shared mines are between max(0, a - p, b - q) and
/// min(shared, a, b); cells are settled only where these bounds force all or none of p, q or the shared
/// cells, and with 0 < a < p + shared and 0 < b < q + shared that leaves a - b = p and b - a = q.
bool Ladder::try_pair(Spot number, std::size_t place) {
    const Bordered& board = knowledge_.board();
    const Spot other = number + board.nearby[place];
    const Ring ring = knowledge_.unknown_around(number), shared = ring & NEARBY[place].shared;
    if (!shared || other >= board.size() || !knowledge_.is_number(other)) return false;
    const Ring alone = ring & static_cast<Ring>(~NEARBY[place].shared);
    const Ring other_alone = knowledge_.unknown_around(other) &
                             static_cast<Ring>(~NEARBY[NEARBY.size() - 1 - place].shared);
    const int more = knowledge_.missing(number) - knowledge_.missing(other);
    const int cells = RING_SIZE[alone], other_cells = RING_SIZE[other_alone];
    if (more != cells && -more != other_cells) {
        if (more > cells || -more > other_cells) knowledge_.contradict();
        return false;
    }
    if (!cells && !other_cells) return false;

    const bool first_mined = more == cells;
    const Spot numbers[] = {number, other};
    found_.clear();
    board.each(first_mined ? number : other, first_mined ? alone : other_alone,
               [&](Spot spot) { found_.push_back(spot); });
    const std::size_t mined = found_.size();
    board.each(first_mined ? other : number, first_mined ? other_alone : alone,
               [&](Spot spot) { found_.push_back(spot); });
    conclude(Grade::PAIRS, Certainty::MINED, std::span(found_).first(mined), numbers);
    conclude(Grade::PAIRS, Certainty::SAFE, std::span(found_).subspan(mined), numbers);
    return true;
}

bool Ladder::try_chains() {
    while (!unchained_.empty()) {
        const Spot number = unchained_.pop();
        if (!knowledge_.unknown_around(number)) continue;
        collect_component(number);
        sets_.clear(knowledge_.board());
        for (const Spot member : component_) sets_.add(knowledge_, member);
        if (sets_.derive(finding_)) {
            unchained_.push(number);
            numbers_.clear();
            sets_.trace(finding_.first, numbers_);
            if (finding_.second != NumberSet::NONE) sets_.trace(finding_.second, numbers_);
            conclude(Grade::CHAINS, Certainty::MINED, finding_.mined, numbers_);
            conclude(Grade::CHAINS, Certainty::SAFE, finding_.safe, numbers_);
            return true;
        }
        if (sets_.contradictory()) knowledge_.contradict();
    }
    return false;
}

/// The numbers that are connected with this one through unknown cells.
void Ladder::collect_component(Spot number) {
    const Bordered& board = knowledge_.board();
    visited_.resize(std::max(visited_.size(), board.size()));
    component_.assign(1, number);
    visited_[number] = 1;
    for (std::size_t i = 0; i < component_.size(); ++i) {
        const Ring ring = knowledge_.unknown_around(component_[i]);
        for (std::size_t place = 0; place < NEARBY.size(); ++place) {
            if (!(ring & NEARBY[place].shared)) continue;
            const Spot other = component_[i] + board.nearby[place];
            if (other >= board.size() || !knowledge_.is_number(other) || visited_[other]) continue;
            visited_[other] = 1;
            component_.push_back(other);
        }
    }
    for (const Spot member : component_) visited_[member] = 0;
}

bool Ladder::try_count() {
    const Bordered& board = knowledge_.board();
    const std::int64_t mines = knowledge_.unknown_mines();
    const std::int64_t safe = static_cast<std::int64_t>(knowledge_.unknown_cells()) - mines;
    if (mines < 0 || safe < 0) knowledge_.contradict();
    if (contradictory() || knowledge_.unknown_cells() == 0) return false;

    sets_.clear(board);
    for (std::uint32_t row = 0; row < board.grid.height; ++row)
        for (Spot spot = board.row_start(row); spot < board.row_start(row) + board.grid.width; ++spot)
            if (knowledge_.is_number(spot) && knowledge_.unknown_around(spot)) sets_.add(knowledge_, spot);
    sets_.derive(finding_);
    using Goal = SetPacking::Goal;
    return (packing_.cover(sets_, board, Goal::MINES, static_cast<std::uint64_t>(mines), family_) &&
            conclude_outside(Certainty::SAFE)) ||
           (packing_.cover(sets_, board, Goal::SAFE_CELLS, static_cast<std::uint64_t>(safe), family_) &&
            conclude_outside(Certainty::MINED));
}

bool Ladder::conclude_outside(Certainty certainty) {
    const Bordered& board = knowledge_.board();
    visited_.resize(std::max(visited_.size(), board.size()));
    const auto mark = [&](std::uint8_t value) {
        for (const std::uint32_t set : family_)
            sets_.each_cell(sets_.sets()[set], [&](Spot spot) { visited_[spot] = value; });
    };
    mark(1);
    found_.clear();
    for (std::uint32_t row = 0; row < board.grid.height; ++row)
        for (Spot spot = board.row_start(row); spot < board.row_start(row) + board.grid.width; ++spot)
            if (knowledge_.is_unknown(spot) && !visited_[spot]) found_.push_back(spot);
    mark(0);
    numbers_.clear();
    for (const std::uint32_t set : family_) sets_.trace(set, numbers_);
    conclude(Grade::COUNT, certainty, found_, numbers_);
    return !found_.empty();
}

/// In play only safe cells lead on; a position wants all that is certain.
bool Ladder::try_full() {
    const Grid grid = knowledge_.board().grid;
    knowledge_.copy(seen_);
    work_ += grid.size();
    switch (solver_.solve({grid, knowledge_.mines(), seen_}, odds_)) {
        case Verdict::CONTRADICTION: knowledge_.contradict(); return false;
        case Verdict::OUT_OF_BUDGET: out_of_budget_ = true; return false;
        case Verdict::SOLVED: break;
    }
    const bool one_step = field_ && pace_ == Pace::STEPS;
    bool leads_on = false;
    for (Cell cell = 0; cell < grid.size(); ++cell) {
        const Certainty certainty = odds_.certain[cell];
        if (certainty == Certainty::NONE || seen_[cell] != HIDDEN) continue;
        if (one_step && certainty != Certainty::SAFE) continue;
        const Spot spot = knowledge_.board().spot(cell);
        if (!knowledge_.is_unknown(spot)) continue;
        conclude(Grade::FULL, certainty, {&spot, 1}, {});
        leads_on = leads_on || !field_ || certainty == Certainty::SAFE;
        if (one_step) break;
    }
    return leads_on;
}

void Ladder::conclude(Grade grade, Certainty certainty, std::span<const Spot> cells, std::span<const Spot> numbers) {
    if (cells.empty()) return;
    Step step;
    if (pace_ == Pace::STEPS) {
        const auto append = [this](std::span<const Spot> spots) {
            const auto begin = static_cast<std::uint32_t>(spots_.size());
            spots_.insert(spots_.end(), spots.begin(), spots.end());
            return Step::Range{begin, static_cast<std::uint32_t>(spots_.size())};
        };
        step = {grade, certainty, append(cells), append(numbers), {}};
        for (const Spot spot : cells) origin_[spot] = static_cast<std::uint32_t>(steps_.size());
        step.opened.begin = static_cast<std::uint32_t>(spots_.size());
    }
    for (const Spot spot : cells) {
        if (!knowledge_.is_unknown(spot)) continue;
        if (field_ && certainty == Certainty::SAFE) open(spot);
        else knowledge_.settle(spot, certainty);
    }
    work_ += cells.size();
    if (pace_ == Pace::STEPS) {
        step.opened.end = static_cast<std::uint32_t>(spots_.size());
        steps_.push_back(step);
    }
}

/// Opens a cell, and around a zero its neighbours too, as the game does.
void Ladder::open(Spot spot) {
    flood_.assign(1, spot);
    while (!flood_.empty()) {
        const Spot next = flood_.back();
        flood_.pop_back();
        if (!knowledge_.is_unknown(next)) continue;
        const std::uint8_t number = field_->number(next);
        knowledge_.open(next, number);
        ++work_;
        if (pace_ == Pace::STEPS) spots_.push_back(next);
        if (number != 0) continue;
        knowledge_.board().each(next, knowledge_.unknown_around(next), [&](Spot around) { flood_.push_back(around); });
    }
}

std::uint32_t Ladder::origin(Spot spot) const {
    return std::min(origin_[spot], static_cast<std::uint32_t>(steps_.size()));
}

void Ladder::trace(std::uint32_t last, std::vector<std::uint32_t>& steps) const {
    steps.clear();
    // The latest is on top, so that a step that is wanted twice comes up twice in a row.
    std::vector<std::uint32_t> heap{last};
    const auto want = [&](std::uint32_t step) {
        heap.push_back(step);
        std::push_heap(heap.begin(), heap.end());
    };
    while (!heap.empty()) {
        const std::uint32_t i = heap.front();
        std::pop_heap(heap.begin(), heap.end());
        heap.pop_back();
        if (!steps.empty() && steps.back() == i) continue;
        steps.push_back(i);
        if (steps_[i].grade == Grade::COUNT) {
            // The mines that are left are those that no earlier step has found.
            for (std::uint32_t j = 0; j < i; ++j)
                if (!field_ || steps_[j].certainty == Certainty::MINED) want(j);
        }
        for (const Spot number : spots(steps_[i].numbers))
            for (const Spot around : knowledge_.board().step) {
                const Spot spot = number + around;
                if (!is_open(knowledge_.view(spot)) && origin_[spot] < i) want(origin_[spot]);
            }
    }
    std::reverse(steps.begin(), steps.end());
}

void Ladder::mine_moved(Spot spot, bool laid) {
    for (const Spot around : knowledge_.board().step)
        if (knowledge_.is_number(spot + around)) knowledge_.renumber(spot + around, laid);
}

}  // namespace sapper
