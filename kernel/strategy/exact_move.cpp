#include "strategy/exact_move.h"

namespace sapper {

namespace {

constexpr bool is_closed(std::uint8_t seen) { return seen == HIDDEN || seen == FLAG || seen == QUESTION; }

bool can_open_any(const Position& position, const Odds& odds) {
    for (std::size_t cell = 0; cell < odds.certain.size(); ++cell)
        if (is_closed(position.seen[cell]) && odds.certain[cell] != Certainty::MINED) return true;
    return false;
}

}  // namespace

Verdict exact_move(const Position& position, const EndgameBudget& budget, Move& move, bool avoids_flags) {
    move = {};
    Odds odds;
    const Verdict verdict = OddsSolver().solve(position, odds);
    if (verdict != Verdict::SOLVED || !can_open_any(position, odds)) return verdict;
    const std::vector<std::uint8_t> barred = avoids_flags ? flags_of(position.seen) : std::vector<std::uint8_t>();
    const auto best = Endgame().solve(position, odds.certain, budget, barred);
    if (!best) return Verdict::OUT_OF_BUDGET;
    if (best->safe > 0) move = {best->cell, best->safe, best->win, MoveReason::ENDGAME};
    return Verdict::SOLVED;
}

}  // namespace sapper
