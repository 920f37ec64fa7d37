"""Statistics of a history of games: how many, how often won, how fast, and how that changed."""

from __future__ import annotations

from itertools import pairwise

from ..analysis.simulation import wilson
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .store import Played

_BINS = 12


class Bin(Value):
    """A bar of a distribution: times from `start` to before `end`, in milliseconds."""

    start: int
    end: int
    count: int


class Period(Value):
    """Consecutive games, in the order they were played."""

    first: int  # seconds since 1970
    last: int
    games: int
    wins: int
    best: int | None  # milliseconds
    median: int | None


class Statistics(Value):
    """Figures of a history. Times are of wins only, in milliseconds; abandoned games count in nothing else."""

    games: int  # won or lost
    wins: int
    abandoned: int
    best: int | None
    mean: int | None
    median: int | None
    streak: int  # wins in a row up to now
    longest_streak: int
    longest_losing_streak: int
    bbbv_per_second: float | None  # of all wins together
    best_bbbv_per_second: float | None
    efficiency: float | None  # solved 3BV divided by clicks, of all games together
    played: int  # milliseconds, of all games

    def __init__(self, history: Sequence[Played]) -> None:
        ended = [game for game in history if game.status in ("won", "lost")]
        wins = [game for game in ended if game.status == "won"]
        times = sorted(game.elapsed for game in wins)
        bbbv = sum(game.bbbv for game in wins)
        clicks = sum(game.clicks for game in ended)
        winning, losing, streak = _streaks(ended)
        self._set(
            games=len(ended),
            wins=len(wins),
            abandoned=len(history) - len(ended),
            best=times[0] if times else None,
            mean=sum(times) // len(times) if times else None,
            median=_median(times),
            streak=streak,
            longest_streak=winning,
            longest_losing_streak=losing,
            bbbv_per_second=bbbv * 1000 / sum(times) if sum(times) else None,
            best_bbbv_per_second=max((game.bbbv * 1000 / game.elapsed for game in wins if game.elapsed), default=None),
            efficiency=sum(game.solved for game in ended) / clicks if clicks else None,
            played=sum(game.elapsed for game in history),
        )

    @property
    def rate(self) -> float | None:
        """The share of games won."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true rate lies with 95 % confidence."""
        return wilson(self.wins, self.games) if self.games else None


def distribution(history: Sequence[Played], bins: int = _BINS) -> list[Bin]:
    """Count wins by time, in bins of one round width. The slowest twentieth shares the last bin."""
    times = sorted(game.elapsed for game in history if game.status == "won")
    if not times:
        return []
    usual = times[max(len(times) * 95 // 100 - 1, 0)]
    width = _round_up((usual - times[0]) // bins + 1)
    start = times[0] // width * width
    counts = [0] * bins
    for time in times:
        counts[min((time - start) // width, bins - 1)] += 1
    while len(counts) > 1 and not counts[-1]:
        counts.pop()
    last = len(counts) - 1
    ends = [start + (number + 1) * width for number in range(last)] + [max(times[-1] + 1, start + (last + 1) * width)]
    return [Bin(start + number * width, ends[number], count) for number, count in enumerate(counts)]


def progress(history: Sequence[Played], periods: int = 40) -> list[Period]:
    """Split a history into periods of equally many games, so that progress shows however unevenly they were played."""
    ended = [game for game in history if game.status in ("won", "lost")]
    count = min(periods, len(ended))
    cuts = [len(ended) * number // count for number in range(count + 1)] if count else []
    made = []
    for start, end in pairwise(cuts):
        part = ended[start:end]
        times = sorted(game.elapsed for game in part if game.status == "won")
        best = times[0] if times else None
        made.append(Period(part[0].ended_at, part[-1].ended_at, len(part), len(times), best, _median(times)))
    return made


def _streaks(ended: Sequence[Played]) -> tuple[int, int, int]:
    """Return the longest run of wins, of losses, and the current run of wins."""
    longest = {True: 0, False: 0}
    run, last = 0, None
    for game in ended:
        won = game.status == "won"
        run = run + 1 if won is last else 1
        last = won
        longest[won] = max(longest[won], run)
    return longest[True], longest[False], run if last else 0


def _median(times: Sequence[int]) -> int | None:
    middle = len(times) // 2
    if not times:
        return None
    return times[middle] if len(times) % 2 else (times[middle - 1] + times[middle]) // 2


def _round_up(width: int) -> int:
    """Return the next round width: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= width:
                return step * power
        power *= 10
