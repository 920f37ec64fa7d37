"""The ranked tries at daily boards: what is stored about them, and the SQL for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..value import Value
from .rows import BOT

if TYPE_CHECKING:
    from .store import Store

ALL = 1 << 31  # tries of a player, and more than there can be


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
        """Whether the game goes on."""
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
    """How a board of a day was played so far."""

    played: int  # tries that are over
    solved: int
    median: int | None  # milliseconds, of the solved ones


def objections_to(store: Store, tried: DailyTry) -> tuple[str, ...]:
    """Return why a solved try is not ranked; there is no reason for a bot's, which has no place in the table."""
    if tried.game is None or not tried.is_solved or tried.ranked:
        return ()
    listed = store.finished(tried.game)
    return listed.summary.objections if listed is not None and listed.summary is not None else ()


_RESULT = "left join summary on summary.game_id = daily_try.game_id"
_RANKED = f"(ranked and summary.device <> '{BOT}')"
_FINISHED = "from daily_try join summary on summary.game_id = daily_try.game_id"

IS_TAKEN = "select exists (select 1 from daily_try where player = $1 and day = $2 and level = $3)"
CLAIM = "insert into daily_try (player, day, level, game_id) values ($1, $2, $3, $4) on conflict do nothing"
TRIES = f"""
select day, daily_try.level as level, daily_try.game_id as game, room, status, elapsed, bbbv,
  coalesce({_RANKED}, false) as ranked
from daily_try {_RESULT} left join round on round.game_id = daily_try.game_id
where daily_try.player = $1 order by day desc limit $2
"""
TABLE = f"""
select daily_try.player as player, coalesce(player.name, '') as name, summary.game_id as game, elapsed, bbbv
{_FINISHED} left join player on player.key = daily_try.player
where day = $1 and daily_try.level = $2 and {_RANKED} order by elapsed, summary.game_id limit $3
"""
FASTER = f"""
select count(*) {_FINISHED} where day = $1 and daily_try.level = $2 and {_RANKED}
  and (elapsed < $3 or (elapsed = $4 and summary.game_id < $5))
"""
TIMES = f"select elapsed {_FINISHED} where day = $1 and daily_try.level = $2 and {_RANKED} order by elapsed"
COUNTS = f"""
select count(*), count(*) filter (where status = 'won')
{_FINISHED} where day = $1 and daily_try.level = $2
"""
MEDIAN = f"""
select elapsed {_FINISHED} where day = $1 and daily_try.level = $2 and status = 'won' order by elapsed limit 1 offset $3
"""
TRY_OF = "select day, level from daily_try where game_id = $1"
END = "insert into daily_end (day, level, network, game) values ($1, $2, $3, $4) on conflict do nothing"
HAS_ENDED = """
select exists (select 1 from daily_end where day = $1 and level = $2 and network = $3 and game <> $4)
"""
FORGET_ENDS = "delete from daily_end where day < $1"
DELETE_ENDS = "delete from daily_end"
DISCONNECT = "update daily_try set game_id = null where game_id = $1"
FORGET = "delete from daily_try where player = $1"
DELETE_ALL = "delete from daily_try"
