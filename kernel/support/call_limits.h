#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "support/fail.h"

namespace sapper {

/// Thrown out of a call that was stopped. What the call worked on is then unusable; its arguments are as they were,
/// except a board that was being opened.
struct Stopped : std::exception {
    const char* what() const noexcept override { return "the call was stopped"; }
};

/// Limits for the calls of one thread, while they are entered there: any thread may stop the calls, solver tables
/// take at most that many bytes, and the memory of solvers is freed when the limits are left.
class CallLimits {
  public:
    explicit CallLimits(std::uint64_t bytes) : bytes_(bytes) {}

    void stop() { is_stopped_.store(true, std::memory_order_relaxed); }
    bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }
    std::uint64_t bytes() const { return bytes_; }

    void enter();
    void leave();

    /// The limits that this thread has entered, or null.
    static CallLimits* current();

    /// A new object for one call, which lives until the limits are left.
    template <typename Worker>
    Worker& own() {
        auto worker = std::make_shared<Worker>();
        owned_.push_back(worker);
        return *worker;
    }

  private:
    std::atomic<bool> is_stopped_ = false;
    std::uint64_t bytes_;
    CallLimits* outer_ = nullptr;
    std::vector<std::shared_ptr<void>> owned_;
};

/// Gives freed memory back to the system, where the library holds on to it.
void give_back_memory();

/// Lets the process give back large blocks as soon as they are freed. By default a thread may hold on to 64 MB.
void give_back_memory_at_once();

/// Throws `Stopped` if the calls of this thread were stopped. Long loops call it every some thousand steps.
inline void check_stopped() {
    if (const CallLimits* limits = CallLimits::current(); limits && limits->is_stopped()) fail(Stopped());
}

/// Calls `check_stopped` in one of `EVERY` calls, a power of two: for loops whose steps take nanoseconds.
template <std::uint32_t EVERY = 4096>
class StopCheck {
  public:
    void operator()() {
        if ((++steps_ & (EVERY - 1)) == 0) check_stopped();
    }

  private:
    std::uint32_t steps_ = 0;
};

}  // namespace sapper
