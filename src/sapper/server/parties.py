"""The parties of a server: those in memory, and how they are found."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..history.store import StoreError
from .party import Party
from .party_events import Made, Stage, decode, encode
from .party_follower import PartyFollower
from .party_ids import CODE_LENGTH, new_code, tidy_code
from .party_list import PartyList
from .party_log import listing_after
from .presence import DEAD
from .refusal import Refusal

if TYPE_CHECKING:
    from .lobby import Lobby
    from .party_events import AnyEvent, Terms
    from .services import Services

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

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._loading and all(party.is_idle for party in self._parties.values()) and self.follower.is_idle

    @property
    def in_memory(self) -> list[Party]:
        """The parties that somebody is in, or was a moment ago."""
        return list(self._parties.values())

    def get(self, party_id: str) -> Party | None:
        """Return a party in memory."""
        return self._parties.get(party_id)

    async def make(self, terms: Terms) -> Party:
        """Make a party with nobody in it."""
        for _ in range(_TRIES):
            party = await self._make(terms)
            if party is not None:
                return party
        raise StoreError("no code for a new room was free")

    async def _make(self, terms: Terms, *, is_quick: bool = False, match_key: str | None = None) -> Party | None:
        """Make a party; return None if its code is in use, or if another one waits for the same match."""
        services = self._services
        self._check_room()
        now = services.now()
        events: list[AnyEvent] = [Made(at=now * 1000, terms=terms, is_quick=is_quick)]
        encoded, listing = [encode(event) for event in events], listing_after(None, events)
        listing = listing.replace(match_key=match_key)
        party_id, code = services.new_id(), new_code(services)
        if not await services.writer.run(lambda store: store.begin_party(party_id, code, encoded, listing, now=now)):
            return None
        return self._add(Party(services, self._lobby, party_id, code, events))

    def _add(self, party: Party) -> Party:
        self._parties[party.id] = party
        self.follower.add(party)
        return party

    def _check_room(self) -> None:
        if len(self._parties) >= self._services.limits.parties:
            raise Refusal("limit", "There are too many rooms. Try again later.")

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
            raise Refusal("room", "There is no such room, or it is closed.")
        return party

    async def find_by_code(self, code: str, address: str) -> Party:
        """Return the waiting party with a code, or raise `Refusal`: wrong codes are limited for each address."""
        now, tidy = self._services.seconds(), tidy_code(code)
        bucket = self._services.rates.codes.of(address, now)
        if not bucket.has(now):
            raise Refusal("limit", "Too many wrong codes. Wait a minute, or ask for the link.")
        found = None
        if len(tidy) == CODE_LENGTH:
            found = await self._services.reader.run(lambda store: store.party_with_code(tidy))
        if found is None:
            bucket.take(now)
            raise Refusal("room", "No room that waits has this code.")
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

    async def find_match(self, terms: Terms, player: str, address: str) -> Party | None:
        """Return a party of a quick match that plays the same, where somebody waits and a player may sit down."""
        for party in self._parties.values():
            if party.people.is_somebody_seated and _matches(party, terms, player):
                return party
        return await self._find_match_elsewhere(terms, player, address) if self._services.is_shared else None

    async def _find_match_elsewhere(self, terms: Terms, player: str, address: str) -> Party | None:
        """Return the party of any server that waits for a match; if nobody is there any more, it does not wait."""
        services = self._services
        waiting = await services.reader.run(lambda store: store.matching_party(_match_key(terms)))
        if waiting is None:
            return None
        party_id, changed_at = waiting
        try:
            party = await self.find(party_id, address)
        except Refusal:
            party = None
        is_new = services.now() - changed_at <= DEAD  # whoever made it may still be on the way there
        if party is not None and (party.people.is_somebody_seated or is_new):
            return party if _matches(party, terms, player) else None
        await services.writer.run(lambda store: store.end_match(party_id))
        return None

    async def make_match(self, terms: Terms, player: str, address: str) -> Party:
        """Make a party of a quick match; of many who do so at once, on all servers, the first makes it for all."""
        key = _match_key(terms) if self._services.is_shared else None
        for _ in range(_TRIES):
            made = await self._make(terms, is_quick=True, match_key=key)
            found = made or await self.find_match(terms, player, address)
            if found is not None:
                return found
        made = await self._make(terms, is_quick=True)
        if made is None:
            raise StoreError("no code for a new room was free")
        return made

    async def offer_match(self, party: Party) -> None:
        """Let people on all servers find a party that waits for a quick match, unless they find another one."""
        key = _match_key(party.state.terms)
        await self._services.writer.run(lambda store: store.offer_match(party.id, key))

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
        """Stop, and let other servers know at once that nobody is here any more."""
        await self.follower.close()
        self.stop()

    def stop(self) -> None:
        """Stop at once."""
        self.follower.stop()
        for task in self._loading.values():
            task.cancel()
        for party in self._parties.values():
            party.stop()


def _match_key(terms: Terms) -> str:
    return f"{terms.mode} {terms.rules}"


def _matches(party: Party, terms: Terms, player: str) -> bool:
    state = party.state
    is_same = state.terms.mode == terms.mode and state.terms.rules == terms.rules
    return is_same and state.is_free_for_match and not state.is_kicked(player)
