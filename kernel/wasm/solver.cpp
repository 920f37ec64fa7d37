#include <limits>

#include "metrics/metrics.h"
#include "odds/arrangements.h"
#include "strategy/exact_move.h"
#include "strategy/strategy.h"
#include "support/thread_worker.h"
#include "wasm/border.h"

namespace sapper::wasm {

namespace {

const Answer* answer(Verdict verdict, const Move& move) {
    Reply reply;
    reply.add(static_cast<std::uint32_t>(verdict));
    reply.add(move.cell);
    reply.add(static_cast<std::uint32_t>(move.why));
    reply.add_number(move.safe);
    reply.add_number(move.win);
    return reply.done();
}

}  // namespace

/// Returns the verdict on the visible cells in the input, the numbers that contradict each other and the certainties;
/// and as numbers the logarithm of the arrangements and the chance of a mine at each cell, NaN where it is open.
SAPPER_EXPORT(odds)
const Answer* odds(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t trust_flags,
                   double budget) {
    const auto position = make_position(width, height, mines);
    if (!position || budget < 1) return nullptr;
    static Odds found;
    const Verdict verdict = thread_worker<OddsSolver>(position->grid)
                                .solve(*position, found, static_cast<std::uint64_t>(budget), trust_flags);
    Reply reply;
    reply.add(static_cast<std::uint32_t>(verdict));
    reply.add_cells(found.contradiction);
    if (verdict != Verdict::SOLVED) return reply.done();
    reply.add_bytes({reinterpret_cast<const std::uint8_t*>(found.certain.data()), found.certain.size()});
    reply.add_number(found.log_arrangements);
    for (std::size_t cell = 0; cell < found.mine.size(); ++cell)
        reply.add_number(is_open(position->seen[cell]) ? std::numeric_limits<double>::quiet_NaN() : found.mine[cell]);
    return reply.done();
}

/// Returns the verdict, the cell and the reason of the best move; and as numbers its safety and the chance to win.
SAPPER_EXPORT(choose)
const Answer* choose(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t strength,
                     std::uint32_t avoids_flags) {
    const auto position = make_position(width, height, mines);
    if (!position || strength > static_cast<std::uint32_t>(Strength::BEST)) return nullptr;
    Move move;
    const Verdict verdict = thread_worker<Strategist>(position->grid)
                                .choose(*position, static_cast<Strength>(strength), move, avoids_flags);
    return answer(verdict, move);
}

/// The same by playing out every arrangement.
SAPPER_EXPORT(exact_move)
const Answer* choose_exactly(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t arrangements,
                             double work, std::uint32_t avoids_flags) {
    const auto position = make_position(width, height, mines);
    if (!position || work < 1) return nullptr;
    Move move;
    const EndgameBudget budget{arrangements, static_cast<std::uint64_t>(work)};
    return answer(exact_move(*position, budget, move, avoids_flags), move);
}

/// Draws minefields that explain the visible cells, which follow a seed in the input.
SAPPER_EXPORT(draw)
const Answer* draw(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t count) {
    const auto seed = make_seed();
    const auto position = make_position(width, height, mines, 16);
    if (!position || !seed) return nullptr;
    Reply reply;
    const std::vector<Minefield> drawn = draw_minefields(*position, *seed, count);
    reply.add(drawn.size());
    for (const Minefield& field : drawn) reply.add_bytes(field.cells());
    return reply.done();
}

/// Returns how much 3BV of the visible cells in the input can be seen to be done.
SAPPER_EXPORT(progress)
const Answer* progress(std::uint32_t width, std::uint32_t height, std::uint32_t mines) {
    const auto position = make_position(width, height, mines);
    if (!position) return nullptr;
    Reply reply;
    reply.add(Surveyor().progress(Board(position->grid, mines, position->seen)));
    return reply.done();
}

}  // namespace sapper::wasm
