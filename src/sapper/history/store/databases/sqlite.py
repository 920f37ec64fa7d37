"""The store in one SQLite file. Two programs may use it at once."""

from __future__ import annotations

import json
import sqlite3
from contextlib import contextmanager
from itertools import repeat
from typing import TYPE_CHECKING

from .. import Store
from ..actions import GROW, LOGGED, action_row, tail_of_columns
from ..rows import Append, Tail
from .locks import SERVER_LOCK, LockFiles
from .sqlite_database import SqliteDatabase, to_sqlite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ....action import LogEntry

_MOST_LENGTHS = 100_000
# A transaction of its own. A log only grows until it is packed. So for a writer who knows that the game once had
# `seq - 1` actions this is the lock: the row is inserted unless the game is packed or another writer was faster.
_APPEND = """
insert into action (seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at, game_id)
select ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, id from game where id = ? and replay is null
on conflict (game_id, seq) do nothing
"""
_GROW = to_sqlite(GROW)
# The same without a pointer: Python takes longer to bind two empty values than SQLite to insert the row.
_GROW_UNPOINTED = """
insert into action (seq, at_ms, player, kind, row, col, device, tab, number, played_at, game_id)
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
# A whole log as one row, made without Python: all columns but the pointers, whose fractions JSON would round.
# Then how many actions have a pointer, and when the last action was played, which has the highest number.
_LOG = f"""
select json_array(json_group_array(seq), {", ".join(f"json_group_array({column})" for column in LOGGED)}),
  count(x), played_at, max(seq)
from action where game_id = $1
"""


class SqliteStore(Store):
    """Games in a SQLite file with a write-ahead log: one writer at a time, readers never wait."""

    def __init__(self, path: str, *, synchronous: str = "normal", patience: float = 5.0) -> None:
        if synchronous not in ("normal", "full"):
            raise ValueError(f"synchronous is normal or full, not {synchronous!r}")
        is_file = path != ":memory:"
        self.place = path
        self.path = path if is_file else ""
        self._lengths: dict[int, int] = {}  # that games in play are known to have had
        self._data_version = -1
        self._database: SqliteDatabase = SqliteDatabase(path, synchronous=synchronous, patience=patience)
        self._connection = self._database.connection
        self._locks = LockFiles(path) if is_file else None

    def lock(self, game: int) -> None:
        """Reserve a game for this process; raise `GameInUse` if another one plays it."""
        if self._locks:
            self._locks.take(str(game))
            self.lock_problem = self._locks.problem

    def unlock(self, game: int) -> None:
        """Give up the reservation of a game."""
        if self._locks:
            self._locks.release(str(game))

    def in_use(self) -> dict[int, int]:
        """Return the games that other processes are playing; those of a running server are all of its rounds."""
        held = self._locks.held() if self._locks else {}
        servers = [process for name, process in held.items() if name.startswith(SERVER_LOCK)]
        rounds = self._column("select game_id from round where not finished") if servers else []
        played = {int(name): process for name, process in held.items() if name.isdecimal()}
        return dict.fromkeys(rounds, servers[0] if servers else 0) | played

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none."""
        if len(entries) != 1 or self._lengths.get(game) != expected_seq or self._database.is_inside:
            return self.append_many([Append(game, expected_seq, entries)])[0]
        try:  # the usual case is a single statement
            row = action_row(game, expected_seq + 1, entries[0])
            self._database.check_file()
            appended = self._connection.execute(_APPEND, row).rowcount == 1
        except sqlite3.Error as error:
            raise self._database.failure(error) from error
        if appended:
            self._lengths[game] = expected_seq + 1
        else:
            del self._lengths[game]
        return appended

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does."""
        done: list[bool] = []
        rows: list[tuple[Any, ...]] = []
        with self._commit():
            lengths = self._current_lengths()
            for game, expected_seq, entries, ids, played_at in batch:
                seq = lengths.get(game)
                if seq is None:
                    seq = self._length(game)
                fits = seq == expected_seq
                done.append(fits)
                if fits:
                    seq = expected_seq
                    for entry, message in zip(entries, ids or repeat(None), strict=bool(ids)):
                        seq += 1
                        rows.append(action_row(game, seq, entry, message, played_at))
                    lengths[game] = seq
            self._grow(rows)
        return done

    def _grow(self, rows: list[tuple[Any, ...]]) -> None:
        """Insert rows of `action_row`, those without a pointer apart."""
        pointed = [row for row in rows if row[7] is not None]
        if pointed:
            self._connection.executemany(_GROW, pointed)
        if len(pointed) < len(rows):
            self._connection.executemany(_GROW_UNPOINTED, [row[:7] + row[9:] for row in rows if row[7] is None])

    @contextmanager
    def one_commit(self) -> Iterator[None]:
        """Let the methods called in a block share a commit at its end."""
        with self._commit(), self._database.inside_one():
            yield

    def _log(self, game: int) -> Tail:
        """Read the actions of a game in play: joined by SQLite, so that other threads can run."""
        ((text, pointers, played_at, _),) = self._database.rows(_LOG, game)
        numbers, *columns = json.loads(text)
        if numbers != list(range(1, len(numbers) + 1)):
            return super()._log(game)  # in the order of the actions
        if not numbers:
            return Tail()
        places: list[tuple[Any, ...]] = [(None, None)]
        if pointers:
            places = self._database.rows("select x, y from action where game_id = $1 order by seq", game)
        return tail_of_columns(game, [*columns, *zip(*places, strict=True), (played_at,)])

    def _current_lengths(self) -> dict[int, int]:
        """Return the lengths that still hold, inside a transaction: all, unless another program has written."""
        (version,) = self._connection.execute("pragma data_version").fetchone()
        if version != self._data_version or len(self._lengths) > _MOST_LENGTHS:
            self._lengths.clear()
            self._data_version = version
        return self._lengths

    def _forget_lengths(self, games: Sequence[int]) -> None:
        for game in games:
            self._lengths.pop(game, None)

    def delete(self, games: Sequence[int]) -> int:
        """Delete games with everything stored about them, and return how many there were."""
        deleted = super().delete(games)
        if self._locks:
            for game in games:
                self._locks.forget(str(game))
        return deleted

    def delete_all(self) -> int:
        """Delete every game, and wipe the file."""
        self._lengths.clear()
        return super().delete_all()

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that opens the same file again."""
        path = self.path
        return (lambda: SqliteStore(path)) if path else None

    @contextmanager
    def _commit(self, *, reading: bool = False) -> Iterator[None]:
        try:
            with self._database.transaction(reading=reading):
                yield
        except BaseException:
            self._lengths.clear()
            raise
