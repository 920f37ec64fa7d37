#include "minefield.h"

#include <algorithm>

namespace sapper {

namespace {

/// Selection sampling (Knuth, 3.4.2 S): each cell in turn is a mine with the chance that the mines still
/// to lay have among the cells still to come. One draw per cell at every density, and no retries.
struct Selection {
    Random random;
    std::uint64_t cells;
    std::uint64_t mines;

    std::uint8_t next() {
        const bool hit = random.below(cells--) < mines;
        mines -= hit;
        return hit;
    }
};

}  // namespace

Minefield::Minefield(Grid grid)
    : grid_(grid), truth_(std::make_unique_for_overwrite<std::uint8_t[]>(grid.size())) {}

Minefield Minefield::lay(Grid grid, std::uint64_t mines, Seed seed, std::span<const Cell> zone) {
    Minefield field(grid);
    field.mines_ = mines;
    std::uint8_t* truth = field.truth_.get();

    std::vector<Cell> kept(zone.begin(), zone.end());
    std::sort(kept.begin(), kept.end());
    const std::uint64_t outside = grid.size() - kept.size();
    Selection selection{Random(seed), outside, std::min(mines, outside)};
    const std::uint64_t excess = mines - selection.mines;

    std::uint64_t cell = 0;
    const auto lay_until = [&](std::uint64_t end) {
        // A local copy, so that the state stays in registers: bytes may alias anything.
        Selection local = selection;
        for (; cell < end; ++cell) truth[cell] = static_cast<std::uint8_t>(local.next() << 7);
        selection = local;
    };
    for (const Cell free : kept) {
        lay_until(free);
        truth[cell++] = 0;
    }
    lay_until(grid.size());

    if (excess) {
        selection.cells = zone.size() - 1;
        selection.mines = excess;
        for (const Cell squeezed : zone.subspan(1)) truth[squeezed] = static_cast<std::uint8_t>(selection.next() << 7);
    }
    field.count();
    return field;
}

Minefield Minefield::from_bits(Grid grid, std::span<const std::uint8_t> bits) {
    Minefield field(grid);
    for (std::uint64_t cell = 0; cell < grid.size(); ++cell) {
        const bool mined = (bits[cell >> 3] >> (7 - (cell & 7))) & 1;
        field.mines_ += mined;
        field.truth_[cell] = static_cast<std::uint8_t>(mined << 7);
    }
    field.count();
    return field;
}

std::vector<std::uint8_t> Minefield::to_bits() const {
    std::vector<std::uint8_t> bits((grid_.size() + 7) / 8);
    for (std::uint64_t cell = 0; cell < grid_.size(); ++cell)
        bits[cell >> 3] |= static_cast<std::uint8_t>((truth_[cell] >> 7) << (7 - (cell & 7)));
    return bits;
}

bool Minefield::operator==(const Minefield& other) const {
    return grid_ == other.grid_ && std::equal(truth_.get(), truth_.get() + grid_.size(), other.truth_.get());
}

void Minefield::count() {
    constexpr std::uint64_t block = 1024;
    std::uint8_t columns[block + 2];
    const std::uint64_t width = grid_.width;
    for (std::uint32_t row = 0; row < grid_.height; ++row) {
        std::uint8_t* here = truth_.get() + row * width;
        const std::uint8_t* above = row ? here - width : nullptr;
        const std::uint8_t* below = row + 1 < grid_.height ? here + width : nullptr;
        for (std::uint64_t left = 0; left < width; left += block) {
            const std::uint64_t right = std::min(left + block, width);
            // Mines are read from the top bit and numbers written below it, so counting works in place.
            const std::uint64_t from = left ? left - 1 : 0, to = std::min(right + 1, width);
            columns[0] = columns[right - left + 1] = 0;
            std::uint8_t* sums = columns + 1 + from - left;
            const std::uint64_t length = to - from;
            for (std::uint64_t i = 0; i < length; ++i) sums[i] = here[from + i] >> 7;
            if (above)
                for (std::uint64_t i = 0; i < length; ++i)
                    sums[i] = static_cast<std::uint8_t>(sums[i] + (above[from + i] >> 7));
            if (below)
                for (std::uint64_t i = 0; i < length; ++i)
                    sums[i] = static_cast<std::uint8_t>(sums[i] + (below[from + i] >> 7));
            for (std::uint64_t i = 0; i < right - left; ++i) {
                const std::uint8_t mined = here[left + i] >> 7;
                here[left + i] = static_cast<std::uint8_t>(
                    mined << 7 | (columns[i] + columns[i + 1] + columns[i + 2] - mined));
            }
        }
    }
}

std::vector<Cell> opening_zone(Grid grid, Cell first) {
    std::vector<Cell> zone{first};
    grid.around(first, [&](Cell cell) { zone.push_back(cell); });
    return zone;
}

}  // namespace sapper
