#include "fleet.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>

#include "board.h"
#include "metrics.h"
#include "minefield.h"
#include "prefetch.h"

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

}  // namespace

Fleet::Fleet(const FleetRules& rules, const Rewards& reward, AutoReset reset, std::size_t boards)
    : cells(boards * rules.grid.size(), HIDDEN),
      masks(cells.size(), 1),
      final_cells(reset == AutoReset::SAME_STEP ? cells.size() : 0, HIDDEN),
      truth(cells.size()),
      rewards(boards),
      terminated(boards),
      states(boards),
      gained(boards),
      opened(boards),
      lives(boards),
      moves(boards),
      episodes(boards),
      actions(boards),
      progress(boards),
      rules_(rules),
      reward_(reward),
      reset_(reset),
      boards_(boards),
      each_(rules.grid.size()),
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

void Fleet::start(std::span<const Seed> series) {
    const std::lock_guard guard(lock_);
    for (std::size_t board = 0; board < boards_; ++board) {
        series_[board] = series[board];
        choices_[board] = Random(derive(series[board], CHOICES));
        episodes[board] = ~std::uint64_t{0};
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

/// Begins the next game of the series. The mines are placed by its first action.
void Fleet::begin(std::size_t board) {
    std::fill_n(&cells[board * each_], each_, std::uint8_t{HIDDEN});
    std::fill_n(&masks[board * each_], each_, std::uint8_t{1});
    std::fill_n(&truth[board * each_], each_, std::uint8_t{0});
    ++episodes[board];
    opened[board] = moves[board] = 0;
    lives[board] = rules_.lives;
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
    terminated[board] = 0;
    states[board] = GameState::PLAYING;
    if (cells[board * each_ + cell] != HIDDEN) {
        ++moves[board];
        rewards[board] = reward_.step + reward_.wasted;
        return;
    }
    if (!begun_[board]) place_mines(board, cell, worker);
    ++moves[board];
    double reward = reward_.step;
    if (truth[board * each_ + cell] & Minefield::MINED) {
        cells[board * each_ + cell] = EXPLODED;
        masks[board * each_ + cell] = 0;
        --lives[board];
        reward += reward_.mine;
    } else {
        gained[board] = open(board, cell, worker);
        opened[board] += gained[board];
        reward += reward_.cell * gained[board];
    }
    const std::uint64_t exploded = rules_.lives - lives[board];
    if (!lives[board]) {
        reward += reward_.loss;
        end(board, GameState::LOST);
    } else if (is_complete(rules_.completion, opened[board] == each_ - rules_.mines, exploded == rules_.mines)) {
        reward += reward_.win;
        end(board, GameState::WON);
    }
    rewards[board] = reward;
}

void Fleet::place_mines(std::size_t board, Cell first, Worker& worker) {
    const Seed seed = derive(series_[board], episodes[board]);
    std::uint8_t* const mines = &truth[board * each_];
    if (rules_.grade == Grade::NONE) {
        const std::vector<Cell> zone = first_click_zone(rules_.grid, rules_.first_click, first);
        Minefield::lay_into(rules_.grid, rules_.mines, seed, zone, mines);
    } else {
        if (!worker.generator) worker.generator = std::make_unique<Generator>();
        NoGuessRequest request;
        request.grid = rules_.grid;
        request.mines = rules_.mines;
        request.first = first;
        request.grade = rules_.grade;
        const Generated made = worker.generator->generate(request, seed);
        if (!made.field)
            throw std::runtime_error("no no-guess board was found for board " + std::to_string(board) +
                                     " of the fleet");
        std::copy_n(made.field->cells().data(), each_, mines);
    }
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
    const Grid grid = rules_.grid;
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
    if (state == GameState::LOST && rules_.show_mines)
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
    if (over_[board]) {
        std::fill_n(&mine_chance[board * each_], each_, 0.0f);
        std::fill_n(&certain[board * each_], each_, Certainty::NONE);
        return;
    }
    const Position position{rules_.grid, rules_.mines, std::span(cells).subspan(board * each_, each_)};
    if (worker.solver.solve(position, worker.odds) != Verdict::SOLVED)
        throw std::runtime_error("the odds of board " + std::to_string(board) + " are beyond the work budget");
    std::transform(worker.odds.mine.begin(), worker.odds.mine.end(), &mine_chance[board * each_],
                   [](double chance) { return static_cast<float>(chance); });
    std::copy(worker.odds.certain.begin(), worker.odds.certain.end(), &certain[board * each_]);
}

void Fleet::measure() {
    const std::lock_guard guard(lock_);
    Surveyor surveyor;
    for (std::size_t board = 0; board < boards_; ++board) {
        const Board seen(rules_.grid, rules_.mines, std::span(cells).subspan(board * each_, each_));
        progress[board] = static_cast<std::uint32_t>(surveyor.progress(seen));
    }
}

}  // namespace sapper
