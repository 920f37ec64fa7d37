"""A sprint: all open one board, and the most squares win."""

from __future__ import annotations

from sapper.modes.mode import Mode

SPRINT = Mode("sprint", order=5, rules="modern 8x8/3", wins_by="points", least=2)
