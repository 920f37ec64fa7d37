"""The state of play on a board screen, alone or in a room: a session, and everything that is shown in addition."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...action import Action, Kind
from ...board import CellState
from ...controls.draft import Draft
from ...controls.gestures import Keyboard, Mouse
from ...controls.misclick_guard import MisclickGuard
from ...game import Status
from ..board import odds
from . import draft_panel
from .hint_steps import HintSteps

if TYPE_CHECKING:
    from ...analysis.draft import Consequences
    from ...game import Delta
    from ...screen_session import ScreenSession
    from ..board.marks import Marks
    from ..board.odds import OddsReport
    from ..options import Options

    Cell = tuple[int, int]

_SWAPPED = {"left": "right", "right": "left"}


class Outcome(NamedTuple):
    """The outcome of a move: the changed cells, and the closed cells around a number that was chorded in vain."""

    delta: Delta
    refused: frozenset[Cell] = frozenset()


class PlayState:
    """One player at one session: the cursor, the mouse, a hint and the odds."""

    def __init__(self, session: ScreenSession, options: Options) -> None:
        self.session = session
        self.options = options
        self.cursor: Cell = (0, 0)
        self.is_swapped = False  # left flags, right opens
        self.hint_steps = HintSteps()
        self.draft = Draft()
        self.show_game()

    def show_game(self) -> None:
        """Take the game that the session holds now."""
        level = self.session.game.rules.level
        self.hint_steps.close()
        self.draft.clear()
        self.is_drafting = False
        self.followed: Consequences | None = None  # what follows from the draft, once it was asked for
        self.odds: OddsReport | None = None  # of this position, while they are shown
        self.note = ""
        self.asked_help = ""  # the help that is given once the player confirms it
        self.last: Cell | None = None
        row, col = self.cursor
        self.cursor = min(row, level.height - 1), min(col, level.width - 1)
        self.apply_controls()

    def apply_controls(self) -> None:
        """Set up mouse and keys as the ruleset and the settings say."""
        rules = self.session.game.rules.replace(questions=self.session.rules.questions)
        controls = self.options.controls(rules.ruleset)
        self.mouse = Mouse(controls, rules)
        self._held: dict[str, str] = {}  # the meaning of each button that is down
        self.keyboard = Keyboard(controls, rules)
        self._misclicks = MisclickGuard() if controls.misclick_guard else None

    def move_cursor(self, cell: Cell) -> None:
        """Move the cursor."""
        self.cursor = cell

    @property
    def is_open(self) -> bool:
        """Whether the board takes moves."""
        return self.session.game.status in (Status.READY, Status.PLAYING)

    @property
    def is_covered(self) -> bool:
        """Whether the board is hidden."""
        return False

    @property
    def shows_time(self) -> bool:
        """Whether the time is shown: players may hide it until the game is over."""
        return self.options.display.timer or self.session.game.status.is_over

    # -- Mouse

    def point(self, what: str, button: str, cell: Cell | None, *, shift: bool, ctrl: bool, at: int) -> list[Action]:
        """Feed the mouse and return the moves that follow; Ctrl makes a left button the right one."""
        if not self.is_open:
            self.release_mouse()
            return []
        board = self.session.board
        if what == "move":
            self.mouse.move(cell)
            return []
        if what == "release":
            return self.mouse.release(board, self._held.pop(button, button), cell)
        meant = _SWAPPED.get(button, button) if self.is_swapped else button
        self._held[button] = meant = "right" if ctrl and meant == "left" else meant
        return self.mouse.press(board, meant, cell, shift=shift, at=at)

    def release_mouse(self) -> None:
        """Drop every button that is down."""
        self.mouse.cancel()
        self._held.clear()

    @property
    def pressed(self) -> set[Cell]:
        """The cells to draw pressed."""
        return self.mouse.preview(self.session.board) if self.is_open else set()

    # -- Moves

    def is_slip(self, action: Action, at: int) -> bool:
        """Return whether a move looks like a slip of the hand: it then counts when it is made again in time."""
        if self._misclicks is None or action.kind is not Kind.OPEN:
            return False
        return self._misclicks.asks(self.session.board, (action.row, action.col), at)

    def play(self, action: Action, device: str) -> Outcome:
        """Play a move."""
        delta = self.session.apply(action, device=device)
        self.last = (action.row, action.col)
        self._position_changed()
        return Outcome(delta, self._refused(action, delta))

    def _position_changed(self) -> None:
        """Close the hint, and compute the odds once where they are shown."""
        self.hint_steps.close()
        self.draft.follow_board(self.session.game.board)
        self.followed = None
        self.is_drafting = self.is_drafting and self.is_open
        self.note = self.asked_help = ""
        if self.odds is not None:
            self.odds = self._odds() if self._has_odds else None

    def _refused(self, action: Action, delta: Delta) -> frozenset[Cell]:
        """Return the closed neighbours of a number that was chorded in vain."""
        board = self.session.game.board
        if action.kind is not Kind.CHORD or len(delta) or board[action.row, action.col] > 8:
            return frozenset()
        near = board.neighbours(action.row, action.col)
        return frozenset(cell for cell in near if board[cell] in (CellState.HIDDEN, CellState.QUESTION))

    # -- Help

    def next_hint_step(self) -> Action | None:
        """Show one more step of a hint; return the move once it is to be played."""
        if not self.hint_steps.advance(self.session):
            return None
        hint = self.hint_steps.hint
        assert hint is not None
        return Action(hint.action, *hint.cell)

    # -- The draft

    def pencil(self, action: Action) -> bool:
        """Mark a cell in the draft as a move would: an open as safe, a mark as a mine. Return whether it changed."""
        if action.kind is Kind.CHORD:
            return False
        self.followed, self.note = None, ""
        return self.draft.mark(self.session.board, (action.row, action.col), is_mine=action.kind is not Kind.OPEN)

    def leave_draft(self) -> None:
        """Play again; the marks stay where they are."""
        self.is_drafting, self.followed = False, None

    def language_changed(self) -> None:
        """Put what is shown in words of another language."""
        self.note = ""
        if self.odds is not None:
            self.odds = self._odds()

    def toggle_odds(self) -> None:
        """Show the odds, or hide them."""
        self.hint_steps.close()
        if self.odds is None:
            self.session.check_help()
            self.odds = self._odds()
        else:
            self.odds = None

    @property
    def _has_odds(self) -> bool:
        """Whether there are odds of this position: something is open, and the game goes on."""
        return self.is_open and not self.session.first_click

    def _odds(self) -> OddsReport:
        return odds.report(self.session.board, self.session.odds)

    # -- What is shown

    def marks(self) -> Marks:
        """Return the marks on the board. Nothing is computed here: it is called at every paint."""
        marks = self.hint_steps.marks(self.session.board)
        marks.last = self.last
        if self.odds:
            self.odds.mark(marks)
        if self.is_open:
            draft_panel.mark(self, marks)
        return marks
