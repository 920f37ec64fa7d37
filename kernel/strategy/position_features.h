#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board/bordered.h"
#include "board/grid.h"
#include "odds/odds.h"
#include "strategy/closed_parts.h"

namespace sapper {

/// The features from which the value of a position is computed; `position_features.cpp` names each number.
inline constexpr std::size_t FEATURES = 44;
using Features = std::array<float, FEATURES>;

/// The prospects of a position. Closed parts of the board that exact play can value are settled: they carry no
/// information about the rest, so their chance is a factor, and all other fields describe the rest alone.
struct Outlook {
    Features features{};
    float settled = 1;         // chance to clear the settled parts
    bool rest = false;         // anything else is unknown
    bool stuck = true;         // nothing in the rest is proven safe
    float least = 0;           // mine chance of the safest unknown cell of the rest
    float second = 0;          // and of the second safest
};

/// Reads the outlook of a position from its odds. Reuses its memory between calls.
class OutlookReader {
  public:
    OutlookReader();

    /// `features` may be left out when only the rest is wanted: they cost more than all else.
    void read(const Position& position, const Odds& odds, Outlook& outlook, bool features = true);

    /// Whether a cell of the position last read belongs to a settled part.
    bool is_settled(Cell cell) const;

  private:
    /// Cells of the same row that are all unknown or safe; joined into parts.
    struct Run {
        std::size_t begin = 0, end = 0;
        std::uint32_t parent = 0;
        std::uint32_t cells = 0;
        std::uint32_t closed = 0;  // where a closed part is gathered
        float least = 1;           // mine chance of its safest unknown cell
        bool unknown = false, loose = false, safe = false;
    };

    void classify(const Position& position, const Odds& odds);
    void find_parts();
    void find_runs();
    void join_through_numbers(std::size_t at);
    void gather(const Position& position, std::size_t at, ClosedPart& part);
    void settle_parts(const Position& position, Outlook& outlook);
    void read_parts(Features& features) const;
    void read_safe(Features& features);
    void find_interior_pairs();
    void read_pairs(Features& features);
    void find_least(Outlook& outlook) const;
    void read_unknown(Outlook& outlook) const;
    void read_zeros(Features& features) const;
    float pair_risk(std::size_t a, bool below) const;
    float entropy(float chance) const;
    std::uint32_t root(std::uint32_t run);

    Bordered board_;
    std::vector<std::uint8_t> kind_;
    std::vector<float> chance_;
    std::vector<std::uint32_t> run_of_;
    std::vector<std::size_t> unknown_, frontier_, safe_;
    std::vector<std::uint8_t> beside_, counted_, threes_, interior_;
    std::vector<Run> runs_;
    std::vector<ClosedPart> closed_;
    std::vector<std::uint32_t> closed_roots_;
    std::vector<float> entropies_;
    std::size_t loose_ = 0;
    float loose_chance_ = 0;           // the same for all of them
    float settled_log_ = 0;            // logarithm of the arrangements of the settled parts
    PartSolver parts_;
};

}  // namespace sapper
