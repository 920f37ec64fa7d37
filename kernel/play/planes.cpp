#include "play/planes.h"

#include "board/grid.h"

namespace sapper {

namespace {

/// Writes where a cell is one of two values. A loop without branches, which the compiler does many cells at a time.
void write_plane(std::span<const std::uint8_t> cells, std::uint8_t one, std::uint8_t other, std::uint8_t* plane) {
    for (std::size_t i = 0; i < cells.size(); ++i)
        plane[i] = static_cast<std::uint8_t>((cells[i] == one) | (cells[i] == other));
}

}  // namespace

void write_planes(std::span<const std::uint8_t> cells, std::size_t each, std::uint8_t* planes) {
    for (std::size_t board = 0; board < cells.size() / each; ++board) {
        const auto seen = cells.subspan(board * each, each);
        for (std::uint8_t number = 0; number <= 8; ++number, planes += each) write_plane(seen, number, number, planes);
        write_plane(seen, HIDDEN, QUESTION, planes);
        write_plane(seen, FLAG, WRONG_FLAG, planes + each);
        write_plane(seen, MINE, EXPLODED, planes + 2 * each);
        planes += 3 * each;
    }
}

}  // namespace sapper
