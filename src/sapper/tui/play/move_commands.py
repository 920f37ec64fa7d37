"""Moves at a cell, and the ways of the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...board import CellState
from ...display.wording import message, wording
from ...errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from ...board import Board
    from ...rules import Level
    from .screen import PlayScreen

    Cell = tuple[int, int]

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_MOST_LOOKED_AT = 200_000  # cells, on the way to the next one that fits
_TARGETS = {str(number): number for number in range(1, 9)} | {"f": CellState.FLAG, "?": CellState.QUESTION}


class MoveCommands:
    """Plays moves and moves the cursor."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._awaits_target = False  # the next key says what to find
        self._target: int | None = None  # of the last search: a number, or the value of a mark

    @property
    def _level(self) -> Level:
        return self._state.session.game.rules.level

    # -- Moves

    def play(self, action: Action, device: str) -> None:
        """Play a move, or show why it cannot be played."""
        try:
            self.begin(action, device)
        except (SapperError, MemoryError) as error:
            self._screen.complain(error)

    def begin(self, action: Action, device: str) -> None:
        """Play a move, now or once its board is there."""
        self.play_now(action, device)

    def play_by_hand(self, actions: list[Action], device: str) -> None:
        """Play the moves of a key or a button, but for those that look like a slip: these have to be made twice."""
        screen = self._screen
        if self._state.is_drafting:
            self._pencil(actions)
            return
        for action in actions:
            if self._state.is_slip(action, screen.sapper.clock()):
                screen.warn((action.row, action.col))
            else:
                self.play(action, device)

    def _pencil(self, actions: list[Action]) -> None:
        """Mark cells in the draft in place of playing."""
        for action in actions:
            self._state.pencil(action)
        self._screen.refresh_all()

    def play_now(self, action: Action, device: str) -> None:
        """Play a move and show what it changed."""
        before = self._screen.board.before()
        outcome = self._state.play(action, device)
        self._screen.show(outcome, before)

    def do_open(self) -> None:
        """Open the cell."""
        self._press("open")

    def do_mark(self) -> None:
        """Flag the cell, or go on to the next mark."""
        self._press("mark")

    def do_chord(self) -> None:
        """Chord on the cell."""
        self._press("chord")

    def do_right_button(self) -> None:
        """Do what the right button does on the cell."""
        self._press("right-button")

    def _press(self, name: str) -> None:
        screen, state = self._screen, self._state
        if not state.is_open or not screen.takes_moves:
            return
        cell = screen.target
        screen.put_cursor(cell)
        if state.is_drafting and name != "chord":  # also where the rules have no flags
            self._pencil([Action(Kind.OPEN if name == "open" else Kind.FLAG, *cell)])
            return
        self.play_by_hand(state.keyboard.press(state.session.board, name, cell), "key")

    # -- The cursor

    def move_cursor(self, action: str, times: int, *, is_counted: bool) -> bool:
        """Do an action that takes a count; return False if it is another one."""
        if action in _STEPS:
            self._step(*_STEPS[action], times)
        elif action in ("top", "bottom") and is_counted:
            self._screen.put_cursor((min(times - 1, self._level.height - 1), self._screen.target[1]))
        else:
            return False
        return True

    def _step(self, down: int, right: int, times: int) -> None:
        level, (row, col) = self._level, self._screen.target
        row = max(min(row + down * times, level.height - 1), 0)
        self._screen.put_cursor((row, max(min(col + right * times, level.width - 1), 0)))

    def do_left(self) -> None:
        """Go one column to the left."""
        self._step(*_STEPS["left"], 1)

    def do_right(self) -> None:
        """Go one column to the right."""
        self._step(*_STEPS["right"], 1)

    def do_up(self) -> None:
        """Go one row up."""
        self._step(*_STEPS["up"], 1)

    def do_down(self) -> None:
        """Go one row down."""
        self._step(*_STEPS["down"], 1)

    def do_row_start(self) -> None:
        """Go to the first column."""
        self._screen.put_cursor((self._screen.target[0], 0))

    def do_row_end(self) -> None:
        """Go to the last column."""
        self._screen.put_cursor((self._screen.target[0], self._level.width - 1))

    def do_top(self) -> None:
        """Go to the first cell."""
        self._screen.put_cursor((0, 0))

    def do_bottom(self) -> None:
        """Go to the last cell."""
        self._screen.put_cursor((self._level.height - 1, self._level.width - 1))

    def do_page_up(self) -> None:
        """Go a page up."""
        self._step(-1, 0, self._screen.board.page[0])

    def do_page_down(self) -> None:
        """Go a page down."""
        self._step(1, 0, self._screen.board.page[0])

    def do_next_frontier(self) -> None:
        """Go to the next closed cell next to an open one."""
        self._to_frontier(1)

    def do_previous_frontier(self) -> None:
        """Go to the previous closed cell next to an open one."""
        self._to_frontier(-1)

    def _to_frontier(self, way: int) -> None:
        board = self._state.session.board
        self._to_next(way, lambda cell: _touches(board, cell, range(9)))

    def _to_next(self, way: int, fits: Callable[[Cell], bool]) -> bool:
        """Go to the next cell that fits, in reading order and around; return whether there is one."""
        level, (row, col) = self._level, self._screen.target
        start = row * level.width + col
        for step in range(1, min(level.cells, _MOST_LOOKED_AT) + 1):
            cell = divmod((start + way * step) % level.cells, level.width)
            if fits(cell):
                self._screen.put_cursor(cell)
                return True
        return False

    # -- Finding

    def do_find(self) -> None:
        """Wait for the key that says what to find."""
        if self._state.is_open:
            self._awaits_target = True
            self._screen.say(message("find.prompt"))

    def take_target(self, stroke: str) -> bool:
        """Take the key that says what to find; return whether it was waited for."""
        if not self._awaits_target:
            return False
        self._awaits_target = False
        self._screen.say("")
        target = _TARGETS.get(stroke)
        if target is None:
            return stroke == "escape"
        self._target = target
        self._find(1)
        return True

    def do_find_next(self) -> None:
        """Go to the next cell of what was looked for."""
        self._find(1)

    def do_find_previous(self) -> None:
        """Go to the previous cell of what was looked for."""
        self._find(-1)

    def _find(self, way: int) -> None:
        board, target = self._state.session.board, self._target
        if target is None:
            self.do_find()
        elif self._state.is_covered:
            return
        elif target in (CellState.FLAG, CellState.QUESTION):
            name = "flag" if target == CellState.FLAG else "question"
            if not self._to_next(way, lambda cell: board[cell] == target):
                self._screen.say(message("find.none", square=wording().words("squares", name).name))
        elif not self._to_next(way, lambda cell: _touches(board, cell, (target,))):
            self._screen.say(message("find.none-beside", number=target))


def _touches(board: Board, cell: Cell, numbers: Collection[int]) -> bool:
    """Return whether a cell is closed without a flag and has one of these numbers next to it."""
    is_undecided = board[cell] in (CellState.HIDDEN, CellState.QUESTION)
    return is_undecided and any(board[near] in numbers for near in board.neighbours(*cell))
