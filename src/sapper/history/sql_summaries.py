"""The store's summaries of finished games, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import statements
from .sql_base import SqlBase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .rows import Summary


class SqlSummaries(SqlBase):
    """The methods on summaries."""

    def missing(self) -> int:
        """Count the finished games that lack their summary."""
        finished, summarised = self._database.rows(statements.COUNTS)[0]
        return int(finished - summarised)

    def without_summary(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games that lack their summary, with their replays."""
        return [(game, replay) for game, replay in self._database.rows(statements.WITHOUT_SUMMARY, after, limit)]

    def summarise(self, games: Sequence[tuple[int, bytes, Summary]]) -> None:
        """Add the summaries of replays."""
        rows = [(*statements.summary_row(game, summary, replay), replay) for game, replay, summary in games]
        with self._commit():
            self._database.run_many(statements.SUMMARISE_LATE, rows)

    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop all summaries, compute them from the replays again, and return how many there are.

        The replays are read before the store is locked, so that others can go on playing.
        """

        def summaries(games: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
            rows = []
            for (game,) in games:
                replay = self.replay(game) or b""
                rows.append(statements.summary_row(game, summarise(replay), replay))
            return rows

        summarised = summaries(self._database.rows(statements.PACKED))
        with self._commit():
            self._database.create_summaries()
            self._database.run_many(statements.SUMMARISE, summarised)
            late = summaries(self._database.rows(statements.NOT_SUMMARISED))
            self._database.run_many(statements.SUMMARISE, late)
        return len(summarised) + len(late)
