"""The state of play: a session, and what a screen shows beyond it. It plays, and says what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...action import Action, Kind
from ...board import CellState
from ...controls.gestures import Keyboard, Mouse
from ...controls.misclick_guard import MisclickGuard
from ...errors import SapperError
from ...game import Status
from ..board import odds
from ..board.marks import Marks
from .hint_steps import HintSteps
from .live_figures import LiveFigures

if TYPE_CHECKING:
    from ...analysis.verdict import Verdict
    from ...game import Delta
    from ...rules import Rules
    from ...session import Session
    from ..board.odds import OddsReport
    from ..drawers.name_entry import NameEntry
    from ..options import Options
    from .summary import GameSummary

    Cell = tuple[int, int]

LEARNED = 3  # finished games after which nobody needs the first advice
_SWAPPED = {"left": "right", "right": "left"}


class Outcome(NamedTuple):
    """What a move did: the cells it changed, and the closed cells around a number that was chorded in vain."""

    delta: Delta
    refused: frozenset[Cell] = frozenset()


class PlayState:
    """One player at one session: the cursor, the mouse, a hint, the odds, and the end of the game."""

    def __init__(self, session: Session, options: Options) -> None:
        self.session = session
        self.options = options
        self.cursor: Cell = (0, 0)
        self.is_swapped = False  # left flags, right opens
        self.is_resumed = False  # the game was left unfinished before, and nothing was played since
        self.hint_steps = HintSteps()
        self.asked_help = ""  # the help that is given once the player confirms it
        self.summary: GameSummary | None = None
        self.is_new_player = True  # fewer than a few games are finished
        self.show_game()

    def show_game(self) -> None:
        """Take the game that the session holds now."""
        level = self.session.game.rules.level
        self.hint_steps.close()
        self.odds: OddsReport | None = None  # of this position, while they are shown
        self.figures = LiveFigures(self.session)
        self.drop_summary()
        self.note = self.asked_help = ""
        self.last: Cell | None = None
        row, col = self.cursor
        self.cursor = min(row, level.height - 1), min(col, level.width - 1)
        self.is_new_player = self.is_new_player and self._has_finished_few()
        self.apply_controls()

    def _has_finished_few(self) -> bool:
        recorder = self.session.recorder
        try:
            return recorder is None or recorder.store.count() < LEARNED
        except SapperError:
            return True

    def apply_controls(self) -> None:
        """Set up mouse and keys as the ruleset and the settings say."""
        rules = self.session.game.rules.replace(questions=self.session.rules.questions)
        controls = self.options.controls(rules.ruleset)
        self.mouse = Mouse(controls, rules)
        self._held: dict[str, str] = {}  # the meaning of each button that is down
        self.keyboard = Keyboard(controls, rules)
        self._misclicks = MisclickGuard() if controls.misclick_guard else None

    def drop_summary(self) -> None:
        """Remove what is shown of the end of a game, and stop working on it."""
        if self.summary:
            self.summary.review_task.stop()
        self.summary = None
        self.name_entry: NameEntry | None = None

    @property
    def is_open(self) -> bool:
        """Whether the board takes moves."""
        return self.session.game.status in (Status.READY, Status.PLAYING)

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
        delta = self.session.play(action.kind, action.row, action.col, device=device)
        self.is_resumed = False
        self.last = (action.row, action.col)
        self.figures.sample()
        self._position_changed()
        return Outcome(delta, self._refused(action, delta))

    def undo(self) -> Outcome:
        """Undo the last move."""
        return self._travelled(self.session.undo())

    def redo(self) -> Outcome:
        """Play the move again that was undone last."""
        return self._travelled(self.session.redo())

    def _travelled(self, delta: Delta) -> Outcome:
        self.last = None
        self.drop_summary()
        self._position_changed()
        return Outcome(delta)

    def _position_changed(self) -> None:
        """Close the hint, and compute the odds once where they are shown."""
        self.hint_steps.close()
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

    def new_game(self, rules: Rules | None = None) -> None:
        """Begin a new game, with other rules if they are given."""
        self.is_resumed = False
        self.session.new(rules)

    def toggle_pause(self) -> bool:
        """Pause or go on; return whether there was a game to do it with."""
        if self.session.game.status not in (Status.PLAYING, Status.PAUSED):
            return False
        self.session.toggle_pause()
        self.is_resumed = False
        self.hint_steps.close()
        self.release_mouse()
        return True

    # -- Help

    def next_hint_step(self) -> Action | None:
        """Show one more step of a hint; return the move once it is to be played."""
        if not self.hint_steps.advance(self.session):
            return None
        hint = self.hint_steps.hint
        assert hint is not None
        return Action(hint.action, *hint.cell)

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

    @property
    def loss(self) -> Verdict | None:
        """The verdict on the losing move, once it is known."""
        return self.summary.review_task.loss if self.summary else None

    def marks(self) -> Marks:
        """Return what is marked on the board now. Nothing is computed here: it is called at every paint."""
        session, loss = self.session, self.loss
        if session.is_paused:
            return Marks()
        marks = self.hint_steps.marks(session.board)
        marks.last = self.last
        if self.odds:
            self.odds.mark(marks)
        if loss:
            marks.show_loss(loss, session.board)
        return marks
