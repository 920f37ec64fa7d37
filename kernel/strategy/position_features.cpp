#include "strategy/position_features.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sapper {

namespace {

/// Cells as the features see them. Unknown: hidden and not certain. Loose: unknown and next to no open cell.
enum Kind : std::uint8_t { OUTSIDE, OPEN, MINED, SETTLED, SAFE, FRONTIER, LOOSE };

constexpr bool is_unknown(std::uint8_t kind) { return kind >= FRONTIER; }

/// Names of the features. "Live" safe cells have an unknown neighbour. A part is closed without loose and
/// safe cells, free with loose but without safe ones. Its risk is -ln(1 - the least mine chance in it).
enum Feature : std::size_t {
    TOUCHED,            // unknown cells next to safe ones / 10, up to 2
    TOUCHED_LOOSE,
    SAFE_INSIGHT,       // over live safe cells: 1 / unknown neighbours, up to 3
    LIVE_OPENINGS,      // over live safe cells: chance to show 0, up to 2
    PAIRS,              // over pairs of neighbours: chance to end as a fifty-fifty
    PAIR_COST,
    WORST_PAIR,
    LIKELY_PAIRS,
    LOOSE_CELLS,        // / 100
    LOOSE_CHANCE,       // 0.2 if there is none
    LOOSE_ROOT,
    PARTS,              // / 5
    FRONTIER_CELLS,     // / 20
    SAFE_CELLS,         // / 8, up to 1
    ANY_SAFE,
    LIVE_SAFE,          // / 8, up to 1
    ANY_LIVE,
    OPENINGS,           // over all safe cells: chance to show 0, up to 2
    STUCK_LEAST,        // the least mine chance when nothing is safe
    STUCK_GAP,          // and what the second least adds to it
    LEAST,
    CLOSED_RISK,
    FREE_RISK,
    HELPED_RISK,        // parts with a safe cell
    CLOSED_PARTS,
    CLOSED_CELLS,       // / 5
    FREE_PARTS,
    ENTROPY,            // of frontier cells, / 10
    EVEN_CELLS,         // frontier cells with a chance of one half, / 4
    BELOW_10,
    BELOW_25,
    BELOW_40,
    BELOW_60,
    ABOVE_60,  // frontier cells by mine chance, / 10
    ARRANGEMENTS,       // natural logarithm / 50
    FEW_ARRANGEMENTS,   // natural logarithm, up to 5
    ANY_LOOSE,
    LOOSE_CORNERS,
    LARGEST_PART,     // cells / 100
    STUCK_LOG,          // ln(1 - least) when nothing is safe
    SETTLED_COST,       // -ln of the chance to clear the settled parts
    BEST_ZERO,          // best chance of a frontier cell to show 0
    LOOSE_BORDER,       // loose cells at the border of the board / 20
    DENSITY,            // mean mine chance of unknown cells
};
static_assert(DENSITY + 1 == FEATURES);

constexpr float PAIR_FLOOR = 1e-4f;  // smaller risks are left out
constexpr std::size_t ENTROPY_STEPS = 1024;
constexpr std::uint32_t NUMBER_FREE = 0xFFFFFFFF, NUMBER_TAKEN = 0xFFFFFFFE;  // in place of a run

}  // namespace

OutlookReader::OutlookReader() {
    entropies_.resize(ENTROPY_STEPS + 2, 0.0f);
    for (std::size_t i = 1; i < ENTROPY_STEPS; ++i) {
        const double p = static_cast<double>(i) / ENTROPY_STEPS;
        entropies_[i] = static_cast<float>(-p * std::log(p) - (1 - p) * std::log(1 - p));
    }
}

void OutlookReader::read(const Position& position, const Odds& odds, Outlook& outlook, bool features) {
    outlook = {};
    classify(position, odds);
    find_parts();
    settle_parts(position, outlook);
    find_least(outlook);
    if (!features) return;
    read_parts(outlook.features);
    read_safe(outlook.features);
    read_pairs(outlook.features);
    read_unknown(outlook);
    read_zeros(outlook.features);
    const float logarithm = std::max(0.0f, static_cast<float>(odds.log_arrangements) - settled_log_);
    outlook.features[ARRANGEMENTS] = logarithm / 50;
    outlook.features[FEW_ARRANGEMENTS] = std::min(logarithm, 5.0f);
    outlook.features[SETTLED_COST] = -std::log(outlook.settled);
}

bool OutlookReader::is_settled(Cell cell) const { return kind_[board_.spot(cell)] == SETTLED; }

void OutlookReader::classify(const Position& position, const Odds& odds) {
    if (!(board_.grid == position.grid)) board_ = Bordered(position.grid);
    const std::size_t size = board_.size(), stride = board_.stride;
    const std::uint32_t width = position.grid.width;
    kind_.assign(size, OUTSIDE);
    beside_.resize(size);
    chance_.resize(size);
    run_of_.resize(size);
    for (std::uint32_t row = 0; row < position.grid.height; ++row) {
        const std::size_t from = position.grid.at(row, 0), to = board_.row_start(row);
        const std::uint8_t* const seen = position.seen.data() + from;
        const Certainty* const certain = odds.certain.data() + from;
        const double* const mine = odds.mine.data() + from;
        std::uint8_t* const kind = kind_.data() + to;
        float* const chance = chance_.data() + to;
        for (std::uint32_t col = 0; col < width; ++col) chance[col] = static_cast<float>(mine[col]);
        for (std::uint32_t col = 0; col < width; ++col) {
            const Kind sure = certain[col] == Certainty::SAFE ? SAFE : MINED;
            const Kind hidden = certain[col] == Certainty::NONE ? LOOSE : sure;
            kind[col] = is_open(seen[col]) ? OPEN : hidden;
        }
    }
    // First what is open in the same row within one step, then the same over the rows.
    std::uint8_t* const kind = kind_.data();
    std::uint8_t* const beside = beside_.data();
    std::uint32_t* const run_of = run_of_.data();
    for (std::size_t at = 1; at + 1 < size; ++at)
        beside[at] = (kind[at - 1] == OPEN) | (kind[at] == OPEN) | (kind[at + 1] == OPEN);
    unknown_.clear();
    frontier_.clear();
    safe_.clear();
    loose_ = 0;
    std::size_t a_loose_one = 0;
    for (std::size_t at = stride + 1; at + stride + 1 < size; ++at) {
        if (kind[at] == OPEN) {
            run_of[at] = NUMBER_FREE;
        } else if (kind[at] == SAFE) {
            safe_.push_back(at);
        } else if (kind[at] == LOOSE) {
            unknown_.push_back(at);
            if (beside[at - stride] | beside[at] | beside[at + stride]) {
                kind[at] = FRONTIER;
                frontier_.push_back(at);
            } else {
                ++loose_;
                a_loose_one = at;
            }
        }
    }
    loose_chance_ = loose_ ? chance_[a_loose_one] : 0.2f;
}

void OutlookReader::read_safe(Features& features) {
    counted_.assign(kind_.size(), 0);
    float touched = 0, touched_loose = 0, insight = 0, openings = 0, live_openings = 0, live = 0;
    for (const std::size_t at : safe_) {
        float zero = 1;
        int unknown = 0;
        for (const std::size_t row : {at - board_.stride, at, at + board_.stride}) {
            for (std::size_t other = row - 1; other <= row + 1; ++other) {
                const std::uint8_t kind = kind_[other];
                if (other == at || kind <= OPEN || kind == SAFE) continue;
                zero *= 1 - chance_[other];
                if (!is_unknown(kind)) continue;
                ++unknown;
                if (counted_[other]) continue;
                counted_[other] = 1;
                ++touched;
                touched_loose += kind == LOOSE;
            }
        }
        openings += zero;
        if (unknown == 0) continue;
        ++live;
        insight += 1 / static_cast<float>(unknown);
        live_openings += zero;
    }
    const auto safe = static_cast<float>(safe_.size());
    features[TOUCHED] = std::min(20.0f, touched) / 10;
    features[TOUCHED_LOOSE] = std::min(20.0f, touched_loose) / 10;
    features[SAFE_INSIGHT] = std::min(3.0f, insight);
    features[LIVE_OPENINGS] = std::min(2.0f, live_openings);
    features[SAFE_CELLS] = std::min(safe, 8.0f) / 8;
    features[ANY_SAFE] = safe > 0;
    features[LIVE_SAFE] = std::min(live, 8.0f) / 8;
    features[ANY_LIVE] = live > 0;
    features[OPENINGS] = std::min(2.0f, openings);
}

/// The chance that two neighbours end as a fifty-fifty: one of them is a mine, and so is every cell that
/// could tell them apart. Chances are multiplied as if independent.
float OutlookReader::pair_risk(std::size_t a, bool below) const {
    const std::size_t b = below ? a + board_.stride : a + 1;
    const std::size_t across = below ? 1 : board_.stride;
    float risk = chance_[a] * (1 - chance_[b]) + chance_[b] * (1 - chance_[a]);
    const std::size_t before = below ? a - board_.stride : a - 1, after = below ? b + board_.stride : b + 1;
    for (const std::size_t end : {before, after}) {
        for (const std::size_t at : {end - across, end, end + across}) {
            if (kind_[at] == OUTSIDE) continue;
            if (kind_[at] == OPEN) return 0;
            risk *= chance_[at];
        }
        if (risk < PAIR_FLOOR) return 0;
    }
    return risk;
}

/// Marks the pairs (a cell with its right or its lower neighbour) that are among loose cells, together with all cells
/// that could tell them apart: these pairs all have the same small risk.
void OutlookReader::find_interior_pairs() {
    const std::size_t size = kind_.size(), down = board_.stride;
    interior_.assign(size, 0);
    threes_.assign(size, 0);
    if (size < 3 * down + 2) return;
    const std::uint8_t* const kind = kind_.data();
    std::uint8_t* const threes = threes_.data();
    std::uint8_t* const interior = interior_.data();
    for (std::size_t at = down; at + down < size; ++at) {
        const bool upright = (kind[at - down] == LOOSE) & (kind[at] == LOOSE) & (kind[at + down] == LOOSE);
        const bool level = (kind[at - 1] == LOOSE) & (kind[at] == LOOSE) & (kind[at + 1] == LOOSE);
        threes[at] = static_cast<std::uint8_t>(upright | level << 1);
    }
    for (std::size_t at = down + 1; at + 2 * down < size; ++at) {
        const int right = threes[at - 1] & threes[at + 2] & 1 & (kind[at] == LOOSE) & (kind[at + 1] == LOOSE);
        const int lower = threes[at - down] & threes[at + 2 * down] & 2 & -(kind[at] == LOOSE) &
                          -(kind[at + down] == LOOSE);
        interior[at] = static_cast<std::uint8_t>(right | lower);
    }
}

void OutlookReader::read_pairs(Features& features) {
    const float p = loose_chance_;
    if (2 * p * (1 - p) * p * p * p * p * p * p < PAIR_FLOOR) find_interior_pairs();
    else interior_.assign(kind_.size(), 0);
    float sum = 0, cost = 0, worst = 0, likely = 0;
    for (const std::size_t a : unknown_) {
        if (interior_[a] == 3) continue;
        for (const bool below : {false, true}) {
            if (interior_[a] >> below & 1 || !is_unknown(kind_[below ? a + board_.stride : a + 1])) continue;
            const float risk = pair_risk(a, below);
            if (risk < PAIR_FLOOR) continue;
            sum += risk;
            worst = std::max(worst, risk);
            likely += risk > 0.5f;
            if (risk > 0.05f) cost -= std::log(1 - risk / 2);
        }
    }
    features[PAIRS] = sum;
    features[PAIR_COST] = cost;
    features[WORST_PAIR] = worst;
    features[LIKELY_PAIRS] = likely;
}

float OutlookReader::entropy(float chance) const {
    const float place = chance * static_cast<float>(ENTROPY_STEPS);
    const auto step = static_cast<std::size_t>(place);
    const float part = place - static_cast<float>(step);
    return entropies_[step] + part * (entropies_[step + 1] - entropies_[step]);
}

void OutlookReader::find_least(Outlook& outlook) const {
    float least = loose_ > 0 ? loose_chance_ : 1, second = loose_ > 1 ? loose_chance_ : 1;
    for (const std::size_t at : frontier_) {
        second = std::min(second, chance_[at]);
        if (second < least) std::swap(least, second);
    }
    outlook.rest = !unknown_.empty();
    outlook.stuck = safe_.empty();
    outlook.least = unknown_.empty() ? 0 : least;
    outlook.second = unknown_.size() < 2 ? outlook.least : second;
}

void OutlookReader::read_unknown(Outlook& outlook) const {
    Features& features = outlook.features;
    const auto loose = static_cast<float>(loose_), frontier = static_cast<float>(frontier_.size());
    float sum = loose * loose_chance_, entropies = 0, even = 0;
    float bands[5] = {};
    for (const std::size_t at : frontier_) {
        const float chance = chance_[at];
        sum += chance;
        entropies += entropy(chance);
        even += std::abs(chance - 0.5f) < 1e-6f;
        ++bands[chance < 0.1f ? 0 : chance < 0.25f ? 1 : chance < 0.4f ? 2 : chance < 0.6f ? 3 : 4];
    }
    features[LOOSE_CELLS] = loose / 100;
    features[LOOSE_CHANCE] = loose_chance_;
    features[LOOSE_ROOT] = std::sqrt(loose) / 10;
    features[ANY_LOOSE] = loose_ > 0;
    features[FRONTIER_CELLS] = frontier / 20;
    features[LEAST] = outlook.least;
    if (outlook.stuck) {
        features[STUCK_LEAST] = outlook.least;
        features[STUCK_GAP] = outlook.second - outlook.least;
        features[STUCK_LOG] = std::log(1 - outlook.least);
    }
    features[ENTROPY] = entropies / 10;
    features[EVEN_CELLS] = even / 4;
    features[DENSITY] = unknown_.empty() ? 0 : sum / static_cast<float>(unknown_.size());
    for (std::size_t band = 0; band < 5; ++band) features[BELOW_10 + band] = bands[band] / 10;
    const auto [width, height] = board_.grid;
    const std::size_t top = board_.row_start(0), bottom = board_.row_start(height - 1);
    for (const std::size_t corner : {top, top + width - 1, bottom, bottom + width - 1})
        features[LOOSE_CORNERS] += kind_[corner] == LOOSE;
    int border = 0;
    for (std::size_t col = 0; col < width; ++col)
        border += (kind_[top + col] == LOOSE) + (height > 1 && kind_[bottom + col] == LOOSE);
    for (std::size_t side = top + board_.stride; side < bottom; side += board_.stride)
        border += (kind_[side] == LOOSE) + (width > 1 && kind_[side + width - 1] == LOOSE);
    features[LOOSE_BORDER] = static_cast<float>(border) / 20;
}

std::uint32_t OutlookReader::root(std::uint32_t run) {
    while (runs_[run].parent != run) run = runs_[run].parent = runs_[runs_[run].parent].parent;
    return run;
}

/// Joins cells that touch or are next to the same number.
void OutlookReader::find_parts() {
    find_runs();
    for (const std::size_t at : frontier_) join_through_numbers(at);
    for (const std::size_t at : safe_) join_through_numbers(at);
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
        const std::uint32_t top = root(i);
        if (top == i) continue;
        Run& part = runs_[top];
        part.cells += runs_[i].cells;
        part.least = std::min(part.least, runs_[i].least);
        part.unknown |= runs_[i].unknown;
        part.safe |= runs_[i].safe;
        part.loose |= runs_[i].loose;
    }
}

/// Finds the runs of every row, and joins those that touch.
void OutlookReader::find_runs() {
    runs_.clear();
    const std::uint8_t* const kinds = kind_.data();
    const float* const chances = chance_.data();
    std::uint32_t* const run_of = run_of_.data();
    std::uint32_t above = 0, above_end = 0;  // runs of the row above that may still touch
    for (std::uint32_t row = 0; row < board_.grid.height; ++row) {
        const std::size_t line = board_.row_start(row), line_end = line + board_.grid.width;
        const auto row_begin = static_cast<std::uint32_t>(runs_.size());
        for (std::size_t at = line; at < line_end; ++at) {
            if (kinds[at] < SAFE) continue;
            const auto id = static_cast<std::uint32_t>(runs_.size());
            Run run;
            run.begin = at;
            run.parent = id;
            for (; kinds[at] >= SAFE; ++at) {
                run_of[at] = id;
                run.safe |= kinds[at] == SAFE;
                run.loose |= kinds[at] == LOOSE;
                run.unknown |= is_unknown(kinds[at]);
                if (is_unknown(kinds[at])) run.least = std::min(run.least, chances[at]);
            }
            run.end = at;
            run.cells = static_cast<std::uint32_t>(run.end - run.begin);
            runs_.push_back(run);
            while (above < above_end && runs_[above].end + board_.stride < run.begin) ++above;
            for (std::uint32_t i = above; i < above_end && runs_[i].begin + board_.stride <= run.end; ++i)
                runs_[root(i)].parent = root(id);
        }
        above = row_begin;
        above_end = static_cast<std::uint32_t>(runs_.size());
    }
}

/// Joins the run of a cell with the other runs next to the numbers around it.
void OutlookReader::join_through_numbers(std::size_t at) {
    for (const std::size_t row : {at - board_.stride, at, at + board_.stride}) {
        for (std::size_t other = row - 1; other <= row + 1; ++other) {
            if (kind_[other] != OPEN || run_of_[other] == run_of_[at]) continue;
            if (run_of_[other] != NUMBER_FREE) runs_[root(run_of_[other])].parent = root(run_of_[at]);
            run_of_[other] = run_of_[at];
        }
    }
}

/// Adds a cell to a closed part, with the numbers next to it.
void OutlookReader::gather(const Position& position, std::size_t at, ClosedPart& part) {
    part.places.push_back(static_cast<std::uint32_t>(at));
    part.safe.push_back(kind_[at] == SAFE);
    for (const std::size_t row : {at - board_.stride, at, at + board_.stride}) {
        for (std::size_t other = row - 1; other <= row + 1; ++other) {
            if (kind_[other] != OPEN || run_of_[other] == NUMBER_TAKEN) continue;
            run_of_[other] = NUMBER_TAKEN;
            int need = position.seen[board_.cell(static_cast<Spot>(other))];
            for (const std::size_t line : {other - board_.stride, other, other + board_.stride})
                for (std::size_t near = line - 1; near <= line + 1; ++near) need -= kind_[near] == MINED;
            part.numbers.push_back({static_cast<std::uint32_t>(other), need});
        }
    }
}

/// Values the parts without loose cells, and takes those that could be valued out of the rest.
void OutlookReader::settle_parts(const Position& position, Outlook& outlook) {
    settled_log_ = 0;
    closed_roots_.clear();
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
        const std::uint32_t top = root(i);
        if (runs_[top].loose) continue;
        if (runs_[top].closed == 0) {
            closed_roots_.push_back(top);
            runs_[top].closed = static_cast<std::uint32_t>(closed_roots_.size());
            if (closed_.size() < closed_roots_.size()) closed_.emplace_back();
            closed_[closed_roots_.size() - 1].clear();
        }
        for (std::size_t at = runs_[i].begin; at < runs_[i].end; ++at)
            gather(position, at, closed_[runs_[top].closed - 1]);
    }
    const double p = loose_chance_, log_ratio = std::log(p / (1 - p));
    bool any = false;
    for (const std::uint32_t top : closed_roots_) {
        Run& part = runs_[top];
        const ClosedPart& closed = closed_[part.closed - 1];
        const PartSolver::Value value = parts_.solve(closed, board_.stride, log_ratio);
        if (!value.solved) continue;
        any = true;
        part.cells = 0;
        outlook.settled *= value.win;
        settled_log_ += value.log_arrangements;
        for (const std::uint32_t place : closed.places) kind_[place] = SETTLED;
    }
    if (!any) return;
    const auto settled = [&](std::size_t at) { return kind_[at] == SETTLED; };
    std::erase_if(unknown_, settled);
    std::erase_if(frontier_, settled);
    std::erase_if(safe_, settled);
}

void OutlookReader::read_parts(Features& features) const {
    float parts = 0, largest = 0;
    for (std::uint32_t i = 0; i < runs_.size(); ++i) {
        const Run& part = runs_[i];
        if (part.parent != i || part.cells == 0) continue;
        ++parts;
        const auto cells = static_cast<float>(part.cells);
        largest = std::max(largest, cells);
        const float risk = part.unknown ? -std::log(1 - part.least) : 0;
        if (part.safe) {
            features[HELPED_RISK] += risk;
        } else if (part.loose) {
            features[FREE_RISK] += risk;
            ++features[FREE_PARTS];
        } else {
            features[CLOSED_RISK] += risk;
            ++features[CLOSED_PARTS];
            features[CLOSED_CELLS] += cells / 5;
        }
    }
    features[PARTS] = parts / 5;
    features[LARGEST_PART] = largest / 100;
}

/// The chance that the best frontier cell opens an area.
void OutlookReader::read_zeros(Features& features) const {
    float best = 0;
    for (const std::size_t at : frontier_) {
        float zero = 1;
        for (const std::size_t row : {at - board_.stride, at, at + board_.stride})
            for (std::size_t other = row - 1; other <= row + 1; ++other)
                if (kind_[other] > OPEN) zero *= 1 - chance_[other];
        best = std::max(best, zero);
    }
    features[BEST_ZERO] = best;
}

}  // namespace sapper
