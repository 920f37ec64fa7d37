"""A question in the line above the keys: for a text, or for yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ..drawing.lines import Line, last_cells
from ..keystrokes import ScreenKey, action_of
from .text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..drawing.ink import Ink

_YES_OR_NO = (ScreenKey("answer", ("y",), "footer.yes"), ScreenKey("back", ("escape",), "footer.no"))
_TEXT = (ScreenKey("answer", ("enter",), "footer.done"), ScreenKey("back", ("escape",), "footer.cancel"))


class Question:
    """Asks, takes keys, and calls `then` with the answer. With `value` it asks for a text and offers that one.

    An answer that `then` refuses with False stays in the field, to be corrected.
    """

    def __init__(self, prompt: str, then: Callable[[str], bool | None], value: str | None = None) -> None:
        self.prompt = prompt
        self.field = None if value is None else TextField(value, replaces=True)
        self._then = then

    @property
    def keys(self) -> tuple[ScreenKey, ...]:
        """The keys that answer."""
        return _YES_OR_NO if self.field is None else _TEXT

    def stroke(self, stroke: str) -> bool:
        """Take a key; return whether the question is over."""
        action = action_of(self.keys, stroke)
        if action is None and self.field is not None:
            self.field.stroke(stroke)
            return False
        return self.do(action or "back")

    def do(self, action: str) -> bool:
        """Answer, or leave the question unanswered; return whether the question is over."""
        if action == "answer":
            return self._then("yes" if self.field is None else self.field.text) is not False
        return action == "back"

    def line(self, ink: Ink, width: int) -> Line:
        """Return the question and the text typed so far."""
        parts = [(f" {self.prompt} ", ink("text", "page", bold=True))]
        if self.field is not None:
            room = max(width - cell_len(self.prompt) - 5, 4)
            style = ink("onAccent", "accent", bold=True, reverse=ink.depth == "none")
            parts.append((f" {last_cells(self.field.text, room)}_ ", style))
        return Line(parts, ink("text", "page"))
