"""Exact odds, from nothing but what is visible."""

from __future__ import annotations

import os

from .. import _kernel
from ..board import not_a_cell, require_board
from ..buffers import Shared
from ..errors import SapperError
from ..minefield import Minefield
from ..phrase import Phrase, Series
from ..seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import NoReturn

    from ..board import Board
    from ..buffers import Readable
    from ..rules import Level

Cell = tuple[int, int]

_MOST_NAMED = 6  # numbers that contradict each other


class SolverError(SapperError, ValueError):
    """A board that the solver cannot answer, with a sentence that says why."""


class Contradiction(SolverError):
    """A board that no minefield explains; `numbers` are cells that cannot all be true."""

    def __init__(self, level: Level, numbers: dict[Cell, int]) -> None:
        self.numbers = list(numbers)
        self._mines = level.mines
        self._named = tuple(
            Phrase("reason.number", number=number, square=cell) for cell, number in list(numbers.items())[:_MOST_NAMED]
        )
        self._more = max(len(numbers) - _MOST_NAMED, 0)
        listed = Series("commas", self._named)
        if not numbers:
            problem = Phrase("solver.mines-do-not-fit", count=level.mines)
        elif self._more:
            problem = Phrase("solver.and-more-not-true", count=self._more, numbers=listed)
        else:
            problem = Phrase("solver.not-true" if len(numbers) == 1 else "solver.not-all-true", numbers=listed)
        super().__init__(Phrase("solver.no-minefield", problem=problem))

    @property
    def sentence(self) -> str:
        """The numbers that contradict each other, as an English sentence."""
        return str(self.sentence_phrase)

    @property
    def sentence_phrase(self) -> Phrase:
        """The numbers that contradict each other, as a sentence."""
        if not self._named:
            return Phrase("solver.mines-fit-nothing", count=self._mines)
        more = (Phrase("solver.more-numbers", count=self._more),) if self._more else ()
        return Phrase("solver.nothing-fits", numbers=(*self._named, *more))


class OutOfBudget(SolverError):
    """The work budget ran out before the answer was exact."""

    def __init__(self) -> None:
        super().__init__(Phrase("solver.out-of-budget"))


class Odds(Shared):
    """The chance of a mine at every closed cell, exact to rounding (errors below 1e-12).

    `numpy.asarray(odds)` is an array of shape (height, width) without a copy, NaN where a cell is open.

    >>> from sapper import Board
    >>> chances = odds(Board.parse('''
    ... 4x2/2
    ... 11..
    ... ....
    ... '''))
    >>> chances[1, 3], sorted(chances.safe), round(chances.log_arrangements, 6)
    (0.5, [(0, 2), (1, 2)], 1.386294)
    """

    __slots__ = ("_odds", "level")
    level: Level

    def __init__(self, level: Level, odds: _kernel.Odds) -> None:
        self.level = level
        self._odds = odds

    @property
    def safe(self) -> frozenset[Cell]:
        """The cells proven safe, by integer logic."""
        return frozenset(self._odds.safe)

    @property
    def mines(self) -> frozenset[Cell]:
        """The cells proven to be mines, by integer logic."""
        return frozenset(self._odds.mined)

    @property
    def log_arrangements(self) -> float:
        """The natural logarithm of the number of minefields that explain the board."""
        return self._odds.log_arrangements

    def rows(self) -> Iterator[list[float | None]]:
        """Return the rows of chances, None where a cell is open."""
        return (self._odds.row(row) for row in range(self.level.height))

    def __getitem__(self, cell: Cell) -> float | None:
        try:
            row, col = cell
        except (TypeError, ValueError):
            raise not_a_cell(cell) from None
        return self._odds.mine(self.level.index(row, col))

    def risk(self, cell: Cell) -> float:
        """Return the chance of a mine at a closed cell; raise `SolverError` for an open one."""
        chance = self[cell]
        if chance is None:
            raise SolverError(Phrase("solver.open-square", square=tuple(cell)))
        return chance

    def __buffer__(self, flags: int, /) -> memoryview:
        return memoryview(self._odds)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Odds):
            return NotImplemented
        same_total = (self.level, self.log_arrangements) == (other.level, other.log_arrangements)
        return same_total and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash((self.level, self.log_arrangements))

    def __repr__(self) -> str:
        safe, mined = len(self._odds.safe), len(self._odds.mined)
        return f"<Odds {self.level}: {safe} safe, {mined} mined, e^{self.log_arrangements:.1f} arrangements>"


def odds(board: Board, *, trust_flags: bool = False, budget: int = _kernel.DEFAULT_BUDGET) -> Odds:
    """Compute the exact odds of a board. Flags count only where they are to be trusted.

    Raises `Contradiction` where no minefield fits, and `OutOfBudget` where the work would exceed the budget.
    """
    return _checked(require_board(board).level, _kernel.odds(board._cells, budget, trust_flags))


def odds_many(
    boards: Iterable[Board],
    *,
    trust_flags: bool = False,
    budget: int = _kernel.DEFAULT_BUDGET,
    threads: int | None = None,
    out: Readable | None = None,
) -> list[Odds]:
    """Compute the odds of many boards at once, on all cores unless `threads` is given.

    The chances are written to `out` too, an array of float64 of shape (boards, height, width): NaN where a cell is
    open.
    """
    asked = [require_board(board) for board in boards]
    room = _room(asked, out) if out is not None and asked else None
    found = _kernel.odds_many([board._cells for board in asked], budget, trust_flags, threads or os.cpu_count() or 1)
    answers = [_checked(board.level, answer) for board, answer in zip(asked, found, strict=True)]
    if room is not None:
        size = len(room) // len(answers)
        for index, answer in enumerate(answers):
            room[index * size : (index + 1) * size] = memoryview(answer).cast("B").cast("d")
    return answers


def _room(boards: list[Board], out: Readable) -> memoryview[float]:
    """Return the memory of an array that takes the chances of some boards, as a list of numbers."""
    view = memoryview(out)  # type: ignore[arg-type]
    sizes = {(board.level.height, board.level.width) for board in boards}
    if len(sizes) > 1:
        raise TypeError("boards of different sizes do not fit into one array")
    shape = view.shape
    wanted = (len(boards), *sizes.pop())
    if shape != wanted or view.format != "d" or view.readonly or not view.c_contiguous:
        kind = f"{'a read-only' if view.readonly else 'an'} array of format {view.format} and shape {shape}"
        raise TypeError(f"out is a writable array of float64 of shape {wanted}, row by row, not {kind}")
    return view.cast("B").cast("d")


def arrangements(board: Board, seed: Seed | str | int, count: int = 1) -> list[Minefield]:
    """Draw minefields that explain a board, each with the same chance."""
    found = _kernel.draw(require_board(board)._cells, Seed.of(seed).bits, count)
    if not found and count:
        odds(board)
    return [Minefield(truth, board.level) for truth in found]


def _checked(level: Level, answer: _kernel.Odds) -> Odds:
    if answer.verdict != _kernel.Verdict.SOLVED:
        _fail(level, answer)
    return Odds(level, answer)


def _fail(level: Level, answer: _kernel.Odds) -> NoReturn:
    if answer.verdict == _kernel.Verdict.OUT_OF_BUDGET:
        raise OutOfBudget
    raise Contradiction(level, dict(zip(answer.contradiction, answer.contradicting, strict=True)))


def check_result(board: Board, verdict: _kernel.Verdict) -> None:
    """Raise the error that a verdict of the kernel means for a board, if any."""
    if verdict == _kernel.Verdict.OUT_OF_BUDGET:
        raise OutOfBudget
    if verdict == _kernel.Verdict.CONTRADICTION:
        odds(board)  # names the numbers
