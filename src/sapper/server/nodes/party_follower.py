"""Parties follow the events that other servers store, and the people who are connected there."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError
from .follower import Follower
from .presence import Presence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.store.parties import FollowedParties
    from ..parties.parties import Parties
    from ..parties.party import Party
    from ..services import Services
    from .presence import People

log = logging.getLogger("sapper.server")

_RETRY = 1.0  # seconds until the people are stored again, when that failed


class PartyFollower(Follower["Party"]):
    """Looks at the store after a hint, and regularly: one look for all parties.

    A hint that a party has changed is an empty message on its topic; any other is something said or pointed at.
    """

    kind = "party"

    def __init__(self, services: Services, parties: Parties) -> None:
        super().__init__(services)
        self._parties = parties
        self._presence = Presence(services)
        self._due: set[str] = set()  # the parties that a hint came for
        self._unwritten: set[str] = set()  # the parties whose people here have changed

    @property
    def is_idle(self) -> bool:
        """Whether every hint was followed, and the store has the people who are here."""
        return not (self._due or self._unwritten or self._is_running("hints", "people"))

    def remove(self, one: Party) -> None:
        """Stop listening: no member is here."""
        super().remove(one)
        self.note_people(one)

    def hear(self, one: Party, payload: bytes) -> None:
        """Take something said or pointed at, or look at the store."""
        if payload:
            one.talk.hear(payload)
        else:
            self._due.add(one.id)
            self._run("hints", self._look_at_due)

    # Looking

    async def poll(self) -> None:
        """Look at all parties, and note that this server runs."""
        await self._beat()
        parties = self._parties.in_memory
        await self.look(parties)
        for party in parties:
            party.talk.note_split(not self._services.bus.is_up and bool(party.people.elsewhere))
            party.check()

    async def _look_at_due(self) -> None:
        while self._due:
            due = [party for party in self._parties.in_memory if party.id in self._due]
            self._due.clear()
            try:
                await self.look(due)
            except StoreError as error:
                log.warning("parties of other servers could not be read: %s", error)

    async def look(self, parties: Sequence[Party]) -> None:
        """Take what other servers have stored about some parties, and which servers run: also without a party."""
        if not self._is_on:
            return
        ids = [party.id for party in parties]
        found = await self._services.reader.run(lambda store: store.follow_parties(ids))
        self._presence.take(found)
        for party in parties:
            party.people.note_elsewhere(self.people_in(party.id, found))
            length = found.lengths.get(party.id)
            if length is None or length > party.state.seq:
                party.log.follow()

    def people_in(self, party_id: str, found: FollowedParties) -> People:
        """Return the people who are connected to other servers that run."""
        return self._presence.people_in(party_id, found)

    # Noting

    async def _beat(self) -> None:
        """Note that this server runs; if others have removed it meanwhile, note its people again."""
        if not await self._presence.beat():
            for party in self._parties.in_memory:
                self.note_people(party)

    def note_people(self, party: Party) -> None:
        """Note for other servers which members of a party are connected to this one."""
        if self._is_on:
            self._unwritten.add(party.id)
            self._run("people", self._write_people)

    async def _write_people(self) -> None:
        while self._unwritten:
            party_id = self._unwritten.pop()
            party = self._parties.get(party_id)
            try:
                await self._beat()
                if await self._presence.write(party_id, party.people.here if party is not None else None):
                    self.publish(party_id)
            except StoreError as error:
                log.warning("the people who are here could not be stored: %s", error)
                self._unwritten.add(party_id)
                await asyncio.sleep(_RETRY)

    async def close(self) -> None:
        """Stop, and let other servers know at once that no client is here any more."""
        if not self._is_on:
            return
        self.stop()
        for party_id in await self._presence.leave():
            self._services.bus.publish(self._topic(party_id))
