#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include "bindings/bindings.h"
#include "odds/arrangements.h"
#include "odds/odds_batch.h"
#include "play/simulation.h"
#include "strategy/exact_move.h"
#include "strategy/strategy.h"
#include "support/thread_worker.h"

namespace sapper {

namespace {

/// Puts NaN where a position shows a number.
void hide_open(const Position& position, std::span<double> chances) {
    for (std::size_t cell = 0; cell < chances.size(); ++cell)
        if (is_open(position.seen[cell])) chances[cell] = std::numeric_limits<double>::quiet_NaN();
}

/// The odds of one board as Python sees them: None, and NaN in its memory, where the board shows a number.
struct Answer {
    Grid grid;
    SolvedOdds solved;
    std::vector<std::uint8_t> contradiction;  // the numbers of the cells that cannot all be true

    Answer(Grid shape, SolvedOdds&& found) : grid(shape), solved(std::move(found)) {}
    Answer(const Position& position, SolvedOdds&& found) : Answer(position.grid, std::move(found)) {
        hide_open(position, solved.odds.mine);
        for (const Cell cell : solved.odds.contradiction) contradiction.push_back(position.seen[cell]);
    }

    Pairs cells(Certainty wanted) const {
        std::vector<Cell> found;
        for (std::size_t cell = 0; cell < solved.odds.certain.size(); ++cell)
            if (solved.odds.certain[cell] == wanted) found.push_back(static_cast<Cell>(cell));
        return pairs(grid, found);
    }

    nb::object mine(Cell cell) const {
        const double chance = solved.odds.mine[cell];
        return std::isnan(chance) ? nb::none() : nb::object(nb::float_(chance));
    }
};

Answer solve(const Board& board, std::uint64_t budget, bool trust_flags) {
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    SolvedOdds found;
    OddsSolver& solver = thread_worker<OddsSolver>(board.grid());
    found.verdict = solver.solve(shown.position(), found.odds, budget, trust_flags);
    return Answer(shown.position(), std::move(found));
}

/// Positions of many boards at one moment.
struct Snapshots {
    std::vector<Snapshot> shown;
    std::vector<Position> positions;

    explicit Snapshots(const std::vector<const Board*>& boards) {
        shown.reserve(boards.size());
        for (const Board* board : boards) positions.push_back(shown.emplace_back(*board).position());
    }
};

std::vector<Answer> solve_boards(const std::vector<const Board*>& boards, std::uint64_t budget, bool trust_flags,
                                 std::size_t threads) {
    const Snapshots all(boards);
    nb::gil_scoped_release release;
    std::vector<SolvedOdds> found = solve_many(all.positions, budget, trust_flags, threads);
    std::vector<Answer> answers;
    answers.reserve(boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) answers.emplace_back(all.positions[i], std::move(found[i]));
    return answers;
}

int share_chances(PyObject* self, Py_buffer* view, int flags) {
    const Answer& answer = *nb::inst_ptr<Answer>(self);
    const std::vector<double>& chances = answer.solved.odds.mine;
    if (chances.empty()) {
        view->obj = nullptr;
        PyErr_SetString(PyExc_BufferError, "there are no odds of this board");
        return -1;
    }
    return share(self, view, flags, answer.grid, chances.data(), sizeof(double), "d");
}

/// Solved odds as Python pickles them: size, logarithm of the arrangements, chances and certainties.
using AnswerState = std::tuple<std::uint64_t, std::uint64_t, double, nb::bytes, nb::bytes>;

AnswerState state_of(const Answer& answer) {
    const Odds& odds = answer.solved.odds;
    if (answer.solved.verdict != Verdict::SOLVED) throw std::invalid_argument("there are no odds of this board");
    return {answer.grid.width, answer.grid.height, odds.log_arrangements,
            nb::bytes(odds.mine.data(), odds.mine.size() * sizeof(double)),
            nb::bytes(odds.certain.data(), odds.certain.size())};
}

void restore(Answer& answer, const AnswerState& state) {
    const auto& [width, height, log_arrangements, chances, certain] = state;
    const Grid grid = make_grid(width, height);
    SolvedOdds solved;
    solved.odds.log_arrangements = log_arrangements;
    solved.odds.mine.resize(grid.size());
    solved.odds.certain.resize(grid.size());
    std::memcpy(solved.odds.mine.data(), view(chances, grid.size() * sizeof(double)).data(), chances.size());
    std::memcpy(solved.odds.certain.data(), view(certain, grid.size()).data(), certain.size());
    new (&answer) Answer(grid, std::move(solved));
}

std::vector<Minefield> draw(const Board& board, const nb::bytes& seed, std::size_t count) {
    const Seed key = make_seed(seed);
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    return draw_minefields(shown.position(), key, count);
}

struct Choice {
    Move move;
    Verdict verdict = Verdict::SOLVED;
};

Choice choose(const Board& board, Strength strength, bool avoids_flags) {
    Choice choice;
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    choice.verdict =
        thread_worker<Strategist>(board.grid()).choose(shown.position(), strength, choice.move, avoids_flags);
    return choice;
}

Choice choose_exactly(const Board& board, std::size_t arrangements, std::uint64_t work, bool avoids_flags) {
    Choice choice;
    const Snapshot shown(board);
    nb::gil_scoped_release release;
    choice.verdict = exact_move(shown.position(), {arrangements, work}, choice.move, avoids_flags);
    return choice;
}

SeriesResult play(Simulator& simulator, const Series& series, std::uint64_t begin, std::size_t count) {
    SeriesResult result;
    nb::gil_scoped_release release;
    if (simulator.play(series, begin, count, result) != Verdict::SOLVED)
        throw std::runtime_error("a game ran out of the solver's budget");
    return result;
}

void bind_odds(nb::module_& m) {
    nb::enum_<Verdict>(m, "Verdict")
        .value("SOLVED", Verdict::SOLVED)
        .value("CONTRADICTION", Verdict::CONTRADICTION)
        .value("OUT_OF_BUDGET", Verdict::OUT_OF_BUDGET);
    nb::class_<Answer>(m, "Odds", "The exact odds of a board, if the verdict is SOLVED.",
                       nb::type_slots(buffer_slots<share_chances>()))
        .def_prop_ro("verdict", [](const Answer& answer) { return answer.solved.verdict; })
        .def_prop_ro("log_arrangements", [](const Answer& answer) { return answer.solved.odds.log_arrangements; })
        .def_prop_ro("contradiction",
                     [](const Answer& answer) { return pairs(answer.grid, answer.solved.odds.contradiction); })
        .def_prop_ro("contradicting", [](const Answer& answer) { return answer.contradiction; })
        .def_prop_ro("safe", [](const Answer& answer) { return answer.cells(Certainty::SAFE); })
        .def_prop_ro("mined", [](const Answer& answer) { return answer.cells(Certainty::MINED); })
        .def(
            "mine",
            [](const Answer& answer, Cell cell) {
                check(answer.grid, cell);
                return answer.mine(cell);
            },
            "cell"_a, "Return the chance of a mine, or None where the cell is open.",
            nb::sig("def mine(self, cell: int) -> float | None"))
        .def(
            "row",
            [](const Answer& answer, std::uint32_t row) {
                if (row >= answer.grid.height) throw std::out_of_range("off the board");
                nb::list list;
                const Cell begin = answer.grid.at(row, 0);
                for (Cell cell = begin; cell < begin + answer.grid.width; ++cell) list.append(answer.mine(cell));
                return list;
            },
            "row"_a, "Return the chances of a row.", nb::sig("def row(self, row: int) -> list[float | None]"))
        .def("__getstate__", &state_of)
        .def("__setstate__", &restore);
    m.attr("DEFAULT_BUDGET") = OddsSolver::DEFAULT_BUDGET;
    m.def("odds", &solve, "board"_a, "budget"_a, "trust_flags"_a, "Return the odds of a board.");
    m.def("odds_many", &solve_boards, "boards"_a, "budget"_a, "trust_flags"_a, "threads"_a,
          "Return the odds of many boards, solved on several threads.");
    m.def("draw", &draw, "board"_a, "seed"_a, "count"_a,
          "Return minefields that explain a board, each drawn with the same chance; none if nothing explains it.");
}

void bind_moves(nb::module_& m) {
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
    nb::class_<Choice>(m, "Choice", "A move, if the verdict is SOLVED.")
        .def_ro("verdict", &Choice::verdict)
        .def_prop_ro("cell", [](const Choice& choice) { return choice.move.cell; })
        .def_prop_ro("safe", [](const Choice& choice) { return choice.move.safe; })
        .def_prop_ro("win", [](const Choice& choice) { return choice.move.win; })
        .def_prop_ro("why", [](const Choice& choice) { return choice.move.why; });
    m.def("choose", &choose, "board"_a, "strength"_a, "avoids_flags"_a = false,
          "Return the best move that a strength finds.");
    m.def("exact_move", &choose_exactly, "board"_a, "arrangements"_a, "work"_a, "avoids_flags"_a = false,
          "Return the move that wins most often, over every arrangement.");
}

void bind_series(nb::module_& m) {
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
    nb::class_<SeriesResult>(m, "SeriesResult", "The results of some games of a series.")
        .def_ro("scores", &SeriesResult::scores)
        .def_ro("guesses", &SeriesResult::guesses)
        .def_prop_ro("lost", [](const SeriesResult& result) -> nb::typed<nb::dict, MoveReason, double> {
            nb::dict lost;
            for (std::size_t i = 0; i < MOVE_REASONS; ++i) lost[nb::cast(static_cast<MoveReason>(i))] = result.lost[i];
            return lost;
        });
    nb::class_<Simulator>(m, "Simulator", "Plays games, with memory of its own: one for each thread.")
        .def(nb::init<>())
        .def("play", &play, "series"_a, "begin"_a, "count"_a, "Play some games of a series.");
}

}  // namespace

void bind_solver(nb::module_& m) {
    bind_odds(m);
    bind_moves(m);
    bind_series(m);
}

}  // namespace sapper
