#pragma once

#include <cstdint>

#include "grid.h"

namespace sapper {

/// Returns this thread's object of a class that reuses its memory between calls.
///
/// Boards of a million cells or more get a new object, which is freed when the thread meets the next of them, so that
/// the one for ordinary boards stays small.
template <typename Worker>
Worker& thread_worker(const Grid& grid) {
    constexpr std::uint64_t LARGE_BOARD = std::uint64_t{1} << 20;
    thread_local Worker worker, spare;
    if (grid.size() < LARGE_BOARD) return worker;
    spare = Worker();
    return spare;
}

}  // namespace sapper
