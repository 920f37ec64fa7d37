#include "wasm/rules.h"

namespace sapper::wasm {

namespace {

/// The bits of the switches of `PlayRules`, in its order.
enum : std::uint32_t {
    FLAGS = 1 << 0,
    CAPPED = 1 << 1,
    PREFLAG = 1 << 2,
    PROTECT_FLAGS = 1 << 3,
    PROTECT_QUESTIONS = 1 << 4,
    SWEEP_FLAGS = 1 << 5,
    FLAG_AROUND = 1 << 6,
    AUTO_FLAG = 1 << 7,
    AUTO_OPEN = 1 << 8,
    SHOWS_MINES = 1 << 9,
    PRACTICE = 1 << 10,
    FIRST_IS_SAFE = 1 << 11,
};

}  // namespace

std::optional<PlayRules> make_rules(std::uint32_t switches, std::uint32_t chord, std::uint32_t completion,
                                    std::uint32_t guessing, std::uint32_t lives) {
    if (chord > 2 || completion > 3 || guessing > 2 || !lives) return std::nullopt;
    PlayRules rules;
    rules.flags = switches & FLAGS;
    rules.capped = switches & CAPPED;
    rules.preflag = switches & PREFLAG;
    rules.protect_flags = switches & PROTECT_FLAGS;
    rules.protect_questions = switches & PROTECT_QUESTIONS;
    rules.sweep_flags = switches & SWEEP_FLAGS;
    rules.flag_around = switches & FLAG_AROUND;
    rules.auto_flag = switches & AUTO_FLAG;
    rules.auto_open = switches & AUTO_OPEN;
    rules.shows_mines = switches & SHOWS_MINES;
    rules.practice = switches & PRACTICE;
    rules.first_is_safe = switches & FIRST_IS_SAFE;
    rules.chord = static_cast<PlayRules::Chord>(chord);
    rules.completion = static_cast<PlayRules::Completion>(completion);
    rules.guessing = static_cast<PlayRules::Guessing>(guessing);
    rules.lives = lives;
    return rules;
}

}  // namespace sapper::wasm
