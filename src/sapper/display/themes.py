"""The colours of the game: one token file for the terminal and the browser, and what fewer colours make of it."""

from __future__ import annotations

from ..errors import SapperError
from ..phrase import Phrase, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Rgb = tuple[int, int, int]

_CUBE = (0, 95, 135, 175, 215, 255)
_SIXTEEN: dict[str, Rgb] = {
    "black": (0, 0, 0),
    "red": (170, 0, 0),
    "green": (0, 170, 0),
    "yellow": (170, 85, 0),
    "blue": (0, 0, 170),
    "magenta": (170, 0, 170),
    "cyan": (0, 170, 170),
    "white": (170, 170, 170),
    "bright_black": (85, 85, 85),
    "bright_red": (255, 85, 85),
    "bright_green": (85, 255, 85),
    "bright_yellow": (255, 255, 85),
    "bright_blue": (85, 85, 255),
    "bright_magenta": (255, 85, 255),
    "bright_cyan": (85, 255, 255),
    "bright_white": (255, 255, 255),
}


class ThemeError(SapperError, ValueError):
    """A theme or a token that does not exist, with a sentence that says which do."""


class Theme:
    """A set of colours. Tokens are read by name: `text`, `hidden.face`, `number.1`.

    >>> dark = theme("dark")
    >>> dark["number.1"], dark.scheme, dark.ansi("number.1")
    ('#6cb0ff', 'dark', 'bright_blue')
    """

    __slots__ = ("_tokens", "key", "name", "scheme", "style")

    def __init__(self, key: str, tokens: Mapping[str, Any]) -> None:
        self.key = key
        self.name: str = tokens["name"]
        self.scheme: str = tokens["scheme"]
        self.style: dict[str, Any] = tokens["style"]
        self._tokens = tokens

    def __getitem__(self, token: str) -> str:
        if token == "hidden.other":  # every other closed cell of a checkerboard
            return mix(self["hidden.face"], self["hidden.pressed"], 0.5)
        found = _find(self._tokens, token)
        if not isinstance(found, str):
            raise ThemeError(f"the theme {self.key} has no colour {token!r}")
        return found

    def of_256(self, token: str) -> int:
        """Return the number of a colour where there are 256: chosen by hand, or the nearest one.

        >>> dark = theme("dark")
        >>> dark.of_256("hidden.face"), dark.of_256("hidden.other"), dark.of_256("grid")
        (239, 237, 235)
        """
        found = _find(_file("colours_256").get(self.key), token)
        return found if isinstance(found, int) else nearest_256(self[token])

    def ansi(self, token: str) -> str | None:
        """Return the name of a colour where there are sixteen, None where the theme does not set one."""
        found = _find(self._tokens["ansi"], token)
        return found if isinstance(found, str) else None


def _find(tokens: Any, token: str) -> object:
    for part in token.split("."):
        if isinstance(tokens, list):
            tokens = tokens[int(part) - 1] if part.isdecimal() and 0 < int(part) <= len(tokens) else None
        else:
            tokens = tokens.get(part) if isinstance(tokens, dict) else None
    return tokens


_read: dict[str, dict[str, Any]] = {}


def _file(name: str = "themes") -> dict[str, Any]:
    if name not in _read:
        import json
        from pathlib import Path

        _read[name] = json.loads(Path(__file__).with_name(f"{name}.json").read_text("utf-8"))
    return _read[name]


def names() -> list[str]:
    """Return the names of the themes of the program."""
    return list(_file()["themes"])


_own: dict[str, Theme] = {}


def use_own(themes: Mapping[str, Theme]) -> None:
    """Take the player's own themes, by their names; those of before are forgotten."""
    _own.clear()
    _own.update(themes)


def own_names() -> list[str]:
    """Return the names of the player's own themes."""
    return list(_own)


def tokens_of(name: str) -> dict[str, Any]:
    """Return the tokens of a theme of the program."""
    tokens: dict[str, Any] = _file()["themes"][name]
    return tokens


def theme(name: str) -> Theme:
    """Return a theme by name; raise `ThemeError` if there is none."""
    if name in _own:
        return _own[name]
    if name not in names():
        raise ThemeError(Phrase("machine-error.no-theme", given=repr(name), choices=listed([*names(), *_own])))
    return Theme(name, tokens_of(name))


def usual(scheme: str = "dark") -> Theme:
    """Return the default theme of a system that is light, dark or asks for contrast."""
    return theme(_file()["default"][scheme])


def rgb(colour: str) -> Rgb:
    """Return red, green and blue of a colour such as `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """Return a mixture of two colours; `share` is the part of the other one.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def nearest_256(colour: str) -> int:
    """Return the nearest of the 216 colours and 24 greys of a terminal with 256 colours.

    >>> nearest_256("#ff0000"), nearest_256("#0f1217")
    (196, 233)
    """
    wanted = rgb(colour)
    cube = [min(range(6), key=lambda step, part=part: abs(_CUBE[step] - part)) for part in wanted]  # type: ignore[misc]
    grey = min(range(24), key=lambda step: abs(8 + 10 * step - sum(wanted) // 3))
    as_cube = tuple(_CUBE[step] for step in cube)
    as_grey = (8 + 10 * grey,) * 3
    if _distance(wanted, as_grey) < _distance(wanted, as_cube):
        return 232 + grey
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]


def colour_of_256(number: int) -> str:
    """Return one of the 216 colours and 24 greys as `#rrggbb`.

    >>> colour_of_256(196), colour_of_256(233)
    ('#ff0000', '#121212')
    """
    if number >= 232:
        parts = [8 + 10 * (number - 232)] * 3
    else:
        parts = [_CUBE[(number - 16) // step % 6] for step in (36, 6, 1)]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def nearest_16(colour: str) -> str:
    """Return the name of the nearest of sixteen colours.

    >>> nearest_16("#ff8078")
    'bright_red'
    """
    wanted = rgb(colour)
    return min(_SIXTEEN, key=lambda name: _distance(wanted, _SIXTEEN[name]))


def _distance(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
