"""The store in one SQLite file. Two programs may use it at once."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..seed import Seed
from . import statements
from .store import EVERYTHING, Filter, Listed, Played, Round, Store, Stored, StoreError, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ..action import LogEntry

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
        with suppress(OSError):  # SQLite says what is wrong with the place
            if not path.exists():
                path.touch(0o600)  # it holds the seeds of games in play; the files beside it are made alike
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
        self._derive()

    def _derive(self) -> None:
        """Make the tables of what is derived; those of another version are dropped, and have to be rebuilt."""
        try:
            self._connection.execute(statements.DERIVED)
        except sqlite3.OperationalError as error:
            if (error.sqlite_errorcode & 0xFF) != sqlite3.SQLITE_ERROR:
                raise
            with self._commit():
                self._connection.execute(_DROP_DERIVED)
                self._script(MIGRATIONS / "derived.sql")

    def _script(self, path: Path) -> None:
        """Run the statements of a file inside the transaction that is open, which `executescript` would end."""
        statement = ""
        for line in path.read_text("utf-8").splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                self._connection.execute(statement)
                statement = ""

    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""
        with self._commit():
            number = self._connection.execute(_CREATE, (rules, seed.bits, created_at, source, known_board)).lastrowid
        assert number is not None
        return number

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
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

    def append_many(self, batch: Sequence[tuple[int, int, Sequence[LogEntry]]]) -> list[bool]:
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
                self._connection.execute(_SUMMARISE, statements.summary_row(game, summary, replay))
        return packed

    def keep(
        self,
        replay: bytes,
        summary: Summary,
        *,
        rules: str,
        seed: Seed | None,
        length: int,
        created_at: int,
        source: str,
    ) -> int | None:
        """Take up a game that was played elsewhere and return its number, None if the very same is there already."""
        bits = seed.bits if seed else b""
        with self._commit():
            if self._connection.execute(_SAME, (statements.digest(replay),)).fetchone():
                return None
            values = (rules, bits, created_at, source, summary.known_board, length, replay)
            number = self._connection.execute(_KEEP, values).lastrowid
            assert number is not None
            self._connection.execute(_SUMMARISE, statements.summary_row(number, summary, replay))
        return number

    def sign(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Put another replay of the same finished game in its place."""
        with self._commit():
            found = self._connection.execute(_SIGN, (replay, game)).rowcount == 1
            if found:
                self._connection.execute(_FORGET_SUMMARY, (game,))
                self._connection.execute(_SUMMARISE, statements.summary_row(game, summary, replay))
        return found

    def delete(self, games: Sequence[int]) -> int:
        """Remove games with all that is known of them, and say how many there were."""
        numbers = [(game,) for game in games]
        with self._commit():
            self._connection.executemany(_FORGET_ACTIONS, numbers)
            self._connection.executemany(_FORGET_SUMMARY, numbers)
            self._connection.executemany(_FORGET_ROUND, numbers)
            deleted = self._connection.executemany(_DELETE, numbers).rowcount
            self._lengths.clear()
        self._wipe()
        return max(deleted, 0)

    def delete_all(self) -> int:
        """Remove every game and leave nothing of it in the file."""
        with self._commit():
            deleted = [self._connection.execute(statement).rowcount for statement in statements.DELETE_ALL][-1]
            self._lengths.clear()
        self._wipe()
        return deleted

    def _wipe(self) -> None:
        """Write the file anew without what was removed."""
        with self._reasons():
            self._connection.execute("vacuum")
            self._connection.execute("pragma wal_checkpoint(truncate)")

    def load(self, game: int) -> Stored:
        """Read a whole game."""
        with self._commit("deferred"):
            found = self._connection.execute(_GAME, (game,)).fetchone()
            rows = self._connection.execute(_ACTIONS, (game,)).fetchall()
        if found is None:
            raise StoreError(f"there is no game {game} in {self.path}: choose one that is listed")
        number, rules, bits, length, created_at, source, replay, known_board = found
        try:
            entries = [statements.entry(row) for row in rows]
        except KeyError as error:
            raise StoreError(f"game {game} has an action that this version does not know: update Sapper") from error
        seq = len(entries) if length is None else length
        seed = Seed(bits) if bits else None
        return Stored(number, rules, seed, entries, seq, created_at, source, replay, known_board)

    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""
        found = self._rows(_REPLAY, game)
        return found[0][0] if found else None

    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""
        return [
            Listed(game, rules, seq, created_at, source, False)
            for game, rules, seq, created_at, source in self._rows(_UNFINISHED)
        ]

    def games(self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING) -> list[Listed]:
        """List finished games, the newest first."""
        if only == EVERYTHING:
            return self._listed(_FINISHED, limit, offset)
        return self._listed(_FINISHED_MEANT, *statements.meant(only), limit, offset)

    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""
        if only == EVERYTHING:
            return int(self._rows(statements.COUNTS)[0][0])
        return int(self._rows(_FINISHED_COUNT, *statements.meant(only))[0][0])

    def opener(self) -> Callable[[], Store] | None:
        """Give what opens the same file once more."""
        path = self.path
        return None if path == ":memory:" else lambda: SqliteStore(path)

    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Give every finished game that is meant, the oldest first."""
        return [Played._make(row) for row in self._rows(_PLAYED, *statements.meant(only))]

    def fastest(
        self,
        rules: str,
        *,
        ranked: bool = True,
        least_bbbv: int = 0,
        after: int = 0,
        since: int | None = None,
        until: int | None = None,
        limit: int = 10,
    ) -> list[Listed]:
        """List the won games of a configuration, the fastest first."""
        period = statements.period(since, until)
        return self._listed(_FASTEST, rules, ranked, least_bbbv, after, *period, limit)

    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List what was played."""
        return [(rules, level, newest) for rules, level, newest in self._rows(_CONFIGURATIONS, *statements.meant(only))]

    def begin_round(
        self,
        rules: str,
        seed: Seed,
        *,
        created_at: int,
        source: str,
        known_board: bool,
        public_id: str,
        room: str,
        player: bytes,
        salt: bytes,
    ) -> int:
        """Begin a game in a room of a server and return its number."""
        with self._commit():
            number = self._connection.execute(_CREATE, (rules, seed.bits, created_at, source, known_board)).lastrowid
            self._connection.execute(_BEGIN_ROUND, (number, public_id, room, player, salt))
        assert number is not None
        return number

    def round(self, game: int) -> Round | None:
        """Find what a server knows of a game."""
        return next((Round(*row) for row in self._rows(_ROUND, game)), None)

    def last_round(self, room: str) -> Round | None:
        """Find the newest game of a room."""
        return next((Round(*row) for row in self._rows(_LAST_ROUND, room)), None)

    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[Round]:
        """List the games that a player has not finished, the newest first."""
        return [Round(*row) for row in self._rows(_ROUNDS_IN_PLAY, player, limit)]

    def numbers_of(self, player: bytes) -> set[int]:
        """Give the numbers of all games that a player began on a server."""
        return {number for (number,) in self._rows(_NUMBERS_OF, player)}

    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""
        return self._listed(_FINISHED_BY, player, limit, offset)

    def finished(self, game: int) -> Listed | None:
        """Find one finished game."""
        return next(iter(self._listed(_FINISHED_ONE, game)), None)

    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Put a name to a player."""
        with self._commit():
            self._connection.execute(_NAME, (player, name, created_at))

    def name_of(self, player: bytes) -> str:
        """Give the name of a player, empty if there is none."""
        return next((str(name) for (name,) in self._rows(_NAME_OF, player)), "")

    def is_stale(self) -> bool:
        """Tell whether games lack what is derived from them."""
        finished, summarised = self._rows(statements.COUNTS)[0]
        return bool(finished != summarised)

    def _listed(self, statement: str, *values: object) -> list[Listed]:
        return [
            Listed(game, rules, seq, created_at, source, True, None if summary[0] is None else Summary(*summary))
            for game, rules, seq, created_at, source, *summary in self._rows(statement, *values)
        ]

    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop everything derived, make it again from the replays, and say from how many.

        The replays are read before the store is locked, so that others can go on playing.
        """

        def summaries(games: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
            rows = []
            for (game,) in games:
                replay = self.replay(game) or b""
                rows.append(statements.summary_row(game, summarise(replay), replay))
            return rows

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
_KEEP = _bound(statements.KEEP)
_SAME = _bound(statements.SAME)
_SIGN = _bound(statements.SIGN)
_DELETE = _bound(statements.DELETE)
_PACKED = _bound(statements.PACKED)
_UNFINISHED = _bound(statements.UNFINISHED)
_FINISHED = _bound(statements.FINISHED)
_FINISHED_MEANT = _bound(statements.FINISHED_MEANT)
_FINISHED_COUNT = _bound(statements.FINISHED_COUNT)
_FASTEST = _bound(statements.FASTEST)
_PLAYED = _bound(statements.PLAYED)
_CONFIGURATIONS = _bound(statements.CONFIGURATIONS)
_BEGIN_ROUND = _bound(statements.BEGIN_ROUND)
_FORGET_ROUND = _bound(statements.FORGET_ROUND)
_ROUND = _bound(statements.ROUND)
_LAST_ROUND = _bound(statements.LAST_ROUND)
_ROUNDS_IN_PLAY = _bound(statements.ROUNDS_IN_PLAY)
_NUMBERS_OF = _bound(statements.NUMBERS_OF)
_FINISHED_BY = _bound(statements.FINISHED_BY)
_FINISHED_ONE = _bound(statements.FINISHED_ONE)
_NAME = _bound(statements.NAME)
_NAME_OF = _bound(statements.NAME_OF)
_FORGET_SUMMARY = _bound(statements.FORGET_SUMMARY)
_SUMMARISE = _bound(statements.SUMMARISE)
_DROP_DERIVED = _bound(statements.DROP_DERIVED)
_NOT_SUMMARISED = _bound(statements.NOT_SUMMARISED)
