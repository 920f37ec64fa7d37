#include "odds/odds.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "odds/constraints.h"
#include "odds/contradiction.h"
#include "odds/counting.h"
#include "odds/totals.h"

namespace sapper {

struct OddsSolver::Work {
    Grid grid;
    Constraints constraints;
    Counter counter;
    Totals totals;
    std::vector<Share> shares;
    std::vector<std::uint32_t> entries;
    std::uint64_t off_edge = 0;

    void fill(const Position& position, Odds& odds) const;
};

OddsSolver::OddsSolver() : work_(std::make_unique<Work>()) {}
OddsSolver::~OddsSolver() = default;
OddsSolver::OddsSolver(OddsSolver&&) noexcept = default;
OddsSolver& OddsSolver::operator=(OddsSolver&&) noexcept = default;

Verdict OddsSolver::solve(const Position& position, Odds& odds, std::uint64_t budget, bool trust_flags,
                          bool name_contradiction) {
    Work& work = *work_;
    const Constraints& constraints = work.constraints;
    odds.contradiction.clear();
    const auto give_up = [&](Verdict verdict, double log_arrangements) {
        odds.mine.clear();
        odds.certain.clear();
        odds.log_arrangements = log_arrangements;
        return verdict;
    };
    const auto contradict = [&](Cell clash) {
        if (name_contradiction) odds.contradiction = Contradiction(position, trust_flags).around(clash);
        return give_up(Verdict::CONTRADICTION, -std::numeric_limits<double>::infinity());
    };
    work.grid = position.grid;
    if (!work.constraints.read(position, trust_flags)) return contradict(constraints.clash());
    work.counter.start(constraints, budget);
    work.off_edge = constraints.unknown();
    for (const Component& component : constraints.components()) {
        const Counter::Outcome outcome = work.counter.count(component);
        if (outcome == Counter::Outcome::IMPOSSIBLE) return contradict(work.counter.clash());
        if (outcome == Counter::Outcome::OUT_OF_BUDGET)
            return give_up(Verdict::OUT_OF_BUDGET, std::numeric_limits<double>::quiet_NaN());
        work.off_edge -= component.cells;
    }
    const std::int64_t mines = static_cast<std::int64_t>(position.mines) -
                               static_cast<std::int64_t>(constraints.known_mines());
    if (!work.totals.combine(work.counter, constraints, mines, work.off_edge))
        return give_up(Verdict::CONTRADICTION, -std::numeric_limits<double>::infinity());
    work.shares.resize(constraints.groups().size());
    for (std::size_t i = 0; i < work.counter.size(); ++i)
        work.counter.share(i, work.totals.chances(i), work.totals.allowed(i), work.shares);
    odds.log_arrangements = work.totals.log_arrangements();
    work.fill(position, odds);
    return Verdict::SOLVED;
}

void OddsSolver::Work::fill(const Position& position, Odds& odds) const {
    const auto judge = [](const Share& share, std::uint64_t cells) {
        const double chance = std::clamp(share.mines / static_cast<double>(cells), 0.0, 1.0);
        if (!share.can_be_mined) return std::pair(0.0, Certainty::SAFE);
        if (!share.can_be_safe) return std::pair(1.0, Certainty::MINED);
        return std::pair(chance, Certainty::NONE);
    };
    odds.mine.resize(grid.size());
    odds.certain.resize(grid.size());
    double chances[17] = {};
    chances[Constraints::MINED] = 1;
    Certainty off_edge_certainty = Certainty::NONE;
    if (off_edge) std::tie(chances[Constraints::UNKNOWN], off_edge_certainty) = judge(totals.off_edge(), off_edge);
    for (std::uint32_t row = 0; row < grid.height; ++row) {
        const std::uint8_t* facts = constraints.facts(row);
        const std::uint8_t* seen = position.seen.data() + grid.at(row, 0);
        double* mine = odds.mine.data() + grid.at(row, 0);
        for (std::uint32_t col = 0; col < grid.width; ++col) mine[col] = chances[facts[col]];
        Certainty* certain = odds.certain.data() + grid.at(row, 0);
        for (std::uint32_t col = 0; col < grid.width; ++col) {
            const Certainty known = facts[col] == Constraints::MINED ? Certainty::MINED : Certainty::SAFE;
            const Certainty found = facts[col] == Constraints::UNKNOWN ? off_edge_certainty : known;
            certain[col] = seen[col] <= 8 ? Certainty::NONE : found;
        }
    }
    for (std::size_t i = 0; i < constraints.groups().size(); ++i) {
        const Group& group = constraints.groups()[i];
        const auto [chance, certainty] = judge(shares[i], group.size);
        for (std::uint32_t j = 0; j < group.size; ++j) {
            odds.mine[group.cells[j]] = chance;
            odds.certain[group.cells[j]] = certainty;
        }
    }
}

void OddsSolver::draw(Random& random, std::vector<std::uint8_t>& mines) {
    Work& work = *work_;
    const Constraints& constraints = work.constraints;
    mines.resize(work.grid.size());
    for (std::uint32_t row = 0; row < work.grid.height; ++row)
        std::copy_n(constraints.facts(row), work.grid.width, mines.data() + work.grid.at(row, 0));

    std::uint64_t left = work.totals.draw(random, work.entries), cells = work.off_edge;
    for (std::size_t i = 0; i < work.counter.size(); ++i)
        work.counter.draw(i, work.entries[i], random, [&](std::uint32_t index, std::uint32_t laid) {
            const Group& group = constraints.groups()[index];
            for (std::uint32_t j = 0; j < group.size; ++j) {
                const bool mine = laid > 0 && random.below(group.size - j) < laid;
                mines[group.cells[j]] = mine;
                laid -= mine;
            }
        });
    for (std::uint8_t& mine : mines) {
        if (mine != Constraints::UNKNOWN) continue;
        mine = left > 0 && random.below(cells) < left;
        left -= mine;
        --cells;
    }
}

}  // namespace sapper
