"""Boards as lines of text."""

from __future__ import annotations

from ..board import SYMBOLS
from ..coordinates import cell_name, column_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..board import Board

CLASSIC = " 12345678.F?**X"


def classic(board: Board) -> Iterator[str]:
    """Yield the lines of the oldest text game: digits modulo 10, zeros blank, a space after each cell."""
    width = board.level.width
    yield "  " + "".join(f"{col % 10} " for col in range(width))
    for row, cells in enumerate(board.rows()):
        yield f"{row % 10} " + "".join(f"{CLASSIC[value]} " for value in cells)


def labelled(board: Board, pencil: Mapping[tuple[int, int], str] | None = None) -> Iterator[str]:
    """Yield the lines of the board with numbers from 0 above and left, and A1 style labels below and right.

    `pencil` has the symbols of cells that are drawn otherwise than they are.
    """
    level = board.level
    margin = len(str(level.height - 1))
    indent = " " * (margin + 1)
    for line in _upright(str(col) for col in range(level.width)):
        yield f"{indent}{line}".rstrip()
    for row, cells in enumerate(board.rows()):
        symbols = [SYMBOLS[value] for value in cells]
        for (at, col), symbol in (pencil or {}).items():
            if at == row:
                symbols[col] = symbol
        yield f"{row:>{margin}} {' '.join(symbols)}  {row + 1}"
    for line in _upright(column_name(col) for col in range(level.width)):
        yield f"{indent}{line}".rstrip()


def changes(cells: Iterable[tuple[int, int, int]]) -> str:
    """Return the cells that changed with their new symbols, in the order they changed."""
    return " ".join(f"{cell_name(row, col)}={SYMBOLS[value]}" for row, col, value in cells)


def _upright(labels: Iterable[str]) -> Iterator[str]:
    """Yield the lines of labels written from top to bottom, one column each."""
    names = list(labels)
    height = max(map(len, names))
    for line in range(height):
        yield " ".join(name.rjust(height)[line] for name in names)
