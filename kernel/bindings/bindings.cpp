#include "bindings/bindings.h"

#include <nanobind/stl/tuple.h>

#include <cstdlib>
#include <tuple>

#include "board/first_click.h"
#include "support/call_limits.h"

namespace sapper {

namespace {

/// Iterates over changes as (row, column, value).
class ChangeIterator {
  public:
    explicit ChangeIterator(const Changes& changes) : grid_(changes.grid()), order_(changes.in_order()) {}

    nb::tuple next() {
        if (next_ == order_.size()) throw nb::stop_iteration();
        const auto [cell, value] = order_[next_++];
        return nb::make_tuple(grid_.row(cell), grid_.col(cell), value);
    }

  private:
    Grid grid_;
    std::vector<Changes::Change> order_;
    std::size_t next_ = 0;
};

/// Returns the result of a call that reads or writes a whole board; on a large one other threads run meanwhile.
template <typename Call>
auto on_whole_board(const Grid& grid, Call&& call) {
    if (grid.size() < LONG_CALL) return call();
    nb::gil_scoped_release release;
    return call();
}

int share_board(PyObject* self, Py_buffer* view, int flags) {
    const Board& board = *nb::inst_ptr<Board>(self);
    return share(self, view, flags, board.grid(), board.seen().data(), 1, "B");
}

/// Shares 1 for each mine and 0 for each safe cell: a copy, because a minefield has the numbers in the same bytes.
int share_mines(PyObject* self, Py_buffer* view, int flags) {
    const Minefield& field = *nb::inst_ptr<Minefield>(self);
    const std::uint64_t size = field.grid().size();
    auto* const mines = static_cast<std::uint8_t*>(std::malloc(size));
    if (!mines) {
        view->obj = nullptr;
        PyErr_NoMemory();
        return -1;
    }
    for (std::uint64_t cell = 0; cell < size; ++cell) mines[cell] = field.is_mine(static_cast<Cell>(cell));
    return share(self, view, flags, field.grid(), mines, 1, "B", mines);
}

void bind_limits(nb::module_& m) {
    nb::exception<Stopped>(m, "Stopped");
    nb::class_<CallLimits>(m, "CallLimits",
                           "Limits for the calls of one thread, entered by `with`: any thread may stop them.")
        .def(nb::init<std::uint64_t>(), "bytes"_a)
        .def("stop", &CallLimits::stop, "Let the call that runs, and every later one, raise `Stopped`.")
        .def_prop_ro("is_stopped", &CallLimits::is_stopped)
        .def(
            "__enter__",
            [](CallLimits& limits) -> CallLimits& {
                limits.enter();
                return limits;
            },
            nb::rv_policy::reference)
        .def(
            "__exit__",
            [](CallLimits& limits, const nb::args&) {
                nb::gil_scoped_release release;
                limits.leave();
            },
            nb::sig("def __exit__(self, *error: object) -> None"));
    m.def("give_back_memory", &give_back_memory, nb::call_guard<nb::gil_scoped_release>(),
          "Give freed memory back to the system.");
    m.def("give_back_memory_at_once", &give_back_memory_at_once,
          "Let this process give back large blocks as soon as they are freed: for a server, before it starts threads.");
}

void bind_random(nb::module_& m) {
    m.def(
        "random_words",
        [](const nb::bytes& seed, std::size_t count) {
            Random random(make_seed(seed));
            std::vector<std::uint64_t> words(count);
            for (auto& word : words) word = random.next();
            return words;
        },
        "seed"_a, "count"_a, "Return the first words of the random generator, version 1.");
    m.def(
        "derive_seed",
        [](const nb::bytes& seed, std::uint64_t index) {
            const Seed child = derive(make_seed(seed), index);
            std::uint8_t bytes[16];
            for (int i = 0; i < 8; ++i) {
                bytes[i] = static_cast<std::uint8_t>(child.high >> (56 - 8 * i));
                bytes[8 + i] = static_cast<std::uint8_t>(child.low >> (56 - 8 * i));
            }
            return nb::bytes(bytes, sizeof bytes);
        },
        "seed"_a, "index"_a, "Return the seed of the index-th game of a series.");
}

void bind_minefield(nb::module_& m) {
    nb::enum_<FirstClick>(m, "FirstClick")
        .value("ANY", FirstClick::ANY)
        .value("TOP_LEFT", FirstClick::TOP_LEFT)
        .value("CELL", FirstClick::CELL)
        .value("OPENING", FirstClick::OPENING);
    nb::class_<Minefield>(m, "Minefield", nb::type_slots(buffer_slots<share_mines>()))
        .def_static(
            "lay",
            [](std::uint64_t width, std::uint64_t height, std::uint64_t mines, const nb::bytes& seed,
               const std::vector<Cell>& zone) {
                const Grid grid = make_grid(width, height);
                check(grid, zone);
                check_distinct(zone);
                if (mines > grid.size() - !zone.empty()) throw std::invalid_argument("more mines than fit");
                const Seed key = make_seed(seed);
                nb::gil_scoped_release release;
                return Minefield::lay(grid, mines, key, zone);
            },
            "width"_a, "height"_a, "mines"_a, "seed"_a, "zone"_a)
        .def_static(
            "from_bits",
            [](std::uint64_t width, std::uint64_t height, const Buffer& bits) {
                const Grid grid = make_grid(width, height);
                const auto packed = view(bits, (grid.size() + 7) / 8);
                return on_whole_board(grid, [&] { return Minefield::from_bits(grid, packed); });
            },
            "width"_a, "height"_a, "bits"_a)
        .def_static(
            "from_mines",
            [](std::uint64_t width, std::uint64_t height, const nb::bytes& mines) {
                const Grid grid = make_grid(width, height);
                return Minefield::from_mines(grid, view(mines, grid.size()));
            },
            "width"_a, "height"_a, "mines"_a)
        .def("to_bits",
             [](const Minefield& field) { return pack(on_whole_board(field.grid(), [&] { return field.to_bits(); })); })
        .def_prop_ro("width", [](const Minefield& field) { return field.grid().width; })
        .def_prop_ro("height", [](const Minefield& field) { return field.grid().height; })
        .def_prop_ro("mines", &Minefield::mines)
        .def(
            "is_mine",
            [](const Minefield& field, Cell cell) {
                check(field.grid(), cell);
                return field.is_mine(cell);
            },
            "cell"_a)
        .def(
            "number",
            [](const Minefield& field, Cell cell) {
                check(field.grid(), cell);
                return field.number(cell);
            },
            "cell"_a)
        .def(
            "__eq__",
            [](const Minefield& field, const Minefield& other) {
                return on_whole_board(field.grid(), [&] { return field == other; });
            },
            nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__", [](const Minefield& field) { return static_cast<std::int64_t>(field.hash() >> 2); })
        .def("__getstate__",
             [](const Minefield& field) {
                 return std::tuple(field.grid().width, field.grid().height, pack(field.to_bits()));
             })
        .def("__setstate__", [](Minefield& field, const std::tuple<std::uint64_t, std::uint64_t, nb::bytes>& state) {
            const auto& [width, height, bits] = state;
            const Grid grid = make_grid(width, height);
            new (&field) Minefield(Minefield::from_bits(grid, view(bits, (grid.size() + 7) / 8)));
        });
    m.def(
        "first_click_zone",
        [](std::uint64_t width, std::uint64_t height, FirstClick first_click, Cell first) {
            const Grid grid = make_grid(width, height);
            check(grid, first);
            return first_click_zone(grid, first_click, first);
        },
        "width"_a, "height"_a, "first_click"_a, "first"_a, "Return the cells without mines for a first click.");
}

/// The parts of changes as Python pickles them: size, runs, values, what was there before, and openings.
using ChangesState = std::tuple<std::uint64_t, std::uint64_t, std::vector<std::tuple<Cell, std::uint32_t>>, nb::bytes,
                                std::vector<std::tuple<std::uint64_t, std::uint8_t>>,
                                std::vector<std::tuple<std::size_t, std::size_t, std::vector<Cell>>>>;

ChangesState state_of(const Changes& changes) {
    const Changes::Parts parts = changes.parts();
    ChangesState state(changes.grid().width, changes.grid().height, {}, pack(parts.values), {}, {});
    for (const auto& [start, length] : parts.runs) std::get<2>(state).emplace_back(start, length);
    for (const auto& [index, value] : parts.former) std::get<4>(state).emplace_back(index, value);
    for (const auto& [first, end, starts] : parts.openings) std::get<5>(state).emplace_back(first, end, starts);
    return state;
}

void restore(Changes& changes, const ChangesState& state) {
    const auto& [width, height, runs, values, former, openings] = state;
    Changes::Parts parts;
    const auto* const bytes = static_cast<const std::uint8_t*>(values.data());
    parts.values.assign(bytes, bytes + values.size());
    for (const auto& [start, length] : runs) parts.runs.push_back({start, length});
    for (const auto& [index, value] : former) parts.former.push_back({index, value});
    for (const auto& [first, end, starts] : openings) parts.openings.push_back({first, end, starts});
    new (&changes) Changes(make_grid(width, height), parts);
}

void bind_changes(nb::module_& m) {
    nb::class_<ChangeIterator>(m, "ChangeIterator")
        .def(
            "__iter__", [](nb::handle self) { return self; }, nb::sig("def __iter__(self) -> ChangeIterator"))
        .def("__next__", &ChangeIterator::next, nb::sig("def __next__(self) -> tuple[int, int, int]"));
    nb::class_<Changes>(m, "Changes", "Cells and their new values, as runs, in the order they changed.")
        .def(
            "__init__",
            [](Changes* changes, std::uint64_t width, std::uint64_t height) {
                new (changes) Changes(make_grid(width, height));
            },
            "width"_a, "height"_a)
        .def("__len__", &Changes::size)
        .def("__iter__", [](const Changes& changes) { return ChangeIterator(changes); })
        .def("__bool__", [](const Changes& changes) { return changes.size() != 0; })
        .def("add", nb::overload_cast<const Changes&>(&Changes::add), "others"_a)
        .def_prop_ro("values",
                     [](const Changes& changes) {
                         std::vector<std::uint8_t> values(changes.size());
                         for (std::size_t i = 0; i < values.size(); ++i) values[i] = changes.values()[i];
                         return pack(values);
                     })
        .def(
            "runs",
            [](const Changes& changes) {
                nb::list runs;
                for (std::size_t i = 0; i < changes.runs().size(); ++i) {
                    const auto [start, length] = changes.runs()[i];
                    runs.append(nb::make_tuple(changes.grid().row(start), changes.grid().col(start), length));
                }
                return runs;
            },
            nb::sig("def runs(self) -> list[tuple[int, int, int]]"))
        .def(
            "flat",
            [](const Changes& changes) {
                nb::list flat;
                for (const auto& [cell, value] : changes.in_order()) {
                    flat.append(cell);
                    flat.append(unsigned(value));
                }
                return flat;
            },
            nb::sig("def flat(self) -> list[int]"))
        .def_prop_ro(
            "nbytes",
            [](const Changes& changes) { return changes.runs().size() * sizeof(Changes::Run) + changes.size(); })
        .def(
            "__eq__", [](const Changes& changes, const Changes& other) { return changes == other; }, nb::is_operator(),
            nb::sig("def __eq__(self, arg: object, /) -> bool"))
        .def("__hash__",
             [](const Changes& changes) {
                 std::uint64_t hash = changes.size();
                 for (std::size_t i = 0; i < changes.runs().size(); ++i) hash = hash * 31 + changes.runs()[i].start;
                 return static_cast<std::int64_t>(hash >> 2);
             })
        .def("__getstate__", &state_of)
        .def("__setstate__", &restore);
}

void bind_board(nb::module_& m) {
    nb::class_<Board>(m, "Board", nb::type_slots(buffer_slots<share_board>()))
        .def(
            "__init__",
            [](Board* board, std::uint64_t width, std::uint64_t height, std::uint64_t mines) {
                const Grid grid = make_grid(width, height);
                on_whole_board(grid, [&] { return new (board) Board(grid, mines); });
            },
            "width"_a, "height"_a, "mines"_a)
        .def_static(
            "from_seen",
            [](std::uint64_t width, std::uint64_t height, std::uint64_t mines, const Buffer& seen) {
                const Grid grid = make_grid(width, height);
                const auto values = view(seen, grid.size());
                return on_whole_board(grid, [&] { return Board(grid, mines, values); });
            },
            "width"_a, "height"_a, "mines"_a, "seen"_a)
        .def("copy", [](const Board& board) { return Board(board); })
        .def("seen", [](const Board& board) { return pack(board.seen()); })
        .def(
            "row",
            [](const Board& board, std::uint32_t row) {
                if (row >= board.grid().height) throw std::out_of_range("off the board");
                return pack(board.seen().subspan(board.grid().at(row, 0), board.grid().width));
            },
            "row"_a)
        .def(
            "__getitem__",
            [](const Board& board, Cell cell) {
                check(board.grid(), cell);
                return board[cell];
            },
            "cell"_a)
        .def_prop_ro("opened", &Board::opened)
        .def_prop_ro("flags", &Board::flags)
        .def_prop_ro("exploded", &Board::exploded)
        .def_prop_ro("wrong_flags", &Board::wrong_flags)
        .def(
            "put",
            [](Board& board, const std::vector<Cell>& cells, std::uint8_t value) {
                check(board.grid(), cells);
                check_value(value);
                Changes changes(board.grid());
                for (const Cell cell : cells) board.put(cell, value, changes);
                return changes;
            },
            "cells"_a, "value"_a)
        .def(
            "open",
            [](Board& board, const Minefield& field, const std::vector<Cell>& starts, bool sweep_flags,
               bool sweep_questions) {
                check_same(board, field);
                check(board.grid(), starts);
                for (const Cell start : starts)
                    if (field.is_mine(start)) throw std::invalid_argument("only safe cells open");
                const Sweep sweep{sweep_flags, sweep_questions};
                return on_whole_board(board.grid(), [&] { return board.open(field, starts, sweep); });
            },
            "field"_a, "starts"_a, "sweep_flags"_a, "sweep_questions"_a)
        .def(
            "reveal",
            [](Board& board, const Minefield& field, bool mines) {
                check_same(board, field);
                return on_whole_board(board.grid(), [&] {
                    Changes changes(board.grid());
                    board.reveal(field, mines, changes);
                    return changes;
                });
            },
            "field"_a, "mines"_a)
        .def(
            "revert",
            [](Board& board, const Changes& changes) {
                if (board.grid() != changes.grid()) throw std::invalid_argument("the board has another size");
                return on_whole_board(board.grid(), [&] { return board.revert(changes); });
            },
            "changes"_a, "Take back the last changes of this board.")
        .def(
            "right_flags",
            [](const Board& board, const Minefield& field) {
                check_same(board, field);
                return on_whole_board(board.grid(), [&] { return board.right_flags(field); });
            },
            "field"_a)
        .def(
            "around",
            [](const Board& board, Cell cell, std::uint32_t kinds) {
                check(board.grid(), cell);
                return board.around(cell, kinds);
            },
            "cell"_a, "kinds"_a)
        .def("__getstate__",
             [](const Board& board) {
                 return std::tuple(board.grid().width, board.grid().height, board.mines(), pack(board.seen()));
             })
        .def("__setstate__",
             [](Board& board, const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, nb::bytes>& state) {
                 const auto& [width, height, mines, seen] = state;
                 const Grid grid = make_grid(width, height);
                 new (&board) Board(grid, mines, view(seen, grid.size()));
             });
}

}  // namespace

}  // namespace sapper

NB_MODULE(_kernel, m) {
    using namespace sapper;
    nb::set_leak_warnings(false);  // at exit, caches of the host program may still hold our objects
    m.doc() = "The fast parts in C++: placing mines, opening cells, solving, simulating.";
    bind_buffers(m);
    bind_limits(m);
    bind_random(m);
    bind_minefield(m);
    bind_changes(m);
    bind_board(m);
    bind_solver(m);
    bind_deduction(m);
    bind_replay(m);
    bind_metrics(m);
    bind_fleet(m);
    bind_hand(m);
}
