"""Ratings: computed from the finished rounds in their order, in the commit that ends a round, and again at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....analysis.ratings import Rating
from ....value import Value
from ...round_ratings import VERSION, Change, Pool, PoolRating, changes, standings
from ..finished_rounds import FinishedRound, FinishedRounds
from ..sql import in_parts, placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

AT_ONCE = 200  # rounds that are rated in one commit: others who write wait for them

_KEY = ("mode", "level", "is_bot", "player")
_VALUES = ("value", "deviation", "volatility", "rounds", "wins", "best", "ended_at")
_COLUMNS = ", ".join((*_KEY, *_VALUES))
_STANDING = f"""
select {", ".join(_VALUES)} from rating where mode = $1 and level = $2 and is_bot = $3 and player = $4
"""
_SET = f"""
insert into rating ({_COLUMNS}) values ({placeholders(11)})
on conflict ({", ".join(_KEY)}) do update set
  {", ".join(f"{name} = excluded.{name}" for name in _VALUES)}
"""
_STEP = """
insert into rating_step (round_id, player, mode, level, is_bot, value, gain, ended_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
"""
_CURVE = """
select value, ended_at from rating_step
where player = $1 and mode = $2 and level = $3 and is_bot = $4 order by round_id desc limit $5
"""


class PlayerRating(Value):
    """The standing of a player in a pool."""

    player: bytes
    pool: Pool
    standing: PoolRating


class Point(Value):
    """A rating after a round, and what the round changed."""

    value: float
    at: int  # milliseconds since 1970


class Ratings(FinishedRounds):
    """The methods on ratings."""

    def _add_finished_round(self, played: FinishedRound) -> int:
        """Store and rate a round inside the transaction that is open, and return its number."""
        self._claim(b"ratings")  # before the number is drawn: rounds are rated in the order of their numbers
        number = super()._add_finished_round(played)
        self._rate_rounds()
        return number

    def rate_rounds(self, most: int = AT_ONCE) -> int:
        """Rate rounds that are not rated yet, at most `most` in one commit, and return how many there were."""
        with self._commit():
            self._claim(b"ratings")
            return self._rate_rounds(most)

    def _rate_rounds(self, most: int = AT_ONCE) -> int:
        """Rate the next rounds inside the transaction that is open; they come in the order of their numbers."""
        version, last = self._rated_up_to()
        if version != VERSION:
            self._drop_ratings()
            last = 0
        rounds = self._rounds_after(last, most)
        for played in rounds:
            for change in changes(played, self._standing):
                self._note(played.id, change)
        if rounds:
            self._database.run("update rating_state set last_round = $1", rounds[-1].id)
        return len(rounds)

    def _rated_up_to(self) -> tuple[int, int]:
        """Return by which version of the computation rounds are rated, and the number of the last of them."""
        return next(iter(self._database.rows("select version, last_round from rating_state")), (0, 0))

    def has_unrated_rounds(self) -> bool:
        """Return whether there are rounds that `rate_rounds` would rate."""
        version, last = self._rated_up_to()
        newest = self._value("select max(id) from finished_round") or 0
        return bool(newest > last or (newest and version != VERSION))

    def drop_ratings(self) -> None:
        """Delete all ratings, so that they are computed again."""
        with self._commit():
            self._claim(b"ratings")
            self._drop_ratings()

    def _drop_ratings(self) -> None:
        for statement in ("delete from rating", "delete from rating_step", "delete from rating_state"):
            self._database.run(statement)
        self._database.run("insert into rating_state (version, last_round) values ($1, 0)", VERSION)

    def differing_ratings(self) -> int:
        """Return how many stored ratings are not what the rounds give, and how many are missing."""
        with self._commit(reading=True):
            _, last = self._rated_up_to()
            computed = standings(played for played in self._all_rounds() if played.id <= last)
            stored = {(one.pool, one.player): one.standing for one in self._ratings(f"select {_COLUMNS} from rating")}
        return sum(computed.get(key) != stored.get(key) for key in computed.keys() | stored.keys())

    def _standing(self, pool: Pool, player: bytes) -> PoolRating:
        rows = self._database.rows(_STANDING, *pool.field_values(), player)
        return next((_standing(row) for row in rows), PoolRating())

    def _note(self, number: int, change: Change) -> None:
        pool, after = change.pool, change.after
        rating = after.rating
        self._database.run(
            _SET,
            *pool.field_values(),
            change.player,
            rating.value,
            rating.deviation,
            rating.volatility,
            after.rounds,
            after.wins,
            after.best,
            after.at,
        )
        gain = rating.value - change.before.rating.value
        self._database.run(_STEP, number, change.player, *pool.field_values(), rating.value, gain, after.at)

    def ratings_of(self, players: Sequence[bytes]) -> list[PlayerRating]:
        """Return all ratings of some players."""
        found: list[PlayerRating] = []
        for part in in_parts(players, b""):
            keys = placeholders(len(part))
            found += self._ratings(f"select {_COLUMNS} from rating where player in ({keys})", *part)
        return found

    def rating_in(self, pool: Pool, player: bytes) -> PoolRating:
        """Return the standing of a player in a pool; that of a newcomer if there is none."""
        return self._standing(pool, player)

    def best_ratings(self, pool: Pool, most: int, surer_than: float) -> list[PlayerRating]:
        """List the highest ratings of a pool of which the deviation is below `surer_than`."""
        statement = f"""
select {_COLUMNS} from rating where mode = $1 and level = $2 and is_bot = $3 and deviation < $4
order by value desc, player limit $5
"""
        return self._ratings(statement, *pool.field_values(), surer_than, most)

    def rating_curve(self, pool: Pool, player: bytes, most: int) -> list[Point]:
        """Return the last ratings of a player in a pool, the oldest first."""
        rows = self._database.rows(_CURVE, player, *pool.field_values(), most)
        return [Point(*row) for row in reversed(rows)]

    def rating_gains(self, rounds: Sequence[int]) -> dict[tuple[int, bytes], float]:
        """Return what rounds changed, by the number of the round and the player."""
        found: dict[tuple[int, bytes], float] = {}
        for part in in_parts(rounds, 0):
            keys = placeholders(len(part))
            statement = f"select round_id, player, gain from rating_step where round_id in ({keys})"
            found |= {(number, player): gain for number, player, gain in self._database.rows(statement, *part)}
        return found

    def _ratings(self, statement: str, *values: object) -> list[PlayerRating]:
        return [
            PlayerRating(row[3], Pool(row[0], row[1], bool(row[2])), _standing(row[4:]))
            for row in self._database.rows(statement, *values)
        ]

    def _forget_ratings_of(self, player: bytes, anonymous: bytes) -> None:
        """Let the ratings of a player be those of an anonymous one, inside the transaction that is open."""
        self._database.run("update rating set player = $1 where player = $2", anonymous, player)
        self._database.run("update rating_step set player = $1 where player = $2", anonymous, player)


def _standing(row: Sequence[Any]) -> PoolRating:
    value, deviation, volatility, rounds, wins, best, at = row
    return PoolRating(Rating(value, deviation, volatility), rounds, wins, best, at)
