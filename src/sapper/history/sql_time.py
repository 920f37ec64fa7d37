"""What the store knows of time, in SQL: how far clocks are, when games were open, since when a service is up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import statements
from .sql_base import SqlBase

if TYPE_CHECKING:
    from collections.abc import Sequence


class SqlTime(SqlBase):
    """The methods on time."""

    def note_clock(self, game: int, elapsed: int) -> None:
        """Note the playing time of a game in play."""
        with self._commit():
            self._database.run(statements.NOTE_CLOCK, elapsed, game)

    def note_open(self, games: Sequence[int], now: int) -> None:
        """Note when somebody had games in play open on a server."""
        with self._commit():
            self._database.run_many(statements.NOTE_OPEN, [(now, game) for game in sorted(games)])

    def last_open(self, game: int) -> int:
        """Return when a game in play was last played or noted as open."""
        found = self._database.rows(statements.LAST_OPEN, game)
        return max((time or 0 for row in found for time in row), default=0)

    def join_service(self, now: int, patience: int) -> int:
        """Note that a server starts, and return since when the service has been up."""
        with self._commit():
            self._claim(b"service")
            ((started_at, alive_at),) = self._database.rows(statements.SERVICE)
            if not -patience <= now - alive_at <= patience:
                started_at = now
            self._database.run(statements.SET_SERVICE, started_at, now)
        return int(started_at)

    def stay_in_service(self, now: int) -> int:
        """Note that a server is up, and return since when the service has been."""
        with self._commit():
            self._database.run(statements.STAY_IN_SERVICE, now)
            ((started_at, _),) = self._database.rows(statements.SERVICE)
        return int(started_at)
