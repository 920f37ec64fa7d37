"""The base of every screen: the app by its own type, keys as the key map spells them, and words if there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.segment import Segment
from textual.events import Key
from textual.screen import Screen
from textual.strip import Strip

from ..display.wording import message
from .drawing.lines import wrapped
from .keystrokes import LEAVING, stroke_of

if TYPE_CHECKING:
    from .app import SapperApp

LEAST_SIZE = (20, 6)  # columns and lines that show a row of the board
REPAINT = "ctrl+l"  # as in every full-screen program: something else has written over the screen


class BaseScreen(Screen[None], inherit_bindings=False):
    """Takes every key itself: leaving works on all screens, the rest goes to `stroke`."""

    @property
    def sapper(self) -> SapperApp:
        """The app, by its own type."""
        return cast("SapperApp", self.app)

    def render_line(self, y: int) -> Strip:
        """Paint a line of what no part covers, in our own colours: Textual would choose others where there are few."""
        style = self.sapper.ink("text", "page")
        words = self._too_small[y : y + 1]
        return Strip([Segment(line, style) for line in words]).adjust_cell_length(self.size.width, style)

    @property
    def _too_small(self) -> list[str]:
        """The lines for a terminal that is too small for anything else; empty for all others."""
        width, height = self.size
        if width >= LEAST_SIZE[0] and height >= LEAST_SIZE[1]:
            return []
        return wrapped(message("game.too-small", width=LEAST_SIZE[0], height=LEAST_SIZE[1]), width)

    def on_resize(self) -> None:
        """Hide all parts of a screen that is too small for them; every kind of screen then fits them to its size."""
        self.set_class(bool(self._too_small), "too-small")

    @property
    def is_on_top(self) -> bool:
        """Whether this is the screen in use: keys that came in one burst may reach it after it was left."""
        stack = self.app.screen_stack
        return bool(stack) and stack[-1] is self

    def on_key(self, event: Key) -> None:
        """Take a key."""
        event.stop()
        event.prevent_default()
        if not self.is_on_top and self in self.app.screen_stack:
            # Another screen has opened meanwhile, and the key was typed for that.
            self.app.screen.post_message(Key(event.key, event.character))
            return
        stroke = stroke_of(event) if self.is_on_top else None
        if stroke == REPAINT:
            self.sapper.repaint()
        elif stroke in LEAVING:
            self.sapper.leave() if LEAVING[stroke] == "quit" else self.sapper.action_suspend_process()
        elif stroke:
            self.stroke(stroke)

    def stroke(self, stroke: str) -> None:
        """Take a key that does not leave the game."""

    def language_changed(self) -> None:
        """Show everything in another language."""
