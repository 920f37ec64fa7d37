"""Commands for a finished game: its proof, its numbers, and the same board for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message
from ...errors import GameError
from ...replay import sharing
from .. import clipboard
from . import panel

if TYPE_CHECKING:
    from .solo_screen import SoloScreen


class AfterGameCommands:
    """Shows and shares a game that is over."""

    def __init__(self, screen: SoloScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session

    def do_prove(self) -> None:
        """List the whole solution, once the game is over."""
        from ...analysis import proof

        if not self._session.game.status.is_over:
            raise GameError(message("proof.not-over"))
        proven = proof.prove(self._session.game)
        self._screen.open_page(lambda writer: panel.proven(proven, writer))

    def do_share(self) -> None:
        """Show the command that gives the same board, and copy it."""
        session = self._session
        if not session.game.status.is_over:
            raise GameError(message("share.not-over"))
        if session.seed is None:
            raise GameError(message("share.no-seed"))
        command = sharing.command(session.game, session.seed)
        is_copied = clipboard.copy(self._screen.app, command)
        self._screen.say(message("share.copied", command=command) if is_copied else command)

    def do_train_this(self) -> None:
        """Open the position of the losing move in the trainer."""
        from ...learn.moments import key_of
        from ..learn.drill import TrainingScreen

        recorder = self._session.recorder
        if recorder is None or recorder.finished is None:
            raise GameError(message("figures.not-over"))
        if self._state.loss is not None and self._state.loss.is_mistake:
            replay = recorder.finished.replay
            self._screen.app.push_screen(TrainingScreen(key=key_of(replay.after(len(replay) - 1).board)))

    def do_numbers(self) -> None:
        """List every number of the game, once it is over."""
        summary = self._state.summary
        if summary is None:
            raise GameError(message("figures.not-over"))
        self._screen.open_page(summary.write_all)
