#pragma once

#include <cstdint>
#include <vector>

#include "board/grid.h"

namespace sapper {

/// The cells that are never mines: none, the top-left cell, the first cell opened, or that cell and its neighbours.
enum class FirstClick : std::uint8_t { ANY, TOP_LEFT, CELL, OPENING };

/// Returns the cells without mines for a first click at `first`. The first of them is never a mine; the others may be
/// when the mines fit nowhere else (see `Minefield::lay`).
std::vector<Cell> first_click_zone(Grid grid, FirstClick first_click, Cell first);

}  // namespace sapper
