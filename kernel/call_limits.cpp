#include "call_limits.h"

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
#ifdef __GLIBC__
    malloc_trim(0);  // freed tables otherwise stay with the process
#endif
}

}  // namespace sapper
