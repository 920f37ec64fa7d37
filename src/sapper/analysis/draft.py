"""The consequences of a player's suppositions: the steps of the ladder, up to a contradiction if there is one."""

from __future__ import annotations

from .. import _kernel
from ..board import Board, CellState, require_board
from ..phrase import Phrase
from ..value import Value
from .explanations import Explanation
from .odds import Contradiction, SolverError, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

Cell = tuple[int, int]

MOST_STEPS = 60


class Consequences(Value):
    """The steps that follow from a draft, the simplest first, and why it cannot be if it leads to a contradiction.

    `clash` are numbers that cannot all be true then. `refuted` is the cell of a draft of one mark that leads to a
    contradiction, and `is_mine` what the cell therefore is.
    """

    steps: tuple[Explanation, ...]
    clash: tuple[Cell, ...]
    contradiction: Phrase | None
    refuted: Cell | None
    is_mine: bool

    @property
    def phrase(self) -> Phrase:
        """The result in a sentence or two."""
        if self.contradiction is None:
            return Phrase("draft.followed" if self.steps else "draft.nothing-follows", count=len(self.steps))
        if self.refuted is None:
            return Phrase("draft.not-all", reason=self.contradiction)
        code = "draft.so-mine" if self.is_mine else "draft.so-safe"
        return Phrase(code, reason=self.contradiction, square=self.refuted)


def follow(board: Board, mines: Collection[Cell], safe: Collection[Cell]) -> Consequences:
    """Return what follows from a board if some closed cells are mines and others are safe, from each to the next.

    Flags that may be wrong are suppositions like the others.
    """
    board = require_board(board).copy()
    flags = {cell for cell, seen in board.items() if seen == CellState.FLAG}
    certain = flags & odds(board).mines
    supposed = dict.fromkeys(flags - certain, CellState.MINE)
    supposed |= dict.fromkeys(mines, CellState.MINE) | dict.fromkeys(safe, CellState.WRONG_FLAG)
    start = now = _with_cells(board, (dict.fromkeys(certain, CellState.MINE) | supposed).items())
    reached = {*mines, *safe}
    steps: list[Explanation] = []
    while len(steps) < MOST_STEPS and (found := _next_step(now, reached)):
        steps.append(found)
        reached.update(found.cells)
        state = CellState.WRONG_FLAG if found.safe else CellState.MINE
        now = _with_cells(now, ((cell, state) for cell in found.cells))
    clash, contradiction = _contradiction(now, start)
    alone = next(iter(supposed)) if len(supposed) == 1 and contradiction else None
    return Consequences(
        tuple(steps), clash, contradiction, alone, alone is not None and supposed[alone] == CellState.WRONG_FLAG
    )


def _next_step(board: Board, reached: Collection[Cell]) -> Explanation | None:
    """Return the simplest conclusion about cells that share a number with those reached so far."""
    near = {cell for number in _numbers_at(board, reached) for cell in board.neighbours(*number)}
    for found in _kernel.conclude(board._cells, _kernel.Grade.FULL).conclusions:
        cells = [cell for cell in found.cells if cell in near]
        if cells:
            explained = _kernel.explain(board._cells, board.level.index(*cells[0])).explanation
            return None if explained is None else _whole(Explanation.of(board, explained))
    return None


def _whole(found: Explanation) -> Explanation:
    """Return an explanation of one cell as that of all cells that its last step settles."""
    return found.replace(cells=tuple(sorted({*found.cells, *found.steps[-1].cells})))


def _numbers_at(board: Board, cells: Collection[Cell]) -> set[Cell]:
    return {number for cell in cells for number in board.neighbours(*cell) if board[number] <= 8}


def _contradiction(*boards: Board) -> tuple[tuple[Cell, ...], Phrase | None]:
    """Return the numbers that cannot all be true on one of some boards, and the sentence; nothing if all agree."""
    for board in boards:
        try:
            odds(board)
        except Contradiction as error:
            return tuple(error.numbers), error.sentence_phrase
        except SolverError:
            continue
    return (), None


def _with_cells(board: Board, cells: Iterable[tuple[Cell, CellState]]) -> Board:
    changed = bytearray(board.to_bytes())
    for cell, state in cells:
        changed[board.level.index(*cell)] = state
    return Board.from_bytes(board.level, changed)
