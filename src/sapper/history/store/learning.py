"""Answers to questions, and the moments of finished games: what the trainer, puzzles and insights are computed from."""

from __future__ import annotations

from ...value import Value
from .base import Base
from .rows import BOT
from .sql import insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ...seed import Seed

_COLUMNS = ("player", "subject", "item", "answered_at", "grade", "elapsed")
_ADD = f"{insert('answer', _COLUMNS)} on conflict do nothing"
_ANSWERS = """
select item, answered_at, grade, elapsed from answer where player = $1 and subject = $2 order by answered_at, item
"""
_UNSTUDIED = f"""
select game.id, game.replay from game join summary on summary.game_id = game.id
where summary.owner is null and summary.device <> '{BOT}' and not exists
  (select 1 from study where study.game_id = game.id and study.version = $1)
order by game.id desc limit $2
"""
_SET_STUDY = """
insert into study (game_id, version, moments) select $1, $2, $3 where exists (select 1 from game where id = $4)
on conflict (game_id) do update set version = excluded.version, moments = excluded.moments
"""
_STUDIED = """
select study.game_id as game, summary.level as level, summary.layout as layout, summary.device as device,
  summary.ended_at as ended_at, study.moments as moments
from study join summary on summary.game_id = study.game_id
where study.version = $1 order by summary.ended_at desc, study.game_id desc
"""
_REPLAYS_ON = "select replay from game where seed = $1 and rules = $2 and replay is not null order by id"


class Answered(Value):
    """An answer: the item of a subject, when in milliseconds since 1970, how it went, and how long it took."""

    item: str
    answered_at: int
    grade: int
    elapsed: int  # milliseconds


class Studied(Value):
    """The moments of a finished game, packed, with what insights group them by."""

    game: int
    level: str
    layout: str
    device: str
    ended_at: int  # seconds since 1970
    moments: str


class Learning(Base):
    """The methods on what a player has learned. The player of one's own store has no key."""

    def add_answer(self, subject: str, answer: Answered, player: bytes = b"") -> None:
        """Add an answer; the same one is not stored twice."""
        with self._commit():
            self._database.run(_ADD, player, subject, *answer.field_values())

    def answers(self, subject: str, player: bytes = b"") -> list[Answered]:
        """Return the answers of a subject in the order of their time."""
        return [Answered(*row) for row in self._database.rows(_ANSWERS, player, subject)]

    def unstudied(self, version: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games whose moments are not computed in this version, with their replays, newest first."""
        return [(game, replay) for game, replay in self._database.rows(_UNSTUDIED, version, limit)]

    def set_studies(self, version: int, found: Iterable[tuple[int, str]]) -> None:
        """Store the moments of games; one that was deleted meanwhile is left out."""
        with self._commit():
            self._database.run_many(_SET_STUDY, [(game, version, moments, game) for game, moments in found])

    def studied(self, version: int) -> Sequence[Studied]:
        """Return the games whose moments are computed, newest first."""
        return [Studied(**row) for row in self._database.named_rows(_STUDIED, version)]

    def replays_on(self, rules: str, seed: Seed) -> list[bytes]:
        """Return the replays of all finished games with these rules and this seed, in the order they were begun."""
        rows: list[tuple[Any, ...]] = self._database.rows(_REPLAYS_ON, seed.bits, rules)
        return [replay for (replay,) in rows]
