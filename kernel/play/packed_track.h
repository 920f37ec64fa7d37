#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

/// The times and places of a track.
struct TrackColumns {
    std::vector<std::int64_t> times, xs, ys;
};

/// Writes a column after the other, each number as its difference from the one before (docs/replay-format.md). Times
/// run forward.
std::vector<std::uint8_t> pack_track(std::span<const std::int64_t> times, std::span<const std::int64_t> xs,
                                     std::span<const std::int64_t> ys);

/// Reads as many events as `pack_track` wrote; nothing if the bytes are fewer, more or damaged.
std::optional<TrackColumns> unpack_track(std::span<const std::uint8_t> packed, std::size_t count);

}  // namespace sapper
