"""The store's rounds: the games of a server, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import daily, statements
from .rows import LastGame, Listed, Round
from .sql_base import LISTED, SqlBase
from .store import RoomWentOn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..seed import Seed
    from .rows import NewRound

_MOST_REPLAYS = 1000  # read at once
_DISCARDED = 2000  # actions at once: others who write wait a few milliseconds at most


class SqlRounds(SqlBase):
    """The methods on the games of a server."""

    def begin_round(self, rules: str, seed: Seed, new: NewRound) -> int:
        """Begin a game in a room of a server and return its number, or raise `RoomWentOn`."""
        with self._commit():
            number = self._begin_round(rules, seed, new)
        if number is not None:
            return number
        for (found,) in self._database.rows(statements.ROUND_BEGUN, new.public_id, new.room):
            return int(found)
        raise RoomWentOn

    def round(self, game: int) -> Round | None:
        """Return what a server stored about a game."""
        return next(iter(self._rounds(statements.ROUND, game)), None)

    def last_round(self, room: str) -> Round | None:
        """Return the newest game of a room."""
        return next(iter(self._rounds(statements.LAST_ROUND, room)), None)

    def last_game(self, room: str, player: bytes, most: int) -> LastGame | None:
        """Read the newest game of a player's room, its actions only if there are at most `most`."""
        with self._commit(reading=True):
            for row in self._database.rows(statements.LAST_GAME, most, room):
                round_, actions, game = Round(*row[:5]), row[5], row[6:]
                if round_.player == player:
                    return LastGame(round_, game[1], actions, self._stored(game) if actions <= most else None)
        return None

    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[tuple[Round, Listed]]:
        """List the games of a player alone that are not finished on a server, the newest first."""
        rounds, games = Round.field_names(), [name for name in LISTED if name != "id"]
        return [
            (
                Round(**{name: row[name] for name in rounds}),
                Listed(id=row["game"], **{name: row[name] for name in games}, finished=False),
            )
            for row in self._database.named_rows(statements.ROUNDS_IN_PLAY, player, limit)
        ]

    def touch(self, games: Sequence[int], now: int) -> None:
        """Note when games were last open on a server."""
        with self._commit():
            self._database.run_many(statements.TOUCH, [(now, game) for game in sorted(games)])

    def idle_rounds(self, before: int, limit: int) -> list[Round]:
        """List unfinished games that were last open on a server before a time."""
        return self._rounds(statements.ROUNDS_IDLE, before, limit)

    def surplus_rounds(self, player: bytes, most: int, limit: int) -> list[Round]:
        """List the unfinished games of a player beyond the `most` that were open last."""
        return self._rounds(statements.ROUNDS_SURPLUS, player, limit, most)

    def discard(self, game: int) -> bool:
        """Delete an unfinished game of a server, or the end of a long one; return whether it is gone."""
        run = self._database.run
        with self._commit():
            length = self._length(game)
            if length is not None:
                self._forget_lengths([game])
                run(statements.DELETE_END, game, length - _DISCARDED)
                if length <= _DISCARDED:
                    run(statements.DELETE_ROUND, game)
                    run(daily.DISCONNECT, game)
                    run(statements.DELETE, game)
        return length is None or length <= _DISCARDED

    def _rounds(self, statement: str, *values: object) -> list[Round]:
        return [Round(**row) for row in self._database.named_rows(statement, *values)]

    def numbers_of(self, player: bytes) -> set[int]:
        """Return the numbers of all games that a player began on a server."""
        return {number for (number,) in self._database.rows(statements.NUMBERS_OF, player)}

    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""
        return self._listed(statements.FINISHED_BY, player, limit, offset)

    def replays_of(self, player: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes]]:
        """Return replays of a player of a server with their numbers, as many as fit into so many bytes."""
        last = total = 0
        for game, size in self._database.rows(statements.REPLAY_SIZES, player, player, after, _MOST_REPLAYS):
            total += size
            if last and total > most_bytes:
                break
            last = game
        return [(game, data) for game, data in self._database.rows(statements.REPLAYS, player, player, after, last)]
