#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "play/referee.h"

namespace sapper {

/// The packed form of an action (docs/replay-format.md). Python reads these constants through the bindings.
namespace packed {
inline constexpr std::uint64_t BY = 16, DEVICE = 32, POINTER = 64;  // bits of the head: which parts follow it
inline constexpr std::uint64_t DEVICES = 6;
inline constexpr std::uint64_t MOST_PLAYERS = std::uint64_t{1} << 31;
inline constexpr std::uint64_t MOST_TIME = std::uint64_t{1} << 53;  // milliseconds
inline constexpr std::int64_t CELL_PARTS = 64;                      // a pointer is given in these parts of a cell
inline constexpr std::int64_t MOST_POINT = std::int64_t{1} << 36;   // in such parts: farther than any board reaches
}  // namespace packed

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
