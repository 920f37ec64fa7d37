#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sapper {

/// Perfect play on a list of arrangements: an exhaustive search with memory and bounds.
///
/// The caller lists what each cell would show in each arrangement, and how likely each arrangement is. With
/// all weights 1 every sum is a whole number and the results are exact.
class ExactPlay {
  public:
    static constexpr std::uint8_t MINE_HERE = 9;  // in the table, after the numbers 0 to 8

    struct Result {
        std::uint32_t cell = 0;  // index of the best one
        double safe = 0;         // weight of the arrangements in which it holds no mine
        double wins = 0;         // weight of the arrangements that best play wins
        double total = 0;        // weight of all
    };

    /// Makes room for a table; `shown` and `weights` are then to be filled.
    void resize(std::size_t cells, std::size_t rows);

    /// The value of one cell in each arrangement.
    std::uint8_t* shown(std::size_t cell) { return shown_.data() + cell * rows_; }
    std::span<double> weights() { return weights_; }

    /// Returns the best cell and what it wins; nothing when the search would look at more than `work` cells, counted
    /// over all arrangements of all nodes. The work done is subtracted from `work`. Cells that are not 0 in `barred`
    /// are not opened first, only later; where no other can be safe, the result has `safe` 0.
    std::optional<Result> solve(std::uint64_t& work, std::span<const std::uint8_t> barred = {});

  private:
    using Index = std::uint32_t;

    struct Choice {
        Index cell = 0;
        std::uint32_t numbers = 0;  // different numbers that it may show
        double safe = 0;
    };
    struct Span {  // a stretch of one of the stacks below
        std::size_t begin = 0, end = 0;
        std::size_t size() const { return end - begin; }
    };
    struct Set {  // of arrangements
        Span rows;
        std::uint64_t key = 0;
        double weight = 0;
        double largest = 0;  // of the weights in it: what can be won when no cell carries information any more
    };
    struct Split {  // the arrangements in which a cell shows one number
        Set set;
        double most = 0;  // upper limit of its wins
    };
    struct Opening {  // of a cell: the splits of a set, of which those before `next` are resolved
        Span active;
        double needed = 0;  // less is of no use
        double hope = 0;  // upper limit of its wins
        double others = 0;  // added by the splits other than the next
        std::size_t set_mark = 0, split_mark = 0;  // heights of the stacks before it
        std::size_t next = 0, end = 0;
    };
    struct Node {  // a set in which the best cell is looked for
        Set set;
        double needed = 0;  // less is of no use
        double best = 0;
        double cut = 0;  // upper limit over the cells that were not searched to the end
        Span live;  // the cells that still carry information
        Span choices;
        std::size_t next = 0;  // of the choices
        bool certain = false;  // the only choice is safe
    };
    struct Known {
        std::uint64_t key = 0;
        double wins = 0;
        std::uint32_t era = 0;  // of the table it belongs to
        bool exact = false;  // otherwise an upper limit
    };

    Choice look(Index cell, const Set& set) const;
    double limit(const Set& set, Span active);
    double wins_after(const Choice& choice, const Set& set, Span active, double needed);
    void begin_opening(const Choice& choice, const Set& set, Span active, double needed);
    double end_opening();
    bool find_split(Opening& opening) const;
    void search_split();
    void resolve_split(double wins);
    void begin_node(const Set& set, Span active, double needed);
    void go_on();
    double end_node();
    void rank(std::size_t begin);
    Known* recall(std::uint64_t key);
    void remember(std::uint64_t key, double wins, bool exact);

    std::size_t cells_ = 0, rows_ = 0;
    std::uint64_t work_ = 0, budget_ = 0;
    bool equal_ = true;  // all weights are the same
    std::vector<std::uint8_t> shown_;  // cell by cell
    std::vector<double> weights_;
    std::vector<std::uint64_t> keys_;  // one random number for each arrangement; a set has their xor
    std::vector<Index> sets_;  // stack of sets of arrangements
    std::vector<Index> actives_;  // stack of sets of cells that still carry information
    std::vector<Choice> choices_;  // stack
    std::vector<Split> splits_;  // stack
    std::vector<Opening> openings_;  // stack: the line of play
    std::vector<Node> nodes_;  // stack: one between each two openings
    std::vector<Known> memory_;  // hash table
    std::size_t remembered_ = 0;
    std::uint32_t era_ = 0;
};

}  // namespace sapper
