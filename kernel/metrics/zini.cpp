#include "metrics/zini.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "support/call_limits.h"

namespace sapper {

namespace {

using Place = std::size_t;

constexpr std::uint8_t NUMBER = 0;
constexpr std::uint8_t MINED = 1;
constexpr std::uint8_t ZERO = 2;
constexpr std::uint8_t BORDER = 4;  // a number that touches a zero
constexpr std::uint8_t DONE = 8;    // open or flagged, or no cell at all

// Premiums are bytes without a sign, which compilers compare sixteen at a time.
constexpr std::uint8_t EVEN = 128;          // a premium of 0
constexpr std::uint8_t NEVER = 20;          // of what cannot be chorded
constexpr std::uint8_t OUT_OF_REACH = 60;   // taken off closed cells, where those must not be chosen

/// The highest of many bytes, as a tree: each block of values has its highest one level up. Blocks are looked at
/// again only after they were touched.
class Highest {
  public:
    explicit Highest(std::span<const std::uint8_t> values) {
        levels_.push_back({values, {}, {}, {}});
        while (levels_.back().values.size() > BLOCK) {
            Level& below = levels_.back();
            const std::size_t blocks = (below.values.size() + BLOCK - 1) / BLOCK;
            below.highest.resize(blocks);
            below.is_touched.resize(blocks);
            const std::span<const std::uint8_t> above = below.highest;
            levels_.push_back({above, {}, {}, {}});
        }
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i)
            for (std::size_t block = 0; block < levels_[i].highest.size(); ++block) look(levels_[i], block);
    }

    /// Notes that a value and its two neighbours may have changed.
    void touch(std::size_t place) {
        if (levels_.size() == 1) return;
        touch(levels_[0], (place - 1) / BLOCK);
        touch(levels_[0], (place + 1) / BLOCK);
    }

    /// Finds the first of the highest values.
    std::uint8_t find(std::size_t& place) {
        for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
            for (const std::size_t block : levels_[i].touched) {
                levels_[i].is_touched[block] = false;
                look(levels_[i], block);
                if (i + 2 < levels_.size()) touch(levels_[i + 1], block / BLOCK);
            }
            levels_[i].touched.clear();
        }
        const std::uint8_t value = highest(levels_.back().values);
        place = 0;
        for (std::size_t i = levels_.size(); i-- > 0;) {
            const auto block = block_of(levels_[i].values, place);
            const auto* found = static_cast<const std::uint8_t*>(std::memchr(block.data(), value, block.size()));
            place = place * BLOCK + static_cast<std::size_t>(found - block.data());
        }
        return value;
    }

  private:
    static constexpr std::size_t BLOCK = 1024;

    struct Level {
        std::span<const std::uint8_t> values;
        std::vector<std::uint8_t> highest;
        std::vector<std::uint8_t> is_touched;
        std::vector<std::size_t> touched;
    };

    static std::uint8_t highest(std::span<const std::uint8_t> values) {
        std::uint8_t most = 0;
        for (const std::uint8_t value : values) most = std::max(most, value);
        return most;
    }

    static std::span<const std::uint8_t> block_of(std::span<const std::uint8_t> values, std::size_t block) {
        return values.subspan(block * BLOCK, std::min(BLOCK, values.size() - block * BLOCK));
    }

    static void look(Level& level, std::size_t block) { level.highest[block] = highest(block_of(level.values, block)); }

    static void touch(Level& level, std::size_t block) {
        if (level.is_touched[block]) return;
        level.is_touched[block] = true;
        level.touched.push_back(block);
    }

    std::vector<Level> levels_;
};

}  // namespace

Zini::Zini(const Minefield& field)
    : columns_({field.grid().height, field.grid().width}),
      safe_(field.grid().size() - field.mines()),
      traits_(columns_.size(), DONE),
      premium_(columns_.size(), NEVER),
      opening_(columns_.size()) {
    const Grid& grid = field.grid();
    for (std::uint32_t row = 0; row < grid.height; ++row) {
        Place place = columns_.row_start(0) + row;
        Cell cell = grid.at(row, 0);
        for (std::uint32_t col = 0; col < grid.width; ++col, ++cell, place += columns_.stride) {
            // Arithmetic, because no branch predicts where mines are.
            const unsigned mined = field.is_mine(cell), number = field.number(cell), zero = !(number + mined);
            traits_[place] = static_cast<std::uint8_t>(mined * MINED + zero * ZERO);
            premium_[place] = static_cast<std::uint8_t>(EVEN - 2 - number - mined * (EVEN - NEVER));
        }
    }
    find_openings();
    count_numbers();
}

void Zini::find_openings() {
    std::uint8_t *const traits = traits_.data(), *const premium = premium_.data();
    std::uint32_t* const opening_of = opening_.data();
    std::uint32_t opening = 0;
    std::size_t count = 0;
    members_.resize(256);
    begin_.push_back(0);
    const Place end = columns_.size() - columns_.stride;
    for (Place first = columns_.stride; first < end; ++first) {
        if (traits[first] != ZERO || opening_of[first]) continue;
        opening_of[first] = ++opening;
        members_[count++] = first;
        for (std::size_t next = begin_.back(); next < count; ++next) {
            const Place place = members_[next];
            ++premium[place];
            if (traits[place] != ZERO) {
                traits[place] = BORDER;
                continue;
            }
            if (count + 9 > members_.size()) members_.resize(2 * members_.size());
            Place* const members = members_.data();
            // Each neighbour is written, and stays if it is new: no branch predicts which ones are.
            columns_.around(place, [&](Place near) {
                members[count] = near;
                count += (opening_of[near] != opening) & (traits[near] != DONE);
                opening_of[near] = opening;
            });
        }
        begin_.push_back(count);
    }
}

/// Adds to each premium the numbers outside of openings that a chord opens.
void Zini::count_numbers() {
    const Place size = columns_.size(), stride = columns_.stride;
    std::vector<std::uint8_t> numbers(size), threes(size);
    for (Place place = 0; place < size; ++place) numbers[place] = traits_[place] == NUMBER;
    for (Place place = 1; place + 1 < size; ++place)
        threes[place] = static_cast<std::uint8_t>(numbers[place - 1] + numbers[place] + numbers[place + 1]);
    const std::uint8_t *left = threes.data(), *middle = left + stride, *right = middle + stride;
    std::uint8_t* premium = premium_.data() + stride;
    for (Place i = 0; i < size - 2 * stride; ++i)
        premium[i] = static_cast<std::uint8_t>(premium[i] + left[i] + middle[i] + right[i]);
}

/// One way through the minefield.
class Zini::Play {
  public:
    Play(const Zini& plan, bool human)
        : columns_(plan.columns_),
          end_(plan.columns_.size() - plan.columns_.stride),
          left_(plan.safe_),
          reach_(human ? OUT_OF_REACH : std::uint8_t{0}),
          traits_(plan.traits_),
          premium_(plan.premium_),
          plan_(plan),
          highest_((hold_back(), premium_)) {}

    void click_openings() {
        for (Place place = columns_.stride; place < end_; ++place)
            if (traits_[place] == ZERO) click(place);
    }

    std::uint64_t finish() {
        Place next = columns_.stride;
        bool pays = true;
        StopCheck check;
        while (left_) {
            check();
            if (Place best; pays && highest_.find(best) >= EVEN) {
                chord(best);
                continue;
            }
            // Only flags make a premium grow, and cells that come within reach.
            pays = reach_;
            while (traits_[next] & (MINED | BORDER | DONE)) ++next;
            click(next);
        }
        return clicks_;
    }

  private:
    void hold_back() {
        if (!reach_) return;
        for (Place place = columns_.stride; place < end_; ++place)
            if (!(traits_[place] & (MINED | DONE)))
                premium_[place] = static_cast<std::uint8_t>(premium_[place] - reach_);
    }

    void click(Place place) {
        ++clicks_;
        reveal(place);
    }

    void chord(Place place) {
        if (!(traits_[place] & DONE)) click(place);
        columns_.around(place, [&](Place near) {
            if (traits_[near] == MINED) flag(near);
        });
        ++clicks_;
        columns_.around(place, [&](Place near) {
            if (!(traits_[near] & DONE)) reveal(near);
        });
    }

    void flag(Place mine) {
        ++clicks_;
        traits_[mine] |= DONE;
        columns_.around(mine, [premium = premium_.data()](Place near) { ++premium[near]; });
        touch_around(mine);
    }

    void reveal(Place place) {
        if (traits_[place] & ZERO) {
            open_opening(plan_.opening_[place]);
            return;
        }
        open(place);
        if (traits_[place] & BORDER) {
            ++premium_[place];
            highest_.touch(place);
        } else {
            columns_.around(place, [premium = premium_.data()](Place near) { --premium[near]; });
            touch_around(place);
        }
    }

    void open_opening(std::uint32_t opening) {
        for (std::size_t i = plan_.begin_[opening - 1]; i < plan_.begin_[opening]; ++i) {
            const Place place = plan_.members_[i];
            // A chord here opens one thing less, and needs one click less if the cell was closed.
            if (traits_[place] & DONE) --premium_[place];
            else open(place);
            highest_.touch(place);
        }
    }

    void open(Place place) {
        traits_[place] |= DONE;
        premium_[place] = static_cast<std::uint8_t>(premium_[place] + reach_);
        --left_;
    }

    void touch_around(Place place) {
        highest_.touch(place - columns_.stride);
        highest_.touch(place);
        highest_.touch(place + columns_.stride);
    }

    const Bordered columns_;
    Place end_;
    std::uint64_t left_;
    std::uint8_t reach_;
    std::uint64_t clicks_ = 0;
    std::vector<std::uint8_t> traits_;
    std::vector<std::uint8_t> premium_;
    const Zini& plan_;
    Highest highest_;
};

std::uint64_t Zini::greedy() const { return Play(*this, false).finish(); }

std::uint64_t Zini::human() const {
    Play play(*this, true);
    play.click_openings();
    return play.finish();
}

}  // namespace sapper
