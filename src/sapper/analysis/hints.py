"""Hints with their reasons: the simplest one first, in stages that each reveal a little more."""

from __future__ import annotations

from ..board import Board, CellState, require_board
from ..phrase import Phrase, chance
from ..value import Value
from . import hint_words
from .best_move import Strength, best_move
from .explanations import Explanation, conclusion, explain
from .odds import SolverError, arrangements, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..minefield import Minefield
    from .hint_words import Stages
    from .odds import Odds

Cell = tuple[int, int]


class Hint(Value):
    """The next move, and its reason. Each stage reveals a little more: region, numbers, conclusion, move.

    `explanation` is None when nothing is certain; `risk` is then the risk of the cell, and `risks` are the lowest ones
    of all cells without a flag. With `assumed` flags the explanation holds if these flags are right, and not otherwise.
    """

    action: str  # open, flag or clear
    cell: Cell
    explanation: Explanation | None
    phrases: Stages
    risk: float = 0.0
    risks: tuple[tuple[float, Cell], ...] = ()
    win: float | None = None  # estimated chance to win, where a guess is needed and the estimate can be trusted
    assumed: tuple[Cell, ...] = ()

    @property
    def is_certain(self) -> bool:
        """Whether the hint is proven, not a guess."""
        return self.explanation is not None and not self.assumed

    @property
    def wrong_flag(self) -> bool:
        """Whether the hint is about a flag that cannot be right."""
        return self.action == "clear"

    @property
    def stages(self) -> tuple[str, str, str, str]:
        """The stages in English."""
        region, numbers, conclusion, move = map(str, self.phrases)
        return region, numbers, conclusion, move

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return str(self.phrases[2])

    def __str__(self) -> str:
        return self.sentence


def hint(board: Board, chances: Odds | None = None) -> Hint:
    """Return the simplest certain conclusion with its reason, or else the best guess.

    A flag that cannot be right comes first. Flags that must be right are used like mines that are shown. Where nothing
    is certain, the other flags are taken as the player's assumption. Mines are pointed out only to players who flag.
    `chances` are the odds of the board, where they are known already.
    """
    board = require_board(board).copy()  # another thread may play on
    chances = chances or odds(board)
    flags = _flags(board)
    known = with_certain_mines(board, chances)
    wrong = flags & chances.safe
    if wrong:
        cell = min(wrong)
        explanation = explain(known, *cell)
        assert explanation is not None
        return Hint("clear", cell, explanation, hint_words.wrong_flag(board, cell, explanation))
    explanation = conclusion(known)
    if explanation is not None and (explanation.safe or flags or not _may_be_safe(chances)):
        cell = min(explanation.cells)
        action = "open" if explanation.safe else "flag"
        return Hint(action, cell, explanation, hint_words.certain(board, cell, explanation))
    return _assuming(board, chances, flags - chances.mines) or _guess(board, chances, flags)


def is_certain(board: Board, chances: Odds | None = None) -> bool:
    """Return whether some closed cell is certainly safe, so that no guess is needed."""
    return bool((chances or odds(board)).safe)


def no_safe_cell(board: Board) -> list[Minefield] | None:
    """Return a proof that no cell is certainly safe; None where some cell is.

    The proof is a list of minefields that all fit, and in which each closed cell is a mine once.
    """
    board = require_board(board).copy()
    closed = set(board.closed())
    if odds(board).safe & closed:
        return None
    chosen = []
    doubtful = set(closed)
    for field in arrangements(board, 0, 32):
        covered = doubtful.intersection(field.mines())
        if covered:
            chosen.append(field)
            doubtful -= covered
    while doubtful:
        row, col = min(doubtful)
        cells = bytearray(board.to_bytes())
        cells[board.level.index(row, col)] = CellState.MINE
        (field,) = arrangements(Board.from_bytes(board.level, cells), 0)
        chosen.append(field)
        doubtful.difference_update(field.mines())
    return chosen


def why(board: Board, row: int, col: int, chances: Odds | None = None) -> str:
    """Return the facts known about a cell, in English."""
    return str(why_phrase(board, row, col, chances))


def why_phrase(board: Board, row: int, col: int, chances: Odds | None = None) -> Phrase:
    """Return the facts known about a cell."""
    board = require_board(board).copy()
    cell, state = (row, col), board[row, col]
    if state <= 8:
        return Phrase("why.open", square=cell, number=int(state))
    explanation = explain(board, row, col)
    if explanation is None:
        risk = (chances or odds(board))[row, col]
        assert risk is not None
        return Phrase("why.either", square=cell, risk=chance(risk))
    return Phrase("why.safe" if explanation.safe else "why.mine", square=cell, reason=explanation.phrase)


def _assuming(board: Board, chances: Odds, doubtful: frozenset[Cell]) -> Hint | None:
    """Return the conclusion if all flags are right, None if there is none."""
    if not doubtful:
        return None
    try:
        found = conclusion(_with_mines(board, _flags(board)))
    except SolverError:  # the flags cannot all be right, or the work takes too long
        return None
    if found is None or not found.safe:
        return None
    near = {cell for number in found.numbers for cell in board.neighbours(*number)}
    assumed = tuple(sorted(doubtful if found.mine_count else doubtful & near))
    cell = min(found.cells)
    risk = chances.risk(cell)
    return Hint("open", cell, found, hint_words.assuming(board, cell, found, assumed, risk), risk, assumed=assumed)


def _may_be_safe(chances: Odds) -> list[tuple[float, Cell]]:
    """Return the closed cells that are no certain mines, each with its risk."""
    mines = chances.mines
    return [
        (risk, (row, col))
        for row, line in enumerate(chances.rows())
        for col, risk in enumerate(line)
        if risk is not None and (row, col) not in mines
    ]


def _guess(board: Board, chances: Odds, flags: frozenset[Cell]) -> Hint:
    closed = _may_be_safe(chances)
    if not closed:
        raise SolverError(Phrase("solver.all-open"))
    free = sorted(place for place in closed if place[1] not in flags)
    if not free:  # every cell that may be safe has a flag
        risk, cell = min(closed)
        return Hint("clear", cell, None, hint_words.all_flagged(board, cell, risk), risk)
    risks = tuple(free[:2])
    move = best_move(board, Strength.FAST)
    cell, risk = (move.row, move.col), 1 - move.safe
    stages = hint_words.guess(board, cell, risk, risks, move)
    return Hint("open", cell, None, stages, risk, risks, move.win)


def with_certain_mines(board: Board, chances: Odds) -> Board:
    """Return the board with those flags shown as mines that must be right."""
    return _with_mines(board, _flags(board) & chances.mines)


def _flags(board: Board) -> frozenset[Cell]:
    if not board.flags:
        return frozenset()
    found = (
        (row, col) for row, line in enumerate(board.rows()) for col, seen in enumerate(line) if seen == CellState.FLAG
    )
    return frozenset(found)


def _with_mines(board: Board, mines: Iterable[Cell]) -> Board:
    """Return the board with some of its flags shown as mines."""
    cells = bytearray(board.to_bytes())
    for cell in mines:
        cells[board.level.index(*cell)] = CellState.MINE
    return Board.from_bytes(board.level, cells)
