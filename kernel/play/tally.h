#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "board/minefield.h"
#include "play/hand.h"
#include "play/referee.h"

namespace sapper {

/// Clicks by what they are for.
struct Clicks {
    std::uint64_t left = 0, right = 0, chord = 0;
};

/// The figures that the track of a game gives beyond its actions.
struct HandTally {
    Clicks clicks;
    std::uint64_t outside = 0;  // clicks that would count if they had been released on the board
    std::uint64_t one_and_a_half = 0;  // chords that left ends while the right button that set a mark is still down
    double path = 0, path_manhattan = 0;  // pixels
};

/// The figures of a finished game: docs/metrics.md has them all.
struct Tally {
    Ending ending = Ending::READY;
    std::uint64_t elapsed = 0;    // milliseconds
    std::uint64_t solved = 0;     // of the 3BV
    Clicks clicks, effective;     // by the actions
    std::uint64_t flags = 0, used_flags = 0, unflags = 0, misflags = 0, misunflags = 0;
    std::optional<double> path_of_clicks;  // between the pointers of actions, in cells
    std::optional<HandTally> hand;
};

/// A track and how many pixels wide its squares are; its kinds say how many actions each event made.
struct Track {
    std::int64_t square;
    HandColumns events;
};

/// Counts what `analysis/metrics` counts in Python, for games without assists and undo. Returns nothing if the actions
/// are damaged, if one is refused, or if the track makes more than there are. A property test compares the two.
std::optional<Tally> tally(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions,
                           const std::optional<Track>& track);

}  // namespace sapper
