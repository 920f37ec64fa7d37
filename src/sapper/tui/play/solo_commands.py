"""Every action of a game alone by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, sentence
from ...errors import GameError
from .after_game_commands import AfterGameCommands
from .commands import PlayCommands
from .game_commands import GameCommands
from .help_commands import HelpCommands
from .move_commands import MoveCommands
from .rule_commands import RuleCommands
from .solo_menu_commands import SoloMenuCommands

if TYPE_CHECKING:
    from ...action import Action
    from .solo_screen import SoloScreen


class SoloMoves(MoveCommands):
    """Moves that may need a no-guess board first."""

    _screen: SoloScreen

    def __init__(self, screen: SoloScreen) -> None:
        super().__init__(screen)

    def begin(self, action: Action, device: str) -> None:
        """Play a move, after the search for a no-guess board where it needs one."""
        if self._screen.state.session.needs_preparation(action):
            self._screen.look_for(action, device)
        else:
            super().begin(action, device)


class SoloCommands(PlayCommands):
    """The commands of a board, and those of a game that belongs to one player."""

    def __init__(self, screen: SoloScreen) -> None:
        moves = SoloMoves(screen)
        self.games = GameCommands(screen, moves)
        self.rules = RuleCommands(screen)
        self._session = screen.state.session
        self._failure = ""  # of the store, as it was last shown
        rest = HelpCommands(screen, moves), AfterGameCommands(screen), SoloMenuCommands(screen)
        super().__init__(screen, moves, self.games, self.rules, *rest)

    def _open_screen(self, action: str) -> None:
        if action in ("watch", "report") and not self._session.game.status.is_over:
            raise GameError(message("replay.not-over"))
        super()._open_screen(action)

    def show_failures(self) -> None:
        """Show that settings or the game could not be saved, and no longer once it is saved."""
        state, session = self._state, self._session
        failure = sentence(session.failure) if session.failure else ""
        before = (state.note, self._failure)
        if state.note and state.note == self._failure:
            state.note = failure
        self._failure = failure
        state.note = state.options.take_failure() or state.note or failure or session.take_warning()
        if (state.note, failure) != before:
            self._screen.refresh_all()
