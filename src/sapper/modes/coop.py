"""Co-op: all players open one board, and win or lose together."""

from __future__ import annotations

from .mode import Mode

COOP = Mode(
    "coop", order=1, rules="modern expert layout=no-guess lives=3", wins_by="team", has_lives=True, joins_late=True
)
