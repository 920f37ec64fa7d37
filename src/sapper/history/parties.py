"""People who play together on a server: what is stored about them, and the SQL for that.

A party grows as a game does: by appending to a list that has the expected length.
"""

from __future__ import annotations

from ..value import Value


class StoredParty(Value):
    """A party as it is stored."""

    code: str
    events: tuple[bytes, ...]


class PartyListing(Value):
    """What a party is found by: whether anybody may find it, and whether it waits, plays or is closed."""

    is_public: bool
    stage: str

    @property
    def is_waiting(self) -> bool:
        """Whether somebody may come by the code."""
        return self.stage == "waiting"


BEGIN = """
insert into party (id, seq, code, own_code, is_public, stage, changed_at) values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
"""
GROW = """
update party set seq = $1, code = case when $2 then own_code end, is_public = $3, stage = $4, changed_at = $5
where id = $6 and seq = $7
"""
APPEND = "insert into party_event (party, seq, data) values ($1, $2, $3)"
CODE_OF = "select own_code from party where id = $1"
EVENTS = "select data from party_event where party = $1 order by seq"
WITH_CODE = "select id from party where code = $1"
OLD = "select id from party where changed_at < $1 order by changed_at limit $2"
DELETE_EVENTS = "delete from party_event where party = $1"
DELETE = "delete from party where id = $1"
