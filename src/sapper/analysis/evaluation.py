"""The protocol by which policies are measured: the same boards, starts and intervals for all. See docs/evaluate.md."""

from __future__ import annotations

import threading
from array import array
from collections import deque

from .. import _kernel
from ..board import Board, CellState
from ..phrase import Phrase
from ..rules import Rules
from ..seed import Seed
from ..value import Value
from .best_move import Strength
from .odds import odds
from .policies import PolicyError, policy
from .shards import LostShard, gather, play_in_processes, ranges
from .simulation import check_series, simulate, summarise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from ..rules import Level
    from .policies import Policy
    from .shards import Cluster, Progress
    from .simulation import Clock, Simulation

    Cell = tuple[int, int]
    #: Chooses a cell on each of some boards.
    BatchPolicy = Callable[[list[Board]], Sequence[Cell]]

PROTOCOL = 1
_SHARD = 64  # games, at least, that a process plays in one go
_one_at_a_time = threading.Lock()  # a policy need not know of threads, which a worker of a cluster may have
_HOPELESS = 1e-6  # a guess less safe than this counts as lost, also in weighted games


class Evaluation(Value):
    """The strength of a policy: a series of games, and its guesses per game while a cell was proven safe."""

    series: Simulation
    needless: float


def evaluate(
    chosen: Policy | BatchPolicy | str,
    rules: Rules | Level | str,
    games: int,
    seed: Seed | str | int,
    first: Cell | None = None,
    *,
    weighted: bool = False,
    batch: int = 0,
    workers: int = 1,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
    clock: Clock | None = None,
) -> Evaluation:
    """Play a series of games with a policy, given by its name or as a function of a board that returns a cell.

    Game i is the i-th of `simulate` with the same seed, for every policy. The first click is at `first`, or in the
    corner, and not the policy's. With `batch`, the policy takes a list of up to `batch` boards and returns a list of
    cells. `workers` are threads for the strengths of the solver, and processes for any other policy, which then has to
    be picklable; a cluster plays on other machines (`sapper.cluster`). The result depends on none of them.

    >>> evaluate("random", "8x8/1", 20, "a").series
    <Simulation: 85.00% of 20 games, 63.96% to 94.76%>
    """
    rules = Rules.of(rules)
    if isinstance(chosen, str) and chosen in tuple(Strength):
        series = simulate(
            rules,
            games,
            seed,
            chosen,
            first,
            workers,
            weighted=weighted,
            cluster=cluster,
            progress=progress,
            clock=clock,
            interruptible=False,
        )
        return Evaluation(series, 0.0)
    check_series(rules, games, first, workers)
    if batch < 0:
        raise PolicyError(f"a batch has at least 1 board, not {batch}")
    if isinstance(chosen, str):
        chosen, batch = policy(chosen), 0
    table = _Table(chosen, rules, Seed.of(seed), first or (0, 0), weighted, batch)
    wall, cpu = clock() if clock else (0.0, 0.0)
    scores, guesses, needless = array("d"), 0, 0
    for portion in table.play(games, workers, cluster, progress):
        for score, guessed, without_need in portion:
            scores.append(score)
            guesses += guessed
            needless += without_need
    wall_end, cpu_end = clock() if clock else (0.0, 0.0)
    return Evaluation(
        summarise(scores, guesses, {}, weighted, wall_end - wall, cpu_end - cpu), needless / max(len(scores), 1)
    )


class _Table:
    """The boards on which a policy plays. It travels to other processes."""

    def __init__(
        self, chosen: Policy | BatchPolicy, rules: Rules, seed: Seed, first: Cell, weighted: bool, batch: int
    ) -> None:
        self.policy = chosen
        self.rules = rules
        self.seed = seed
        self.first = first
        self.weighted = weighted
        self.batch = batch

    def play(
        self, games: int, workers: int, cluster: Cluster | None, progress: Progress | None
    ) -> list[list[tuple[float, int, int]]]:
        """Return the results of all shards, in the order of the games."""
        size = max(_SHARD, 4 * self.batch)
        shards: Generator[tuple[int, list[tuple[float, int, int]]]]
        if cluster is not None:
            shards = cluster.play(self.play_some, games, size)
        elif workers == 1:
            shards = ((numbers.start, self.play_some(numbers)) for numbers in ranges(games, size))
        else:
            shards = play_in_processes(self.play_some, games, size, workers)
        try:
            return gather(shards, games, size, progress)
        except LostShard:
            raise PolicyError(Phrase("series.process-ended")) from None

    def play_some(self, numbers: range) -> list[tuple[float, int, int]]:
        """Return the score of each game, its guesses, and those of them that were needless."""
        waiting = deque(_Trial(self, number) for number in numbers)
        results: dict[int, tuple[float, int, int]] = {}
        playing: list[_Trial] = []
        while waiting or playing:
            while waiting and len(playing) < max(self.batch, 1):
                trial = waiting.popleft()
                trial.open(self.first)
                playing.append(trial)
            results |= {trial.number: trial.result for trial in playing if trial.is_over}
            playing = [trial for trial in playing if not trial.is_over]
            for trial, cell in zip(playing, self._choose(playing), strict=True):
                trial.open(cell)
        return [results[number] for number in numbers]

    def _choose(self, trials: list[_Trial]) -> Sequence[Cell]:
        """Ask the policy for a cell on every board."""
        boards = [trial.board for trial in trials]
        if not boards:
            return []
        try:
            with _one_at_a_time:
                cells: Sequence[Cell] = self.policy(boards) if self.batch else [self.policy(boards[0])]  # type: ignore[arg-type,list-item,assignment]
        except Exception as error:
            words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            where = _place(error, getattr(self.policy, "path", ""))
            raise PolicyError(
                Phrase("series.policy-failed", game=trials[0].number, where=where, reason=words)
            ) from error
        if len(cells) != len(boards):
            raise PolicyError(Phrase("series.wrong-count", boards=len(boards), squares=len(cells)))
        return cells


def _place(error: Exception, path: str) -> Phrase:
    """Return the file and the line at which a policy failed: the deepest of its own file, if that is known."""
    from pathlib import Path
    from traceback import extract_tb

    frames = extract_tb(error.__traceback__)
    last = [frame for frame in frames if frame.filename == path or not path][-1:] or frames[-1:]
    return Phrase("series.where", file=Path(last[0].filename).name, line=last[0].lineno or 0)


class _Trial:
    """One game of a series."""

    def __init__(self, table: _Table, number: int) -> None:
        level = table.rules.level
        self.number = number
        self.board = Board(level)
        self.weight = 1.0
        self.is_over = False
        self._table = table
        self._seed = _kernel.derive_seed(table.seed.bits, number)
        self._redraws = 0
        self._guesses = self._needless = 0
        first_click = _kernel.FirstClick[table.rules.first.name]
        zone = _kernel.first_click_zone(level.width, level.height, first_click, level.index(*table.first))
        self._is_first_safe = bool(zone) and zone[0] == level.index(*table.first)
        self._field = _kernel.Minefield.lay(level.width, level.height, level.mines, self._seed, zone)

    def open(self, chosen: Cell) -> None:
        """Open the cell that was chosen. A weighted game survives it with its chance."""
        level = self.board.level
        cell = self._checked(chosen)
        safe = self._chance(level.cell(cell))
        self._guesses += safe < 1
        if self._table.weighted:
            self.weight *= safe
        if self._field.is_mine(cell):
            if not self._table.weighted or safe < _HOPELESS:
                self.weight = 0.0
                self.is_over = True
                return
            self._redraw(cell)
        self.board._cells.open(self._field, [cell], False, True)
        self.is_over = self.board.opened == level.cells - level.mines

    @property
    def result(self) -> tuple[float, int, int]:
        """The score, the guesses, and those of them that were needless."""
        return self.weight, self._guesses, self._needless

    def _checked(self, chosen: Cell) -> int:
        level = self.board.level
        try:
            row, col = (int(part) for part in chosen)
        except (TypeError, ValueError):
            raise PolicyError(Phrase("series.not-a-cell", given=repr(chosen))) from None
        if not level.contains(row, col):
            raise PolicyError(Phrase("series.cell-off", row=row, column=col, size=level.size))
        if self.board[row, col] != CellState.HIDDEN:
            raise PolicyError(Phrase("series.cell-open", row=row, column=col))
        return level.index(row, col)

    def _chance(self, cell: Cell) -> float:
        """Return the exact chance that a cell is safe, and count it where another is proven to be."""
        if not self.board.opened and self._is_first_safe:
            return 1.0
        known = odds(self.board)
        if cell in known.safe:
            return 1.0
        self._needless += bool(known.safe)
        return 0.0 if cell in known.mines else 1.0 - (known[cell] or 0.0)

    def _redraw(self, spared: int) -> None:
        """Replace the minefield by another that fits what is seen, with no mine at a cell; all equally likely."""
        redraws = _kernel.derive_seed(self._seed, 0)
        while self._field.is_mine(spared):
            seed = _kernel.derive_seed(redraws, self._redraws)
            self._redraws += 1
            self._field = _kernel.draw(self.board._cells, seed, 1)[0]
