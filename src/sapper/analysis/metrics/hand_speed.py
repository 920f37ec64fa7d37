"""Whether a hand can have played a game: how fast it went from square to square. docs/metrics.md has the figures."""

from __future__ import annotations

from ...action import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...action import LogEntry

FASTEST = 15  # squares a second: more than twice what the fastest videos have over a stretch
STRETCH = 30  # squares in a row that are looked at, or all of a shorter game
ALLOWANCE = 3  # squares at once: a network may bring some together

_STARTS = (Kind.OPEN, Kind.CHORD)
_TYPED = "text"


class _Hand:
    """The moves of one player: when each began that was at another square than the one before."""

    def __init__(self) -> None:
        self.times: list[int] = []
        self.is_typed = True  # every move: a line may have many of them, and they are played at once
        self._cell = (-1, -1)

    def take(self, entry: LogEntry) -> None:
        cell = entry.action.row, entry.action.col
        self.is_typed = self.is_typed and entry.device == _TYPED
        if cell != self._cell:
            self.times.append(entry.at)
        self._cell = cell

    @property
    def is_too_fast(self) -> bool:
        """Whether a stretch took less time than a hand needs for it."""
        count = len(self.times) if self.is_typed else min(len(self.times), STRETCH)
        least = (count - 1 - ALLOWANCE) * 1000 / FASTEST
        return any(last - first < least for first, last in zip(self.times, self.times[count - 1 :], strict=False))


def is_too_fast(entries: Iterable[LogEntry]) -> bool:
    """Return whether some player of a game was faster than a hand can be.

    Marks that were set before the first opening took no time of the clock, and do not count.
    """
    hands: dict[int, _Hand] = {}
    has_begun = False
    for entry in entries:
        kind = entry.action.kind
        has_begun = has_begun or kind in _STARTS
        if has_begun and kind.has_cell:
            hands.setdefault(entry.by, _Hand()).take(entry)
    return any(hand.is_too_fast for hand in hands.values())
