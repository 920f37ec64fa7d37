"""The kinds of tournaments, in the order in which they are offered: a file here declares one under its own name."""

from __future__ import annotations

from .format import Finish, Format, Line, Race
from .races import RACES
from .swiss import SWISS

FORMATS = {one.name: one for one in sorted((RACES, SWISS), key=lambda one: one.order)}

__all__ = ["FORMATS", "Finish", "Format", "Line", "Race"]
