"""Menus and forms, the name of the player, the look of the game, and leaving it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.settings import CellSize
from ...display.wording import message, sentence, wording
from ..drawers import menus
from ..drawers.custom_form import CustomForm
from ..drawers.name_entry import NameEntry
from ..drawers.palette import palette
from . import panel

if TYPE_CHECKING:
    from .screen import PlayScreen

_SIZES = (CellSize.COMPACT, CellSize.WIDE, CellSize.LARGE)


class MenuCommands:
    """Opens lists and forms, and changes options."""

    def __init__(self, screen: PlayScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session
        self._options = screen.state.options

    # -- Lists and forms

    def do_menu(self) -> None:
        """Open the Game menu."""
        items = menus.game_menu(self._session.rules, self._options.keys, is_paused=self._session.is_paused)
        self._screen.choose(wording().action("menu").name, items)

    def do_commands(self) -> None:
        """Open the command palette."""
        items = palette(self._options.keys, self._options.settings, self._session.rules)
        self._screen.choose(message("commands.title"), items, typing=True)

    def do_custom(self) -> None:
        """Open the form for a custom level."""
        sapper, rules = self._screen.sapper, self._session.rules
        level = self._options.game.custom_level(rules.ruleset) or rules.level
        self._screen.open_drawer(CustomForm(sapper.ink, sapper.glyphs, rules.ruleset, level))

    def do_about(self) -> None:
        """Show what this program is."""
        store, file = self._screen.sapper.store, self._options.file
        games, settings = store.path if store else "", str(file or "")
        self._screen.open_page(lambda writer: panel.about(writer, games, settings))

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

    # -- Settings

    def do_set(self, choice: str) -> None:
        """Turn a switch, such as `display.flash`, or take a value, such as `keys.profile=vim`."""
        place, _, value = choice.partition("=")
        section, _, name = place.partition(".")
        if not value:
            given = self._options.settings.controls() if section == "controls" else self._options.display
            switched = not getattr(given, name.replace("-", "_"))
        self._options.set_option(section, name, value or switched)
        words = wording().setting(section, name)
        self._screen.say(message("new.changed", rule=words.title, value=words.value(value or switched)))

    # -- The look

    def do_theme(self, choice: str = "") -> None:
        """Choose a theme, from a list if no choice is given."""
        if choice:
            self._options.set_option("display", "theme", choice)
        else:
            self._screen.choose(wording().action("theme").name, menus.theme_menu(self._options.display.theme))

    def do_zoom_in(self) -> None:
        """Draw larger cells."""
        self._zoom(1)

    def do_zoom_out(self) -> None:
        """Draw smaller cells."""
        self._zoom(-1)

    def _zoom(self, way: int) -> None:
        now = [size.upper() for size in _SIZES].index(self._screen.places.cells.name)
        self._zoom_to(_SIZES[max(min(now + way, len(_SIZES) - 1), 0)])

    def _zoom_to(self, size: CellSize) -> None:
        """Draw this level in a size of cells; the setting is for all."""
        self._screen.sapper.zooms[self._state.session.game.rules.level] = size
        self._screen.lay_out()

    def do_zoom_reset(self) -> None:
        """Draw cells as large as fits."""
        self._zoom_to(CellSize.AUTO)

    def do_panel(self) -> None:
        """Show the panel, or hide it."""
        self._options.set_option("display", "panel", not self._options.display.panel)

    def do_swap_buttons(self) -> None:
        """Swap the buttons: left flags and right opens, or back."""
        self._state.is_swapped = not self._state.is_swapped
        self._screen.refresh_all()

    # -- Leaving

    def do_save(self) -> None:
        """Say whether this game is saved: every move is, as it is played."""
        if self._session.recorder is None:
            self._screen.say(message("store.off"))
        else:
            self._screen.say(sentence(self._session.failure or message("store.saved")))

    def do_suspend(self) -> None:
        """Stop the clock and go back to the shell."""
        self._screen.sapper.action_suspend_process()

    def do_quit(self) -> None:
        """Leave. The game is saved; where it cannot be, it is given up only after a question."""
        is_saved = self._session.recorder is not None and self._session.failure is None
        if is_saved or self._screen.commands.games.may_begin("quit"):
            self._screen.sapper.leave()
