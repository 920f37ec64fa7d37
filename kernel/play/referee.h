#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "board/board.h"
#include "board/changes.h"
#include "board/minefield.h"
#include "play/play_rules.h"

namespace sapper {

/// The state of a game. The last two are not states but say why a recorded game has none.
enum class Ending : std::uint8_t { READY, PLAYING, PAUSED, WON, LOST, ABANDONED, REFUSED, DAMAGED };

constexpr bool is_over(Ending status) { return status >= Ending::WON; }

/// The reason why an action is refused, NONE if it is not.
enum class Refusal : std::uint8_t {
    NONE,
    OVER,
    PAUSED,
    NO_CHORDING,
    NO_FLAGS,
    FLAGS_LATER,
    COMPLETION_NEEDS_FLAGS,
    COMPLETION_LATER,
    ONLY_PRACTICE,
    NOTHING_TO_UNDO,
    NOTHING_TO_REDO,
    NO_MINES,
    GUESSING_NEEDS_CLEAR,
};

/// The source of the mines of a game.
class Layout {
  public:
    virtual ~Layout() = default;
    /// Returns the mines for a first cell, null if there are none. They must last as long as the game, or until
    /// others are asked for: a first move may be undone, and another one made.
    virtual const Minefield* mines(Cell first) = 0;
};

/// The same minefield for every first cell.
class FixedLayout final : public Layout {
  public:
    explicit FixedLayout(const Minefield& field) : field_(field) {}
    const Minefield* mines(Cell) override { return &field_; }

  private:
    const Minefield& field_;
};

/// An action that can be played again.
struct Undone {
    ActionKind kind;
    Cell cell;
};

/// A move that can be undone: what it changed on the board, and the state of the game before it.
struct PlayedMove {
    Undone action;
    Changes changes;
    PlayRules::Completion completion;
    std::uint64_t lives, right_flags;
    Ending status;
};

/// The state of a game apart from its board; `status` does not say that it is paused.
struct RefereeState {
    Ending status = Ending::READY;
    PlayRules::Completion completion;  // the rules begin with theirs
    std::uint64_t lives;
    std::uint64_t right_flags = 0, hints = 0;
    std::uint64_t forgiven = 0;  // forced guesses, which were safe by the rules
    bool is_paused = false;
    const Minefield* field = nullptr;  // once the mines are placed
    std::unique_ptr<Minefield> chosen;  // the field, if the rules chose another one at a guess
    Cell first = 0;                    // for which they were placed
    std::vector<PlayedMove> moves;     // of a practice game: at cells, or changing what wins
    std::vector<Undone> undone;
};

/// Plays the rules of `game.py`: thousands of recorded games a second, and the games of the page. Property tests
/// compare the two.
class Referee {
  public:
    /// Requests beyond the state: the cells that change, what a loss shows.
    struct Shows {
        bool changes = true;
        bool loss = true;
    };

    /// Plays on a board with nothing open and no mark.
    Referee(const PlayRules& rules, Layout& layout, Board& board, Shows shows);

    /// Plays an action, or changes nothing and says why. `changes` are then those of the action, if they are shown.
    Refusal play(ActionKind kind, Cell cell);
    const Changes& changes() const { return changes_; }

    Ending status() const { return state_.is_paused && !is_over() ? Ending::PAUSED : state_.status; }
    const RefereeState& state() const { return state_; }
    RefereeState take_state() { return std::move(state_); }
    std::optional<Cell> first() const { return state_.field ? std::optional(state_.first) : std::nullopt; }

    /// The counter: mines minus flags, right or wrong, and the mines that cost a life but not the game.
    std::int64_t mines_left() const;

  private:
    Refusal control(ActionKind kind);
    Refusal play_move(ActionKind kind, Cell cell);
    Refusal move(ActionKind kind, Cell cell);
    Refusal undo();
    Refusal redo();
    Refusal allow_undo(bool has_any, Refusal nothing) const;
    Refusal open(Cell cell);
    Refusal chord(Cell cell);
    Refusal mark(std::uint8_t mark, Cell cell);
    Refusal change(PlayRules::Completion completion);
    Refusal place_mines(Cell first);

    Changes uncover(std::span<const Cell> cells);
    Changes set_marks(std::span<const Cell> cells, std::uint8_t mark);
    Changes flag_around(Cell cell, std::uint8_t number);
    Changes put(std::span<const Cell> cells, std::uint8_t value);
    Changes none() const { return Changes(board_.grid()); }

    void judge_guess(std::span<const Cell> cells);
    bool is_first_promised() const;
    void assist();
    std::vector<Cell> numbers_near(const Changes& changes) const;
    void judge();

    bool is_over() const { return sapper::is_over(state_.status); }
    bool is_complete(PlayRules::Completion completion, bool all_marked) const;
    bool is_closed(Cell cell) const { return board_[cell] >= HIDDEN && board_[cell] <= QUESTION; }
    bool is_protected(std::uint8_t seen) const;
    std::size_t marked_around(Cell cell) const;
    std::vector<Cell> chord_targets(Cell cell) const;

    const PlayRules& rules_;
    Layout& layout_;
    Board& board_;
    bool keeps_changes_, shows_loss_;
    RefereeState state_;
    Changes changes_;
};

}  // namespace sapper
