"""Quick matches: players who want to play the same meet in one party, on one server or on several.

Of the parties that wait for the same, one has the key of the queue in the store. Newcomers go there, and players who
wait in another party are moved there. People have one queue and bots another; a bot plays with people who agreed to
that.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, Self
from weakref import WeakValueDictionary

from ...phrase import Phrase
from ..protocol.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..services import Services
    from ..socket.connection import Connection
    from .events import Terms
    from .parties import Parties
    from .party import Party

_TRIES = 8  # against other servers that are faster
_NEW = 5  # seconds in which another server may not have noted yet that its player is connected


class SeatTaken(Refusal):
    """Another player was faster to take the seat of a quick match, or the game has begun."""

    def __init__(self) -> None:
        super().__init__("busy", Phrase("refusal.was-faster"))


class Seeker(NamedTuple):
    """A player who looks for others."""

    player: str  # the key, in hexadecimal
    address: str
    is_bot: bool
    allows_bots: bool

    @classmethod
    def of(cls, connection: Connection, *, allows_bots: bool) -> Self:
        """Return the player at a connection."""
        return cls(connection.player.key.hex(), connection.address, connection.device == "bot", allows_bots)


class Matches:
    """Brings players together. Those who want the same are served one after the other."""

    def __init__(self, services: Services, parties: Parties) -> None:
        self._services = services
        self._parties = parties
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def _queue(self, terms: Terms) -> asyncio.Lock:
        return self._queues.setdefault(_played(terms), asyncio.Lock())

    async def enter(
        self, connection: Connection, n: int, terms: Terms, *, allows_bots: bool, charge: Callable[[], None]
    ) -> None:
        """Seat a player where another one waits, or in a new party, for which `charge` is called first."""
        seeker = Seeker.of(connection, allows_bots=allows_bots)
        async with self._queue(terms):
            for attempt in range(_TRIES):
                party = await self._find(seeker, terms)
                if party is None:
                    charge()
                    key = match_key(terms, is_bot=seeker.is_bot) if attempt < _TRIES - 1 else None
                    party = await self._parties.make_match(terms, key, allows_bots=allows_bots)
                if party is not None and await self._sit(party, connection, n):
                    return
        raise SeatTaken

    async def join_queue(self, party: Party) -> None:
        """Let others find the player who waits in a party, or move this player to where another one waits."""
        async with self._queue(party.state.terms):
            waiting = party.waiting_for_match
            if not waiting:
                return
            terms, seeker = party.state.terms, Seeker.of(waiting[0], allows_bots=party.state.allows_bots)
            found = await self._find(seeker, terms, own=party)
            if found is None:
                key = match_key(terms, is_bot=seeker.is_bot)
                await self._services.writer.change(lambda store: store.offer_match(party.id, key))
            elif found is not party:
                for connection in waiting:
                    if await self._sit(found, connection, None, came_from=party):
                        await party.leave_for(found, connection)

    async def leave_queue(self, party: Party) -> None:
        """Let no other player find a party in which no player waits any more."""
        await self._services.writer.change(lambda store: store.end_match(party.id))

    async def _sit(self, party: Party, connection: Connection, n: int | None, came_from: Party | None = None) -> bool:
        """Seat a player in a party; return False if others were faster."""
        try:
            await party.enter(connection, n, match=True, came_from=came_from)
        except SeatTaken:
            return False
        return True

    async def _find(self, seeker: Seeker, terms: Terms, own: Party | None = None) -> Party | None:
        """Return the party where a player can play or is found: with people if there is one, else with bots."""
        for is_bot in (False, True) if seeker.is_bot or seeker.allows_bots else (False,):
            party = await self._waiting(match_key(terms, is_bot=is_bot), seeker.address)
            if party is not None and (party is own or party.state.admits(seeker.player, is_bot=seeker.is_bot)):
                return party
        return None

    async def _waiting(self, key: str, address: str) -> Party | None:
        """Return the party that has the key of a queue; one where no player waits for that any more loses it."""
        services = self._services
        found = await services.reader.run(lambda store: store.matching_party(key))
        if found is None:
            return None
        party_id, changed_at = found
        try:
            party = await self._parties.find(party_id, address)
        except Refusal:
            party = None
        is_new = services.is_shared and services.now() - changed_at <= _NEW
        if party is not None and _waits_for(party, key) and (party.people.has_connected_player or is_new):
            return party
        await services.writer.change(lambda store: store.end_match(party_id))
        return None


def _waits_for(party: Party, key: str) -> bool:
    """Return whether a party can still be in the queue whose key it has."""
    terms, is_free = party.state.terms, party.state.is_free_for_match
    return is_free and key in (match_key(terms, is_bot=False), match_key(terms, is_bot=True))


def match_key(terms: Terms, *, is_bot: bool) -> str:
    """Return the key of the queue of people, or of bots, who want to play by the same terms."""
    return f"{_played(terms)} bots" if is_bot else _played(terms)


def _played(terms: Terms) -> str:
    """Return everything about terms that changes the game."""
    parts = (terms.mode, terms.rules, terms.lives, terms.hints, terms.best_of, terms.clock, terms.bonus)
    return " ".join(map(str, (*parts, terms.boards, terms.minutes)))
