#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <bit>
#include <cstring>

#include "bindings/bindings.h"
#include "play/hand.h"
#include "play/packed_actions.h"
#include "play/packed_track.h"
#include "play/records.h"
#include "play/tally.h"

namespace sapper {

namespace {

constexpr std::int64_t LARGEST = std::int64_t{1} << 53;
constexpr std::size_t MOST_RECORD = 64;               // bytes
constexpr std::int64_t MOST_WEIGHT = std::int64_t{1} << 40;  // so that no sum overflows

/// A column of numbers of 64 bits, copied because other threads may change its memory.
std::vector<std::int64_t> column(const Buffer& buffer, std::size_t count) {
    const auto bytes = view(buffer, count * sizeof(std::int64_t));
    std::vector<std::int64_t> numbers(count);
    if (count) std::memcpy(numbers.data(), bytes.data(), bytes.size());
    for (const std::int64_t number : numbers)
        if (number >= LARGEST || number <= -LARGEST) throw std::invalid_argument("a number is too large");
    return numbers;
}

nb::bytes pack(const std::vector<std::int64_t>& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof(std::int64_t));
}

/// The columns of a track, with memory of their own.
struct OwnColumns {
    OwnColumns(const Buffer& times_, const Buffer& kinds_, const Buffer& xs_, const Buffer& ys_)
        : kinds(kinds_.bytes().begin(), kinds_.bytes().end()),
          times(column(times_, kinds.size())),
          xs(column(xs_, kinds.size())),
          ys(column(ys_, kinds.size())) {}

    HandColumns view() const { return {times, kinds, xs, ys}; }

    std::vector<std::uint8_t> kinds;
    std::vector<std::int64_t> times, xs, ys;
};

std::int64_t checked_square(std::int64_t square) {
    if (square < 1 || square > 1 << 16) throw std::invalid_argument("a square has 1 to 65536 pixels");
    return square;
}

}  // namespace

void bind_hand(nb::module_& m) {
    nb::class_<HandGame>(m, "HandGame", "A video as it was played: packed actions, and its track as columns.")
        .def_ro("ending", &HandGame::ending)
        .def_ro("first", &HandGame::first)
        .def_ro("elapsed", &HandGame::elapsed)
        .def_ro("refused", &HandGame::refused)
        .def_prop_ro("actions", [](const HandGame& game) { return pack(std::span(game.actions)); })
        .def_prop_ro("kinds", [](const HandGame& game) { return pack(std::span(game.kinds)); })
        .def_prop_ro("times", [](const HandGame& game) { return pack(game.times); })
        .def_prop_ro("xs", [](const HandGame& game) { return pack(game.xs); })
        .def_prop_ro("ys", [](const HandGame& game) { return pack(game.ys); });
    m.def(
        "play_hand",
        [](const PlayRules& rules, const Minefield& field, std::int64_t square, bool superclick, bool questions,
           const Buffer& times, const Buffer& kinds, const Buffer& xs, const Buffer& ys) {
            const OwnColumns events(times, kinds, xs, ys);
            for (const std::uint8_t kind : events.kinds)
                if (kind >= HAND_EVENTS) throw std::invalid_argument("no mouse does " + std::to_string(kind));
            const HandOptions options{checked_square(square), superclick, questions};
            nb::gil_scoped_release release;
            return play_hand(rules, field, options, events.view());
        },
        "rules"_a, "field"_a, "square"_a, "superclick"_a, "questions"_a, "times"_a, "kinds"_a, "xs"_a, "ys"_a,
        "Play the events of a video, whose columns but the kinds have numbers of 64 bits.");
    nb::class_<Clicks>(m, "Clicks", "Clicks by what they are for.")
        .def_ro("left", &Clicks::left)
        .def_ro("right", &Clicks::right)
        .def_ro("chord", &Clicks::chord);
    nb::class_<HandTally>(m, "HandTally", "What the track of a game gives beyond its actions.")
        .def_ro("clicks", &HandTally::clicks)
        .def_ro("outside", &HandTally::outside)
        .def_ro("one_and_a_half", &HandTally::one_and_a_half)
        .def_ro("path", &HandTally::path)
        .def_ro("path_manhattan", &HandTally::path_manhattan);
    nb::class_<Tally>(m, "Tally", "The figures of a finished game.")
        .def_ro("ending", &Tally::ending)
        .def_ro("elapsed", &Tally::elapsed)
        .def_ro("solved", &Tally::solved)
        .def_ro("clicks", &Tally::clicks)
        .def_ro("effective", &Tally::effective)
        .def_ro("flags", &Tally::flags)
        .def_ro("used_flags", &Tally::used_flags)
        .def_ro("unflags", &Tally::unflags)
        .def_ro("misflags", &Tally::misflags)
        .def_ro("misunflags", &Tally::misunflags)
        .def_ro("path_of_clicks", &Tally::path_of_clicks)
        .def_ro("hand", &Tally::hand);
    m.def(
        "tally",
        [](const PlayRules& rules, const Minefield& field, const Buffer& actions) {
            const auto packed = actions.bytes();
            nb::gil_scoped_release release;
            return tally(rules, field, packed, std::nullopt);
        },
        "rules"_a, "field"_a, "actions"_a,
        "Count the clicks of a game from its packed actions; None if they cannot be played.");
    m.def(
        "tally_hand",
        [](const PlayRules& rules, const Minefield& field, const Buffer& actions, std::int64_t square,
           const Buffer& times, const Buffer& kinds, const Buffer& xs, const Buffer& ys) {
            const OwnColumns events(times, kinds, xs, ys);
            const Track track{checked_square(square), events.view()};
            const auto packed = actions.bytes();
            nb::gil_scoped_release release;
            return tally(rules, field, packed, track);
        },
        "rules"_a, "field"_a, "actions"_a, "square"_a, "times"_a, "kinds"_a, "xs"_a, "ys"_a,
        "Count the clicks of a game with its track; None if the actions cannot be played, or are fewer than the track "
        "makes.");
    nb::class_<ActionColumns>(m, "ActionColumns", "Packed actions as columns; all but two have numbers of 64 bits.")
        .def_prop_ro("kinds", [](const ActionColumns& columns) { return pack(std::span(columns.kinds)); })
        .def_prop_ro("devices", [](const ActionColumns& columns) { return pack(std::span(columns.devices)); })
        .def_prop_ro("times", [](const ActionColumns& columns) { return pack(columns.times); })
        .def_prop_ro("cells", [](const ActionColumns& columns) { return pack(columns.cells); })
        .def_prop_ro("players", [](const ActionColumns& columns) { return pack(columns.players); });
    m.def(
        "read_actions",
        [](const Buffer& actions, std::uint64_t cells) {
            const auto packed = actions.bytes();
            nb::gil_scoped_release release;
            return read_columns(packed, cells);
        },
        "actions"_a, "cells"_a, "Return packed actions on a board of so many cells as columns, None if damaged.");
    m.def(
        "pack_track",
        [](const Buffer& times, const Buffer& xs, const Buffer& ys) {
            const std::size_t count = times.bytes().size() / sizeof(std::int64_t);
            const auto all_times = column(times, count);
            if (!std::is_sorted(all_times.begin(), all_times.end())) throw std::invalid_argument("time goes back");
            return pack(std::span<const std::uint8_t>(pack_track(all_times, column(xs, count), column(ys, count))));
        },
        "times"_a, "xs"_a, "ys"_a, "Return the times and places of a track as few bytes.");
    nb::class_<TrackColumns>(m, "TrackColumns", "The times and places of a track, as numbers of 64 bits.")
        .def_prop_ro("times", [](const TrackColumns& columns) { return pack(columns.times); })
        .def_prop_ro("xs", [](const TrackColumns& columns) { return pack(columns.xs); })
        .def_prop_ro("ys", [](const TrackColumns& columns) { return pack(columns.ys); });
    m.def(
        "unpack_track", [](const Buffer& packed, std::size_t count) { return unpack_track(packed.bytes(), count); },
        "packed"_a, "count"_a, "Return what `pack_track` packed, None if the bytes are no track of so many events.");
    m.def(
        "column_of",
        [](const Buffer& records, std::size_t size, const std::vector<std::pair<std::uint32_t, std::int64_t>>& bits,
           std::int64_t base) {
            if (!size || size > MOST_RECORD) throw std::invalid_argument("a record has 1 to 64 bytes");
            if (base > MOST_WEIGHT || base < -MOST_WEIGHT) throw std::invalid_argument("the base is too large");
            std::vector<BitWeight> weights;
            for (const auto& [bit, weight] : bits) {
                if (bit >= 8 * size || weight > MOST_WEIGHT || weight < -MOST_WEIGHT)
                    throw std::invalid_argument("a record has no such bit, or its weight is too large");
                weights.push_back({bit, weight});
            }
            return pack(column_of(records.bytes(), size, weights, base));
        },
        "records"_a, "size"_a, "bits"_a, "base"_a,
        "Return for each record of so many bytes the base and the weights of its bits that are set, in 64 bits. Bits "
        "are counted from the lowest one of the first byte.");
    nb::class_<PaddedRecords>(m, "PaddedRecords", "Records of one length, and where the data goes on.")
        .def_prop_ro("bytes", [](const PaddedRecords& records) { return pack(std::span(records.bytes)); })
        .def_ro("stop", &PaddedRecords::stop);
    m.def(
        "pad_records",
        [](const Buffer& data, std::size_t start, const Buffer& lengths, const Buffer& kept, std::size_t size) {
            if (!size || size > MOST_RECORD) throw std::invalid_argument("a record has 1 to 64 bytes");
            return pad_records(data.bytes(), start, view(lengths, 256).first<256>(), view(kept, 256).first<256>(),
                               size);
        },
        "data"_a, "start"_a, "lengths"_a, "kept"_a, "size"_a,
        "Return the records from a place on, filled up with zeros: the first byte of each decides its length, where 0 "
        "stops, and whether it is kept.");
    m.def(
        "running",
        [](const Buffer& steps, const Buffer& totals, const Buffer& is_total) {
            const auto choice = is_total.bytes();
            return pack(running(column(steps, choice.size()), column(totals, choice.size()), choice));
        },
        "steps"_a, "totals"_a, "is_total"_a,
        "Return a number for each place: the one before plus the step, or the total where `is_total` is not 0.");
    nb::class_<HandList>(m, "HandList", "Events of a mouse as columns.")
        .def_prop_ro("kinds", [](const HandList& events) { return pack(std::span(events.kinds)); })
        .def_prop_ro("times", [](const HandList& events) { return pack(events.times); })
        .def_prop_ro("xs", [](const HandList& events) { return pack(events.xs); })
        .def_prop_ro("ys", [](const HandList& events) { return pack(events.ys); });
    m.def(
        "events_between",
        [](const Buffer& times, const Buffer& xs, const Buffer& ys, const Buffer& buttons) {
            const std::size_t count = times.bytes().size() / sizeof(std::int64_t);
            return events_between(column(times, count), column(xs, count), column(ys, count), column(buttons, count));
        },
        "times"_a, "xs"_a, "ys"_a, "buttons"_a,
        "Return what happened between states of a mouse: columns of 64 bits, the last one of the buttons that are down "
        "(1 left, 2 right, 4 middle).");
}

}  // namespace sapper
