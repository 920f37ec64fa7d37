"""Ranked tries at daily boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...value import Value
from .actions import GROW, action_row
from .rounds import Rounds
from .rows import BOT

if TYPE_CHECKING:
    from ...action import LogEntry
    from ...daily import DailyBoard
    from .rows import NewRound

ALL = 1 << 31  # tries of a player, and more than there can be

_CLAIM = "insert into daily_try (player, day, level, game_id) values ($1, $2, $3, $4) on conflict do nothing"
_TRY_OF = "select day, level from daily_try where game_id = $1"
_RANKED = f"(ranked and summary.device <> '{BOT}')"
_FINISHED = "from daily_try join summary on summary.game_id = daily_try.game_id"
_TRIES = f"""
select day, daily_try.level as level, daily_try.game_id as game, room, status, elapsed, bbbv,
  coalesce({_RANKED}, false) as ranked
from daily_try left join summary on summary.game_id = daily_try.game_id
  left join round on round.game_id = daily_try.game_id
where daily_try.player = $1 order by day desc limit $2
"""
_TABLE = f"""
select daily_try.player as player, coalesce(player.name, '') as name, summary.game_id as game, elapsed, bbbv
{_FINISHED} left join player on player.key = daily_try.player
where day = $1 and daily_try.level = $2 and {_RANKED} order by elapsed, summary.game_id limit $3
"""
_FASTER = f"""
select count(*) {_FINISHED} where day = $1 and daily_try.level = $2 and {_RANKED}
  and (elapsed < $3 or (elapsed = $4 and summary.game_id < $5))
"""
_TIMES = f"select elapsed {_FINISHED} where day = $1 and daily_try.level = $2 and {_RANKED} order by elapsed"
_PLACES = f"""
select daily_try.player as player,
  row_number() over (partition by day, daily_try.level order by elapsed, summary.game_id) as place
{_FINISHED} where day >= $1 and day <= $2 and {_RANKED}
"""
_COUNTS = f"""
select count(*), count(*) filter (where status = 'won')
{_FINISHED} where day = $1 and daily_try.level = $2
"""
_MEDIAN = f"""
select elapsed {_FINISHED} where day = $1 and daily_try.level = $2 and status = 'won' order by elapsed limit 1 offset $3
"""


class DailyTry(Value):
    """A player's ranked try. Without a status it is in play, or its game was deleted."""

    day: str
    level: str
    game: int | None
    room: str | None  # on a server
    status: str | None = None
    elapsed: int | None = None  # milliseconds
    bbbv: int | None = None
    ranked: bool = False  # it was won without help, and not by a program

    @property
    def in_play(self) -> bool:
        """Whether the game is not over."""
        return self.game is not None and self.status is None

    @property
    def is_solved(self) -> bool:
        """Whether the board was solved, with help or without."""
        return self.status == "won"


class DailyResult(Value):
    """A line in the table of a day."""

    player: bytes
    name: str
    game: int
    elapsed: int
    bbbv: int


class DailyCounts(Value):
    """The tries at a board of a day so far."""

    played: int  # tries that are over
    solved: int
    median: int | None  # milliseconds, of the solved ones


class Daily(Rounds):
    """The methods on daily boards."""

    def begin_daily(self, board: DailyBoard, first: LogEntry, new: NewRound, *, played_at: int) -> int | None:
        """Begin a player's ranked try at a daily board in a room of a server, with its first action at `played_at`.

        Return its number, None if the player has begun one before: of several attempts at once, one succeeds. It is
        also None if the room has gone on to another game.
        """
        taken = "select exists (select 1 from daily_try where player = $1 and day = $2 and level = $3)"
        with self._commit():
            self._claim(new.player, board.day.encode(), board.level.encode())
            if self._value(taken, new.player, board.day, board.level):
                return None
            number = self._begin_round(str(board.rules), board.seed, new)
            if number is None:
                return None
            self._database.run(GROW, *action_row(number, 1, first, played_at=played_at))
            self._database.run(_CLAIM, new.player, board.day, board.level, number)
        return number

    def claim_daily(self, board: DailyBoard, game: int, player: bytes = b"") -> bool:
        """Make a game the player's ranked try at a daily board; return False if another one is."""
        with self._commit():
            return self._database.run(_CLAIM, player, board.day, board.level, game) == 1

    def end_daily(self, game: int, public_id: str, network: str, *, since: str) -> bool:
        """Note from which network a ranked try ended, and forget the networks of days before `since`.

        Return whether another try has ended there before; False for a game that is no ranked try.
        """
        for day, level in self._database.rows(_TRY_OF, game):
            self.mark_daily_end(day, level, network, public_id, since=since)
            return self.has_daily_ended(day, level, network, but=public_id)
        return False

    def mark_daily_end(self, day: str, level: str, network: str, public_id: str, *, since: str) -> None:
        """Note from which network a game on a daily board ended, and forget the networks of days before `since`."""
        ended = "insert into daily_end (day, level, network, game) values ($1, $2, $3, $4) on conflict do nothing"
        with self._commit():
            self._database.run("delete from daily_end where day < $1", since)
            self._database.run(ended, day, level, network, public_id)

    def has_daily_ended(self, day: str, level: str, network: str, *, but: str = "") -> bool:
        """Return whether a ranked try at a daily board has ended in a network; the game `but` does not count."""
        statement = """
select exists (select 1 from daily_end where day = $1 and level = $2 and network = $3 and game <> $4)
"""
        return bool(self._value(statement, day, level, network, but))

    def daily_tries(self, player: bytes = b"", limit: int = ALL) -> list[DailyTry]:
        """List a player's ranked tries at daily boards, the newest day first; all of them without a limit."""
        rows = self._database.named_rows(_TRIES, player, limit)
        return [DailyTry(**(row | {"ranked": bool(row["ranked"])})) for row in rows]

    def daily_of(self, game: int) -> tuple[str, str] | None:
        """Return day and level of the daily board that a game is the ranked try at, None if it is none."""
        return next(((day, level) for day, level in self._database.rows(_TRY_OF, game)), None)

    def unranked_because(self, tried: DailyTry) -> tuple[str, ...]:
        """Return why a solved try is not ranked; empty for a bot's, which has no place in the table."""
        if tried.game is None or not tried.is_solved or tried.ranked:
            return ()
        listed = self.finished(tried.game)
        return listed.summary.unranked_because if listed is not None and listed.summary is not None else ()

    def daily_table(self, day: str, level: str, limit: int) -> list[DailyResult]:
        """List the fastest ranked wins of a daily board."""
        return [DailyResult(**row) for row in self._database.named_rows(_TABLE, day, level, limit)]

    def daily_place(self, tried: DailyTry) -> int:
        """Return the place of a ranked win in the table of its board."""
        values = (tried.day, tried.level, tried.elapsed, tried.elapsed, tried.game)
        return int(self._database.rows(_FASTER, *values)[0][0]) + 1

    def daily_places(self, first: str, last: str) -> list[tuple[bytes, int]]:
        """List the player and the place of each ranked win of the daily boards of some days."""
        return [(bytes(player), int(place)) for player, place in self._database.rows(_PLACES, first, last)]

    def daily_times(self, day: str, level: str) -> list[int]:
        """List the times of the ranked wins of a daily board in milliseconds, the fastest first."""
        return self._column(_TIMES, day, level)

    def daily_counts(self, day: str, level: str) -> DailyCounts:
        """Count how a daily board was played."""
        ((played, solved),) = self._database.rows(_COUNTS, day, level)
        return DailyCounts(played, solved, self._value(_MEDIAN, day, level, solved // 2))
