"""The mouse events of a game: as they were recorded, or as gestures made for its actions."""

from __future__ import annotations

from math import floor

from ..action import Kind
from ..replay.track import TrackEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..action import LogEntry
    from ..replay import Replay

GESTURES = {
    Kind.OPEN: ("lc", "lr"),
    Kind.CHORD: ("lc", "rc", "lr", "rr"),
    Kind.FLAG: ("rc", "rr"),
    Kind.QUESTION: ("rc", "rr"),
    Kind.CLEAR: ("rc", "rr"),
}


def pixel_of(entry: LogEntry, square: int) -> tuple[int, int]:
    """Return the pixel under the pointer, or the middle of the cell where the pointer was elsewhere."""
    row, col = entry.action.row, entry.action.col
    if entry.pointer is not None and (floor(entry.pointer[1]), floor(entry.pointer[0])) == (row, col):
        return floor(entry.pointer[0] * square), floor(entry.pointer[1] * square)
    return col * square + square // 2, row * square + square // 2


def gesture_events(replay: Replay, square: int) -> Iterator[TrackEvent]:
    """Yield gestures for the actions on cells: the pointer moves there and the buttons are pressed and released."""
    place = None
    for entry in replay.entries:
        if entry.action.kind not in GESTURES:
            continue
        x, y = pixel_of(entry, square)
        if (x, y) != place:
            yield TrackEvent(entry.at, "mv", x, y)
            place = x, y
        for kind in GESTURES[entry.action.kind]:
            yield TrackEvent(entry.at, kind, x, y)
