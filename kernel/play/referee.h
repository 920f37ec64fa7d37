#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "board/board.h"
#include "board/minefield.h"
#include "play/packed_actions.h"

namespace sapper {

/// The rules of single actions. Games with assists or undo are not played here.
struct PlayRules {
    enum class Chord : std::uint8_t { EXACT, AT_LEAST, OFF };
    enum class Completion : std::uint8_t { CLEAR, MARK, BOTH, EITHER };

    bool flags = true, capped = false, preflag = true;
    bool protect_flags = true, protect_questions = false, sweep_flags = false;
    Chord chord = Chord::EXACT;
    Completion completion = Completion::CLEAR;
    std::uint64_t lives = 1;
};

/// Whether a board wins whose safe cells are all open, whose mines are all marked, both or neither.
bool is_complete(PlayRules::Completion completion, bool cleared, bool marked);

/// The end of a recorded game, or why there is none: an action was refused, or the record is damaged.
enum class Ending : std::uint8_t { READY, PLAYING, PAUSED, WON, LOST, ABANDONED, REFUSED, DAMAGED };

/// The state of a game apart from its board; `ending` does not say that it is paused.
struct RefereeState {
    Ending ending;
    PlayRules::Completion completion;
    std::uint64_t lives, right_flags, hints;
    bool is_paused;
};

/// Plays the rules of `game.py` on recorded games, thousands a second. A property test compares the two.
class Referee {
  public:
    /// Plays on a board with nothing open and no mark.
    Referee(const PlayRules& rules, const Minefield& field, Board& board);

    /// False if the rules refuse the action.
    bool play(ActionKind kind, Cell cell);
    Ending ending() const { return paused_ && !is_over() ? Ending::PAUSED : unpaused(); }
    RefereeState state() const { return {unpaused(), completion_, lives_, right_flags_, hints_, paused_}; }
    std::optional<Cell> first() const { return first_; }

  private:
    bool mark(std::uint8_t mark, Cell cell);
    void open(Cell cell);
    bool chord(Cell cell);
    void uncover(std::span<const Cell> cells);
    bool change(PlayRules::Completion completion);
    bool is_complete(PlayRules::Completion completion, std::uint64_t right_flags) const;
    void judge();
    bool closed(Cell cell) const { return board_[cell] >= HIDDEN && board_[cell] <= QUESTION; }
    Ending unpaused() const { return first_ && !is_over() ? Ending::PLAYING : ended_; }
    bool is_over() const { return ended_ >= Ending::WON; }

    const PlayRules& rules_;
    PlayRules::Completion completion_;  // the rules begin with theirs
    const Minefield& field_;
    Board& board_;
    std::uint64_t lives_, right_flags_ = 0, hints_ = 0;
    std::optional<Cell> first_;  // where the mines were placed
    bool paused_ = false;
    Ending ended_ = Ending::READY;
};

/// The end of packed actions, and the first cell that was opened.
struct Judgement {
    Ending ending;
    std::optional<Cell> first;
};

/// Plays a list of actions: their codes, and their cells or -1. Returns the board and the rest of the state,
/// nothing if an action is refused. The board does not show how a lost game ends.
std::optional<std::pair<Board, RefereeState>> play_all(const PlayRules& rules, const Minefield& field,
                                                       std::span<const std::uint8_t> kinds,
                                                       std::span<const std::int64_t> cells);

/// Plays the packed actions of a replay (docs/replay-format.md).
Judgement adjudicate(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions);

}  // namespace sapper
