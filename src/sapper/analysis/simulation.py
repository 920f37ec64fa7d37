"""Many games, played inside the kernel: how often a strategy wins."""

from __future__ import annotations

import threading
from array import array
from math import sqrt

from .. import _kernel
from ..rules import Rules, RulesError
from ..seed import Seed
from ..value import Value
from .best_move import MoveReason, Strength

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..rules import Level

    Progress = Callable[[int], object]
    Clock = Callable[[], tuple[float, float]]

GAMES_AT_ONCE = 32
_Z = 1.959963984540054  # two-sided 95 % of the normal distribution


class Simulation(Value):
    """The result of a series of games. The times are 0 where no clock was given."""

    games: int
    score: float  # games won, or the sum of the weights
    low: float
    high: float
    guesses: float  # per game
    losses: dict[MoveReason, float]  # share of all games lost by a move of each reason
    weighted: bool
    seconds: float
    cpu_seconds: float
    scores: array[float]

    __hash__ = None  # type: ignore[assignment]

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.score / self.games if self.games else 0.0

    @property
    def wins(self) -> int | None:
        """How many games were won; None for weighted games, which are not won or lost."""
        return None if self.weighted else round(self.score)

    @property
    def games_per_second(self) -> float:
        """Games in a second of wall time."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def cpu_ms_per_game(self) -> float:
        """Milliseconds of processor time for one game."""
        return self.cpu_seconds * 1000 / self.games if self.games else 0.0

    def __repr__(self) -> str:
        return f"<Simulation: {self.rate:.2%} of {self.games} games, {self.low:.2%} to {self.high:.2%}>"


def simulate(
    rules: Rules | Level | str,
    games: int,
    seed: Seed | str | int,
    strength: Strength | str = Strength.BEST,
    first: tuple[int, int] | None = None,
    threads: int = 1,
    *,
    weighted: bool = False,
    progress: Progress | None = None,
    clock: Clock | None = None,
) -> Simulation:
    """Play games and count wins. The result depends on the seed and not on the number of threads.

    The first click is at `first`, or in the corner. Weighted games go on after a fatal guess, on a board drawn
    from all that still fit, and score the product of the chances they survived: unbiased, with about a third
    of the variance. An interrupt from the keyboard ends the series early with what there is. `clock` returns wall
    time and processor time in seconds, to measure the series with.
    """
    rules = Rules.of(rules)
    level = rules.level
    cell = check_series(rules, games, first, threads)
    series = _kernel.Series(
        level.width,
        level.height,
        level.mines,
        _kernel.FirstClick[rules.first.name],
        cell,
        Seed.of(seed).bits,
        Strength.parse(strength)._kernel,
        weighted,
    )
    wall, cpu = clock() if clock else (0.0, 0.0)
    scores, guesses, lost = _Workers(series, games, threads).run(progress)
    wall_end, cpu_end = clock() if clock else (0.0, 0.0)
    return summarise(scores, guesses, _losses(lost, len(scores)), weighted, wall_end - wall, cpu_end - cpu)


def check_series(rules: Rules, games: int, first: tuple[int, int] | None, threads: int) -> int:
    """Return the cell of the first click; raise `RulesError` for a series that cannot be played."""
    level = rules.level
    row, col = first or (0, 0)
    if not level.contains(row, col):
        raise RulesError(f"the first click ({row}, {col}) is off the {level.size} board")
    _check_playable(rules)
    if games < 1:
        raise RulesError(f"at least 1 game has to be played, not {games}")
    if threads < 1:
        raise RulesError(f"at least 1 thread is needed, not {threads}")
    return level.index(row, col)


def summarise(
    scores: array[float],
    guesses: int,
    losses: dict[MoveReason, float],
    weighted: bool,
    seconds: float,
    cpu_seconds: float,
) -> Simulation:
    """Return the result of a series with its 95 % interval: Wilson's for plain games, the normal for weighted ones."""
    games, score = len(scores), sum(scores)
    low, high = _spread(scores) if weighted else wilson(round(score), games)
    each = guesses / games if games else 0.0
    return Simulation(games, score, low, high, each, losses, weighted, seconds, cpu_seconds, scores)


def _losses(lost: dict[_kernel.MoveReason, float], games: int) -> dict[MoveReason, float]:
    """Return the share of games lost by each reason."""
    sums = {reason: lost.get(_kernel.MoveReason[reason.name], 0.0) for reason in MoveReason}
    return {reason: share / max(games, 1) for reason, share in sums.items() if share}


def _check_playable(rules: Rules) -> None:
    """Refuse rules that the kernel does not play, rather than play others."""
    usual = Rules(rules.level, first=rules.first)
    for name in ("layout", "completion", "lives", "assists"):
        if getattr(rules, name) != getattr(usual, name):
            raise RulesError(
                f"simulations play random boards to the end with one life, not {name}={getattr(rules, name)}"
            )


class Difference(Value):
    """How much more often one series is won than another, on the same boards, with its standard error."""

    games: int
    mean: float
    error: float

    def __init__(self, one: Simulation, other: Simulation) -> None:
        games = min(one.games, other.games)
        gains = [b - a for a, b in zip(one.scores[:games], other.scores[:games], strict=True)]
        self._set(games=games, mean=sum(gains) / games if games else 0.0, error=_standard_error(gains))


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share that Wilson proposed.

    >>> low, high = wilson(5, 10)
    >>> round(low, 4), round(high, 4)
    (0.2366, 0.7634)
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, _Z * _Z / games
    middle = (share + square / 2) / (1 + square)
    reach = _Z * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(min(middle - reach, share), 0.0), min(max(middle + reach, share), 1.0)


def _spread(scores: array[float]) -> tuple[float, float]:
    mean = sum(scores) / len(scores) if scores else 0.0
    reach = _Z * _standard_error(scores)
    return max(mean - reach, 0.0), min(mean + reach, 1.0)


def _standard_error(values: array[float] | list[float]) -> float:
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)


class _Workers:
    """Threads that take portions of a series in turn; the portions are added up in order."""

    def __init__(self, series: _kernel.Series, games: int, threads: int) -> None:
        self._series = series
        self._games = games
        self._threads = min(threads, (games + GAMES_AT_ONCE - 1) // GAMES_AT_ONCE)
        self._begins = iter(range(0, games, GAMES_AT_ONCE))
        self._lock = threading.Lock()
        self._finished = threading.Semaphore(0)  # joining a thread does not survive an interrupt
        self._done: dict[int, _kernel.SeriesResult] = {}
        self._failure: BaseException | None = None

    def run(self, progress: Progress | None) -> tuple[array[float], int, dict[_kernel.MoveReason, float]]:
        workers = [threading.Thread(target=self._work) for _ in range(self._threads)]
        for worker in workers:
            worker.start()
        left = len(workers)
        while left:
            try:
                left -= self._finished.acquire(timeout=0.1)
                if progress:
                    progress(min(len(self._done) * GAMES_AT_ONCE, self._games))
            except KeyboardInterrupt:
                with self._lock:
                    self._begins = iter(range(0))
        for worker in workers:
            worker.join()
        if self._failure:
            raise self._failure
        return self._sum()

    def _work(self) -> None:
        simulator = _kernel.Simulator()
        try:
            while True:
                with self._lock:
                    begin = next(self._begins, None)
                if begin is None:
                    return
                count = min(GAMES_AT_ONCE, self._games - begin)
                self._done[begin] = simulator.play(self._series, begin, count)
        except BaseException as failure:
            self._failure = failure
        finally:
            self._finished.release()

    def _sum(self) -> tuple[array[float], int, dict[_kernel.MoveReason, float]]:
        scores, guesses = array("d"), 0
        lost = dict.fromkeys(_kernel.MoveReason, 0.0)
        for begin in sorted(self._done):
            result = self._done[begin]
            scores.extend(result.scores)
            guesses += result.guesses
            for reason, chance in result.lost.items():
                lost[reason] += chance
        return scores, guesses, lost
