#include "board/minefield.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace sapper {

namespace {

constexpr std::size_t SMALL_BOARD = 1024;  // cells

/// Selection sampling (Knuth, 3.4.2 S): each cell in turn is a mine with the chance of the mines that are
/// left among the cells that are left. No retries at any density.
///
/// Sixteen random bits almost always decide; when the chance falls within the last of them, they are
/// prolonged by an exact draw, so the chance is exactly mines / cells.
class Selection {
  public:
    explicit Selection(Seed seed) : random_(seed) {}

    void expect(std::uint64_t cells, std::uint64_t mines) {
        cells_ = cells;
        mines_ = mines;
    }

    void lay(std::uint8_t* cells, std::uint64_t count) {
        std::uint64_t i = 0;
        for (; i < count && bits_left_; ++i) cells[i] = next();
        while (i + STRETCH <= count && cells_ >= MANY_CELLS) {
            lay_stretch(cells + i);
            i += STRETCH;
        }
        for (; i + 4 <= count; i += 4) lay_word(cells + i);
        for (; i < count; ++i) cells[i] = next();
    }

    std::uint8_t next() {
        if (!bits_left_) {
            word_ = random_.next();
            bits_left_ = 64;
        }
        bits_left_ -= 16;
        return decide(std::exchange(word_, word_ >> 16));
    }

  private:
    static constexpr std::uint64_t STRETCH = 1024, MANY_CELLS = 1 << 16;
    static constexpr unsigned BLOCK = 16;

    void lay_word(std::uint8_t* cells) {
        const std::uint64_t word = random_.next();
        cells[0] = decide(word);
        cells[1] = decide(word >> 16);
        cells[2] = decide(word >> 32);
        cells[3] = decide(word >> 48);
    }

    /// The 16-bit parts of some words, the lowest of each first.
    static std::array<std::uint16_t, BLOCK> split(const std::array<std::uint64_t, BLOCK / 4>& words) {
        if constexpr (std::endian::native == std::endian::little) {
            return std::bit_cast<std::array<std::uint16_t, BLOCK>>(words);
        } else {
            std::array<std::uint16_t, BLOCK> parts;
            for (unsigned j = 0; j < BLOCK; ++j) parts[j] = static_cast<std::uint16_t>(words[j / 4] >> (16 * (j % 4)));
            return parts;
        }
    }

    /// Decides many cells at once. Over a short stretch of a large board the chance hardly changes: below `sure`
    /// the bits mean a mine, above `doubt` none, for any cells before them. A block with anything
    /// between is decided cell by cell, from the same words.
    void lay_stretch(std::uint8_t* cells) {
        const std::uint64_t fewest = mines_ - std::min(mines_, STRETCH);
        const auto sure = static_cast<std::uint16_t>(std::min<std::uint64_t>((fewest << 16) / cells_, 0xFFFF));
        const auto doubt =
            static_cast<std::uint16_t>(std::min<std::uint64_t>((mines_ << 16) / (cells_ - STRETCH) + 1, 0xFFFF));
        for (std::uint64_t i = 0; i < STRETCH; i += BLOCK) {
            const Random before = random_;
            const std::array<std::uint64_t, BLOCK / 4> words{random_.next(), random_.next(), random_.next(),
                                                             random_.next()};
            const auto bits = split(words);
            std::array<std::uint16_t, BLOCK> mined, doubtful;
            for (unsigned j = 0; j < BLOCK; ++j) mined[j] = bits[j] < sure;
            for (unsigned j = 0; j < BLOCK; ++j) doubtful[j] = bits[j] <= doubt;
            std::uint16_t hits = 0, unsure = 0;
            for (unsigned j = 0; j < BLOCK; ++j) hits = static_cast<std::uint16_t>(hits + mined[j]);
            for (unsigned j = 0; j < BLOCK; ++j) unsure = static_cast<std::uint16_t>(unsure + doubtful[j]);
            for (unsigned j = 0; j < BLOCK; ++j) cells[i + j] = static_cast<std::uint8_t>(mined[j] << 7);
            if (unsure != hits) [[unlikely]] {
                random_ = before;
                for (unsigned j = 0; j < BLOCK; j += 4) lay_word(cells + i + j);
            } else {
                mines_ -= hits;
                cells_ -= BLOCK;
            }
        }
    }

    std::uint8_t decide(std::uint64_t bits) {
        // A mine if (bits + 1) * cells <= mines * 2^16, rounded so that the chain of dependence is short.
        const std::uint64_t low = (bits & 0xFFFF) * cells_;
        std::uint64_t hit = (low + cells_ + 0xFFFF) >> 16 <= mines_;
        // One comparison for low < chance < low + cells: it is nearly always false, where `hit` is a coin.
        const std::uint64_t chance = mines_ << 16;
        if (chance - low - 1 < cells_ - 1) [[unlikely]] {
            Random copy = random_;  // whose address may be taken, where the state stays in registers
            hit = copy.below(cells_) < chance - low;
            random_ = copy;
        }
        mines_ -= hit;
        --cells_;
        return static_cast<std::uint8_t>(hit << 7);
    }

    Random random_;
    std::uint64_t word_ = 0;
    unsigned bits_left_ = 0;
    std::uint64_t cells_ = 0;
    std::uint64_t mines_ = 0;
};

/// Counts the mines around every cell of a small board in passes over all rows at once: rows of usual boards are too
/// short for vector registers.
void count_small(Grid grid, std::uint8_t* cells) {
    const std::size_t width = grid.width, size = grid.size();
    std::uint8_t mines[SMALL_BOARD], padded[SMALL_BOARD + 2];
    std::uint8_t* const columns = padded + 1;  // mines of a cell and of those above and below
    for (std::size_t i = 0; i < size; ++i) columns[i] = mines[i] = cells[i] >> 7;
    for (std::size_t i = width; i < size; ++i) columns[i] = static_cast<std::uint8_t>(columns[i] + mines[i - width]);
    for (std::size_t i = width; i < size; ++i) {
        columns[i - width] = static_cast<std::uint8_t>(columns[i - width] + mines[i]);
    }
    padded[0] = padded[size + 1] = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const int number = padded[i] + padded[i + 1] + padded[i + 2] - mines[i];
        cells[i] = static_cast<std::uint8_t>(cells[i] + number);
    }
    // The last cell of a row and the first of the next one are no neighbours.
    for (std::size_t i = width; i < size; i += width) {
        cells[i] = static_cast<std::uint8_t>(cells[i] - columns[i - 1]);
        cells[i - 1] = static_cast<std::uint8_t>(cells[i - 1] - columns[i]);
    }
}

/// Counts the mines around every cell, in place.
void count(Grid grid, std::uint8_t* cells) {
    if (grid.size() <= SMALL_BOARD) return count_small(grid, cells);
    constexpr std::uint64_t block = 1024;
    std::uint8_t columns[block + 2];
    const std::uint64_t width = grid.width;
    for (std::uint32_t row = 0; row < grid.height; ++row) {
        std::uint8_t* here = cells + row * width;
        const std::uint8_t* above = row ? here - width : nullptr;
        const std::uint8_t* below = row + 1 < grid.height ? here + width : nullptr;
        for (std::uint64_t left = 0; left < width; left += block) {
            const std::uint64_t right = std::min(left + block, width);
            // Mines are read from the top bit and numbers written below it, so counting works in place.
            const std::uint64_t from = left ? left - 1 : 0, to = std::min(right + 1, width);
            columns[0] = columns[right - left + 1] = 0;
            std::uint8_t* sums = columns + (1 + from - left);
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
                here[left + i] =
                    static_cast<std::uint8_t>(mined << 7 | (columns[i] + columns[i + 1] + columns[i + 2] - mined));
            }
        }
    }
}

}  // namespace

Minefield::Minefield(Grid grid) : grid_(grid), cells_(std::make_unique_for_overwrite<std::uint8_t[]>(grid.size())) {}

Minefield Minefield::lay(Grid grid, std::uint64_t mines, Seed seed, std::span<const Cell> zone) {
    Minefield field(grid);
    field.mines_ = mines;
    lay_into(grid, mines, seed, zone, field.cells_.get());
    return field;
}

void Minefield::lay_into(Grid grid, std::uint64_t mines, Seed seed, std::span<const Cell> zone, std::uint8_t* cells) {
    std::vector<Cell> kept(zone.begin(), zone.end());
    std::sort(kept.begin(), kept.end());
    const std::uint64_t outside = grid.size() - kept.size();
    const std::uint64_t excess = mines - std::min(mines, outside);
    Selection selection(seed);
    selection.expect(outside, mines - excess);
    std::uint64_t cell = 0;
    const auto lay_until = [&](std::uint64_t end) {
        // A local copy, so that the state stays in registers: bytes may alias anything.
        Selection local = selection;
        local.lay(cells + cell, end - cell);
        selection = local;
        cell = end;
    };
    for (const Cell free : kept) {
        lay_until(free);
        cells[cell++] = 0;
    }
    lay_until(grid.size());

    if (excess) {
        selection.expect(zone.size() - 1, excess);
        for (const Cell squeezed : zone.subspan(1)) cells[squeezed] = selection.next();
    }
    count(grid, cells);
}

Minefield Minefield::from_bits(Grid grid, std::span<const std::uint8_t> bits) {
    Minefield field(grid);
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        const bool mined = (bits[cell >> 3] >> (7 - (cell & 7))) & 1;
        field.mines_ += mined;
        field.cells_[cell] = static_cast<std::uint8_t>(mined << 7);
    }
    count(grid, field.cells_.get());
    return field;
}

Minefield Minefield::from_mines(Grid grid, std::span<const std::uint8_t> mines) {
    Minefield field(grid);
    for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        field.mines_ += mines[cell];
        field.cells_[cell] = static_cast<std::uint8_t>(mines[cell] << 7);
    }
    count(grid, field.cells_.get());
    return field;
}

std::vector<std::uint8_t> Minefield::to_bits() const {
    std::vector<std::uint8_t> bits((grid_.size() + 7) / 8);
    for (std::size_t cell = 0; cell < grid_.size(); ++cell)
        bits[cell >> 3] |= static_cast<std::uint8_t>((cells_[cell] >> 7) << (7 - (cell & 7)));
    return bits;
}

bool Minefield::operator==(const Minefield& other) const {
    return grid_ == other.grid_ && std::equal(cells_.get(), cells_.get() + grid_.size(), other.cells_.get());
}

std::uint64_t Minefield::hash() const {
    std::uint64_t hash = mines_;
    for (const std::uint8_t byte : to_bits()) hash = scramble(hash ^ byte);
    return hash;
}

}  // namespace sapper
