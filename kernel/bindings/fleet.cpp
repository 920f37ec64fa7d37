#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "play/fleet.h"
#include "play/planes.h"

namespace sapper {

namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Chosen = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Levels = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<const std::uint8_t, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Planes = nb::ndarray<std::uint8_t, nb::ndim<4>, nb::c_contig, nb::device::cpu>;

/// A read-only view of an array of the fleet, which keeps the fleet alive.
template <typename Item, typename Shown = Item>
nb::object array(nb::handle owner, const std::vector<Item>& items, std::initializer_list<std::size_t> shape) {
    static_assert(sizeof(Item) == sizeof(Shown));
    using View = nb::ndarray<nb::memview, const Shown, nb::c_contig>;
    return View(reinterpret_cast<const Shown*>(items.data()), shape.size(), shape.begin(), owner).cast();
}

Fleet& fleet_of(nb::handle self) { return nb::cast<Fleet&>(self); }

/// Adds a property that is a view of one item for each board.
template <typename Shown, typename Item>
void bind_boards(nb::class_<Fleet>& fleet, const char* name, std::vector<Item> Fleet::* items, const char* about) {
    fleet.def_prop_ro(
        name,
        [items](nb::handle self) {
            const Fleet& owner = fleet_of(self);
            return array<Item, Shown>(self, owner.*items, {owner.size()});
        },
        nb::sig((std::string("def ") + name + "(self) -> memoryview").c_str()), about);
}

/// Adds a property that is a view of one item for each cell of each board.
template <typename Shown, typename Item>
void bind_cells(nb::class_<Fleet>& fleet, const char* name, std::vector<Item> Fleet::* items, const char* about) {
    fleet.def_prop_ro(
        name,
        [items](nb::handle self) {
            const Fleet& owner = fleet_of(self);
            if ((owner.*items).empty()) throw std::invalid_argument("this array of the fleet is not in use");
            return array<Item, Shown>(self, owner.*items, {owner.size(), owner.grid().height, owner.grid().width});
        },
        nb::sig((std::string("def ") + name + "(self) -> memoryview").c_str()), about);
}

void check_count(const Fleet& fleet, std::size_t given, const char* what) {
    if (given != fleet.size())
        throw std::invalid_argument("a fleet of " + std::to_string(fleet.size()) + " boards takes as many " + what +
                                    ", not " + std::to_string(given));
}

void start(Fleet& fleet, const std::vector<nb::bytes>& series, std::uint64_t number) {
    check_count(fleet, series.size(), "seeds");
    std::vector<Seed> seeds;
    for (const nb::bytes& seed : series) seeds.push_back(make_seed(seed));
    nb::gil_scoped_release release;
    fleet.start(seeds, number);
}

void set_levels(Fleet& fleet, const Levels& levels) {
    check_count(fleet, levels.shape(0), "numbers");
    const std::vector<std::uint32_t> numbers(levels.data(), levels.data() + levels.shape(0));
    for (const std::uint32_t number : numbers)
        if (number >= fleet.levels())
            throw std::out_of_range("the rules have the numbers 0 to " + std::to_string(fleet.levels() - 1) + ", not " +
                                    std::to_string(number));
    fleet.set_levels(numbers);
}

void place(Fleet& fleet, std::size_t board, const Buffer& seen, const Buffer& mines) {
    if (board >= fleet.size()) throw std::out_of_range("there is no board " + std::to_string(board));
    const std::uint64_t size = fleet.next_rules(board).grid.size();
    const auto given = view(seen, size);
    const auto mined = mines.bytes().empty() ? mines.bytes() : view(mines, size);
    std::ranges::for_each(given, check_value);
    if (std::ranges::any_of(mined, [](std::uint8_t mine) { return mine > 1; }))
        throw std::invalid_argument("a mine is 1, and a safe cell 0");
    fleet.place(board, std::vector(given.begin(), given.end()), std::vector(mined.begin(), mined.end()));
}

nb::bytes save(Fleet& fleet) {
    std::vector<std::uint8_t> state;
    {
        nb::gil_scoped_release release;
        state = fleet.save();
    }
    return pack(state);
}

void restore(Fleet& fleet, const nb::bytes& state) {
    const std::span bytes(static_cast<const std::uint8_t*>(state.data()), state.size());
    nb::gil_scoped_release release;
    fleet.restore(bytes);
}

void paint_planes(const Cells& cells, const Planes& planes) {
    const std::size_t boards = cells.shape(0), height = cells.shape(1), width = cells.shape(2);
    if (planes.shape(0) != boards || planes.shape(1) != PLANES || planes.shape(2) != height || planes.shape(3) != width)
        throw std::invalid_argument("planes have the shape (boards, 12, height, width)");
    if (cells.size()) write_planes({cells.data(), cells.size()}, height * width, planes.data());
}

void restart(Fleet& fleet, const Chosen& which) {
    check_count(fleet, which.shape(0), "marks");
    const std::vector<std::uint8_t> marks(which.data(), which.data() + which.shape(0));
    nb::gil_scoped_release release;
    fleet.restart(marks);
}

void check_action(const Fleet& fleet, std::int64_t cell) {
    const auto size = static_cast<std::int64_t>(fleet.grid().size());
    if (cell < 0 || cell >= size)
        throw std::out_of_range("an action is the number of a cell from 0 to " + std::to_string(size - 1) + ", not " +
                                std::to_string(cell));
}

/// Opens a cell in a fleet of one board, without the cost of an array.
void open(Fleet& fleet, std::int64_t cell) {
    check_count(fleet, 1, "actions");
    check_action(fleet, cell);
    nb::gil_scoped_release release;
    fleet.step({&cell, 1}, 1);
}

void step(Fleet& fleet, const Actions& actions, std::size_t threads) {
    check_count(fleet, actions.shape(0), "actions");
    // A copy: another thread may write into the array once the interpreter is released.
    const std::vector<std::int64_t> cells(actions.data(), actions.data() + actions.shape(0));
    for (const std::int64_t cell : cells) check_action(fleet, cell);
    nb::gil_scoped_release release;
    fleet.step(cells, threads);
}

void make_rules(FleetRules* rules, std::uint64_t width, std::uint64_t height, std::uint64_t mines,
                FirstClick first_click, Grade grade, PlayRules::Completion completion, std::uint32_t lives,
                bool show_mines, const std::vector<double>& rewards) {
    const Grid grid = make_grid(width, height);
    if (mines >= grid.size()) throw std::invalid_argument("more mines than fit");
    if (!lives) throw std::invalid_argument("a game has at least 1 life");
    if (rewards.size() != 6) throw std::invalid_argument("expected 6 rewards");
    const Rewards reward{rewards[0], rewards[1], rewards[2], rewards[3], rewards[4], rewards[5]};
    new (rules) FleetRules{grid, mines, first_click, grade, completion, lives, show_mines, reward};
}

void make_fleet(Fleet* fleet, const std::vector<FleetRules>& levels, AutoReset reset, std::size_t boards) {
    if (levels.empty() || !boards) throw std::invalid_argument("a fleet has at least 1 board and its rules");
    std::uint64_t width = 0, height = 0;
    for (const FleetRules& rules : levels) {
        width = std::max<std::uint64_t>(width, rules.grid.width);
        height = std::max<std::uint64_t>(height, rules.grid.height);
    }
    make_grid(width, height);
    new (fleet) Fleet(levels, reset, boards);
}

}  // namespace

void bind_fleet(nb::module_& m) {
    nb::enum_<AutoReset>(m, "AutoReset", "When the next game begins on a board whose game is over.")
        .value("NEVER", AutoReset::NEVER)
        .value("NEXT_STEP", AutoReset::NEXT_STEP)
        .value("SAME_STEP", AutoReset::SAME_STEP);
    nb::class_<FleetRules>(m, "FleetRules", "What some boards of a fleet play, and what a step is worth.")
        .def("__init__", &make_rules, nb::kw_only(), "width"_a, "height"_a, "mines"_a, "first_click"_a, "grade"_a,
             "completion"_a, "lives"_a, "show_mines"_a, "rewards"_a);
    m.def("paint_planes", &paint_planes, "cells"_a, "planes"_a,
          nb::sig("def paint_planes(cells: object, planes: object) -> None"),
          "Write the planes of boards into an array of shape (boards, 12, height, width).");
    nb::class_<Fleet> fleet(m, "Fleet", "Many games, played in steps. Its arrays are views, never copies.");
    fleet.def("__init__", &make_fleet, nb::kw_only(), "levels"_a, "reset"_a, "boards"_a)
        .def("__len__", &Fleet::size)
        .def("start", &start, "series"_a, "number"_a = 0, "Begin a series of games on every board, at a game of it.")
        .def("set_levels", &set_levels, "numbers"_a, nb::sig("def set_levels(self, numbers: object) -> None"),
             "Set by which of the rules every board plays its next games.")
        .def("place", &place, "board"_a, "seen"_a, "mines"_a, "Begin the next game on a board from a position.")
        .def("save", &save, "Return everything about every board, in records of equal length.")
        .def("restore", &restore, "state"_a, "Read what `save` wrote.")
        .def("open", &open, "cell"_a, "Open a cell in a fleet of one board.")
        .def("restart", &restart, "which"_a, nb::sig("def restart(self, which: object) -> None"),
             "Begin the next game on the boards whose entry is not 0.")
        .def("step", &step, "actions"_a, "threads"_a, nb::sig("def step(self, actions: object, threads: int) -> None"),
             "Open one cell on every board.")
        .def("choose_random", &Fleet::choose_random, nb::call_guard<nb::gil_scoped_release>(),
             "Fill `actions` with a closed cell of every board.")
        .def("solve", &Fleet::solve, "threads"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Fill `mine_chance` and `certain`.")
        .def("measure", &Fleet::measure, nb::call_guard<nb::gil_scoped_release>(), "Fill `progress`.");
    bind_cells<std::uint8_t>(fleet, "cells", &Fleet::cells, "What is seen.");
    bind_cells<std::uint8_t>(fleet, "masks", &Fleet::masks, "1 where a cell is closed.");
    bind_cells<std::uint8_t>(fleet, "final_cells", &Fleet::final_cells, "What was seen at the end of the last game.");
    bind_cells<std::uint8_t>(fleet, "truth", &Fleet::truth,
                             "The highest bit is the mine, the low bits are the number.");
    bind_cells<float>(fleet, "mine_chance", &Fleet::mine_chance, "The chance of a mine, 0 where a cell is open.");
    bind_cells<std::uint8_t>(fleet, "certain", &Fleet::certain, "1 where a cell is proven safe, 2 where mined.");
    bind_boards<double>(fleet, "rewards", &Fleet::rewards, "Of the step.");
    bind_boards<std::uint8_t>(fleet, "terminated", &Fleet::terminated, "1 where the step ended a game.");
    bind_boards<std::uint8_t>(fleet, "states", &Fleet::states, "0 in play, 1 won, 2 lost: of the game of the step.");
    bind_boards<std::uint32_t>(fleet, "gained", &Fleet::gained, "Safe cells that the step opened.");
    bind_boards<std::uint32_t>(fleet, "opened", &Fleet::opened, "Safe cells that are open.");
    bind_boards<std::uint32_t>(fleet, "lives", &Fleet::lives, "Lives that are left.");
    bind_boards<std::uint32_t>(fleet, "level", &Fleet::level, "The number of the rules of the game.");
    bind_boards<std::uint32_t>(fleet, "next_level", &Fleet::next_level, "The number of the rules of the next game.");
    bind_boards<std::uint32_t>(fleet, "moves", &Fleet::moves, "Actions played in this game.");
    bind_boards<std::uint64_t>(fleet, "episodes", &Fleet::episodes, "The number of the game in its series, from 0.");
    bind_boards<std::int64_t>(fleet, "actions", &Fleet::actions, "What `choose_random` chose.");
    bind_boards<std::uint32_t>(fleet, "progress", &Fleet::progress, "The 3BV that can be seen to be done.");
}

}  // namespace sapper
