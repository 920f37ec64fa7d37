#include "deduction/number_sets.h"

#include <bit>

#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr unsigned TOP_ROW = 0b000000111, LEFT_COL = 0b001001001;

unsigned size_of(unsigned cells) { return RING_SIZE[cells & 0xFF] + (cells >> 8); }

/// The cells of a box as seen from another box whose corner is `rows` and `cols` before this one's.
unsigned shifted(unsigned cells, int rows, int cols) {
    constexpr unsigned columns[] = {0b001001001, 0b011011011, 0b111111111, 0b110110110, 0b100100100};
    cells = rows >= 0 ? cells << 3 * rows : cells >> -3 * rows;
    cells = cols >= 0 ? cells << cols : cells >> -cols;
    return cells & columns[cols + 2];
}

}  // namespace

void NumberSets::clear(const Bordered& board) {
    if (!(board_.grid == board.grid)) {
        board_ = board;
        at_corner_.assign(board.size(), NumberSet::NONE);
    } else {
        for (const NumberSet& set : sets_) at_corner_[set.corner] = NumberSet::NONE;
    }
    sets_.clear();
    done_ = 0;
    contradictory_ = false;
}

void NumberSets::add(const Knowledge& knowledge, Spot number) {
    const unsigned ring = knowledge.unknown_around(number);
    const unsigned box = (ring & 0b1111) | (ring & 0b11110000) << 1;
    insert(number - board_.stride - 1, box, knowledge.missing(number), number, NumberSet::NONE);
}

void NumberSets::insert(Spot corner, unsigned cells, int mines, std::uint32_t whole, std::uint32_t part) {
    if (mines < 0 || mines > static_cast<int>(size_of(cells))) {
        contradictory_ = true;
        return;
    }
    if (cells == 0) return;
    for (; !(cells & TOP_ROW); cells >>= 3) corner += board_.stride;
    for (; !(cells & LEFT_COL); cells >>= 1) ++corner;
    for (std::uint32_t i = at_corner_[corner]; i != NumberSet::NONE; i = sets_[i].next)
        if (sets_[i].cells == cells) {
            if (sets_[i].mines != mines) contradictory_ = true;
            return;
        }
    sets_.push_back({corner, static_cast<std::uint16_t>(cells), static_cast<std::uint8_t>(size_of(cells)),
                     static_cast<std::uint8_t>(mines), whole, part, at_corner_[corner]});
    at_corner_[corner] = static_cast<std::uint32_t>(sets_.size() - 1);
}

bool NumberSets::derive(Finding& finding) {
    finding.mined.clear();
    finding.safe.clear();
    StopCheck check;
    for (; done_ < sets_.size(); ++done_) {
        check();
        const auto current = static_cast<std::uint32_t>(done_);
        if (settles(current, finding)) return true;
        for (int rows = -2; rows <= 2; ++rows)
            for (int cols = -2; cols <= 2; ++cols) {
                const Spot corner = sets_[current].corner + static_cast<Spot>(rows) * board_.stride +
                                    static_cast<Spot>(cols);
                if (corner >= at_corner_.size()) continue;
                // Sets that are derived meanwhile go to the front of the list and wait for their turn.
                for (std::uint32_t i = at_corner_[corner]; i != NumberSet::NONE; i = sets_[i].next)
                    if (i < current && compare(current, i, rows, cols, finding)) return true;
                if (contradictory_) return false;
            }
    }
    return false;
}

bool NumberSets::settles(std::uint32_t index, Finding& finding) const {
    const NumberSet& set = sets_[index];
    if (set.mines != 0 && set.mines != set.size) return false;
    finding.first = index;
    finding.second = NumberSet::NONE;
    each_cell(set, [&](Spot spot) { (set.mines ? finding.mined : finding.safe).push_back(spot); });
    return true;
}

bool NumberSets::compare(std::uint32_t first, std::uint32_t second, int rows, int cols, Finding& finding) {
    const NumberSet a = sets_[first], b = sets_[second];
    const unsigned b_seen = shifted(b.cells, rows, cols), shared = a.cells & b_seen;
    if (!shared) return false;
    const unsigned a_alone = a.cells & ~b_seen, b_alone = b.cells & ~shifted(a.cells, -rows, -cols);
    const int a_size = static_cast<int>(size_of(a_alone)), b_size = static_cast<int>(size_of(b_alone));
    const int more = a.mines - b.mines;
    if (more > a_size || -more > b_size) {
        contradictory_ = true;
        return false;
    }
    // With no set that settles itself, this difference is all that two sets can prove (see Ladder).
    if ((a_size || b_size) && (more == a_size || -more == b_size)) {
        const bool a_mined = more == a_size;
        finding.first = first;
        finding.second = second;
        std::vector<Spot>& a_cells = a_mined ? finding.mined : finding.safe;
        std::vector<Spot>& b_cells = a_mined ? finding.safe : finding.mined;
        each_cell(a.corner, a_alone, [&](Spot spot) { a_cells.push_back(spot); });
        each_cell(b.corner, b_alone, [&](Spot spot) { b_cells.push_back(spot); });
        return true;
    }
    if (!a_size) insert(b.corner, b_alone, -more, second, first);
    if (!b_size) insert(a.corner, a_alone, more, first, second);
    return false;
}

void NumberSets::trace(std::uint32_t set, std::vector<Spot>& numbers) {
    pending_.assign(1, set);
    while (!pending_.empty()) {
        const NumberSet& next = sets_[pending_.back()];
        pending_.pop_back();
        if (next.part == NumberSet::NONE) {
            numbers.push_back(next.whole);
        } else {
            pending_.push_back(next.whole);
            pending_.push_back(next.part);
        }
    }
}

}  // namespace sapper
