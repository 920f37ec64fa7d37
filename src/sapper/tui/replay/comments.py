"""What is said of a move in a replay: what it risked, and what was safe instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...action import Kind
from ...analysis import hints
from ...analysis.review import Verdict
from ...analysis.solver import odds
from ...coordinates import cell_name
from ...errors import SapperError
from ..board.marks import Marks
from ..drawing.formatting import percent

if TYPE_CHECKING:
    from ...analysis.explanations import Explanation
    from ...analysis.review import JudgedMove
    from ...board import Board
    from ...replay.model import Replay

    Cell = tuple[int, int]


class Comment(NamedTuple):
    """A word, a sentence, and what they point at."""

    title: str
    sentence: str
    marks: Marks


def comment(replay: Replay, move: JudgedMove) -> Comment | None:
    """Say something of a move that was not certain."""
    if move.verdict not in (Verdict.GUESS, Verdict.MISTAKE):
        return None
    board = replay.after(move.place).board
    action = replay.entries[move.place].action
    cell = (action.row, action.col)
    name = cell_name(*cell)
    subject = f"The chord at {name}" if action.kind is Kind.CHORD else name
    told = f"{subject} was a mine in {percent(move.risk)} of arrangements."
    if action.kind is Kind.CHORD:
        told = f"{subject} opened a square that was a mine in {percent(move.risk)} of arrangements."
    try:
        chances = odds(board)
        if move.verdict is Verdict.GUESS:
            free = [chance for row in chances.rows() for chance in row if chance is not None]
            lowest = min(free, default=move.risk)
            best = "It was the best there was."
            if move.risk > lowest + 0.005:
                best = f"The lowest risk was {percent(lowest)}."
            return Comment("Guess", f"Nothing was certain. {told} {best}", Marks(guess=cell, last=cell))
        safe = chances.safe
        instead, argument = _certain(board, safe)
    except SapperError:
        return None
    marks = Marks(mistake=cell, last=cell, was_safe=safe - {instead}, safe=frozenset({instead}))
    if argument is None:
        return Comment("Mistake", f"{told} {cell_name(*instead)} was safe.", marks)
    marks.reason = frozenset(argument.numbers)
    reason = argument.sentence
    return Comment("Mistake", f"{told} {cell_name(*instead)} was safe: {reason[0].lower()}{reason[1:]}", marks)


def _certain(board: Board, safe: frozenset[Cell]) -> tuple[Cell, Explanation | None]:
    """Choose a safe cell, the one that is simplest to see if there is one."""
    found = hints.hint(board)
    if found.action == "open" and found.cell in safe:
        return found.cell, found.argument
    cell = min(safe)
    return cell, hints.explain(board, *cell)
