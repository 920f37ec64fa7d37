"""The words of a hint, stage by stage: where to look, which numbers, what follows, and the move.

The cell of the hint is the only one without a number that a guess names, so that no other can be taken for it.
"""

from __future__ import annotations

from ..coordinates import cell_name
from .chance_text import chance, estimate
from .explanations import names
from .hint_marks import region_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from .best_move import Move
    from .explanations import Explanation

    Stages = tuple[str, str, str, str]

Cell = tuple[int, int]

MOST_NAMED = 6  # flags that are named one by one


def certain(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    """Return the stages of a proven move."""
    kind, verb = ("safe move", "Open") if explanation.safe else ("certain mine", "Flag")
    return (
        f"There is a {kind} in the {region_name(board.level, cell)}.",
        _look_at(board, explanation),
        f"{explanation.sentence[:-1]}{_pattern(explanation)}.",
        f"{verb} {cell_name(*cell)}.",
    )


def wrong_flag(board: Board, cell: Cell, explanation: Explanation) -> Stages:
    """Return the stages of a flag that cannot be right."""
    name = cell_name(*cell)
    return (
        f"A flag in the {region_name(board.level, cell)} is wrong.",
        _look_at(board, explanation),
        f"The flag at {name} is wrong: {_continued(explanation.sentence)[:-1]}{_pattern(explanation)}.",
        f"Remove the flag from {name}.",
    )


def assuming(board: Board, cell: Cell, explanation: Explanation, assumed: tuple[Cell, ...], risk: float) -> Stages:
    """Return the stages of a move that is safe if some flags are right."""
    one = len(assumed) == 1
    flags = f"the flag at {names(assumed)} is" if one else f"the flags at {names(assumed)} are"
    if len(assumed) > MOST_NAMED:
        flags = "all flags are"
    return (
        f"No square is certain, but if your flags are right, one in the {region_name(board.level, cell)} is safe.",
        _look_at(board, explanation),
        f"If {flags} right, {_continued(explanation.sentence)[:-1]}{_pattern(explanation)}.",
        f"Open {cell_name(*cell)} if you trust {'that flag' if one else 'these flags'} ({chance(risk)} risk).",
    )


def guess(board: Board, cell: Cell, risk: float, risks: tuple[tuple[float, Cell], ...], move: Move) -> Stages:
    """Return the stages of the best guess."""
    name, lowest = cell_name(*cell), risks[0][0]
    others = [other for other, place in risks if place != cell]
    next_best = f" (next best {chance(others[0])})" if others else ""
    prospects = f", expected chance to win {estimate(move.win)}" if move.win is not None else ""
    if risk <= lowest + 1e-12:
        which, choice = f"The lowest risk is {chance(lowest)}.", f"Lowest risk: {name}, {chance(risk)}{next_best}"
    else:
        which = f"The lowest risk is {chance(lowest)}, but a square with {chance(risk)} has better prospects."
        choice = f"Best prospects: {name}, {chance(risk)} (lowest risk {chance(lowest)})"
    remark = f" {move.remark}" if move.remark else ""
    return (
        f"No square is certain. The best guess is in the {region_name(board.level, cell)}.",
        f"No numbers prove anything more. {which}",
        f"No square is certain. {choice}{prospects}.{remark}",
        f"Open {name} ({chance(risk)} risk).",
    )


def all_flagged(board: Board, cell: Cell, risk: float) -> Stages:
    """Return the stages where every square that may be safe has a flag."""
    name = cell_name(*cell)
    return (
        f"Not all flags can be right. Look at those in the {region_name(board.level, cell)}.",
        "Every square that may be safe has a flag, and some of them must be safe.",
        f"The flag at {name} is the least likely to be right: its risk is {chance(risk)}.",
        f"Remove the flag from {name}.",
    )


def _look_at(board: Board, explanation: Explanation) -> str:
    numbers = ", ".join(f"the {board[cell]} at {cell_name(*cell)}" for cell in sorted(explanation.numbers))
    if not numbers:
        return "Look at the mine count."
    return f"Look at {numbers}{' and the mine count' if explanation.mine_count else ''}."


def _pattern(explanation: Explanation) -> str:
    return f" ({explanation.pattern})" if explanation.pattern else ""


def _continued(sentence: str) -> str:
    return f"{sentence[0].lower()}{sentence[1:]}"
