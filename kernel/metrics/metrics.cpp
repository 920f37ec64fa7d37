#include "metrics/metrics.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace sapper {

namespace {

constexpr std::uint32_t WORD = 64;
constexpr std::uint64_t ALL = ~std::uint64_t{0};

/// Rows of one word, known to the compiler: the boards that people play.
using OneWord = std::integral_constant<std::size_t, 1>;

/// Whether a row has a bit from `begin` up to `end`.
bool has_bit(const std::uint64_t* row, std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t first = begin / WORD, last = (end - 1) / WORD;
    for (std::uint32_t word = first; word <= last; ++word) {
        std::uint64_t mask = ALL;
        if (word == first) mask &= ALL << (begin % WORD);
        if (word == last) mask &= ALL >> (WORD - 1 - (end - 1) % WORD);
        if (row[word] & mask) return true;
    }
    return false;
}

/// Calls `visit` with the begin and end of each stretch of bits in a row.
template <typename Words, typename Visit>
void each_stretch(const std::uint64_t* row, Words words, Visit&& visit) {
    bool running = false;
    std::uint32_t begin = 0;
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t bits = row[i];
        const auto base = static_cast<std::uint32_t>(i * WORD);
        if (running) {
            if (bits == ALL) continue;
            visit(begin, base + static_cast<std::uint32_t>(std::countr_one(bits)));
            bits &= bits + 1;
            running = false;
        }
        while (bits) {
            const auto low = static_cast<std::uint32_t>(std::countr_zero(bits));
            const std::uint64_t after = bits + (bits & (0 - bits));
            if (!after) {
                running = true;
                begin = base + low;
                break;
            }
            visit(base + low, base + static_cast<std::uint32_t>(std::countr_zero(after)));
            bits &= after;
        }
    }
    if (running) visit(begin, static_cast<std::uint32_t>(words * WORD));
}

/// Up to 64 bits at a place, the first one the highest.
std::uint64_t bits_at(std::span<const std::uint8_t> bits, std::uint64_t place, std::uint32_t count) {
    const std::size_t first = static_cast<std::size_t>(place >> 3),
                      length = std::min<std::size_t>(bits.size() - first, 8);
    const auto skip = static_cast<std::uint32_t>(place & 7);
    std::uint64_t word = 0;
    if (length == 8) {
        for (std::size_t i = 0; i < 8; ++i) word = word << 8 | bits[first + i];
    } else {
        for (std::size_t i = 0; i < length; ++i) word |= std::uint64_t{bits[first + i]} << (56 - 8 * i);
    }
    word <<= skip;
    if (skip + count > WORD) word |= bits[first + 8] >> (8 - skip);
    return word >> (WORD - count);
}

}  // namespace

void Bitmap::shape(const Grid& grid) {
    stride_ = (std::size_t{grid.width} + WORD - 1) / WORD;
    words_.resize(stride_ * (std::size_t{grid.height} + 2));
    std::fill_n(words_.begin(), stride_, 0);
    std::fill_n(words_.end() - static_cast<std::ptrdiff_t>(stride_), stride_, 0);
}

std::uint32_t Groups::root(std::uint32_t group) {
    while (parent_[group] != group) group = parent_[group] = parent_[parent_[group]];
    return group;
}

template <bool ONLY_WHOLE, typename Words>
std::uint64_t Groups::tally(const Bitmap& cells, const Bitmap* spoilt, std::size_t height, Words words) {
    std::uint64_t count = 0;
    above_.clear();
    parent_.clear();
    whole_.clear();
    for (std::size_t row = 0; row < height; ++row) {
        here_.clear();
        std::size_t next = 0;
        each_stretch(cells.row(row), words, [&](std::uint32_t begin, std::uint32_t end) {
            while (next < above_.size() && above_[next].end < begin) ++next;
            std::uint32_t group;
            if (next < above_.size() && above_[next].begin <= end) {
                group = root(above_[next].group);
                // The last one may touch the next stretch of this row too.
                while (next + 1 < above_.size() && above_[next + 1].begin <= end) {
                    const std::uint32_t other = root(above_[++next].group);
                    if (other == group) continue;
                    parent_[other] = group;
                    if constexpr (ONLY_WHOLE) {
                        count -= whole_[group] | whole_[other];
                        whole_[group] &= whole_[other];
                    } else {
                        --count;
                    }
                }
            } else {
                group = static_cast<std::uint32_t>(parent_.size());
                parent_.push_back(group);
                if constexpr (ONLY_WHOLE) whole_.push_back(1);
                ++count;
            }
            if constexpr (ONLY_WHOLE) {
                if (whole_[group] && has_bit(spoilt->row(row), begin, end)) {
                    whole_[group] = 0;
                    --count;
                }
            }
            here_.push_back({begin, end, group});
        });
        std::swap(above_, here_);
    }
    return count;
}

template <typename Words>
std::uint64_t Groups::count(const Bitmap& cells, std::size_t height, Words words) {
    return tally<false>(cells, nullptr, height, words);
}

template <typename Words>
std::uint64_t Groups::count_whole(const Bitmap& cells, const Bitmap& spoilt, std::size_t height, Words words) {
    return tally<true>(cells, &spoilt, height, words);
}

void Surveyor::start(const Grid& grid) {
    if (grid == grid_) return;
    grid_ = grid;
    words_ = (std::size_t{grid.width} + WORD - 1) / WORD;
    last_ = ALL >> (words_ * WORD - grid.width);
    for (Bitmap* bitmap : {&mines_, &zeros_, &covered_, &numbers_, &spoilt_, &sideways_}) bitmap->shape(grid);
}

template <typename Measure>
auto Surveyor::with_words(Measure&& measure) {
    return words_ == 1 ? measure(OneWord{}) : measure(words_);
}

template <typename Has>
void Surveyor::draw(Bitmap& bitmap, Has&& has) {
    for (std::uint32_t row = 0; row < grid_.height; ++row) {
        std::uint64_t* words = bitmap.row(row);
        Cell cell = grid_.at(row, 0);
        for (std::uint32_t left = 0; left < grid_.width; left += WORD) {
            const std::uint32_t count = std::min(WORD, grid_.width - left);
            std::uint64_t word = 0;
            for (std::uint32_t i = 0; i < count; ++i) word |= std::uint64_t{has(cell++)} << i;
            *words++ = word;
        }
    }
}

void Surveyor::draw_bits(std::span<const std::uint8_t> bits) {
    if (words_ > 1) {
        draw(mines_, [&](Cell cell) { return (bits[cell >> 3] >> (7 - (cell & 7)) & 1) != 0; });
        return;
    }
    // Mirrored, which changes no count.
    std::uint64_t place = 0;
    for (std::uint32_t row = 0; row < grid_.height; ++row, place += grid_.width)
        *mines_.row(row) = bits_at(bits, place, grid_.width);
}

/// Adds to each bit the eight around it.
template <typename Words>
void Surveyor::spread(const Bitmap& from, Bitmap& to, Words words) {
    const std::size_t height = grid_.height, size = height * words;
    const std::uint64_t* in = from.row(0);
    std::uint64_t* wide = sideways_.row(0);
    if constexpr (std::is_same_v<Words, OneWord>) {
        for (std::size_t i = 0; i < size; ++i) wide[i] = in[i] | in[i] << 1 | in[i] >> 1;
    } else {
        for (std::size_t row = 0; row < height; ++row)
            for (std::size_t i = 0; i < words; ++i) {
                const std::uint64_t* word = in + row * words + i;
                std::uint64_t bits = *word | *word << 1 | *word >> 1;
                if (i) bits |= word[-1] >> (WORD - 1);
                if (i + 1 < words) bits |= word[1] << (WORD - 1);
                wide[row * words + i] = bits;
            }
    }
    const std::uint64_t *over = wide - words, *under = wide + words;
    std::uint64_t* out = to.row(0);
    for (std::size_t i = 0; i < size; ++i) out[i] = over[i] | wide[i] | under[i];
}

template <typename Words>
void Surveyor::find_zeros(Words words) {
    spread(mines_, covered_, words);
    for (std::size_t row = 0; row < grid_.height; ++row) {
        for (std::size_t i = 0; i < words; ++i) zeros_.row(row)[i] = ~covered_.row(row)[i];
        zeros_.row(row)[words - 1] &= last_;
    }
}

/// Finds the numbers outside of openings and counts them.
template <typename Words>
std::uint64_t Surveyor::find_numbers(Words words) {
    spread(zeros_, covered_, words);
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < grid_.height; ++row)
        for (std::size_t i = 0; i < words; ++i) {
            std::uint64_t bits = ~(mines_.row(row)[i] | covered_.row(row)[i]);
            if (i + 1 == words) bits &= last_;
            numbers_.row(row)[i] = bits;
            count += static_cast<std::uint64_t>(std::popcount(bits));
        }
    return count;
}

template <typename Words>
Survey Surveyor::survey_mines(Words words, bool islands) {
    Survey survey;
    find_zeros(words);
    survey.openings = groups_.count(zeros_, grid_.height, words);
    survey.bbbv = survey.openings + find_numbers(words);
    if (islands) survey.islands = groups_.count(numbers_, grid_.height, words);
    return survey;
}

Survey Surveyor::survey(const Minefield& field) {
    start(field.grid());
    draw(mines_, [&](Cell cell) { return field.is_mine(cell); });
    return with_words([&](auto words) { return survey_mines(words, true); });
}

Survey Surveyor::bbbv(const Minefield& field) {
    start(field.grid());
    draw(mines_, [&](Cell cell) { return field.is_mine(cell); });
    return with_words([&](auto words) { return survey_mines(words, false); });
}

Survey Surveyor::survey(const Grid& grid, std::span<const std::uint8_t> bits, bool islands) {
    start(grid);
    draw_bits(bits);
    return with_words([&](auto words) { return survey_mines(words, islands); });
}

std::vector<std::uint32_t> Surveyor::survey_many(const Grid& grid, std::span<const std::uint8_t> bits, bool only_bbbv) {
    const std::size_t each = (grid.size() + 7) / 8;
    std::vector<std::uint32_t> values;
    values.reserve(bits.size() / each * (only_bbbv ? 1 : 3));
    for (std::size_t place = 0; place < bits.size(); place += each) {
        const Survey one = survey(grid, bits.subspan(place, each), !only_bbbv);
        values.push_back(static_cast<std::uint32_t>(one.bbbv));
        if (only_bbbv) continue;
        values.push_back(static_cast<std::uint32_t>(one.openings));
        values.push_back(static_cast<std::uint32_t>(one.islands));
    }
    return values;
}

std::uint64_t Surveyor::solved(const Minefield& field, const Board& board) {
    start(field.grid());
    draw(mines_, [&](Cell cell) { return field.is_mine(cell); });
    return with_words([&](auto words) {
        find_zeros(words);
        find_numbers(words);
        // From here on, `mines_` holds what is closed.
        draw(mines_, [&](Cell cell) { return !is_open(board[cell]); });
        spread(mines_, spoilt_, words);
        std::uint64_t count = groups_.count_whole(zeros_, spoilt_, grid_.height, words);
        for (std::size_t row = 0; row < grid_.height; ++row)
            for (std::size_t i = 0; i < words; ++i)
                count += static_cast<std::uint64_t>(std::popcount(numbers_.row(row)[i] & ~mines_.row(row)[i]));
        return count;
    });
}

std::uint64_t Surveyor::progress(const Board& board) {
    start(board.grid());
    draw(mines_, [&](Cell cell) { return !is_open(board[cell]); });
    draw(zeros_, [&](Cell cell) { return board[cell] == 0; });
    return with_words([&](auto words) {
        spread(mines_, spoilt_, words);
        const std::uint64_t openings = groups_.count_whole(zeros_, spoilt_, grid_.height, words);
        return openings + find_numbers(words);
    });
}

}  // namespace sapper
