#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/editable_minefield.h"
#include "board/minefield.h"
#include "board/random.h"
#include "deduction/ladder.h"
#include "generator/repair.h"
#include "odds/odds.h"

namespace sapper {

/// The methods to make a no-guess minefield.
enum class Method : std::uint8_t {
    AUTO,       // REJECTION up to a density of 22 %, REPAIR above and on boards too large for rejection
    REJECTION,  // uniform minefields are drawn until one passes: exactly uniform over all that do
    REPAIR,     // mines are moved where the ladder is stuck: works at high density, not uniform
};

/// A minefield that the ladder solves from a first cell.
struct NoGuessRequest {
    /// In cells looked at, some 20 to 150 nanoseconds each: a few seconds, twenty at most on usual boards.
    static constexpr std::uint64_t DEFAULT_BUDGET = std::uint64_t{1} << 27;

    Grid grid;
    std::uint64_t mines = 0;
    Cell first = 0;
    Grade grade = Grade::FULL;  // the rules up to this one suffice
    bool exactly = false;    // and those below do not
    Method method = Method::AUTO;
    std::uint64_t budget = DEFAULT_BUDGET;
};

struct Generated {
    Verdict verdict = Verdict::OUT_OF_BUDGET;
    std::optional<Minefield> field;  // with SOLVED
    bool uniform = false;
    std::uint64_t tries = 0;  // minefields drawn
    std::uint64_t work = 0;   // of the budget
};

/// Makes no-guess minefields. The same request and seed make the same minefield. Reuses its memory between calls.
class Generator {
  public:
    Generated generate(const NoGuessRequest& request, Seed seed);

    /// Makes a minefield for each seed, and stops after the first seed that makes none within the budget.
    std::vector<Generated> generate(const NoGuessRequest& request, std::span<const Seed> seeds);

    /// The independent test for the grade FULL: opens the cells that the solver of odds proves safe, from the
    /// first cell on, and uses no rule of the ladder.
    bool needs_no_guess(const Minefield& field, Cell first);

  private:
    EditableMinefield editable_;
    Ladder ladder_;
    Repair repair_;
    OddsSolver solver_;
    Odds odds_;
    std::vector<Cell> safe_;

    bool solves(const NoGuessRequest& request, Grade grade, Ladder::Pace pace, std::uint64_t& work);
    bool repair(const NoGuessRequest& request, Random& random, std::uint64_t& work);
    bool verified(const NoGuessRequest& request, const Minefield& field, std::uint64_t& work);
};

}  // namespace sapper
