"""Finished games that nobody may read yet, because others still play the same board: what is stored, and the SQL."""

from __future__ import annotations

from ..value import Value


class Seal(Value):
    """How long a finished game stays out of every list: until the round of a party is over, or until a time."""

    party: str | None = None
    until: int | None = None  # seconds since 1970


#: The games that may be read. It is a condition on a column with the number of a game.
IS_OPEN = "not in (select game_id from sealed)"
SEAL_UNTIL = "insert into sealed (game_id, until) values ($1, $2)"
# A round that another server has ended meanwhile seals nothing any more.
SEAL_FOR_ROUND = """
insert into sealed (game_id, party) select cast($1 as bigint), id from party where id = $2 and stage = 'playing'
"""
IS_SEALED = "select exists (select 1 from sealed where game_id = $1)"
OPEN_PARTY = "delete from sealed where party = $1"
# Those whose time has come, and those of rounds that were over before their last game was stored.
OPEN_DUE = """
delete from sealed where until <= $1
  or not (party is null or exists (select 1 from party where party.id = sealed.party and stage = 'playing'))
"""
OPEN_GAME = "delete from sealed where game_id = $1"
OPEN_ALL = "delete from sealed"
