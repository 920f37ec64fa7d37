#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "board/first_click.h"
#include "board/grid.h"
#include "board/random.h"
#include "generator/generator.h"
#include "odds/odds.h"
#include "play/play_rules.h"

namespace sapper {

/// The reward of a step is the sum of what applies.
struct Rewards {
    double win = 0;     // the step wins the game
    double loss = 0;    // the step loses it
    double mine = 0;    // a mine explodes, also one that ends the game
    double cell = 0;    // for each safe cell that opens
    double step = 0;    // every step
    double wasted = 0;  // the cell was open already
};

/// The rules of games in which cells are only opened, and the rewards of a step.
struct FleetRules {
    Grid grid;
    std::uint64_t mines = 0;
    FirstClick first_click = FirstClick::OPENING;
    Grade grade = Grade::NONE;  // of no-guess boards; NONE: random ones
    PlayRules::Completion completion = PlayRules::Completion::CLEAR;
    std::uint32_t lives = 1;
    bool show_mines = true;  // after a loss
    Rewards reward = {};
};

/// The value of a cell of the arrays that is outside a smaller board.
inline constexpr std::uint8_t OUTSIDE = 15;

/// When the next game begins on a board whose game is over.
enum class AutoReset : std::uint8_t {
    NEVER,      // when it is asked for; until then a step does nothing there
    NEXT_STEP,  // with the next step, whose action is ignored
    SAME_STEP,  // at once; the end of the game before is in `final_cells`
};

enum class GameState : std::uint8_t { PLAYING, WON, LOST };

/// Many games, played in steps: one action on every board. The state is a structure of arrays.
///
/// Boards may play by different rules. The arrays are as wide and high as the largest, and smaller boards lie in their
/// upper left corners. A change of rules takes effect with the next game.
///
/// The rules are those of `game.py`, and a property test compares the two. Boards do not influence each other, so the
/// result does not depend on the number of threads. Calls from several threads wait for each other.
///
/// It opens cells by itself and not by Board::open: its boards lie in shared arrays, and the changes are not needed,
/// which take longer to record than the opening itself.
class Fleet {
  public:
    Fleet(std::vector<FleetRules> levels, AutoReset reset, std::size_t boards);

    /// Begins a series of games on every board, with the game of this number. Game k of a series has the k-th seed
    /// derived from that of the series.
    void start(std::span<const Seed> series, std::uint64_t number);

    /// Begins the next game of the series on the boards whose entry is not 0.
    void restart(std::span<const std::uint8_t> which);

    /// Sets by which of its rules every board plays its next games.
    void set_levels(std::span<const std::uint32_t> levels);

    /// Begins the next game on a board from a position of its own size, with the mines of `mines` (1 for a mine) or, if
    /// that is empty, with one of the minefields that fit, all with the same chance. Throws where there is none or the
    /// game would be over.
    void place(std::size_t board, std::span<const std::uint8_t> seen, std::span<const std::uint8_t> mines);

    /// Returns everything about every board, in records of equal length.
    std::vector<std::uint8_t> save();

    /// Reads what `save` wrote for as many boards with the same rules. Throws, and changes nothing, where it could not
    /// have been written so.
    void restore(std::span<const std::uint8_t> records);

    /// Opens one cell on every board, on up to `threads` threads. Throws where a no-guess board is not found within the
    /// budget: that board is as it was, and all others have been played.
    void step(std::span<const std::int64_t> actions, std::size_t threads);

    /// Fills `actions` with a closed cell of every board, all with the same chance, from a random series of its own.
    void choose_random();

    /// Fills `mine_chance` and `certain` from what is seen: with nothing where a game is over. Throws where that is
    /// beyond the work budget.
    void solve(std::size_t threads);

    /// Fills `progress`: the 3BV that can be seen to be done on every board.
    void measure();

    const Grid& grid() const { return grid_; }
    const FleetRules& next_rules(std::size_t board) const { return levels_[next_level[board]]; }
    std::size_t levels() const { return levels_.size(); }
    std::size_t size() const { return boards_; }

    // Of every board, or of every cell of every board. After a step that ended a game, what is about the step is about
    // that game, and the rest is about the one that is played now.
    std::vector<std::uint8_t> cells;  // the visible cells
    std::vector<std::uint8_t> masks;  // 1 where a cell is closed
    std::vector<std::uint8_t> final_cells;  // with SAME_STEP: what was seen at the end of the last game
    std::vector<std::uint8_t> truth;  // as in Minefield::cells; 0 until the mines are placed
    std::vector<double> rewards;  // of the step
    std::vector<std::uint8_t> terminated;  // whether the step ended a game
    std::vector<GameState> states;  // of the game that the step played
    std::vector<std::uint32_t> gained;  // safe cells that the step opened
    std::vector<std::uint32_t> opened;  // safe cells that are open
    std::vector<std::uint32_t> lives;  // that are left
    std::vector<std::uint32_t> level;  // number of the rules of the game
    std::vector<std::uint32_t> next_level;  // number of the rules of the next game
    std::vector<std::uint32_t> moves;  // played in this game, wasted ones included
    std::vector<std::uint64_t> episodes;  // number of the game in its series, from 0
    std::vector<std::int64_t> actions;  // of `choose_random`
    std::vector<float> mine_chance;  // of `solve`
    std::vector<Certainty> certain;  // of `solve`
    std::vector<std::uint32_t> progress;  // of `measure`

  private:
    /// The memory of a thread.
    struct Worker {
        std::vector<Cell> zeros;
        std::unique_ptr<Generator> generator;
        OddsSolver solver;
        Odds odds;
        std::vector<std::uint8_t> part;  // a board that is smaller than the arrays
    };

    struct Record;

    template <typename Visit>
    void each_board(std::size_t threads, Visit&& visit);
    void begin(std::size_t board);
    void play(std::size_t board, Cell cell, Worker& worker);
    void place_mines(std::size_t board, Cell first, Worker& worker);
    std::uint32_t open(std::size_t board, Cell cell, Worker& worker);
    void end(std::size_t board, GameState state);
    void solve_board(std::size_t board, Worker& worker);
    std::span<const std::uint8_t> own_cells(std::size_t board, std::vector<std::uint8_t>& part) const;
    std::size_t record_size() const;
    Record read(std::span<const std::uint8_t> bytes) const;
    void settle(std::size_t board);
    const FleetRules& rules(std::size_t board) const { return levels_[level[board]]; }

    std::vector<FleetRules> levels_;
    Grid grid_;
    AutoReset reset_;
    std::size_t boards_, each_;
    std::vector<Seed> series_;
    std::vector<Random> choices_;
    std::vector<std::uint8_t> begun_;
    std::vector<std::uint8_t> over_;
    std::vector<Worker> workers_;
    std::mutex lock_;
};

}  // namespace sapper
