"""Summaries of finished games. Their table is never migrated: it is dropped and computed from the replays again."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from .. import summary
from ..results import pack
from ..together import ALONE, APART
from .base import Base
from .rows import IMPORTED
from .sql import Sql, columns_of, placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .base import SqlDatabase
    from .rows import Summary

_TYPES = {"str": "text", "int": "bigint", "bool": "boolean"}
_HISTORY = "ended_at, game_id, plain, imported, together, pauses, level, ruleset, layout, device, figures"


def _tables(integer: str, blob: str, history: str) -> tuple[str, ...]:
    """Return the statements that create the tables; `history` is the index that statistics read."""
    fields = ",\n  ".join(f'"{field}" {_TYPES[kind]} not null' for field, kind in summary.FIELDS.items())
    return (
        f"""
create table summary (
  game_id {integer} primary key references game (id),
  {fields},
  ranked boolean not null,
  plain boolean not null,
  digest {blob} not null,  -- of the replay: the same one is not stored twice
  imported boolean not null,
  together text not null,  -- how people played it, empty for a single-player game
  owner {blob},  -- the player of a server
  figures {blob} not null  -- the record that statistics read
)
""",
        "create index summary_times on summary (rules, ranked, elapsed) where status = 'won'",
        "create index summary_own_times on summary (owner, rules, ranked, elapsed) where status = 'won'",
        "create index summary_rules on summary (rules, level)",
        "create index summary_owner on summary (owner, rules, level)",
        "create index summary_digest on summary (digest)",
        f"create index summary_history on summary ({history})",
        f"create index summary_own_history on summary (owner, {history}) where owner is not null",
        "create index summary_imported on summary (name) where imported",
        f"create table summary_version (version {integer} not null)",
    )


# In SQLite statistics read nothing but an index. In PostgreSQL an entry of an index has a limited size.
_CREATE = [
    Sql(*forms)
    for forms in zip(_tables("integer", "blob", _HISTORY), _tables("bigint", "bytea", "ended_at, game_id"), strict=True)
]
VERSION = "select version from summary_version"
_FROM_GAME = ("imported", "together", "owner")  # not from the replay
_COLUMNS = ("game_id", *summary.FIELDS, "ranked", "plain", "digest", "figures", *_FROM_GAME)
_QUALIFIED = ", ".join(f'summary."{column}"' for column in _COLUMNS)
#: Fails where the table lacks a column of this version.
PROBE = f"select {_QUALIFIED} from summary limit 0"
_GIVEN = len(_COLUMNS) - len(_FROM_GAME)
_HOW = f"case when source in ({', '.join(map(repr, APART))}) then source else '{ALONE}' end"
SUMMARISE = f"""
insert into summary ({columns_of(_COLUMNS)}) select {placeholders(_GIVEN)},
  source = '{IMPORTED}', {_HOW}, (select player from round where game_id = ${_GIVEN + 1})
from game where id = ${_GIVEN + 2}
"""
# The replay is given too: a game that was deleted, signed or summarised since is left as it is.
_SUMMARISE_LATE = f"{SUMMARISE} and replay = ${_GIVEN + 3} on conflict (game_id) do nothing"


class Summaries(Base):
    """The methods on summaries."""

    def is_stale(self) -> bool:
        """Return whether games lack their summary."""
        return self.missing() > 0

    def missing(self) -> int:
        """Count the finished games that lack their summary, because it is computed in another way than before."""
        statement = "select (select count(*) from game where replay is not null) - (select count(*) from summary)"
        return int(self._value(statement) or 0)

    def without_summary(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games that lack their summary, with their replays, in order from the number `after` on."""
        statement = """
select id, replay from game
where id > $1 and replay is not null and not exists (select 1 from summary where game_id = id)
order by id limit $2
"""
        return [(game, replay) for game, replay in self._database.rows(statement, after, limit)]

    def summarise(self, games: Sequence[tuple[int, bytes, Summary]]) -> None:
        """Add the summaries of replays. A game that was deleted, changed or summarised since is left as it is."""
        rows = [(*summary_row(game, summary, replay), replay) for game, replay, summary in games]
        with self._commit():
            self._database.run_many(_SUMMARISE_LATE, rows)

    def drop_summaries(self) -> None:
        """Drop all summaries: every finished game lacks its own until it is computed again."""
        with self._commit():
            create_summaries(self._database)


def create_summaries(database: SqlDatabase) -> None:
    """Create the table of summaries, inside the transaction that is open; an older one is dropped."""
    database.run("drop table if exists summary")
    database.run("drop table if exists summary_version")
    for statement in _CREATE:
        database.run(statement)
    database.run("insert into summary_version (version) values ($1)", summary.VERSION)


def summary_row(game: int, summary: Summary, replay: bytes) -> tuple[Any, ...]:
    """Return the values of `SUMMARISE`."""
    derived = (summary.is_ranked, summary.is_plain, digest(replay), pack(game, summary))
    return game, *summary.field_values(), *derived, game, game


def digest(replay: bytes) -> bytes:
    """Return the digest that identifies a packed replay."""
    return sha256(replay).digest()[:16]
