#pragma once

#include <cstdint>

#include "board/grid.h"
#include "support/call_limits.h"

namespace sapper {

/// Returns this thread's object of a class that reuses its memory between calls.
///
/// Boards of a million cells or more get a new object, which is freed when the thread meets the next of them, so that
/// the one for ordinary boards stays small. Under `CallLimits` every call gets a new object, freed with the limits.
template <typename Worker>
Worker& thread_worker(const Grid& grid) {
    if (CallLimits* limits = CallLimits::current()) return limits->own<Worker>();
    constexpr std::uint64_t LARGE_BOARD = std::uint64_t{1} << 20;
    thread_local Worker worker, spare;
    if (grid.size() < LARGE_BOARD) return worker;
    spare = Worker();
    return spare;
}

}  // namespace sapper
