"""Parties: people who play together on a server. A party is a list of events that grows as a game does.

Servers also note here which of them run, and who is connected to which one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...value import Value
from .people.ratings import Ratings
from .seals import OPEN_PARTY
from .sql import in_parts, placeholders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .finished_rounds import FinishedRound


class StoredParty(Value):
    """A party as it is stored."""

    code: str
    events: tuple[bytes, ...]


class PartyListing(Value):
    """The properties by which a party is found: whether it is public, and whether it waits, plays or is closed.

    `match_key` says what a new party of a quick match plays: as long as it waits, no other one has the same.
    """

    is_public: bool
    stage: str
    match_key: str | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether players may join by the code."""
        return self.stage == "waiting"


class FollowedParties(Value):
    """The changes of other servers to some parties: a party that is gone has no length."""

    lengths: dict[str, int]  # how many events each has
    people: dict[str, list[tuple[str, str]]]  # of each party: servers, and who is connected there, as JSON
    nodes: dict[str, int]  # all servers, and the count of each


class Parties(Ratings):
    """The methods on parties."""

    def begin_party(self, party: str, code: str, events: Sequence[bytes], listing: PartyListing, *, now: int) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""
        with self._commit():
            return self._begin_party(party, code, events, listing, now=now)

    def _begin_party(self, party: str, code: str, events: Sequence[bytes], listing: PartyListing, *, now: int) -> bool:
        """Begin a party inside the transaction that is open."""
        statement = """
insert into party (id, seq, code, own_code, is_public, stage, changed_at, match_key)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing
"""
        shown = code if listing.is_waiting else None
        values = (party, len(events), shown, code, listing.is_public, listing.stage, now, listing.match_key)
        is_new = self._database.run(statement, *values) == 1
        if is_new:
            self._append_events(party, 0, events)
        return is_new

    def append_party(
        self,
        party: str,
        expected_seq: int,
        events: Sequence[bytes],
        listing: PartyListing,
        *,
        now: int,
        finished: FinishedRound | None = None,
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone.

        If a round ends with them, `finished` is stored in the same commit.
        """
        statement = """
update party set seq = $1, code = case when $2 then own_code end, is_public = $3, stage = $4, changed_at = $5,
  match_key = case when $6 then match_key end
where id = $7 and seq = $8
"""
        is_waiting = listing.is_waiting
        grown = (expected_seq + len(events), is_waiting, listing.is_public, listing.stage, now, is_waiting)
        with self._commit():
            is_next = self._database.run(statement, *grown, party, expected_seq) == 1
            if is_next:
                self._append_events(party, expected_seq, events)
                if listing.stage != "playing":
                    self._database.run(OPEN_PARTY, party)
                if finished is not None:
                    self._add_finished_round(finished)
        return is_next

    def _append_events(self, party: str, seq: int, events: Sequence[bytes]) -> None:
        for number, event in enumerate(events, seq + 1):
            self._database.run("insert into party_event (party, seq, data) values ($1, $2, $3)", party, number, event)

    def party(self, party: str) -> StoredParty | None:
        """Return a party with all of its events."""
        code = self._value("select own_code from party where id = $1", party)
        events = "select data from party_event where party = $1 order by seq"
        return None if code is None else StoredParty(code, tuple(self._column(events, party)))

    def party_events(self, party: str, after: int) -> list[bytes] | None:
        """Return the events of a party from the number `after` on, None if there is no such party."""
        events = "select data from party_event where party = $1 and seq > $2 order by seq"
        with self._commit(reading=True):
            length = self._value("select seq from party where id = $1", party)
            found = self._column(events, party, after)
        return None if length is None else found

    def events_of(self, parties: Sequence[str]) -> dict[str, list[bytes]]:
        """Return the events of several parties, as far as they are there."""
        found: dict[str, list[bytes]] = {}
        for part in in_parts(parties, ""):
            ids = placeholders(len(part))
            statement = f"select party, data from party_event where party in ({ids}) order by party, seq"
            for party, data in self._database.rows(statement, *part):
                found.setdefault(party, []).append(data)
        return found

    def delete_parties(self, parties: Sequence[str]) -> None:
        """Delete parties with their events; the games that were played there stay."""
        with self._commit():
            for party in parties:
                for statement in (
                    OPEN_PARTY,
                    "delete from party_event where party = $1",
                    "delete from presence where party = $1",
                    "delete from party where id = $1",
                ):
                    self._database.run(statement, party)

    def old_parties(self, before: int, limit: int) -> list[str]:
        """List parties without players that have not changed since a time, the oldest first."""
        statement = """
select id from party where changed_at < $1 and not exists (select 1 from presence where presence.party = party.id)
order by changed_at limit $2
"""
        return self._column(statement, before, limit)

    def party_with_code(self, code: str) -> str | None:
        """Return the id of the waiting party that has a code."""
        return self._value("select id from party where code = $1", code)

    def listed_parties(self, limit: int) -> list[str]:
        """List public parties to which people are connected, those that changed last first."""
        statement = """
select id from party
where is_public and stage <> 'closed' and exists (select 1 from presence where presence.party = party.id)
order by changed_at desc limit $1
"""
        return self._column(statement, limit)

    def matching_parties(self, keys: Sequence[str]) -> dict[str, tuple[str, int]]:
        """Return the parties that wait for quick matches and when each changed last, in seconds since 1970."""
        places = placeholders(len(keys))
        statement = f"select match_key, id, changed_at from party where match_key in ({places})"
        return {key: (party, changed_at) for key, party, changed_at in self._database.rows(statement, *keys)}

    def offer_match(self, party: str, key: str) -> None:
        """Let others find a waiting party by a quick match, unless another one waits for the same."""
        statement = """
update party set match_key = $1
where id = $2 and stage = 'waiting'
  and not exists (select 1 from party as other where other.match_key = $3)
"""
        with self._commit():
            self._database.run(statement, key, party, key)

    def end_match(self, party: str) -> None:
        """Take a party out of quick matches."""
        with self._commit():
            self._database.run("update party set match_key = null where id = $1", party)

    def follow_parties(self, parties: Sequence[str]) -> FollowedParties:
        """Return the lengths of parties, the people who are connected to them, and all servers."""
        lengths: dict[str, int] = {}
        people: dict[str, list[tuple[str, str]]] = {}
        rows = self._database.rows
        with self._commit(reading=True):
            for part in in_parts(parties, ""):
                ids = placeholders(len(part))
                lengths |= dict(rows(f"select id, seq from party where id in ({ids})", *part))
                present = f"select party, node, people from presence where party in ({ids})"
                for party, node, here in rows(present, *part):
                    people.setdefault(party, []).append((node, here))
            nodes = dict(rows("select id, beats from server_node"))
        return FollowedParties(lengths, people, nodes)

    def be_present(self, node: str, party: str, people: str) -> None:
        """Note which people of a party are connected to a server, in JSON; empty if there are none."""
        statement = """
insert into presence (party, node, people) values ($1, $2, $3)
on conflict (party, node) do update set people = excluded.people
"""
        with self._commit():
            if people:
                self._database.run(statement, party, node, people)
            else:
                self._database.run("delete from presence where party = $1 and node = $2", party, node)

    def parties_with(self, key: str, limit: int) -> list[str]:
        """List parties to which a player is connected, by the key in hexadecimal."""
        return self._column("select distinct party from presence where people like $1 limit $2", f'%"{key}"%', limit)

    def beat(self, node: str) -> bool:
        """Count on for a server that runs; return False if it was not known or removed, and so has no people."""
        with self._commit():
            is_known = self._database.run("update server_node set beats = beats + 1 where id = $1", node) == 1
            if not is_known:
                self._database.run("insert into server_node (id, beats) values ($1, 1) on conflict do nothing", node)
        return is_known

    def remove_nodes(self, nodes: Sequence[str]) -> None:
        """Delete servers, and the people who were connected to them."""
        with self._commit():
            for node in nodes:
                self._database.run("delete from presence where node = $1", node)
                self._database.run("delete from server_node where id = $1", node)
