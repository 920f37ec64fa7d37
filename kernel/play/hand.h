#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/grid.h"
#include "board/minefield.h"
#include "play/referee.h"

namespace sapper {

/// The events of a mouse. The numbers are those of the columns of kinds (`formats/events.py`, `replay/track.py`).
enum class HandEvent : std::uint8_t {
    MOVE,
    LEFT_PRESS,
    LEFT_RELEASE,
    RIGHT_PRESS,
    RIGHT_RELEASE,
    MIDDLE_PRESS,
    MIDDLE_RELEASE,
    SHIFT_PRESS,    // left, while Shift is held
    MARKS_SWITCH,   // question marks on or off
    SECOND_PRESS,   // the button that is not yet down
    FLAG_BEFOREHAND  // a flag that was set before the start
};
inline constexpr std::uint8_t HAND_EVENTS = 11;
inline constexpr unsigned ACTIONS_AT = 4;  // the lowest bit of the number of actions in a track's column of kinds
inline constexpr std::int64_t FARTHEST = std::int64_t{1} << 30;  // pixels: a pointer there can be packed

/// The events of a mouse as columns of one length, in order of time: milliseconds, kinds, pixels from the left and top.
struct HandColumns {
    std::span<const std::int64_t> times;
    std::span<const std::uint8_t> kinds;
    std::span<const std::int64_t> xs, ys;

    std::size_t size() const { return kinds.size(); }
};

/// Squares of a board on a screen, and where a pixel lies on them.
class Screen {
  public:
    Screen(Grid grid, std::int64_t square) : grid_(grid), square_(square) {}

    std::optional<Cell> cell(std::int64_t x, std::int64_t y) const {
        if (!contains(x, y)) return std::nullopt;
        return grid_.at(static_cast<std::uint32_t>(y / square_), static_cast<std::uint32_t>(x / square_));
    }
    bool contains(std::int64_t x, std::int64_t y) const {
        return x >= 0 && y >= 0 && x < grid_.width * square_ && y < grid_.height * square_;
    }
    std::int64_t square() const { return square_; }

  private:
    Grid grid_;
    std::int64_t square_;
};

/// The rules of the mouse of a video.
struct HandOptions {
    std::int64_t square;  // pixels
    bool superclick;  // left on a number chords
    bool questions;  // the right button sets question marks too
};

/// A video as it was played.
struct HandGame {
    Ending ending = Ending::READY;
    std::optional<Cell> first;
    std::uint64_t elapsed = 0;  // milliseconds from the first opening to the last action
    std::vector<std::uint8_t> actions;  // packed; the last one resigns if the events did not end the game
    std::optional<std::size_t> refused;  // an event too far away or back in time: then there is no game
    // The track: the events that were played, with the time of the game and the number of their actions.
    std::vector<std::int64_t> times, xs, ys;
    std::vector<std::uint8_t> kinds;
};

/// Plays the events of a video, as `VideoPlayer` of `formats/video.py` does: left opens where it comes up, right marks
/// when it goes down, two buttons or the middle one or Shift and left chord. A property test compares the two.
HandGame play_hand(const PlayRules& rules, const Minefield& field, const HandOptions& options,
                   const HandColumns& events);

}  // namespace sapper
