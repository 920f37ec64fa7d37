"""Every action of the game by its name: from the key map, the menus, the palette and the keys below the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import SapperError
from .. import screens

if TYPE_CHECKING:
    from collections.abc import Callable

    from .move_commands import MoveCommands
    from .screen import PlayScreen


class PlayCommands:
    """Finds the method of an action, `do_best_move` for "best-move", in one of the groups of commands.

    Of two methods with the same name the one in the last group counts.
    """

    def __init__(self, screen: PlayScreen, moves: MoveCommands, *groups: object) -> None:
        self._screen = screen
        self._state = screen.state
        self.moves = moves
        self._methods: dict[str, Callable[..., None]] = {
            name.removeprefix("do_").replace("_", "-"): getattr(group, name)
            for group in (moves, *groups)
            for name in dir(group)
            if name.startswith("do_")
        }

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
        self._screen.app.push_screen(screens.open_screen(action))

    def show_failures(self) -> None:
        """Show that settings could not be saved."""
        failure = self._state.options.take_failure()
        if failure:
            self._screen.say(failure)
