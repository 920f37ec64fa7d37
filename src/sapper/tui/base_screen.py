"""The base of every screen: the app by its own type, and keys as the key map spells them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.events import Key
from textual.screen import Screen
from textual.strip import Strip

from .keystrokes import LEAVING, stroke_of

if TYPE_CHECKING:
    from .app import SapperApp

REPAINT = "ctrl+l"  # as in every full-screen program: something else has written over the screen


class BaseScreen(Screen[None], inherit_bindings=False):
    """Takes every key itself: leaving works on all screens, the rest goes to `stroke`."""

    @property
    def sapper(self) -> SapperApp:
        """The app, by its own type."""
        return cast("SapperApp", self.app)

    def render_line(self, y: int) -> Strip:
        """Paint a line of what no part covers, in our own colours: Textual would choose others where there are few."""
        return Strip.blank(self.size.width, self.sapper.ink("text", "page"))

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
