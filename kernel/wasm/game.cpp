#include "play/referee.h"
#include "wasm/border.h"
#include "wasm/rules.h"

namespace sapper::wasm {

namespace {

/// The minefield that the page brings for a first cell.
class PlacedLayout final : public Layout {
  public:
    void place(Minefield&& field) { field_.emplace(std::move(field)); }
    const Minefield* mines(Cell) override { return field_ ? &*field_ : nullptr; }

  private:
    std::optional<Minefield> field_;
};

/// A game of the page.
struct Game {
    Game(Grid grid, std::uint64_t mines, const PlayRules& chosen)
        : rules(chosen), board(grid, mines), referee(rules, layout, board, {}) {}

    PlayRules rules;
    PlacedLayout layout;
    Board board;
    Referee referee;
};

/// Adds the state of a game in the order that `engine/game.ts` reads.
void add_state(Reply& reply, const Game& game) {
    const RefereeState& state = game.referee.state();
    reply.add(static_cast<std::uint32_t>(game.referee.status()));
    reply.add(static_cast<std::uint32_t>(state.completion));
    reply.add(static_cast<std::uint64_t>(game.referee.mines_left()));
    reply.add(state.lives);
    reply.add(state.hints);
    reply.add(state.forgiven);
    reply.add(state.moves.size());
    reply.add(state.undone.size());
    reply.add(game.board.opened());
    reply.add(game.board.flags());
    reply.add(state.field != nullptr);
    reply.add(state.first);
    reply.add(state.undone.empty() ? ACTION_KINDS : static_cast<std::uint32_t>(state.undone.back().kind));
    reply.add(state.undone.empty() ? 0 : state.undone.back().cell);
}

}  // namespace

SAPPER_EXPORT(game_new)
Game* game_new(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t switches,
               std::uint32_t chord, std::uint32_t completion, std::uint32_t guessing, std::uint32_t lives) {
    const auto grid = make_grid(width, height);
    const auto rules = make_rules(switches, chord, completion, guessing, lives);
    if (!grid || mines >= grid->size() || !rules) return nullptr;
    return new Game(*grid, mines, *rules);
}

SAPPER_EXPORT(game_free) void game_free(Game* game) { delete game; }

/// Places the mines of the input, for the next first cell that is opened.
SAPPER_EXPORT(game_place) const Answer* game_place(Game& game) {
    auto field = make_minefield(game.board.grid());
    if (!field || field->mines() != game.board.mines() || game.referee.state().field) return nullptr;
    game.layout.place(std::move(*field));
    return Reply().done();
}

/// Returns why an action is refused, the state, and the cells that it changes with their values.
SAPPER_EXPORT(game_play) const Answer* game_play(Game& game, std::uint32_t kind, std::uint32_t cell) {
    if (kind >= ACTION_KINDS) return nullptr;
    const ActionKind action = static_cast<ActionKind>(kind);
    if (has_cell(action) && cell >= game.board.grid().size()) return nullptr;
    const Refusal refusal = game.referee.play(action, cell);
    Reply reply;
    reply.add(static_cast<std::uint32_t>(refusal));
    add_state(reply, game);
    if (refusal != Refusal::NONE) return reply.done();
    for (const auto& [changed, value] : game.referee.changes().in_order()) {
        reply.add(changed);
        reply.add(value);
    }
    return reply.done();
}

SAPPER_EXPORT(game_state) const Answer* game_state(const Game& game) {
    Reply reply;
    add_state(reply, game);
    return reply.done();
}

SAPPER_EXPORT(game_cells) const Answer* game_cells(const Game& game) {
    Reply reply;
    reply.add_bytes(game.board.seen());
    return reply.done();
}

/// Returns the mines, one byte for each cell with bit 7 for a mine: only of a game that is over.
SAPPER_EXPORT(game_mines) const Answer* game_mines(const Game& game) {
    const RefereeState& state = game.referee.state();
    if (!is_over(state.status) || !state.field) return nullptr;
    Reply reply;
    reply.add_bytes(state.field->cells());
    return reply.done();
}

}  // namespace sapper::wasm
