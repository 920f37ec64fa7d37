#pragma once

#include <cstdint>
#include <optional>

#include "play/play_rules.h"

namespace sapper::wasm {

/// Returns rules as `engine/game.ts` writes them; nothing where a choice is out of range.
std::optional<PlayRules> make_rules(std::uint32_t switches, std::uint32_t chord, std::uint32_t completion,
                                    std::uint32_t guessing, std::uint32_t lives);

}  // namespace sapper::wasm
