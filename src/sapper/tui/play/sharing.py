"""The line that gives somebody else the same board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...coordinates import cell_name

if TYPE_CHECKING:
    from typing import Any

    from textual.app import App

    from ...game import Game
    from ...seed import Seed


def command(game: Game, seed: Seed) -> str:
    """Write the command that plays the same board: its rules, its seed and the cell at which it was laid."""
    rules = game.rules.replace(practice=False)
    ruleset, level, _, *choices = str(rules).split()
    words = ["sapper play", f"--ruleset {ruleset}", f"--level {level}", *(f"--rule {choice}" for choice in choices)]
    words.append(f"--seed {seed.text}")
    if game.first is not None:
        words.append(f"--first {cell_name(*game.first)}")
    return " ".join(words)


def copy(app: App[Any], text: str) -> bool:
    """Ask the terminal to put a text on the clipboard; tell whether it was asked."""
    app.copy_to_clipboard(text)
    return app._driver is not None and not app.is_headless
