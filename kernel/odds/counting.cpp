#include "odds/counting.h"

#include <bit>

namespace sapper {
namespace {

/// Components of this many cells have at most 2^900 arrangements, which a double holds with room to spare.
constexpr std::uint32_t PLAIN_CELLS = 900;

/// Layers of this many states are searched without a hash table.
constexpr std::uint32_t FEW_STATES = 12;

/// Bytes that the tables of one solver may take, whatever the budget.
constexpr std::uint64_t MEMORY_LIMIT = std::uint64_t{1} << 29;

constexpr std::uint8_t NO_SLOT = 255;

/// Ways to place k mines on n interchangeable cells.
constexpr double WAYS[9][9] = {
    {1},
    {1, 1},
    {1, 2, 1},
    {1, 3, 3, 1},
    {1, 4, 6, 4, 1},
    {1, 5, 10, 10, 5, 1},
    {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
    {1, 8, 28, 56, 70, 56, 28, 8, 1},
};

void set(double& count, double value) { count = value; }
void set(Scaled& count, double value) { count = Scaled::of(value); }

double chance_per_arrangement(double chance, double count) { return count == 0 ? 0 : chance / count; }
Scaled chance_per_arrangement(double chance, const Scaled& count) {
    return count.part == 0 ? Scaled{} : Scaled::of(chance / count.part, chance == 0 ? 0 : -count.power);
}

}  // namespace

Scaled Tally::count(std::uint32_t i) const {
    if (scaled) return scaled_counts[i];
    int exponent = 0;
    const double part = std::frexp(plain_counts[i], &exponent);
    const int power = exponent / 256;
    return Scaled::of(std::ldexp(part, exponent - power * 256), power);
}

void Counter::start(const Constraints& constraints, std::uint64_t budget) {
    groups_ = constraints.groups().data();
    numbers_ = constraints.numbers().data();
    order_ = constraints.order().data();
    budget_ = budget;
    spent_ = 0;
    trellises_.clear();
    first_state_.clear();
    states_used_ = targets_used_ = 0;
    plain_.used = scaled_.used = 0;
    const std::size_t numbers = constraints.numbers().size();
    slot_.assign(numbers, NO_SLOT);
    capacity_.resize(numbers);
    for (std::size_t i = 0; i < numbers; ++i) capacity_[i] = numbers_[i].capacity;
}

Counter::Outcome Counter::count(const Component& component) {
    const auto run_with = [&](auto& keys) {
        return component.cells <= PLAIN_CELLS ? run(component, keys, plain_) : run(component, keys, scaled_);
    };
    if (component.width <= Needs<1>::SLOTS) return run_with(narrow_keys_);
    if (component.width <= Needs<2>::SLOTS) return run_with(wide_keys_);
    static_assert(MOST_OPEN == Needs<8>::SLOTS);
    return component.width <= MOST_OPEN ? run_with(widest_keys_) : Outcome::OUT_OF_BUDGET;
}

Tally Counter::tally(std::size_t component) const {
    const Trellis& trellis = trellises_[component];
    const State& last = states_[first_state_[trellis.first_layer + trellis.steps]];
    Tally tally{last.lowest, last.length, trellis.scaled, nullptr, nullptr};
    if (trellis.scaled) tally.scaled_counts = scaled_.counts.data() + last.counts;
    else tally.plain_counts = plain_.counts.data() + last.counts;
    return tally;
}

template <std::size_t WORDS>
void Counter::rehash(std::size_t buckets, const Buffer<Needs<WORDS>>& layer, std::uint32_t size) {
    buckets_.assign(buckets, 0);
    const int shift = 64 - std::countr_zero(buckets);
    for (std::uint32_t i = 0; i < size; ++i) {
        auto bucket = static_cast<std::size_t>(layer[i].hash() >> shift);
        while (buckets_[bucket]) bucket = (bucket + 1) & (buckets - 1);
        buckets_[bucket] = i + 1;
    }
}

/// The index of a state in its layer, which grows when the state is new.
template <std::size_t WORDS>
std::uint32_t Counter::merge(const Needs<WORDS>& needs, Buffer<Needs<WORDS>>& layer, std::uint32_t& size) {
    if (size <= FEW_STATES) {
        for (std::uint32_t i = 0; i < size; ++i)
            if (layer[i] == needs) return i;
        layer[size] = needs;
        if (++size > FEW_STATES) rehash(64, layer, size);
        return size - 1;
    }
    const std::size_t mask = buckets_.size() - 1;
    auto bucket = static_cast<std::size_t>(needs.hash() >> (64 - std::countr_zero(buckets_.size())));
    while (const std::uint32_t found = buckets_[bucket]) {
        if (layer[found - 1] == needs) return found - 1;
        bucket = (bucket + 1) & mask;
    }
    layer[size] = needs;
    buckets_[bucket] = ++size;
    if (size * std::size_t{2} > buckets_.size()) rehash(buckets_.size() * 4, layer, size);
    return size - 1;
}

template <std::size_t WORDS, typename Count>
Counter::Outcome Counter::run(const Component& component, Keys<WORDS>& keys, Table<Count>& table) {
    const Trellis trellis{static_cast<std::uint32_t>(first_state_.size()), component.first, component.groups,
                          component.cells > PLAIN_CELLS};
    Slots<WORDS> slots;
    begin(keys, table);
    for (std::uint32_t step = 0; step < component.groups; ++step) {
        const Group& group = groups_[order_[component.first + step]];
        Settling<WORDS> settling{group, {}, {}, {}};
        open_numbers(settling, slots);

        const std::uint32_t first = first_state_.back(), last = states_used_;
        std::uint32_t size = 0;
        if (!add_layer(settling, keys, size)) return Outcome::OUT_OF_BUDGET;
        if (size == 0) {
            clash_ = numbers_[group.numbers[0]].cell;
            return Outcome::IMPOSSIBLE;
        }
        if (!make_room<WORDS>(size, table)) return Outcome::OUT_OF_BUDGET;
        add_counts(group, first, last, table);
        first_state_.push_back(last);
        std::swap(keys.now, keys.next);
        close_numbers(settling, slots);
    }
    trellises_.push_back(trellis);
    return Outcome::COUNTED;
}

/// Adds the first layer: one state, with one arrangement of no groups.
template <std::size_t WORDS, typename Count>
void Counter::begin(Keys<WORDS>& keys, Table<Count>& table) {
    keys.now.reserve(1, 0);
    keys.now[0] = {};
    states_.reserve(states_used_ + 1, states_used_);
    table.counts.reserve(table.used + 1, table.used);
    first_state_.push_back(states_used_);
    states_[states_used_++] = {static_cast<std::uint32_t>(table.used), 0, 0, 1, 0, 0};
    set(table.counts[table.used++], 1);
}

template <std::size_t WORDS>
std::uint32_t Counter::Slots<WORDS>::take() {
    std::uint32_t word = 0;
    while (!~used[word]) ++word;
    const int bit = std::countr_one(used[word]);
    used[word] |= std::uint64_t{1} << bit;
    return word * 64 + static_cast<std::uint32_t>(bit);
}

template <std::size_t WORDS>
void Counter::open_numbers(Settling<WORDS>& settling, Slots<WORDS>& slots) {
    const Group& group = settling.group;
    for (std::uint32_t i = 0; i < group.degree; ++i) {
        const std::uint32_t number = group.numbers[i];
        if (slot_[number] == NO_SLOT) {
            slot_[number] = static_cast<std::uint8_t>(slots.take());
            settling.opened.add(slot_[number], numbers_[number].need);
        }
        settling.each.add(slot_[number], 1);
        capacity_[number] = static_cast<std::uint8_t>(capacity_[number] - group.size);
        settling.witnesses[i] = {slot_[number], capacity_[number]};
    }
}

template <std::size_t WORDS>
void Counter::close_numbers(const Settling<WORDS>& settling, Slots<WORDS>& slots) const {
    for (std::uint32_t i = 0; i < settling.group.degree; ++i)
        if (settling.witnesses[i].rest == 0) slots.release(settling.witnesses[i].slot);
}

/// Adds the `size` states that follow from the last layer. Returns false when the budget is spent.
template <std::size_t WORDS>
bool Counter::add_layer(const Settling<WORDS>& settling, Keys<WORDS>& keys, std::uint32_t& size) {
    const std::uint32_t first = first_state_.back(), last = states_used_;
    for (std::uint32_t index = first; index < last; ++index) {
        Needs<WORDS> needs = keys.now[index - first];
        needs.add(settling.opened);
        add_targets(settling, index, needs, keys, size);
        check_();
        if (spent_ > budget_) return false;
    }
    return true;
}

/// Adds the states that follow from one state, one for each number of mines that the group may have in it.
template <std::size_t WORDS>
void Counter::add_targets(const Settling<WORDS>& settling, std::uint32_t index, Needs<WORDS> needs, Keys<WORDS>& keys,
                          std::uint32_t& size) {
    const std::uint32_t last = states_used_;
    int least = 0, most = settling.group.size;
    for (std::uint32_t i = 0; i < settling.group.degree; ++i) {
        const int need = needs.at(settling.witnesses[i].slot);
        least = std::max(least, need - settling.witnesses[i].rest);
        most = std::min(most, need);
    }
    const int choices = std::max(most - least + 1, 0);
    states_.reserve(last + size + std::size_t{9}, last + size);
    keys.next.reserve(size + std::size_t{9}, size);
    targets_.reserve(targets_used_ + std::size_t{9}, targets_used_);
    State state = states_[index];
    state.targets = targets_used_;
    state.least = static_cast<std::uint8_t>(least);
    state.choices = static_cast<std::uint8_t>(choices);
    states_[index] = state;
    needs.subtract(settling.each, static_cast<std::uint64_t>(least));
    for (int choice = 0; choice < choices; ++choice) {
        const std::uint32_t known = size;
        const std::uint32_t lowest = state.lowest + static_cast<std::uint32_t>(least + choice);
        const std::uint32_t target = last + merge(needs, keys.next, size);
        targets_[targets_used_++] = target;
        State& next = states_[target];
        if (size > known) {
            next = {0, 0, lowest, state.length, 0, 0};
        } else {
            const std::uint32_t end = std::max(next.lowest + next.length, lowest + state.length);
            next.lowest = std::min(next.lowest, lowest);
            next.length = end - next.lowest;
        }
        needs.subtract(settling.each, 1);
    }
    spent_ += static_cast<std::uint64_t>(choices) * state.length;
}

/// Makes room for the counts of the new states, all zero. Returns false when that would take too much memory.
template <std::size_t WORDS, typename Count>
bool Counter::make_room(std::uint32_t size, Table<Count>& table) {
    const std::uint32_t last = states_used_;
    std::uint64_t counts = table.used;
    for (std::uint32_t index = last; index < last + size; ++index) {
        states_[index].counts = static_cast<std::uint32_t>(counts);
        counts += states_[index].length;
    }
    const std::uint64_t states = std::uint64_t{last} + size, targets = targets_used_;
    const std::uint64_t memory = counts * sizeof(Count) + states * sizeof(State) + targets * sizeof(std::uint32_t) +
                                 std::uint64_t{size} * sizeof(Needs<WORDS>);
    const CallLimits* limits = CallLimits::current();
    if (memory > MEMORY_LIMIT || (limits && memory > limits->bytes())) return false;
    const auto used = static_cast<std::size_t>(counts);
    table.counts.reserve(used, table.used);
    std::fill(table.counts.data() + table.used, table.counts.data() + used, Count{});
    table.used = used;
    states_used_ = last + size;
    return true;
}

template <typename Count>
void Counter::add_counts(const Group& group, std::uint32_t first, std::uint32_t last, Table<Count>& table) {
    for (std::uint32_t index = first; index < last; ++index) {
        const State& state = states_[index];
        const Count* from = table.counts.data() + state.counts;
        for (std::uint32_t choice = 0; choice < state.choices; ++choice) {
            const std::uint32_t mines = state.least + choice;
            const double ways = WAYS[group.size][mines];
            const State& target = states_[targets_[state.targets + choice]];
            Count* to = table.counts.data() + target.counts + (state.lowest + mines - target.lowest);
            for (std::uint32_t i = 0; i < state.length; ++i) add_times(to[i], from[i], ways);
        }
    }
}

void Counter::share(std::size_t component, std::span<const double> chances, std::span<const std::uint8_t> allowed,
                    std::span<Share> shares) {
    const Trellis& trellis = trellises_[component];
    if (allowed.empty()) find_possible(trellis, shares);
    else find_possible(trellis, allowed, shares);
    if (trellis.scaled) weigh(trellis, scaled_, chances, shares);
    else weigh(trellis, plain_, chances, shares);
}

/// Every total is allowed: a choice is possible when its target leads to the end at all.
void Counter::find_possible(const Trellis& trellis, std::span<Share> shares) {
    const std::uint32_t* first_state = first_state_.data() + trellis.first_layer;
    const std::uint32_t base = first_state[0];
    alive_.reserve(first_state[trellis.steps] + std::size_t{1} - base, 0);
    std::uint8_t* alive = alive_.data();
    alive[first_state[trellis.steps] - base] = 1;
    for (std::uint32_t step = trellis.steps; step-- > 0;) {
        const std::uint32_t group = order_[trellis.first_group + step];
        std::uint32_t possible = 0;
        for (std::uint32_t index = first_state[step]; index < first_state[step + 1]; ++index) {
            const State& state = states_[index];
            std::uint32_t open = 0;
            for (std::uint32_t choice = 0; choice < state.choices; ++choice) {
                const std::uint32_t target = targets_[state.targets + choice];
                open |= std::uint32_t{alive[target - base]} << (state.least + choice);
            }
            alive[index - base] = open != 0;
            possible |= open;
        }
        shares[group].can_be_mined = possible >> 1 != 0;
        shares[group].can_be_safe = (possible & ((1u << groups_[group].size) - 1)) != 0;
    }
}

/// Only some totals are allowed: the same for each number of mines so far.
void Counter::find_possible(const Trellis& trellis, std::span<const std::uint8_t> allowed, std::span<Share> shares) {
    const std::uint32_t* first_state = first_state_.data() + trellis.first_layer;
    const std::uint32_t base = states_[first_state[0]].counts;
    const State& end = states_[first_state[trellis.steps]];
    alive_.reserve(end.counts - base + end.length, 0);
    std::uint8_t* alive = alive_.data();
    for (std::uint32_t i = 0; i < end.length; ++i) alive[end.counts - base + i] = allowed[i];
    for (std::uint32_t step = trellis.steps; step-- > 0;) {
        const std::uint32_t group = order_[trellis.first_group + step];
        std::uint32_t possible = 0;
        for (std::uint32_t index = first_state[step]; index < first_state[step + 1]; ++index) {
            const State& state = states_[index];
            for (std::uint32_t i = 0; i < state.length; ++i) {
                std::uint32_t open = 0;
                for (std::uint32_t choice = 0; choice < state.choices; ++choice) {
                    const State& target = states_[targets_[state.targets + choice]];
                    const std::uint32_t mines = state.least + choice;
                    const std::uint32_t entry = state.lowest + mines + i - target.lowest;
                    open |= std::uint32_t{alive[target.counts - base + entry]} << mines;
                }
                if (!fits(trellis, state.counts + i)) open = 0;
                alive[state.counts - base + i] = open != 0;
                possible |= open;
            }
        }
        shares[group].can_be_mined = possible >> 1 != 0;
        shares[group].can_be_safe = (possible & ((1u << groups_[group].size) - 1)) != 0;
    }
}

/// The backward pass. `ahead` is the chance of one arrangement so far, summed over what may follow it; with
/// the counts of the forward pass it is the chance of each choice. Its terms add up to 1 in each layer.
template <typename Count>
void Counter::weigh(const Trellis& trellis, Table<Count>& table, std::span<const double> chances,
                    std::span<Share> shares) {
    const std::uint32_t* first_state = first_state_.data() + trellis.first_layer;
    const State& end = states_[first_state[trellis.steps]];
    table.ahead.reserve(end.length, 0);
    for (std::uint32_t i = 0; i < end.length; ++i)
        table.ahead[i] = chance_per_arrangement(chances[i], table.counts[end.counts + i]);
    std::uint32_t ahead_base = end.counts;
    for (std::uint32_t step = trellis.steps; step-- > 0;) {
        const std::uint32_t group = order_[trellis.first_group + step];
        const std::uint32_t base = states_[first_state[step]].counts;
        table.behind.reserve(ahead_base - base, 0);
        std::fill_n(table.behind.data(), ahead_base - base, Count{});
        double expected = 0;
        for (std::uint32_t index = first_state[step]; index < first_state[step + 1]; ++index) {
            const State& state = states_[index];
            const Count* counts = table.counts.data() + state.counts;
            Count* to = table.behind.data() + (state.counts - base);
            for (std::uint32_t choice = 0; choice < state.choices; ++choice) {
                const std::uint32_t mines = state.least + choice;
                const double ways = WAYS[groups_[group].size][mines];
                const State& target = states_[targets_[state.targets + choice]];
                const std::uint32_t entry = state.lowest + mines - target.lowest;
                const Count* from = table.ahead.data() + (target.counts - ahead_base) + entry;
                double chance = 0;
                for (std::uint32_t i = 0; i < state.length; ++i) {
                    chance += product(counts[i], from[i]);
                    add_times(to[i], from[i], ways);
                }
                expected += chance * ways * mines;
            }
        }
        shares[group].mines = expected;
        std::swap(table.ahead, table.behind);
        ahead_base = base;
    }
}

/// Draws the state before `state`, in proportion to the arrangements that come from each.
template <typename Count>
Counter::Back Counter::step_back(const Table<Count>& table, const Trellis& trellis, std::uint32_t step,
                                 std::uint32_t state, std::uint32_t total, Random& random) const {
    const std::uint32_t* first_state = first_state_.data() + trellis.first_layer;
    const std::uint8_t size = groups_[order_[trellis.first_group + step]].size;
    const std::uint32_t mines_so_far = states_[state].lowest + total;
    const Count& all = table.counts[states_[state].counts + total];
    double left = random.unit();
    Back back{};
    for (std::uint32_t index = first_state[step]; index < first_state[step + 1]; ++index) {
        const State& from = states_[index];
        for (std::uint32_t choice = 0; choice < from.choices; ++choice) {
            const std::uint32_t mines = from.least + choice;
            const std::uint32_t entry = mines_so_far - mines - from.lowest;  // wraps when there are too few
            if (targets_[from.targets + choice] != state || entry >= from.length) continue;
            const Count& count = table.counts[from.counts + entry];
            if (is_zero(count)) continue;
            back = {index, entry, mines};
            left -= quotient(count, all) * WAYS[size][mines];
            if (left < 0) return back;
        }
    }
    return back;
}

template Counter::Back Counter::step_back(const Table<double>&, const Trellis&, std::uint32_t, std::uint32_t,
                                          std::uint32_t, Random&) const;
template Counter::Back Counter::step_back(const Table<Scaled>&, const Trellis&, std::uint32_t, std::uint32_t,
                                          std::uint32_t, Random&) const;

}  // namespace sapper
