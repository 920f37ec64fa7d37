"""A line of text that is being typed, and the keys that edit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class TextField:
    """Holds the text. With `replaces`, the first character typed replaces a text that was offered."""

    def __init__(
        self,
        text: str = "",
        most: int = 200,
        *,
        replaces: bool = False,
        accepts: Callable[[str], bool] = str.isprintable,
    ) -> None:
        self.text = text[:most]
        self._most = most
        self._accepts = accepts
        self._replaces = replaces

    def type(self, text: str) -> None:
        """Add the characters that the field accepts."""
        added = "".join(sign for sign in text if self._accepts(sign))
        if added:
            self.text = (added if self._replaces else self.text + added)[: self._most]
            self._replaces = False

    def stroke(self, stroke: str) -> bool:
        """Take a key; return whether it edits text."""
        if stroke in ("backspace", "delete"):
            self.text = self.text[:-1]
        elif stroke == "ctrl+u":
            self.text = ""
        elif typed := _character(stroke):
            self.type(typed)
            return True
        else:
            return False
        self._replaces = False
        return True


def _character(stroke: str) -> str:
    """Return the character that a key types, none for other keys."""
    if stroke == "space":
        return " "
    if stroke.startswith("shift+") and len(stroke) == len("shift+x"):
        return stroke[-1].upper()
    return stroke if len(stroke) == 1 else ""
