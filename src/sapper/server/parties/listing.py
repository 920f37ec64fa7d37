"""The parties that people may find, on all servers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .events import decode
from .ratings import Question
from .state import PartyState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...history.store import Store
    from ...history.store.parties import FollowedParties
    from ..protocol.party_messages import SeatRating
    from ..services import Services
    from .modes.mode import Mode
    from .parties import Parties

CHALLENGE_SECONDS = 900  # for which a challenge is shown
_MOST = 200  # parties of other servers
_FRESH = 2.0  # seconds for which they are read once


class FoundParty(NamedTuple):
    """A party that is played on this server, or on another."""

    id: str
    state: PartyState
    watching: int
    ratings: Mapping[str, SeatRating]  # by the key of the player
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
        here = [
            FoundParty(party.id, party.state, party.people.watching, party.ratings.shown, party.rounds.mode)
            for party in in_memory
        ]
        if not self._services.is_shared:
            return here
        now = self._services.seconds()
        if now - self._read_at > _FRESH:
            self._read_at = now
            self._elsewhere = await self._read_elsewhere()
        known = {party.id for party in here}
        return here + [party for party in self._elsewhere if party.id not in known]

    async def challenges_of(self, player: bytes) -> dict[str, tuple[FoundParty, str]]:
        """Return the parties to which a player has been challenged and that still wait, with the challenger's name."""
        services = self._services
        since = services.now() - CHALLENGE_SECONDS
        challenges = await services.reader.run(lambda store: store.challenges_of(player, since))
        missing = [one.party for one in challenges if self._parties.get(one.party) is None]
        stored = await services.reader.run(lambda store: store.events_of(missing)) if missing else {}
        found = {}
        for one in challenges:
            party = self._parties.get(one.party)
            events = stored.get(one.party, [])
            state = party.state if party is not None else PartyState(map(decode, events))
            seat = state.seat_of(one.challenger.hex())
            if seat is not None and state.has_free_seat and not state.is_kicked(player.hex()):
                ratings = party.ratings.shown if party is not None else {}
                found[one.party] = FoundParty(one.party, state, 0, ratings), seat.name
        return found

    async def _read_elsewhere(self) -> list[FoundParty]:
        events, followed = await self._services.reader.run(_read)
        found = []
        for party, stored in events.items():
            people = self._parties.follower.people_in(party, followed)
            if people:
                found.append((party, PartyState(map(decode, stored)), people.watching))
        questions = {party: question for party, state, _ in found if (question := Question.of(party, state))}
        ratings = await self._services.reader.run(
            lambda store: {party: question.answer(store) for party, question in questions.items()}
        )
        return [FoundParty(*one, ratings.get(one[0], {})) for one in found]


def _read(store: Store) -> tuple[dict[str, list[bytes]], FollowedParties]:
    listed = store.listed_parties(_MOST)
    events = store.events_of(listed)
    return {party: events[party] for party in listed if party in events}, store.follow_parties(listed)
