#include "play/recorded_game.h"

#include "play/packed_actions.h"
#include "support/call_limits.h"

namespace sapper {

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
    Board board(field.grid(), field.mines());
    FixedLayout layout(field);
    Referee referee(rules, layout, board, {.changes = false, .loss = false});
    ActionReader reader(actions, field.grid().size());
    StopCheck<256> check;
    while (!reader.at_end()) {
        check();
        if (!reader.next()) return {Ending::DAMAGED, referee.first()};
        if (referee.play(reader.action().kind, static_cast<Cell>(reader.action().cell)) != Refusal::NONE)
            return {Ending::REFUSED, referee.first()};
    }
    return {referee.status(), referee.first()};
}

}  // namespace sapper
