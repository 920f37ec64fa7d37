"""What every part of a store in a SQL database uses: the database, transactions, and rows as values."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from ..seed import Seed
from . import statements
from .rows import Filter, Listed, Stored
from .store import Store, StoreError
from .summary import LISTED_AS, Summary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from .all_tables import Table
    from .rows import NewRound, Tail

LISTED = [name for name in Listed.field_names() if name not in ("finished", "summary")]


class SqlDatabase(Protocol):
    """A database. Statements have the placeholders of `statements.py`, and errors are `StoreError`."""

    def run(self, statement: str, *values: object) -> int:
        """Execute a statement and return how many rows it changed."""

    def run_many(self, statement: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Execute a statement with each of these rows."""

    def insert(self, statement: str, *values: object) -> int:
        """Insert a row into a table that numbers its rows, and return its number."""

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def named_rows(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each with its columns by name."""

    def transaction(self, *, reading: bool = False) -> AbstractContextManager[None]:
        """Run a block in one transaction: everything or nothing. One that only reads sees a single state."""

    def overwriting(self) -> AbstractContextManager[None]:
        """Leave nothing in the files of what a block deletes, as far as the database can."""

    def wipe(self) -> None:
        """Leave nothing in the files of what was deleted, as far as the database can."""

    def create_summaries(self) -> None:
        """Create the table of summaries, inside the transaction that is open; an older one is dropped."""

    def tables(self) -> list[Table]:
        """Return all tables."""

    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare."""

    def close(self) -> None:
        """Close the connection."""


class SqlBase(Store):
    """A store in a SQL database."""

    _database: SqlDatabase
    place: str  # where the games are, for messages

    def _commit(self, *, reading: bool = False) -> AbstractContextManager[None]:
        """Run a block in one transaction: everything or nothing."""
        return self._database.transaction(reading=reading)

    def _claim(self, *what: bytes) -> None:
        """Make others who claim the same wait until the transaction ends, where several can write at once."""

    def _claim_games(self, games: Iterable[int]) -> None:
        """Make others who change these games wait until the transaction ends, where several can write at once."""

    def _forget_lengths(self, games: Iterable[int]) -> None:
        """Forget what is known of games that change otherwise than by growing."""

    def _create(self, rules: str, seed: Seed, created_at: int, source: str, known_board: bool) -> int:
        values = (rules, seed.bits, created_at, source, known_board)
        return self._database.insert(statements.CREATE, *values)

    def _begin_round(self, rules: str, seed: Seed, new: NewRound) -> int | None:
        """Create a game in a room and return its number, None if another one follows the same game."""
        number = self._create(rules, seed, new.created_at, new.source, new.known_board)
        values = new.numbered(number).field_values()
        if self._database.rows(statements.BEGIN_ROUND, *values, new.created_at, new.after):
            return number
        self._database.run(statements.DELETE, number)
        return None

    def _length(self, game: int) -> int | None:
        """Count the actions of a game in play, None if there is no such game."""
        return next((length for (length,) in self._database.rows(statements.LENGTH, game)), None)

    def _stored(self, row: tuple[Any, ...]) -> Stored:
        """Return a whole game from its row of `GAME`, inside the transaction that has read it."""
        game, rules, bits, length, created_at, source, replay, known_board, open_at, clock = row
        tail = self._log(game)
        recent = [] if tail.entries else self._database.rows(statements.RECENT, game)
        return Stored(
            id=game,
            rules=rules,
            seed=Seed(bits) if bits else None,
            entries=tail.entries,
            seq=len(tail.entries) if length is None else length,
            created_at=created_at,
            source=source,
            known_board=bool(known_board),
            replay=replay,
            ids=statements.unpack_ids(recent[0][0]) if recent else tail.ids,
            played_at=tail.played_at,
            open_at=open_at,
            clock=clock,
        )

    def _log(self, game: int) -> Tail:
        """Read the actions of a game in play."""
        return tail_of(game, self._database.rows(statements.ACTIONS, game))

    def _query(self, template: str, only: Filter, *values: object) -> tuple[Any, ...]:
        made = statements.query(template, only, *values)
        return made.text, *made.values

    def _listed(self, statement: str, *values: object) -> list[Listed]:
        return [_listed_game(row) for row in self._database.named_rows(statement, *values)]


def tail_of(game: int, rows: Sequence[tuple[Any, ...]]) -> Tail:
    """Return actions from their rows; raise `StoreError` for those of a newer version."""
    with known_actions(game):
        return statements.tail_of(rows)


@contextmanager
def known_actions(game: int) -> Iterator[None]:
    """Raise `StoreError` where a block reads an action of a newer version."""
    try:
        yield
    except KeyError as error:
        raise StoreError(f"game {game} has an action that this version does not know: update Sapper") from error


def _listed_game(row: dict[str, Any]) -> Listed:
    summary = None if row[LISTED_AS["status"]] is None else Summary.from_row(row)
    return Listed(**{name: row[name] for name in LISTED}, finished=True, summary=summary)
