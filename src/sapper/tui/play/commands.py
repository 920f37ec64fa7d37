"""Every action of the game by its name: from the key map, the menus, the palette and the keys below the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, sentence
from ...errors import GameError, SapperError
from .. import screens
from .game_commands import GameCommands
from .help_commands import HelpCommands
from .menu_commands import MenuCommands
from .move_commands import MoveCommands
from .rule_commands import RuleCommands

if TYPE_CHECKING:
    from collections.abc import Callable

    from .screen import PlayScreen


class PlayCommands:
    """Finds the method of an action, `do_best_move` for "best-move", in one of the groups of commands."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._failure = ""  # of the store, as it was last shown
        self._methods: dict[str, Callable[..., None]] = {
            name.removeprefix("do_").replace("_", "-"): getattr(group, name)
            for group in self.make_groups(screen)
            for name in dir(group)
            if name.startswith("do_")
        }

    def make_groups(self, screen: PlayScreen) -> tuple[object, ...]:
        """Return the groups of commands; of two with the same name the last one counts."""
        self.moves = MoveCommands(screen)
        self.games = GameCommands(screen, self.moves)
        self.rules = RuleCommands(screen)
        return self.moves, self.games, self.rules, HelpCommands(screen, self.moves), MenuCommands(screen)

    def __contains__(self, action: str) -> bool:
        """Whether there is a command or a screen of that name."""
        return action in self._methods or screens.has_screen(action)

    def do(self, action: str, times: int = 1, *, is_counted: bool = False) -> None:
        """Carry out an action, such as "hint" or "theme:dark", and show why it cannot be done."""
        if action not in ("face", "give-up", self._screen.guard.asked):
            self._screen.cancel_question()
        if self._state.asked_help and action not in ("show-help", self._state.asked_help):
            self._state.note = self._state.asked_help = ""  # something else was done: that is a no
            self._screen.refresh_all()
        try:
            if screens.has_screen(action):
                self._open_screen(action)
            elif not self.moves.move_cursor(action, times, is_counted=is_counted):
                name, _, choice = action.partition(":")
                method = self._methods.get(name)
                if method:
                    method(choice) if choice else method()
        except (SapperError, MemoryError) as error:
            self._screen.complain(error)
        else:
            self.show_failures()

    def _open_screen(self, action: str) -> None:
        if action == "watch" and not self._state.session.game.status.is_over:
            raise GameError(message("replay.not-over"))
        self._screen.app.push_screen(screens.open_screen(action))

    def show_failures(self) -> None:
        """Show that settings or the game could not be saved, and no longer once it is saved."""
        state, session = self._state, self._state.session
        failure = sentence(session.failure) if session.failure else ""
        before = (state.note, self._failure)
        if state.note and state.note == self._failure:
            state.note = failure
        self._failure = failure
        state.note = state.options.take_failure() or state.note or failure or session.take_warning()
        if (state.note, failure) != before:
            self._screen.refresh_all()
