#include "wasm/border.h"

#include <algorithm>
#include <cstring>

namespace sapper::wasm {

namespace {

constexpr std::uint64_t MOST_CELLS = std::uint64_t{1} << 31;

/// The memory that the page reads and writes. The module has one thread.
struct Shared {
    std::vector<std::uint8_t> input;
    std::vector<std::uint32_t> words;
    std::vector<double> numbers;
    Answer answer{};
};

Shared& shared() {
    static Shared memory;
    return memory;
}

}  // namespace

Reply::Reply() : words_(shared().words), numbers_(shared().numbers) {
    words_.clear();
    numbers_.clear();
}

void Reply::add_cells(std::span<const Cell> cells) {
    add(cells.size());
    words_.insert(words_.end(), cells.begin(), cells.end());
}

void Reply::add_bytes(std::span<const std::uint8_t> bytes) {
    const std::size_t before = words_.size();
    words_.resize(before + (bytes.size() + 3) / 4);
    if (!bytes.empty()) std::memcpy(words_.data() + before, bytes.data(), bytes.size());
}

const Answer* Reply::done() {
    shared().answer = {words_.data(), static_cast<std::uint32_t>(words_.size()), numbers_.data(),
                       static_cast<std::uint32_t>(numbers_.size())};
    return &shared().answer;
}

std::span<const std::uint8_t> input() { return shared().input; }

std::optional<Grid> make_grid(std::uint32_t width, std::uint32_t height) {
    if (!width || !height || std::uint64_t{width} * height > MOST_CELLS) return std::nullopt;
    return Grid{width, height};
}

std::optional<Position> make_position(std::uint32_t width, std::uint32_t height, std::uint32_t mines,
                                      std::size_t offset) {
    const auto grid = make_grid(width, height);
    if (!grid || input().size() != offset + grid->size() || mines >= grid->size()) return std::nullopt;
    const auto seen = input().subspan(offset);
    if (std::any_of(seen.begin(), seen.end(), [](std::uint8_t value) { return value > WRONG_FLAG; }))
        return std::nullopt;
    return Position{*grid, mines, seen};
}

std::optional<Minefield> make_minefield(Grid grid, std::size_t offset) {
    if (input().size() < offset + grid.size()) return std::nullopt;
    std::vector<std::uint8_t> mines(grid.size());
    const auto cells = input().subspan(offset, grid.size());
    std::transform(cells.begin(), cells.end(), mines.begin(), [](std::uint8_t cell) { return cell >> 7; });
    return Minefield::from_mines(grid, mines);
}

std::optional<Seed> make_seed(std::size_t offset) {
    if (input().size() < offset + 16) return std::nullopt;
    Seed seed;
    for (std::size_t i = offset; i < offset + 8; ++i) {
        seed.high = seed.high << 8 | input()[i];
        seed.low = seed.low << 8 | input()[i + 8];
    }
    return seed;
}

/// The one thread of the module never ends, so what it keeps is never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

/// Returns where the page writes the bytes of the next call.
SAPPER_EXPORT(input) std::uint8_t* make_input(std::uint32_t size) {
    shared().input.resize(size);
    return shared().input.data();
}

}  // namespace sapper::wasm
