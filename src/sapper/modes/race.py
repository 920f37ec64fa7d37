"""A race: everybody has the same board, and the first to solve it wins."""

from __future__ import annotations

from .mode import Mode

RACE = Mode(
    "race", order=2, rules="modern intermediate layout=no-guess", wins_by="time", least=2, is_secret=True, is_match=True
)
