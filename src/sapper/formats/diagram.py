"""The plain diagram: a line for each row, `*` a mine, `.` or `0` a safe cell."""

from __future__ import annotations

from ..errors import SapperError
from ..minefield import Minefield
from .common import MOST_CELLS, BoardFile, FormatError, ascii_text, check_size


def read(data: bytes) -> BoardFile:
    """Read a board."""
    if len(data) > 4 * MOST_CELLS:
        raise FormatError(f"a diagram has at most {MOST_CELLS} cells, and this file has {len(data)} bytes")
    rows = ascii_text(data, "a diagram").split()
    if not rows:
        raise FormatError("a diagram needs at least one row of * and .")
    check_size(len(rows[0]), len(rows))
    try:
        return BoardFile(Minefield.from_text("\n".join(rows)))
    except (SapperError, ValueError) as error:
        raise FormatError(f"this is no diagram: {error}") from None


def write(minefield: Minefield, first: tuple[int, int] | None = None) -> bytes:
    """Write a board. The first cell has no place in this format."""
    return f"{minefield.to_text()}\n".encode()
