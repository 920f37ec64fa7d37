"""The ways to play together, in the order in which they are offered."""

from __future__ import annotations

from .arena import ARENA
from .coop import COOP
from .duel import DUEL
from .mode import Mode
from .race import RACE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Rules

MODES = {mode.name: mode for mode in (COOP, RACE, DUEL, ARENA)}

__all__ = ["MODES", "Mode", "mode_of"]


def mode_of(rules: Rules) -> Mode | None:
    """Return the mode that shows in the rules of a game, None for rules that games of several modes can have."""
    return next((mode for mode in MODES.values() if mode.owns(rules)), None)
