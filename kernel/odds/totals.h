#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/random.h"
#include "odds/counting.h"

namespace sapper {

/// The mines of all components and of the off-edge cells, tied together by the mine total.
///
/// Components whose mines vary are the leaves of a binary tree in which each node holds the distribution of
/// its sum. Passing weights down the tree assigns every leaf the weight of all that is not in it, at a cost
/// that stays near linear for thousands of components.
///
/// Counts of small boards are used as they are. On large ones each mine gets a factor that moves the
/// expected total to the real one (which changes no answer, as the total is known); then only the middle of
/// each distribution matters, and the tails are cut.
class Totals {
  public:
    /// Returns false when no minefield has the right total. `mines` and `off_edge` are what is left for the
    /// components and the off-edge cells together, and the number of those cells.
    bool combine(const Counter& counter, const Constraints& constraints, std::int64_t mines, std::uint64_t off_edge);

    std::span<const double> chances(std::size_t component) const {
        const std::uint32_t leaf = leaf_of_[component];
        if (leaf == NO_LEAF) return {&CERTAIN, 1};
        return {chances_.data() + nodes_[leaf].at, nodes_[leaf].length};
    }
    /// Which totals of a component the board allows; empty when all of them.
    std::span<const std::uint8_t> allowed(std::size_t component) const {
        if (!restricted_) return {};
        const std::size_t at = allowed_at_[component];
        return {allowed_.data() + at, allowed_at_[component + 1] - at};
    }
    const Share& off_edge() const { return off_edge_share_; }
    double log_arrangements() const { return log_arrangements_; }

    /// Draws the entry of each component's tally, and returns the mines left for the off-edge cells.
    std::uint64_t draw(Random& random, std::vector<std::uint32_t>& entries);

  private:
    static constexpr std::uint32_t NO_LEAF = 0xFFFFFFFF;
    static constexpr double CERTAIN = 1;
    static constexpr std::uint32_t PLAIN_CELLS = 900;  // 2^900 arrangements fit a double
    static constexpr double CUT = 0x1p-200;            // of the largest entry, in distributions that add to 1
    static constexpr double UNLIKELY = -60;            // logarithm of a total so rare that tails would matter
    static constexpr double STEEPEST = 80;             // logarithm of the factor of a mine

    /// Distribution of the excess over the fewest mines, from `lowest` on.
    struct Node {
        std::uint32_t left, right;
        std::uint64_t lowest;
        std::uint32_t length;
        std::size_t at;
    };

    bool find_allowed(const Counter& counter);
    bool find_allowed_exactly(const Counter& counter);
    void plant(const Counter& counter);
    void plant_tilted(const Counter& counter);
    void tilt();
    void grow(double cut);
    double weigh();
    void spread();

    std::int64_t mines_ = 0, fewest_ = 0, most_ = 0, excess_ = 0;
    std::int64_t off_edge_ = 0;
    double log_fixed_ = 0, log_norm_ = 0, log_arrangements_ = 0, tilt_ = 0;
    Share off_edge_share_;
    bool restricted_ = false;
    std::vector<std::uint8_t> allowed_;
    std::vector<std::size_t> allowed_at_;
    std::vector<std::uint64_t> prefixes_, target_, shifted_, sums_;

    std::vector<Node> nodes_;
    std::uint32_t leaves_ = 0;
    std::vector<std::uint32_t> leaf_of_, level_;
    std::vector<std::size_t> component_of_;
    std::vector<double> values_, weights_, chances_, logs_;
    std::vector<Scaled> walk_;
};

}  // namespace sapper
