"""A question in the line above the keys: for a word, or for yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing.lines import Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..drawing.ink import Ink

MOST_SIGNS = 200


class Question:
    """Asks, takes keys, and tells the answer. With `value` it asks for a text that begins as that."""

    def __init__(self, prompt: str, then: Callable[[str], None], value: str | None = None) -> None:
        self.prompt = prompt
        self.value = value
        self._then = then
        self._is_fresh = True  # the first sign replaces what is offered

    @property
    def keys(self) -> list[tuple[str, str, str]]:
        """The keys that answer."""
        if self.value is None:
            return [("Y", "yes", "answer"), ("Esc", "no", "back")]
        return [("Enter", "done", "answer"), ("Esc", "leave it", "back")]

    def stroke(self, stroke: str) -> bool:
        """Take a key; True once the question is over."""
        if stroke == "escape":
            return True
        if self.value is None:
            if stroke.removeprefix("shift+") == "y":
                self.answer()
            return True
        if stroke == "enter":
            self.answer()
            return True
        if stroke == "backspace":
            self.value = self.value[:-1]
        elif stroke == "ctrl+u":
            self.value = ""
        elif stroke == "space" or len(stroke) == 1 or (stroke.startswith("shift+") and len(stroke) == 7):
            sign = " " if stroke == "space" else stroke[-1].upper() if stroke.startswith("shift+") else stroke
            self.value = (sign if self._is_fresh else self.value + sign)[:MOST_SIGNS]
        self._is_fresh = False
        return False

    def answer(self) -> None:
        """Take what stands there as the answer."""
        self._then("yes" if self.value is None else self.value)

    def line(self, ink: Ink, width: int) -> Line:
        """Write the question and what was typed."""
        plain = ink("text", "page", bold=True)
        parts = [(f" {self.prompt} ", plain)]
        if self.value is not None:
            room = max(width - len(self.prompt) - 5, 4)
            field = ink("onAccent", "accent", bold=True, reverse=ink.depth == "none")
            parts.append((f" {self.value[-room:]}_ ", field))
        return Line(parts, ink("text", "page"))
