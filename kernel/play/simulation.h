#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/board.h"
#include "board/first_click.h"
#include "board/grid.h"
#include "board/minefield.h"
#include "board/random.h"
#include "odds/odds.h"
#include "strategy/strategy.h"

namespace sapper {

/// A run of games, numbered from 0. Each game depends on its number and the seed only, so that any range of
/// games can be played anywhere, and two strengths meet the same boards.
struct Series {
    Grid grid;
    std::uint64_t mines = 0;
    FirstClick first_click = FirstClick::OPENING;
    Cell first = 0;
    Seed seed;
    Strength strength = Strength::BEST;

    /// Survival-weighted games: a fatal guess is not the end. The game goes on, on a board drawn from all
    /// that fit what is seen and spare this cell, and scores the product of the chances it lived on. The
    /// mean score is the win rate, with about a third of the variance of won and lost games.
    bool weighted = false;
};

/// One game. Plain games score 1 or 0; exactly one of score and losses is then 1.
struct GameResult {
    double score = 0;
    std::array<double, MOVE_REASONS> lost{};  // chance lost to moves of each reason; with `score` they sum to 1
    std::uint32_t guesses = 0;
};

/// The games of a part of a series, summed up.
struct SeriesResult {
    std::vector<double> scores;
    std::array<double, MOVE_REASONS> lost{};
    std::uint64_t guesses = 0;
};

/// Plays whole games. One object per thread; reuses its memory between games.
class Simulator {
  public:
    /// Plays the games `begin` to `begin + results.size() - 1` of a series.
    Verdict play(const Series& series, std::uint64_t begin, std::span<GameResult> results);
    Verdict play(const Series& series, std::uint64_t begin, std::size_t count, SeriesResult& result);

  private:
    Verdict play_one(const Series& series, std::uint64_t index, GameResult& result);
    void open(std::span<const Cell> cells);
    void open_certain();
    Verdict redraw(const Series& series, Cell spared, Random& random);

    Strategist strategist_;
    OddsSolver solver_;
    Odds odds_;
    std::optional<Minefield> field_;
    std::optional<Board> board_;
    std::vector<std::uint8_t> mines_;
    std::vector<Cell> certain_;
};

}  // namespace sapper
