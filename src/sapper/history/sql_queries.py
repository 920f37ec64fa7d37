"""The store's listings of games and what statistics read, in SQL."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import statements
from .results import unpack
from .rows import EVERYTHING, Filter, Listed, Played
from .sql_base import SqlBase
from .together import ALONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .results import Results


class SqlQueries(SqlBase):
    """The methods that find games."""

    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""
        found = self._database.rows(statements.REPLAY, game)
        return found[0][0] if found else None

    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""
        return [Listed(**row, finished=False) for row in self._database.named_rows(statements.UNFINISHED)]

    def games(
        self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING, order: str | None = None
    ) -> list[Listed]:
        """List finished games, by their numbers from the newest on, or in another order."""
        if order is not None:
            return self._listed(*self._query(statements.FINISHED_IN_ORDER[order], only, limit, offset))
        if only == EVERYTHING:
            return self._listed(statements.FINISHED, limit, offset)
        return self._listed(*self._query(statements.FINISHED_MATCHING, only, limit, offset))

    def numbers(self, only: Filter) -> list[int]:
        """Return the numbers of the finished games that match."""
        return [number for (number,) in self._database.rows(*self._query(statements.MATCHING_IDS, only))]

    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""
        if only == EVERYTHING:
            return int(self._database.rows(statements.ALL_FINISHED_COUNT)[0][0])
        return int(self._database.rows(*self._query(statements.FINISHED_COUNT, only))[0][0])

    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Return every finished game that matches, the oldest first."""
        return [Played._make(row) for row in self._database.rows(*self._query(statements.PLAYED, only))]

    def results(self, only: Filter = EVERYTHING) -> Results:
        """Return every finished game that matches, the oldest first, as columns."""
        joined = self._database.rows(*self._query(statements.RESULTS, only))[0][0]
        return unpack(joined or b"")

    def ranked(
        self, rules: str, elapsed: int, *, but: int, after: int = 0, only: Filter = EVERYTHING
    ) -> tuple[int, int, int | None]:
        """Compare a time with the ranked wins of a configuration."""
        query = self._query(statements.RANKED, only, elapsed, rules, after, but)
        wins, faster, best = self._database.rows(*query)[0]
        return wins, faster, best

    def fastest(
        self,
        rules: str,
        *,
        ranked: bool = True,
        least_bbbv: int = 0,
        after: int = 0,
        only: Filter = EVERYTHING,
        limit: int = 10,
    ) -> list[Listed]:
        """List the won games of a configuration, the fastest first."""
        return self._listed(*self._query(statements.FASTEST, only, rules, ranked, least_bbbv, after, limit))

    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List the configurations that were played."""
        if only.owner is None or only.together != ALONE:
            found = self._database.rows(*self._query(statements.CONFIGURATIONS, only))
        else:
            owner = only.owner
            found = self._database.rows(*self._query(statements.OWN_CONFIGURATIONS, only, owner, owner))
        return [(rules, level, newest) for rules, level, newest in found]

    def listed(self, games: Sequence[int]) -> list[Listed]:
        """List these games, as far as they are finished, the newest first."""
        return self._listed(statements.FINISHED_THESE, json.dumps(list(games)))

    def finished(self, game: int) -> Listed | None:
        """Return one finished game."""
        return next(iter(self._listed(statements.FINISHED_ONE, game)), None)

    def same_seed(self, game: int, limit: int) -> list[Listed]:
        """List the other finished games with the seed of a finished one."""
        return self._listed(statements.SAME_SEED, game, game, limit)

    def same_replay(self, replay: bytes) -> int | None:
        """Return the number of the game that has this replay."""
        found = self._database.rows(statements.SAME_REPLAY, statements.digest(replay))
        return found[0][0] if found else None
