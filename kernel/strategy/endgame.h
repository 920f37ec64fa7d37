#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "board/grid.h"
#include "odds/odds.h"
#include "strategy/exact_play.h"

namespace sapper {

/// The cost at which an exact search stops without a result.
struct EndgameBudget {
    std::size_t arrangements = 300;      // listed for any one part of the board
    std::uint64_t work = 4'000'000;      // cells looked at, over all arrangements of all nodes
};

/// The result of exact play: no strategy wins more often.
struct EndgameMove {
    Cell cell = 0;
    double safe = 0;  // chance that the cell holds no mine
    double win = 0;   // chance to win the game with best play
};

/// Perfect play by listing every minefield that fits, once there are few.
///
/// Parts of the board that carry no information about each other are solved separately: the chance to win is
/// then the product over the parts.
class Endgame {
  public:
    /// Returns the best move, or nothing when the budget does not suffice. `certain` holds what is already proven;
    /// any sound set will do, more of it makes the search faster. There must be a safe cell to open. Cells that are not
    /// 0 in `barred` are not opened first, only later; where no other can be safe, the result has `safe` 0.
    std::optional<EndgameMove> solve(const Position& position, std::span<const Certainty> certain,
                                     const EndgameBudget& budget, std::span<const std::uint8_t> barred = {});

  private:
    using Index = std::uint32_t;

    struct Number {  // an open cell that limits the mines around it
        std::vector<Index> cells;
        int need = 0;
    };
    struct Part {  // cells that may carry information about each other
        std::vector<Index> cells;  // in the order in which they are listed
        std::vector<Index> numbers;
        std::size_t loose = 0;  // cells that no number touches
        std::size_t fewest = 0, most = 0;  // mines
        std::vector<std::uint8_t> mined;  // one row of cells for each arrangement
        std::vector<std::uint32_t> totals;  // mines of each arrangement
    };

    bool find_parts(const Position& position, std::span<const Certainty> certain);
    std::uint64_t collect_cells(const Position& position, std::span<const Certainty> certain);
    void join_cells(const Position& position);
    Index root_of(Index cell);
    void divide();
    void order_cells(Part& part);
    bool list_parts();
    bool drop_impossible(std::size_t fewest, std::size_t most);
    void drop_impossible(Part& part, std::size_t others_fewest, std::size_t others_most) const;
    bool list_part(Part& part, std::size_t fewest, std::size_t most);
    bool extend(Part& part, std::size_t fewest, std::size_t most);
    bool add_row(Part& part, std::size_t total) const;
    bool place(Index cell, int mine);
    void take_back(Index cell, int mine);
    bool join(std::span<const Index> shared);
    bool add_joined_row();
    std::optional<EndgameMove> play_out(std::span<const Index> cells, std::span<const std::uint8_t> mined,
                                        std::span<const std::uint8_t> barred);

    std::size_t most_rows_ = 0;
    std::uint64_t work_left_ = 0;

    Grid grid_;
    std::vector<Cell> cells_;  // every hidden cell that is not a proven mine
    std::vector<Index> index_of_;  // back from board cells
    std::vector<std::uint8_t> is_safe_;  // proven
    std::vector<Number> numbers_;
    std::vector<std::vector<Index>> numbers_of_;
    std::vector<Index> parent_;  // of each cell, as a union-find forest: one tree for each part
    std::vector<Part> parts_;
    std::size_t mines_left_ = 0;

    std::vector<int> unplaced_;  // cells of each number that are not yet placed
    std::vector<std::uint8_t> row_;  // the arrangement under construction

    std::vector<std::uint8_t> joined_;  // arrangements of several parts that share their mines
    std::vector<Index> joined_cells_;
    std::vector<std::size_t> chosen_;  // the arrangement of each part that is joined

    std::vector<Index> column_of_;
    std::vector<std::uint8_t> barred_;  // of the cells that are played out
    ExactPlay play_;
};

}  // namespace sapper
