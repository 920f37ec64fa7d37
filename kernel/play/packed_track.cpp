#include "play/packed_track.h"

#include "play/packed_actions.h"

namespace sapper {

namespace {

constexpr std::uint64_t MOST_STEP = std::uint64_t{1} << 54;  // so that no sum of them overflows

/// Reads numbers that were written as differences; false if there are fewer or one is too large.
bool read_column(NumberReader& reader, std::vector<std::int64_t>& column, std::size_t count, bool runs_forward) {
    column.reserve(count);
    std::int64_t value = 0;
    for (std::size_t place = 0; place < count; ++place) {
        const auto number = reader.number();
        if (!number || *number >= MOST_STEP) return false;
        const auto step = static_cast<std::int64_t>(*number);
        value += runs_forward && place ? step : step >> 1 ^ -(step & 1);
        if (value >= static_cast<std::int64_t>(MOST_STEP) || value <= -static_cast<std::int64_t>(MOST_STEP))
            return false;
        column.push_back(value);
    }
    return true;
}

}  // namespace

std::vector<std::uint8_t> pack_track(std::span<const std::int64_t> times, std::span<const std::int64_t> xs,
                                     std::span<const std::int64_t> ys) {
    std::vector<std::uint8_t> out;
    out.reserve(3 * times.size());
    for (std::size_t place = 0; place < times.size(); ++place) {
        if (place) write_number(out, static_cast<std::uint64_t>(times[place] - times[place - 1]));
        else write_difference(out, times[place]);
    }
    for (const auto& places : {xs, ys})
        for (std::size_t place = 0; place < places.size(); ++place)
            write_difference(out, places[place] - (place ? places[place - 1] : 0));
    return out;
}

std::optional<TrackColumns> unpack_track(std::span<const std::uint8_t> packed, std::size_t count) {
    if (packed.size() < 3 * count) return std::nullopt;  // before memory is taken
    TrackColumns columns;
    NumberReader reader(packed);
    if (!read_column(reader, columns.times, count, true) || !read_column(reader, columns.xs, count, false) ||
        !read_column(reader, columns.ys, count, false) || !reader.at_end())
        return std::nullopt;
    return columns;
}

}  // namespace sapper
