"""The hand of a replay on the board: the pointer with its trail, or where it stayed."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from ...analysis.metrics.hand import heat, one_and_a_half_clicks, opened_by_move
from ..board.marks import Person

if TYPE_CHECKING:
    from ...replay.model import Replay
    from ..board.marks import Marks

TRAIL_MS = 700
_SIGNS = {"": "+", "l": "L", "r": "R", "m": "M"}  # by the buttons that are down
_SEVERAL, _KEY = "B", "K"


class HandView(StrEnum):
    """The ways to show the hand."""

    TRAIL = "trail"
    HEAT = "heat"
    OFF = "off"

    @property
    def following(self) -> HandView:
        """The next way."""
        ways = list(HandView)
        return ways[(ways.index(self) + 1) % len(ways)]


class ReplayHand:
    """The record of the hand in a replay."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._track = replay.track

    @property
    def is_recorded(self) -> bool:
        """Whether the replay has a track."""
        return self._track is not None

    @cached_property
    def opened(self) -> list[int]:
        """The number of squares that each move opened."""
        return opened_by_move(self._replay)

    @cached_property
    def one_and_a_half(self) -> frozenset[int]:
        """The moves that are 1.5 clicks."""
        return one_and_a_half_clicks(self._replay)

    @cached_property
    def _heat(self) -> dict[tuple[int, int], float]:
        return heat(self._track, self._replay.rules.level) if self._track else {}

    def mark(self, marks: Marks, view: HandView, at: int) -> None:
        """Add the hand at a time to the marks on the board."""
        track = self._track
        if track is None or view is HandView.OFF:
            return
        if view is HandView.HEAT:
            marks.heat = self._heat
            return
        level = self._replay.rules.level
        cells = [(int(y // 1), int(x // 1)) for x, y in track.trail(at, TRAIL_MS)]
        marks.trail = frozenset(cell for cell in cells if level.contains(*cell))
        if cells and level.contains(*cells[-1]):
            sign = _KEY if track.is_key_at(at) else _SIGNS.get(track.buttons_at(at), _SEVERAL)
            marks.pointers = {cells[-1]: Person(sign, "accent")}
