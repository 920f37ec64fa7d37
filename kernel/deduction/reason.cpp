#include "deduction/reason.h"

#include <algorithm>

namespace sapper {

namespace {

constexpr bool is_unknown(std::uint8_t seen) { return seen == HIDDEN || seen == FLAG || seen == QUESTION; }
constexpr bool is_mine(std::uint8_t seen) { return seen == MINE || seen == EXPLODED; }

}  // namespace

bool Reasoner::proves(const Position& position, const Reason& reason, Claim claim) {
    return reason.mine_count ? proves_with_count(position, reason.numbers, claim)
                             : proves_locally(position, reason.numbers, claim);
}

/// Solves the surroundings of the numbers as a small board of its own. As many unknown cells as they touch
/// are added beyond a gap, and half of all these cells are mined, so that the mine count rules out nothing.
bool Reasoner::proves_locally(const Position& position, std::span<const Cell> numbers, Claim claim) {
    if (numbers.empty()) return false;
    const Grid grid = position.grid;
    std::uint32_t top = grid.height, bottom = 0, left = grid.width, right = 0;
    for (const Cell number : numbers) {
        top = std::min(top, grid.row(number));
        bottom = std::max(bottom, grid.row(number));
        left = std::min(left, grid.col(number));
        right = std::max(right, grid.col(number));
    }
    top -= top > 0;
    left -= left > 0;
    bottom = std::min(bottom + 1, grid.height - 1);
    right = std::min(right + 1, grid.width - 1);

    Grid local{right - left + 1, bottom - top + 1};
    const auto inside = [&](Cell cell) { return local.at(grid.row(cell) - top, grid.col(cell) - left); };
    seen_.assign(local.size(), WRONG_FLAG);
    std::uint64_t mines = 0, unknown = 0;
    for (const Cell number : numbers) {
        seen_[inside(number)] = position.seen[number];
        grid.around(number, [&](Cell cell) {
            std::uint8_t& seen = seen_[inside(cell)];
            if (seen != WRONG_FLAG) return;
            if (is_unknown(position.seen[cell])) {
                seen = HIDDEN;
                ++unknown;
            } else if (is_mine(position.seen[cell])) {
                seen = MINE;
                ++mines;
            }
        });
    }
    for (const Cell cell : claim.cells) {
        const std::uint32_t row = grid.row(cell), col = grid.col(cell);
        if (row < top || row > bottom || col < left || col > right) return false;
        if (seen_[inside(cell)] != HIDDEN) return false;
    }
    const auto rows = (unknown + local.width - 1) / local.width;
    local.height += 1 + static_cast<std::uint32_t>(rows);
    seen_.insert(seen_.end(), local.width, WRONG_FLAG);
    seen_.insert(seen_.end(), static_cast<std::size_t>(unknown), HIDDEN);
    seen_.resize(local.size(), WRONG_FLAG);

    effort_ += local.size();
    const Verdict verdict = solver_.solve({local, mines + unknown, seen_}, odds_);
    if (verdict != Verdict::SOLVED) return verdict == Verdict::CONTRADICTION;
    return std::all_of(claim.cells.begin(), claim.cells.end(),
                       [&](Cell cell) { return odds_.certain[inside(cell)] == claim.certainty; });
}

bool Reasoner::proves_with_count(const Position& position, std::span<const Cell> numbers, Claim claim) {
    seen_.resize(position.grid.size());
    std::transform(position.seen.begin(), position.seen.end(), seen_.begin(), [](std::uint8_t seen) {
        return std::uint8_t{is_unknown(seen) ? HIDDEN : is_mine(seen) ? MINE : WRONG_FLAG};
    });
    for (const Cell number : numbers) seen_[number] = position.seen[number];
    effort_ += position.grid.size();
    const Verdict verdict = solver_.solve({position.grid, position.mines, seen_}, odds_);
    if (verdict != Verdict::SOLVED) return verdict == Verdict::CONTRADICTION;
    return std::all_of(claim.cells.begin(), claim.cells.end(),
                       [&](Cell cell) { return odds_.certain[cell] == claim.certainty; });
}

void Reasoner::minimise(const Position& position, Claim claim, Reason& reason) {
    effort_ = 0;
    if (reason.mine_count && proves_locally(position, reason.numbers, claim)) reason.mine_count = false;
    reason.minimal = !reason.mine_count && reason.numbers.size() == 1;
    if (reason.minimal) return;
    if (reason.mine_count) shorten(position, claim, reason);
    for (std::size_t i = reason.numbers.size(); i-- > 0;) {
        if (effort_ > EFFORT) return;
        const Cell number = reason.numbers[i];
        reason.numbers.erase(reason.numbers.begin() + static_cast<std::ptrdiff_t>(i));
        if (!proves(position, reason, claim))
            reason.numbers.insert(reason.numbers.begin() + static_cast<std::ptrdiff_t>(i), number);
    }
    reason.minimal = true;
}

/// An argument with the mine count needs numbers from all over the board. Most of them can be numbers
/// without common cells, so these come first, and then as few of the others as will do.
void Reasoner::shorten(const Position& position, Claim claim, Reason& reason) {
    reached_.assign(position.grid.size(), 0);
    others_.clear();
    std::vector<Cell>& numbers = reason.numbers;
    std::size_t disjoint = 0;
    for (const Cell number : numbers) {
        bool overlaps = false;
        position.grid.around(number, [&](Cell cell) { overlaps = overlaps || reached_[cell]; });
        if (overlaps) {
            others_.push_back(number);
            continue;
        }
        position.grid.around(number, [&](Cell cell) { reached_[cell] = is_unknown(position.seen[cell]); });
        numbers[disjoint++] = number;
    }
    numbers.resize(disjoint);
    numbers.insert(numbers.end(), others_.begin(), others_.end());

    std::size_t low = disjoint, high = numbers.size();
    while (low < high && effort_ <= EFFORT) {
        const std::size_t middle = (low + high) / 2;
        if (proves_with_count(position, std::span(numbers).first(middle), claim)) high = middle;
        else low = middle + 1;
    }
    numbers.resize(high);
}

bool Reasoner::find(const Position& position, Claim claim, Reason& reason) {
    const Grid grid = position.grid;
    reached_.assign(grid.size(), 0);
    frontier_.assign(claim.cells.begin(), claim.cells.end());
    for (const Cell cell : frontier_) reached_[cell] = 1;
    reason.numbers.clear();
    reason.mine_count = false;

    // Further and further away from the claim, one number and its cells at a time.
    for (std::size_t begin = 0; begin < frontier_.size();) {
        const std::size_t end = frontier_.size();
        for (std::size_t i = begin; i < end; ++i)
            grid.around(frontier_[i], [&](Cell number) {
                if (!is_open(position.seen[number]) || reached_[number]) return;
                reached_[number] = 1;
                reason.numbers.push_back(number);
                grid.around(number, [&](Cell cell) {
                    if (!is_unknown(position.seen[cell]) || reached_[cell]) return;
                    reached_[cell] = 1;
                    frontier_.push_back(cell);
                });
            });
        if (proves_locally(position, reason.numbers, claim)) {
            minimise(position, claim, reason);
            return true;
        }
        begin = end;
    }

    reason.mine_count = true;
    for (Cell number = 0; number < grid.size(); ++number) {
        if (!is_open(position.seen[number]) || reached_[number]) continue;
        bool touches = false;
        grid.around(number, [&](Cell cell) { touches = touches || is_unknown(position.seen[cell]); });
        if (touches) reason.numbers.push_back(number);
    }
    if (!proves_with_count(position, reason.numbers, claim)) return false;
    minimise(position, claim, reason);
    return true;
}

}  // namespace sapper
