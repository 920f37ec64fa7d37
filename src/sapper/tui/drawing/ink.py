"""Styles from the tokens of a theme, as rich as the terminal can show them."""

from __future__ import annotations

from enum import StrEnum

from rich.color import Color
from rich.style import Style

from ...display.themes import Theme, colour_of_256, mix, nearest_16, nearest_256


class Depth(StrEnum):
    """The number of colours."""

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
# In the terminal's own palette nothing is known of its colours but their names, so text and ground are the defaults,
# and what stands out is reversed.
_OWN = {
    "accent": "yellow",
    "question": "magenta",
    "last": "yellow",
    "warn": "yellow",
    "exploded": "red",
    "number.7": "default",
    "number.8": "default",
    "mine": "default",
}
_OWN_REVERSED = ("raised", "accent", "faceFill", "cursor.ring", "last")


class Ink:
    """Makes styles from tokens such as `text` on `panel`, and caches them."""

    def __init__(self, theme: Theme, depth: Depth = Depth.TRUE, *, own_palette: bool = False) -> None:
        self.theme = theme
        self.depth = Depth.SIXTEEN if own_palette and depth is not Depth.NONE else depth
        self._is_own = own_palette
        self._colours: dict[str, Color] = {}
        self._styles: dict[tuple[str, str, bool, bool, bool], Style] = {}

    def mix(self, token: str, other: str, share: float) -> str:
        """Return a mixture of two tokens; with few colours, the first one.

        With 256 colours the mixture is another one than the first token, however small the share.
        """
        if self.depth in (Depth.SIXTEEN, Depth.NONE):
            return token
        mixed = mix(self._hex(token), self._hex(other), share)
        while self.depth is Depth.MANY and share < 1 and self._spell(mixed) == self._spell(token):
            share = min(share + 0.05, 1)
            mixed = mix(self._hex(token), self._hex(other), share)
        return mixed

    def __call__(
        self, text: str, ground: str, *, bold: bool = False, underline: bool = False, reverse: bool = False
    ) -> Style:
        """Return the style of a text on a ground."""
        key = (text, ground, bold, underline, reverse)
        style = self._styles.get(key)
        if style is None:
            colour, bgcolor = (None, None) if self.depth is Depth.NONE else (self._colour(text), self._colour(ground))
            if self._is_own and self.depth is not Depth.NONE and ground in _OWN_REVERSED:
                colour, bgcolor, reverse = self._colour("text"), self._colour("page"), not reverse
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
        if token[0] == "#":
            return token
        return colour_of_256(self.theme.of_256(token)) if self.depth is Depth.MANY else self.theme[token]

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
        if self._is_own:
            return _OWN.get(token) or self.theme.ansi(_ALIKE.get(token, token)) or "default"
        usual = _LIGHT if self.theme.scheme == "light" else _DARK
        named = self.theme.ansi(_ALIKE.get(token, token)) or usual.get(token) or nearest_16(self._hex(token))
        return _SPELLED.get(named, named)
