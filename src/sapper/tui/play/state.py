"""The player's state: the session with hands on it. Turns gestures and keys into calls of the session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...board import CellState
from ...controls.gestures import Keyboard, Mouse
from ...errors import GameError
from ...game import Status
from ..board.marks import Marks
from . import odds_marks
from .hint_steps import HintSteps, around
from .live_figures import LiveFigures

if TYPE_CHECKING:
    from ...controls.settings import Settings
    from ...game import Delta
    from ...session import Session
    from ..drawers.name_entry import NameEntry
    from .loss_review import Autopsy
    from .summary import GameSummary

    Cell = tuple[int, int]

MOST_FOR_HELP = 100_000  # cells; hints and odds of larger boards take too long
_SWAPPED = {"left": "right", "right": "left"}


class PlayState:
    """One player at one session. Holds what a front end knows beyond it: cursor, hint, odds, the end."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self.session = session
        self.settings = settings
        self.cursor: Cell = (0, 0)
        self.is_swapped = False  # left flags, right opens
        self.offered = False  # the game is one that was left unfinished
        self.guide = HintSteps()
        self.unsaved = ""  # why settings could not be written, until it is told
        self.show_game()

    def show_game(self) -> None:
        """Take the game that the session holds now."""
        level = self.session.game.rules.level
        self.guide.close()
        self.shows_odds = False
        self.autopsy: Autopsy | None = None
        self.figures = LiveFigures(self.session)
        self.ending: GameSummary | None = None
        self.naming: NameEntry | None = None
        self.note = ""
        self.last: Cell | None = None
        row, col = self.cursor
        self.cursor = min(row, level.height - 1), min(col, level.width - 1)
        self.apply_controls()

    def apply_controls(self) -> None:
        """Hold mouse and keys as the ruleset and the settings say."""
        rules = self.session.game.rules
        controls = self.settings.controls(rules.ruleset)
        self.mouse = Mouse(controls, rules)
        self._held: dict[str, str] = {}  # what each button that is down stands for
        self.keyboard = Keyboard(controls, rules)

    @property
    def is_open(self) -> bool:
        """Whether the board takes moves."""
        return self.session.game.status in (Status.READY, Status.PLAYING)

    # -- Hands

    def point(self, what: str, button: str, cell: Cell | None, *, shift: bool, ctrl: bool, at: int) -> list[Action]:
        """Feed the mouse; Ctrl makes a left button the right one."""
        if not self.is_open:
            self.mouse.cancel()
            self._held.clear()
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

    @property
    def pressed(self) -> set[Cell]:
        """The cells to draw pressed."""
        return self.mouse.preview(self.session.board) if self.is_open else set()

    def needs_search(self, action: Action) -> bool:
        """Whether an action lays a no-guess board, which may take long."""
        game = self.session.game
        if action.kind is not Kind.OPEN or game.first is not None or game.rules.layout.grade is None:
            return False
        seen = game.board[action.row, action.col]
        return seen == CellState.HIDDEN or seen == CellState.QUESTION or not game.rules.protect_flags

    def play(self, action: Action, device: str) -> Delta:
        """Play a move."""
        delta = self.session.play(action.kind, action.row, action.col, device=device)
        self.guide.close()
        self.note = ""
        self.offered = False
        self.last = (action.row, action.col)
        self.figures.sample()
        if delta.status is Status.LOST:
            from .loss_review import examine

            self.autopsy = examine(self.session.game)
        if delta.status.is_over:
            self.shows_odds = False
        return delta

    def refused(self, action: Action, delta: Delta) -> list[Cell]:
        """List the closed neighbours of a number that was chorded in vain."""
        board = self.session.game.board
        if action.kind is not Kind.CHORD or len(delta) or board[action.row, action.col] > 8:
            return []
        near = around(board, (action.row, action.col))
        return [cell for cell in near if board[cell] in (CellState.HIDDEN, CellState.QUESTION)]

    # -- Help

    def ask(self) -> Action | None:
        """Tell one step more of a hint; the move itself at the last."""
        self._allow_help()
        if not self.guide.ask(self.session):
            return None
        hint = self.guide.hint
        assert hint is not None
        return Action(hint.action, *hint.cell)

    def toggle_odds(self) -> None:
        """Show the odds, or no longer."""
        if not self.shows_odds:
            self._allow_help()
            self.session.odds()
        self.shows_odds = not self.shows_odds

    def _allow_help(self) -> None:
        if self.session.game.status.is_over:
            raise GameError("the game is over")
        if self.session.game.rules.level.cells > MOST_FOR_HELP:
            raise GameError(f"there are hints and odds up to {MOST_FOR_HELP} squares")

    def marks(self) -> Marks:
        """Give what is marked on the board now."""
        session = self.session
        if session.is_paused:
            return Marks()
        board = session.board
        marks = self.guide.marks(board) if self.guide.hint else Marks()
        marks.last = self.last
        if self.shows_odds and not session.game.status.is_over:
            odds_marks.mark(board, marks)
        if self.autopsy:
            marks.was_safe = self.autopsy.safe
            if self.autopsy.argument:
                marks.reason = frozenset(self.autopsy.argument.numbers)
        return marks
