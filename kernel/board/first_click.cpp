#include "board/first_click.h"

namespace sapper {

std::vector<Cell> first_click_zone(Grid grid, FirstClick first_click, Cell first) {
    if (first_click == FirstClick::ANY) return {};
    if (first_click == FirstClick::TOP_LEFT) return {0};
    std::vector<Cell> zone{first};
    if (first_click == FirstClick::OPENING) grid.around(first, [&](Cell cell) { zone.push_back(cell); });
    return zone;
}

}  // namespace sapper
