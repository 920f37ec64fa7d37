#include "play/fair_guess.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "odds/arrangements.h"
#include "odds/odds.h"
#include "support/sha256.h"
#include "support/thread_worker.h"

namespace sapper {

namespace {

constexpr std::string_view TITLE = "sapper guess 1\n";
constexpr std::uint8_t CLOSED_SAFE = WRONG_FLAG;  // as the solver reads it: safe, and its number is not seen
constexpr double ROUNDING = 1e-9;                 // chances that differ by less are equal

Position position_of(const Board& board, std::span<const std::uint8_t> seen) {
    return {board.grid(), board.mines(), seen};
}

/// The start of the generator: the first 16 bytes of the SHA-256 of the minefield, the board and the cells. Flags and
/// question marks are left out: they decide nothing.
Seed key(const Board& board, const Minefield& field, std::span<const Cell> cells) {
    std::vector<std::uint8_t> message(TITLE.begin(), TITLE.end());
    std::ranges::copy(field.to_bits(), std::back_inserter(message));
    for (const std::uint8_t value : board.seen())
        message.push_back(value == FLAG || value == QUESTION ? std::uint8_t{HIDDEN} : value);
    for (const Cell cell : cells)
        for (int shift = 24; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(cell >> shift));
    const auto digest = sha256(message);
    Seed seed;
    for (std::size_t i = 0; i < 8; ++i) {
        seed.high = seed.high << 8 | digest[i];
        seed.low = seed.low << 8 | digest[i + 8];
    }
    return seed;
}

/// Draws a minefield where all of some cells are what a value says, unless they are so already or none fits.
std::optional<Minefield> with_values(const Board& board, const Minefield& field, std::span<const Cell> cells,
                                     std::uint8_t value) {
    const bool is_mine = value == MINE;
    if (std::ranges::all_of(cells, [&](Cell cell) { return field.is_mine(cell) == is_mine; })) return std::nullopt;
    std::vector<std::uint8_t> seen(board.seen().begin(), board.seen().end());
    for (const Cell cell : cells) seen[cell] = value;
    std::vector<Minefield> drawn = draw_minefields(position_of(board, seen), key(board, field, cells), 1);
    return drawn.empty() ? std::nullopt : std::optional(std::move(drawn.front()));
}

/// The first of the cells whose chance to be a mine is highest, but for rounding.
Cell riskiest(const Odds& odds, std::span<const Cell> cells) {
    double highest = 0;
    for (const Cell cell : cells) highest = std::max(highest, odds.mine[cell]);
    std::optional<Cell> first;
    for (const Cell cell : cells)
        if (odds.mine[cell] >= highest - ROUNDING) first = std::min(first.value_or(cell), cell);
    return *first;
}

}  // namespace

std::optional<Guess> judge_guess(PlayRules::Guessing guessing, const Board& board, const Minefield& field,
                                 std::span<const Cell> cells) {
    if (cells.empty()) return std::nullopt;
    Odds odds;
    const Verdict verdict = thread_worker<OddsSolver>(board.grid())
                                .solve(position_of(board, board.seen()), odds, GUESS_BUDGET, false, false);
    if (verdict != Verdict::SOLVED) return std::nullopt;
    std::vector<Cell> doubtful;
    for (const Cell cell : cells) {
        if (odds.certain[cell] == Certainty::MINED) return std::nullopt;
        if (odds.certain[cell] != Certainty::SAFE) doubtful.push_back(cell);
    }
    if (doubtful.empty()) return std::nullopt;
    const bool is_forced = std::ranges::find(odds.certain, Certainty::SAFE) == odds.certain.end();
    if (is_forced) return Guess{with_values(board, field, doubtful, CLOSED_SAFE), true};
    const bool meets_a_mine = std::ranges::any_of(doubtful, [&](Cell cell) { return field.is_mine(cell); });
    if (guessing != PlayRules::Guessing::PUNISHED || meets_a_mine) return Guess{std::nullopt, false};
    const Cell chosen = riskiest(odds, doubtful);
    return Guess{with_values(board, field, {&chosen, 1}, MINE), false};
}

}  // namespace sapper
