#include "play/hand.h"

#include <cmath>
#include <cstring>

#include "wasm/border.h"
#include "wasm/rules.h"

namespace sapper::wasm {

namespace {

constexpr double LARGEST = 9007199254740992;  // 2^53
constexpr std::uint32_t MOST_EVENTS = 500'000;
constexpr std::uint32_t MOST_SQUARE = 10'000;

/// Reads a column of whole numbers that the page has written as doubles; nothing if there are fewer or one is too large.
std::optional<std::vector<std::int64_t>> column(std::size_t offset, std::size_t count) {
    if (input().size() < offset + count * sizeof(double)) return std::nullopt;
    std::vector<std::int64_t> numbers(count);
    for (std::size_t place = 0; place < count; ++place) {
        double number = 0;
        std::memcpy(&number, input().data() + offset + place * sizeof number, sizeof number);
        if (!(std::abs(number) < LARGEST)) return std::nullopt;
        numbers[place] = static_cast<std::int64_t>(number);
    }
    return numbers;
}

void add_bytes(Reply& reply, std::span<const std::uint8_t> bytes) {
    reply.add(bytes.size());
    reply.add_bytes(bytes);
}

}  // namespace

/// Plays the events of a mouse on the minefield of the input, which has the kinds, times, and pixels across and down
/// behind it. Returns the place of an event that is refused, counted from 1, how the game ended, its actions, packed,
/// and its track; as numbers the time, and the columns of the track.
SAPPER_EXPORT(hand_play)
const Answer* hand_play(std::uint32_t width, std::uint32_t height, std::uint32_t switches, std::uint32_t chord,
                        std::uint32_t completion, std::uint32_t guessing, std::uint32_t lives, std::uint32_t square,
                        std::uint32_t superclick, std::uint32_t questions, std::uint32_t count) {
    const auto grid = make_grid(width, height);
    const auto rules = make_rules(switches, chord, completion, guessing, lives);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!rules || !field || !square || square > MOST_SQUARE || count > MOST_EVENTS) return nullptr;
    const std::size_t kinds_at = grid->size(), times_at = kinds_at + count, bytes = count * sizeof(double);
    const auto times = column(times_at, count), xs = column(times_at + bytes, count);
    const auto ys = column(times_at + 2 * bytes, count);
    if (!times || !xs || !ys) return nullptr;
    const auto kinds = input().subspan(kinds_at, count);
    for (const std::uint8_t kind : kinds)
        if (kind >= HAND_EVENTS) return nullptr;
    const HandGame game = play_hand(*rules, *field, {square, superclick != 0, questions != 0}, {*times, kinds, *xs, *ys});
    Reply reply;
    reply.add(game.refused ? *game.refused + 1 : 0);
    reply.add(static_cast<std::uint32_t>(game.ending));
    reply.add(game.first.has_value());
    add_bytes(reply, game.actions);
    add_bytes(reply, game.kinds);
    reply.add_number(static_cast<double>(game.elapsed));
    for (const auto* numbers : {&game.times, &game.xs, &game.ys})
        for (const std::int64_t number : *numbers) reply.add_number(static_cast<double>(number));
    return reply.done();
}

}  // namespace sapper::wasm
