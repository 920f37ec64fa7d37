"""The finished games of a history as columns, which statistics over hundreds of thousands of games can compute with."""

from __future__ import annotations

from itertools import compress
from struct import Struct
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .store import Played
    from .summary import Summary

LOST, WON, ABANDONED = range(3)
_CODES = {"lost": LOST, "won": WON}
_RECORD = Struct("=7q")
_COLUMNS = 7


class Results(NamedTuple):
    """Games in the order they were played, a column for each figure."""

    codes: bytes  # LOST, WON or ABANDONED
    ids: list[int]
    ended_at: list[int]
    elapsed: list[int]
    bbbv: list[int]
    solved: list[int]
    clicks: list[int]

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
        return Results(bytes(compress(self.codes, counts)), *(list(compress(column, counts)) for column in self[1:]))


_TO_WIN = bytes(int(code == WON) for code in range(256))
_TO_ENDED = bytes(int(code != ABANDONED) for code in range(256))


def pack(game: int, summary: Summary) -> bytes:
    """Return what statistics read of a game, as a record of constant size."""
    code = _CODES.get(summary.status, ABANDONED)
    return _RECORD.pack(code, game, summary.ended_at, summary.elapsed, summary.bbbv, summary.solved, summary.clicks)


def unpack(records: bytes) -> Results:
    """Return the columns of records that were joined."""
    numbers = memoryview(records).cast("q")
    codes, *columns = (numbers[place::_COLUMNS].tolist() for place in range(_COLUMNS))
    return Results(bytes(codes), *columns)


def results_of(games: Iterable[Played]) -> Results:
    """Return games as columns."""
    listed = list(games)
    return Results(
        bytes(_CODES.get(game.status, ABANDONED) for game in listed),
        [game.id for game in listed],
        [game.ended_at for game in listed],
        [game.elapsed for game in listed],
        [game.bbbv for game in listed],
        [game.solved for game in listed],
        [game.clicks for game in listed],
    )
