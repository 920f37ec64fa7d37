"""Seals on finished games that must not be read yet, because other players still play the same board.

A game is sealed in the commit that stores it. The seals of a party open in the commit that stores the end of its round.
A sealed game is in no list, no statistics, no best times and no backup.
"""

from __future__ import annotations

from ...value import Value
from .base import Base

#: A condition on a column with the number of a game: the game may be read.
IS_OPEN = "not in (select game_id from sealed)"
OPEN_PARTY = "delete from sealed where party = $1"


class Seal(Value):
    """The time for which a finished game is in no list: until the round of a party is over, or until a moment."""

    party: str | None = None
    until: int | None = None  # seconds since 1970


class Seals(Base):
    """The methods on seals."""

    def _seal(self, game: int, seal: Seal | None) -> None:
        """Seal a game, inside the transaction that is open."""
        # A round that another server has ended seals nothing any more.
        for_round = """
insert into sealed (game_id, party) select cast($1 as bigint), id from party where id = $2 and stage = 'playing'
"""
        if seal is not None and seal.party is not None:
            self._database.run(for_round, game, seal.party)
        elif seal is not None:
            self._database.run("insert into sealed (game_id, until) values ($1, $2)", game, seal.until)

    def is_sealed(self, game: int) -> bool:
        """Return whether a finished game is sealed."""
        return bool(self._value("select exists (select 1 from sealed where game_id = $1)", game))

    def open_seals(self, now: int) -> None:
        """Open the seals whose time has come, in seconds since 1970, and those of rounds that are over."""
        # A round can be over before its last game is stored.
        statement = """
delete from sealed where until <= $1
  or not (party is null or exists (select 1 from party where party.id = sealed.party and stage = 'playing'))
"""
        with self._commit():
            self._database.run(statement, now)
