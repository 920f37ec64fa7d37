"""The store in a PostgreSQL database, which any number of servers use at once."""

from __future__ import annotations

from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING

from . import postgres_statements as own
from . import statements
from .postgres_database import PostgresDatabase
from .sql_store import SqlStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .store import Append, Store

_ACTION_COLUMNS = 13


class PostgresStore(SqlStore):
    """Games in PostgreSQL. A game that is played on several servers is locked by nothing but the length of its log."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._database: PostgresDatabase = PostgresDatabase(url)
        self.place = self._database.place

    def lock(self, game: int) -> None:
        """Do nothing: whoever plays a game may play it anywhere."""

    def unlock(self, game: int) -> None:
        """Do nothing."""

    def in_use(self) -> dict[int, int]:
        """Return nothing: no game is reserved."""
        return {}

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does."""
        if len({item.game for item in batch}) == len(batch):
            return self._append(batch) if batch else []
        done = [False] * len(batch)
        with self._commit():
            for wave in _waves(batch):
                for place, is_done in zip(wave, self._append([batch[place] for place in wave]), strict=True):
                    done[place] = is_done
        return done

    def _append(self, batch: Sequence[Append]) -> list[bool]:
        """Append to different games by one statement."""
        rows: list[tuple[Any, ...]] = []
        row = statements.action_row
        for game, seq, entries, ids, played_at in batch:
            for number, (entry, message) in enumerate(zip(entries, ids or repeat(None), strict=bool(ids)), seq + 1):
                rows.append(row(game, number, entry, message, played_at))
        columns = list(zip(*rows, strict=True)) or [()] * _ACTION_COLUMNS
        games, lengths = [item.game for item in batch], [item.seq for item in batch]
        counts = [len(item.entries) for item in batch]
        grown = self._database.changed_rows(own.APPEND_MANY, games, lengths, counts, columns[-1], *columns[:-1])
        found = {game for (game,) in grown}
        return [game in found for game in games]

    def after_import(self) -> None:
        """Count what the file of an export does not say."""
        for statement in own.AFTER_IMPORT:
            self._database.run(statement)

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that connects to the same database again."""
        url = self._url
        return lambda: PostgresStore(url)

    def now_ms(self) -> int:
        """Return the milliseconds since 1970 by the clock of the database."""
        ((now,),) = self._database.rows(own.NOW)
        return int(now)

    def interrupt(self) -> None:
        """Stop the query that another thread is running."""
        self._database.interrupt()

    def _claim(self, *what: bytes) -> None:
        key = sha256(b"\0".join(what)).digest()[:8]
        self._database.rows(own.LOCK_KEY, int.from_bytes(key, "big", signed=True))

    def _claim_games(self, games: Iterable[int]) -> None:
        self._database.rows(own.LOCK_GAMES, list(games))


def _waves(batch: Sequence[Append]) -> list[list[int]]:
    """Return the places of appends such that no game occurs twice at once, each game's in order."""
    waves: list[list[int]] = []
    seen: dict[int, int] = {}
    for place, item in enumerate(batch):
        number = seen[item.game] = seen.get(item.game, -1) + 1
        if number == len(waves):
            waves.append([])
        waves[number].append(place)
    return waves
