#include "bindings.h"
#include "metrics.h"
#include "zini.h"

namespace sapper {

namespace {

/// Measures minefields that lie one after another, as whole numbers of 32 bits in the machine's order.
nb::bytes measure_many(const nb::bytes& packed, std::uint64_t width, std::uint64_t height, bool only_bbbv) {
    const Grid grid = make_grid(width, height);
    const std::size_t each = (grid.size() + 7) / 8;
    if (packed.size() % each) throw std::invalid_argument("expected a multiple of " + std::to_string(each) + " bytes");
    const auto bits = view(packed, packed.size());
    std::vector<std::uint32_t> values;
    {
        nb::gil_scoped_release release;
        values.reserve(bits.size() / each * (only_bbbv ? 1 : 3));
        Surveyor surveyor;
        for (std::size_t place = 0; place < bits.size(); place += each) {
            const Survey survey = surveyor.survey(grid, bits.subspan(place, each), !only_bbbv);
            values.push_back(static_cast<std::uint32_t>(survey.bbbv));
            if (only_bbbv) continue;
            values.push_back(static_cast<std::uint32_t>(survey.openings));
            values.push_back(static_cast<std::uint32_t>(survey.islands));
        }
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
        "field"_a, "The 3BV of a minefield.");
    m.def(
        "survey",
        [](const Minefield& field) {
            Survey survey;
            {
                nb::gil_scoped_release release;
                survey = Surveyor().survey(field);
            }
            return nb::make_tuple(survey.bbbv, survey.openings, survey.islands);
        },
        "field"_a, "3BV, openings and islands.", nb::sig("def survey(field: Minefield) -> tuple[int, int, int]"));
    m.def(
        "zini",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Zini(field).greedy();
        },
        "field"_a, "Clicks that win with flags, chosen greedily.");
    m.def(
        "human_zini",
        [](const Minefield& field) {
            nb::gil_scoped_release release;
            return Zini(field).human();
        },
        "field"_a, "The same, with every opening clicked first and chords at open cells only.");
    m.def(
        "bbbv_many",
        [](const nb::bytes& bits, std::uint64_t width, std::uint64_t height) {
            return measure_many(bits, width, height, true);
        },
        "bits"_a, "width"_a, "height"_a, "The 3BV of packed minefields, as numbers of 32 bits.");
    m.def(
        "survey_many",
        [](const nb::bytes& bits, std::uint64_t width, std::uint64_t height) {
            return measure_many(bits, width, height, false);
        },
        "bits"_a, "width"_a, "height"_a, "3BV, openings and islands of packed minefields, as numbers of 32 bits.");
    m.def(
        "solved",
        [](const Minefield& field, const Board& board) {
            check_same(board, field);
            nb::gil_scoped_release release;
            return Surveyor().solved(field, board);
        },
        "field"_a, "board"_a, "How much of the 3BV is solved.");
    m.def(
        "progress",
        [](const Board& board) {
            nb::gil_scoped_release release;
            return Surveyor().progress(board);
        },
        "board"_a, "How much 3BV can be seen to be solved, from the visible board alone.");
}

}  // namespace sapper
