"""The part of a board that clients are sent: all of a small one, chunks of a large one."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from ...board import SYMBOLS
from .game_messages import CHUNK, MOST_CHUNKS, WHOLE_CELLS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...board import Board
    from ...game import Delta
    from ...rules import Level

    Rectangle = tuple[int, int, int, int]  # top, left, bottom, right

_SYMBOLS = bytes.maketrans(bytes(range(len(SYMBOLS))), SYMBOLS.encode())
_OPEN = bytes.maketrans(bytes(range(len(SYMBOLS))), b"1" * 9 + b"0" * (len(SYMBOLS) - 9))
_LARGE = 1 << 14  # cells of a change: to look at each run of more would take longer than 10 ms
_WIDE = 1 << 16  # rows longer than this are read cell by cell, not copied whole


def is_chunked(level: Level) -> bool:
    """Return whether a board is too large to be sent whole."""
    return level.cells > WHOLE_CELLS


def symbols(cells: bytes) -> str:
    """Return cells as symbols; a single symbol if all are the same."""
    if cells and cells.count(cells[0]) == len(cells):
        cells = cells[:1]
    return cells.translate(_SYMBOLS).decode("ascii")


def whole(board: Board) -> str:
    """Return the symbols of a board that is sent whole."""
    return symbols(board.to_bytes())


def across(level: Level) -> int:
    """Return how many chunks lie side by side."""
    return -(-level.width // CHUNK)


def in_view(level: Level, top: int, left: int, height: int, width: int) -> list[int]:
    """Return the chunks that a rectangle of cells touches, at most as many as a view may have."""
    bottom = min(top + max(height, 1), level.height)
    right = min(left + max(width, 1), level.width)
    if top >= bottom or left >= right:
        return []
    rows = range(top // CHUNK, (bottom - 1) // CHUNK + 1)[:MOST_CHUNKS]
    cols = range(left // CHUNK, (right - 1) // CHUNK + 1)[:MOST_CHUNKS]
    found = [row * across(level) + col for row in rows for col in cols[: MOST_CHUNKS // len(rows) or 1]]
    return found[:MOST_CHUNKS]


def clipped(level: Level, view: Rectangle | None) -> Rectangle:
    """Return the part of a view that lies on a board; the whole board for no view."""
    top, left, bottom, right = view or (0, 0, level.height, level.width)
    return min(top, level.height), min(left, level.width), min(bottom, level.height), min(right, level.width)


def of_rectangle(level: Level, view: Rectangle | None) -> list[int]:
    """Return the chunks of a view."""
    if view is None:
        return []
    top, left, bottom, right = view
    return in_view(level, top, left, bottom - top, right - left)


def chunks(board: Board, wanted: Iterable[int]) -> list[tuple[int, str]]:
    """Return chunks with their symbols; each row of the board is read once for all chunks that it crosses."""
    level = board.level
    by_row: dict[int, list[int]] = {}
    for chunk in wanted:
        by_row.setdefault(chunk // across(level), []).append(chunk)
    found = []
    for chunk_row, numbers in by_row.items():
        top, bottom = chunk_row * CHUNK, min((chunk_row + 1) * CHUNK, level.height)
        lines = {row: _line(board, row) for row in range(top, bottom)}
        for number in numbers:
            left = number % across(level) * CHUNK
            right = min(left + CHUNK, level.width)
            cells = b"".join(
                line[left:right] if line is not None else _cells(board, row, left, right) for row, line in lines.items()
            )
            found.append((number, symbols(cells)))
    return found


def _line(board: Board, row: int) -> bytes | None:
    return board._cells.row(row) if board.level.width <= _WIDE else None


def _cells(board: Board, row: int, left: int, right: int) -> bytes:
    start = row * board.level.width
    return bytes(board._cells[start + col] for col in range(left, right))


def changed(delta: Delta, level: Level) -> list[int]:
    """Return the chunks that a change touches; all, if it is too large to look at its cells."""
    if len(delta) > _LARGE:
        return list(range(across(level) * -(-level.height // CHUNK)))
    touched: set[int] = set()
    for row, col, length in delta.cells.runs():
        while length > 0:  # a run may go on in the next row
            base = row // CHUNK * across(level)
            part = min(length, level.width - col)
            touched.update(range(base + col // CHUNK, base + (col + part - 1) // CHUNK + 1))
            row, col, length = row + 1, 0, length - part
    return sorted(touched)


def open_bits(board: Board) -> str:
    """Return which cells are open, never their numbers: base64 of a bit for each, row by row, the highest bit first."""
    bits = board.to_bytes().translate(_OPEN).decode("ascii")
    size = -(-len(bits) // 8)
    return b64encode(int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")).decode()
