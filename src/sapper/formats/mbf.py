"""MBF and ABF: the mines of a board as bytes, exchanged by Minesweeper X, Arbiter and analysers.

The bytes are width, height, mines (high, low), then a column and a row from 0 for each mine.
"""

from __future__ import annotations

from ..minefield import Minefield
from .common import BoardFile, FormatError, check_bytes, check_size

_HEAD = 4
_LARGEST = 255


def read(data: bytes) -> BoardFile:
    """Read a board."""
    check_bytes(data)
    if len(data) < _HEAD:
        raise FormatError(f"a board file has at least {_HEAD} bytes (width, height, mines), and this has {len(data)}")
    width, height = data[0], data[1]
    mines = int.from_bytes(data[2:_HEAD], "big")
    check_size(width, height)
    if mines >= width * height:
        raise FormatError(
            f"bytes 3 and 4 say {mines} mines, and a {width}x{height} board takes at most {width * height - 1}"
        )
    if len(data) != _HEAD + 2 * mines:
        raise FormatError(f"a board file with {mines} mines has {_HEAD + 2 * mines} bytes, and this has {len(data)}")
    places: set[tuple[int, int]] = set()
    for place in range(_HEAD, len(data), 2):
        col, row = data[place], data[place + 1]
        if col >= width or row >= height:
            raise FormatError(f"byte {place + 1}: column {col}, row {row} is off the {width}x{height} board")
        if (row, col) in places:
            raise FormatError(f"byte {place + 1}: column {col}, row {row} has a mine already")
        places.add((row, col))
    return BoardFile(Minefield.from_mines(width, height, places))


def write(minefield: Minefield, first: tuple[int, int] | None = None) -> bytes:
    """Write a board. The first cell has no place in this format."""
    level = minefield.level
    if level.width > _LARGEST or level.height > _LARGEST:
        raise FormatError(f"an MBF board has at most {_LARGEST} columns and rows, and this one is {level}")
    mines = (bytes((col, row)) for row, col in minefield.mines())
    return bytes((level.width, level.height)) + level.mines.to_bytes(2, "big") + b"".join(mines)
