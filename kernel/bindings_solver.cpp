#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

#include "bindings.h"
#include "endgame.h"
#include "simulation.h"
#include "strategy.h"

namespace sapper {

namespace {

constexpr std::uint64_t LARGE_BOARD = std::uint64_t{1} << 20;

/// The odds of one board, with the verdict that came with them.
struct Answer {
    Grid grid;
    std::vector<std::uint8_t> open;  // 1 where the board shows a number
    Odds odds;
    Verdict verdict = Verdict::SOLVED;

    std::vector<Cell> cells(Certainty wanted) const {
        std::vector<Cell> found;
        for (std::size_t cell = 0; cell < odds.certain.size(); ++cell)
            if (odds.certain[cell] == wanted) found.push_back(static_cast<Cell>(cell));
        return found;
    }
};

void answer(OddsSolver& solver, const Board& board, std::uint64_t budget, bool trust_flags, Answer& result) {
    result.grid = board.grid();
    const auto seen = board.seen();
    result.open.resize(seen.size());
    std::transform(seen.begin(), seen.end(), result.open.begin(), [](std::uint8_t value) { return is_open(value); });
    result.verdict = solver.solve(position_of(board), result.odds, budget, trust_flags);
}

/// One solver for each thread, so that its memory is reused; after a large board it is given back.
template <typename Worker>
Worker& own(const Grid& grid) {
    thread_local Worker worker, spare;
    if (grid.size() < LARGE_BOARD) return worker;
    spare = Worker();
    return spare;
}

Answer odds_of(const Board& board, std::uint64_t budget, bool trust_flags) {
    Answer result;
    nb::gil_scoped_release release;
    answer(own<OddsSolver>(board.grid()), board, budget, trust_flags, result);
    return result;
}

std::vector<Answer> odds_of_many(const std::vector<const Board*>& boards, std::uint64_t budget, bool trust_flags,
                                 std::size_t threads) {
    std::vector<Answer> results(boards.size());
    nb::gil_scoped_release release;
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
        try {
            OddsSolver solver;
            for (std::size_t i; (i = next++) < boards.size();)
                answer(solver, *boards[i], budget, trust_flags, results[i]);
        } catch (...) {
            const std::lock_guard lock(failing);
            failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < std::min(threads, boards.size()); ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    return results;
}

/// Some of the minefields that explain a board, drawn with the same chance; none where there is none.
std::vector<Minefield> draw(const Board& board, const nb::bytes& seed, std::size_t count) {
    Random random(make_seed(seed));
    std::vector<Minefield> fields;
    nb::gil_scoped_release release;
    OddsSolver solver;
    Odds odds;
    if (solver.solve(position_of(board), odds) != Verdict::SOLVED) return fields;
    std::vector<std::uint8_t> mines;
    for (std::size_t i = 0; i < count; ++i) {
        solver.draw(random, mines);
        fields.push_back(Minefield::from_mines(board.grid(), mines));
    }
    return fields;
}

struct Choice {
    Move move;
    Verdict verdict = Verdict::SOLVED;
};

Choice choose(const Board& board, Strength strength) {
    Choice choice;
    nb::gil_scoped_release release;
    choice.verdict = own<Strategist>(board.grid()).choose(position_of(board), strength, choice.move);
    return choice;
}

/// Exact play over every arrangement, by a budget.
Choice play_out(const Board& board, std::size_t arrangements, std::uint64_t work) {
    Choice choice;
    nb::gil_scoped_release release;
    Odds odds;
    choice.verdict = OddsSolver().solve(position_of(board), odds);
    if (choice.verdict != Verdict::SOLVED) return choice;
    const auto closed = [](std::uint8_t seen) { return seen == HIDDEN || seen == FLAG || seen == QUESTION; };
    std::uint64_t hopeful = 0;
    for (std::size_t cell = 0; cell < odds.certain.size(); ++cell)
        hopeful += closed(board.seen()[cell]) && odds.certain[cell] != Certainty::MINED;
    if (!hopeful) return choice;
    const auto best = Endgame().solve(position_of(board), odds.certain, {arrangements, work});
    if (best) choice.move = {best->cell, best->safe, best->win, MoveReason::ENDGAME};
    else choice.verdict = Verdict::OUT_OF_BUDGET;
    return choice;
}

/// The results of some games: each score, the guesses, and the chance lost to each reason.
nb::tuple play(Simulator& simulator, const Series& series, std::uint64_t begin, std::uint64_t count) {
    std::vector<GameResult> results(count);
    Verdict verdict;
    {
        nb::gil_scoped_release release;
        verdict = simulator.play(series, begin, results);
    }
    if (verdict != Verdict::SOLVED) throw std::runtime_error("a game ran out of the solver's budget");
    nb::list scores, lost;
    std::uint64_t guesses = 0;
    std::array<double, MOVE_REASONS> sums{};
    for (const GameResult& result : results) {
        scores.append(result.score);
        guesses += result.guesses;
        for (std::size_t reason = 0; reason < MOVE_REASONS; ++reason) sums[reason] += result.lost[reason];
    }
    for (const double sum : sums) lost.append(sum);
    return nb::make_tuple(scores, guesses, lost);
}

}  // namespace

void bind_solver(nb::module_& m) {
    nb::enum_<Verdict>(m, "Verdict")
        .value("SOLVED", Verdict::SOLVED)
        .value("CONTRADICTION", Verdict::CONTRADICTION)
        .value("OUT_OF_BUDGET", Verdict::OUT_OF_BUDGET);
    nb::class_<Answer>(m, "Odds")
        .def_ro("verdict", &Answer::verdict)
        .def_prop_ro("log_arrangements", [](const Answer& answer) { return answer.odds.log_arrangements; })
        .def_prop_ro(
            "contradiction", [](const Answer& a) { return pairs(a.grid, a.odds.contradiction); },
            nb::sig("def contradiction(self) -> list[tuple[int, int]]"))
        .def_prop_ro(
            "safe", [](const Answer& a) { return pairs(a.grid, a.cells(Certainty::SAFE)); },
            nb::sig("def safe(self) -> list[tuple[int, int]]"))
        .def_prop_ro(
            "mined", [](const Answer& a) { return pairs(a.grid, a.cells(Certainty::MINED)); },
            nb::sig("def mined(self) -> list[tuple[int, int]]"))
        .def(
            "mine",
            [](const Answer& answer, Cell cell) -> nb::object {
                check(answer.grid, cell);
                return answer.open[cell] ? nb::none() : nb::object(nb::float_(answer.odds.mine[cell]));
            },
            "cell"_a, nb::sig("def mine(self, cell: int) -> float | None"))
        .def(
            "row",
            [](const Answer& answer, std::uint32_t row) {
                if (row >= answer.grid.height) throw std::out_of_range("off the board");
                nb::list list;
                for (Cell cell = answer.grid.at(row, 0); cell < answer.grid.at(row, 0) + answer.grid.width; ++cell)
                    list.append(answer.open[cell] ? nb::none() : nb::object(nb::float_(answer.odds.mine[cell])));
                return list;
            },
            "row"_a, nb::sig("def row(self, row: int) -> list[float | None]"));
    m.attr("DEFAULT_BUDGET") = OddsSolver::DEFAULT_BUDGET;
    m.def("odds", &odds_of, "board"_a, "budget"_a, "trust_flags"_a);
    m.def("odds_many", &odds_of_many, "boards"_a, "budget"_a, "trust_flags"_a, "threads"_a);

    m.def("draw", &draw, "board"_a, "seed"_a, "count"_a);

    nb::enum_<Strength>(m, "Strength")
        .value("SAFEST", Strength::SAFEST)
        .value("FAST", Strength::FAST)
        .value("BEST", Strength::BEST);
    nb::enum_<MoveReason>(m, "MoveReason")
        .value("CERTAIN", MoveReason::CERTAIN)
        .value("FIRST", MoveReason::FIRST)
        .value("FIFTY_FIFTY", MoveReason::FIFTY_FIFTY)
        .value("ENDGAME", MoveReason::ENDGAME)
        .value("LOOK_AHEAD", MoveReason::LOOK_AHEAD)
        .value("SAFEST", MoveReason::SAFEST)
        .value("ONLY", MoveReason::ONLY)
        .value("NOTHING", MoveReason::NOTHING);
    nb::class_<Choice>(m, "Choice")
        .def_ro("verdict", &Choice::verdict)
        .def_prop_ro("cell", [](const Choice& choice) { return choice.move.cell; })
        .def_prop_ro("safe", [](const Choice& choice) { return choice.move.safe; })
        .def_prop_ro("win", [](const Choice& choice) { return choice.move.win; })
        .def_prop_ro("why", [](const Choice& choice) { return choice.move.why; });
    m.def("choose", &choose, "board"_a, "strength"_a);
    m.def("play_out", &play_out, "board"_a, "arrangements"_a, "work"_a);

    nb::class_<Series>(m, "Series", "A run of games, numbered from 0.")
        .def(
            "__init__",
            [](Series* series, std::uint64_t width, std::uint64_t height, std::uint64_t mines, FirstClick first_click,
               Cell first, const nb::bytes& seed, Strength strength, bool weighted) {
                const Grid grid = make_grid(width, height);
                check(grid, first);
                if (mines >= grid.size()) throw std::invalid_argument("more mines than fit");
                new (series) Series{grid, mines, first_click, first, make_seed(seed), strength, weighted};
            },
            "width"_a, "height"_a, "mines"_a, "first_click"_a, "first"_a, "seed"_a, "strength"_a, "weighted"_a);
    nb::class_<Simulator>(m, "Simulator")
        .def(nb::init<>())
        .def("play", &play, "series"_a, "begin"_a, "count"_a,
             nb::sig("def play(self, series: Series, begin: int, count: int) -> tuple[list[float], int, list[float]]"));
}

}  // namespace sapper
