"""The parties of a server: those in memory, and how they are found."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ...history.store import StoreError
from ...phrase import Phrase
from ..nodes.party_follower import PartyFollower
from ..protocol.refusal import Refusal
from .events import Made, Stage, decode, encode
from .ids import CODE_LENGTH, new_code, tidy_code
from .listing import PartyList
from .log import listing_after
from .party import Party
from .quick_match import Matches

if TYPE_CHECKING:
    from ..rooms.lobby import Lobby
    from ..services import Services
    from .events import AnyEvent, Terms

_TRIES = 4  # codes that may be in use


class Parties:
    """Finds parties in memory or in the store, and makes new ones."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self._services = services
        self._lobby = lobby
        self._parties: dict[str, Party] = {}
        self._loading: dict[str, asyncio.Task[Party | None]] = {}
        self.follower = PartyFollower(services, self)
        self.list = PartyList(services, self)
        self.matches = Matches(services, self)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._loading and all(party.is_idle for party in self._parties.values()) and self.follower.is_idle

    @property
    def in_memory(self) -> list[Party]:
        """The parties with members, now or a moment ago."""
        return list(self._parties.values())

    def get(self, party_id: str) -> Party | None:
        """Return a party in memory."""
        return self._parties.get(party_id)

    async def make(self, terms: Terms) -> Party:
        """Make an empty party."""
        for _ in range(_TRIES):
            party = await self._make(terms)
            if party is not None:
                return party
        raise StoreError("no code for a new room was free")

    async def _make(
        self, terms: Terms, *, is_quick: bool = False, allows_bots: bool = False, match_key: str | None = None
    ) -> Party | None:
        """Make a party; return None if its code is in use, or if another one waits for the same match."""
        services = self._services
        self._check_room()
        now = services.now()
        events: list[AnyEvent] = [Made(at=now * 1000, terms=terms, is_quick=is_quick, allows_bots=allows_bots)]
        encoded, listing = [encode(event) for event in events], listing_after(None, events)
        listing = listing.replace(match_key=match_key)
        party_id, code = services.new_id(), new_code(services)
        if not await services.writer.change(lambda store: store.begin_party(party_id, code, encoded, listing, now=now)):
            return None
        return self._add(Party(services, self._lobby, party_id, code, events))

    def _add(self, party: Party) -> Party:
        self._parties[party.id] = party
        self.follower.add(party)
        return party

    def _check_room(self) -> None:
        if len(self._parties) >= self._services.limits.parties:
            raise Refusal("limit", Phrase("refusal.too-many-rooms"))

    async def find(self, party_id: str, address: str = "") -> Party:
        """Return a party, from memory or from the store, or raise `Refusal`; an address pays for its memory."""
        party = self._parties.get(party_id)
        if party is None:
            task = self._loading.get(party_id)
            if task is None:
                task = self._loading[party_id] = asyncio.create_task(self._load(party_id, address))
                task.add_done_callback(lambda _: self._loading.pop(party_id, None))
            party = await asyncio.shield(task)
        if party is None:
            raise Refusal("room", Phrase("refusal.no-such-room"))
        return party

    async def find_by_code(self, code: str, address: str) -> Party:
        """Return the waiting party with a code, or raise `Refusal`: wrong codes are limited for each address."""
        now, tidy = self._services.seconds(), tidy_code(code)
        bucket = self._services.rates.codes.of(address, now)
        if not bucket.has(now):
            raise Refusal("limit", Phrase("refusal.too-many-codes"))
        found = None
        if len(tidy) == CODE_LENGTH:
            found = await self._services.reader.run(lambda store: store.party_with_code(tidy))
        if found is None:
            bucket.take(now)
            raise Refusal("room", Phrase("refusal.no-such-code"))
        return await self.find(found, address)

    async def _load(self, party_id: str, address: str) -> Party | None:
        services = self._services
        stored = await services.reader.run(lambda store: store.party(party_id))
        if stored is None:
            return None
        party = Party(services, self._lobby, party_id, stored.code, [decode(event) for event in stored.events])
        if party.state.stage is Stage.CLOSED:
            return None
        self._check_room()
        party.address = address
        await self.follower.look([party])
        await party.resume()
        return self._add(party)

    # Quick matches

    async def make_match(self, terms: Terms, key: str | None, *, allows_bots: bool) -> Party | None:
        """Make a party of a quick match; return None if its code is in use, or if another one has the key."""
        return await self._make(terms, is_quick=True, allows_bots=allows_bots, match_key=key)

    # The end

    def is_open(self, party_id: str) -> bool:
        """Return whether a party is in memory, or on its way there."""
        return party_id in self._parties or party_id in self._loading

    def forget(self, party: Party) -> None:
        """Remove a party from memory."""
        self._parties.pop(party.id, None)
        party.stop()
        self.follower.remove(party)

    async def close(self) -> None:
        """Stop, and let other servers know at once that no client is here any more."""
        await self.follower.close()
        self.stop()

    def stop(self) -> None:
        """Stop at once."""
        self.follower.stop()
        for task in self._loading.values():
            task.cancel()
        for party in self._parties.values():
            party.stop()
