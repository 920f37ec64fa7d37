#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sapper {

/// A bit of a record, counted from the lowest bit of its first byte, and what it adds to a number.
struct BitWeight {
    std::uint32_t bit;
    std::int64_t weight;
};

/// Returns a number for each record of `size` bytes: `base` and the weights of its bits that are set. A sign is a bit
/// with a negative weight, and bits may be in any order. Bytes after the last whole record are left out.
std::vector<std::int64_t> column_of(std::span<const std::uint8_t> records, std::size_t size,
                                    std::span<const BitWeight> weights, std::int64_t base);

/// Records of several lengths, brought to one by zeros.
struct PaddedRecords {
    std::vector<std::uint8_t> bytes;
    std::size_t stop;  // where the first record begins that has no length, or does not fit into the data
};

/// Returns the records from a place on. The first byte of a record decides its length, at most `size`, where 0 stops,
/// and whether it is kept.
PaddedRecords pad_records(std::span<const std::uint8_t> data, std::size_t start,
                          std::span<const std::uint8_t, 256> lengths, std::span<const std::uint8_t, 256> kept,
                          std::size_t size);

/// Returns a number for each place: the one before plus the step, or the total where `is_total` is not 0.
std::vector<std::int64_t> running(std::span<const std::int64_t> steps, std::span<const std::int64_t> totals,
                                  std::span<const std::uint8_t> is_total);

/// The events of a mouse, with the kinds of `HandEvent`.
struct HandList {
    std::vector<std::int64_t> times, xs, ys;
    std::vector<std::uint8_t> kinds;
};

/// Returns what happened to a mouse between states of it, which say what buttons are down: 1 left, 2 right, 4 middle.
/// All columns have one length. Where several things happened it moves first, then presses, then releases.
HandList events_between(std::span<const std::int64_t> times, std::span<const std::int64_t> xs,
                        std::span<const std::int64_t> ys, std::span<const std::int64_t> buttons);

}  // namespace sapper
