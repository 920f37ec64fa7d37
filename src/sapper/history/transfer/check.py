"""Checks a database from the file up to the figures: pages, references, logs, replays, summaries."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from ...errors import SapperError, as_value, os_reason
from ...game import Game
from ...phrase import Phrase
from ...replay.model import Replay
from ...rules import Rules
from ...seed import Seed
from ...value import Value
from .. import summary
from ..store import summaries
from ..store.actions import COLUMNS, tail_of
from ..store.databases.sqlite_database import to_sqlite
from ..store.schema import VERSION, migrations
from .server_key import key_problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any

_MOST_DAMAGES = 20  # that are listed of one file
_FROM_BACKUP = Phrase("backup.from-backup")
_REBUILD = Phrase("backup.rebuild")
_ACTIONS = f"select {COLUMNS} from action where game_id = $1 order by seq"
_SUMMARY_COLUMNS = ("game_id", *summary.FIELDS, "ranked", "plain", "digest")
_SUMMARY = "select {} from summary where game_id = $1".format(", ".join(f'"{name}"' for name in _SUMMARY_COLUMNS))


class Problem(Value):
    """A problem, and its remedy."""

    what: Phrase
    advice: Phrase | str


class Checked(Value):
    """The result of a check."""

    problems: tuple[Problem, ...]
    finished: int = 0  # games
    in_play: int = 0
    remark: Phrase | None = None  # why not everything could be checked


def check_database(database: Path, progress: Callable[[int], None] = lambda _: None) -> Checked:
    """Check everything in a database, as it is at one moment; others may be writing to it, and nothing is changed."""
    try:
        uri = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
            connection.execute("begin")
            return _check(connection, progress)
    except sqlite3.Error as error:
        return Checked((Problem(Phrase("backup.unreadable", reason=str(error)), _FROM_BACKUP),))


def _check(connection: sqlite3.Connection, progress: Callable[[int], None]) -> Checked:
    rows = connection.execute(f"pragma integrity_check({_MOST_DAMAGES})")
    found = [line for (text,) in rows for line in text.splitlines() if not line.startswith("***")]
    if found != ["ok"]:
        return Checked(tuple(Problem(Phrase("backup.page-damaged", reason=text), _FROM_BACKUP) for text in found))
    (version,) = connection.execute(VERSION).fetchone()
    problems = [
        Problem(Phrase("backup.orphan", table=table, parent=parent), _FROM_BACKUP)
        for table, _, parent, _ in connection.execute("pragma foreign_key_check")
    ]
    newest = len(migrations("sqlite"))
    if version > newest:
        problems.append(Problem(Phrase("backup.newer-format", version=version), Phrase("backup.update")))
    if version != newest:
        unchecked = Phrase("backup.not-checked", version=version, known=newest)
        return Checked(tuple(problems[:_MOST_DAMAGES]), remark=unchecked)
    checker = _Games(connection)
    numbers = [number for (number,) in connection.execute("select id from game order by id")]
    for count, number in enumerate(numbers, 1):
        problems += checker.problems(number)
        progress(count)
    if checker.missing:
        what = Phrase("backup.no-summary", count=checker.missing)
        problems.append(Problem(what, Phrase("backup.rebuild-now")))
    remark = None if checker.has_summaries else Phrase("backup.summaries-later")
    return Checked(tuple(problems), checker.finished, checker.in_play, remark)


class _Games:
    """Checks game after game."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.finished = self.in_play = 0
        self.missing = 0  # summaries
        self.has_summaries = self._rows(summaries.VERSION) == [(summary.VERSION,)]

    def problems(self, number: int) -> Iterator[Problem]:
        """Yield the problems of a game."""
        statement = "select rules, seed, length, replay from game where id = $1"
        ((rules, bits, length, replay),) = self._rows(statement, number)
        if replay is None:
            self.in_play += 1
            yield from self._problems_in_play(number, rules, bits)
        else:
            self.finished += 1
            yield from self._problems_finished(number, length, replay)

    def _problems_in_play(self, number: int, rules: str, bits: bytes) -> Iterator[Problem]:
        advice = Phrase("backup.delete", game=number)
        numbers = [seq for (seq,) in self._rows("select seq from action where game_id = $1 order by seq", number)]
        if numbers != list(range(1, len(numbers) + 1)):
            yield Problem(Phrase("backup.gap", game=number), advice)
            return
        try:
            tail = tail_of(number, self._rows(_ACTIONS, number))
            Game.replay(Rules.parse(rules), Seed(bits), actions=tail.entries)
        except (SapperError, ValueError) as error:
            yield Problem(Phrase("backup.not-replayed", game=number, reason=as_value(error)), advice)

    def _problems_finished(self, number: int, length: int, packed: bytes) -> Iterator[Problem]:
        advice = Phrase("backup.delete", game=number)
        try:
            replay = Replay.unpack(packed)
            computed = summary.summary_of(replay)
        except (SapperError, ValueError) as error:
            yield Problem(Phrase("backup.replay-invalid", game=number, reason=as_value(error)), advice)
            return
        if length != len(replay):
            yield Problem(Phrase("backup.other-length", game=number, count=length, length=len(replay)), advice)
        if not self.has_summaries:
            return
        stored = self._rows(_SUMMARY, number)
        if not stored:
            self.missing += 1
        elif stored[0] != summaries.summary_row(number, computed, packed)[: len(_SUMMARY_COLUMNS)]:
            yield Problem(Phrase("backup.other-summary", game=number), _REBUILD)

    def _rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(to_sqlite(statement), values).fetchall()


def check_key(key: Path, *, is_needed: bool) -> list[Problem]:
    """Return the problems of the key that signs the cookies of a server's players."""
    try:
        found, mode = key_problem(key.read_bytes()), key.stat().st_mode
    except FileNotFoundError:
        lost = Problem(Phrase("backup.key-missing"), Phrase("backup.key-put-back", name=key.name))
        return [lost] if is_needed else []
    except OSError as error:
        return [Problem(Phrase("backup.key-not-readable", reason=os_reason(error)), Phrase("backup.key-owner"))]
    problems = []
    if found:
        problems.append(Problem(Phrase("backup.key-is", problem=found), Phrase("backup.key-replace", name=key.name)))
    if os.name == "posix" and mode & 0o077:
        problems.append(Problem(Phrase("backup.key-open"), f"chmod 600 {key}"))
    return problems


def has_rounds(database: Path) -> bool:
    """Return whether games of a server are in a database, so that its key is needed."""
    try:
        with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("select 1 from round limit 1").fetchone() is not None
    except sqlite3.Error:
        return False
