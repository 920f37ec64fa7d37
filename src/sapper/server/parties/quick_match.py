"""Quick matches: players who want to play the same meet in one party, on one server or on several.

A queue has a few places, each of which is a key in the store that one waiting party has. A newcomer goes to the party
there that is nearest by rating, if that is near enough; who is near to none waits at the next place. What is near
enough grows with the time that they wait, and those at a later place move to an earlier one, so that no two parties
exchange their players. People have one queue and bots another; a bot plays with people who agreed to that.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple, Self
from weakref import WeakValueDictionary

from ...analysis.ratings import Rating
from ...history.round_ratings import Pool
from ...phrase import Phrase
from ..protocol.refusal import Refusal
from .ratings import level_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store
    from ..services import Services
    from ..socket.connection import Connection
    from .events import Terms
    from .parties import Parties
    from .party import Party

_TRIES = 8  # against other servers that are faster
_NEW = 5  # seconds in which another server may not have noted yet that its player is connected
_PLACES = 8  # of a queue; once all are taken, the nearest is near enough
_NEAR = 100.0  # points between two players who meet at once
_GROWTH = 20.0  # points by which that grows in each second that one of them has waited


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
    since: int  # milliseconds since 1970

    @classmethod
    def of(cls, connection: Connection, *, allows_bots: bool, since: int) -> Self:
        """Return the player at a connection."""
        key, is_bot = connection.player.key.hex(), connection.device == "bot"
        return cls(key, connection.address, is_bot, allows_bots, since)


class Look(NamedTuple):
    """What a player finds in a queue: a party, or the key of the place to wait at, None if it is theirs already."""

    party: Party | None
    key: str | None


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
        seeker = Seeker.of(connection, allows_bots=allows_bots, since=self._services.time.wall())
        async with self._queue(terms):
            for attempt in range(_TRIES):
                party, key = await self._look(seeker, terms)
                if party is None:
                    charge()
                    key = key if attempt < _TRIES - 1 else None
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
            state = party.state
            seeker = Seeker.of(waiting[0], allows_bots=state.allows_bots, since=_waits_since(party))
            found, key = await self._look(seeker, state.terms, own=party)
            if found is not None:
                for connection in waiting:
                    if await self._sit(found, connection, None, came_from=party):
                        await party.leave_for(found, connection)
            elif key is not None:
                await self._services.writer.change(lambda store: store.offer_match(party.id, key))

    async def leave_queue(self, party: Party) -> None:
        """Let no other player find a party in which no player waits any more."""
        await self._end(party.id)

    async def _sit(self, party: Party, connection: Connection, n: int | None, came_from: Party | None = None) -> bool:
        """Seat a player in a party; return False if others were faster."""
        try:
            await party.enter(connection, n, match=True, came_from=came_from)
        except SeatTaken:
            return False
        return True

    async def _look(self, seeker: Seeker, terms: Terms, own: Party | None = None) -> Look:
        """Return the party where a player can play or is found: with people if there is one, else with bots."""
        place: str | None = None
        apart = await self._services.reader.run(lambda store: store.kept_apart(bytes.fromhex(seeker.player)))
        for is_bot in (False, True) if seeker.is_bot or seeker.allows_bots else (False,):
            keys = match_keys(terms, is_bot=is_bot)
            waiting = await self._waiting(keys, seeker.address)
            free = [key for at, key in enumerate(keys) if at not in waiting]
            at_own = next((at for at, found in waiting.items() if found is own), None) if own is not None else None
            others = [found for at, found in waiting.items() if at_own is None or at < at_own]
            others = [found for found in others if found.state.admits(seeker.player, is_bot=seeker.is_bot)]
            others = [
                found
                for found in others
                if not any(bytes.fromhex(seat.player) in apart for seat in found.state.present)
            ]
            if is_bot == seeker.is_bot:
                near = await self._nearest(seeker, terms, others, has_place=at_own is not None or bool(free))
                place = free[0] if free and at_own is None else None
            else:
                near = next(iter(others), None)
            if near is not None:
                return Look(near, None)
        return Look(None, place)

    async def _nearest(self, seeker: Seeker, terms: Terms, others: list[Party], *, has_place: bool) -> Party | None:
        """Return the party with the nearest rating, None if it is not near enough and there is a place to wait at."""
        level = level_of(terms)
        if level is None or not others:
            return next(iter(others), None)
        pool = Pool(terms.mode, level, seeker.is_bot)
        keys = [bytes.fromhex(seat.player) for party in others for seat in party.state.present]
        ratings = await self._services.reader.run(
            lambda store: _ratings(store, pool, [bytes.fromhex(seeker.player), *keys])
        )
        own, now = ratings[seeker.player], self._services.time.wall()

        def apart(party: Party) -> float:
            """Return by how many points the ratings are too far apart."""
            waited = (now - min(seeker.since, _waits_since(party))) / 1000
            return max((gap(own, ratings[seat.player], waited) for seat in party.state.present), default=0.0)

        near = {party.id: apart(party) for party in others}
        nearest = min(others, key=lambda party: near[party.id])
        return nearest if near[nearest.id] <= 0 or not has_place else None

    async def _waiting(self, keys: list[str], address: str) -> dict[int, Party]:
        """Return the parties at the places of a queue; one where no player waits for that any more loses its place."""
        services, waiting = self._services, {}
        found = await services.reader.run(lambda store: store.matching_parties(keys))
        for key, (party_id, changed_at) in found.items():
            try:
                party = await self._parties.find(party_id, address)
            except Refusal:
                party = None
            is_new = services.is_shared and services.now() - changed_at <= _NEW
            if party is not None and _waits_for(party, key) and (party.people.has_connected_player or is_new):
                waiting[keys.index(key)] = party
            else:
                await self._end(party_id)
        return dict(sorted(waiting.items()))

    async def _end(self, party_id: str) -> None:
        await self._services.writer.change(lambda store: store.end_match(party_id))


def gap(one: Rating, other: Rating, waited: float) -> float:
    """Return by how many points two ratings are too far apart after some seconds: 0 or less if they are near enough.

    What is not known of them counts for them: half of it on each side.
    """
    doubt = (one.deviation + other.deviation) / 2
    return abs(one.value - other.value) - (_NEAR + doubt + _GROWTH * max(0.0, waited))


def _ratings(store: Store, pool: Pool, players: list[bytes]) -> dict[str, Rating]:
    """Return the ratings of players in a pool, by their keys."""
    known = {one.player: one.standing.rating for one in store.ratings_of(players) if one.pool == pool}
    return {player.hex(): known.get(player, Rating()) for player in players}


def _waits_since(party: Party) -> int:
    """Return when the first of those who wait in a party came, in milliseconds since 1970."""
    return min((seat.since for seat in party.state.present), default=party.services.time.wall())


def _waits_for(party: Party, key: str) -> bool:
    """Return whether a party can still be in the queue whose key it has."""
    terms = party.state.terms
    return party.state.is_free_for_match and any(key in match_keys(terms, is_bot=is_bot) for is_bot in (False, True))


def match_keys(terms: Terms, *, is_bot: bool) -> list[str]:
    """Return the keys of the places of the queue of people, or of bots, who want to play by the same terms."""
    queue = f"{_played(terms)} bots" if is_bot else _played(terms)
    return [queue, *(f"{queue} {place}" for place in range(1, _PLACES if level_of(terms) else 1))]


def _played(terms: Terms) -> str:
    """Return everything about terms that changes the game."""
    parts = (terms.mode, terms.rules, terms.lives, terms.hints, terms.best_of, terms.clock, terms.bonus)
    return " ".join(map(str, (*parts, terms.boards, terms.minutes)))
