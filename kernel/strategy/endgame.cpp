#include "strategy/endgame.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr std::uint32_t NO_INDEX = std::numeric_limits<std::uint32_t>::max();

}  // namespace

std::optional<EndgameMove> Endgame::solve(const Position& position, std::span<const Certainty> certain,
                                          const EndgameBudget& budget, std::span<const std::uint8_t> barred) {
    most_rows_ = budget.arrangements;
    work_left_ = budget.work;
    if (!find_parts(position, certain) || !list_parts()) return std::nullopt;

    // Parts with a fixed number of mines stand alone; the others share what is left and go together. Parts that stand
    // alone can be played in any order, so the move is the best one of any part, if it is not barred; where all of them
    // are, it is the one that costs its part the least.
    EndgameMove result{0, 0, 1};
    EndgameMove instead{0, 0, 0};  // its `win` is the share of what its part wins
    const auto take = [&](std::span<const Index> cells, std::span<const std::uint8_t> mined) {
        const std::optional<EndgameMove> move = play_out(cells, mined, {});
        if (!move) return false;
        result.win *= move->win;
        if (barred.empty() || !barred[move->cell]) {
            if (move->safe > result.safe) {
                result.safe = move->safe;
                result.cell = move->cell;
            }
            return true;
        }
        const std::optional<EndgameMove> other = play_out(cells, mined, barred);
        if (!other) return false;
        if (other->safe > 0 && other->win > instead.win * move->win)
            instead = {other->cell, other->safe, other->win / move->win};
        return true;
    };
    std::vector<Index> shared;
    for (Index i = 0; i < parts_.size(); ++i) {
        if (parts_[i].fewest != parts_[i].most) shared.push_back(i);
        else if (!take(parts_[i].cells, parts_[i].mined)) return std::nullopt;
    }
    if (!shared.empty() && (!join(shared) || !take(joined_cells_, joined_))) return std::nullopt;
    if (result.safe > 0) return result;
    if (barred.empty()) return std::nullopt;
    return EndgameMove{instead.cell, instead.safe, result.win * instead.win};
}

bool Endgame::find_parts(const Position& position, std::span<const Certainty> certain) {
    grid_ = position.grid;
    const std::uint64_t known_mines = collect_cells(position, certain);
    if (known_mines > position.mines || position.mines - known_mines > cells_.size()) return false;
    mines_left_ = static_cast<std::size_t>(position.mines - known_mines);
    join_cells(position);
    divide();
    for (Part& part : parts_) order_cells(part);
    return true;
}

/// Lists the closed cells that may be safe, and returns the number of the others.
std::uint64_t Endgame::collect_cells(const Position& position, std::span<const Certainty> certain) {
    cells_.clear();
    is_safe_.clear();
    index_of_.assign(position.seen.size(), NO_INDEX);
    std::uint64_t known_mines = 0;
    for (Cell cell = 0; cell < position.seen.size(); ++cell) {
        if (is_open(position.seen[cell])) continue;
        if (certain[cell] == Certainty::MINED) {
            ++known_mines;
            continue;
        }
        index_of_[cell] = static_cast<Index>(cells_.size());
        cells_.push_back(cell);
        is_safe_.push_back(certain[cell] == Certainty::SAFE);
    }
    return known_mines;
}

/// Lists the numbers, and joins the cells that belong together: those that touch, and those that are next to a third
/// cell, open or not.
void Endgame::join_cells(const Position& position) {
    numbers_.clear();
    numbers_of_.assign(cells_.size(), {});
    parent_.resize(cells_.size());
    std::iota(parent_.begin(), parent_.end(), Index{0});
    std::vector<Index> near;
    for (Cell cell = 0; cell < position.seen.size(); ++cell) {
        const bool open = is_open(position.seen[cell]);
        if (!open && index_of_[cell] == NO_INDEX) continue;
        near.clear();
        int need = open ? position.seen[cell] : 0;
        grid_.around(cell, [&](Cell other) {
            if (index_of_[other] != NO_INDEX) near.push_back(index_of_[other]);
            else if (!is_open(position.seen[other])) --need;
        });
        if (open && !near.empty()) {
            for (const Index i : near) numbers_of_[i].push_back(static_cast<Index>(numbers_.size()));
            numbers_.push_back({near, need});
        }
        if (!open) near.push_back(index_of_[cell]);
        for (std::size_t i = 1; i < near.size(); ++i) parent_[root_of(near[i])] = root_of(near[0]);
    }
}

Endgame::Index Endgame::root_of(Index cell) {
    while (parent_[cell] != cell) cell = parent_[cell] = parent_[parent_[cell]];
    return cell;
}

/// Makes a part of each set of joined cells, with its numbers.
void Endgame::divide() {
    parts_.clear();
    std::vector<Index> part_of(cells_.size(), NO_INDEX);
    for (Index i = 0; i < cells_.size(); ++i) {
        Index& part = part_of[root_of(i)];
        if (part == NO_INDEX) {
            part = static_cast<Index>(parts_.size());
            parts_.emplace_back();
        }
        parts_[part].cells.push_back(i);
    }
    for (Index n = 0; n < numbers_.size(); ++n) parts_[part_of[root_of(numbers_[n].cells[0])]].numbers.push_back(n);
}

/// Lists cells that complete a number early, so that impossible beginnings are noticed soon.
void Endgame::order_cells(Part& part) {
    std::vector<std::size_t> open_cells(part.numbers.size());
    for (std::size_t n = 0; n < part.numbers.size(); ++n) open_cells[n] = numbers_[part.numbers[n]].cells.size();
    std::vector<Index> order;
    std::vector<std::uint8_t> placed(cells_.size(), 0);
    while (true) {
        std::size_t best = part.numbers.size();
        for (std::size_t n = 0; n < part.numbers.size(); ++n) {
            if (open_cells[n] == 0) continue;
            const std::size_t all = numbers_[part.numbers[n]].cells.size();
            const bool begun = open_cells[n] < all;
            if (best == part.numbers.size()) {
                best = n;
                continue;
            }
            const bool best_begun = open_cells[best] < numbers_[part.numbers[best]].cells.size();
            if (begun != best_begun ? begun : open_cells[n] < open_cells[best]) best = n;
        }
        if (best == part.numbers.size()) break;
        for (const Index cell : numbers_[part.numbers[best]].cells) {
            if (placed[cell]) continue;
            placed[cell] = 1;
            order.push_back(cell);
            for (const Index number : numbers_of_[cell]) {
                const auto at = std::lower_bound(part.numbers.begin(), part.numbers.end(), number);
                --open_cells[static_cast<std::size_t>(at - part.numbers.begin())];
            }
        }
    }
    part.loose = part.cells.size() - order.size();
    for (const Index cell : part.cells)
        if (!placed[cell]) order.push_back(cell);
    part.cells = std::move(order);
}

bool Endgame::list_parts() {
    // The mines of a part are limited by what the others can hold, so list the tight ones first.
    std::stable_sort(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) {
        return a.loose != b.loose ? a.loose < b.loose : a.cells.size() < b.cells.size();
    });
    std::size_t fewest = 0, most = 0;
    for (Part& part : parts_) {
        part.fewest = 0;
        part.most = std::min(part.cells.size(), mines_left_);
        most += part.most;
    }
    for (Part& part : parts_) {
        most -= part.most;
        fewest -= part.fewest;
        const std::size_t low = mines_left_ > most ? mines_left_ - most : 0;
        if (fewest > mines_left_ || !list_part(part, low, mines_left_ - fewest)) return false;
        most += part.most;
        fewest += part.fewest;
    }
    return drop_impossible(fewest, most);
}

/// Drops totals that the other parts turned out not to allow, until nothing changes. `fewest` and `most` are the sums
/// over all parts. Returns false when a part is left without any.
bool Endgame::drop_impossible(std::size_t fewest, std::size_t most) {
    for (bool changed = true; changed;) {
        changed = false;
        for (Part& part : parts_) {
            const std::size_t others_most = most - part.most, others_fewest = fewest - part.fewest;
            const std::size_t before = part.totals.size();
            drop_impossible(part, others_fewest, others_most);
            if (part.totals.empty()) return false;
            if (part.totals.size() == before) continue;
            changed = true;
            most = others_most + part.most;
            fewest = others_fewest + part.fewest;
        }
    }
    return true;
}

/// Drops the arrangements of one part whose total the other parts do not allow.
void Endgame::drop_impossible(Part& part, std::size_t others_fewest, std::size_t others_most) const {
    const std::size_t width = part.cells.size();
    std::size_t kept = 0;
    part.fewest = width;
    part.most = 0;
    for (std::size_t row = 0; row < part.totals.size(); ++row) {
        const std::size_t total = part.totals[row];
        if (total + others_most < mines_left_ || total + others_fewest > mines_left_) continue;
        part.fewest = std::min(part.fewest, total);
        part.most = std::max(part.most, total);
        if (kept != row) {
            part.totals[kept] = part.totals[row];
            std::copy_n(part.mined.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                        part.mined.begin() + static_cast<std::ptrdiff_t>(kept * width));
        }
        ++kept;
    }
    part.totals.resize(kept);
    part.mined.resize(kept * width);
}

/// Lists every arrangement of one part with `fewest` to `most` mines.
bool Endgame::list_part(Part& part, std::size_t fewest, std::size_t most) {
    part.mined.clear();
    part.totals.clear();
    part.fewest = part.cells.size();
    part.most = 0;
    unplaced_.resize(numbers_.size());
    for (const Index n : part.numbers) unplaced_[n] = static_cast<int>(numbers_[n].cells.size());
    row_.assign(part.cells.size(), 0);
    return extend(part, fewest, most) && !part.totals.empty();
}

/// Places the cells of a part one after another and takes them back, the last one first. Returns false when the
/// budget is spent.
bool Endgame::extend(Part& part, std::size_t fewest, std::size_t most) {
    const std::size_t cells = part.cells.size();
    std::size_t depth = 0, total = 0;  // cells that are placed, and their mines
    int next = 0;  // what to try at this depth: 0 for no mine, 1 for a mine
    StopCheck check;
    if (work_left_-- == 0) return false;
    while (true) {
        if (depth == cells && !add_row(part, total)) return false;
        if (depth == cells || next > (is_safe_[part.cells[depth]] ? 0 : 1)) {
            if (depth == 0) return true;
            --depth;
            const int mine = row_[depth];
            take_back(part.cells[depth], mine);
            total -= static_cast<std::size_t>(mine);
            next = mine + 1;
            continue;
        }
        const int mine = next++;
        const std::size_t sum = total + static_cast<std::size_t>(mine);
        if (sum > most || sum + (cells - depth - 1) < fewest) continue;
        if (!place(part.cells[depth], mine)) {
            take_back(part.cells[depth], mine);
            continue;
        }
        row_[depth++] = static_cast<std::uint8_t>(mine);
        total = sum;
        next = 0;
        check();
        if (work_left_-- == 0) return false;
    }
}

bool Endgame::add_row(Part& part, std::size_t total) const {
    if (part.totals.size() == most_rows_) return false;
    part.totals.push_back(static_cast<std::uint32_t>(total));
    part.mined.insert(part.mined.end(), row_.begin(), row_.end());
    part.fewest = std::min(part.fewest, total);
    part.most = std::max(part.most, total);
    return true;
}

/// Returns whether the numbers around the cell can still be met.
bool Endgame::place(Index cell, int mine) {
    bool fits = true;
    for (const Index n : numbers_of_[cell]) {
        --unplaced_[n];
        numbers_[n].need -= mine;
        fits = fits && numbers_[n].need >= 0 && numbers_[n].need <= unplaced_[n];
    }
    return fits;
}

void Endgame::take_back(Index cell, int mine) {
    for (const Index n : numbers_of_[cell]) {
        ++unplaced_[n];
        numbers_[n].need += mine;
    }
}

/// Lists the arrangements of several parts whose mines together are what the single ones leave.
bool Endgame::join(std::span<const Index> shared) {
    std::size_t left = mines_left_;
    for (const Part& part : parts_)
        if (part.fewest == part.most) left -= part.fewest;
    joined_cells_.clear();
    joined_.clear();
    for (const Index i : shared)
        joined_cells_.insert(joined_cells_.end(), parts_[i].cells.begin(), parts_[i].cells.end());
    row_.assign(joined_cells_.size(), 0);
    chosen_.resize(shared.size());
    std::size_t depth = 0, offset = 0, next = 0;  // parts and cells that are joined; what to try of the next part
    StopCheck check;
    while (true) {
        if (depth == shared.size()) {
            if (left == 0 && !add_joined_row()) return false;
        } else if (const Part& part = parts_[shared[depth]]; next < part.totals.size()) {
            const std::size_t row = next++, width = part.cells.size();
            check();
            if (work_left_-- == 0) return false;
            if (part.totals[row] > left) continue;
            std::copy_n(part.mined.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                        row_.begin() + static_cast<std::ptrdiff_t>(offset));
            chosen_[depth++] = row;
            left -= part.totals[row];
            offset += width;
            next = 0;
            continue;
        }
        if (depth == 0) return true;
        const Part& last = parts_[shared[--depth]];
        left += last.totals[chosen_[depth]];
        offset -= last.cells.size();
        next = chosen_[depth] + 1;
    }
}

bool Endgame::add_joined_row() {
    if (joined_.size() / row_.size() == most_rows_) return false;
    joined_.insert(joined_.end(), row_.begin(), row_.end());
    return true;
}

/// Best play on a list of arrangements. Proven mines are left out of the numbers: they are the same
/// everywhere and carry no information.
std::optional<EndgameMove> Endgame::play_out(std::span<const Index> cells, std::span<const std::uint8_t> mined,
                                             std::span<const std::uint8_t> barred) {
    const std::size_t width = cells.size(), rows = mined.size() / width;
    play_.resize(width, rows);
    column_of_.resize(cells_.size());
    for (std::size_t i = 0; i < width; ++i) column_of_[cells[i]] = static_cast<Index>(i);
    for (std::size_t i = 0; i < width; ++i) {
        std::uint8_t* const shown = play_.shown(i);
        grid_.around(cells_[cells[i]], [&](Cell other) {
            if (index_of_[other] == NO_INDEX) return;
            const std::size_t column = column_of_[index_of_[other]];
            for (std::size_t row = 0; row < rows; ++row)
                shown[row] = static_cast<std::uint8_t>(shown[row] + mined[row * width + column]);
        });
        for (std::size_t row = 0; row < rows; ++row)
            if (mined[row * width + i]) shown[row] = ExactPlay::MINE_HERE;
    }
    barred_.clear();
    if (!barred.empty())
        for (const Index index : cells) barred_.push_back(barred[cells_[index]]);
    const std::optional<ExactPlay::Result> result = play_.solve(work_left_, barred_);
    if (!result) return std::nullopt;
    const Cell cell = cells_[cells[result->cell]];
    return EndgameMove{cell, result->safe / result->total, result->wins / result->total};
}

}  // namespace sapper
