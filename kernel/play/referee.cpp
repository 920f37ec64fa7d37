#include "play/referee.h"

#include <algorithm>
#include <utility>

#include "play/fair_guess.h"
#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr std::uint32_t bit(std::uint8_t value) { return std::uint32_t{1} << value; }

constexpr std::uint32_t UNFLAGGED = bit(HIDDEN) | bit(QUESTION);
constexpr std::uint32_t KNOWN_MINES = bit(FLAG) | bit(EXPLODED);
constexpr std::uint32_t NUMBERS = 0b111111110;  // 1 to 8

}  // namespace

Referee::Referee(const PlayRules& rules, Layout& layout, Board& board, Shows shows)
    : rules_(rules),
      layout_(layout),
      board_(board),
      keeps_changes_(shows.changes || rules.has_automatic_moves() || rules.practice),
      shows_loss_(shows.loss),
      changes_(board.grid()) {
    state_.completion = rules.completion;
    state_.lives = rules.lives;
}

std::int64_t Referee::mines_left() const {
    const std::uint64_t survived = std::min(board_.exploded(), rules_.lives - 1);
    return static_cast<std::int64_t>(board_.mines() - board_.flags() - board_.wrong_flags() - survived);
}

Refusal Referee::play(ActionKind kind, Cell cell) {
    changes_ = none();
    if (kind == ActionKind::UNDO) return undo();
    if (kind == ActionKind::REDO) return redo();
    if (is_over()) return Refusal::OVER;
    if (!has_cell(kind) && !changes_completion(kind)) return control(kind);
    if (state_.is_paused) return Refusal::PAUSED;
    const Refusal refusal = rules_.practice ? play_move(kind, cell) : move(kind, cell);
    if (refusal == Refusal::NONE) state_.undone.clear();
    return refusal;
}

Refusal Referee::control(ActionKind kind) {
    if (kind == ActionKind::RESIGN) state_.status = Ending::ABANDONED;
    else if (kind != ActionKind::HINT) state_.is_paused = kind == ActionKind::PAUSE;
    else if (state_.is_paused) return Refusal::PAUSED;
    else ++state_.hints;
    return Refusal::NONE;
}

/// Plays a move of a practice game, and remembers how to undo it.
Refusal Referee::play_move(ActionKind kind, Cell cell) {
    PlayedMove played{{kind, cell}, none(), state_.completion, state_.lives, state_.right_flags, state_.status};
    if (const Refusal refusal = move(kind, cell); refusal != Refusal::NONE) return refusal;
    played.changes.add(changes_);
    state_.moves.push_back(std::move(played));
    return Refusal::NONE;
}

Refusal Referee::move(ActionKind kind, Cell cell) {
    if (changes_completion(kind)) return change(completion_of(kind));
    const Refusal refusal = [&] {
        switch (kind) {
            case ActionKind::OPEN: return open(cell);
            case ActionKind::CHORD: return chord(cell);
            case ActionKind::FLAG: return mark(FLAG, cell);
            case ActionKind::QUESTION: return mark(QUESTION, cell);
            default: return mark(HIDDEN, cell);
        }
    }();
    if (refusal != Refusal::NONE) return refusal;
    assist();
    judge();
    return refusal;
}

Refusal Referee::undo() {
    if (const Refusal refusal = allow_undo(!state_.moves.empty(), Refusal::NOTHING_TO_UNDO); refusal != Refusal::NONE)
        return refusal;
    const PlayedMove move = std::move(state_.moves.back());
    state_.moves.pop_back();
    state_.undone.push_back(move.action);
    state_.completion = move.completion;
    state_.lives = move.lives;
    state_.right_flags = move.right_flags;
    state_.status = move.status;
    if (move.status == Ending::READY) {
        state_.field = nullptr;
        state_.chosen.reset();
    }
    changes_ = board_.revert(move.changes);
    return Refusal::NONE;
}

Refusal Referee::redo() {
    if (const Refusal refusal = allow_undo(!state_.undone.empty(), Refusal::NOTHING_TO_REDO); refusal != Refusal::NONE)
        return refusal;
    if (is_over()) return Refusal::OVER;  // resigned after an undo
    const auto [kind, cell] = state_.undone.back();
    const Refusal refusal = play_move(kind, cell);
    if (refusal == Refusal::NONE) state_.undone.pop_back();
    return refusal;
}

Refusal Referee::allow_undo(bool has_any, Refusal nothing) const {
    if (!rules_.practice) return Refusal::ONLY_PRACTICE;
    if (!has_any) return nothing;
    return state_.is_paused ? Refusal::PAUSED : Refusal::NONE;
}

Refusal Referee::open(Cell cell) {
    if (!is_closed(cell) || is_protected(board_[cell])) return Refusal::NONE;
    if (!state_.field)
        if (const Refusal refusal = place_mines(cell); refusal != Refusal::NONE) return refusal;
    changes_ = uncover({&cell, 1});
    return Refusal::NONE;
}

Refusal Referee::chord(Cell cell) {
    if (rules_.chord == PlayRules::Chord::OFF) return Refusal::NO_CHORDING;
    const std::uint8_t number = board_[cell];
    if (!is_open(number)) return Refusal::NONE;
    if (rules_.allows_chord(number, marked_around(cell))) changes_ = uncover(chord_targets(cell));
    else if (rules_.flag_around) changes_ = flag_around(cell, number);
    return Refusal::NONE;
}

Refusal Referee::mark(std::uint8_t mark, Cell cell) {
    if (mark == FLAG && !rules_.flags) return Refusal::NO_FLAGS;
    if (mark != HIDDEN && !state_.field && !rules_.preflag) return Refusal::FLAGS_LATER;
    if (is_closed(cell) && board_[cell] != mark) changes_ = set_marks({&cell, 1}, mark);
    return Refusal::NONE;
}

/// Changes what wins, unless the board may be complete by it already. Only what is visible decides: a refusal must
/// not reveal that the flags are right.
Refusal Referee::change(PlayRules::Completion completion) {
    if (completion != PlayRules::Completion::CLEAR && rules_.judges_guesses()) return Refusal::GUESSING_NEEDS_CLEAR;
    if (completion != PlayRules::Completion::CLEAR && !rules_.flags) return Refusal::COMPLETION_NEEDS_FLAGS;
    const bool all_flagged = board_.flags() + board_.exploded() == board_.mines();
    if (completion != state_.completion && state_.field && is_complete(completion, all_flagged))
        return Refusal::COMPLETION_LATER;
    state_.completion = completion;
    return Refusal::NONE;
}

Refusal Referee::place_mines(Cell first) {
    state_.field = layout_.mines(first);
    if (!state_.field) return Refusal::NO_MINES;
    state_.first = first;
    state_.right_flags = board_.flags() ? board_.right_flags(*state_.field) : 0;
    state_.status = Ending::PLAYING;
    return Refusal::NONE;
}

/// Opens the safe ones of some cells, then sets off the mines among them.
Changes Referee::uncover(std::span<const Cell> cells) {
    if (rules_.judges_guesses()) judge_guess(cells);
    const Minefield& field = *state_.field;
    std::vector<Cell> safe, mines;
    for (const Cell cell : cells) {
        const bool opens_itself_only = !keeps_changes_ && !field.is_mine(cell) && field.number(cell);
        if (opens_itself_only) board_.put(cell, field.number(cell));
        else (field.is_mine(cell) ? mines : safe).push_back(cell);
    }
    for (const Cell mine : mines) state_.right_flags -= board_[mine] == FLAG;
    Changes changes = none();
    if (keeps_changes_ || !safe.empty())
        changes = board_.open(field, safe, {rules_.sweep_flags, !rules_.protect_questions});
    if (mines.empty()) return changes;
    changes.add(put(mines, EXPLODED));
    state_.lives -= std::min<std::uint64_t>(state_.lives, mines.size());
    return changes;
}

/// Lets the rules choose the minefield that the game goes on with, if opening some cells is a guess.
void Referee::judge_guess(std::span<const Cell> cells) {
    if (is_first_promised()) return;
    std::optional<Guess> guess = sapper::judge_guess(rules_.guessing, board_, *state_.field, cells);
    if (!guess) return;
    if (guess->field) {
        state_.chosen = std::make_unique<Minefield>(std::move(*guess->field));
        state_.field = state_.chosen.get();
    }
    const auto is_mine = [&](Cell cell) { return state_.field->is_mine(cell); };
    state_.forgiven += guess->is_forced && std::none_of(cells.begin(), cells.end(), is_mine);
    state_.right_flags = board_.flags() ? board_.right_flags(*state_.field) : 0;
}

bool Referee::is_first_promised() const { return rules_.first_is_safe && !board_.opened() && !board_.exploded(); }

/// Marks closed cells, with at most as many flags as the rules allow.
Changes Referee::set_marks(std::span<const Cell> cells, std::uint8_t mark) {
    if (mark == FLAG && rules_.capped) {
        const std::uint64_t left = board_.mines() - std::min(board_.mines(), board_.flags());
        cells = cells.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, cells.size())));
    }
    if (state_.field)
        for (const Cell cell : cells) {
            const std::uint64_t is_mine = state_.field->is_mine(cell);
            state_.right_flags += (mark == FLAG) * is_mine - (board_[cell] == FLAG) * is_mine;
        }
    return put(cells, mark);
}

/// Flags the closed neighbours of a number if there are as many of them as mines still missing.
Changes Referee::flag_around(Cell cell, std::uint8_t number) {
    const std::vector<Cell> closed = board_.around(cell, UNFLAGGED);
    if (closed.empty() || closed.size() + marked_around(cell) != number || !rules_.flags) return none();
    return set_marks(closed, FLAG);
}

Changes Referee::put(std::span<const Cell> cells, std::uint8_t value) {
    Changes changes = none();
    for (const Cell cell : cells) {
        if (keeps_changes_) board_.put(cell, value, changes);
        else board_.put(cell, value);
    }
    return changes;
}

/// Applies the automatic assists to every number near a change, until nothing more follows.
void Referee::assist() {
    if (!rules_.has_automatic_moves() || !state_.field) return;
    Changes news = none();
    StopCheck<256> check;
    for (const Changes* last = &changes_; last->size() && state_.lives; last = &news) {
        const std::vector<Cell> numbers = numbers_near(*last);
        news = none();
        for (const Cell cell : numbers) {
            check();
            if (!state_.lives) break;
            const std::uint8_t number = board_[cell];
            if (rules_.auto_flag) news.add(flag_around(cell, number));
            if (rules_.auto_open && marked_around(cell) == number)
                if (const std::vector<Cell> closed = chord_targets(cell); !closed.empty()) news.add(uncover(closed));
        }
        changes_.add(news);
    }
}

std::vector<Cell> Referee::numbers_near(const Changes& changes) const {
    std::vector<Cell> near;
    StopCheck<> check;
    for (std::size_t run = 0; run < changes.runs().size(); ++run) {
        const auto [start, length] = changes.runs()[run];
        for (Cell cell = start; cell < start + length; ++cell) {
            check();
            if (bit(board_[cell]) & NUMBERS) near.push_back(cell);
            for (const Cell neighbour : board_.around(cell, NUMBERS)) near.push_back(neighbour);
        }
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    return near;
}

/// Ends the game if it is won or lost; losing the last life comes first.
void Referee::judge() {
    if (!state_.field) return;
    if (!state_.lives) {
        state_.status = Ending::LOST;
        if (!shows_loss_) return;
        Changes shown = none();
        board_.reveal(*state_.field, rules_.shows_mines, shown);
        changes_.add(shown);
    } else if (is_complete(state_.completion, board_.flags() == state_.right_flags &&
                                                  state_.right_flags + board_.exploded() == board_.mines())) {
        state_.status = Ending::WON;
    }
}

bool Referee::is_complete(PlayRules::Completion completion, bool all_marked) const {
    return sapper::is_complete(completion, board_.opened() == board_.grid().size() - board_.mines(), all_marked);
}

bool Referee::is_protected(std::uint8_t seen) const {
    return (seen == FLAG && rules_.protect_flags) || (seen == QUESTION && rules_.protect_questions);
}

std::size_t Referee::marked_around(Cell cell) const { return board_.around(cell, KNOWN_MINES).size(); }

/// The closed neighbours that a chord opens.
std::vector<Cell> Referee::chord_targets(Cell cell) const {
    return board_.around(cell, rules_.protect_questions ? bit(HIDDEN) : UNFLAGGED);
}

}  // namespace sapper
