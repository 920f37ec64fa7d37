"""The ways to play together: the games of a round, and what their rooms allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .arena import Arena
from .coop import Coop
from .duel import Duel
from .race import Race

if TYPE_CHECKING:
    from ..party_events import Mode as ModeName
    from .mode import Mode

MODES: dict[ModeName, type[Mode]] = {"arena": Arena, "coop": Coop, "duel": Duel, "race": Race}
