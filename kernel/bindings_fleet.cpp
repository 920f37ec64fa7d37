#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fleet.h"

namespace sapper {

namespace {

using Actions = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Chosen = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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
            return array<Item, Shown>(self, owner.*items,
                                      {owner.size(), owner.rules().grid.height, owner.rules().grid.width});
        },
        nb::sig((std::string("def ") + name + "(self) -> memoryview").c_str()), about);
}

void check_count(const Fleet& fleet, std::size_t given, const char* what) {
    if (given != fleet.size())
        throw std::invalid_argument("a fleet of " + std::to_string(fleet.size()) + " boards takes as many " + what +
                                    ", not " + std::to_string(given));
}

void start(Fleet& fleet, const std::vector<nb::bytes>& series) {
    check_count(fleet, series.size(), "seeds");
    std::vector<Seed> seeds;
    for (const nb::bytes& seed : series) seeds.push_back(make_seed(seed));
    nb::gil_scoped_release release;
    fleet.start(seeds);
}

void restart(Fleet& fleet, const Chosen& which) {
    check_count(fleet, which.shape(0), "marks");
    const std::vector<std::uint8_t> marks(which.data(), which.data() + which.shape(0));
    nb::gil_scoped_release release;
    fleet.restart(marks);
}

void step(Fleet& fleet, const Actions& actions, std::size_t threads) {
    check_count(fleet, actions.shape(0), "actions");
    // A copy: another thread may write into the array once the interpreter is released.
    const std::vector<std::int64_t> cells(actions.data(), actions.data() + actions.shape(0));
    const auto size = static_cast<std::int64_t>(fleet.rules().grid.size());
    for (const std::int64_t cell : cells)
        if (cell < 0 || cell >= size)
            throw std::out_of_range("an action is the number of a cell from 0 to " + std::to_string(size - 1) +
                                    ", not " + std::to_string(cell));
    nb::gil_scoped_release release;
    fleet.step(cells, threads);
}

void make_fleet(Fleet* fleet, std::uint64_t width, std::uint64_t height, std::uint64_t mines, FirstClick first_click,
                Grade grade, PlayRules::Completion completion, std::uint32_t lives, bool show_mines,
                const std::vector<double>& rewards, AutoReset reset, std::size_t boards) {
    const Grid grid = make_grid(width, height);
    if (mines >= grid.size()) throw std::invalid_argument("more mines than fit");
    if (!lives || !boards) throw std::invalid_argument("a fleet has at least 1 board and 1 life");
    if (rewards.size() != 6) throw std::invalid_argument("expected 6 rewards");
    const Rewards reward{rewards[0], rewards[1], rewards[2], rewards[3], rewards[4], rewards[5]};
    new (fleet) Fleet({grid, mines, first_click, grade, completion, lives, show_mines}, reward, reset, boards);
}

}  // namespace

void bind_fleet(nb::module_& m) {
    nb::enum_<AutoReset>(m, "AutoReset", "When the next game begins on a board whose game is over.")
        .value("NEVER", AutoReset::NEVER)
        .value("NEXT_STEP", AutoReset::NEXT_STEP)
        .value("SAME_STEP", AutoReset::SAME_STEP);
    nb::class_<Fleet> fleet(m, "Fleet", "Many games of one kind, played in steps. Its arrays are views, never copies.");
    fleet
        .def("__init__", &make_fleet, nb::kw_only(), "width"_a, "height"_a, "mines"_a, "first_click"_a, "grade"_a,
             "completion"_a, "lives"_a, "show_mines"_a, "rewards"_a, "reset"_a, "boards"_a)
        .def("__len__", &Fleet::size)
        .def("start", &start, "series"_a, "Begin a series of games on every board.")
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
    bind_boards<std::uint32_t>(fleet, "moves", &Fleet::moves, "Actions played in this game.");
    bind_boards<std::uint64_t>(fleet, "episodes", &Fleet::episodes, "The number of the game in its series, from 0.");
    bind_boards<std::int64_t>(fleet, "actions", &Fleet::actions, "What `choose_random` chose.");
    bind_boards<std::uint32_t>(fleet, "progress", &Fleet::progress, "The 3BV that can be seen to be done.");
}

}  // namespace sapper
