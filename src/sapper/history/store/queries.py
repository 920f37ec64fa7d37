"""Lists of finished games, and the figures that statistics and best times read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ..results import unpack
from ..summary import LISTED_AS, Summary
from ..together import ALONE
from .base import Base
from .filters import query
from .rows import EVERYTHING, Filter, Listed, PlayedGame
from .seals import IS_OPEN
from .sql import Sql

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..results import Results
    from .sql import Statement

#: The columns of a game in a list that are not those of its summary.
LISTED_FIELDS = [name for name in Listed.field_names() if name not in ("finished", "summary")]
_SUMMARY = ", ".join(f'summary."{field}" as {column}' for field, column in LISTED_AS.items())
LISTED = f"select id, game.rules as rules, length as seq, created_at, source, {_SUMMARY} from game"
_FINISHED = f"""
{LISTED} left join summary on game_id = id
where replay is not null and id {IS_OPEN} order by id desc limit $1 offset $2
"""
_FINISHED_COUNT = f"select count(*) from game where replay is not null and id {IS_OPEN}"
_FINISHED_ONE = f"{LISTED} left join summary on game_id = id where id = $1 and replay is not null"
_THESE = f"{LISTED} left join summary on game_id = id where id in ({{}}) and replay is not null order by id desc"
_FINISHED_THESE = Sql(
    sqlite=_THESE.format("select value from json_each($1)"),
    postgres=_THESE.format("select value::bigint from json_array_elements_text($1::json)"),
)
_SAME_SEED = f"""
{LISTED} left join summary on game_id = id
where replay is not null and length(seed) > 0 and seed = (select seed from game where id = $1) and id <> $2
  and id {IS_OPEN}
order by id desc limit $3
"""
_IMPORTED_PLAYERS = f"""
select name from summary where imported and name <> '' and game_id {IS_OPEN}
group by name order by count(*) desc, name limit $1
"""

# Templates of `query`.
_MATCHING = f"{LISTED} join summary on game_id = id where {{matches}} order by"
FINISHED_MATCHING = f"{_MATCHING} id desc limit $ offset $"
FINISHED_IN_ORDER = {
    order: f"{_MATCHING} {columns} limit $ offset $"
    for order, columns in {
        "newest": "summary.ended_at desc, id desc",
        "oldest": "summary.ended_at, id",
        "fastest": "summary.elapsed, id",
        "slowest": "summary.elapsed desc, id desc",
        "least-3bv": "summary.bbbv, id",
        "most-3bv": "summary.bbbv desc, id desc",
    }.items()
}
FASTEST = f"""
{LISTED} join summary on game_id = id
where {{matches}} and summary.rules = $ and ranked = $ and status = 'won' and bbbv >= $ and game_id > $
order by elapsed, game_id limit $
"""
RANKED = """
select count(*), count(*) filter (where elapsed <= $), min(elapsed) from summary
where {matches} and summary.rules = $ and ranked = true and status = 'won' and game_id > $ and game_id <> $
"""
_COMPUTED = {"id": "game_id as id", "clicks": '"left" + "right" + chords as clicks'}
_PLAYED = f"""
select {", ".join(_COMPUTED.get(field, field) for field in PlayedGame._fields)}
from summary where {{matches}} order by ended_at, game_id
"""
# One value for a whole history: the database joins the records without Python, and other threads can run.
_RECORDS = "select {} from (select figures from summary where {{matches}} order by ended_at, game_id) as played"
RESULTS = Sql(
    sqlite=_RECORDS.format("cast(group_concat(figures, '') as blob)"),
    postgres=_RECORDS.format(r"string_agg(figures, '\x'::bytea)"),
)
# Few configurations have many games, so each is found by a search in an index instead of reading all games.
_NEXT = "select game_id from summary where {after}{owned} order by rules, level limit 1"
_AFTER = "(rules, level) > (configuration.rules, configuration.level)"
_CONFIGURATIONS = """
with recursive configuration (rules, level) as (
  select rules, level from summary where game_id = ({first})
  union all
  select summary.rules, summary.level from configuration, summary where game_id = ({next})
)
select rules, level, newest from (
  select rules, level, (
    select game_id from summary
    where summary.rules = configuration.rules and summary.level = configuration.level and {{matches}}
    order by game_id desc limit 1
  ) as newest from configuration
) as found where newest is not null order by newest desc
"""
CONFIGURATIONS, OWN_CONFIGURATIONS = (
    _CONFIGURATIONS.format(first=_NEXT.format(after="true", owned=owned), next=_NEXT.format(after=_AFTER, owned=owned))
    for owned in ("", " and owner = $")
)


class Queries(Base):
    """The methods that find games."""

    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""
        statement = """
select id, rules, coalesce((select max(seq) from action where game_id = game.id), 0) as seq, created_at, source
from game where replay is null order by id desc
"""
        return [Listed(**row, finished=False) for row in self._database.named_rows(statement)]

    def games(
        self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING, order: str | None = None
    ) -> list[Listed]:
        """List finished games, by their numbers from the newest on, or in one of `FINISHED_IN_ORDER`."""
        if order is not None:
            return self._listed(*self._query(FINISHED_IN_ORDER[order], only, limit, offset))
        if only == EVERYTHING:
            return self._listed(_FINISHED, limit, offset)
        return self._listed(*self._query(FINISHED_MATCHING, only, limit, offset))

    def numbers(self, only: Filter) -> list[int]:
        """Return the numbers of the finished games that `games` lists, in order."""
        return self._column(*self._query("select game_id from summary where {matches} order by game_id", only))

    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""
        if only == EVERYTHING:
            return int(self._value(_FINISHED_COUNT) or 0)
        return int(self._value(*self._query("select count(*) from summary where {matches}", only)) or 0)

    def listed(self, games: Sequence[int]) -> list[Listed]:
        """List these games, as far as they are finished, the newest first."""
        return self._listed(_FINISHED_THESE, json.dumps(list(games)))

    def finished(self, game: int) -> Listed | None:
        """Return one finished game, None if there is none with this number."""
        return next(iter(self._listed(_FINISHED_ONE, game)), None)

    def same_seed(self, game: int, limit: int) -> list[Listed]:
        """List the other finished games with the seed of a finished one, the newest first."""
        return self._listed(_SAME_SEED, game, game, limit)

    def imported_players(self, limit: int) -> list[str]:
        """List the names of the players of imported games, those with the most games first."""
        return self._column(_IMPORTED_PLAYERS, limit)

    def played(self, only: Filter = EVERYTHING) -> list[PlayedGame]:
        """Return every finished game that matches, the oldest first."""
        return [PlayedGame._make(row) for row in self._database.rows(*self._query(_PLAYED, only))]

    def results(self, only: Filter = EVERYTHING) -> Results:
        """Return the same as columns, for statistics."""
        return unpack(self._value(*self._query(RESULTS, only)) or b"")

    def ranked(
        self, rules: str, elapsed: int, *, but: int, after: int = 0, only: Filter = EVERYTHING
    ) -> tuple[int, int, int | None]:
        """Compare a time with the ranked wins of a configuration.

        Return how many there are, how many are at least as fast, and the fastest time. The game `but` and the games up
        to the number `after` do not count.
        """
        wins, faster, best = self._database.rows(*self._query(RANKED, only, elapsed, rules, after, but))[0]
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
        """List the won games of a configuration, the fastest first: those that are ranked, or those that are not.

        `after` leaves out the games up to that number.
        """
        return self._listed(*self._query(FASTEST, only, rules, ranked, least_bbbv, after, limit))

    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List the configurations that were played, the newest first: rules, level and the newest game."""
        if only.owner is None or only.together != ALONE:
            found = self._database.rows(*self._query(CONFIGURATIONS, only))
        else:
            found = self._database.rows(*self._query(OWN_CONFIGURATIONS, only, only.owner, only.owner))
        return [(rules, level, newest) for rules, level, newest in found]

    def _query(self, template: Statement, only: Filter, *values: object) -> tuple[Any, ...]:
        made = query(self._database.form(template), only, *values)
        return made.text, *made.values

    def _listed(self, statement: Statement, *values: object) -> list[Listed]:
        return [_listed_game(row) for row in self._database.named_rows(statement, *values)]


def _listed_game(row: dict[str, Any]) -> Listed:
    summary = None if row[LISTED_AS["status"]] is None else Summary.from_row(row)
    return Listed(**{name: row[name] for name in LISTED_FIELDS}, finished=True, summary=summary)
