#include "odds/odds_batch.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace sapper {

std::vector<SolvedOdds> solve_many(std::span<const Position> positions, std::uint64_t budget, bool trust_flags,
                                   std::size_t threads) {
    std::vector<SolvedOdds> results(positions.size());
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            OddsSolver solver;
            for (std::size_t i; (i = next++) < positions.size();)
                results[i].verdict = solver.solve(positions[i], results[i].odds, budget, trust_flags);
        } catch (...) {
            const std::lock_guard lock(failure_lock);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(threads, positions.size()); ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    return results;
}

}  // namespace sapper
