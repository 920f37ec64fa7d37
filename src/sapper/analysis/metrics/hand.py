"""The hand in a replay: where the pointer stayed, what each move opened, and 1.5 clicks."""

from __future__ import annotations

from ...action import Kind
from ...replay.track import ACTIONS_AT, KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...replay import Replay
    from ...replay.track import Track
    from ...rules import Level

    Cell = tuple[int, int]

_MARKS = (Kind.FLAG, Kind.QUESTION, Kind.CLEAR)
_LONGEST_STAY = 2_000  # milliseconds at one place that count: a player may have gone away


def heat(track: Track, level: Level) -> dict[Cell, float]:
    """Return how long the pointer stayed on each cell, as a share of the longest stay.

    >>> from sapper.replay.track import Track, TrackEvent
    >>> track = Track.of(16, [TrackEvent(0, "mv", 8, 8), TrackEvent(50, "mv", 24, 8), TrackEvent(150, "mv", 99, 8)])
    >>> from sapper import Level
    >>> heat(track, Level(3, 1, 1))
    {(0, 0): 0.5, (0, 1): 1.0}
    """
    stays: dict[Cell, int] = {}
    square = track.square
    for at, until, x, y in zip(track.times, track.times[1:], track.xs, track.ys, strict=False):
        cell = y // square, x // square
        if until > 0 and level.contains(*cell):
            stays[cell] = stays.get(cell, 0) + min(until - max(at, 0), _LONGEST_STAY)
    longest = max(stays.values(), default=0)
    return {cell: stay / longest for cell, stay in stays.items() if stay}


def opened_by_move(replay: Replay) -> list[int]:
    """Return how many cells each action opened."""
    counts, before = [], 0
    for _, game in replay.steps():
        counts.append(max(game.board.opened - before, 0))
        before = game.board.opened
    return counts


def one_and_a_half_clicks(replay: Replay) -> frozenset[int]:
    """Return the places of chords that left ends while the press that set a mark is still down: half a click less."""
    track = replay.track
    if track is None:
        return frozenset()
    found: set[int] = set()
    played, has_marked = 0, False
    for code in track.kinds:
        kind, actions = KINDS[code & 15], code >> ACTIONS_AT
        kinds = [entry.action.kind for entry in replay.entries[played : played + actions]]
        if kind == "rc":
            has_marked = any(made in _MARKS for made in kinds)
        elif kind == "lr" and has_marked:
            found.update(place for place, made in enumerate(kinds, played) if made is Kind.CHORD)
        elif kind in ("rr", "mc"):
            has_marked = False
        played += actions
    return frozenset(found)
