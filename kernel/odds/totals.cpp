#include "odds/totals.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr double LN2 = 0.693147180559945309;
constexpr double NEVER = -std::numeric_limits<double>::infinity();  // logarithm of zero

double log_factorial(std::uint64_t n) {
    if (n <= 20) {
        double product = 1;
        for (std::uint64_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
        return std::log(product);
    }
    const double x = static_cast<double>(n), y = 1 / (x * x);  // Stirling's series
    return (x + 0.5) * std::log(x) - x + 0.918938533204672742 +
           (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / x;
}

double log_choose(std::uint64_t n, std::uint64_t k) {
    return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

bool Totals::combine(const Counter& counter, const Constraints& constraints, std::int64_t mines,
                     std::uint64_t off_edge) {
    mines_ = mines;
    off_edge_ = static_cast<std::int64_t>(off_edge);
    fewest_ = most_ = 0;
    nodes_.clear();
    leaf_of_.clear();
    component_of_.clear();
    std::uint64_t cells = 0;
    std::size_t at = 0;
    Scaled fixed{1, 0};
    for (std::size_t i = 0; i < counter.size(); ++i) {
        const Tally tally = counter.tally(i);
        fewest_ += tally.lowest;
        most_ += tally.lowest + tally.length - 1;
        if (tally.length == 1) {
            const Scaled count = tally.count(0);
            fixed = Scaled::of(fixed.part * count.part, fixed.power + count.power);
            leaf_of_.push_back(NO_LEAF);
            continue;
        }
        leaf_of_.push_back(static_cast<std::uint32_t>(nodes_.size()));
        component_of_.push_back(i);
        nodes_.push_back({0, 0, 0, tally.length, at});
        at += tally.length;
        cells += constraints.components()[i].cells;
    }
    leaves_ = static_cast<std::uint32_t>(nodes_.size());
    excess_ = mines_ - fewest_;
    log_fixed_ = fixed.log();
    if (!find_allowed(counter)) return false;
    if (cells <= PLAIN_CELLS) {
        plant(counter);
        grow(0);
        weigh();
    } else {
        tilt_ = 0;
        plant_tilted(counter);
        tilt();
        grow(CUT);
        if (!(weigh() > UNLIKELY)) {
            nodes_.resize(leaves_);
            grow(0);
            weigh();
        }
    }
    spread();
    return true;
}

/// Integer logic only. Returns false when no total is allowed.
bool Totals::find_allowed(const Counter& counter) {
    restricted_ = !(mines_ - off_edge_ <= fewest_ && most_ <= mines_);
    if (!restricted_) {
        off_edge_share_.can_be_mined = fewest_ < mines_;
        off_edge_share_.can_be_safe = most_ > mines_ - off_edge_;
        return true;
    }
    if (mines_ < fewest_ || mines_ - off_edge_ > most_) return false;

    allowed_.clear();
    allowed_at_.assign(1, 0);
    std::int64_t gap = 1, slack = off_edge_, widest = 0;
    for (std::size_t i = 0; i < counter.size(); ++i) {
        const Tally tally = counter.tally(i);
        std::int64_t largest = 1, previous = 0;
        for (std::uint32_t entry = 1; entry < tally.length; ++entry) {
            if (!tally.fits(entry)) continue;
            largest = std::max(largest, entry - previous);
            previous = entry;
        }
        gap = std::max(gap, largest);
        if (largest == 1) {
            slack += tally.length - 1;
            widest = std::max<std::int64_t>(widest, tally.length - 1);
        }
        allowed_at_.push_back(allowed_at_.back() + tally.length);
    }
    allowed_.assign(allowed_at_.back(), 0);
    // Raising one component after the other from fewest to most mines takes steps of at most `gap`. Where the
    // components without gaps and the off-edge cells can fill such steps, only the bounds of sums matter.
    if (gap > 1 && slack - widest - 1 < gap - 1) return find_allowed_exactly(counter);
    for (std::size_t i = 0; i < counter.size(); ++i) {
        const Tally tally = counter.tally(i);
        const std::int64_t low = fewest_ - tally.lowest, high = most_ - tally.lowest - tally.length + 1;
        for (std::uint32_t entry = 0; entry < tally.length; ++entry) {
            const std::int64_t rest = mines_ - tally.lowest - entry;
            allowed_[allowed_at_[i] + entry] = tally.fits(entry) && rest >= low && rest - off_edge_ <= high;
        }
    }
    off_edge_share_.can_be_mined = fewest_ < mines_;
    off_edge_share_.can_be_safe = most_ > mines_ - off_edge_;
    return true;
}

/// The same by sets of sums: those the components before one can reach, and those from which the ones behind
/// it can complete the total.
bool Totals::find_allowed_exactly(const Counter& counter) {
    const std::int64_t top = std::min(excess_, most_ - fewest_);
    const std::size_t words = static_cast<std::size_t>(top) / 64 + 1, components = counter.size();
    const auto add_up = [&](std::uint64_t* to, const std::uint64_t* from, std::uint32_t by) {
        const std::size_t skip = by / 64, shift = by % 64;
        for (std::size_t i = skip; i < words; ++i) {
            to[i] |= from[i - skip] << shift;
            if (shift && i > skip) to[i] |= from[i - skip - 1] >> (64 - shift);
        }
    };
    const auto add_down = [&](std::uint64_t* to, const std::uint64_t* from, std::uint32_t by) {
        const std::size_t skip = by / 64, shift = by % 64;
        for (std::size_t i = 0; i + skip < words; ++i) {
            to[i] |= from[i + skip] >> shift;
            if (shift && i + skip + 1 < words) to[i] |= from[i + skip + 1] << (64 - shift);
        }
    };
    prefixes_.assign(words * (components + 1), 0);
    prefixes_[0] = 1;
    for (std::size_t i = 0; i < components; ++i) {
        const Tally tally = counter.tally(i);
        for (std::uint32_t entry = 0; entry < tally.length; ++entry)
            if (tally.fits(entry)) add_up(&prefixes_[(i + 1) * words], &prefixes_[i * words], entry);
    }
    const std::uint64_t* sums = &prefixes_[components * words];
    off_edge_share_.can_be_mined = off_edge_share_.can_be_safe = false;
    bool possible = false;
    target_.assign(words, 0);
    for (std::int64_t sum = std::max<std::int64_t>(excess_ - off_edge_, 0); sum <= top; ++sum) {
        const std::size_t word = static_cast<std::size_t>(sum) / 64;
        const std::uint64_t bit = std::uint64_t{1} << (static_cast<std::uint64_t>(sum) % 64);
        target_[word] |= bit;
        if (!(sums[word] & bit)) continue;
        possible = true;
        off_edge_share_.can_be_mined |= sum < excess_;
        off_edge_share_.can_be_safe |= sum > excess_ - off_edge_;
    }
    for (std::size_t i = components; i-- > 0;) {
        const Tally tally = counter.tally(i);
        std::vector<std::uint64_t>& before = shifted_;
        for (std::uint32_t entry = 0; entry < tally.length; ++entry) {
            if (!tally.fits(entry)) continue;
            before.assign(words, 0);
            add_up(before.data(), &prefixes_[i * words], entry);
            for (std::size_t word = 0; word < words; ++word)
                if (before[word] & target_[word]) allowed_[allowed_at_[i] + entry] = 1;
        }
        before.assign(words, 0);
        for (std::uint32_t entry = 0; entry < tally.length; ++entry)
            if (tally.fits(entry)) add_down(before.data(), target_.data(), entry);
        std::swap(before, target_);
    }
    return possible;
}

void Totals::plant(const Counter& counter) {
    tilt_ = log_norm_ = 0;
    values_.clear();
    for (const std::size_t component : component_of_) {
        const Tally tally = counter.tally(component);
        values_.insert(values_.end(), tally.plain_counts, tally.plain_counts + tally.length);
    }
}

void Totals::plant_tilted(const Counter& counter) {
    logs_.clear();
    for (const std::size_t component : component_of_) {
        const Tally tally = counter.tally(component);
        for (std::uint32_t entry = 0; entry < tally.length; ++entry)
            logs_.push_back(tally.fits(entry) ? tally.count(entry).log() : NEVER);
    }
}

/// Finds the factor of a mine by bisection, and fills the leaves with distributions that add up to 1.
void Totals::tilt() {
    values_.resize(logs_.size());
    const auto expected = [&] {
        double sum = static_cast<double>(off_edge_) / (1 + std::exp(-tilt_));
        log_norm_ = 0;
        for (std::uint32_t leaf = 0; leaf < leaves_; ++leaf) {
            const Node& node = nodes_[leaf];
            double largest = NEVER, total = 0, mean = 0;
            for (std::uint32_t i = 0; i < node.length; ++i) largest = std::max(largest, logs_[node.at + i] + tilt_ * i);
            for (std::uint32_t i = 0; i < node.length; ++i) {
                const double value = std::exp(logs_[node.at + i] + tilt_ * i - largest);
                values_[node.at + i] = value;
                total += value;
                mean += value * i;
            }
            for (std::uint32_t i = 0; i < node.length; ++i) values_[node.at + i] /= total;
            log_norm_ += largest + std::log(total);
            sum += mean / total;
        }
        return sum;
    };
    double low = -STEEPEST, high = STEEPEST;
    for (int round = 0; round < 40; ++round) {
        tilt_ = (low + high) / 2;
        const double miss = expected() - static_cast<double>(excess_);
        if (std::abs(miss) < 0.01) break;
        (miss < 0 ? low : high) = tilt_;
    }
}

/// Adds the inner nodes, children before parents, and ends with the root.
void Totals::grow(double cut) {
    if (nodes_.empty()) {
        nodes_.push_back({0, 0, 0, 1, 0});
        values_.assign(1, 1);
    }
    values_.resize(nodes_.back().at + nodes_.back().length);
    level_.clear();
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) level_.push_back(i);
    while (level_.size() > 1) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i + 1 < level_.size(); i += 2) {
            check_stopped();
            const Node left = nodes_[level_[i]], right = nodes_[level_[i + 1]];
            Node node{level_[i], level_[i + 1], left.lowest + right.lowest, left.length + right.length - 1,
                      values_.size()};
            values_.resize(node.at + node.length);
            for (std::uint32_t a = 0; a < left.length; ++a) {
                const double factor = values_[left.at + a];
                const double* from = &values_[right.at];
                double* to = &values_[node.at + a];
                for (std::uint32_t b = 0; b < right.length; ++b) to[b] += factor * from[b];
            }
            if (cut > 0) {
                const double* values = &values_[node.at];
                const double least = *std::max_element(values, values + node.length) * cut;
                while (values[node.length - 1] < least) --node.length;
                std::uint32_t skipped = 0;
                while (values[skipped] < least) ++skipped;
                node.lowest += skipped;
                node.at += skipped;
                node.length -= skipped;
                values_.resize(node.at + node.length);
            }
            level_[kept++] = static_cast<std::uint32_t>(nodes_.size());
            nodes_.push_back(node);
        }
        if (level_.size() % 2) level_[kept++] = level_.back();
        level_.resize(kept);
    }
}

/// Weighs the sums of the root by the ways to place the other mines off the edge, so that the chances add up
/// to 1. Returns the logarithm of the share of the real total among all totals (0 without tilt).
double Totals::weigh() {
    const Node& root = nodes_.back();
    const double* values = &values_[root.at];
    weights_.assign(values_.size(), 0);
    double* weights = &weights_[root.at];
    const std::int64_t lowest = static_cast<std::int64_t>(root.lowest);
    const std::int64_t first = std::max(lowest, excess_ - off_edge_);
    const std::int64_t last = std::min(lowest + root.length - 1, excess_);
    if (first > last) return NEVER;

    const double step = std::exp(-tilt_);
    Scaled weight{1, 0};
    walk_.clear();
    std::int64_t top = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t sum = first; sum <= last; ++sum) {
        walk_.push_back(weight);
        const double value = values[sum - lowest];
        if (value > 0) top = std::max(top, std::ilogb(value) + std::ilogb(weight.part) + weight.power * 256);
        const double rest = static_cast<double>(excess_ - sum);
        const double ratio = rest / (static_cast<double>(off_edge_) - rest + 1);
        weight = Scaled::of(weight.part * ratio * step, weight.power);
    }
    double total = 0, off_edge = 0;
    for (std::int64_t sum = first; sum <= last; ++sum) {
        const Scaled& one = walk_[static_cast<std::size_t>(sum - first)];
        const std::int64_t exponent = std::max<std::int64_t>(one.power * 256 - top, -4096);
        const double scaled = std::ldexp(one.part, static_cast<int>(exponent));
        weights[sum - lowest] = scaled;
        const double term = values[sum - lowest] * scaled;
        total += term;
        off_edge += term * static_cast<double>(excess_ - sum);
    }
    if (!(total > 0)) return NEVER;
    for (std::uint32_t i = 0; i < root.length; ++i) weights[i] /= total;
    off_edge_share_.mines = off_edge / total;
    const double log_first =
        log_choose(static_cast<std::uint64_t>(off_edge_), static_cast<std::uint64_t>(excess_ - first));
    const double log_total = std::log(total) + static_cast<double>(top) * LN2 + log_first -
                             tilt_ * static_cast<double>(first);
    log_arrangements_ = log_total + log_norm_ + log_fixed_;
    return log_total + tilt_ * static_cast<double>(excess_) -
           static_cast<double>(off_edge_) * (std::log1p(std::exp(-std::abs(tilt_))) + std::max(tilt_, 0.0));
}

void Totals::spread() {
    if (leaves_ == 0) return;
    for (std::size_t i = nodes_.size(); i-- > leaves_;) {
        check_stopped();
        const Node& node = nodes_[i];
        for (const auto& [to, other] : {std::pair(node.left, node.right), std::pair(node.right, node.left)}) {
            const Node &child = nodes_[to], &sibling = nodes_[other];
            for (std::uint32_t a = 0; a < child.length; ++a) {
                const std::int64_t shift = static_cast<std::int64_t>(child.lowest + sibling.lowest + a) -
                                           static_cast<std::int64_t>(node.lowest);
                const std::int64_t begin = std::max<std::int64_t>(0, -shift);
                const std::int64_t end = std::min<std::int64_t>(sibling.length, node.length - shift);
                double sum = 0;
                for (std::int64_t b = begin; b < end; ++b)
                    sum += weights_[node.at + static_cast<std::size_t>(b + shift)] *
                           values_[sibling.at + static_cast<std::size_t>(b)];
                weights_[child.at + a] = sum;
            }
        }
    }
    chances_.resize(leaves_ ? nodes_[leaves_ - 1].at + nodes_[leaves_ - 1].length : 0);
    for (std::size_t i = 0; i < chances_.size(); ++i) chances_[i] = values_[i] * weights_[i];
}

std::uint64_t Totals::draw(Random& random, std::vector<std::uint32_t>& entries) {
    const auto choose = [&](std::uint64_t first, std::uint64_t last, auto&& chance) {
        double total = 0;
        for (std::uint64_t i = first; i <= last; ++i) total += chance(i);
        double left = random.unit() * total;
        std::uint64_t chosen = first;
        for (std::uint64_t i = first; i <= last; ++i) {
            const double part = chance(i);
            if (part <= 0) continue;
            chosen = i;
            if ((left -= part) < 0) break;
        }
        return chosen;
    };
    std::vector<std::uint64_t>& sums = sums_;
    sums.resize(nodes_.size());
    const Node& root = nodes_.back();
    sums.back() = root.lowest + choose(0, root.length - 1, [&](std::uint64_t i) {
                      const std::size_t at = root.at + static_cast<std::size_t>(i);
                      return values_[at] * weights_[at];
                  });
    const std::uint64_t off_edge = static_cast<std::uint64_t>(excess_) - sums.back();
    for (std::size_t i = nodes_.size(); leaves_ && i-- > leaves_;) {
        const Node &left = nodes_[nodes_[i].left], &right = nodes_[nodes_[i].right];
        const std::uint64_t sum = sums[i], right_highest = right.lowest + right.length - 1;
        const std::uint64_t first = std::max(left.lowest, sum > right_highest ? sum - right_highest : 0);
        const std::uint64_t last = std::min(left.lowest + left.length - 1, sum - right.lowest);
        sums[nodes_[i].left] = choose(first, last, [&](std::uint64_t a) {
            return values_[left.at + static_cast<std::size_t>(a - left.lowest)] *
                   values_[right.at + static_cast<std::size_t>(sum - a - right.lowest)];
        });
        sums[nodes_[i].right] = sum - sums[nodes_[i].left];
    }
    entries.clear();
    for (const std::uint32_t leaf : leaf_of_)
        entries.push_back(leaf == NO_LEAF ? 0 : static_cast<std::uint32_t>(sums[leaf]));
    return off_edge;
}

}  // namespace sapper
