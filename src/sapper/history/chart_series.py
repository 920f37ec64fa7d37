"""Series for charts of a history: single wins, survival, and the games of each day."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from heapq import nsmallest
from itertools import compress
from typing import NamedTuple

from .pieces import picked, pieces
from .results import LOST, WON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pieces import Column
    from .results import Results

MOST_POINTS = 2000  # more dots cannot be distinguished
DAYS = 371  # a year, and the days that complete its weeks
_DAY = 86_400
_IS_LOSS = bytes(int(code == LOST) for code in range(256))


class Win(NamedTuple):
    """A win in a chart."""

    id: int
    elapsed: int  # milliseconds
    bbbv: int
    ended_at: int  # seconds since 1970, 0 if unknown
    clicks: int


class Day(NamedTuple):
    """The games of a day."""

    day: int  # since 1970, in the given time zone
    games: int
    wins: int


def newest_wins(history: Results, most: int = MOST_POINTS) -> list[Win]:
    """Return the newest wins, the oldest of them first, and the fastest of all in any case."""
    places = _wins(history)
    newest = places[max(len(places) - most, 0) :]
    time = history.elapsed.__getitem__
    best = min((min(places[piece], key=time) for piece in pieces(len(places))), key=time, default=None)
    if best is not None and best not in newest:
        newest[0] = best
    return [_win(history, place) for place in newest]


def fastest_wins(history: Results, most: int) -> list[Win]:
    """Return the fastest wins, the older of two that are equally fast first."""
    places = nsmallest(most, _wins(history), key=history.elapsed.__getitem__)
    return [_win(history, place) for place in places]


def survival(history: Results, steps: int = 20) -> list[float]:
    """Return the share of games not lost before each part of their 3BV was solved, from nothing to everything.

    The last one is the share that was won. Abandoned games do not count.
    """
    codes = history.codes
    losses = codes.translate(_IS_LOSS)
    lost = [0] * (steps + 1)
    for solved, bbbv in zip(compress(history.solved, losses), compress(history.bbbv, losses), strict=True):
        lost[min(solved * steps // bbbv, steps - 1) if bbbv else 0] += 1
    alive = total = codes.count(WON) + codes.count(LOST)
    shares: list[float] = []
    for count in lost if total else ():
        shares.append(alive / total)
        alive -= count
    return shares


def days(history: Results, now: int, offset: int = 0) -> list[Day]:
    """Count games and wins by day for the year up to now; `offset` is that of the time zone, in seconds."""
    first = max(((now + offset) // _DAY - DAYS + 1) * _DAY - offset, 1)  # a moment of 0 is not known
    start = bisect_left(history.ended_at, first)
    dates = [(ended_at + offset) // _DAY for ended_at in history.ended_at[start:]]
    is_win = history.is_win[start:]
    games, wins = Counter[int](), Counter[int]()
    for piece in pieces(len(dates)):
        games.update(dates[piece])
        wins.update(compress(dates[piece], is_win[piece]))
    return [Day(day, games[day], wins[day]) for day in sorted(games)]


def _wins(history: Results) -> Column:
    """Return the places of the wins in a history."""
    return picked(range(len(history.codes)), history.is_win)


def _win(history: Results, place: int) -> Win:
    return Win(*(getattr(history, field)[place] for field in Win._fields))
