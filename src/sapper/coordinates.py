"""Cells as people write them: `C7` is the third column of the seventh row."""

from __future__ import annotations

from .errors import SapperError
from .phrase import Phrase

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class CellError(SapperError, ValueError):
    """A text that names no cell."""


def column_name(col: int) -> str:
    """Return the name of a column: A to Z, then AA, AB and so on.

    >>> column_name(0), column_name(29)
    ('A', 'AD')
    """
    name = ""
    col += 1
    while col:
        col, letter = divmod(col - 1, 26)
        name = _LETTERS[letter] + name
    return name


def cell_name(row: int, col: int) -> str:
    """Return the name of a cell.

    >>> cell_name(6, 2)
    'C7'
    """
    return f"{column_name(col)}{row + 1}"


def parse_cell(text: str) -> tuple[int, int]:
    """Read a cell such as `C7` as (row, col), both from 0.

    >>> parse_cell("c7")
    (6, 2)
    """
    letters = text.rstrip("0123456789").upper()
    digits = text[len(letters) :]
    well_formed = 1 <= len(letters) <= 7 and 1 <= len(digits) <= 10
    if not well_formed or any(letter not in _LETTERS for letter in letters) or int(digits) < 1:
        raise CellError(Phrase("error.not-a-square", given=repr(text)))
    col = 0
    for letter in letters:
        col = col * 26 + _LETTERS.index(letter) + 1
    return int(digits) - 1, col - 1
