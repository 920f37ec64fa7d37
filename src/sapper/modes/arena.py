"""An arena: everybody has the same list of boards and the same time, and the most points win."""

from __future__ import annotations

from .mode import Mode

ARENA = Mode(
    "arena",
    order=4,
    rules="modern beginner layout=no-guess",
    wins_by="points",
    is_secret=True,
    has_boards=True,
    joins_late=True,
)
