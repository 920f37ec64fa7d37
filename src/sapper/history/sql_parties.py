"""The store's parties of people who play together, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import parties, seals
from .sql_base import SqlBase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_AT_ONCE = 1024  # parties in one query


class SqlParties(SqlBase):
    """The methods on parties."""

    def begin_party(
        self, party: str, code: str, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""
        shown = code if listing.is_waiting else None
        values = (party, len(events), shown, code, listing.is_public, listing.stage, now, listing.match_key)
        with self._commit():
            is_new = self._database.run(parties.BEGIN, *values) == 1
            if is_new:
                self._append_party(party, 0, events)
        return is_new

    def append_party(
        self, party: str, expected_seq: int, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone."""
        is_waiting = listing.is_waiting
        grown = (expected_seq + len(events), is_waiting, listing.is_public, listing.stage, now, is_waiting)
        with self._commit():
            is_next = self._database.run(parties.GROW, *grown, party, expected_seq) == 1
            if is_next:
                self._append_party(party, expected_seq, events)
                if listing.stage != "playing":
                    self._database.run(seals.OPEN_PARTY, party)
        return is_next

    def _append_party(self, party: str, seq: int, events: Sequence[bytes]) -> None:
        for number, event in enumerate(events, seq + 1):
            self._database.run(parties.APPEND, party, number, event)

    def party(self, party: str) -> parties.StoredParty | None:
        """Return a party with all of its events."""
        code = self._database.rows(parties.CODE_OF, party)
        if not code:
            return None
        return parties.StoredParty(code[0][0], tuple(data for (data,) in self._database.rows(parties.EVENTS, party)))

    def party_events(self, party: str, after: int) -> list[bytes] | None:
        """Return the events of a party from the number `after` on, None if there is no such party."""
        with self._commit(reading=True):
            length = self._database.rows(parties.LENGTH, party)
            found = self._database.rows(parties.EVENTS_AFTER, party, after)
        return [data for (data,) in found] if length else None

    def events_of(self, parties_: Sequence[str]) -> dict[str, list[bytes]]:
        """Return the events of several parties, as far as they are there."""
        found: dict[str, list[bytes]] = {}
        for part in _parts(parties_):
            for party, data in self._database.rows(parties.events_of(len(part)), *part):
                found.setdefault(party, []).append(data)
        return found

    def listed_parties(self, limit: int) -> list[str]:
        """List public parties where a server has noted that somebody is, those that changed last first."""
        return [party for (party,) in self._database.rows(parties.LISTED, limit)]

    def follow_parties(self, parties_: Sequence[str]) -> parties.FollowedParties:
        """Return how long parties are by now, who is there, and which servers there are."""
        lengths: dict[str, int] = {}
        people: dict[str, list[tuple[str, str]]] = {}
        rows = self._database.rows
        with self._commit(reading=True):
            for part in _parts(parties_):
                lengths |= dict(rows(parties.lengths_of(len(part)), *part))
                for party, node, here in rows(parties.people_of(len(part)), *part):
                    people.setdefault(party, []).append((node, here))
            nodes = dict(rows(parties.NODES))
        return parties.FollowedParties(lengths, people, nodes)

    def be_present(self, node: str, party: str, people: str) -> None:
        """Note which people of a party are connected to a server."""
        with self._commit():
            if people:
                self._database.run(parties.BE_PRESENT, party, node, people)
            else:
                self._database.run(parties.BE_ABSENT, party, node)

    def parties_with(self, key: str, limit: int) -> list[str]:
        """List parties where a server has noted a player as connected."""
        return [party for (party,) in self._database.rows(parties.WITH_PLAYER, f'%"{key}"%', limit)]

    def beat(self, node: str) -> bool:
        """Count on for a server that runs; return False if it was not known."""
        with self._commit():
            is_known = self._database.run(parties.BEAT, node) == 1
            if not is_known:
                self._database.run(parties.ADD_NODE, node)
        return is_known

    def remove_nodes(self, nodes: Sequence[str]) -> None:
        """Forget servers, and who was connected to them."""
        with self._commit():
            for node in nodes:
                for statement in parties.REMOVE_NODE:
                    self._database.run(statement, node)

    def matching_party(self, key: str) -> tuple[str, int] | None:
        """Return the party that waits for a quick match and when it changed last."""
        return next(((party, changed_at) for party, changed_at in self._database.rows(parties.MATCHING, key)), None)

    def offer_match(self, party: str, key: str) -> None:
        """Let others find a waiting party by a quick match, unless another one waits for the same."""
        with self._commit():
            self._database.run(parties.OFFER_MATCH, key, party, key)

    def end_match(self, party: str) -> None:
        """Let nobody find a party by a quick match any more."""
        with self._commit():
            self._database.run(parties.END_MATCH, party)

    def party_with_code(self, code: str) -> str | None:
        """Return the id of the waiting party that has a code."""
        return next((party for (party,) in self._database.rows(parties.WITH_CODE, code)), None)

    def old_parties(self, before: int, limit: int) -> list[str]:
        """List parties that have not changed since a time, the oldest first."""
        return [party for (party,) in self._database.rows(parties.OLD, before, limit)]

    def delete_parties(self, parties_: Sequence[str]) -> None:
        """Delete parties with their events; the games that were played there stay."""
        with self._commit():
            for party in parties_:
                self._database.run(seals.OPEN_PARTY, party)
                self._database.run(parties.DELETE_EVENTS, party)
                self._database.run(parties.DELETE_PRESENCE, party)
                self._database.run(parties.DELETE, party)


def _parts(parties_: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield parties, as many at once as fit into a query.

    The last one is repeated up to a power of two: a database prepares few statements then, not one for each number.
    """
    for start in range(0, len(parties_), _AT_ONCE):
        part = list(parties_[start : start + _AT_ONCE])
        size = 1 << (len(part) - 1).bit_length()
        yield part + part[-1:] * (size - len(part))
