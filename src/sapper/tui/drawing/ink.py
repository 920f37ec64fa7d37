"""Styles from the tokens of a theme, as rich as the terminal can show them."""

from __future__ import annotations

from enum import StrEnum

from rich.color import Color
from rich.style import Style

from ...display.themes import Theme, mix, nearest_16, nearest_256


class Depth(StrEnum):
    """How many colours there are."""

    TRUE = "true"
    MANY = "256"
    SIXTEEN = "16"
    NONE = "none"


_DARK = {
    "page": "black",
    "panel": "black",
    "raised": "bright_black",
    "line": "bright_black",
    "text": "bright_white",
    "muted": "white",
    "accent": "bright_yellow",
    "onAccent": "black",
    "frame": "black",
    "display": "black",
    "displayOn": "bright_white",
    "hidden.face": "bright_black",
    "hidden.light": "white",
    "hidden.dark": "black",
    "open": "black",
    "question": "bright_yellow",
    "last": "bright_yellow",
    "cursor.ring": "bright_white",
}
_LIGHT = {
    "page": "white",
    "panel": "white",
    "raised": "bright_white",
    "line": "bright_black",
    "text": "black",
    "muted": "black",
    "accent": "blue",
    "onAccent": "bright_white",
    "frame": "white",
    "display": "white",
    "displayOn": "black",
    "hidden.face": "white",
    "hidden.light": "bright_black",
    "hidden.dark": "bright_black",
    "open": "bright_white",
    "question": "black",
    "last": "blue",
    "cursor.ring": "black",
}
_ALIKE = {"hint.reason": "reason", "hint.safe": "safe", "hint.mine": "bad", "wrong": "bad", "good": "safe"}
_SPELLED = {"navy": "blue", "maroon": "red", "teal": "cyan"}


class Ink:
    """Makes styles from tokens such as `text` on `panel`, and caches them."""

    def __init__(self, theme: Theme, depth: Depth = Depth.TRUE) -> None:
        self.theme = theme
        self.depth = depth
        self._colours: dict[str, Color] = {}
        self._styles: dict[tuple[str, str, bool, bool, bool], Style] = {}

    def mix(self, token: str, other: str, share: float) -> str:
        """Return a mixture of two tokens; with few colours, the first one."""
        if self.depth in (Depth.SIXTEEN, Depth.NONE):
            return token
        return mix(self._hex(token), self._hex(other), share)

    def __call__(
        self, text: str, ground: str, *, bold: bool = False, underline: bool = False, reverse: bool = False
    ) -> Style:
        """Return the style of a text on a ground."""
        key = (text, ground, bold, underline, reverse)
        style = self._styles.get(key)
        if style is None:
            colour, bgcolor = (None, None) if self.depth is Depth.NONE else (self._colour(text), self._colour(ground))
            style = Style(
                color=colour,
                bgcolor=bgcolor,
                bold=bold or None,
                underline=underline or None,
                reverse=reverse or None,
            )
            self._styles[key] = style
        return style

    def _hex(self, token: str) -> str:
        return token if token[0] == "#" else self.theme[token]

    def _colour(self, token: str) -> Color:
        colour = self._colours.get(token)
        if colour is None:
            colour = self._colours[token] = Color.parse(self._spell(token))
        return colour

    def _spell(self, token: str) -> str:
        if self.depth is Depth.TRUE:
            return self._hex(token)
        if self.depth is Depth.MANY:
            return f"color({nearest_256(self._hex(token))})"
        usual = _LIGHT if self.theme.scheme == "light" else _DARK
        named = self.theme.ansi(_ALIKE.get(token, token)) or usual.get(token) or nearest_16(self._hex(token))
        return _SPELLED.get(named, named)
