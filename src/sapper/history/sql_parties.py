"""The store's parties of people who play together, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import parties
from .sql_base import SqlBase

if TYPE_CHECKING:
    from collections.abc import Sequence


class SqlParties(SqlBase):
    """The methods on parties."""

    def begin_party(
        self, party: str, code: str, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""
        shown = code if listing.is_waiting else None
        values = (party, len(events), shown, code, listing.is_public, listing.stage, now)
        with self._commit():
            is_new = self._database.run(parties.BEGIN, *values) == 1
            if is_new:
                self._append_party(party, 0, events)
        return is_new

    def append_party(
        self, party: str, expected_seq: int, events: Sequence[bytes], listing: parties.PartyListing, *, now: int
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone."""
        grown = (expected_seq + len(events), listing.is_waiting, listing.is_public, listing.stage, now)
        with self._commit():
            is_next = self._database.run(parties.GROW, *grown, party, expected_seq) == 1
            if is_next:
                self._append_party(party, expected_seq, events)
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
                self._database.run(parties.DELETE_EVENTS, party)
                self._database.run(parties.DELETE, party)
