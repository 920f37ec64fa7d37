#pragma once

#if !defined(__cpp_exceptions)
#include <cstdlib>
#endif

namespace sapper {

/// Throws an error. A build without exceptions ends instead: its border lets nothing in that would lead here.
template <typename Error>
[[noreturn]] void fail([[maybe_unused]] Error&& error) {
#if defined(__cpp_exceptions)
    throw error;
#else
    std::abort();
#endif
}

}  // namespace sapper
