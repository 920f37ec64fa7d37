#include "board/first_click.h"
#include "generator/generator.h"
#include "metrics/metrics.h"
#include "metrics/zini.h"
#include "support/thread_worker.h"
#include "wasm/border.h"

namespace sapper::wasm {

/// Returns the first words of the random generator of the seed in the input, the upper half of each first.
SAPPER_EXPORT(random_words) const Answer* random_words(std::uint32_t count) {
    const auto seed = make_seed();
    if (!seed) return nullptr;
    Random random(*seed);
    Reply reply;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t word = random.next();
        reply.add(word >> 32);
        reply.add(word);
    }
    return reply.done();
}

/// Returns the seed of a game of a series as four words, the highest first.
SAPPER_EXPORT(derive) const Answer* derive_seed(std::uint32_t index_high, std::uint32_t index_low) {
    const auto seed = make_seed();
    if (!seed) return nullptr;
    const Seed own = derive(*seed, std::uint64_t{index_high} << 32 | index_low);
    Reply reply;
    for (const std::uint64_t half : {own.high, own.low}) {
        reply.add(half >> 32);
        reply.add(half);
    }
    return reply.done();
}

/// Places mines by the seed in the input: one byte for each cell, bit 7 for a mine and the number in the low bits.
SAPPER_EXPORT(lay)
const Answer* lay(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t first_click,
                  std::uint32_t first) {
    const auto grid = make_grid(width, height);
    const auto seed = make_seed();
    if (!grid || !seed || mines >= grid->size() || first >= grid->size() || first_click > 3) return nullptr;
    const auto zone = first_click_zone(*grid, static_cast<FirstClick>(first_click), first);
    Reply reply;
    reply.add_bytes(Minefield::lay(*grid, mines, *seed, zone).cells());
    return reply.done();
}

/// Looks for a no-guess board by the seed in the input. Returns whether there is one within the budget, whether it is
/// drawn uniformly, the boards tried, and its cells.
SAPPER_EXPORT(generate)
const Answer* generate(std::uint32_t width, std::uint32_t height, std::uint32_t mines, std::uint32_t first,
                       std::uint32_t grade, std::uint32_t exactly, std::uint32_t uniform, double budget) {
    const auto grid = make_grid(width, height);
    const auto seed = make_seed();
    const bool is_known = grade >= 1 && grade <= static_cast<std::uint32_t>(Grade::FULL) && budget >= 1;
    if (!grid || !seed || mines >= grid->size() || first >= grid->size() || !is_known) return nullptr;
    NoGuessRequest request;
    request.grid = *grid;
    request.mines = mines;
    request.first = first;
    request.grade = static_cast<Grade>(grade);
    request.exactly = exactly;
    request.budget = static_cast<std::uint64_t>(budget);
    request.method = uniform ? Method::REJECTION : Method::AUTO;
    const Generated made = thread_worker<Generator>(*grid).generate(request, *seed);
    Reply reply;
    reply.add(made.field.has_value());
    reply.add(made.uniform);
    reply.add(made.tries);
    if (made.field) reply.add_bytes(made.field->cells());
    return reply.done();
}

/// Checks without the ladder that the minefield in the input needs no guess from a first cell.
SAPPER_EXPORT(needs_no_guess)
const Answer* needs_no_guess(std::uint32_t width, std::uint32_t height, std::uint32_t first) {
    const auto grid = make_grid(width, height);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!field || first >= grid->size()) return nullptr;
    Reply reply;
    reply.add(Generator().needs_no_guess(*field, first));
    return reply.done();
}

/// Returns 3BV, openings and islands of the minefield in the input.
SAPPER_EXPORT(survey) const Answer* survey(std::uint32_t width, std::uint32_t height) {
    const auto grid = make_grid(width, height);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!field) return nullptr;
    const Survey found = Surveyor().survey(*field);
    Reply reply;
    reply.add(found.bbbv);
    reply.add(found.openings);
    reply.add(found.islands);
    return reply.done();
}

/// Returns the greedy and the human ZiNi of the minefield in the input.
SAPPER_EXPORT(zini) const Answer* zini(std::uint32_t width, std::uint32_t height) {
    const auto grid = make_grid(width, height);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!field) return nullptr;
    const Zini estimate(*field);
    Reply reply;
    reply.add(estimate.greedy());
    reply.add(estimate.human());
    return reply.done();
}

/// Returns the solved 3BV of the minefield in the input, after which the visible cells follow.
SAPPER_EXPORT(solved) const Answer* solved(std::uint32_t width, std::uint32_t height) {
    const auto grid = make_grid(width, height);
    const auto field = grid ? make_minefield(*grid) : std::nullopt;
    if (!field || input().size() != 2 * grid->size()) return nullptr;
    const auto seen = input().subspan(grid->size());
    for (const std::uint8_t value : seen)
        if (value > WRONG_FLAG) return nullptr;
    Reply reply;
    reply.add(Surveyor().solved(*field, Board(*grid, field->mines(), seen)));
    return reply.done();
}

}  // namespace sapper::wasm
