"""The command palette, settings, and the look of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.settings import CellSize
from ...display.wording import message, wording
from ..drawers import menus
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

    def do_commands(self) -> None:
        """Open the command palette."""
        items = palette(self._options.keys, self._options.settings, self._session.rules)
        self._screen.choose(message("commands.title"), items, typing=True)

    def do_about(self) -> None:
        """Show what this program is."""
        store, file = self._screen.sapper.store, self._options.file
        games, settings = store.path if store else "", str(file or "")
        self._screen.open_page(lambda writer: panel.about(writer, games, settings))

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

    def do_suspend(self) -> None:
        """Stop the clock and go back to the shell."""
        self._screen.sapper.action_suspend_process()
