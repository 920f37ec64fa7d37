"""The store's summaries of finished games, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import statements
from .sql_base import SqlBase

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    def drop_summaries(self) -> None:
        """Drop all summaries."""
        with self._commit():
            self._database.create_summaries()
