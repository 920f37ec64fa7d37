#include "odds/contradiction.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace sapper {

std::vector<Cell> Contradiction::around(Cell clash) {
    std::vector<Cell> numbers;
    const Grid& grid = position_.grid;
    for (std::uint32_t radius = 1;; radius *= 2) {
        numbers.clear();
        const std::uint32_t row = grid.row(clash), col = grid.col(clash);
        const std::uint32_t top = row - std::min(row, radius), left = col - std::min(col, radius);
        const std::uint32_t bottom = std::min(row + radius, grid.height - 1);
        const std::uint32_t right = std::min(col + radius, grid.width - 1);
        for (std::uint32_t r = top; r <= bottom; ++r)
            for (std::uint32_t c = left; c <= right; ++c)
                if (is_open(position_.seen[grid.at(r, c)])) numbers.push_back(grid.at(r, c));
        if (radius >= std::max(grid.width, grid.height) || contradict(numbers)) break;
    }
    for (std::size_t portion = std::bit_ceil(numbers.size()) / 2; portion > 0; portion /= 2)
        for (std::size_t i = 0; i < numbers.size();) {
            const std::size_t end = std::min(i + portion, numbers.size());
            std::vector<Cell> fewer(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(i));
            fewer.insert(fewer.end(), numbers.begin() + static_cast<std::ptrdiff_t>(end), numbers.end());
            if (contradict(fewer)) numbers = std::move(fewer);
            else i = end;
        }
    return numbers;
}

bool Contradiction::contradict(const std::vector<Cell>& numbers) {
    if (numbers.empty() || work_ > WORK) return false;
    const Grid& grid = position_.grid;
    std::uint32_t top = grid.height, left = grid.width, bottom = 0, right = 0;
    for (const Cell cell : numbers) {
        top = std::min(top, grid.row(cell));
        bottom = std::max(bottom, grid.row(cell));
        left = std::min(left, grid.col(cell));
        right = std::max(right, grid.col(cell));
    }
    top -= top > 0;
    left -= left > 0;
    bottom = std::min(bottom + 1, grid.height - 1);
    right = std::min(right + 1, grid.width - 1);
    const Grid part{right - left + 1, bottom - top + 1};
    seen_.resize(part.size());
    for (Cell cell = 0; cell < part.size(); ++cell) {
        const std::uint8_t seen = position_.seen[grid.at(top + part.row(cell), left + part.col(cell))];
        seen_[cell] = is_open(seen) ? std::uint8_t{WRONG_FLAG} : seen;
    }
    for (const Cell cell : numbers) seen_[part.at(grid.row(cell) - top, grid.col(cell) - left)] = position_.seen[cell];
    work_ += part.size();
    if (!constraints_.read({part, 0, seen_}, trust_flags_)) return true;
    counter_.start(constraints_, ATTEMPT);
    for (const Component& component : constraints_.components()) {
        const Counter::Outcome outcome = counter_.count(component);
        if (outcome == Counter::Outcome::IMPOSSIBLE) return true;
        if (outcome == Counter::Outcome::OUT_OF_BUDGET) work_ += ATTEMPT;
    }
    return false;
}

}  // namespace sapper
