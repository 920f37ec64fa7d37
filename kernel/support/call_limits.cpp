#include "support/call_limits.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace sapper {

namespace {

thread_local CallLimits* entered = nullptr;

}  // namespace

CallLimits* CallLimits::current() { return entered; }

void CallLimits::enter() {
    outer_ = entered;
    entered = this;
}

void CallLimits::leave() {
    entered = outer_;
    if (owned_.empty()) return;
    owned_.clear();
    give_back_memory();
}

void give_back_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

void give_back_memory_at_once() {
#ifdef __GLIBC__
    constexpr int LARGE = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, LARGE);
#endif
}

}  // namespace sapper
