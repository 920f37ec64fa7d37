#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "odds/constraints.h"
#include "support/call_limits.h"

namespace sapper {

/// A number of arrangements too large for a double: part * 2^(256 * power), zero or well inside the range
/// of a double, so that it neither overflows nor vanishes.
struct Scaled {
    static constexpr double UNIT = 0x1p256, LARGE = 0x1p128, SMALL = 0x1p-128;

    double part = 0;
    std::int64_t power = 0;

    static Scaled of(double value, std::int64_t power = 0) {
        if (value >= LARGE) return {value / UNIT, power + 1};
        if (value != 0 && value < SMALL) return {value * UNIT, power - 1};
        return {value, power};
    }
    double log() const { return std::log(part) + static_cast<double>(power) * 177.445678223345999; }
    double value() const { return std::ldexp(part, static_cast<int>(std::clamp<std::int64_t>(power, -16, 16)) * 256); }
};

/// The arithmetic of the dynamic programme, the same for plain and for scaled counts.
inline void add_times(double& sum, double count, double ways) { sum += count * ways; }
inline void add_times(Scaled& sum, const Scaled& count, double ways) {
    if (count.part == 0) return;
    const Scaled term = Scaled::of(count.part * ways, count.power);
    if (sum.part == 0 || term.power > sum.power + 1) {
        sum = term;
    } else if (term.power == sum.power) {
        sum = Scaled::of(sum.part + term.part, sum.power);
    } else if (term.power == sum.power + 1) {
        sum = Scaled::of(term.part + sum.part / Scaled::UNIT, term.power);
    } else if (term.power == sum.power - 1) {
        sum = Scaled::of(sum.part + term.part / Scaled::UNIT, sum.power);
    }
}
inline double product(double a, double b) { return a * b; }
inline double product(const Scaled& a, const Scaled& b) { return Scaled{a.part * b.part, a.power + b.power}.value(); }
inline double quotient(double a, double b) { return a / b; }
inline double quotient(const Scaled& a, const Scaled& b) { return Scaled{a.part / b.part, a.power - b.power}.value(); }
inline bool is_zero(double count) { return count == 0; }
inline bool is_zero(const Scaled& count) { return count.part == 0; }

/// Memory that grows, and is neither cleared nor freed.
template <typename T>
class Buffer {
  public:
    T* data() { return items_.get(); }
    const T* data() const { return items_.get(); }
    T& operator[](std::size_t i) { return items_[i]; }
    const T& operator[](std::size_t i) const { return items_[i]; }

    void reserve(std::size_t size, std::size_t keep) {
        if (size <= capacity_) [[likely]]
            return;
        const std::size_t capacity = std::max<std::size_t>(size + size / 2, 64);
        auto larger = std::make_unique_for_overwrite<T[]>(capacity);
        std::copy_n(items_.get(), keep, larger.get());
        items_ = std::move(larger);
        capacity_ = capacity;
    }

  private:
    std::unique_ptr<T[]> items_;
    std::size_t capacity_ = 0;
};

/// The mines that the open numbers of a component still need, 4 bits each.
template <std::size_t WORDS>
struct Needs {
    static constexpr std::uint32_t SLOTS = WORDS * 16;
    std::uint64_t words[WORDS] = {};

    void add(std::uint32_t slot, std::uint64_t mines) { words[slot / 16 % WORDS] += mines << slot % 16 * 4; }
    int at(std::uint32_t slot) const { return static_cast<int>(words[slot / 16 % WORDS] >> slot % 16 * 4 & 15); }
    void add(const Needs& other) {
        for (std::size_t i = 0; i < WORDS; ++i) words[i] += other.words[i];
    }
    void subtract(const Needs& other, std::uint64_t times) {
        for (std::size_t i = 0; i < WORDS; ++i) words[i] -= other.words[i] * times;
    }
    std::uint64_t hash() const {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : words) hash = (hash ^ hash >> 29 ^ word) * 0x9E3779B97F4A7C15u;
        return hash;
    }
    bool operator==(const Needs&) const = default;
};

/// The frequency of each number of mines in a component.
struct Tally {
    std::uint32_t lowest = 0;  // fewest mines that fit
    std::uint32_t length = 0;  // numbers of mines from there on, including ones that do not fit
    bool scaled = false;
    const double* plain_counts = nullptr;
    const Scaled* scaled_counts = nullptr;

    bool fits(std::uint32_t i) const { return scaled ? !is_zero(scaled_counts[i]) : plain_counts[i] != 0; }
    Scaled count(std::uint32_t i) const;
};

/// The results of a component's arrangements for one group.
struct Share {
    double mines = 0;  // expected
    bool can_be_safe = false;
    bool can_be_mined = false;
};

/// Counts arrangements by settling one group after the other.
///
/// A state is what the open numbers still need; equal states are merged, and each has its number of
/// arrangements by mines so far. Counts are at least 1 and never vanish, so a count above zero is proof
/// that an arrangement exists.
class Counter {
  public:
    enum class Outcome { COUNTED, IMPOSSIBLE, OUT_OF_BUDGET };

    /// Forgets the components counted so far.
    void start(const Constraints& constraints, std::uint64_t budget);

    /// Counts a component. The first one counted after `start` has index 0.
    Outcome count(const Component& component);

    /// After IMPOSSIBLE: a number at which no arrangement could go on.
    Cell clash() const { return clash_; }

    std::size_t size() const { return trellises_.size(); }
    Tally tally(std::size_t component) const;

    /// Fills the `shares` of the component's groups (indexed by group). `chances` is the chance of each entry
    /// of the tally given the whole board; `allowed`, unless empty, holds which entries the board allows.
    void share(std::size_t component, std::span<const double> chances, std::span<const std::uint8_t> allowed,
               std::span<Share> shares);

    /// Draws an arrangement of a component that has entry `total` of its tally: `place(group, mines)`.
    template <typename Place>
    void draw(std::size_t component, std::uint32_t total, Random& random, Place&& place) const {
        const Trellis& trellis = trellises_[component];
        std::uint32_t state = first_state_[trellis.first_layer + trellis.steps];
        for (std::uint32_t step = trellis.steps; step-- > 0;) {
            const Back back = trellis.scaled ? step_back(scaled_, trellis, step, state, total, random)
                                             : step_back(plain_, trellis, step, state, total, random);
            place(order_[trellis.first_group + step], back.mines);
            state = back.state;
            total = back.entry;
        }
    }

  private:
    /// Merged arrangements of the groups settled so far. Counts start at `counts` for `lowest` mines.
    struct State {
        std::uint32_t counts;
        std::uint32_t targets;  // one for each number of mines from `least` on
        std::uint32_t lowest;
        std::uint32_t length;
        std::uint8_t least;
        std::uint8_t choices;
    };
    struct Trellis {
        std::uint32_t first_layer;
        std::uint32_t first_group;
        std::uint32_t steps;
        bool scaled;
    };
    struct Back {
        std::uint32_t state;
        std::uint32_t entry;
        std::uint32_t mines;
    };
    template <typename Count>
    struct Table {
        Buffer<Count> counts, behind, ahead;
        std::size_t used = 0;
    };

    template <std::size_t WORDS>
    struct Keys {
        Buffer<Needs<WORDS>> now, next;
    };

    /// A number around the group that is settled: where its need stands, and the mines its later groups can take.
    struct Witness {
        std::uint32_t slot;
        int rest;
    };
    /// The slots of the numbers that are open.
    template <std::size_t WORDS>
    struct Slots {
        std::uint64_t used[(Needs<WORDS>::SLOTS + 63) / 64] = {};

        std::uint32_t take();
        void release(std::uint32_t slot) { used[slot / 64] &= ~(std::uint64_t{1} << slot % 64); }
    };
    /// The effect of settling one group on the needs of the open numbers.
    template <std::size_t WORDS>
    struct Settling {
        const Group& group;
        Needs<WORDS> opened;  // of the numbers that open with this group
        Needs<WORDS> each;    // met by one mine in the group
        Witness witnesses[8];
    };

    template <std::size_t WORDS, typename Count>
    Outcome run(const Component& component, Keys<WORDS>& keys, Table<Count>& table);
    template <std::size_t WORDS, typename Count>
    void begin(Keys<WORDS>& keys, Table<Count>& table);
    template <std::size_t WORDS>
    void open_numbers(Settling<WORDS>& settling, Slots<WORDS>& slots);
    template <std::size_t WORDS>
    void close_numbers(const Settling<WORDS>& settling, Slots<WORDS>& slots) const;
    template <std::size_t WORDS>
    bool add_layer(const Settling<WORDS>& settling, Keys<WORDS>& keys, std::uint32_t& size);
    template <std::size_t WORDS>
    void add_targets(const Settling<WORDS>& settling, std::uint32_t index, Needs<WORDS> needs, Keys<WORDS>& keys,
                     std::uint32_t& size);
    template <std::size_t WORDS, typename Count>
    bool make_room(std::uint32_t size, Table<Count>& table);
    template <std::size_t WORDS>
    std::uint32_t merge(const Needs<WORDS>& needs, Buffer<Needs<WORDS>>& layer, std::uint32_t& size);
    template <std::size_t WORDS>
    void rehash(std::size_t buckets, const Buffer<Needs<WORDS>>& layer, std::uint32_t size);
    template <typename Count>
    void add_counts(const Group& group, std::uint32_t first, std::uint32_t last, Table<Count>& table);
    template <typename Count>
    void weigh(const Trellis& trellis, Table<Count>& table, std::span<const double> chances, std::span<Share> shares);
    void find_possible(const Trellis& trellis, std::span<Share> shares);
    void find_possible(const Trellis& trellis, std::span<const std::uint8_t> allowed, std::span<Share> shares);
    template <typename Count>
    Back step_back(const Table<Count>& table, const Trellis& trellis, std::uint32_t step, std::uint32_t state,
                   std::uint32_t total, Random& random) const;
    bool fits(const Trellis& trellis, std::size_t count) const {
        return trellis.scaled ? !is_zero(scaled_.counts[count]) : plain_.counts[count] != 0;
    }

    const Group* groups_ = nullptr;
    const Number* numbers_ = nullptr;
    const std::uint32_t* order_ = nullptr;
    std::uint64_t budget_ = 0, spent_ = 0;
    Cell clash_ = 0;
    StopCheck<> check_;

    std::vector<Trellis> trellises_;
    std::vector<std::uint32_t> first_state_;  // of each layer; components follow each other
    Buffer<State> states_;
    Buffer<std::uint32_t> targets_;
    std::uint32_t states_used_ = 0, targets_used_ = 0;
    Table<double> plain_;
    Table<Scaled> scaled_;
    Buffer<std::uint8_t> alive_;

    std::vector<std::uint8_t> slot_, capacity_;  // of each number
    std::vector<std::uint32_t> buckets_;

    Keys<1> narrow_keys_;
    Keys<2> wide_keys_;
    Keys<8> widest_keys_;
};

}  // namespace sapper
