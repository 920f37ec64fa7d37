"""Texts in columns: a Chinese or Japanese character takes two cells of a terminal, an accent none."""

from __future__ import annotations

from unicodedata import combining, east_asian_width


def width(text: str) -> int:
    r"""Return how many cells of a terminal a text takes.

    >>> width("mine"), width("地雷"), width("e\u0301")
    (4, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def left(text: str, cells: int) -> str:
    """Return a text with blanks after it, up to a number of cells."""
    return text + " " * (cells - width(text))


def right(text: str, cells: int) -> str:
    """Return a text with blanks before it, up to a number of cells."""
    return " " * (cells - width(text)) + text


def cut(text: str, cells: int) -> str:
    """Return as much of a text as fits into a number of cells, with an ellipsis where something is left out.

    >>> cut("Minesweeper", 8), cut("扫雷扫雷", 6)
    ('Mineswe…', '扫雷…')
    """
    if width(text) <= cells:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) >= cells:
            break
        kept += sign
    return f"{kept}…"
