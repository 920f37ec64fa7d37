"""What charts of a history show beside the figures: single wins, survival, and how much was played on each day."""

from __future__ import annotations

from heapq import nsmallest
from itertools import compress
from typing import NamedTuple

from .results import WON

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .results import Results

MOST_POINTS = 2000  # more dots than that cannot be told apart
DAYS = 371  # a year, and the days that complete its weeks
_DAY = 86_400


class Win(NamedTuple):
    """A win in a chart."""

    id: int
    elapsed: int  # milliseconds
    bbbv: int
    ended_at: int  # seconds since 1970, 0 if unknown
    clicks: int


class Day(NamedTuple):
    """What was played on a day."""

    day: int  # since 1970, in the time zone that was asked for
    games: int
    wins: int


def newest_wins(history: Results, most: int = MOST_POINTS) -> list[Win]:
    """Return the newest wins, the oldest of them first, and the fastest of all in any case."""
    wins = _wins(history)
    newest = wins[max(len(wins) - most, 0) :]
    best = min(wins, key=_fastest_first, default=None)
    return newest if best is None or best in newest else [best, *newest[1:]]


def fastest_wins(history: Results, most: int) -> list[Win]:
    """Return the fastest wins, the older of two that are equally fast first."""
    return nsmallest(most, _wins(history), key=_fastest_first)


def survival(history: Results, steps: int = 20) -> list[float]:
    """Return the share of games not lost before each part of their 3BV was solved, from nothing to everything.

    The last one is the share that was won. Abandoned games do not count.
    """
    ended = history.ended
    total = len(ended.codes)
    lost = [0] * (steps + 1)
    for code, solved, bbbv in zip(ended.codes, ended.solved, ended.bbbv, strict=True):
        if code != WON:
            lost[min(solved * steps // bbbv, steps - 1) if bbbv else 0] += 1
    shares: list[float] = []
    alive = total
    for count in lost if total else ():
        shares.append(alive / total)
        alive -= count
    return shares


def days(history: Results, now: int, offset: int = 0) -> list[Day]:
    """Count games and wins by day for the year up to now; `offset` is that of the time zone, in seconds."""
    first = (now + offset) // _DAY - DAYS + 1
    counts: dict[int, list[int]] = {}
    for code, ended_at in zip(history.codes, history.ended_at, strict=True):
        day = (ended_at + offset) // _DAY
        if day >= first and ended_at:
            count = counts.setdefault(day, [0, 0])
            count[0] += 1
            count[1] += code == WON
    return [Day(day, games, wins) for day, (games, wins) in sorted(counts.items())]


def _wins(history: Results) -> list[Win]:
    columns = (history.ids, history.elapsed, history.bbbv, history.ended_at, history.clicks)
    return list(map(Win, *(compress(column, history.is_win) for column in columns)))


def _fastest_first(win: Win) -> tuple[int, int]:
    return win.elapsed, win.id
