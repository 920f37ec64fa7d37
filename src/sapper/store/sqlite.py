"""The store in one SQLite file. Two programs may use it at once."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..seed import Seed
from . import Listed, Store, Stored, StoreError, Summary, statements

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..action import Entry

MIGRATIONS = Path(__file__).parent / "migrations"

_MOST_LENGTHS = 100_000
_LEAST_BYTES = 512  # of a SQLite file: one page of the smallest size
_ELSEWHERE = "choose another data folder"
_REASONS = {
    sqlite3.SQLITE_FULL: f"the disk is full: free some space, or {_ELSEWHERE}",
    sqlite3.SQLITE_READONLY: f"it may only be read: make it writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_PERM: f"it may not be used: change its permissions, or {_ELSEWHERE}",
    sqlite3.SQLITE_CANTOPEN: f"the file cannot be opened or made: check that its folder is writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_BUSY: "another program holds it: close that program and try again",
    sqlite3.SQLITE_LOCKED: "another program holds it: close that program and try again",
    sqlite3.SQLITE_NOTADB: f"it is not a database: move it away, or {_ELSEWHERE}",
    sqlite3.SQLITE_CORRUPT: f"it is damaged: move it away and bring back a copy, or {_ELSEWHERE}",
    sqlite3.SQLITE_IOERR: f"the disk failed or is full: check it, or {_ELSEWHERE}",
}


class SqliteStore(Store):
    """Games in a SQLite file with a write-ahead log: one writer at a time, readers never wait."""

    def __init__(self, path: str, *, synchronous: str = "normal", patience: float = 5.0) -> None:
        if synchronous not in ("normal", "full"):
            raise ValueError(f"synchronous is normal or full, not {synchronous!r}")
        self.path = path
        self._lengths: dict[int, int] = {}  # that games in play are known to have had
        self._data_version = -1
        if path != ":memory:":
            self._make_room()
        try:
            self._connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        except sqlite3.Error as error:
            raise self._sentence(error) from error
        try:
            self._prepare(synchronous)
        except BaseException as error:
            self._connection.close()
            if isinstance(error, sqlite3.Error):
                raise self._sentence(error) from error
            raise

    def _make_room(self) -> None:
        path = Path(self.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"the folder of {path} cannot be made ({error.strerror or error}): {_ELSEWHERE}"
            ) from error
        if path.is_file() and 0 < path.stat().st_size < _LEAST_BYTES:
            raise self._because(sqlite3.SQLITE_NOTADB)  # SQLite takes so short a file for an empty one

    def _prepare(self, synchronous: str) -> None:
        run = self._connection.execute
        self._migrate()
        run("pragma foreign_keys = on")
        (journal,) = run("pragma journal_mode = wal").fetchone()
        if journal not in ("wal", "memory"):
            synchronous = "full"  # a rollback journal, as on network folders, is only safe so
        run(f"pragma synchronous = {synchronous}")

    def _version(self) -> int:
        """Read the version of the schema, 0 for an empty database."""
        tables = {name for (name,) in self._connection.execute("select name from sqlite_master where type = 'table'")}
        if "schema_version" in tables:
            version = self._connection.execute(statements.VERSION).fetchone()
            if version is not None:
                return int(version[0])
        if tables:
            raise StoreError(f"{self.path} belongs to another program: {_ELSEWHERE}")
        return 0

    def _migrate(self) -> None:
        steps = migrations()
        version = self._version()
        if version > len(steps):
            raise StoreError(
                f"{self.path} was written by a newer Sapper (its format is {version}, and this one knows up to "
                f"{len(steps)}): update Sapper, or {_ELSEWHERE}"
            )
        if version < len(steps):
            with self._commit():
                # Another program may have been faster since.
                for number in range(self._version() + 1, len(steps) + 1):
                    self._script(steps[number - 1])
                    self._connection.execute(_bound(statements.SET_VERSION), (number,))
        self._script(MIGRATIONS / "derived.sql")

    def _script(self, path: Path) -> None:
        """Run the statements of a file inside the transaction that is open, which `executescript` would end."""
        statement = ""
        for line in path.read_text("utf-8").splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                self._connection.execute(statement)
                statement = ""

    def create(self, rules: str, seed: Seed, *, created_at: int, front: str = "") -> int:
        """Begin a game without actions and return its number."""
        with self._commit():
            number = self._connection.execute(_CREATE, (rules, seed.bits, created_at, front)).lastrowid
        assert number is not None
        return number

    def append(self, game: int, expected_seq: int, entries: Sequence[Entry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none."""
        if len(entries) != 1 or self._lengths.get(game) != expected_seq:
            return self.append_many([(game, expected_seq, entries)])[0]
        try:  # the usual case is a single statement
            row = _row(game, expected_seq + 1, entries[0])
            grown = self._connection.execute(_APPEND, row).rowcount == 1
        except sqlite3.Error as error:
            raise self._sentence(error) from error
        if grown:
            self._lengths[game] = expected_seq + 1
        else:
            del self._lengths[game]
        return grown

    def append_many(self, batch: Sequence[tuple[int, int, Sequence[Entry]]]) -> list[bool]:
        """Append to many games in one commit, each as `append` does."""
        done: list[bool] = []
        rows: list[tuple[Any, ...]] = []
        with self._commit():
            lengths = self._current_lengths()
            for game, expected_seq, entries in batch:
                seq = lengths.get(game)
                if seq is None:
                    seq = self._length(game)
                fits = seq == expected_seq
                done.append(fits)
                if fits:
                    rows += [_row(game, number, entry) for number, entry in enumerate(entries, expected_seq + 1)]
                    lengths[game] = expected_seq + len(entries)
            self._connection.executemany(_GROW, rows)
        return done

    def _current_lengths(self) -> dict[int, int]:
        """Give the lengths that still hold, inside a transaction: all, unless another program has written."""
        (version,) = self._connection.execute("pragma data_version").fetchone()
        if version != self._data_version or len(self._lengths) > _MOST_LENGTHS:
            self._lengths.clear()
            self._data_version = version
        return self._lengths

    def _length(self, game: int) -> int | None:
        """Count the actions of a game in play, None if there is no such game."""
        found = self._connection.execute(_LENGTH, (game,)).fetchone()
        return None if found is None else found[0]

    def finish(self, game: int, expected_seq: int, replay: bytes, summary: Summary) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and let its actions go."""
        with self._commit():
            packed = self._connection.execute(_FINISH, (replay, expected_seq, game, expected_seq)).rowcount == 1
            self._lengths.pop(game, None)
            if packed:
                self._connection.execute(_FORGET_ACTIONS, (game,))
                self._connection.execute(_SUMMARISE, (game, *summary._fields()))
        return packed

    def load(self, game: int) -> Stored:
        """Read a whole game."""
        with self._commit("deferred"):
            found = self._connection.execute(_GAME, (game,)).fetchone()
            rows = self._connection.execute(_ACTIONS, (game,)).fetchall()
        if found is None:
            raise StoreError(f"there is no game {game} in {self.path}: choose one that is listed")
        number, rules, bits, length, created_at, front, replay = found
        try:
            entries = [statements.entry(row) for row in rows]
        except KeyError as error:
            raise StoreError(f"game {game} has an action that this version does not know: update Sapper") from error
        seq = len(entries) if length is None else length
        return Stored(number, rules, Seed(bits), entries, seq, created_at, front, replay)

    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""
        found = self._rows(_REPLAY, game)
        return found[0][0] if found else None

    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""
        return [
            Listed(game, rules, seq, created_at, front, False)
            for game, rules, seq, created_at, front in self._rows(_UNFINISHED)
        ]

    def games(self, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List finished games, the newest first."""
        return [
            Listed(game, rules, seq, created_at, front, True, None if summary[0] is None else Summary(*summary))
            for game, rules, seq, created_at, front, *summary in self._rows(_FINISHED, limit, offset)
        ]

    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop everything derived, make it again from the replays, and say from how many.

        The replays are read before the store is locked, so that others can go on playing.
        """

        def summaries(games: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
            return [(game, *summarise(self.replay(game) or b"")._fields()) for (game,) in games]

        made = summaries(self._rows(_PACKED))
        with self._commit():
            self._connection.execute(_DROP_DERIVED)
            self._script(MIGRATIONS / "derived.sql")
            self._connection.executemany(_SUMMARISE, made)
            late = summaries(self._rows(_NOT_SUMMARISED))
            self._connection.executemany(_SUMMARISE, late)
        return len(made) + len(late)

    def close(self) -> None:
        """Let the database go."""
        with self._reasons():
            self._connection.close()

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reasons():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _commit(self, kind: str = "immediate") -> Iterator[None]:
        """Do what follows in one transaction, or not at all."""
        run = self._connection.execute
        try:
            run(f"begin {kind}")
            try:
                yield
                run("commit")
            except BaseException:
                self._lengths.clear()
                if self._connection.in_transaction:
                    run("rollback")
                raise
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    @contextmanager
    def _reasons(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._sentence(error) from error

    def _sentence(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is detail
        return self._because(code, str(error))

    def _because(self, code: int, words: str = "") -> StoreError:
        return StoreError(f"{self.path} cannot be used: {_REASONS.get(code, words)}")


def migrations() -> list[Path]:
    """Find the steps from an empty database to this version, in order."""
    return sorted(MIGRATIONS.glob("[0-9][0-9][0-9][0-9].sql"))


def _bound(statement: str) -> str:
    """Write placeholders as SQLite binds them fastest: by position."""
    words = statement.split("$")
    return words[0] + "".join("?" + word.lstrip("0123456789") for word in words[1:])


_row = statements.row
_CREATE = _bound(statements.CREATE)
_APPEND = _bound(statements.APPEND)
_GROW = _bound(statements.GROW)
_LENGTH = _bound(statements.LENGTH)
_FINISH = _bound(statements.FINISH)
_FORGET_ACTIONS = _bound(statements.FORGET_ACTIONS)
_GAME = _bound(statements.GAME)
_ACTIONS = _bound(statements.ACTIONS)
_REPLAY = _bound(statements.REPLAY)
_PACKED = _bound(statements.PACKED)
_UNFINISHED = _bound(statements.UNFINISHED)
_FINISHED = _bound(statements.FINISHED)
_SUMMARISE = _bound(statements.SUMMARISE)
_DROP_DERIVED = _bound(statements.DROP_DERIVED)
_NOT_SUMMARISED = _bound(statements.NOT_SUMMARISED)
