#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/grid.h"
#include "odds/odds.h"
#include "strategy/endgame.h"
#include "strategy/position_value.h"

namespace sapper {

enum class Strength : std::uint8_t { SAFEST, FAST, BEST };

/// The reason for a move: the rule that decided.
enum class MoveReason : std::uint8_t {
    CERTAIN,      // the cell is proven safe
    FIRST,        // nothing is open yet: a corner is the likeliest cell to open an area
    FIFTY_FIFTY,  // a pair that nothing can ever tell apart; waiting would not help
    ENDGAME,      // exact play over every arrangement that is left
    LOOK_AHEAD,   // the best outlook over what the cell may show
    SAFEST,       // the least mine chance
    ONLY,         // no other guess was worth a look
    NOTHING,      // every safe cell is open already
};
inline constexpr std::size_t MOVE_REASONS = 8;

struct Move {
    Cell cell = 0;
    double safe = 0;  // exact chance that the cell holds no mine
    double win = 0;   // chance to win the game: exact in the endgame, else estimated
    MoveReason why = MoveReason::NOTHING;
};

/// Returns 1 for each cell with a flag and 0 for the others; nothing if there is no flag.
std::vector<std::uint8_t> flags_of(std::span<const std::uint8_t> seen);

/// The parameters of a strength.
struct Tuning {
    bool look_ahead = true;
    bool estimate = true;          // fill in `Move::win`; games played for statistics do not need it
    EndgameBudget endgame;
    double value_weight = 0.6;     // 0: leaves count the coming risk only; 1: the fitted value only
    double second_reply = 0.2;     // share of the second safest reply in the coming risk
    double dead_cell = 0.5;        // factor for a cell that can show one number only: it had better wait
    std::size_t candidates = 64;   // the safest that are looked at
    std::size_t deepened = 0;      // of these, the best that are looked at one guess further
    double deepen_share = 0.97;    // if they reach this share of the best score
    std::size_t replies = 4;       // the safest next guesses looked at there
};

/// The tuning of a strength on a kind of board, chosen by what measured best: see `docs/solver.md`.
Tuning tuning_for(const Position& position, Strength strength);

/// Chooses moves. One object per thread; it reuses its memory between calls but remembers nothing: the same position
/// and strength always lead to the same move.
class Strategist {
  public:
    /// Fills `move` when the verdict is SOLVED. With `avoids_flags` a cell with a flag is not the move, but may be
    /// opened later; the reason is NOTHING where no other can be safe.
    Verdict choose(const Position& position, Strength strength, Move& move, bool avoids_flags = false);
    Verdict choose(const Position& position, const Tuning& tuning, Move& move, bool avoids_flags = false);

    /// Returns the odds of the last position in `choose`.
    const Odds& odds() const { return plies_[0].odds; }

  private:
    struct Guess {
        Cell cell = 0;
        double safe = 0;
        double score = 0;
    };
    struct Ply {
        Odds odds;
        Outlook outlook;
        Value::Before sums;
        std::vector<Guess> guesses;
        double largest = 0;  // of all outcomes valued so far
    };

    std::optional<Cell> fifty_fifty() const;
    void look_ahead(const Tuning& tuning, Move& move);
    void gather(Ply& ply, double frontier_share, double loose_share) const;
    bool is_barred(Cell cell) const { return !barred_.empty() && barred_[cell]; }
    Cell first_corner() const;
    double score(const Tuning& tuning, std::size_t depth, const Guess& guess, double to_beat, bool deepen);
    double outcome(const Tuning& tuning, std::size_t depth, bool deepen);
    double estimate(const Tuning& tuning, const Move& move);

    Position position_;                // of `seen_`
    std::vector<std::uint8_t> seen_;   // the visible cells on the line of play looked at; no flags
    std::vector<std::uint8_t> barred_;  // cells that are not the move; empty if there are none
    OddsSolver solver_;
    Endgame endgame_;
    OutlookReader reader_;
    Ply plies_[4];
};

}  // namespace sapper
