#include "play/recorded_game.h"

#include <utility>

#include "support/call_limits.h"

namespace sapper {

namespace {

/// Reads the variable-length numbers of a packed replay.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool at_end() const { return next_ == bytes_.size(); }

    std::optional<std::uint64_t> number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 63; shift += 7) {
            if (at_end()) return std::nullopt;
            const std::uint8_t byte = bytes_[next_++];
            value |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80) return value;
        }
        return std::nullopt;
    }

    std::optional<std::int64_t> difference() {
        const auto value = number();
        if (!value) return std::nullopt;
        return static_cast<std::int64_t>(*value >> 1) ^ -static_cast<std::int64_t>(*value & 1);
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

/// The position of a replay's pointer, in parts of a cell.
class Pointer {
  public:
    /// Moves it by the next two numbers; returns whether they are there and it is not too far away.
    bool move(Reader& reader) {
        for (std::int64_t& place : places_) {
            const auto step = reader.difference();
            if (!step || *step > 2 * packed::MOST_POINT || *step < -2 * packed::MOST_POINT) return false;
            place += *step;
            if (place > packed::MOST_POINT || place < -packed::MOST_POINT) return false;
        }
        return true;
    }

  private:
    std::int64_t places_[2] = {};
};

}  // namespace

std::optional<PlayedGame> play_all(const PlayRules& rules, Layout& layout, Grid grid, std::uint64_t mines,
                                   bool shows_loss, std::span<const std::uint8_t> kinds,
                                   std::span<const std::int64_t> cells) {
    Board board(grid, mines);
    Referee referee(rules, layout, board, {.changes = false, .loss = shows_loss});
    StopCheck<256> check;
    for (std::size_t step = 0; step < kinds.size(); ++step) {
        check();
        if (kinds[step] >= ACTION_KINDS) return std::nullopt;
        const ActionKind kind = static_cast<ActionKind>(kinds[step]);
        const std::int64_t cell = cells[step];
        if (has_cell(kind) && (cell < 0 || static_cast<std::uint64_t>(cell) >= grid.size())) return std::nullopt;
        if (referee.play(kind, static_cast<Cell>(cell)) != Refusal::NONE) return std::nullopt;
    }
    return PlayedGame{board, referee.take_state()};
}

Judgement adjudicate(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions) {
    using namespace packed;
    Board board(field.grid(), field.mines());
    FixedLayout layout(field);
    Referee referee(rules, layout, board, {.changes = false, .loss = false});
    Reader reader(actions);
    std::int64_t cell = 0;
    std::uint64_t time = 0;
    Pointer pointer;
    StopCheck<256> check;
    const auto give_up = [&](Ending ending) { return Judgement{ending, referee.first()}; };
    while (!reader.at_end()) {
        check();
        const auto head = reader.number();
        if (!head || (*head & 15) >= ACTION_KINDS || *head >= 128) return give_up(Ending::DAMAGED);
        const auto later = reader.number();
        if (!later || (time += *later) >= MOST_TIME) return give_up(Ending::DAMAGED);
        const ActionKind kind = static_cast<ActionKind>(*head & 15);
        if (has_cell(kind)) {
            const auto step = reader.difference();
            if (!step) return give_up(Ending::DAMAGED);
            cell += *step;
            if (cell < 0 || static_cast<std::uint64_t>(cell) >= field.grid().size()) return give_up(Ending::DAMAGED);
        }
        if ((*head & BY) && reader.number().value_or(MOST_PLAYERS) >= MOST_PLAYERS) return give_up(Ending::DAMAGED);
        if ((*head & DEVICE) && reader.number().value_or(DEVICES) >= DEVICES) return give_up(Ending::DAMAGED);
        if ((*head & POINTER) && !pointer.move(reader)) return give_up(Ending::DAMAGED);
        if (referee.play(kind, static_cast<Cell>(cell)) != Refusal::NONE) return give_up(Ending::REFUSED);
    }
    return {referee.status(), referee.first()};
}

}  // namespace sapper
