#include "strategy/strategy.h"

#include <algorithm>
#include <cmath>

namespace sapper {

namespace {

constexpr std::uint64_t LOOK_AHEAD_BUDGET = std::uint64_t{1} << 24;
constexpr std::uint64_t LOOK_AHEAD_CELLS = 4096;  // larger boards are played by the safest cell
constexpr double DENSE = 0.18;                    // mines per cell from which the fitted value pays

constexpr double FRONTIER_SHARE = 0.90;  // of the safest cell's safety, for a candidate next to open cells
constexpr double LOOSE_SHARE = 0.95;     // and for one away from them
constexpr double REPLY_SHARE = 0.93;
constexpr double OUTCOME_MARGIN = 1.05;  // by which an outcome may pass the best one seen
constexpr double RARE = 0.002;           // numbers less likely than this count like the others

constexpr bool is_shown_mine(std::uint8_t seen) { return seen == MINE || seen == EXPLODED; }

bool has_zero(std::span<const std::uint8_t> seen) {
    return std::find(seen.begin(), seen.end(), std::uint8_t{0}) != seen.end();
}

}  // namespace

Tuning tuning_for(const Position& position, Strength strength) {
    Tuning tuning;
    const auto size = static_cast<double>(position.grid.size());
    const bool dense = static_cast<double>(position.mines) > DENSE * size;
    tuning.look_ahead = strength != Strength::SAFEST && position.grid.size() <= LOOK_AHEAD_CELLS;
    if (strength == Strength::SAFEST) tuning.endgame = {0, 0};
    if (strength == Strength::BEST) {
        tuning.endgame = {6000, 20'000'000};
        tuning.deepened = 3;
    }
    if (!dense) {
        tuning.value_weight = 0;
        tuning.second_reply = 0.35;
    } else if (!has_zero(position.seen)) {
        tuning.value_weight = 1;
    }
    return tuning;
}

std::vector<std::uint8_t> flags_of(std::span<const std::uint8_t> seen) {
    std::vector<std::uint8_t> flags;
    if (std::find(seen.begin(), seen.end(), FLAG) == seen.end()) return flags;
    for (const std::uint8_t cell : seen) flags.push_back(cell == FLAG);
    return flags;
}

Verdict Strategist::choose(const Position& position, Strength strength, Move& move, bool avoids_flags) {
    return choose(position, tuning_for(position, strength), move, avoids_flags);
}

Verdict Strategist::choose(const Position& position, const Tuning& tuning, Move& move, bool avoids_flags) {
    barred_.clear();
    if (avoids_flags) barred_ = flags_of(position.seen);
    seen_.assign(position.seen.begin(), position.seen.end());
    std::size_t open = 0;
    for (std::uint8_t& seen : seen_) {
        if (is_open(seen)) ++open;
        else if (!is_shown_mine(seen)) seen = HIDDEN;
    }
    position_ = {position.grid, position.mines, seen_};
    Ply& here = plies_[0];
    const Verdict verdict = solver_.solve(position_, here.odds);
    if (verdict != Verdict::SOLVED) return verdict;

    move = {};
    const auto& certain = here.odds.certain;
    std::optional<Cell> safest;
    for (Cell cell = 0; cell < seen_.size(); ++cell) {
        if (seen_[cell] != HIDDEN || certain[cell] == Certainty::MINED || is_barred(cell)) continue;
        if (certain[cell] == Certainty::SAFE) {
            move = {cell, 1, 0, MoveReason::CERTAIN};
            break;
        }
        if (!safest || here.odds.mine[cell] < here.odds.mine[*safest]) safest = cell;
    }
    if (move.why == MoveReason::NOTHING && !safest) {
        move.win = 1;
        return Verdict::SOLVED;
    }
    if (move.why != MoveReason::CERTAIN) {
        move = {*safest, 1 - here.odds.mine[*safest], 0, MoveReason::SAFEST};
        const double endgame_limit = std::log(static_cast<double>(tuning.endgame.arrangements)) + 1e-9;
        if (const std::optional<Cell> even = tuning.look_ahead ? fifty_fifty() : std::nullopt) {
            move = {*even, 1 - here.odds.mine[*even], 0, MoveReason::FIFTY_FIFTY};
        } else {
            std::optional<EndgameMove> exact;
            if (tuning.look_ahead && here.odds.log_arrangements <= endgame_limit)
                exact = endgame_.solve(position_, certain, tuning.endgame, barred_);
            if (exact) {
                move = {exact->cell, exact->safe, exact->win, MoveReason::ENDGAME};
                return Verdict::SOLVED;
            }
            if (const Cell corner = first_corner(); open == 0 && !is_barred(corner))
                move = {corner, 1 - here.odds.mine[corner], 0, MoveReason::FIRST};
            else if (tuning.look_ahead) look_ahead(tuning, move);
        }
    }
    if (tuning.estimate) move.win = std::min(estimate(tuning, move), move.safe);
    return Verdict::SOLVED;
}

/// A pair with one mine that every other cell sees whole or not at all, unless that cell is a mine: it
/// stays a pair, no matter what is opened.
std::optional<Cell> Strategist::fifty_fifty() const {
    const Grid& grid = position_.grid;
    const auto& certain = plies_[0].odds.certain;
    const auto unknown = [&](Cell cell) { return seen_[cell] == HIDDEN && certain[cell] == Certainty::NONE; };
    for (Cell cell = 0; cell < seen_.size(); ++cell) {
        if (!is_open(seen_[cell])) continue;
        Cell pair[2] = {};
        std::size_t found = 0;
        int need = seen_[cell];
        grid.around(cell, [&](Cell other) {
            if (is_open(seen_[other])) return;
            if (certain[other] == Certainty::MINED) --need;
            if (certain[other] == Certainty::NONE && ++found <= 2) pair[found - 1] = other;
        });
        if (found != 2 || need != 1) continue;
        bool apart = false;
        for (const std::size_t i : {0u, 1u}) {
            const Cell one = pair[i], two = pair[1 - i];
            grid.around(one, [&](Cell other) {
                const bool mined = !is_open(seen_[other]) && certain[other] == Certainty::MINED;
                if (other == two || mined) return;
                bool sees_two = false;
                grid.around(other, [&](Cell third) { sees_two |= third == two; });
                apart |= !sees_two;
            });
        }
        if (apart || !unknown(pair[0])) continue;
        const Cell either = std::min(pair[0], pair[1]), other = std::max(pair[0], pair[1]);
        if (!is_barred(either)) return either;
        if (!is_barred(other)) return other;
    }
    return std::nullopt;
}

/// The first corner that is not barred, or the first.
Cell Strategist::first_corner() const {
    const Grid& grid = position_.grid;
    const std::uint32_t bottom = grid.height - 1, right = grid.width - 1;
    for (const Cell corner : {grid.at(0, 0), grid.at(0, right), grid.at(bottom, 0), grid.at(bottom, right)})
        if (!is_barred(corner)) return corner;
    return 0;
}

void Strategist::look_ahead(const Tuning& tuning, Move& move) {
    Ply& here = plies_[0];
    reader_.read(position_, here.odds, here.outlook, tuning.value_weight > 0);
    gather(here, FRONTIER_SHARE, LOOSE_SHARE);
    if (here.guesses.empty()) return;
    if (here.guesses.size() > tuning.candidates) here.guesses.resize(tuning.candidates);
    move = {here.guesses[0].cell, here.guesses[0].safe, 0, MoveReason::ONLY};
    if (here.guesses.size() == 1) return;

    Value::prepare(here.outlook.features, here.sums);
    here.largest = 0;
    const double slack = tuning.deepened > 1 ? tuning.deepen_share : 1;
    double best = 0;
    for (Guess& guess : here.guesses) {
        guess.score = score(tuning, 0, guess, best * slack, false);
        best = std::max(best, guess.score);
    }
    std::stable_sort(here.guesses.begin(), here.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.score > b.score; });
    if (tuning.deepened > 1) {
        std::size_t close = 1;
        const std::size_t most = std::min(tuning.deepened, here.guesses.size());
        while (close < most && here.guesses[close].score >= best * slack) ++close;
        if (close > 1) {
            best = 0;
            here.largest = 0;
            here.guesses.resize(close);
            for (Guess& guess : here.guesses) {
                guess.score = score(tuning, 0, guess, best, true);
                best = std::max(best, guess.score);
            }
            std::stable_sort(here.guesses.begin(), here.guesses.end(),
                             [](const Guess& a, const Guess& b) { return a.score > b.score; });
        }
    }
    move = {here.guesses[0].cell, here.guesses[0].safe, 0, MoveReason::LOOK_AHEAD};
}

/// Collects the guesses worth a look, safest first: those almost as safe as the safest, and away from open
/// cells only where they may connect to them or where few neighbours make an opening likely. Settled parts
/// can wait while there is anything else: when they are played makes no difference.
void Strategist::gather(Ply& ply, double frontier_share, double loose_share) const {
    const Grid& grid = position_.grid;
    ply.guesses.clear();
    double safest = 0;
    const auto unknown = [&](Cell cell) {
        return seen_[cell] == HIDDEN && ply.odds.certain[cell] == Certainty::NONE &&
               !(ply.outlook.rest && reader_.is_settled(cell)) && !(&ply == plies_ && is_barred(cell));
    };
    for (Cell cell = 0; cell < seen_.size(); ++cell)
        if (unknown(cell)) safest = std::max(safest, 1 - ply.odds.mine[cell]);
    const double least = safest * std::min(frontier_share, loose_share);
    for (Cell cell = 0; cell < seen_.size(); ++cell) {
        if (!unknown(cell)) continue;
        const double safe = 1 - ply.odds.mine[cell];
        if (safe < least) continue;
        bool frontier = false;
        int hidden = 0;
        grid.around(cell, [&](Cell other) {
            frontier |= is_open(seen_[other]);
            hidden += seen_[other] == HIDDEN;
        });
        if (safe < safest * (frontier ? frontier_share : loose_share)) continue;
        if (!frontier && hidden > 3) {
            bool near = false;
            const std::uint32_t row = grid.row(cell), col = grid.col(cell);
            for (std::uint32_t r = row < 2 ? 0 : row - 2; r <= std::min(row + 2, grid.height - 1); ++r)
                for (std::uint32_t c = col < 2 ? 0 : col - 2; c <= std::min(col + 2, grid.width - 1); ++c)
                    near |= is_open(seen_[grid.at(r, c)]);
            if (!near) continue;
        }
        ply.guesses.push_back({cell, safe, 0});
    }
    std::stable_sort(ply.guesses.begin(), ply.guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.safe > b.safe; });
}

/// Scores a guess: over all numbers it may show, their chance times the value of what follows. Stops
/// early, with less, once it can hardly reach `to_beat`.
double Strategist::score(const Tuning& tuning, std::size_t depth, const Guess& guess, double to_beat, bool deepen) {
    Ply& here = plies_[depth];
    Ply& next = plies_[depth + 1];
    int least = 0, most = 0;
    position_.grid.around(guess.cell, [&](Cell other) {
        if (is_open(seen_[other])) return;
        least += here.odds.certain[other] == Certainty::MINED;
        most += here.odds.certain[other] != Certainty::SAFE;
    });
    double sum = 0, left = guess.safe;
    int numbers = 0;
    for (int number = least; number <= most && left > RARE * guess.safe; ++number) {
        if (sum + left * OUTCOME_MARGIN * (here.largest > 0 ? here.largest : 1) < to_beat) break;
        seen_[guess.cell] = static_cast<std::uint8_t>(number);
        if (solver_.solve(position_, next.odds, LOOK_AHEAD_BUDGET, false, false) != Verdict::SOLVED) continue;
        const double chance = std::exp(next.odds.log_arrangements - here.odds.log_arrangements);
        const double value = outcome(tuning, depth + 1, deepen);
        here.largest = std::max(here.largest, value);
        sum += chance * value;
        left -= chance;
        ++numbers;
    }
    seen_[guess.cell] = HIDDEN;
    if (numbers == 1 && left <= 1e-9) return sum * tuning.dead_cell;
    return left > RARE * guess.safe ? sum : sum * guess.safe / (guess.safe - left);
}

/// The value of the position that a guess has led to.
double Strategist::outcome(const Tuning& tuning, std::size_t depth, bool deepen) {
    Ply& ply = plies_[depth];
    if (ply.odds.log_arrangements < 1e-9) return 1;
    Outlook& outlook = ply.outlook;
    reader_.read(position_, ply.odds, outlook, tuning.value_weight > 0);
    if (!outlook.rest) return outlook.settled;
    if (deepen && outlook.stuck) {
        Value::prepare(outlook.features, ply.sums);
        gather(ply, REPLY_SHARE, REPLY_SHARE);
        double best = 0;
        ply.largest = 0;
        for (std::size_t i = 0; i < std::min(tuning.replies, ply.guesses.size()); ++i)
            best = std::max(best, score(tuning, depth, ply.guesses[i], best, false));
        if (best > 0) return best;
    }
    // A safe cell at hand means no risk yet; else it is that of the safest reply, with a share of the second
    // safest, since more choice means less risk later.
    const double second = tuning.second_reply;
    const double survival = outlook.stuck ? 1 - (1 - second) * outlook.least - second * outlook.second : 1;
    const double weight = tuning.value_weight;
    if (weight == 0) return outlook.settled * survival;
    const double value = Value::estimate(plies_[depth - 1].sums, outlook.features);
    return outlook.settled * std::pow(value, weight) * std::pow(survival, 1 - weight);
}

/// The chance to win with a move: exact where few arrangements are left and the move costs no chance, else
/// the fitted value alone, over all numbers that the cell may show.
double Strategist::estimate(const Tuning& tuning, const Move& move) {
    Ply& here = plies_[0];
    const EndgameBudget quick;
    const bool free = move.why == MoveReason::CERTAIN || move.why == MoveReason::FIFTY_FIFTY;
    if (free && here.odds.log_arrangements <= std::log(static_cast<double>(quick.arrangements)))
        if (const auto exact = endgame_.solve(position_, here.odds.certain, quick)) return exact->win;
    reader_.read(position_, here.odds, here.outlook);
    Value::prepare(here.outlook.features, here.sums);
    if (move.why == MoveReason::CERTAIN || seen_.size() > LOOK_AHEAD_CELLS) {
        if (!here.outlook.rest) return here.outlook.settled;
        return here.outlook.settled * Value::estimate(here.sums, here.outlook.features);
    }
    Tuning value_alone = tuning;
    value_alone.value_weight = 1;
    value_alone.dead_cell = 1;
    here.largest = 0;
    return std::min(1.0, score(value_alone, 0, {move.cell, move.safe, 0}, 0, false));
}

}  // namespace sapper
