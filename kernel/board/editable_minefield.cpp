#include "board/editable_minefield.h"

namespace sapper {

void EditableMinefield::set(const Minefield& field) {
    const Grid grid = field.grid();
    if (!(board_.grid == grid)) {
        board_ = Bordered(grid);
        mined_.assign(board_.size(), 0);
        number_.assign(board_.size(), 0);
    }
    mines_ = field.mines();
    Cell cell = 0;
    for (std::uint32_t row = 0; row < grid.height; ++row) {
        const Spot start = board_.row_start(row);
        for (Spot spot = start; spot < start + grid.width; ++spot, ++cell) {
            mined_[spot] = field.is_mine(cell);
            number_[spot] = field.number(cell);
        }
    }
}

Minefield EditableMinefield::field() const {
    const Grid grid = board_.grid;
    std::vector<std::uint8_t> bits((grid.size() + 7) / 8);
    for (Cell cell = 0; cell < grid.size(); ++cell)
        if (is_mined(board_.spot(cell)))
            bits[cell >> 3] = static_cast<std::uint8_t>(bits[cell >> 3] | (0x80u >> (cell & 7)));
    return Minefield::from_bits(grid, bits);
}

void EditableMinefield::toggle(Spot spot) {
    const bool lays = !is_mined(spot);
    mined_[spot] = lays;
    mines_ += lays ? 1 : ~std::uint64_t{0};
    for (const Spot step : board_.step)
        number_[spot + step] = static_cast<std::uint8_t>(number_[spot + step] + (lays ? 1 : -1));
}

}  // namespace sapper
