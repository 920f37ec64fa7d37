"""The clicks of a game, counted while it is played again."""

from __future__ import annotations

from math import dist

from ...action import Kind
from ...board import CellState
from ...value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...action import LogEntry
    from ...game import Game

_FLAGGED = 1 << CellState.FLAG

_LEFT, _RIGHT, _CHORD = range(3)
_BUTTONS = {
    Kind.OPEN: _LEFT,
    Kind.FLAG: _RIGHT,
    Kind.QUESTION: _RIGHT,
    Kind.CLEAR: _RIGHT,
    Kind.CHORD: _CHORD,
}


class Clicks(Value):
    """Clicks by what they are for: opening, marking, chording."""

    left: int = 0
    right: int = 0
    chord: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.left + self.right + self.chord

    def __sub__(self, others: Clicks) -> Clicks:
        return Clicks(self.left - others.left, self.right - others.right, self.chord - others.chord)


class ClickTally:
    """Counts the clicks of a game while it is played again. What is undone later still counts as a click."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cells = game.board._cells
        self._level = game.rules.level
        self._idle: set[int] = set()  # flags that no chord has used
        self._pointer: tuple[float, float] | None = None
        self.clicks = [0, 0, 0]
        self.effective = [0, 0, 0]
        self.flagged: list[int] = []
        self.unflagged: list[int] = []
        self.used_flags = 0
        self.path: float | None = None  # between the pointers of actions

    def apply(self, entry: LogEntry) -> None:
        """Play an action and count it."""
        if entry.pointer is not None:
            self._move(entry.pointer)
        action = entry.action
        button = _BUTTONS.get(action.kind)
        if button is None:
            self._game.apply(entry)
            return
        self.clicks[button] += 1
        cell = self._level.index(action.row, action.col)
        if button == _RIGHT:
            changed = self._mark(entry, cell)
        elif button == _CHORD:
            changed = self._chord(entry, cell)
        else:
            changed = len(self._game.apply(entry).cells) > 0
        self.effective[button] += changed

    def _mark(self, entry: LogEntry, cell: int) -> bool:
        before = self._cells[cell]
        board = self._game.board.to_bytes() if self._game.rules.assists else None
        if not len(self._game.apply(entry).cells):
            return False
        if board is not None and board == self._game.board.to_bytes():  # an assist has set the mark back at once
            return False
        if entry.action.kind is Kind.FLAG:
            self.flagged.append(cell)
            self._idle.add(cell)
        elif before == CellState.FLAG:
            self.unflagged.append(cell)
        return True

    def _chord(self, entry: LogEntry, cell: int) -> bool:
        cells = self._cells
        flags = cells.around(cell, _FLAGGED)
        before = cells.opened + cells.exploded
        has_all_flags = cells[cell] == len(flags)
        changed = len(self._game.apply(entry).cells) > 0
        if has_all_flags or cells.opened + cells.exploded > before:
            used = self._idle.intersection(flags)
            self._idle -= used
            self.used_flags += len(used)
        return changed

    def _move(self, pointer: tuple[float, float]) -> None:
        last, self._pointer = self._pointer or pointer, pointer
        self.path = (self.path or 0.0) + dist(last, pointer)
