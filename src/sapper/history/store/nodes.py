"""Servers that share a store: the newest games of rooms, actions played on other servers, and their common key."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from .actions import COLUMNS, tail_of
from .base import Base
from .rounds import ROUND
from .rows import Head, Round, Tail
from .sql import in_parts, placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEADS = """
select room, id, public_id, coalesce(length, (select max(seq) from action where action.game_id = id), 0),
  replay is not null
from round join game on id = round.game_id
where round.game_id in (select max(game_id) from round where room in ({rooms}) group by room)
"""
_ENTRIES_AFTER = """
with known (id, length) as (values {games})
select game_id, {columns}
from known join action on game_id = id and seq > length order by game_id, seq
"""
_OPEN_ROUNDS = f"""
{ROUND} where player = $1 and not finished
and (open_at >= $2 or exists (select 1 from action where action.game_id = round.game_id and played_at >= $3))
order by game_id desc limit $4
"""


class Nodes(Base):
    """The methods for servers that follow each other's rooms."""

    def heads(self, rooms: Sequence[str]) -> dict[str, Head]:
        """Return the newest game of each of these rooms and its length; rooms without a game are left out."""
        found: dict[str, Head] = {}
        for part in in_parts(rooms, ""):
            statement = _HEADS.format(rooms=placeholders(len(part)))
            for room, game, public_id, seq, is_finished in self._database.rows(statement, *part):
                found[room] = Head(game, public_id, seq, bool(is_finished))
        return found

    def entries_after(self, games: Sequence[tuple[int, int]]) -> dict[int, Tail]:
        """Return the actions that were added to games in play; games without any are left out.

        Each game is given by its number and the number of actions that are known.
        """
        rows: defaultdict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for part in in_parts(games, (0, 0)):
            pairs = [f"(cast(${2 * n + 1} as bigint), cast(${2 * n + 2} as bigint))" for n in range(len(part))]
            statement = _ENTRIES_AFTER.format(games=", ".join(pairs), columns=COLUMNS)
            values = [value for known in part for value in known]
            for game, *row in self._database.rows(statement, *values):
                rows[game].append(tuple(row))
        return {game: tail_of(game, found) for game, found in rows.items()}

    def open_rounds(self, player: bytes, since: int, limit: int) -> list[Round]:
        """List the unfinished games of a player that were played or open on a server since a time, the newest first.

        The time is in milliseconds since 1970.
        """
        return [Round(**row) for row in self._database.named_rows(_OPEN_ROUNDS, player, since, since, limit)]

    def server_key(self, new: bytes = b"") -> bytes:
        """Return the key of the servers that share the store, empty if there is none. The first `new` is stored."""
        if new:
            with self._commit():
                self._database.run("insert into server_key (id, key) values (1, $1) on conflict do nothing", new)
        return self._value("select key from server_key") or b""
