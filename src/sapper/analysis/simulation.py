"""Many games, played inside the kernel: how often a strategy wins."""

from __future__ import annotations

from array import array
from math import sqrt

from .. import _kernel
from ..phrase import Phrase
from ..rules import Rules, RulesError
from ..seed import Seed
from ..value import Value
from .best_move import MoveReason, Strength
from .shards import gather, play_in_threads, ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..rules import Level
    from .shards import Cluster, Progress

    Clock = Callable[[], tuple[float, float]]
    #: The score of each game, all guesses, and the chances lost by a move of each reason.
    Portion = tuple[array[float], int, dict[MoveReason, float]]

_PORTION = 32  # games that are added up together, wherever they are played: sums depend on their order
_SHARD = 32 * _PORTION  # for a cluster
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
        """The number of games won; None for weighted games, which are not won or lost."""
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
    cluster: Cluster | None = None,
    progress: Progress | None = None,
    clock: Clock | None = None,
    interruptible: bool = True,
) -> Simulation:
    """Play games and count wins. The result depends on the seed and not on the number of threads, nor on the cluster.

    The first click is at `first`, or in the corner. Weighted games go on after a fatal guess, on a board drawn
    from all that still fit, and score the product of the chances they survived: unbiased, with about a third
    of the variance. If the series is interruptible, an interrupt from the keyboard ends it early with the games that
    were played. A cluster plays the games on other machines, and `threads` on this one (`sapper.cluster`). `clock`
    returns wall time and processor time in seconds, to measure the series with.
    """
    rules = Rules.of(rules)
    cell = check_series(rules, games, first, threads)
    series = _Series(rules, cell, Seed.of(seed), Strength.parse(strength), weighted)
    wall, cpu = clock() if clock else (0.0, 0.0)
    if cluster is None:
        size = _PORTION
        shards = play_in_threads(series.play, games, size, min(threads, -(-games // size)))
    else:
        size = _SHARD
        shards = cluster.play(series.play, games, size)
    done = gather(shards, games, size, progress, interruptible=interruptible)
    wall_end, cpu_end = clock() if clock else (0.0, 0.0)
    scores, guesses, losses = _add_up(portion for portions in done for portion in portions)
    return summarise(scores, guesses, losses, weighted, wall_end - wall, cpu_end - cpu)


def check_series(rules: Rules, games: int, first: tuple[int, int] | None, threads: int) -> int:
    """Return the cell of the first click; raise `RulesError` for a series that cannot be played."""
    level = rules.level
    row, col = first or (0, 0)
    if not level.contains(row, col):
        raise RulesError(Phrase("error.first-off-board", first=f"({row}, {col})", size=level.size))
    _check_playable(rules)
    if games < 1:
        raise RulesError(Phrase("series.games", given=games))
    if threads < 1:
        raise RulesError(Phrase("series.threads", given=threads))
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


def _check_playable(rules: Rules) -> None:
    """Refuse rules that the kernel does not play, rather than play others."""
    usual = Rules(rules.level, first=rules.first)
    for name in ("layout", "completion", "lives", "assists", "guessing"):
        if getattr(rules, name) != getattr(usual, name):
            raise RulesError(Phrase("series.other-rules", given=f"{name}={getattr(rules, name)}"))


class Difference(Value):
    """The difference between the win rates of two series on the same boards, with its standard error."""

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


class _Series(Value):
    """All that determines the games of a series. It travels to other machines."""

    rules: Rules
    cell: int
    seed: Seed
    strength: Strength
    weighted: bool

    def play(self, numbers: range) -> list[Portion]:
        """Play some games of the series, the first of which begins a portion."""
        level = self.rules.level
        series = _kernel.Series(
            level.width,
            level.height,
            level.mines,
            _kernel.FirstClick[self.rules.first.name],
            self.cell,
            self.seed.bits,
            self.strength._kernel,
            self.weighted,
        )
        simulator = _kernel.Simulator()
        portions = []
        for part in ranges(len(numbers), _PORTION):
            result = simulator.play(series, numbers.start + part.start, len(part))
            lost = {reason: result.lost.get(_kernel.MoveReason[reason.name], 0.0) for reason in MoveReason}
            portions.append((array("d", result.scores), result.guesses, lost))
        return portions


def _add_up(portions: Iterable[Portion]) -> Portion:
    """Return all scores, all guesses, and the share of games lost by each reason."""
    scores, guesses = array("d"), 0
    lost = dict.fromkeys(MoveReason, 0.0)
    for some, guessed, chances in portions:
        scores.extend(some)
        guesses += guessed
        for reason, chance in chances.items():
            lost[reason] += chance
    return scores, guesses, {reason: share / max(len(scores), 1) for reason, share in lost.items() if share}
