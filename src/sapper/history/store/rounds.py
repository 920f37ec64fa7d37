"""Rounds: games in the rooms of a server, their players, and which are left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..together import TOGETHER
from .errors import RoomWentOn
from .games import DELETE_GAME, DELETE_ROUND, DISCONNECT, GAME, ROUND_COLUMNS, Games
from .queries import LISTED, LISTED_FIELDS, Queries
from .rows import LastGame, Listed, Round
from .seals import IS_OPEN
from .sql import Sql, insert

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...seed import Seed
    from .rows import NewRound
    from .sql import Statement

_MOST_REPLAYS = 1000  # read at once
_DISCARDED = 2000  # actions at once: other writers wait a few milliseconds at most

_COLUMNS = ", ".join(ROUND_COLUMNS)
_FIELDS = f"game_id as game, {', '.join(ROUND_COLUMNS[1:])}"
ROUND = f"select {_FIELDS} from round"
# Nothing is inserted if the game exists already, or if another one follows the same game of the room.
_BEGIN = insert("round", (*ROUND_COLUMNS, "touched_at", "previous")) + " on conflict do nothing returning game_id"
_ROUND_OF = f"{ROUND} where game_id = $1"
_LAST = f"{ROUND} where room = $1 order by game_id desc limit 1"
# The newest game of a room: its round, how many actions it has, and a whole game; of long ones without the replay.
_LAST_GAME = f"""
select {_COLUMNS}, coalesce(length, (select max(seq) from action where action.game_id = id), 0),
  {GAME}, case when length <= $1 then replay end, known_board, open_at, clock_ms
from round join game on id = game_id where room = $2 order by game_id desc limit 1
"""
_IN_PLAY = f"""
select {_FIELDS}, rules, created_at, source,
  coalesce((select max(seq) from action where action.game_id = id), 0) as seq
from round join game on id = game_id
where player = $1 and not finished and source not in ({", ".join(map(repr, TOGETHER))})
order by game_id desc limit $2
"""
_IDLE = f"{ROUND} where not finished and touched_at < $1 order by touched_at limit $2"
_SURPLUS = f"{ROUND} where player = $1 and not finished order by touched_at desc, game_id desc limit $2 offset $3"
_DELETE_END = Sql(
    sqlite="delete from action where game_id = $1 and seq > $2",
    postgres="""
with shorter as (update game set length = greatest($2, 0) where id = $1)
delete from action where game_id = $1 and seq > $2
""",
)
_FINISHED_BY = f"""
{LISTED} left join summary on summary.game_id = id join round on round.game_id = id
where player = $1 and replay is not null and id {IS_OPEN} order by id desc limit $2 offset $3
"""
# The replays of a player, in order: first how long they are, so that no more are read than fit into a part.
_OWN = f"""
from game where id in (
  select game_id from round where player = $1 union select game_id from game_player where player = $2
) and id > $3 and replay is not null and id {IS_OPEN}
"""
_REPLAY_SIZES = f"select id, length(replay) {_OWN} order by id limit $4"
_REPLAYS = f"select id, replay {_OWN} and id <= $4 order by id"


class Rounds(Games, Queries):
    """The methods on the games of a server."""

    def begin_round(self, rules: str, seed: Seed, new: NewRound) -> int:
        """Begin a game in a room of a server, as `create` does, and return its number.

        If another game follows `new.after` by now, `RoomWentOn` is raised. A game of this public id that was begun
        before is returned as it is.
        """
        with self._commit():
            number = self._begin_round(rules, seed, new)
        if number is None:
            begun = "select game_id from round where public_id = $1 and room = $2"
            number = self._value(begun, new.public_id, new.room)
        if number is None:
            raise RoomWentOn
        return number

    def _begin_round(self, rules: str, seed: Seed, new: NewRound) -> int | None:
        """Create a game in a room and return its number, None if another one follows the same game."""
        number = self._create(rules, seed, new.created_at, new.source, new.known_board)
        if self._database.rows(_BEGIN, *new.numbered(number).field_values(), new.created_at, new.after):
            return number
        self._database.run(DELETE_GAME, number)
        return None

    def round(self, game: int) -> Round | None:
        """Return the round of a game, None if it was not played on a server."""
        return next(iter(self._rounds(_ROUND_OF, game)), None)

    def last_round(self, room: str) -> Round | None:
        """Return the newest game of a room, None if there is none."""
        return next(iter(self._rounds(_LAST, room)), None)

    def last_game(self, room: str, player: bytes, most: int) -> LastGame | None:
        """Read the newest game of a player's room, its actions only if there are at most `most`.

        None means that there is no such room or that it is not the player's.
        """
        with self._commit(reading=True):
            for row in self._database.rows(_LAST_GAME, most, room):
                round_, actions, game = Round(*row[:5]), row[5], row[6:]
                if round_.player == player:
                    return LastGame(round_, game[1], actions, self._stored(game) if actions <= most else None)
        return None

    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[tuple[Round, Listed]]:
        """List the unfinished single-player games of a player on a server, the newest first."""
        rounds, games = Round.field_names(), [name for name in LISTED_FIELDS if name != "id"]
        return [
            (
                Round(**{name: row[name] for name in rounds}),
                Listed(id=row["game"], **{name: row[name] for name in games}, finished=False),
            )
            for row in self._database.named_rows(_IN_PLAY, player, limit)
        ]

    def idle_rounds(self, before: int, limit: int) -> list[Round]:
        """List unfinished games that were last open on a server before a time, the longest left alone first."""
        return self._rounds(_IDLE, before, limit)

    def surplus_rounds(self, player: bytes, most: int, limit: int) -> list[Round]:
        """List the unfinished games of a player beyond the `most` that were open last."""
        return self._rounds(_SURPLUS, player, limit, most)

    def _rounds(self, statement: Statement, *values: object) -> list[Round]:
        return [Round(**row) for row in self._database.named_rows(statement, *values)]

    def discard(self, game: int) -> bool:
        """Delete an unfinished game of a server, or the end of a long one; return whether it is gone.

        Unlike `delete`, this takes milliseconds, and leaves the file as large as it is.
        """
        with self._commit():
            length = self._length(game)
            if length is not None:
                self._forget_lengths([game])
                self._database.run(_DELETE_END, game, length - _DISCARDED)
                if length <= _DISCARDED:
                    for statement in (DELETE_ROUND, DISCONNECT, DELETE_GAME):
                        self._database.run(statement, game)
        return length is None or length <= _DISCARDED

    def touch(self, games: Sequence[int], now: int) -> None:
        """Note when games were last open on a server, in seconds since 1970."""
        with self._commit():
            statement = "update round set touched_at = $1 where game_id = $2"
            self._database.run_many(statement, [(now, game) for game in sorted(games)])

    def numbers_of(self, player: bytes) -> set[int]:
        """Return the numbers of all games that a player began on a server."""
        return set(self._column("select game_id from round where player = $1", player))

    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""
        return self._listed(_FINISHED_BY, player, limit, offset)

    def replays_of(self, player: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes]]:
        """Return replays of a player of a server with their numbers, in order from the number `after` on.

        There are as many as fit into `most_bytes`, but at least one if the player has one.
        """
        last = total = 0
        for game, size in self._database.rows(_REPLAY_SIZES, player, player, after, _MOST_REPLAYS):
            total += size
            if last and total > most_bytes:
                break
            last = game
        return [(game, data) for game, data in self._database.rows(_REPLAYS, player, player, after, last)]
