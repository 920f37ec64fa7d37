"""Parties: their events, how they are found, and who is connected to which server."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .parties import FollowedParties, PartyListing, StoredParty


class StoreParties(ABC):
    """The part of a store that has parties; each is a list of events that grows as a game does."""

    @abstractmethod
    def begin_party(self, party: str, code: str, events: Sequence[bytes], listing: PartyListing, *, now: int) -> bool:
        """Begin a party with its first events; return False if its id or its code is in use."""

    @abstractmethod
    def append_party(
        self, party: str, expected_seq: int, events: Sequence[bytes], listing: PartyListing, *, now: int
    ) -> bool:
        """Add events to a party that has `expected_seq` of them; return False if it is longer by now, or gone."""

    @abstractmethod
    def party(self, party: str) -> StoredParty | None:
        """Return a party with all of its events."""

    @abstractmethod
    def party_events(self, party: str, after: int) -> list[bytes] | None:
        """Return the events of a party from the number `after` on, None if there is no such party."""

    @abstractmethod
    def events_of(self, parties: Sequence[str]) -> dict[str, list[bytes]]:
        """Return the events of several parties, as far as they are there."""

    @abstractmethod
    def delete_parties(self, parties: Sequence[str]) -> None:
        """Delete parties with their events; the games that were played there stay."""

    @abstractmethod
    def old_parties(self, before: int, limit: int) -> list[str]:
        """List parties that have not changed since a time, the oldest first."""

    @abstractmethod
    def party_with_code(self, code: str) -> str | None:
        """Return the id of the waiting party that has a code."""

    @abstractmethod
    def listed_parties(self, limit: int) -> list[str]:
        """List public parties where a server has noted that somebody is, those that changed last first."""

    @abstractmethod
    def matching_party(self, key: str) -> tuple[str, int] | None:
        """Return the party that waits for a quick match and when it changed last, in seconds since 1970."""

    @abstractmethod
    def offer_match(self, party: str, key: str) -> None:
        """Let others find a waiting party by a quick match, unless another one waits for the same."""

    @abstractmethod
    def end_match(self, party: str) -> None:
        """Let nobody find a party by a quick match any more."""

    @abstractmethod
    def follow_parties(self, parties: Sequence[str]) -> FollowedParties:
        """Return how long parties are by now, who is there, and which servers there are."""

    @abstractmethod
    def be_present(self, node: str, party: str, people: str) -> None:
        """Note which people of a party are connected to a server, in JSON; nobody is if it is empty."""

    @abstractmethod
    def parties_with(self, key: str, limit: int) -> list[str]:
        """List parties where a server has noted a player as connected, by the key in hexadecimal."""

    @abstractmethod
    def beat(self, node: str) -> bool:
        """Count on for a server that runs; return False if it was not known, or was removed: then nobody is there."""

    @abstractmethod
    def remove_nodes(self, nodes: Sequence[str]) -> None:
        """Forget servers, and who was connected to them."""
