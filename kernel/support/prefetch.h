#pragma once

#if defined(_M_X64)
#include <intrin.h>
#endif

namespace sapper {

/// Starts to load a cache line that will be needed soon.
inline void prefetch([[maybe_unused]] const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#elif defined(_M_X64)
    _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#endif
}

}  // namespace sapper
