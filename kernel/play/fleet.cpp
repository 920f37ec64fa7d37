#include "play/fleet.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#include "board/board.h"
#include "board/inset.h"
#include "board/minefield.h"
#include "metrics/metrics.h"
#include "support/prefetch.h"

namespace sapper {

namespace {

constexpr std::size_t LOOKAHEAD = 4;        // boards
constexpr std::uint64_t QUICK_TRIES = 16;   // of a random cell, until a closed one is counted out
constexpr std::uint64_t CHOICES = ~std::uint64_t{0} - 1;  // the derived seed of the random actions

/// Shows every closed mine.
void show_mines(std::size_t size, const std::uint8_t* field, std::uint8_t* seen, std::uint8_t* mask) {
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint8_t mined = field[i] >> 7, hidden = seen[i] == HIDDEN;
        seen[i] = static_cast<std::uint8_t>(seen[i] + (mined & hidden) * (MINE - HIDDEN));
    }
    for (std::size_t i = 0; i < size; ++i) mask[i] = seen[i] == HIDDEN;
}

/// The size of arrays in which the boards of all rules fit.
Grid around_all(const std::vector<FleetRules>& levels) {
    Grid grid;
    for (const FleetRules& rules : levels) {
        grid.width = std::max(grid.width, rules.grid.width);
        grid.height = std::max(grid.height, rules.grid.height);
    }
    return grid;
}

}  // namespace

Fleet::Fleet(std::vector<FleetRules> levels, AutoReset reset, std::size_t boards)
    : cells(boards * around_all(levels).size(), HIDDEN),
      masks(cells.size(), 1),
      final_cells(reset == AutoReset::SAME_STEP ? cells.size() : 0, HIDDEN),
      truth(cells.size()),
      rewards(boards),
      terminated(boards),
      states(boards),
      gained(boards),
      opened(boards),
      lives(boards),
      level(boards),
      next_level(boards),
      moves(boards),
      episodes(boards),
      actions(boards),
      progress(boards),
      levels_(std::move(levels)),
      grid_(around_all(levels_)),
      reset_(reset),
      boards_(boards),
      each_(grid_.size()),
      series_(boards),
      choices_(boards, Random(Seed{})),
      begun_(boards),
      over_(boards) {}

/// Calls `visit` with every board and the memory of the thread, and throws what a thread threw once all have ended.
template <typename Visit>
void Fleet::each_board(std::size_t threads, Visit&& visit) {
    threads = std::clamp<std::size_t>(threads, 1, boards_);
    if (workers_.size() < threads) workers_.resize(threads);
    std::vector<std::exception_ptr> failures(threads);
    const auto work = [&](std::size_t thread) {
        const std::size_t end = boards_ * (thread + 1) / threads;
        for (std::size_t board = boards_ * thread / threads; board < end; ++board) {
            try {
                visit(board, workers_[thread]);
            } catch (...) {
                if (!failures[thread]) failures[thread] = std::current_exception();
            }
        }
    };
    std::vector<std::thread> others;
    for (std::size_t thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
    work(0);
    for (std::thread& other : others) other.join();
    for (const std::exception_ptr& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

void Fleet::start(std::span<const Seed> series, std::uint64_t number) {
    const std::lock_guard guard(lock_);
    for (std::size_t board = 0; board < boards_; ++board) {
        series_[board] = series[board];
        choices_[board] = Random(derive(series[board], CHOICES));
        episodes[board] = number - 1;
        begin(board);
        rewards[board] = 0;
        terminated[board] = 0;
        states[board] = GameState::PLAYING;
        gained[board] = 0;
    }
}

void Fleet::restart(std::span<const std::uint8_t> which) {
    const std::lock_guard guard(lock_);
    for (std::size_t board = 0; board < boards_; ++board) {
        if (!which[board]) continue;
        begin(board);
        terminated[board] = 0;
        states[board] = GameState::PLAYING;
    }
}

void Fleet::set_levels(std::span<const std::uint32_t> numbers) {
    const std::lock_guard guard(lock_);
    std::copy(numbers.begin(), numbers.end(), next_level.begin());
}

/// Begins the next game of the series. The mines are placed by its first action.
void Fleet::begin(std::size_t board) {
    level[board] = next_level[board];
    std::uint8_t* const seen = &cells[board * each_];
    std::uint8_t* const mask = &masks[board * each_];
    std::fill_n(seen, each_, std::uint8_t{HIDDEN});
    std::fill_n(mask, each_, std::uint8_t{1});
    std::fill_n(&truth[board * each_], each_, std::uint8_t{0});
    if (const Grid own = rules(board).grid; own != grid_) {
        fill_outside(grid_, own, seen, OUTSIDE);
        fill_outside(grid_, own, mask, std::uint8_t{0});
    }
    ++episodes[board];
    opened[board] = moves[board] = 0;
    lives[board] = rules(board).lives;
    begun_[board] = over_[board] = 0;
}

void Fleet::step(std::span<const std::int64_t> cells_to_open, std::size_t threads) {
    const std::lock_guard guard(lock_);
    each_board(threads, [&](std::size_t board, Worker& worker) {
        if (board + LOOKAHEAD < boards_) {
            const std::size_t next = (board + LOOKAHEAD) * each_ +
                                     static_cast<std::size_t>(cells_to_open[board + LOOKAHEAD]);
            prefetch(&cells[next]);
            prefetch(&truth[next]);
            prefetch(&masks[next]);
        }
        gained[board] = 0;
        rewards[board] = 0;
        if (!over_[board]) {
            play(board, static_cast<Cell>(cells_to_open[board]), worker);
        } else if (reset_ == AutoReset::NEXT_STEP) {
            begin(board);
            terminated[board] = 0;
            states[board] = GameState::PLAYING;
        }
    });
}

void Fleet::play(std::size_t board, Cell cell, Worker& worker) {
    const FleetRules& playing = rules(board);
    terminated[board] = 0;
    states[board] = GameState::PLAYING;
    if (cells[board * each_ + cell] != HIDDEN) {
        ++moves[board];
        rewards[board] = playing.reward.step + playing.reward.wasted;
        return;
    }
    if (!begun_[board]) place_mines(board, cell, worker);
    ++moves[board];
    double reward = playing.reward.step;
    if (truth[board * each_ + cell] & Minefield::MINED) {
        cells[board * each_ + cell] = EXPLODED;
        masks[board * each_ + cell] = 0;
        --lives[board];
        reward += playing.reward.mine;
    } else {
        gained[board] = open(board, cell, worker);
        opened[board] += gained[board];
        reward += playing.reward.cell * gained[board];
    }
    const std::uint64_t exploded = playing.lives - lives[board];
    const std::uint64_t safe = playing.grid.size() - playing.mines;
    if (!lives[board]) {
        reward += playing.reward.loss;
        end(board, GameState::LOST);
    } else if (is_complete(playing.completion, opened[board] == safe, exploded == playing.mines)) {
        reward += playing.reward.win;
        end(board, GameState::WON);
    }
    rewards[board] = reward;
}

void Fleet::place_mines(std::size_t board, Cell first, Worker& worker) {
    const FleetRules& playing = rules(board);
    const Grid own = playing.grid;
    const Seed seed = derive(series_[board], episodes[board]);
    const bool fills = own == grid_;
    if (!fills) worker.part.resize(own.size());
    std::uint8_t* const mines = fills ? &truth[board * each_] : worker.part.data();
    const Cell start = own.at(grid_.row(first), grid_.col(first));
    if (playing.grade == Grade::NONE) {
        Minefield::lay_into(own, playing.mines, seed, first_click_zone(own, playing.first_click, start), mines);
    } else {
        if (!worker.generator) worker.generator = std::make_unique<Generator>();
        NoGuessRequest request;
        request.grid = own;
        request.mines = playing.mines;
        request.first = start;
        request.grade = playing.grade;
        const Generated made = worker.generator->generate(request, seed);
        if (!made.field)
            throw std::runtime_error("no no-guess board was found for board " + std::to_string(board) +
                                     " of the fleet");
        std::copy_n(made.field->cells().data(), own.size(), mines);
    }
    if (!fills) paste(own, grid_, mines, &truth[board * each_]);
    begun_[board] = 1;
}

/// Opens a safe cell and everything around its zeros, and returns how many cells.
std::uint32_t Fleet::open(std::size_t board, Cell first, Worker& worker) {
    std::uint8_t* const seen = &cells[board * each_];
    std::uint8_t* const mask = &masks[board * each_];
    const std::uint8_t* const field = &truth[board * each_];
    seen[first] = field[first];
    mask[first] = 0;
    if (field[first]) return 1;
    // Local copies stay in registers: bytes that are written may alias anything else.
    const Grid grid = grid_;
    worker.zeros.resize(each_);
    Cell* const zeros = worker.zeros.data();
    std::size_t waiting = 0;
    std::uint32_t count = 1;
    zeros[waiting++] = first;
    while (waiting) {
        const Cell zero = zeros[--waiting];
        grid.around(zero, [&](Cell cell) {
            if (seen[cell] != HIDDEN) return;
            const std::uint8_t number = field[cell];
            seen[cell] = number;
            mask[cell] = 0;
            ++count;
            if (!number) zeros[waiting++] = cell;
        });
    }
    return count;
}

void Fleet::end(std::size_t board, GameState state) {
    std::uint8_t* const seen = &cells[board * each_];
    if (state == GameState::LOST && rules(board).show_mines)
        show_mines(each_, &truth[board * each_], seen, &masks[board * each_]);
    states[board] = state;
    terminated[board] = 1;
    over_[board] = 1;
    if (reset_ != AutoReset::SAME_STEP) return;
    std::copy_n(seen, each_, &final_cells[board * each_]);
    begin(board);
}

void Fleet::choose_random() {
    const std::lock_guard guard(lock_);
    for (std::size_t board = 0; board < boards_; ++board) {
        const std::uint8_t* const mask = &masks[board * each_];
        Random& random = choices_[board];
        std::uint64_t cell = random.below(each_);
        for (std::uint64_t tries = 1; !mask[cell] && tries < QUICK_TRIES; ++tries) cell = random.below(each_);
        if (!mask[cell]) {
            const auto closed = static_cast<std::uint64_t>(std::count(mask, mask + each_, std::uint8_t{1}));
            if (closed) {
                cell = 0;
                for (std::uint64_t left = random.below(closed); left || !mask[cell]; ++cell) left -= mask[cell];
            }
        }
        actions[board] = static_cast<std::int64_t>(cell);
    }
}

void Fleet::solve(std::size_t threads) {
    const std::lock_guard guard(lock_);
    mine_chance.resize(cells.size());
    certain.resize(cells.size());
    each_board(threads, [&](std::size_t board, Worker& worker) { solve_board(board, worker); });
}

void Fleet::solve_board(std::size_t board, Worker& worker) {
    float* const chances = &mine_chance[board * each_];
    Certainty* const proven = &certain[board * each_];
    const FleetRules& playing = rules(board);
    const bool fills = playing.grid == grid_;
    if (over_[board] || !fills) {
        std::fill_n(chances, each_, 0.0f);
        std::fill_n(proven, each_, Certainty::NONE);
    }
    if (over_[board]) return;
    Odds& odds = worker.odds;
    const Position position{playing.grid, playing.mines, own_cells(board, worker.part)};
    if (worker.solver.solve(position, odds) != Verdict::SOLVED)
        throw std::runtime_error("the odds of board " + std::to_string(board) + " are beyond the work budget");
    paste(playing.grid, grid_, odds.mine.data(), chances);
    paste(playing.grid, grid_, odds.certain.data(), proven);
}

/// Returns what is seen of a board, row by row: in place, or in `part` where it is smaller than the arrays.
std::span<const std::uint8_t> Fleet::own_cells(std::size_t board, std::vector<std::uint8_t>& part) const {
    const Grid own = rules(board).grid;
    const auto seen = std::span(cells).subspan(board * each_, each_);
    if (own == grid_) return seen;
    part.resize(own.size());
    cut(grid_, own, seen.data(), part.data());
    return part;
}

void Fleet::measure() {
    const std::lock_guard guard(lock_);
    Surveyor surveyor;
    std::vector<std::uint8_t> part;
    for (std::size_t board = 0; board < boards_; ++board) {
        const Board seen(rules(board).grid, rules(board).mines, own_cells(board, part));
        progress[board] = static_cast<std::uint32_t>(surveyor.progress(seen));
    }
}

}  // namespace sapper
