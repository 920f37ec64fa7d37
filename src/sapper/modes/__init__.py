"""The ways to play together, in the order in which they are offered: a file here declares one under its own name."""

from __future__ import annotations

import os
from importlib import import_module

from .mode import Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Rules

_NAMES = {file.removesuffix(".py") for file in os.listdir(os.path.dirname(__file__)) if file.endswith(".py")}
_DECLARED: list[Mode] = [
    getattr(import_module(f".{name}", __name__), name.upper()) for name in _NAMES - {"__init__", "mode"}
]
MODES = {mode.name: mode for mode in sorted(_DECLARED, key=lambda mode: mode.order)}
DEFAULT = next(iter(MODES))

__all__ = ["DEFAULT", "MODES", "Mode", "mode_of"]


def mode_of(rules: Rules) -> Mode | None:
    """Return the mode that shows in the rules of a game, None for rules that games of several modes can have."""
    return next((mode for mode in MODES.values() if mode.owns(rules)), None)
