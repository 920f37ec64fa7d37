"""The actions at cells that the rules offer, from the visible board alone."""

from __future__ import annotations

from .action import Action, Kind
from .board import CLOSED, CellState
from .rules import Assist, Chord, Flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .board import Board
    from .rules import Rules

_UNFLAGGED = 1 << CellState.HIDDEN | 1 << CellState.QUESTION
_KNOWN_MINES = 1 << CellState.FLAG | 1 << CellState.EXPLODED


def legal_moves(rules: Rules, board: Board, *, has_begun: bool) -> Iterator[Action]:
    """Yield the opens, marks and chords that change a board in play and that its rules offer, row by row.

    `has_begun`: the mines are placed.
    """
    may_mark = has_begun or rules.preflag
    may_flag = may_mark and _has_flags_left(rules, board)
    for (row, col), seen in board.items():
        if seen <= 8:
            if _chord_does_something(rules, board, row * board.level.width + col, seen):
                yield Action(Kind.CHORD, row, col)
        elif seen in CLOSED:
            if not is_protected(rules, seen):
                yield Action(Kind.OPEN, row, col)
            if may_flag and seen != CellState.FLAG:
                yield Action(Kind.FLAG, row, col)
            if may_mark and rules.questions and seen != CellState.QUESTION:
                yield Action(Kind.QUESTION, row, col)
            if seen != CellState.HIDDEN:
                yield Action(Kind.CLEAR, row, col)


def is_protected(rules: Rules, seen: int) -> bool:
    """Return whether the mark on a closed cell protects it from being opened."""
    if seen == CellState.FLAG:
        return rules.protect_flags
    return seen == CellState.QUESTION and rules.protect_questions


def _has_flags_left(rules: Rules, board: Board) -> bool:
    return rules.flags is Flags.FREE or (rules.flags is Flags.CAPPED and board.flags < board.level.mines)


def _chord_does_something(rules: Rules, board: Board, cell: int, number: int) -> bool:
    if rules.chord is Chord.OFF:
        return False
    marked = len(board._cells.around(cell, _KNOWN_MINES))
    unflagged = board._cells.around(cell, _UNFLAGGED)
    if rules.allows_chord(number, marked):
        targets = board._cells.around(cell, 1 << CellState.HIDDEN) if rules.protect_questions else unflagged
        return bool(targets)
    is_forced = len(unflagged) + marked == number
    return is_forced and Assist.FLAG_AROUND in rules.assists and _has_flags_left(rules, board)
