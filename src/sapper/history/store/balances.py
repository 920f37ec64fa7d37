"""The balances of finished games: what was given away and what luck did, as statistics add them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .base import Base
from .filters import query

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .rows import Filter
    from .sql import Statement

WHOLE = 10_000  # the parts of a game that balances count

# Templates of `query`.
_WITHOUT = """
from game join summary on summary.game_id = game.id
where {matches} and not exists (select 1 from balance where balance.game_id = game.id and balance.version = $)
"""
_UNBALANCED = f"select game.id, game.replay {_WITHOUT} order by game.id desc limit $"
_COUNT = f"select count(*) {_WITHOUT}"
_BALANCES = """
select summary.level as level, summary.ended_at as ended_at, balance.start as start,
  balance.given_away as given_away, balance.luck as luck, balance.exact as is_exact
from summary join balance on balance.game_id = summary.game_id
where {matches} and balance.version = $ and balance.start is not null order by summary.ended_at, summary.game_id
"""
_SET = """
insert into balance (game_id, version, start, given_away, luck, exact)
select $1, $2, $3, $4, $5, $6 where exists (select 1 from game where id = $7)
on conflict (game_id) do update set version = excluded.version, start = excluded.start,
  given_away = excluded.given_away, luck = excluded.luck, exact = excluded.exact
"""


class Balance(NamedTuple):
    """The report of a game in a line, in parts of `WHOLE`: `start - given_away + luck` is the end, 1 or 0 of it."""

    start: int
    given_away: int
    luck: int
    is_exact: bool


class Balanced(NamedTuple):
    """The balance of a finished game, with what statistics group it by."""

    level: str
    ended_at: int  # seconds since 1970
    start: int
    given_away: int
    luck: int
    is_exact: bool


class Balances(Base):
    """The methods on balances."""

    def unbalanced(self, version: int, only: Filter, limit: int) -> list[tuple[int, bytes]]:
        """Return games that pass a filter and have no balance in this version, with their replays, newest first."""
        rows = self._database.rows(*self._balance_query(_UNBALANCED, only, version, limit))
        return [(game, replay) for game, replay in rows]

    def count_unbalanced(self, version: int, only: Filter) -> int:
        """Return how many games that pass a filter have no balance in this version."""
        return int(self._value(*self._balance_query(_COUNT, only, version)) or 0)

    def set_balances(self, version: int, found: Iterable[tuple[int, Balance | None]]) -> None:
        """Store the balances of games, None for one that has none; a game that was deleted meanwhile is left out."""
        with self._commit():
            rows = [(game, version, *((None, None, None, False) if one is None else one), game) for game, one in found]
            self._database.run_many(_SET, rows)

    def balances(self, version: int, only: Filter) -> list[Balanced]:
        """Return the balances of the games that pass a filter, the oldest first."""
        rows = self._database.rows(*self._balance_query(_BALANCES, only, version))
        return [Balanced._make((*row[:-1], bool(row[-1]))) for row in rows]

    def _balance_query(self, template: Statement, only: Filter, *values: object) -> tuple[Any, ...]:
        made = query(self._database.form(template), only, *values)
        return made.text, *made.values
