"""The state of play of one player alone: the live figures, the pause, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message
from ...errors import SapperError
from ...game import Status
from ...session import HAND_SQUARE
from ..board.marks import Marks
from .live_figures import LiveFigures
from .state import Outcome, PlayState

if TYPE_CHECKING:
    from ...action import Action
    from ...analysis.verdict import Verdict
    from ...game import Delta
    from ...rules import Rules
    from ...session import Session
    from ..drawers.name_entry import NameEntry
    from ..options import Options
    from .summary import GameSummary

    Cell = tuple[int, int]

_LETTERS = {"left": "l", "right": "r", "middle": "m"}
LEARNED = 3  # finished games after which the advice for new players is left out


class SoloState(PlayState):
    """One player and a game of their own."""

    session: Session

    def __init__(self, session: Session, options: Options) -> None:
        self.is_resumed = False  # the game was left unfinished before, and nothing was played since
        self.summary: GameSummary | None = None
        self.is_new_player = True  # fewer than a few games are finished
        super().__init__(session, options)

    def show_game(self) -> None:
        """Take the game that the session holds now."""
        self.figures = LiveFigures(self.session)
        self.drop_summary()
        self.is_new_player = self.is_new_player and self._has_finished_few()
        super().show_game()

    def _has_finished_few(self) -> bool:
        recorder = self.session.recorder
        try:
            return recorder is None or recorder.store.count() < LEARNED
        except SapperError:
            return True

    def drop_summary(self) -> None:
        """Remove what is shown of the end of a game, and stop working on it."""
        if self.summary:
            self.summary.review_task.stop()
        self.summary = None
        self.name_entry: NameEntry | None = None

    @property
    def is_covered(self) -> bool:
        """Whether the board is hidden, because the game is paused."""
        return self.session.is_paused

    # -- Moves

    def point(self, what: str, button: str, cell: Cell | None, *, shift: bool, ctrl: bool, at: int) -> list[Action]:
        """Feed the mouse and return the moves that follow; the session records what the hand did."""
        takes_moves, released = self.is_open, self._held.get(button, button)
        actions = super().point(what, button, cell, shift=shift, ctrl=ctrl, at=at)
        if takes_moves:
            self._record(what, released if what == "release" else self._held.get(button, button), cell, shift=shift)
        return actions

    def move_cursor(self, cell: Cell) -> None:
        """Move the cursor; it is the hand of who plays with keys."""
        if self.is_open and cell != self.cursor:
            self._record("move", "", cell, shift=False)
        super().move_cursor(cell)

    def _record(self, what: str, button: str, cell: Cell | None, *, shift: bool) -> None:
        kind = "mv" if what == "move" else f"{_LETTERS[button]}{'r' if what == 'release' else 'c'}"
        row, col = cell or (-1, -1)
        half = HAND_SQUARE // 2
        self.session.point("sc" if kind == "lc" and shift else kind, col * HAND_SQUARE + half, row * HAND_SQUARE + half)

    def play(self, action: Action, device: str) -> Outcome:
        """Play a move; say so if it was a guess that the rules made safe."""
        forgiven = self.session.game.forgiven
        outcome = super().play(action, device)
        if self.session.game.forgiven > forgiven:
            self.note = message("game.guess-held")
        self.is_resumed = False
        self.figures.sample()
        return outcome

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

    # -- What is shown

    @property
    def loss(self) -> Verdict | None:
        """The verdict on the losing move, once it is known."""
        return self.summary.review_task.loss if self.summary else None

    def marks(self) -> Marks:
        """Return the marks on the board; a paused board has none."""
        if self.is_covered:
            return Marks()
        marks, loss = super().marks(), self.loss
        if loss:
            marks.show_loss(loss, self.session.board)
        return marks
