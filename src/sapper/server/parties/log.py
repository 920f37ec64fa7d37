"""The list of events of a party: it grows in the store first, and other servers may add to it at any time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ...history.store.parties import PartyListing
from ...phrase import Phrase
from ..protocol.refusal import Refusal
from .events import Chosen, Closed, Ended, Kicked, Made, Stage, Started, Stood, decode, encode
from .finished import finished_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from .events import AnyEvent
    from .party import Party
    from .state import PartyState

_TRIES = 32  # against other servers: each time one of them has stored something meanwhile
_LAST = Stood | Kicked | Ended  # what happens also in a party with as many events as it may have


class PartyLog:
    """Stores the events of a party, one request after the other, and applies them to its state."""

    retry = 1.0  # seconds until what was not stored is tried again

    def __init__(self, party: Party) -> None:
        self._party = party
        self._services = party.services
        self.lock = asyncio.Lock()  # held while a request is carried out
        self._is_following = False  # it is about to catch up

    async def change(self, events: Callable[[int], list[AnyEvent]]) -> list[AnyEvent]:
        """Store the events of a request as soon as nothing else is under way, as `change_locked` does."""
        async with self.lock:
            return await self.change_locked(events)

    async def change_locked(self, events: Callable[[int], list[AnyEvent]]) -> list[AnyEvent]:
        """Store the events of a request, apply them, show what changed, and return them; the lock is held."""
        party, state = self._party, self._party.state
        for _ in range(_TRIES):
            made = events(self._services.time.wall())
            if not made:
                return []
            if state.seq >= self._services.limits.party_events and not isinstance(made[0], _LAST):
                raise Refusal("limit", Phrase("refusal.room-full-log"))
            if await self._append(made):
                self._apply(made)
                party.show()
                party.timer.reschedule()
                party.lobby.parties.follower.publish(party.id)
                return made
            await self.catch_up()
            if party.is_stopped:
                raise Refusal("room", Phrase("refusal.room-closed"))
        raise Refusal("busy", Phrase("refusal.room-busy"))

    async def _append(self, events: list[AnyEvent]) -> bool:
        party, seq, now = self._party.id, self._party.state.seq, self._services.now()
        listing, encoded = listing_after(self._party.state, events), [encode(event) for event in events]
        ends = (finished_round(party, self._party.state, event) for event in events if isinstance(event, Ended))
        finished = next(ends, None)
        return await self._services.writer.change(
            lambda store: store.append_party(party, seq, encoded, listing, now=now, finished=finished)
        )

    def _apply(self, events: list[AnyEvent]) -> None:
        for event in events:
            self._party.state.apply(event)
            if isinstance(event, Started):
                self._party.rounds.set_begin()
        self._party.door.answer()
        self._party.ratings.follow(events)

    # Events of other servers

    def follow(self) -> None:
        """Take what other servers have stored, as soon as nothing else is under way."""
        if not self._is_following:
            self._is_following = True
            self._party.spawn(self._follow())

    async def _follow(self) -> None:
        async with self.lock:
            self._is_following = False
            if not self._party.is_stopped:
                await self.catch_up()

    async def catch_up(self) -> None:
        """Take the events that other servers have stored, and do what they mean for the people and the round here."""
        party, party_id, seq = self._party, self._party.id, self._party.state.seq
        stored = await self._services.reader.run(lambda store: store.party_events(party_id, seq))
        if stored is None:
            party.close(is_gone=True)
        elif stored:
            self._apply([decode(event) for event in stored])
            party.people.note_away()
            party.remove_gone()
            if not party.is_stopped:
                await party.rounds.follow()
                party.show()
                party.timer.reschedule()


def listing_after(state: PartyState | None, events: list[AnyEvent]) -> PartyListing:
    """Return what a party is found by after some events."""
    is_public = state.terms.is_public if state else False
    stage = state.stage if state else Stage.WAITING
    for event in events:
        match event:
            case Made() | Chosen():
                is_public = event.terms.is_public
            case Started():
                stage = Stage.PLAYING
            case Ended():
                stage = Stage.WAITING
            case Closed():
                stage = Stage.CLOSED
    return PartyListing(is_public=is_public, stage=str(stage))
