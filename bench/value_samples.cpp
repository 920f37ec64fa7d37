/// Plays games that show what positions are worth, for `fit_value.py`.
///
/// Each game is played up to one of its first guesses. From there it branches: the player's own guess and a
/// few others, each on several boards drawn from all that fit. Every branch is played to the end,
/// survival-weighted. Each guess on the way is a sample: the features after it and before it, and the
/// chance to win that followed.
///
///     value_samples WIDTH HEIGHT MINES opening|cell ROW COL SEED BEGIN END > samples
///
/// A sample is a row of 32-bit floats: the branching it belongs to (-1: none), the chance to win that
/// followed, the chance to clear the settled parts, the features after the guess, the features before it.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "board/board.h"
#include "board/first_click.h"
#include "board/minefield.h"
#include "board/random.h"
#include "odds/odds.h"
#include "strategy/position_value.h"
#include "strategy/strategy.h"

using namespace sapper;

namespace {

constexpr std::size_t BRANCHES = 4;
constexpr std::size_t BOARDS = 2;            // per branch
constexpr std::size_t CANDIDATES = 14;       // the safest, of which branches are drawn
constexpr double CANDIDATE_SHARE = 0.85;     // of the safest cell's safety
constexpr double LOOSE_SHARE = 0.90;         // for cells away from open ones
constexpr std::uint64_t FIRST_GUESSES = 6;   // among which the branching is drawn

struct Sample {
    float group = -1;
    float target = 0;
    float settled = 1;
    Features after, before;
    double weight = 1;  // survival up to here
    bool rest = true;   // not all is settled
};

struct Game {
    std::shared_ptr<const Minefield> field;
    Board board;
};

class Sampler {
  public:
    Sampler(Grid grid, std::uint64_t mines) : grid_(grid), mines_(mines) {}

    void sample(bool opening, Cell first, Seed seed, float group) {
        Random random(derive(seed, 1));
        const auto zone = first_click_zone(grid_, opening ? FirstClick::OPENING : FirstClick::CELL, first);
        Game game{share(Minefield::lay(grid_, mines_, seed, zone)), Board(grid_, mines_)};
        open(game, {&first, 1});

        Move move;
        for (std::uint64_t guess = random.below(FIRST_GUESSES);; --guess) {
            if (!next_guess(game, move, random) || move.why == MoveReason::ENDGAME) return;
            if (guess == 0) break;
            make(game, move.cell, random, nullptr);
        }
        const std::vector<Cell> branches = choose_branches(game, move.cell, random);
        if (branches.size() < 2) return;
        reader_.read(position_of(game), strategist_.odds(), before_);
        const Outlook before = before_;
        for (const Cell cell : branches) {
            for (std::size_t board = 0; board < BOARDS; ++board) {
                Game branch = game;
                redraw(branch, cell, random);
                before_ = before;
                samples_.clear();
                make(branch, cell, random, &samples_.emplace_back());
                samples_[0].group = group;
                play_on(branch, random);
            }
        }
    }

  private:
    static std::shared_ptr<const Minefield> share(Minefield&& field) {
        return std::make_shared<const Minefield>(std::move(field));
    }

    Position position_of(const Game& game) const { return {grid_, mines_, game.board.seen()}; }

    static void open(Game& game, std::span<const Cell> cells) { game.board.open(*game.field, cells, {}); }

    /// Opens what is certain until a guess is due; false when the game is won.
    bool next_guess(Game& game, Move& move, Random& random) {
        while (game.board.opened() < grid_.size() - mines_) {
            const Position position = position_of(game);
            Tuning tuning = tuning_for(position, Strength::FAST);
            tuning.estimate = false;
            if (strategist_.choose(position, tuning, move) != Verdict::SOLVED) std::abort();
            if (move.why == MoveReason::CERTAIN) {
                const std::vector<Certainty>& certain = strategist_.odds().certain;
                std::vector<Cell> safe;
                for (Cell cell = 0; cell < certain.size(); ++cell)
                    if (certain[cell] == Certainty::SAFE) safe.push_back(cell);
                open(game, safe);
            } else if (move.why == MoveReason::FIFTY_FIFTY) {
                survival_ *= move.safe;
                make(game, move.cell, random, nullptr);
            } else {
                return true;
            }
        }
        return false;
    }

    void play_on(Game& game, Random& random) {
        survival_ = 1;
        double score = 1;
        Move move;
        while (next_guess(game, move, random)) {
            if (move.why == MoveReason::ENDGAME) {
                score = move.win;
                break;
            }
            reader_.read(position_of(game), strategist_.odds(), before_);
            survival_ *= move.safe;
            make(game, move.cell, random, &samples_.emplace_back());
        }
        score *= survival_;
        for (Sample& sample : samples_) {
            if (!sample.rest) continue;
            sample.target = static_cast<float>(score / sample.weight);
            std::fwrite(&sample.group, sizeof(float), 3, stdout);
            std::fwrite(sample.after.data(), sizeof(float), FEATURES, stdout);
            std::fwrite(sample.before.data(), sizeof(float), FEATURES, stdout);
        }
    }

    /// Opens a guessed cell, on another board if there is a mine in it.
    void make(Game& game, Cell cell, Random& random, Sample* sample) {
        if (game.field->is_mine(cell)) redraw(game, cell, random);
        if (sample) {
            game.board.put(cell, game.field->number(cell));
            const Position position = position_of(game);
            solver_.solve(position, odds_);
            Outlook after;
            reader_.read(position, odds_, after);
            game.board.put(cell, HIDDEN);
            sample->after = after.features;
            sample->before = before_.features;
            sample->settled = after.settled;
            sample->rest = after.rest;
            sample->weight = samples_.size() == 1 ? 1 : survival_;
        }
        open(game, {&cell, 1});
    }

    std::vector<Cell> choose_branches(const Game& game, Cell own, Random& random) {
        const Odds& odds = strategist_.odds();
        std::vector<Cell> cells;
        double safest = 0;
        for (Cell cell = 0; cell < grid_.size(); ++cell) {
            if (game.board[cell] != HIDDEN || odds.certain[cell] != Certainty::NONE) continue;
            safest = std::max(safest, 1 - odds.mine[cell]);
            cells.push_back(cell);
        }
        std::erase_if(cells, [&](Cell cell) {
            bool frontier = false;
            grid_.around(cell, [&](Cell other) { frontier |= is_open(game.board[other]); });
            return 1 - odds.mine[cell] < safest * (frontier ? CANDIDATE_SHARE : LOOSE_SHARE);
        });
        std::stable_sort(cells.begin(), cells.end(), [&](Cell a, Cell b) { return odds.mine[a] < odds.mine[b]; });
        if (cells.size() > CANDIDATES) cells.resize(CANDIDATES);
        std::erase(cells, own);
        std::vector<Cell> chosen{own};
        while (chosen.size() < BRANCHES && !cells.empty()) {
            const auto at = static_cast<std::ptrdiff_t>(random.below(cells.size()));
            chosen.push_back(cells[static_cast<std::size_t>(at)]);
            cells.erase(cells.begin() + at);
        }
        return chosen;
    }

    void redraw(Game& game, Cell spared, Random& random) {
        solver_.solve(position_of(game), odds_);
        std::vector<std::uint8_t> mines;
        do solver_.draw(random, mines);
        while (mines[spared]);
        game.field = share(Minefield::from_mines(grid_, mines));
    }

    Grid grid_;
    std::uint64_t mines_;
    Strategist strategist_;
    OddsSolver solver_;
    Odds odds_;
    OutlookReader reader_;
    Outlook before_;
    std::vector<Sample> samples_;
    double survival_ = 1;
};

}  // namespace

int main(int count, char** words) {
    if (count != 10) {
        std::fprintf(stderr, "usage: value_samples WIDTH HEIGHT MINES opening|cell ROW COL SEED BEGIN END\n");
        return 2;
    }
    const auto whole = [&](int i) { return std::strtoull(words[i], nullptr, 10); };
    const Grid grid{static_cast<std::uint32_t>(whole(1)), static_cast<std::uint32_t>(whole(2))};
    const Cell first = grid.at(static_cast<std::uint32_t>(whole(5)), static_cast<std::uint32_t>(whole(6)));
    const bool opening = std::string(words[4]) == "opening";
    const Seed seed{0, whole(7)};
    Sampler sampler(grid, whole(3));
    for (std::uint64_t i = whole(8); i < whole(9); ++i)
        sampler.sample(opening, first, derive(seed, i), static_cast<float>(i));
}
