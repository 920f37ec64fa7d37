"""MBF and ABF: the mines of a board as bytes, exchanged by Minesweeper X, Arbiter and analysers.

The bytes are width, height, mines (high, low), then a column and a row from 0 for each mine.
"""

from __future__ import annotations

from ..minefield import Minefield
from ..phrase import Phrase
from .common import BoardFile, FormatError, check_bytes, check_size, only_mines

_HEAD = 4
_LARGEST = 255


def read(data: bytes) -> BoardFile:
    """Read a board."""
    check_bytes(data)
    if len(data) < _HEAD:
        raise FormatError(Phrase("file.byte", byte=len(data), reason=Phrase("file.cut")))
    width, height = data[0], data[1]
    mines = int.from_bytes(data[2:_HEAD], "big")
    check_size(width, height)
    if mines >= width * height:
        raise only_mines(width, height, mines)
    if len(data) != _HEAD + 2 * mines:
        raise FormatError(Phrase("file.length", expected=_HEAD + 2 * mines, given=len(data)))
    places: set[tuple[int, int]] = set()
    for place in range(_HEAD, len(data), 2):
        col, row = data[place], data[place + 1]
        if col >= width or row >= height:
            reason = Phrase("error.off-board", row=row, column=col, size=f"{width}x{height}")
            raise FormatError(Phrase("file.byte", byte=place + 1, reason=reason))
        if (row, col) in places:
            reason = Phrase("file.mine-twice", row=row, column=col)
            raise FormatError(Phrase("file.byte", byte=place + 1, reason=reason))
        places.add((row, col))
    return BoardFile(Minefield.from_mines(width, height, places))


def write(minefield: Minefield, first: tuple[int, int] | None = None) -> bytes:
    """Write a board. The first cell has no place in this format."""
    level = minefield.level
    if level.width > _LARGEST or level.height > _LARGEST:
        raise FormatError(Phrase("file.board-limit", most=f"{_LARGEST}x{_LARGEST}", size=str(level)))
    mines = (bytes((col, row)) for row, col in minefield.mines())
    return bytes((level.width, level.height)) + level.mines.to_bytes(2, "big") + b"".join(mines)
