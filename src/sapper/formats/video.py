"""Recordings of a mouse: where all video formats meet. The events are played again on our own game.

Buttons act as the ranking rules say: left opens where it comes up, right marks when it goes down, two buttons or the
middle one or Shift and left chord, and after a chord the button that is still down does nothing.
"""

from __future__ import annotations

from functools import lru_cache

from ..action import Action, Kind, LogEntry
from ..analysis.metrics.click_counter import ClickCounter
from ..board import CellState
from ..controls.gestures import Button, Mouse
from ..controls.settings import controls_for
from ..game import Game, Status
from ..phrase import Phrase, word
from ..replay.track import ACTIONS_AT, Track
from ..rules import Rules
from .common import FormatError
from .events import NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..board import Board
    from ..controls.settings import Controls
    from ..layouts import Layout

    Cell = tuple[int, int]

EVENTS = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt")
SQUARE = 16  # pixels, where a file does not say
MOST_UNDONE = 2_000_000  # actions played again because of undoing
_PARTS_OF_A_CELL = 64  # the precision of pointers in a replay
_MARKED = {CellState.HIDDEN: Kind.CLEAR, CellState.FLAG: Kind.FLAG, CellState.QUESTION: Kind.QUESTION}


def controls(superclick: bool = False) -> Controls:
    """Return the controls of recorded videos: no double clicks, and chording by left on a number only if asked for."""
    return controls_for("official", {"chord-double-click": False, "chord-left-on-number": superclick})


@lru_cache(maxsize=64)
def rules_of(level: str, questions: bool) -> Rules:
    """Return the rules of a video of another program."""
    return Rules(level, ruleset="official", questions=questions)


class VideoPlayer:
    """Plays the events of a RAWVF video, in the order of time, on a game; the kernel plays those of binary videos.

    In a video of another program the clock starts when the first cell is opened, and what comes before happens at 0. In
    our own files the times are those of the game.
    """

    def __init__(
        self,
        rules: Rules,
        layout: Layout,
        *,
        square: int = SQUARE,
        superclick: bool = False,
        questions: bool | None = None,
        is_ours: bool = False,
    ) -> None:
        self.game = Game(rules, layout=layout)
        self.clicks = ClickCounter()
        begins_with = rules if questions is None else rules.replace(questions=questions)
        self._mouse = Mouse(controls(superclick), begins_with)
        self._square = square
        self._superclick = superclick
        self._down: set[Button] = set()
        self._has_pressed = False  # left, ever
        self._last: int | None = None  # time of the last event, in the time of the file
        self._start: int | None = 0 if is_ours else None  # when the first cell was opened, likewise
        self._undone = 0
        self._times: list[int] = []  # of every event that was played, in the time of the file
        self._kinds = bytearray()
        self._xs: list[int] = []
        self._ys: list[int] = []
        self.add_details: Callable[[LogEntry], LogEntry] = lambda entry: entry  # player, device and pointer

    @property
    def board(self) -> Board:
        """The visible board."""
        return self.game.board

    @property
    def now(self) -> int:
        """The time of the last event, in milliseconds of playing time."""
        return max((self._last or 0) - (self._start or 0), 0) if self._start is not None else 0

    def tick(self, at: int) -> None:
        """Go on to a time in milliseconds; it runs forward only."""
        if self._last is not None and at < self._last:
            raise FormatError(backward(self._last, at))
        self._last = at

    def mouse(self, at: int, kind: str, x: int, y: int) -> None:
        """Play an event at a pixel from the top-left corner, which may be outside.

        Two kinds are of binary videos: `cc` presses the button that is not yet down, `pf` flags a closed cell.
        """
        self.tick(at)
        if self.game.status.is_over:
            return
        if kind == "mv":  # where a button is moved between its press and its release does not matter
            self._record(at, kind, x, y, 0)
            return
        cell = y // self._square, x // self._square
        if kind == "pf":
            if self.board.level.contains(*cell) and self.board[cell] == CellState.HIDDEN:
                self._button(at, "rc", x, y, cell)
                self._button(at, "rr", x, y, cell)
            return
        if kind == "cc":
            kind = "rc" if Button.LEFT in self._down else "lc"
        if kind == "lr" and not self._has_pressed and self.game.first is None:
            self._button(at, "lc", x, y, cell)
        self._button(at, kind, x, y, cell)

    def _button(self, at: int, kind: str, x: int, y: int, cell: Cell) -> None:
        self._count(kind, cell)
        pointer = to_parts(x, self._square), to_parts(y, self._square)
        actions = self._gesture(kind, cell)
        self._record(at, kind, x, y, len(actions))
        for action in actions:
            self.apply(self.add_details(LogEntry(action, 0, 0, "mouse", pointer)))

    def track(self) -> Track:
        """Return what was played, in the time of the game."""
        start = self._start or 0
        return Track(self._square, [at - start for at in self._times], bytes(self._kinds), self._xs, self._ys)

    def _record(self, at: int, kind: str, x: int, y: int, actions: int) -> None:
        self._times.append(at)
        self._kinds.append(NUMBERS[kind] | actions << ACTIONS_AT)
        self._xs.append(x)
        self._ys.append(y)

    def apply(self, entry: LogEntry) -> None:
        """Play an action now, with what is recorded of it."""
        game, kind = self.game, entry.action.kind
        if kind is Kind.UNDO or kind is Kind.REDO:
            self._undone += game.seq + game.rules.level.cells // _PARTS_OF_A_CELL
            if self._undone > MOST_UNDONE:
                raise FormatError(Phrase("file.undone"))
        game.apply(LogEntry(entry.action, self.now, entry.by, entry.device, entry.pointer))
        if self._start is None and game.first is not None:
            self._start = self._last or 0

    def show(self, value: int, cell: Cell) -> None:
        """Play what makes a cell show a value, for files that record only what was seen."""
        if self.game.status.is_over or self.board[cell] == value:
            return
        seen = self.board[cell]
        if seen > 8 and (value <= 8 or value == CellState.EXPLODED):
            self.apply(LogEntry(Action(Kind.OPEN, *cell)))
        elif seen in _MARKED and value in _MARKED:
            self.apply(LogEntry(Action(_MARKED[CellState(value)], *cell)))

    def finish(self) -> Game:
        """End the game: one that is neither won nor lost was left."""
        if not self.game.status.is_over:
            self.apply(LogEntry(Action(Kind.RESIGN)))
        return self.game

    def _count(self, kind: str, cell: Cell) -> None:
        is_inside = self.board.level.contains(*cell)
        self.clicks.count(kind, is_inside, is_inside and self.board[cell] <= 8, self._superclick)

    def _gesture(self, kind: str, cell: Cell) -> list[Action]:
        mouse, board = self._mouse, self.board
        if kind == "mt":
            mouse.rules = mouse.rules.replace(questions=not mouse.rules.questions)
        elif kind[1] == "r":
            button = _BUTTONS[kind[0]]
            self._down.discard(button)
            return mouse.release(board, button, cell)
        elif kind == "mc":
            mouse.cancel()  # pressing the middle button drops the others
            self._down = {Button.MIDDLE}
            mouse.press(board, Button.MIDDLE, cell)
        elif Button.MIDDLE not in self._down:
            return self._press(kind, cell)
        return []

    def _press(self, kind: str, cell: Cell) -> list[Action]:
        button = Button.RIGHT if kind == "rc" else Button.LEFT
        self._down.add(button)
        if button is Button.LEFT:
            self._has_pressed = True
            if not self.board.level.contains(*cell):
                cell = (0, 0)  # a press outside still arms the button: only the release has a place
        return self._mouse.press(self.board, button, cell, shift=kind == "sc")


_BUTTONS = {"l": Button.LEFT, "r": Button.RIGHT, "m": Button.MIDDLE}


def to_parts(pixels: int, square: int) -> float:
    """Return pixels in cells, in the precision of a replay."""
    return round(pixels * _PARTS_OF_A_CELL / square) / _PARTS_OF_A_CELL


def disagreements(status: Status, time: int, *, won: bool | None, elapsed: int | None, step: int = 10) -> list[Phrase]:
    """Return where a file's claims about the end differ from what its events give; times within a step agree."""
    found = []
    if won is not None and won != (status is Status.WON):
        found.append(Phrase("import.won" if won else "import.lost", status=word("statuses", status.value)))
    if elapsed is not None and abs(elapsed - time) > step:
        found.append(Phrase("import.time", claimed=seconds_of(elapsed), found=seconds_of(time)))
    return found


def backward(before: int, at: int) -> Phrase:
    """Return why an event at a time in milliseconds cannot come after another."""
    return Phrase("file.backward", before=seconds_of(before), at=seconds_of(at))


def seconds_of(milliseconds: int) -> str:
    """Return a time in seconds as it is written."""
    return f"{milliseconds / 1000:.3f}"


def printable(text: str, longest: int = 200) -> str:
    """Make a text of a foreign file fit for one line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:longest]).split())
