#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "board/board.h"
#include "board/minefield.h"
#include "play/play_rules.h"

namespace sapper {

/// A guess, and what it was: forced, or needless because some cell was certainly safe.
struct Guess {
    std::optional<Minefield> field;  // that the game goes on with, where the rule chooses another one
    bool is_forced;
};

/// Steps of the solver; where they do not suffice the minefield stays, and the guess is an honest one.
inline constexpr std::uint64_t GUESS_BUDGET = std::uint64_t{1} << 20;

/// Returns what opening some closed cells means, as `fair_guess.py` specifies it bit for bit; nothing where no guess is
/// in it, or the solver has no answer.
std::optional<Guess> judge_guess(PlayRules::Guessing guessing, const Board& board, const Minefield& field,
                                 std::span<const Cell> cells);

}  // namespace sapper
