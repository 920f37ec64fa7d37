#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "play/referee.h"

namespace sapper {

/// The board after a list of actions, and the rest of the state.
struct PlayedGame {
    Board board;
    RefereeState state;
};

/// Plays a list of actions: their codes, and their cells or -1. Returns nothing if one of them is refused.
std::optional<PlayedGame> play_all(const PlayRules& rules, Layout& layout, Grid grid, std::uint64_t mines,
                                   bool shows_loss, std::span<const std::uint8_t> kinds,
                                   std::span<const std::int64_t> cells);

/// The end of packed actions, and the first cell that was opened.
struct Judgement {
    Ending ending;
    std::optional<Cell> first;
};

/// Plays the packed actions of a replay (docs/replay-format.md).
Judgement adjudicate(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions);

}  // namespace sapper
