"""The command that gives somebody else the same board."""

from __future__ import annotations

from ..coordinates import cell_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game import Game
    from ..seed import Seed


def command(game: Game, seed: Seed) -> str:
    """Return the command that plays the same board: its rules, its seed and its first cell."""
    rules = game.rules.replace(practice=False)
    ruleset, level, _, *choices = str(rules).split()
    words = ["sapper play", f"--ruleset {ruleset}", f"--level {level}", *(f"--rule {choice}" for choice in choices)]
    words.append(f"--seed {seed.text}")
    if game.first is not None:
        words.append(f"--first {cell_name(*game.first)}")
    return " ".join(words)
