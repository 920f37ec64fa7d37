"""The finished games of a history as columns, which statistics over hundreds of thousands of games can compute with."""

from __future__ import annotations

import sys
from array import array
from struct import Struct
from typing import NamedTuple

from .pieces import picked, pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .pieces import Column
    from .store import PlayedGame
    from .summary import Summary

LOST, WON, ABANDONED = range(3)
_CODES = {"lost": LOST, "won": WON}
_LOW_BYTE = 0 if sys.byteorder == "little" else 7


class Results(NamedTuple):
    """Games in the order they were played, a column for each figure.

    The columns are those of the stored records: another order needs a new `summary.VERSION`.
    """

    codes: bytes  # LOST, WON or ABANDONED
    id: Column
    ended_at: Column
    elapsed: Column
    bbbv: Column
    solved: Column
    clicks: Column

    @property
    def is_win(self) -> bytes:
        """A 1 for each win and a 0 for each other game, for `itertools.compress`."""
        return self.codes.translate(_TO_WIN)

    @property
    def ended(self) -> Results:
        """The games that were won or lost."""
        if ABANDONED not in self.codes:
            return self
        counts = self.codes.translate(_TO_ENDED)
        return Results(self.codes.translate(None, _ABANDONED), *(picked(column, counts) for column in self[1:]))


_FIGURES = Results._fields[1:]
_COLUMNS = len(Results._fields)
_RECORD = Struct(f"={_COLUMNS}q")
_ABANDONED = bytes([ABANDONED])
_TO_WIN = bytes(int(code == WON) for code in range(256))
_TO_ENDED = bytes(int(code != ABANDONED) for code in range(256))


def pack(game: int, summary: Summary) -> bytes:
    """Return the figures of a game that statistics read, as a record of constant size."""
    code = _CODES.get(summary.status, ABANDONED)
    return _RECORD.pack(code, game, *(getattr(summary, figure) for figure in _FIGURES[1:]))


def unpack(records: bytes) -> Results:
    """Return the columns of records that were joined."""
    size = _RECORD.size
    columns = [array("q") for _ in range(_COLUMNS)]
    for piece in pieces(len(records) // size):
        part = array("q", records[piece.start * size : piece.stop * size])
        for place, column in enumerate(columns):
            column += part[place::_COLUMNS]
    return Results(columns[0].tobytes()[_LOW_BYTE::8], *columns[1:])


def results_of(games: Iterable[PlayedGame]) -> Results:
    """Return games as columns."""
    listed = list(games)
    codes = bytes(_CODES.get(game.status, ABANDONED) for game in listed)
    return Results(codes, *(array("q", [getattr(game, figure) for game in listed]) for figure in _FIGURES))
