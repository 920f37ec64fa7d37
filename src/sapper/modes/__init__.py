"""The ways to play together, in the order in which they are offered."""

from __future__ import annotations

from .arena import ARENA
from .coop import COOP
from .duel import DUEL
from .mode import Mode
from .race import RACE

MODES = {mode.name: mode for mode in (COOP, RACE, DUEL, ARENA)}

__all__ = ["MODES", "Mode"]
