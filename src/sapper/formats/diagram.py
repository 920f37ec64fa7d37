"""The plain diagram: a line for each row, `*` a mine, `.` or `0` a safe cell.

A level such as `9x9/10` may stand before the rows, and comments that begin with `#`: what `sapper generate` writes
there names the first click.
"""

from __future__ import annotations

import re

from ..board import SYMBOLS
from ..errors import SapperError, as_value
from ..minefield import Minefield
from ..phrase import Phrase
from ..rules import Level
from .common import MOST_CELLS, BoardFile, FormatError, ascii_text, check_size

_LEVEL = re.compile(r"\d+x\d+/\d+")
_FIRST = re.compile(r"first click (\d{1,9}),(\d{1,9})")
_SYMBOLS = frozenset("*.0")
_SEEN = frozenset(f"{SYMBOLS} #")


def is_diagram(data: bytes) -> bool:
    """Return whether a file looks like a diagram."""
    try:
        level, rows, comments = split(data.decode("ascii"))
    except UnicodeDecodeError:
        return False
    return bool(level or comments) if not rows else set(rows[0]) <= _SYMBOLS or bool(level)


def split(text: str) -> tuple[str, list[str], str]:
    """Return the level of a diagram, empty if there is none, its rows without spaces, and its comments."""
    lines = text.splitlines()
    rows = ["".join(line.split()) for line in lines if line.strip() and not _is_comment(line)]
    level = rows.pop(0) if rows and _LEVEL.fullmatch(rows[0]) else ""
    return level, rows, "\n".join(filter(_is_comment, lines))


def _is_comment(line: str) -> bool:
    """Return whether a line is a comment, and not a row of a position, where # is a closed cell."""
    return line.startswith("#") and not set(line) <= _SEEN


def is_minefield(rows: list[str]) -> bool:
    """Return whether rows are those of a minefield, and not those of a position."""
    symbols = set("".join(rows))
    return "*" in symbols and symbols <= _SYMBOLS


def read(data: bytes) -> BoardFile:
    """Read a board."""
    level, rows, comments = split(ascii_text(data, 4 * MOST_CELLS))
    if not rows:
        raise FormatError(Phrase("file.no-rows", symbols="* ."))
    check_size(len(rows[0]), len(rows))
    try:
        minefield = Minefield.from_text("\n".join(rows))
        if level and minefield.level != Level.parse(level):
            raise FormatError(Phrase("file.other-size", given=str(minefield.level), expected=level))
    except SapperError as error:
        raise FormatError(Phrase("file.board", reason=as_value(error))) from None
    return BoardFile(minefield, first_click(comments, minefield.level))


def first_click(comments: str, level: Level) -> tuple[int, int] | None:
    """Return the first click that comments name, None if there is none on the board."""
    found = _FIRST.findall(comments)
    cell = (int(found[0][0]), int(found[0][1])) if len(found) == 1 else None
    return cell if cell is not None and level.contains(*cell) else None


def write(minefield: Minefield, first: tuple[int, int] | None = None) -> bytes:
    """Write a board. The first cell has no place in this format."""
    return f"{minefield.to_text()}\n".encode()
