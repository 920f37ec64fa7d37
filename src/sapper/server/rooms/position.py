"""A position that a client asks about: it is the same one however the board is turned or mirrored."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from ...board import CLOSED, CellState

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...board import Board

_UNMARKED = bytes(int(CellState.HIDDEN) if state in CLOSED else state for state in range(256))


class Position:
    """The open cells of a board, at least one, in all eight directions; marks do not matter.

    The directions are computed once, in a thread. A game is then compared by one digest, and only if it has as many
    rows, columns and open cells.
    """

    __slots__ = ("_forms", "_opened", "_sides")

    def __init__(self, board: Board) -> None:
        level = board.level
        self._opened = board.opened
        self._sides = {level.width, level.height}
        self._forms = frozenset(map(_form, _directions(_rows(board)))) if board.opened else frozenset()

    def is_of(self, board: Board) -> bool:
        """Return whether a board shows this position."""
        is_like = self._opened == board.opened and self._sides == {board.level.width, board.level.height}
        return is_like and bool(self._forms) and _form(_rows(board)) in self._forms


def _rows(board: Board) -> list[bytes]:
    cells, width = board.to_bytes().translate(_UNMARKED), board.level.width
    return [cells[first : first + width] for first in range(0, len(cells), width)]


def _directions(rows: list[bytes]) -> Iterator[list[bytes]]:
    """Yield a board in its eight directions; four of them have its rows as columns."""
    transposed = [bytes(column) for column in zip(*rows, strict=True)]
    for one in (rows, transposed):
        mirrored = [row[::-1] for row in one]
        yield from (one, one[::-1], mirrored, mirrored[::-1])


def _form(rows: list[bytes]) -> tuple[int, bytes]:
    return len(rows), blake2b(b"".join(rows), digest_size=16).digest()
