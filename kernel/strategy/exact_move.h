#pragma once

#include "odds/odds.h"
#include "strategy/endgame.h"
#include "strategy/strategy.h"

namespace sapper {

/// Finds the move that wins most often by playing out every arrangement, within a budget.
///
/// Fills `move` when the verdict is SOLVED; its reason is NOTHING when no cell is left that can be safe. With
/// `avoids_flags` a cell with a flag is not the move, but may be opened later.
Verdict exact_move(const Position& position, const EndgameBudget& budget, Move& move, bool avoids_flags = false);

}  // namespace sapper
