"""Totals of skill and luck as rows of text, from figures in thousandths of a game."""

from __future__ import annotations

from .configuration_words import level_title
from .wording import message, wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MINUS = "\N{MINUS SIGN}"


def luck_rows(levels: Iterable[tuple[str, int, tuple[int, int, int, int]]]) -> list[list[str]]:
    """Return the heads, and a row for each level (empty for all of them) with its games and thousandths of a game.

    The thousandths are what could be won, what was given away, luck, and what was won.
    """
    heads = ("luck.level", "luck.games", "luck.start", "luck.given", "luck.fate", "luck.won")
    rows = [[message(head) for head in heads]]
    for level, games, (start, given, fate, won) in levels:
        name = level_title(level) if level else message("luck.all")
        shares = (unsigned_share(start), signed_share(-given), signed_share(fate), unsigned_share(won))
        rows.append([name, str(games), *shares])
    return rows


def signed_share(thousandths: int, decimals: int = 1) -> str:
    """Return thousandths in percent with a sign, nothing without one.

    >>> signed_share(12), signed_share(12, 0), signed_share(0)
    ('+1.2 %', '+1 %', '0.0 %')
    """
    sign = "+" if thousandths > 0 else _MINUS if thousandths < 0 else ""
    return sign + unsigned_share(abs(thousandths), decimals)


def unsigned_share(thousandths: int, decimals: int = 1) -> str:
    """Return thousandths in percent."""
    return wording().percent(thousandths / 1000, decimals)


def points(share: float, about: str = "") -> str:
    """Return a share in whole percent with a sign, after a sign that it is an estimate; nothing for 0.

    >>> points(0.123), points(0.123, "~"), points(0.001)
    ('+12', '~+12', '')
    """
    rounded = round(share * 100)
    return f"{about}{rounded:+d}".replace("-", _MINUS) if rounded else ""
