#include "play/referee.h"

#include <algorithm>
#include <vector>

#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr std::uint32_t bit(std::uint8_t value) { return std::uint32_t{1} << value; }

}  // namespace

Referee::Referee(const PlayRules& rules, const Minefield& field, Board& board)
    : rules_(rules), completion_(rules.completion), field_(field), board_(board), lives_(rules.lives) {}

bool Referee::play(ActionKind kind, Cell cell) {
    if (is_over()) return false;
    switch (kind) {
        case ActionKind::PAUSE: paused_ = true; return true;
        case ActionKind::RESUME: paused_ = false; return true;
        case ActionKind::RESIGN: ended_ = Ending::ABANDONED; return true;
        case ActionKind::HINT: hints_ += !paused_; return !paused_;
        case ActionKind::UNDO:
        case ActionKind::REDO: return false;
        default: break;
    }
    if (paused_) return false;
    if (changes_completion(kind)) {
        const auto offset = static_cast<std::uint8_t>(kind) - static_cast<std::uint8_t>(ActionKind::COMPLETION_CLEAR);
        return change(static_cast<PlayRules::Completion>(offset));
    }
    switch (kind) {
        case ActionKind::OPEN: open(cell); break;
        case ActionKind::CHORD:
            if (!chord(cell)) return false;
            break;
        case ActionKind::FLAG:
            if (!mark(FLAG, cell)) return false;
            break;
        case ActionKind::QUESTION:
            if (!mark(QUESTION, cell)) return false;
            break;
        default:
            if (!mark(HIDDEN, cell)) return false;
            break;
    }
    judge();
    return true;
}

bool Referee::mark(std::uint8_t mark, Cell cell) {
    if (mark == FLAG && !rules_.flags) return false;
    if (mark != HIDDEN && !first_ && !rules_.preflag) return false;
    if (!closed(cell) || board_[cell] == mark) return true;
    if (mark == FLAG && rules_.capped && board_.flags() >= field_.mines()) return true;
    if (field_.is_mine(cell)) {
        right_flags_ += mark == FLAG;
        right_flags_ -= board_[cell] == FLAG;
    }
    board_.put(cell, mark);
    return true;
}

void Referee::open(Cell cell) {
    const std::uint8_t seen = board_[cell];
    if (!closed(cell) || (seen == FLAG && rules_.protect_flags) || (seen == QUESTION && rules_.protect_questions))
        return;
    if (!first_) first_ = cell;
    uncover({&cell, 1});
}

bool Referee::chord(Cell cell) {
    if (rules_.chord == PlayRules::Chord::OFF) return false;
    const std::uint8_t number = board_[cell];
    if (!is_open(number)) return true;
    const std::size_t marked = board_.around(cell, bit(FLAG) | bit(EXPLODED)).size();
    if (marked == number || (rules_.chord == PlayRules::Chord::AT_LEAST && marked > number))
        uncover(board_.around(cell, bit(HIDDEN) | (rules_.protect_questions ? 0 : bit(QUESTION))));
    return true;
}

void Referee::uncover(std::span<const Cell> cells) {
    std::vector<Cell> safe, mines;
    for (const Cell cell : cells) {
        if (!field_.is_mine(cell) && field_.number(cell)) board_.put(cell, field_.number(cell));  // opens itself only
        else (field_.is_mine(cell) ? mines : safe).push_back(cell);
    }
    if (!safe.empty()) board_.open(field_, safe, {rules_.sweep_flags, !rules_.protect_questions});
    for (const Cell mine : mines) {
        right_flags_ -= board_[mine] == FLAG;
        board_.put(mine, EXPLODED);
    }
    lives_ -= std::min<std::uint64_t>(lives_, mines.size());
}

void Referee::judge() {
    if (!first_) return;
    if (!lives_) {
        ended_ = Ending::LOST;
        return;
    }
    if (is_complete(completion_, right_flags_)) ended_ = Ending::WON;
}

bool Referee::change(PlayRules::Completion completion) {
    if (completion != PlayRules::Completion::CLEAR && !rules_.flags) return false;
    if (completion != completion_ && first_ && is_complete(completion, board_.flags())) return false;
    completion_ = completion;
    return true;
}

bool Referee::is_complete(PlayRules::Completion completion, std::uint64_t right_flags) const {
    const std::uint64_t mines = field_.mines();
    const bool cleared = board_.opened() == field_.grid().size() - mines;
    const bool marked = board_.flags() == right_flags && right_flags + board_.exploded() == mines;
    return sapper::is_complete(completion, cleared, marked);
}

bool is_complete(PlayRules::Completion completion, bool cleared, bool marked) {
    switch (completion) {
        case PlayRules::Completion::CLEAR: return cleared;
        case PlayRules::Completion::MARK: return marked;
        case PlayRules::Completion::BOTH: return cleared && marked;
        case PlayRules::Completion::EITHER: return cleared || marked;
    }
    return false;
}

std::optional<std::pair<Board, RefereeState>> play_all(const PlayRules& rules, const Minefield& field,
                                                       std::span<const std::uint8_t> kinds,
                                                       std::span<const std::int64_t> cells) {
    Board board(field.grid(), field.mines());
    Referee referee(rules, field, board);
    StopCheck<256> check;
    for (std::size_t step = 0; step < kinds.size(); ++step) {
        check();
        if (kinds[step] >= ACTION_KINDS) return std::nullopt;
        const ActionKind kind = static_cast<ActionKind>(kinds[step]);
        const std::int64_t cell = cells[step];
        if (has_cell(kind) && (cell < 0 || static_cast<std::uint64_t>(cell) >= field.grid().size()))
            return std::nullopt;
        if (!referee.play(kind, static_cast<Cell>(cell))) return std::nullopt;
    }
    return std::pair(board, referee.state());
}

Judgement adjudicate(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions) {
    Board board(field.grid(), field.mines());
    Referee referee(rules, field, board);
    ActionReader reader(actions, field.grid().size());
    StopCheck<256> check;
    while (!reader.at_end()) {
        check();
        if (!reader.next()) return {Ending::DAMAGED, referee.first()};
        if (!referee.play(reader.action().kind, static_cast<Cell>(reader.action().cell)))
            return {Ending::REFUSED, referee.first()};
    }
    return {referee.ending(), referee.first()};
}

}  // namespace sapper
