#pragma once

#include <cstddef>
#include <vector>

#include "board/minefield.h"
#include "board/random.h"
#include "odds/odds.h"

namespace sapper {

/// Draws minefields that explain a position, each with the same chance; none when the position has no odds.
std::vector<Minefield> draw_minefields(const Position& position, Seed seed, std::size_t count);

}  // namespace sapper
