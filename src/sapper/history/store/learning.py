"""Answers to questions, and the moments of finished games: what the trainer, puzzles and insights are computed from."""

from __future__ import annotations

from ...value import Value
from .base import Base
from .rows import BOT
from .seals import IS_OPEN
from .sql import insert

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...seed import Seed

_COLUMNS = ("player", "subject", "item", "answered_at", "grade", "elapsed")
_ADD = f"{insert('answer', _COLUMNS)} on conflict do nothing"
_ANSWERS = """
select item, answered_at, grade, elapsed from answer where player = $1 and subject = $2 order by answered_at, item
"""
#: Games of a player of a server, or of one's own store: its player has no key.
_OF_PLAYER = "(summary.owner = $1 or (summary.owner is null and $2 = 1))"
_IS_UNSTUDIED = f"""
{_OF_PLAYER} and summary.device <> '{BOT}' and game.id {IS_OPEN}
  and not exists (select 1 from study where study.game_id = game.id and study.version = $3)
"""
_UNSTUDIED = f"""
select game.id, game.replay from game join summary on summary.game_id = game.id
where {_IS_UNSTUDIED} order by game.id desc limit $4
"""
_COUNT_UNSTUDIED = f"select count(*) from game join summary on summary.game_id = game.id where {_IS_UNSTUDIED}"
_SET_STUDY = """
insert into study (game_id, version, moments) select $1, $2, $3 where exists (select 1 from game where id = $4)
on conflict (game_id) do update set version = excluded.version, moments = excluded.moments
"""
_STUDIED = f"""
select study.game_id as game, summary.level as level, summary.layout as layout, summary.device as device,
  summary.ended_at as ended_at, study.moments as moments
from study join summary on summary.game_id = study.game_id
where {_OF_PLAYER} and study.version = $3 order by summary.ended_at desc, study.game_id desc
"""
_GAMES_ON = f"""
select game.id from game join summary on summary.game_id = game.id
where {_OF_PLAYER} and game.seed = $3 and game.rules = $4 and game.id {IS_OPEN} order by game.id
"""
_COUNT_ANSWERS = "select count(*) from answer where player = $1"
_ALL_ANSWERS = f"""
select {", ".join(_COLUMNS[1:])} from answer where player = $1 order by answered_at, subject, item limit $2 offset $3
"""


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

    def all_answers(self, player: bytes = b"", *, skip: int, limit: int) -> list[tuple[str, Answered]]:
        """Return answers of a player with their subjects, in the order of their time, without the first `skip`."""
        return [(subject, Answered(*row)) for subject, *row in self._database.rows(_ALL_ANSWERS, player, limit, skip)]

    def add_answers(self, answers: Iterable[tuple[str, Answered]], player: bytes, most: int) -> int:
        """Add answers, as long as the player has fewer than `most`; return how many there are then."""
        with self._commit():
            room = max(most - self.count_answers(player), 0)
            rows = [(player, subject, *answer.field_values()) for subject, answer in answers]
            self._database.run_many(_ADD, rows[:room])
            return self.count_answers(player)

    def count_answers(self, player: bytes) -> int:
        """Return how many answers of a player there are."""
        return int(self._value(_COUNT_ANSWERS, player) or 0)

    def unstudied(self, version: int, limit: int, player: bytes = b"") -> list[tuple[int, bytes]]:
        """Return finished games whose moments are not computed in this version, with their replays, newest first."""
        return [(game, replay) for game, replay in self._database.rows(_UNSTUDIED, *_whose(player), version, limit)]

    def count_unstudied(self, version: int, player: bytes = b"") -> int:
        """Return how many games are not studied in this version."""
        return int(self._value(_COUNT_UNSTUDIED, *_whose(player), version) or 0)

    def set_studies(self, version: int, found: Iterable[tuple[int, str]]) -> None:
        """Store the moments of games; one that was deleted meanwhile is left out."""
        with self._commit():
            self._database.run_many(_SET_STUDY, [(game, version, moments, game) for game, moments in found])

    def studied(self, version: int, player: bytes = b"") -> Sequence[Studied]:
        """Return the games whose moments are computed, newest first."""
        return [Studied(**row) for row in self._database.named_rows(_STUDIED, *_whose(player), version)]

    def games_on(self, rules: str, seed: Seed, player: bytes = b"") -> list[int]:
        """Return the finished games with these rules and this seed, in the order they were begun."""
        return list(self._column(_GAMES_ON, *_whose(player), seed.bits, rules))


def _whose(player: bytes) -> tuple[bytes, int]:
    return player, int(not player)
