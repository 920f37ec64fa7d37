"""Times in the store: playing times, when games were open, and since when the service has been up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import Base

if TYPE_CHECKING:
    from collections.abc import Sequence

_SERVICE = "select started_at, alive_at from service"


class Time(Base):
    """The methods on time. All times are in milliseconds, since 1970 unless they are playing time."""

    def now_ms(self) -> int | None:
        """Return the time by the clock of the store, None if that is the clock of this machine."""
        return None

    def note_clock(self, game: int, elapsed: int) -> None:
        """Note the playing time of a game in play: a player who only thinks plays no action."""
        with self._commit():
            self._database.run("update game set clock_ms = $1 where id = $2 and replay is null", elapsed, game)

    def note_open(self, games: Sequence[int], now: int) -> None:
        """Note when players had games in play open on a server."""
        with self._commit():
            statement = "update round set open_at = $1 where game_id = $2"
            self._database.run_many(statement, [(now, game) for game in sorted(games)])

    def last_open(self, game: int) -> int:
        """Return when a game in play was last played or noted as open, or 0."""
        statement = """
select open_at, (select played_at from action where action.game_id = round.game_id order by seq desc limit 1)
from round where game_id = $1
"""
        return max((time or 0 for row in self._database.rows(statement, game) for time in row), default=0)

    def join_service(self, now: int, patience: int) -> int:
        """Note that a server starts, and return since when the service has been up: at least one of its servers.

        It begins now if no server has noted for `patience` milliseconds that it is up.
        """
        with self._commit():
            self._claim(b"service")
            ((started_at, alive_at),) = self._database.rows(_SERVICE)
            if not -patience <= now - alive_at <= patience:
                started_at = now
            self._database.run("update service set started_at = $1, alive_at = $2", started_at, now)
        return int(started_at)

    def stay_in_service(self, now: int) -> int:
        """Note that a server is up, and return since when the service has been."""
        with self._commit():
            self._database.run("update service set alive_at = $1", now)
            ((started_at, _),) = self._database.rows(_SERVICE)
        return int(started_at)
