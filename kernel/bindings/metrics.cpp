#include "metrics/metrics.h"
#include "bindings/bindings.h"
#include "metrics/zini.h"

namespace sapper {

namespace {

/// Whole numbers of 32 bits in the machine's order.
nb::bytes survey_many(const Buffer& packed, std::uint64_t width, std::uint64_t height, bool only_bbbv) {
    const Grid grid = make_grid(width, height);
    const std::size_t each = (grid.size() + 7) / 8;
    const auto bits = packed.bytes();
    if (bits.size() % each) throw std::invalid_argument("expected a multiple of " + std::to_string(each) + " bytes");
    std::vector<std::uint32_t> values;
    {
        nb::gil_scoped_release release;
        values = Surveyor().survey_many(grid, bits, only_bbbv);
    }
    return nb::bytes(values.data(), values.size() * sizeof(std::uint32_t));
}

}  // namespace

void bind_metrics(nb::module_& m) {
    m.def(
        "bbbv",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Surveyor().bbbv(field).bbbv;
        },
        "field"_a, "Return the 3BV of a minefield.");
    nb::class_<Survey>(m, "Survey", "3BV, openings and islands of a minefield.")
        .def_ro("bbbv", &Survey::bbbv)
        .def_ro("openings", &Survey::openings)
        .def_ro("islands", &Survey::islands);
    m.def(
        "survey",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Surveyor().survey(field);
        },
        "field"_a, "Return 3BV, openings and islands.");
    m.def(
        "zini",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Zini(field).greedy();
        },
        "field"_a, "Return the clicks that win with flags, chosen greedily.");
    m.def(
        "human_zini",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Zini(field).human();
        },
        "field"_a, "Return the same, with every opening clicked first and chords at open cells only.");
    m.def(
        "bbbv_many",
        [](const Buffer& bits, std::uint64_t width, std::uint64_t height) {
            return survey_many(bits, width, height, true);
        },
        "bits"_a, "width"_a, "height"_a, "Return the 3BV of packed minefields, as numbers of 32 bits.");
    m.def(
        "survey_many",
        [](const Buffer& bits, std::uint64_t width, std::uint64_t height) {
            return survey_many(bits, width, height, false);
        },
        "bits"_a, "width"_a, "height"_a,
        "Return 3BV, openings and islands of packed minefields, as numbers of 32 bits.");
    m.def(
        "solved",
        [](const Minefield& field, const Board& board) {
            check_same(board, field);
            const Board shown(board);  // as it is before other threads run
            nb::gil_scoped_release release;
            return Surveyor().solved(field, shown);
        },
        "field"_a, "board"_a, "Return how much of the 3BV is solved.");
    m.def(
        "progress",
        [](const Board& board) {
            const Board shown(board);
            nb::gil_scoped_release release;
            return Surveyor().progress(shown);
        },
        "board"_a, "Return how much 3BV can be seen to be solved, from the visible board alone.");
}

}  // namespace sapper
