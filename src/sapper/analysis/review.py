"""Every move of a replay judged: was it certain, a guess, a mistake, and how much luck did it take."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from math import exp, log

from ..action import Kind
from ..board import CellState
from ..errors import SapperError
from ..rules import FirstClick
from ..value import Value
from .metrics import progress
from .solver import SolverError, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..action import LogEntry
    from ..board import Board
    from ..game import Game
    from ..replay.model import Replay

    Cell = tuple[int, int]

#: The largest board whose moves are judged: on larger ones the odds take too long.
MOST_CELLS = 100_000

_CLOSED = (CellState.HIDDEN, CellState.FLAG, CellState.QUESTION)


class ReviewError(SapperError, ValueError):
    """A replay that is not judged, with a sentence that says why."""


class Verdict(StrEnum):
    """What a move was, by what could be known before it."""

    CERTAIN = "certain"
    GUESS = "guess"  # nothing was safe
    MISTAKE = "mistake"  # something was safe, and this was not
    UNKNOWN = "unknown"  # the odds are beyond the work budget


class JudgedMove(Value):
    """A move that opened something. `place` is its place in the list of actions."""

    place: int
    at: int  # milliseconds
    verdict: Verdict
    risk: float  # the chance of a mine; of a chord, at its most dangerous cell
    luck: float  # -log of the chance to survive; nothing where it was not survived
    safe: int  # how many cells were certainly safe
    solved: int  # 3BV seen to be solved after it


class Review(Value):
    """What the moves of a game amount to."""

    moves: tuple[JudgedMove, ...]

    def __init__(self, moves: Iterable[JudgedMove]) -> None:
        self._set(moves=tuple(moves))

    @property
    def guesses(self) -> tuple[JudgedMove, ...]:
        """The moves where nothing was certain."""
        return tuple(move for move in self.moves if move.verdict is Verdict.GUESS)

    @property
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The moves that took a risk where none was needed."""
        return tuple(move for move in self.moves if move.verdict is Verdict.MISTAKE)

    @property
    def luck(self) -> float:
        """The luck of all moves together."""
        return sum(move.luck for move in self.moves)

    @property
    def survival(self) -> float:
        """The chance to come through all risks that were survived."""
        return exp(-self.luck)


def review(replay: Replay) -> Review:
    """Judge a whole replay."""
    return Review(judge(replay))


def judge(replay: Replay) -> Iterator[JudgedMove]:
    """Judge the moves one after another, so that a caller may show how far it is, or stop.

    Each is judged by the board as it was seen before it, and by nothing else.
    """
    if replay.rules.level.cells > MOST_CELLS:
        raise ReviewError(f"moves are judged on boards up to {MOST_CELLS} cells, and this is {replay.rules.level}")
    game = replay.after(0)
    for place, entry in enumerate(replay.entries):
        if entry.action.kind in (Kind.OPEN, Kind.CHORD):
            judged = _judge_move(game, place, entry)
            if judged is not None:
                yield judged
        else:
            game.apply(entry)


def _judge_move(game: Game, place: int, entry: LogEntry) -> JudgedMove | None:
    """Judge a move and play it; None if it opens nothing."""
    level, (row, col) = game.rules.level, (entry.action.row, entry.action.col)
    board = game.board
    rows = range(max(row - 1, 0), min(row + 2, level.height))
    cols = range(max(col - 1, 0), min(col + 2, level.width))
    is_chord = entry.action.kind is Kind.CHORD
    asked = [(r, c) for r in rows for c in cols if (r, c) != (row, col)] if is_chord else [(row, col)]
    marks = _CLOSED if not is_chord else (CellState.HIDDEN, CellState.QUESTION)
    closed = [cell for cell in asked if board[cell] in marks]
    risks: list[float] | None = None
    count = 0
    if _is_promised(game, (row, col)):
        risks = [0.0] * len(closed)
    elif closed:
        with suppress(SolverError):
            risks, count = _risks(board, closed)
    before = board.opened
    seen = [board[cell] for cell in closed]
    game.apply(entry)
    opened = [n for n, cell in enumerate(closed) if board[cell] != seen[n] and _is_open(board[cell])]
    if not opened and board.opened == before:
        return None
    survived = not any(board[closed[n]] == CellState.EXPLODED for n in opened)
    if risks is None:
        return JudgedMove(place, entry.at, Verdict.UNKNOWN, 0.0, 0.0, 0, progress(board))
    own = [risks[n] for n in opened]
    risk = max(own, default=0.0)
    verdict = Verdict.CERTAIN if not risk else Verdict.MISTAKE if count else Verdict.GUESS
    luck = -sum(log(1 - chance) for chance in own) if survived else 0.0
    return JudgedMove(place, entry.at, verdict, risk, luck, count, progress(board))


def _is_open(seen: int) -> bool:
    return seen <= 8 or seen == CellState.EXPLODED


def _is_promised(game: Game, cell: Cell) -> bool:
    """Whether the rules promise that a cell is safe: to the first one opened."""
    rules = game.rules
    if game.first is not None or rules.layout.grade is not None:
        return game.first is None
    return rules.first in (FirstClick.CELL, FirstClick.OPENING) or (
        rules.first is FirstClick.TOP_LEFT and cell == (0, 0)
    )


def _risks(board: Board, cells: list[Cell]) -> tuple[list[float], int]:
    """Give the chance of a mine at each of some cells, and how many cells of the board are certainly safe."""
    chances = odds(board)
    safe = chances.safe
    return [0.0 if cell in safe else chances[cell] or 0.0 for cell in cells], len(safe)
