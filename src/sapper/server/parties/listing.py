"""The parties that people may find, on all servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .events import decode
from .state import PartyState

if TYPE_CHECKING:
    from ...history.store import Store
    from ...history.store.parties import FollowedParties
    from ..services import Services
    from .modes.mode import Mode
    from .parties import Parties

_MOST = 200  # parties of other servers
_FRESH = 2.0  # seconds for which they are read once


class FoundParty(NamedTuple):
    """A party that is played on this server, or on another."""

    id: str
    state: PartyState
    watching: int
    mode: Mode | None = None  # where the round is in memory


class PartyList:
    """The parties in memory, and the public ones of other servers."""

    def __init__(self, services: Services, parties: Parties) -> None:
        self._services = services
        self._parties = parties
        self._elsewhere: list[FoundParty] = []
        self._read_at = float("-inf")

    async def read(self) -> list[FoundParty]:
        """Return the parties, the newest of this server first."""
        in_memory = reversed(self._parties.in_memory)
        here = [FoundParty(party.id, party.state, party.people.watching, party.rounds.mode) for party in in_memory]
        if not self._services.is_shared:
            return here
        now = self._services.seconds()
        if now - self._read_at > _FRESH:
            self._read_at = now
            self._elsewhere = await self._read_elsewhere()
        known = {party.id for party in here}
        return here + [party for party in self._elsewhere if party.id not in known]

    async def _read_elsewhere(self) -> list[FoundParty]:
        events, followed = await self._services.reader.run(_read)
        found = []
        for party, stored in events.items():
            people = self._parties.follower.people_in(party, followed)
            if people:
                found.append(FoundParty(party, PartyState(map(decode, stored)), people.watching))
        return found


def _read(store: Store) -> tuple[dict[str, list[bytes]], FollowedParties]:
    listed = store.listed_parties(_MOST)
    events = store.events_of(listed)
    return {party: events[party] for party in listed if party in events}, store.follow_parties(listed)
