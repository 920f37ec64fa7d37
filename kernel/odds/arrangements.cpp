#include "odds/arrangements.h"

#include <cstdint>

namespace sapper {

std::vector<Minefield> draw_minefields(const Position& position, Seed seed, std::size_t count) {
    std::vector<Minefield> fields;
    OddsSolver solver;
    Odds odds;
    if (solver.solve(position, odds) != Verdict::SOLVED) return fields;
    Random random(seed);
    std::vector<std::uint8_t> mines;
    for (std::size_t i = 0; i < count; ++i) {
        solver.draw(random, mines);
        fields.push_back(Minefield::from_mines(position.grid, mines));
    }
    return fields;
}

}  // namespace sapper
