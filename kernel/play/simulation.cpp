#include "play/simulation.h"

#include <algorithm>

namespace sapper {

Verdict Simulator::play(const Series& series, std::uint64_t begin, std::span<GameResult> results) {
    for (GameResult& result : results) {
        const Verdict verdict = play_one(series, begin++, result);
        if (verdict != Verdict::SOLVED) return verdict;
    }
    return Verdict::SOLVED;
}

Verdict Simulator::play(const Series& series, std::uint64_t begin, std::size_t count, SeriesResult& result) {
    std::vector<GameResult> games(count);
    const Verdict verdict = play(series, begin, games);
    result = {};
    for (const GameResult& game : games) {
        result.scores.push_back(game.score);
        result.guesses += game.guesses;
        for (std::size_t reason = 0; reason < MOVE_REASONS; ++reason) result.lost[reason] += game.lost[reason];
    }
    return verdict;
}

Verdict Simulator::play_one(const Series& series, std::uint64_t index, GameResult& result) {
    const Seed seed = derive(series.seed, index);
    Random redraws(derive(seed, 0));
    result = {};
    const std::vector<Cell> zone = first_click_zone(series.grid, series.first_click, series.first);
    field_ = Minefield::lay(series.grid, series.mines, seed, zone);
    board_.emplace(series.grid, series.mines);
    double weight = 1;
    Move move{series.first, 1, 0, MoveReason::FIRST};
    if (zone.empty() || zone[0] != series.first)
        move.safe = 1 - static_cast<double>(series.mines) / static_cast<double>(series.grid.size());
    while (true) {
        const bool certain = move.why == MoveReason::CERTAIN;
        if (move.safe < 1) {
            ++result.guesses;
            if (series.weighted && move.why == MoveReason::ENDGAME) {
                result.lost[static_cast<std::size_t>(move.why)] += weight * (1 - move.win);
                result.score = weight * move.win;
                return Verdict::SOLVED;
            }
            double& lost = result.lost[static_cast<std::size_t>(move.why)];
            if (series.weighted) {
                lost += weight * (1 - move.safe);
                weight *= move.safe;
            }
            if (field_->is_mine(move.cell)) {
                if (!series.weighted) {
                    lost = 1;
                    return Verdict::SOLVED;
                }
                if (const Verdict verdict = redraw(series, move.cell, redraws); verdict != Verdict::SOLVED)
                    return verdict;
            }
        }
        if (certain) open_certain();
        else open({&move.cell, 1});
        if (board_->opened() == series.grid.size() - series.mines) {
            result.score = weight;
            return Verdict::SOLVED;
        }
        const Position position{series.grid, series.mines, board_->seen()};
        Tuning tuning = tuning_for(position, series.strength);
        tuning.estimate = false;
        if (const Verdict verdict = strategist_.choose(position, tuning, move); verdict != Verdict::SOLVED)
            return verdict;
    }
}

void Simulator::open(std::span<const Cell> cells) { board_->open(*field_, cells, {}); }

/// Opens everything that is proven safe: it stays safe, no matter what the others show.
void Simulator::open_certain() {
    const std::vector<Certainty>& known = strategist_.odds().certain;
    certain_.clear();
    for (Cell cell = 0; cell < known.size(); ++cell)
        if (known[cell] == Certainty::SAFE) certain_.push_back(cell);
    open(certain_);
}

/// Replaces the minefield by another that fits what is seen, with no mine at `spared`; all equally likely.
Verdict Simulator::redraw(const Series& series, Cell spared, Random& random) {
    const Verdict verdict = solver_.solve({series.grid, series.mines, board_->seen()}, odds_);
    if (verdict != Verdict::SOLVED) return verdict;
    do solver_.draw(random, mines_);
    while (mines_[spared]);
    field_ = Minefield::from_mines(series.grid, mines_);
    return Verdict::SOLVED;
}

}  // namespace sapper
