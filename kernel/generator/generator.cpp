#include "generator/generator.h"

#include <utility>

#include "board/board.h"
#include "board/first_click.h"
#include "support/call_limits.h"

namespace sapper {

namespace {

/// Whether uniform minefields are hopeless: above 22 % hardly any needs no guess, and below that the share of
/// those that do falls as exp(-2 * cells * density^4) or so, to one in a few hundred at this limit.
bool asks_for_repair(Grid grid, std::uint64_t mines) {
    const double cells = static_cast<double>(grid.size()), density = static_cast<double>(mines) / cells;
    return density > 0.22 || cells * density * density * density * density > 3;
}

}  // namespace

Generated Generator::generate(const NoGuessRequest& request, Seed seed) {
    Generated result;
    const Grid grid = request.grid;
    const bool repairs = request.method == Method::AUTO ? asks_for_repair(grid, request.mines)
                                                        : request.method == Method::REPAIR;
    const std::vector<Cell> zone = first_click_zone(grid, FirstClick::OPENING, request.first);
    while (result.work < request.budget) {
        check_stopped();
        const Seed own = derive(seed, result.tries++);
        Minefield field = Minefield::lay(grid, request.mines, own, zone);
        result.work += grid.size();
        editable_.set(field);
        if (repairs) {
            Random random(derive(own, 0));
            repair_.begin(editable_.board(), zone);
            if (!repair(request, random, result.work)) continue;
            field = editable_.field();
        } else if (!solves(request, request.grade, Ladder::Pace::FAST, result.work)) {
            continue;
        }
        if (!verified(request, field, result.work)) continue;
        result.verdict = Verdict::SOLVED;
        result.field = std::move(field);
        result.uniform = !repairs;
        return result;
    }
    return result;
}

std::vector<Generated> Generator::generate(const NoGuessRequest& request, std::span<const Seed> seeds) {
    std::vector<Generated> made;
    for (const Seed& seed : seeds) {
        made.push_back(generate(request, seed));
        if (!made.back().field) break;
    }
    return made;
}

bool Generator::solves(const NoGuessRequest& request, Grade grade, Ladder::Pace pace, std::uint64_t& work) {
    ladder_.play(editable_, request.first, pace);
    ladder_.climb(grade);
    work += ladder_.work();
    return ladder_.solved();
}

/// Plays, moves mines where the ladder is stuck, and plays again until no mine has to be moved.
bool Generator::repair(const NoGuessRequest& request, Random& random, std::uint64_t& work) {
    const std::uint64_t cells = request.grid.size();
    std::uint64_t moves = 0, before = 0;
    do {
        before = moves;
        ladder_.play(editable_, request.first, Ladder::Pace::FAST);
        for (ladder_.climb(request.grade); !ladder_.solved(); ladder_.climb(request.grade)) {
            const std::uint64_t spent = work + ladder_.work() + (moves - before) * cells;
            if (moves == cells || spent > request.budget || !repair_.move_mines(editable_, ladder_, random)) {
                work = spent;
                return false;
            }
            ++moves;
        }
        work += ladder_.work() + (moves - before) * cells;
    } while (moves != before);
    return true;
}

bool Generator::verified(const NoGuessRequest& request, const Minefield& field, std::uint64_t& work) {
    editable_.set(field);
    if (request.exactly) {
        const Grade below = static_cast<Grade>(static_cast<int>(request.grade) - 1);
        if (solves(request, below, Ladder::Pace::STEPS, work)) return false;
    }
    return request.grade == Grade::FULL ? needs_no_guess(field, request.first)
                                        : solves(request, request.grade, Ladder::Pace::STEPS, work);
}

bool Generator::needs_no_guess(const Minefield& field, Cell first) {
    const Grid grid = field.grid();
    if (field.is_mine(first)) return false;
    Board board(grid, field.mines());
    const std::uint64_t safe_cells = grid.size() - field.mines();
    board.open(field, {&first, 1}, {});
    while (board.opened() < safe_cells) {
        if (solver_.solve({grid, field.mines(), board.seen()}, odds_) != Verdict::SOLVED) return false;
        safe_.clear();
        for (Cell cell = 0; cell < grid.size(); ++cell) {
            if (board[cell] != HIDDEN) continue;
            if (odds_.certain[cell] == Certainty::MINED) board.put(cell, MINE);
            if (odds_.certain[cell] == Certainty::SAFE) safe_.push_back(cell);
        }
        if (safe_.empty()) return false;
        board.open(field, safe_, {});
    }
    return true;
}

}  // namespace sapper
