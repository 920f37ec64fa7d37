"""The store in a PostgreSQL database, which any number of servers use at once."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from itertools import repeat
from typing import TYPE_CHECKING

from .. import Store
from ..actions import COLUMNS, action_row, tail_of
from ..rows import Head
from .postgres_database import PostgresDatabase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..rows import Append, Tail

_ACTION_COLUMNS = 13

# The game is locked before its length is compared: of several writers that append, finish, discard or delete, each sees
# the changes of those before it. The locks are taken in the order of the numbers, so that no two writers wait for each
# other.
APPEND_MANY = """
with wanted as (
  select * from unnest($1::bigint[], $2::integer[], $3::integer[]) as wanted (id, seq, added)
), free as (
  select game.id, wanted.added from game join wanted on wanted.id = game.id
  where game.length = wanted.seq and game.replay is null
  order by game.id for update of game
), grown as (
  update game set length = game.length + free.added from free where game.id = free.id returning game.id
), written as (
  insert into action (game_id, seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at)
  select new.* from unnest(
    $4::bigint[], $5::integer[], $6::bigint[], $7::integer[], $8::smallint[], $9::integer[], $10::integer[],
    $11::text[], $12::double precision[], $13::double precision[], $14::text[], $15::bigint[], $16::bigint[]
  ) as new (game_id, seq, at_ms, player, kind, row, col, device, x, y, tab, number, played_at)
  join grown on grown.id = new.game_id
)
select id from grown
"""
# Searches in the index, one for each room or game: without them PostgreSQL may choose to read a whole table.
_HEADS = """
select wanted.room, id, public_id, coalesce(length, 0), replay is not null
from unnest($1::text[]) as wanted (room) cross join lateral (
  select game_id, public_id from round where round.room = wanted.room order by game_id desc limit 1
) as newest join game on id = newest.game_id
"""
_ENTRIES_AFTER = f"""
select known.id, added.*
from unnest($1::bigint[], $2::integer[]) as known (id, length) cross join lateral (
  select {COLUMNS} from action where game_id = known.id and seq > known.length order by seq
) as added
"""
_NOW = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint"
_LOCK_GAMES = "select id from game where id = any($1::bigint[]) order by id for update"
# Released with the transaction.
_LOCK_KEY = "select pg_advisory_xact_lock($1)"
# Not in the file of an export: the lengths of games in play, and the number of the next game.
_AFTER_IMPORT = (
    "update game set length = (select count(*) from action where game_id = id) where replay is null",
    *(
        f"select setval(pg_get_serial_sequence('{table}', 'id'), (select coalesce(max(id), 0) + 1 from {table}), false)"
        for table in ("game", "finished_round")
    ),
)


class PostgresStore(Store):
    """Games in PostgreSQL. A game that is played on several servers is locked by nothing but the length of its log."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._database: PostgresDatabase = PostgresDatabase(url)
        self.place = self._database.place

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
        for game, seq, entries, ids, played_at in batch:
            for number, (entry, message) in enumerate(zip(entries, ids or repeat(None), strict=bool(ids)), seq + 1):
                rows.append(action_row(game, number, entry, message, played_at))
        columns = list(zip(*rows, strict=True)) or [()] * _ACTION_COLUMNS
        games, lengths = [item.game for item in batch], [item.seq for item in batch]
        counts = [len(item.entries) for item in batch]
        grown = self._database.changed_rows(APPEND_MANY, games, lengths, counts, columns[-1], *columns[:-1])
        found = {game for (game,) in grown}
        return [game in found for game in games]

    def heads(self, rooms: Sequence[str]) -> dict[str, Head]:
        """Return the newest game of each of these rooms, and how far it is."""
        rows = self._database.rows(_HEADS, rooms) if rooms else ()
        return {room: Head(*head) for room, *head in rows}

    def entries_after(self, games: Sequence[tuple[int, int]]) -> dict[int, Tail]:
        """Return the actions of games in play that follow the known ones."""
        found: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for game, *row in self._database.rows(_ENTRIES_AFTER, *zip(*games, strict=True)) if games else ():
            found[game].append(tuple(row))
        return {game: tail_of(game, rows) for game, rows in found.items()}

    def after_import(self) -> None:
        """Compute the values that the file of an export does not have."""
        for statement in _AFTER_IMPORT:
            self._database.run(statement)

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that connects to the same database again."""
        url = self._url
        return lambda: PostgresStore(url)

    def now_ms(self) -> int:
        """Return the milliseconds since 1970 by the clock of the database."""
        ((now,),) = self._database.rows(_NOW)
        return int(now)

    def _claim(self, *key: bytes) -> None:
        digest = sha256(b"\0".join(key)).digest()[:8]
        self._database.rows(_LOCK_KEY, int.from_bytes(digest, "big", signed=True))

    def _claim_games(self, games: Iterable[int]) -> None:
        self._database.rows(_LOCK_GAMES, list(games))


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
