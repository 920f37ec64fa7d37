"""Turns buttons, fingers and keys into actions. Nothing here changes a board: the caller plays the actions."""

from __future__ import annotations

from enum import StrEnum

from ..action import Action, Kind
from ..board import CLOSED, CellState
from ..rules import Chord, Flags
from .choices import RightDrag, TouchScheme, When

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..rules import Rules
    from .schema import Controls

    Cell = tuple[int, int]

SWITCH_HOLD = 400  # ms: with a switch a hold is rare and a slow tap is not, so it takes at least this long
NEAR_MISS = 0.8  # of the hold time: a press at least this long was probably meant as a hold, and does not open
SLOP = 8  # pixels: a finger that moves further pans
CELL = 32  # pixels, the side of a cell by default


class Button(StrEnum):
    """A button of the mouse."""

    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


class _Task(StrEnum):
    """The effect that a pressed button will have where it is released."""

    OPEN = "open"
    CHORD = "chord"
    MARK = "mark"
    MARK_OR_CHORD = "mark or chord"


class _Device:
    """The actions of every input device at a cell, by the controls and the rules."""

    __slots__ = ("controls", "rules")

    def __init__(self, controls: Controls, rules: Rules) -> None:
        self.controls = controls
        self.rules = rules

    def _open(self, board: Board, cell: Cell) -> list[Action]:
        """Open, or chord on a number where the left button does. Opening an open or flagged cell is a wasted click."""
        if _is_open(board, cell) and self.controls.chord_left_on_number and self._has_chords:
            return self._chord(cell)
        return [Action(Kind.OPEN, *cell)]

    def _chord(self, cell: Cell | None) -> list[Action]:
        return [Action(Kind.CHORD, *cell)] if cell is not None and self._has_chords else []

    def _mark(self, board: Board, cell: Cell) -> list[Action]:
        """Return the action that sets the next mark: flag, question mark where the rules have it, nothing."""
        rules = self.rules
        seen = board[cell]
        if seen not in CLOSED or not self._has_marks(board):
            return []
        if seen == CellState.HIDDEN:
            is_full = rules.flags is Flags.CAPPED and board.flags >= board.level.mines
            kind = Kind.QUESTION if is_full and rules.questions else Kind.FLAG
        elif seen == CellState.FLAG and rules.questions:
            kind = Kind.QUESTION
        else:
            kind = Kind.CLEAR
        return [Action(kind, *cell)]

    def _right(self, board: Board, cell: Cell) -> list[Action]:
        """Mark a closed cell, chord on a number where the right button does."""
        if _is_open(board, cell):
            return self._chord(cell) if self.controls.chord_right_on_number else []
        return self._mark(board, cell)

    @property
    def _has_chords(self) -> bool:
        return self.rules.chord is not Chord.OFF

    def _has_marks(self, board: Board) -> bool:
        if self.rules.flags is Flags.OFF:
            return False
        is_begun = board.opened > 0 or board.mines_left + board.flags < board.level.mines
        return self.rules.preflag or is_begun


class Mouse(_Device):
    """The buttons of a mouse.

    The left button opens where it is released, if no other button was down meanwhile. Two buttons chord when the
    first of them is released, and the other then does nothing. `None` is a place off the board, where buttons do
    nothing.

    >>> from sapper import Board, Rules
    >>> from sapper.controls.schema import Controls
    >>> mouse, board = Mouse(Controls(), Rules()), Board("8x8/10")
    >>> mouse.press(board, "left", (3, 3)), mouse.preview(board)
    ([], {(3, 3)})
    >>> mouse.move((3, 4))
    >>> mouse.release(board, "left", (3, 4))
    [Action.parse('open 3 4')]
    """

    __slots__ = ("_cell", "_down", "_is_chording", "_last_click", "_left_task", "_right_task")

    def __init__(self, controls: Controls, rules: Rules) -> None:
        super().__init__(controls, rules)
        self.cancel()

    def cancel(self) -> None:
        """Forget every button, as when a new game begins or the window loses the mouse."""
        self._down: set[Button] = set()
        self._cell: Cell | None = None
        self._drop_tasks()

    def _drop_tasks(self) -> None:
        """Cancel what the pressed buttons would do. They still count as down."""
        self._left_task: _Task | None = None
        self._right_task: _Task | None = None
        self._is_chording = False  # with left and right
        self._last_click: tuple[Cell, int] | None = None  # on a number, for double clicks

    def press(
        self, board: Board, button: Button | str, cell: Cell | None, *, shift: bool = False, at: int | None = None
    ) -> list[Action]:
        """Press a button. A double click needs the time, in milliseconds."""
        button = Button(button)
        cell = self._cell = _on_board(board, cell)
        self._down.add(button)
        if button is Button.MIDDLE:
            self._drop_tasks()
        if Button.MIDDLE in self._down:
            return []
        if len(self._down) == 2 and self.controls.chord_both_buttons and self._has_chords:
            self._is_chording = True
            return []
        if button is Button.LEFT:
            return self._press_left(board, cell, shift, at)
        return self._press_right(board, cell)

    def move(self, cell: Cell | None) -> None:
        """Point at another cell; buttons act where they are released."""
        self._cell = cell

    def release(self, board: Board, button: Button | str, cell: Cell | None) -> list[Action]:
        """Release a button."""
        button = Button(button)
        cell = self._cell = _on_board(board, cell)
        if button not in self._down:
            return []
        self._down.discard(button)
        if button is Button.MIDDLE:
            return self._chord(cell) if self.controls.chord_middle else []
        if self._is_chording:
            self._drop_tasks()
            return self._chord(cell)
        if button is Button.LEFT:
            task, self._left_task = self._left_task, None
        else:
            task, self._right_task = self._right_task, None
            if task is _Task.CHORD and cell is not None and not _is_open(board, cell):
                return []  # S4: over the opposite type nothing happens
        return [] if task is None or cell is None else self._finish(board, task, cell)

    def preview(self, board: Board) -> set[Cell]:
        """Return the cells to draw pressed."""
        cell = _on_board(board, self._cell)
        if cell is None:
            return set()
        if self._is_chording or self._holds_middle:
            return self._closed_around(board, cell)
        task = self._left_task or self._right_task
        is_open = _is_open(board, cell)
        if task is _Task.OPEN:
            chords = is_open and self.controls.chord_left_on_number and self._has_chords
            return self._closed_around(board, cell) if chords else self._if_pressable(board, cell)
        if task is _Task.CHORD:
            return self._closed_around(board, cell) if is_open or self._left_task else set()
        if task is _Task.MARK_OR_CHORD and is_open:
            chords = self.controls.chord_right_on_number and self._has_chords
            return self._closed_around(board, cell) if chords else set()
        return {cell} if task is not None and self._mark(board, cell) else set()

    @property
    def face_pressed(self) -> bool:
        """Whether the face is worried: an opening may follow."""
        armed = self._left_task is not None or self._right_task is _Task.CHORD
        return armed or self._is_chording or self._holds_middle

    def _press_left(self, board: Board, cell: Cell | None, shift: bool, at: int | None) -> list[Action]:
        self._left_task = None
        if Button.RIGHT in self._down:
            return []
        is_double = self._is_double_click(board, cell, at)
        if cell is None:
            return []
        task = _Task.OPEN
        if self._has_chords and ((shift and self.controls.chord_shift_left) or is_double):
            task = _Task.CHORD
        if self.controls.reveal is When.PRESS:
            return self._finish(board, task, cell)
        self._left_task = task
        return []

    def _press_right(self, board: Board, cell: Cell | None) -> list[Action]:
        self._left_task = self._right_task = None
        if cell is None:
            return []
        is_open = _is_open(board, cell)
        on_press = self.controls.flag is When.PRESS
        if on_press and not is_open:
            return self._mark(board, cell)
        if not on_press and self.controls.right_drag is RightDrag.POSITION:
            self._right_task = _Task.MARK_OR_CHORD
        elif not is_open:
            self._right_task = _Task.MARK
        elif self.controls.chord_right_on_number and self._has_chords:
            self._right_task = _Task.CHORD
        return []

    def _finish(self, board: Board, task: _Task, cell: Cell) -> list[Action]:
        if task is _Task.OPEN:
            return self._open(board, cell)
        if task is _Task.MARK:
            return self._mark(board, cell)
        if task is _Task.MARK_OR_CHORD:
            return self._right(board, cell)
        return self._chord(cell)

    def _is_double_click(self, board: Board, cell: Cell | None, at: int | None) -> bool:
        last = self._last_click
        self._last_click = None
        if cell is None or at is None or not _is_open(board, cell):
            return False
        self._last_click = (cell, at)
        is_double = last is not None and last[0] == cell and 0 <= at - last[1] <= self.controls.double_click_ms
        return is_double and self.controls.chord_double_click

    @property
    def _holds_middle(self) -> bool:
        return Button.MIDDLE in self._down and self.controls.chord_middle and self._has_chords

    def _closed_around(self, board: Board, cell: Cell) -> set[Cell]:
        row, col = cell
        near = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        kinds = (CellState.HIDDEN,) if self.rules.protect_questions else (CellState.HIDDEN, CellState.QUESTION)
        return {place for place in near if _on_board(board, place) and board[place] in kinds}

    def _if_pressable(self, board: Board, cell: Cell) -> set[Cell]:
        seen = board[cell]
        is_protected = (seen == CellState.FLAG and self.rules.protect_flags) or (
            seen == CellState.QUESTION and self.rules.protect_questions
        )
        return {cell} if seen in CLOSED and not is_protected else set()


class Touch(_Device):
    """One finger. Places are measured in cells, so (2.5, 0.5) is the middle of the first cell in the third row.

    A tap and a hold act on the cell where the finger went down, and of opening and flagging one does the one and one
    the other; a tap on a number chords. A finger that moves more than 8 pixels pans instead. A hold acts as soon as
    `wait` is called at or after its time, or else when the finger lifts.
    """

    __slots__ = ("_origin", "_since", "_slop", "is_flagging", "is_panning")

    def __init__(self, controls: Controls, rules: Rules) -> None:
        super().__init__(controls, rules)
        self.is_flagging = False  # what a tap does in the scheme with a switch
        self.cancel()

    def cancel(self) -> None:
        """Forget the finger, as when a second one comes down."""
        self._origin: tuple[float, float] | None = None
        self._since = 0
        self._slop = 0.0  # in cells
        self.is_panning = False

    def switch(self) -> None:
        """Switch between opening and flagging."""
        self.is_flagging = not self.is_flagging

    @property
    def due(self) -> int | None:
        """When a hold acts by itself, None if nothing is held."""
        if self._origin is None or self.is_panning:
            return None
        return self._since + self._hold_ms

    @property
    def _hold_ms(self) -> int:
        hold_ms = self.controls.hold_ms
        return max(hold_ms, SWITCH_HOLD) if self.controls.touch is TouchScheme.SWITCH else hold_ms

    @property
    def _tap_flags(self) -> bool:
        """Whether a tap flags and a hold opens; without flags a tap opens and a hold does nothing."""
        scheme = self.controls.touch
        is_chosen = self.is_flagging if scheme is TouchScheme.SWITCH else scheme is TouchScheme.TAP_FLAGS
        return is_chosen and self.rules.flags is not Flags.OFF

    def press(self, place: tuple[float, float], at: int, *, cell: float = CELL) -> None:
        """Put the finger down, at a time in milliseconds, where cells have a side of `cell` pixels."""
        self.cancel()
        self._origin, self._since, self._slop = place, at, SLOP / cell

    def move(self, place: tuple[float, float]) -> None:
        """Slide the finger; beyond a small distance it pans until it lifts."""
        if self._origin is not None:
            row, col = self._origin
            self.is_panning |= (place[0] - row) ** 2 + (place[1] - col) ** 2 > self._slop**2

    def wait(self, board: Board, at: int) -> list[Action]:
        """Return the actions of a hold once its time has come; lifting the finger then does nothing."""
        due = self.due
        cell = self._cell(board)
        if due is None or at < due or cell is None or _is_open(board, cell):
            return []
        self.cancel()
        return self._hold(board, cell)

    def release(self, board: Board, place: tuple[float, float], at: int) -> list[Action]:
        """Lift the finger."""
        self.move(place)
        cell, held, is_panning = self._cell(board), at - self._since, self.is_panning
        self.cancel()
        if cell is None or is_panning:
            return []
        if _is_open(board, cell):
            return self._chord(cell)
        if held >= self._hold_ms:
            return self._hold(board, cell)
        is_near_miss = held >= NEAR_MISS * self._hold_ms
        return self._mark(board, cell) if is_near_miss or self._tap_flags else self._uncover(cell)

    def _hold(self, board: Board, cell: Cell) -> list[Action]:
        return self._uncover(cell) if self._tap_flags else self._mark(board, cell)

    def _uncover(self, cell: Cell) -> list[Action]:
        return [Action(Kind.OPEN, *cell)]

    def _cell(self, board: Board) -> Cell | None:
        if self._origin is None:
            return None
        row, col = self._origin
        return _on_board(board, (int(row // 1), int(col // 1)))


class Keyboard(_Device):
    """The keys that play at the cursor: `open`, `mark`, `chord` and `right-button` of the key map."""

    __slots__ = ()

    def press(self, board: Board, name: str, cell: Cell | None) -> list[Action]:
        """Return the moves of a key-map action at a cell; other actions play nothing."""
        cell = _on_board(board, cell)
        if cell is None:
            return []
        if name == "open":
            return self._open(board, cell)
        if name == "chord":
            return self._chord(cell)
        if name == "mark":
            return self._mark(board, cell)
        return self._right(board, cell) if name == "right-button" else []


def _on_board(board: Board, cell: Cell | None) -> Cell | None:
    return cell if cell is not None and board.level.contains(*cell) else None


def _is_open(board: Board, cell: Cell) -> bool:
    return board[cell] <= 8
