"""Statistics of a history of games: how many, how often won, how fast, and how that changed."""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress, pairwise

from ..analysis.simulation import wilson
from ..value import Value
from .pieces import picked, pieces, sorted_in_pieces
from .results import LOST, WON, Results, results_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .store import PlayedGame

    History = Results | Sequence[PlayedGame]

_BINS = 12
_LEAST_GAMES = 6  # in a period
PERCENTILES = (10, 25, 50, 75, 90)


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
    lower: int | None = None  # a quarter of the wins was faster
    upper: int | None = None  # a quarter was slower


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

    def __init__(self, history: History) -> None:
        games = _columns(history)
        ended = games.ended
        is_win = ended.is_win
        times, bbbv = picked(ended.elapsed, is_win), picked(ended.bbbv, is_win)
        time, clicks = sum(times), sum(ended.clicks)
        winning, losing, streak = _streaks(ended.codes)
        self._set(
            games=len(ended.codes),
            wins=len(times),
            abandoned=len(games.codes) - len(ended.codes),
            best=min(times, default=None),
            mean=time // len(times) if times else None,
            median=quantile(sorted_in_pieces(times), 50),
            streak=streak,
            longest_streak=winning,
            longest_losing_streak=losing,
            bbbv_per_second=sum(bbbv) * 1000 / time if time else None,
            best_bbbv_per_second=max(
                (one * 1000 / of for one, of in zip(bbbv, times, strict=True) if of), default=None
            ),
            efficiency=sum(ended.solved) / clicks if clicks else None,
            played=sum(games.elapsed),
        )

    @property
    def rate(self) -> float | None:
        """The share of games won."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the true rate with 95 % confidence."""
        return wilson(self.wins, self.games) if self.games else None


def distribution(history: History, bins: int = _BINS) -> list[Bin]:
    """Count wins by time, in bins of one round width. The slowest twentieth shares the last bin."""
    games = _columns(history)
    return bars(sorted_in_pieces(picked(games.elapsed, games.is_win)), bins)


def bars(times: Sequence[int], bins: int) -> list[Bin]:
    """Count sorted times in bins of one round width. The slowest twentieth shares the last bin."""
    if not times:
        return []
    usual = times[max(len(times) * 95 // 100 - 1, 0)]
    width = _round_up((usual - times[0]) // bins + 1)
    start = times[0] // width * width
    cuts = [0, *(bisect_left(times, start + number * width) for number in range(1, bins)), len(times)]
    counts = [after - before for before, after in pairwise(cuts)]
    while len(counts) > 1 and not counts[-1]:
        counts.pop()
    last = len(counts) - 1
    ends = [start + (number + 1) * width for number in range(last)] + [max(times[-1] + 1, start + (last + 1) * width)]
    return [Bin(start + number * width, ends[number], count) for number, count in enumerate(counts)]


def period_count(games: int, most: int = 24) -> int:
    """Return into how many periods to split `games` games: few give few periods, so that each median is meaningful."""
    return min(most, games // _LEAST_GAMES + 1)


def progress(history: History, periods: int = 40) -> list[Period]:
    """Split a history into periods of the same number of games, so that progress shows however uneven they are."""
    ended = _columns(history).ended
    is_win, total = ended.is_win, len(ended.codes)
    count = min(periods, total)
    cuts = [total * number // count for number in range(count + 1)] if count else []
    made = []
    for start, end in pairwise(cuts):
        times = sorted(compress(ended.elapsed[start:end], is_win[start:end]))
        best = times[0] if times else None
        first, last = ended.ended_at[start], ended.ended_at[end - 1]
        lower, median, upper = (quantile(times, percent) for percent in (25, 50, 75))
        made.append(Period(first, last, end - start, len(times), best, median, lower, upper))
    return made


def percentiles(history: History) -> dict[str, int]:
    """Return the percentiles of the times of wins in milliseconds; empty if there is no win."""
    games = _columns(history)
    times = sorted_in_pieces(picked(games.elapsed, games.is_win))
    found = {str(percent): quantile(times, percent) for percent in PERCENTILES}
    return {percent: time for percent, time in found.items() if time is not None}


def figures(history: History) -> dict[str, object]:
    """Return everything about a history by name, in values that JSON has."""
    made = Statistics(history)
    values: dict[str, object] = {name: getattr(made, name) for name in made.field_names()}
    values |= {"rate": made.rate, "interval": made.interval, "percentiles": percentiles(history)}
    parted = progress(history, period_count(made.games))
    for name, parts in (("distribution", distribution(history)), ("progress", parted)):
        values[name] = [{field: getattr(part, field) for field in part.field_names()} for part in parts]
    return values


def _columns(history: History) -> Results:
    return history if isinstance(history, Results) else results_of(history)


def _streaks(codes: bytes) -> tuple[int, int, int]:
    """Return the longest run of wins, of losses, and the current run of wins."""
    won, lost = bytes([WON]), bytes([LOST])
    return _longest(codes, lost), _longest(codes, won), len(codes) - len(codes.rstrip(won))


def _longest(codes: bytes, other: bytes) -> int:
    """Return the longest run without the other code."""
    longest, rest = 0, b""
    for piece in pieces(len(codes)):
        *runs, rest = (rest + codes[piece]).split(other)
        longest = max(longest, *map(len, runs), len(rest))
    return longest


def quantile(times: Sequence[int], percent: int) -> int | None:
    """Return the percentile of sorted times, interpolated; None if there are none."""
    if not times:
        return None
    place, rest = divmod((len(times) - 1) * percent, 100)
    return times[place] + ((times[place + 1] - times[place]) * rest // 100 if rest else 0)


def _round_up(width: int) -> int:
    """Return the next round width: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= width:
                return step * power
        power *= 10
