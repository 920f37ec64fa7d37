#include "strategy/closed_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "board/random.h"

namespace sapper {

namespace {

constexpr std::size_t MEMORY = 4096;
constexpr std::size_t MOST_CELLS = 24;
constexpr std::size_t MOST_ARRANGEMENTS = 128;
constexpr std::uint64_t MOST_STEPS = 2'000;
constexpr std::uint64_t MOST_WORK = 40'000;
constexpr double RATIO_STEPS = 4;  // per unit of the logarithm; finer would only spoil the memory

}  // namespace

PartSolver::PartSolver() : memory_(MEMORY) {}

PartSolver::Value PartSolver::solve(const ClosedPart& part, std::uint32_t stride, double log_ratio) {
    if (part.places.size() > MOST_CELLS) return {};
    const double step = std::round(log_ratio * RATIO_STEPS);
    std::uint64_t key = scramble(stride + 1) + static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
    for (std::size_t i = 0; i < part.places.size(); ++i)
        key = scramble(key ^ (std::uint64_t{part.places[i]} << 1 | part.safe[i]));
    for (const ClosedPart::Number& number : part.numbers)
        key = scramble(key ^ (std::uint64_t{number.place} << 8 | static_cast<std::uint64_t>(number.need)));
    Known& known = memory_[key % MEMORY];
    if (known.key != key) known = {key, play(part, stride, step / RATIO_STEPS)};
    return known.value;
}

PartSolver::Value PartSolver::play(const ClosedPart& part, std::uint32_t stride, double log_ratio) {
    cells_ = part.places.size();
    numbers_of_.resize(std::max(numbers_of_.size(), cells_));
    need_.resize(part.numbers.size());
    unplaced_.assign(part.numbers.size(), 0);
    safe_ = part.safe;
    const auto touch = [&](std::uint32_t a, std::uint32_t b) {
        const std::uint32_t apart = a > b ? a - b : b - a;
        return apart == 1 || (apart >= stride - 1 && apart <= stride + 1);
    };
    for (std::size_t i = 0; i < cells_; ++i) numbers_of_[i].clear();
    for (std::size_t n = 0; n < part.numbers.size(); ++n) {
        need_[n] = part.numbers[n].need;
        for (std::size_t i = 0; i < cells_; ++i) {
            if (!touch(part.places[i], part.numbers[n].place)) continue;
            numbers_of_[i].push_back(static_cast<std::uint8_t>(n));
            ++unplaced_[n];
        }
    }
    arrangements_.clear();
    steps_ = 0;
    if (!list(0, 0) || arrangements_.empty()) return {};

    const std::size_t rows = arrangements_.size();
    play_.resize(cells_, rows);
    for (std::size_t i = 0; i < cells_; ++i) {
        std::uint32_t around = 0;
        for (std::size_t j = 0; j < cells_; ++j)
            if (touch(part.places[i], part.places[j])) around |= 1u << j;
        std::uint8_t* const shown = play_.shown(i);
        for (std::size_t row = 0; row < rows; ++row) {
            const std::uint32_t mined = arrangements_[row];
            shown[row] = mined >> i & 1 ? ExactPlay::MINE_HERE
                                        : static_cast<std::uint8_t>(std::popcount(mined & around));
        }
    }
    for (std::size_t row = 0; row < rows; ++row)
        play_.weights()[row] = std::exp(log_ratio * std::popcount(arrangements_[row]));
    std::uint64_t work = MOST_WORK;
    const auto result = play_.solve(work);
    if (!result) return {};
    return {true, static_cast<float>(result->wins / result->total),
            static_cast<float>(std::log(static_cast<double>(rows)))};
}

/// Lists the arrangements that begin with `mined` and go on from `cell`; false when there are too many. It recurses
/// once for each cell, and a part has at most MOST_CELLS.
bool PartSolver::list(std::size_t cell, std::uint32_t mined) {
    if (++steps_ > MOST_STEPS) return false;
    if (cell == cells_) {
        arrangements_.push_back(mined);
        return arrangements_.size() <= MOST_ARRANGEMENTS;
    }
    for (int mine = 0; mine <= (safe_[cell] ? 0 : 1); ++mine) {
        bool fits = true;
        for (const std::uint8_t n : numbers_of_[cell]) {
            --unplaced_[n];
            need_[n] -= mine;
            fits = fits && need_[n] >= 0 && need_[n] <= unplaced_[n];
        }
        const bool done = !fits || list(cell + 1, mined | static_cast<std::uint32_t>(mine) << cell);
        for (const std::uint8_t n : numbers_of_[cell]) {
            ++unplaced_[n];
            need_[n] += mine;
        }
        if (!done) return false;
    }
    return true;
}

}  // namespace sapper
