#pragma once

#include <cstdint>

namespace sapper {

/// The rules that decide about the actions of a game, as `rules.py` has them.
struct PlayRules {
    enum class Chord : std::uint8_t { EXACT, AT_LEAST, OFF };
    enum class Completion : std::uint8_t { CLEAR, MARK, BOTH, EITHER };
    enum class Guessing : std::uint8_t { HONEST, FORGIVEN, PUNISHED };

    bool flags = true, capped = false, preflag = true;
    bool protect_flags = true, protect_questions = false, sweep_flags = false;
    bool flag_around = false, auto_flag = false, auto_open = false;  // the assists
    bool shows_mines = true;  // after a loss
    bool practice = false;    // moves can be undone
    bool first_is_safe = false;  // the rules promise it, so that the first opening is no guess
    Chord chord = Chord::EXACT;
    Completion completion = Completion::CLEAR;
    Guessing guessing = Guessing::HONEST;
    std::uint64_t lives = 1;

    bool judges_guesses() const { return guessing != Guessing::HONEST; }
    bool has_automatic_moves() const { return auto_flag || auto_open; }
    bool allows_chord(std::uint64_t number, std::uint64_t marked) const {
        return marked == number ? chord != Chord::OFF : chord == Chord::AT_LEAST && marked > number;
    }
};

/// Whether a board wins whose safe cells are all open, whose mines are all marked, both or neither.
constexpr bool is_complete(PlayRules::Completion completion, bool cleared, bool marked) {
    switch (completion) {
        case PlayRules::Completion::CLEAR: return cleared;
        case PlayRules::Completion::MARK: return marked;
        case PlayRules::Completion::BOTH: return cleared && marked;
        case PlayRules::Completion::EITHER: return cleared || marked;
    }
    return false;
}

/// The kinds of actions. The numbers are the codes of docs/replay-format.md.
enum class ActionKind : std::uint8_t {
    OPEN,
    FLAG,
    QUESTION,
    CLEAR,
    CHORD,
    PAUSE,
    RESUME,
    RESIGN,
    HINT,
    UNDO,
    REDO,
    COMPLETION_CLEAR,
    COMPLETION_MARK,
    COMPLETION_BOTH,
    COMPLETION_EITHER
};
inline constexpr std::uint8_t ACTION_KINDS = 15;

constexpr bool has_cell(ActionKind kind) { return kind <= ActionKind::CHORD; }
constexpr bool changes_completion(ActionKind kind) { return kind >= ActionKind::COMPLETION_CLEAR; }
constexpr PlayRules::Completion completion_of(ActionKind kind) {
    return static_cast<PlayRules::Completion>(static_cast<unsigned>(kind) -
                                              static_cast<unsigned>(ActionKind::COMPLETION_CLEAR));
}

}  // namespace sapper
