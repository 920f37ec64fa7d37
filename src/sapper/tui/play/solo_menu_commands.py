"""Menus and forms of a game alone, the name of the player, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, sentence, wording
from ..drawers import menus
from ..drawers.custom_form import CustomForm
from ..drawers.name_entry import NameEntry
from .menu_commands import MenuCommands

if TYPE_CHECKING:
    from ...session import Session
    from .solo_screen import SoloScreen
    from .solo_state import SoloState


class SoloMenuCommands(MenuCommands):
    """Opens the lists and forms of a game alone."""

    _screen: SoloScreen
    _state: SoloState
    _session: Session

    def __init__(self, screen: SoloScreen) -> None:
        super().__init__(screen)

    def do_menu(self) -> None:
        """Open the Game menu."""
        items = menus.game_menu(self._session.rules, self._options.keys, is_paused=self._session.is_paused)
        self._screen.choose(wording().action("menu").name, items)

    def do_custom(self) -> None:
        """Open the form for a custom level."""
        sapper, rules = self._screen.sapper, self._session.rules
        level = self._options.game.custom_level(rules.ruleset) or rules.level
        self._screen.open_drawer(CustomForm(sapper.ink, sapper.glyphs, rules.ruleset, level))

    # -- The name

    def do_name(self) -> None:
        """Type a name, for best times."""
        self._screen.close_drawer()
        self._state.name_entry = NameEntry(self._options.game.name)
        self._screen.refresh_all()

    def do_keep_name(self) -> None:
        """Take the name that was typed: for the game just finished, and those that follow."""
        state, entry = self._state, self._state.name_entry
        if entry is None:
            return
        state.name_entry = None
        if entry.name or not entry.is_asked:
            state.note = ""
            self._options.set_option("game", "name", entry.name)
            if self._session.recorder and entry.name:
                self._session.recorder.set_player(entry.name)
        self._screen.refresh_all()

    def do_skip_name(self) -> None:
        """Take no name; a best time does not ask again while the program runs."""
        entry, self._state.name_entry = self._state.name_entry, None
        if entry and entry.is_asked:
            self._screen.asks_for_names = False
        self._screen.refresh_all()

    # -- Leaving

    def do_save(self) -> None:
        """Say whether this game is saved: every move is, as it is played."""
        if self._session.recorder is None:
            self._screen.say(message("store.off"))
        else:
            self._screen.say(sentence(self._session.failure or message("store.saved")))

    def do_quit(self) -> None:
        """Leave. The game is saved; where it cannot be, it is given up only after a question."""
        is_saved = self._session.recorder is not None and self._session.failure is None
        if is_saved or self._screen.commands.games.may_begin("quit"):
            self._screen.sapper.leave()
