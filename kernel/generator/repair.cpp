#include "generator/repair.h"

#include <utility>

namespace sapper {

namespace {

std::size_t draw_index(Random& random, std::size_t size) { return static_cast<std::size_t>(random.below(size)); }

}  // namespace

void Repair::begin(const Bordered& board, std::span<const Cell> zone) {
    place_.assign(board.size(), UNSEEN);
    zone_.clear();
    for (const Cell cell : zone) zone_.push_back(board.spot(cell));
}

bool Repair::move_mines(EditableMinefield& field, Ladder& ladder, Random& random) {
    const Knowledge& knowledge = ladder.knowledge();
    survey(field, knowledge);
    while (!numbers_.empty()) {
        std::swap(numbers_[draw_index(random, numbers_.size())], numbers_.back());
        const Spot number = numbers_.back();
        numbers_.pop_back();
        const int mined = knowledge.missing(number);
        const int safe = RING_SIZE[knowledge.unknown_around(number)] - mined;
        const bool lay = safe != mined ? safe < mined : random.below(2) == 0;
        if (settle_around(number, lay, field, ladder, random)) return true;
        if (settle_around(number, !lay, field, ladder, random)) return true;
    }
    return false;
}

void Repair::survey(const EditableMinefield& field, const Knowledge& knowledge) {
    const Bordered& board = knowledge.board();
    numbers_.clear();
    for (std::uint32_t row = 0; row < board.grid.height; ++row)
        for (Spot spot = board.row_start(row); spot < board.row_start(row) + board.grid.width; ++spot)
            if (knowledge.is_number(spot) && knowledge.unknown_around(spot)) {
                numbers_.push_back(spot);
                board.each(spot, knowledge.unknown_around(spot), [&](Spot cell) { place_[cell] = SEEN; });
            }
    for (const Spot spot : zone_) place_[spot] = FIXED;
    sort_cells(field, knowledge);
}

void Repair::sort_cells(const EditableMinefield& field, const Knowledge& knowledge) {
    const Bordered& board = knowledge.board();
    for (const bool mined : {false, true}) {
        unseen_[mined].clear();
        seen_[mined].clear();
    }
    for (std::uint32_t row = 0; row < board.grid.height; ++row)
        for (Spot spot = board.row_start(row); spot < board.row_start(row) + board.grid.width; ++spot) {
            if (!knowledge.is_unknown(spot) || place_[spot] == FIXED) continue;
            (place_[spot] == SEEN ? seen_ : unseen_)[field.is_mined(spot)].push_back(spot);
            place_[spot] = UNSEEN;
        }
}

bool Repair::settle_around(Spot number, bool lay, EditableMinefield& field, Ladder& ladder, Random& random) {
    const Knowledge& knowledge = ladder.knowledge();
    const Bordered& board = knowledge.board();
    Spot changes[16];
    std::size_t own = 0;
    bool fixed = false;
    const Ring ring = knowledge.unknown_around(number);
    board.each(number, ring, [&](Spot spot) {
        if (field.is_mined(spot) == lay) return;
        fixed = fixed || place_[spot] == FIXED;
        changes[own++] = spot;
    });
    if (fixed) return false;

    // As many cells of the other kind lose a mine or get one.
    std::size_t count = own;
    const auto draw = [&](std::vector<Spot>& cells) {
        for (std::size_t left = cells.size(); left > 0 && count < 2 * own; --left) {
            std::swap(cells[draw_index(random, left)], cells[left - 1]);
            const Spot spot = cells[left - 1];
            bool around = false;
            board.each(number, ring, [&](Spot cell) { around = around || cell == spot; });
            if (!around) changes[count++] = spot;
        }
    };
    draw(unseen_[lay]);
    draw(seen_[lay]);
    if (count < 2 * own) return false;
    for (std::size_t i = 0; i < count; ++i) {
        field.toggle(changes[i]);
        ladder.mine_moved(changes[i], field.is_mined(changes[i]));
    }
    return true;
}

}  // namespace sapper
