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
    """What a party is found by: whether anybody may find it, and whether it waits, plays or is closed.

    `match_key` says what a new party of a quick match plays: as long as it waits, no other one has the same.
    """

    is_public: bool
    stage: str
    match_key: str | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether somebody may come by the code."""
        return self.stage == "waiting"


class FollowedParties(Value):
    """What other servers have done with some parties: a party that is gone has no length."""

    lengths: dict[str, int]  # how many events each has
    people: dict[str, list[tuple[str, str]]]  # of each party: servers, and who is connected there, as JSON
    nodes: dict[str, int]  # all servers, and how far each has counted


BEGIN = """
insert into party (id, seq, code, own_code, is_public, stage, changed_at, match_key)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing
"""
GROW = """
update party set seq = $1, code = case when $2 then own_code end, is_public = $3, stage = $4, changed_at = $5,
  match_key = case when $6 then match_key end
where id = $7 and seq = $8
"""
APPEND = "insert into party_event (party, seq, data) values ($1, $2, $3)"
CODE_OF = "select own_code from party where id = $1"
EVENTS = "select data from party_event where party = $1 order by seq"
LENGTH = "select seq from party where id = $1"
EVENTS_AFTER = "select data from party_event where party = $1 and seq > $2 order by seq"
WITH_CODE = "select id from party where code = $1"
OLD = """
select id from party where changed_at < $1 and not exists (select 1 from presence where presence.party = party.id)
order by changed_at limit $2
"""
DELETE_EVENTS = "delete from party_event where party = $1"
DELETE = "delete from party where id = $1"
DELETE_PRESENCE = "delete from presence where party = $1"
BEAT = "update server_node set beats = beats + 1 where id = $1"
ADD_NODE = "insert into server_node (id, beats) values ($1, 1) on conflict do nothing"
NODES = "select id, beats from server_node"
REMOVE_NODE = ("delete from presence where node = $1", "delete from server_node where id = $1")
BE_PRESENT = """
insert into presence (party, node, people) values ($1, $2, $3)
on conflict (party, node) do update set people = excluded.people
"""
WITH_PLAYER = "select distinct party from presence where people like $1 limit $2"
BE_ABSENT = "delete from presence where party = $1 and node = $2"
MATCHING = "select id, changed_at from party where match_key = $1"
END_MATCH = "update party set match_key = null where id = $1"
OFFER_MATCH = """
update party set match_key = $1
where id = $2 and stage = 'waiting'
  and not exists (select 1 from party as other where other.match_key = $3)
"""
#: Parties that anybody may find and where a server says that somebody is; those that changed last first.
LISTED = """
select id from party
where is_public and stage <> 'closed' and exists (select 1 from presence where presence.party = party.id)
order by changed_at desc limit $1
"""


def lengths_of(count: int) -> str:
    """Return the query for the lengths of so many parties."""
    return f"select id, seq from party where id in ({_places(count)})"


def people_of(count: int) -> str:
    """Return the query for who is in so many parties."""
    return f"select party, node, people from presence where party in ({_places(count)})"


def events_of(count: int) -> str:
    """Return the query for the events of so many parties."""
    return f"select party, data from party_event where party in ({_places(count)}) order by party, seq"


def _places(count: int) -> str:
    return ", ".join(f"${number}" for number in range(1, count + 1))
