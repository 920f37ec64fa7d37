"""Moves at a cell, and the ways of the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...board import CellState
from ...errors import SapperError

if TYPE_CHECKING:
    from ...action import Action
    from ...rules import Level
    from .screen import PlayScreen

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_MOST_LOOKED_AT = 200_000  # cells, on the way to the next frontier cell


class MoveCommands:
    """Plays moves and moves the cursor."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen
        self._state = screen.state

    @property
    def _level(self) -> Level:
        return self._state.session.game.rules.level

    # -- Moves

    def play(self, action: Action, device: str) -> None:
        """Play a move, after the search for a no-guess board where it needs one."""
        try:
            if self._state.session.needs_preparation(action):
                self._screen.look_for(action, device)
            else:
                self.play_now(action, device)
        except (SapperError, MemoryError) as error:
            self._screen.complain(error)

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
        if not state.is_open or screen.search or screen.failed:
            return
        cell = screen.target
        screen.put_cursor(cell)
        for action in state.keyboard.press(state.session.board, name, cell):
            self.play(action, "key")

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
        """Go to the next closed cell beside an open one."""
        self._to_frontier(1)

    def do_previous_frontier(self) -> None:
        """Go to the previous closed cell beside an open one."""
        self._to_frontier(-1)

    def _to_frontier(self, way: int) -> None:
        board, level, (row, col) = self._state.session.board, self._level, self._screen.target
        start = row * level.width + col
        for step in range(1, min(level.cells, _MOST_LOOKED_AT)):
            cell = divmod((start + way * step) % level.cells, level.width)
            if board[cell] == CellState.HIDDEN and any(board[near] <= 8 for near in board.neighbours(*cell)):
                self._screen.put_cursor(cell)
                return
