#include "play/records.h"

#include <array>

#include "play/hand.h"

namespace sapper {

std::vector<std::int64_t> column_of(std::span<const std::uint8_t> records, std::size_t size,
                                    std::span<const BitWeight> weights, std::int64_t base) {
    struct Table {
        std::size_t byte;
        std::array<std::int64_t, 256> sums{};
    };
    std::vector<Table> tables;
    for (std::size_t byte = 0; byte < size; ++byte) {
        Table table{byte, {}};
        bool is_used = false;
        for (const BitWeight& part : weights) {
            if (part.bit / 8 != byte) continue;
            is_used = true;
            for (std::size_t value = 0; value < 256; ++value)
                if (value >> (part.bit % 8) & 1) table.sums[value] += part.weight;
        }
        if (is_used) tables.push_back(table);
    }
    std::vector<std::int64_t> column(records.size() / size, base);
    for (std::size_t place = 0; place < column.size(); ++place)
        for (const Table& table : tables) column[place] += table.sums[records[place * size + table.byte]];
    return column;
}

PaddedRecords pad_records(std::span<const std::uint8_t> data, std::size_t start,
                          std::span<const std::uint8_t, 256> lengths, std::span<const std::uint8_t, 256> kept,
                          std::size_t size) {
    PaddedRecords records{{}, start};
    while (records.stop < data.size()) {
        const std::uint8_t kind = data[records.stop];
        const std::size_t length = lengths[kind];
        if (!length || length > size || length > data.size() - records.stop) break;
        if (kept[kind]) {
            const auto record = data.subspan(records.stop, length);
            records.bytes.insert(records.bytes.end(), record.begin(), record.end());
            records.bytes.resize(records.bytes.size() + size - length);
        }
        records.stop += length;
    }
    return records;
}

std::vector<std::int64_t> running(std::span<const std::int64_t> steps, std::span<const std::int64_t> totals,
                                  std::span<const std::uint8_t> is_total) {
    std::vector<std::int64_t> numbers(steps.size());
    std::int64_t number = 0;
    for (std::size_t place = 0; place < steps.size(); ++place)
        numbers[place] = number = is_total[place] ? totals[place] : number + steps[place];
    return numbers;
}

HandList events_between(std::span<const std::int64_t> times, std::span<const std::int64_t> xs,
                        std::span<const std::int64_t> ys, std::span<const std::int64_t> buttons) {
    constexpr HandEvent PRESSES[] = {HandEvent::LEFT_PRESS, HandEvent::RIGHT_PRESS, HandEvent::MIDDLE_PRESS};
    constexpr HandEvent RELEASES[] = {HandEvent::LEFT_RELEASE, HandEvent::RIGHT_RELEASE, HandEvent::MIDDLE_RELEASE};
    HandList events;
    std::int64_t down = 0;
    for (std::size_t place = 0; place < times.size(); ++place) {
        const auto add = [&](HandEvent kind) {
            events.times.push_back(times[place]);
            events.kinds.push_back(static_cast<std::uint8_t>(kind));
            events.xs.push_back(xs[place]);
            events.ys.push_back(ys[place]);
        };
        if (!place || xs[place] != xs[place - 1] || ys[place] != ys[place - 1]) add(HandEvent::MOVE);
        const std::int64_t pressed = buttons[place] & ~down, released = down & ~buttons[place];
        for (unsigned button = 0; button < 3; ++button)
            if (pressed >> button & 1) add(PRESSES[button]);
        for (unsigned button = 0; button < 3; ++button)
            if (released >> button & 1) add(RELEASES[button]);
        down = buttons[place];
    }
    return events;
}

}  // namespace sapper
