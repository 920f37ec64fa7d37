#include "simulation.h"

#include "minefield.h"

namespace sapper {

Verdict Simulator::play(const Series& series, std::uint64_t begin, std::span<GameResult> results) {
    for (GameResult& result : results) {
        const Verdict verdict = play_one(series, begin++, result);
        if (verdict != Verdict::SOLVED) return verdict;
    }
    return Verdict::SOLVED;
}

Verdict Simulator::play_one(const Series& series, std::uint64_t index, GameResult& result) {
    const Seed seed = derive(series.seed, index);
    Random redraws(derive(seed, 0));
    result = {};
    lay(series, seed);
    double weight = 1;
    Move move{series.first, 1, 0, Motive::FIRST};
    if (series.first_click == FirstClick::ANY || (series.first_click == FirstClick::TOP_LEFT && series.first != 0))
        move.safe = 1 - static_cast<double>(series.mines) / static_cast<double>(series.grid.size());
    while (true) {
        const bool certain = move.why == Motive::CERTAIN;
        if (move.safe < 1) {
            ++result.guesses;
            if (series.weighted && move.why == Motive::ENDGAME) {
                result.lost[static_cast<std::size_t>(move.why)] += weight * (1 - move.win);
                result.score = weight * move.win;
                return Verdict::SOLVED;
            }
            double& lost = result.lost[static_cast<std::size_t>(move.why)];
            if (series.weighted) {
                lost += weight * (1 - move.safe);
                weight *= move.safe;
            }
            if (mines_[move.cell]) {
                if (!series.weighted) {
                    lost = 1;
                    return Verdict::SOLVED;
                }
                if (const Verdict verdict = redraw(series, move.cell, redraws); verdict != Verdict::SOLVED)
                    return verdict;
            }
        }
        if (certain) {
            // Everything proven safe is opened at once: it stays safe whatever the others show.
            const std::vector<Certainty>& known = strategist_.odds().certain;
            for (Cell cell = 0; cell < known.size(); ++cell)
                if (known[cell] == Certainty::SAFE) open(series.grid, cell);
        } else {
            open(series.grid, move.cell);
        }
        if (safe_left_ == 0) {
            result.score = weight;
            return Verdict::SOLVED;
        }
        const Position position{series.grid, series.mines, seen_};
        Tuning tuning = tuning_for(position, series.strength);
        tuning.estimate = false;
        if (const Verdict verdict = strategist_.choose(position, tuning, move); verdict != Verdict::SOLVED)
            return verdict;
    }
}

void Simulator::lay(const Series& series, Seed seed) {
    std::vector<Cell> zone;
    if (series.first_click == FirstClick::TOP_LEFT) zone = {0};
    if (series.first_click == FirstClick::CELL) zone = {series.first};
    if (series.first_click == FirstClick::OPENING) zone = opening_zone(series.grid, series.first);
    const Minefield field = Minefield::lay(series.grid, series.mines, seed, zone);
    mines_.resize(series.grid.size());
    for (Cell cell = 0; cell < mines_.size(); ++cell) mines_[cell] = field.is_mine(cell);
    seen_.assign(mines_.size(), HIDDEN);
    safe_left_ = series.grid.size() - series.mines;
}

/// Opens a safe cell, and around zeros everything.
void Simulator::open(Grid grid, Cell cell) {
    if (seen_[cell] != HIDDEN) return;
    queue_.assign(1, cell);
    seen_[cell] = 0;
    while (!queue_.empty()) {
        const Cell at = queue_.back();
        queue_.pop_back();
        std::uint8_t number = 0;
        grid.around(at, [&](Cell other) { number = static_cast<std::uint8_t>(number + mines_[other]); });
        seen_[at] = number;
        --safe_left_;
        if (number > 0) continue;
        grid.around(at, [&](Cell other) {
            if (seen_[other] != HIDDEN) return;
            seen_[other] = 0;
            queue_.push_back(other);
        });
    }
}

/// Replaces the minefield by another that fits what is seen, with no mine at `spared`; all equally likely.
Verdict Simulator::redraw(const Series& series, Cell spared, Random& random) {
    const Verdict verdict = solver_.solve({series.grid, series.mines, seen_}, odds_);
    if (verdict != Verdict::SOLVED) return verdict;
    do solver_.draw(random, mines_);
    while (mines_[spared]);
    return Verdict::SOLVED;
}

}  // namespace sapper
