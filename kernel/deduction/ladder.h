#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/editable_minefield.h"
#include "deduction/knowledge.h"
#include "deduction/number_sets.h"
#include "deduction/set_packing.h"
#include "odds/odds.h"

namespace sapper {

/// The difficulty of a step: the rungs of the ladder, from the simplest argument to any that is sound.
enum class Grade : std::uint8_t {
    NONE,
    SINGLE,  // one number: it misses no mine, or as many as it has unknown cells
    PAIRS,   // two numbers: what their shared cells leave for the others
    CHAINS,  // several numbers: sets made by taking one set from another that contains it
    COUNT,   // the mine count, alone or with disjoint sets
    FULL,    // what is true in every arrangement
};

/// One application of a rule. The ranges point into the lists of the ladder that recorded it.
struct Step {
    struct Range {
        std::uint32_t begin = 0, end = 0;
    };
    Grade grade = Grade::NONE;
    Certainty certainty = Certainty::NONE;
    Range cells;    // of the conclusion
    Range numbers;  // the numbers it follows from, together with cells concluded before; none for FULL
    Range opened;   // in play, all cells that open because of it
};

/// Applies the rules to a board, always the simplest first.
///
/// Either to a position, where safe cells become known but show no number, or in play, where each safe cell
/// is opened at once. Work is incremental: a rule looks only at numbers around which something has changed.
///
/// It opens cells by itself and not by Board::open, for two reasons. The order in which cells open is the order in
/// which their numbers are queued, and so decides the steps of a proof; and most cells open one at a time, for which a
/// Board with its list of changes takes 130 ns and the ladder 35 ns.
class Ladder {
  public:
    enum class Pace : std::uint8_t {
        STEPS,  // grade by grade and step by step, recorded
        FAST,  // nothing recorded; FULL takes the place of CHAINS and COUNT and settles all it can at once
    };

    void load(const Position& position);
    /// Plays `field` from a first cell. The caller owns it.
    void play(const EditableMinefield& field, Cell first, Pace pace);

    /// Applies one rule once, the simplest that concludes anything; NONE when stuck, solved or contradictory.
    Grade advance(Grade up_to);
    /// Advances until nothing follows; returns the hardest grade that was used.
    Grade climb(Grade up_to);

    /// In play: all safe cells are open.
    bool solved() const { return field_ && knowledge_.open_cells() == field_->safe_cells(); }
    bool contradictory() const { return knowledge_.contradictory(); }
    /// The exact solver stopped early, so that a stuck board may not be stuck at all.
    bool out_of_budget() const { return out_of_budget_; }
    const Knowledge& knowledge() const { return knowledge_; }
    /// Cells settled and exact tests made (each as many as the board has cells) since the start.
    std::uint64_t work() const { return work_; }

    std::span<const Step> steps() const { return steps_; }
    std::span<const Spot> spots(Step::Range range) const {
        return std::span(spots_).subspan(range.begin, range.end - range.begin);
    }
    /// In play: the cells that the first click opened.
    Step::Range first_opened() const { return first_opened_; }
    /// The step that concluded a cell, or the number of steps if none did.
    std::uint32_t origin(Spot spot) const;
    /// Puts the steps that step `last` needs, itself included, into `steps`, in order.
    void trace(std::uint32_t last, std::vector<std::uint32_t>& steps) const;

    /// In play: updates the numbers around an unknown cell at which a mine was added or removed.
    void mine_moved(Spot spot, bool laid);

  private:
    Knowledge knowledge_;
    const EditableMinefield* field_ = nullptr;
    Pace pace_ = Pace::STEPS;
    bool out_of_budget_ = false;
    std::uint64_t work_ = 0;

    std::vector<Step> steps_;
    std::vector<Spot> spots_;
    Step::Range first_opened_;
    std::vector<std::uint32_t> origin_;

    SpotQueue unchained_;  // numbers that pairs could not use since the last time chains were looked for
    std::vector<std::uint8_t> visited_;
    std::vector<Spot> component_;
    NumberSets sets_;
    NumberSets::Finding finding_;
    SetPacking packing_;
    std::vector<std::uint32_t> family_;
    OddsSolver solver_;
    Odds odds_;
    std::vector<std::uint8_t> seen_;
    std::vector<Spot> found_, numbers_, flood_;

    bool try_single();
    bool try_pairs(bool note_unused);
    bool try_pair(Spot number, std::size_t place);
    bool try_chains();
    bool try_count();
    bool try_full();
    bool conclude_outside(Certainty certainty);
    void collect_component(Spot number);
    void conclude(Grade grade, Certainty certainty, std::span<const Spot> cells, std::span<const Spot> numbers);
    void open(Spot spot);
};

}  // namespace sapper
