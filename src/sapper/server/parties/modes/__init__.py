"""The ways to play together: the games of a round, and what their rooms allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arena import Arena
from .coop import Coop
from .duel import Duel
from .race import Race

if TYPE_CHECKING:
    from .mode import Mode

MODES: dict[str, type[Mode]] = {mode.source: mode for mode in (Arena, Coop, Duel, Race)}
