#pragma once

// The border of the kernel in a browser: functions of numbers, with bytes that are read from and written to the
// memory of the module. It has types and checks, no logic, as `bindings/` has for Python. Its other half is
// `src/sapper/web/src/engine`.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/board.h"
#include "board/grid.h"
#include "board/minefield.h"
#include "board/random.h"
#include "odds/odds.h"

/// A function of the module. It returns null where it refuses its arguments.
#define SAPPER_EXPORT(name) extern "C" __attribute__((export_name(#name), used))

namespace sapper::wasm {

/// The result of a call: the places and lengths of its words and numbers, which last until the next call.
struct Answer {
    const std::uint32_t* words;
    std::uint32_t word_count;
    const double* numbers;
    std::uint32_t number_count;
};

/// The answer of the call that runs: it clears that of the call before.
class Reply {
  public:
    Reply();

    void add(std::uint64_t word) { words_.push_back(static_cast<std::uint32_t>(word)); }
    void add_number(double number) { numbers_.push_back(number); }
    /// Adds a length and then the cells.
    void add_cells(std::span<const Cell> cells);
    /// Adds bytes, four in a word and the last word filled up with 0.
    void add_bytes(std::span<const std::uint8_t> bytes);
    const Answer* done();

  private:
    std::vector<std::uint32_t>& words_;
    std::vector<double>& numbers_;
};

/// The bytes that the page wrote for the call that runs.
std::span<const std::uint8_t> input();

std::optional<Grid> make_grid(std::uint32_t width, std::uint32_t height);
/// The visible cells of the input from an offset on, nothing if they are not those of a board of this size.
std::optional<Position> make_position(std::uint32_t width, std::uint32_t height, std::uint32_t mines,
                                      std::size_t offset = 0);
/// The mines of the input, one byte for each cell with bit 7 for a mine, from an offset on.
std::optional<Minefield> make_minefield(Grid grid, std::size_t offset = 0);
/// The 16 bytes of the input from an offset on.
std::optional<Seed> make_seed(std::size_t offset = 0);

}  // namespace sapper::wasm
