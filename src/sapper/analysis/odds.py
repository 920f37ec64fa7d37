"""Exact odds, from nothing but what is visible."""

from __future__ import annotations

import os

from .. import _kernel
from ..coordinates import cell_name
from ..errors import SapperError
from ..minefield import Minefield
from ..seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..board import Board
    from ..rules import Level

Cell = tuple[int, int]


class SolverError(SapperError, ValueError):
    """A board that the solver cannot answer, with a sentence that says why."""


class Contradiction(SolverError):
    """A board that no minefield explains; `numbers` are cells that cannot all be true."""

    def __init__(self, board: Board, numbers: list[Cell]) -> None:
        self.numbers = numbers
        if numbers:
            named = [f"the {board[cell]} at {cell_name(*cell)}" for cell in numbers[:6]]
            more = f" and {len(numbers) - 6} more numbers" if len(numbers) > 6 else ""
            problem = f"{', '.join(named)}{more} cannot {'all be' if len(numbers) > 1 else 'be'} true"
        else:
            problem = f"the numbers do not allow exactly {board.level.mines} mines"
        super().__init__(f"no minefield explains this board: {problem}")
        self._named = [f"the {board[cell]} at {cell_name(*cell)}" for cell in numbers]
        self._mines = board.level.mines

    @property
    def sentence(self) -> str:
        """Which numbers contradict each other, in a sentence of its own."""
        if not self._named:
            return f"No minefield with exactly {self._mines} mines fits these numbers."
        *named, last = self._named[:6]
        if len(self._named) > 6:
            named, last = [*named, last], f"{len(self._named) - 6} more numbers"
        return f"No minefield fits {', '.join(named)}{' and ' if named else ''}{last}."


class OutOfBudget(SolverError):
    """The work budget ran out before the answer was exact."""

    def __init__(self) -> None:
        super().__init__("the work budget ran out before the answer was exact: give a larger one")


class Odds:
    """The chance of a mine at every closed cell, exact to rounding (errors below 1e-12).

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
        row, col = cell
        return self._odds.mine(self.level.index(row, col))

    def __repr__(self) -> str:
        safe, mined = len(self._odds.safe), len(self._odds.mined)
        return f"<Odds {self.level}: {safe} safe, {mined} mined, e^{self.log_arrangements:.1f} arrangements>"


def odds(board: Board, *, trust_flags: bool = False, budget: int = _kernel.DEFAULT_BUDGET) -> Odds:
    """Compute the exact odds of a board. Flags count only where they are to be trusted.

    Raises `Contradiction` where no minefield fits, and `OutOfBudget` where the work would exceed the budget.
    """
    return _checked(board, _kernel.odds(board._cells, budget, trust_flags))


def odds_many(
    boards: Iterable[Board],
    *,
    trust_flags: bool = False,
    budget: int = _kernel.DEFAULT_BUDGET,
    threads: int | None = None,
) -> list[Odds]:
    """Compute the odds of many boards at once, on all cores unless `threads` is given."""
    asked = list(boards)
    cells = [board._cells for board in asked]
    found = _kernel.odds_many(cells, budget, trust_flags, threads or os.cpu_count() or 1)
    return [_checked(board, answer) for board, answer in zip(asked, found, strict=True)]


def arrangements(board: Board, seed: Seed | str | int, count: int = 1) -> list[Minefield]:
    """Draw minefields that explain a board, each with the same chance."""
    found = _kernel.draw(board._cells, Seed.of(seed).bits, count)
    if not found and count:
        odds(board)
    return [Minefield(truth, board.level) for truth in found]


def _checked(board: Board, answer: _kernel.Odds) -> Odds:
    check_result(board, answer.verdict, answer)
    return Odds(board.level, answer)


def check_result(board: Board, verdict: _kernel.Verdict, answer: _kernel.Odds | None = None) -> None:
    """Raise the error that a verdict of the kernel means for a board, if any."""
    if verdict == _kernel.Verdict.CONTRADICTION:
        found = answer or _kernel.odds(board._cells, _kernel.DEFAULT_BUDGET, False)
        raise Contradiction(board, found.contradiction)
    if verdict == _kernel.Verdict.OUT_OF_BUDGET:
        raise OutOfBudget
