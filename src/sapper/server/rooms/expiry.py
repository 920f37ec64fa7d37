"""Deletes abandoned unfinished games and parties, a few at a time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError

if TYPE_CHECKING:
    from ...history.store.rows import Round
    from .lobby import Lobby

log = logging.getLogger("sapper.server")

_SWEEP = 60.0  # seconds; shorter than an empty room stays in memory, so that every visit is seen
_AT_ONCE = 200  # games in one commit, and games that expire in one sweep
_DAY = 24 * 60 * 60
_LEAST_DAYS = 2  # what is in memory, of any server, is noted once a day


class Expiry:
    """Notes once a day which unfinished games are in memory, and deletes those that were not for a long time.

    Of more than `Limits.unfinished_per_player` games of a player, the one left alone for longest goes first.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._services = lobby.services
        self._noted: dict[int, int] = {}  # games in memory, and the day when that was noted
        self.expired = 0

    async def run(self) -> None:
        """Sweep until the task is cancelled."""
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                await self.sweep()
            except StoreError as error:
                log.warning("games could not expire: %s", error)
            except Exception as error:
                self._services.counters.errors += 1
                log.error("games could not expire: %s", type(error).__name__, exc_info=error)

    async def sweep(self) -> None:
        """Note what is in memory, delete what has expired, and open seals that a stopped server has left."""
        limits, now = self._services.limits, self._services.now()
        owners = await self._note(now)
        before = now - int(max(limits.expire, _LEAST_DAYS) * _DAY)
        await self._delete(await self._services.reader.run(lambda store: store.idle_rounds(before, _AT_ONCE)))
        for owner in owners:
            await self._delete(await self._surplus(owner))
        await self._delete_parties(now - int(limits.party_expire * _DAY))
        await self._lobby.tournaments.expire(now)
        await self._services.writer.run(lambda store: store.open_seals(now))

    async def _delete_parties(self, before: int) -> None:
        """Delete parties without a change for long, unless members are there."""
        parties = self._lobby.parties
        most = _AT_ONCE + len(parties.in_memory)
        old = await self._services.reader.run(lambda store: store.old_parties(before, most))
        closed = [party for party in old if not parties.is_open(party)][:_AT_ONCE]
        if closed:
            await self._services.writer.run(lambda store: store.delete_parties(closed))

    async def _surplus(self, owner: bytes) -> list[Round]:
        most = self._services.limits.unfinished_per_player
        return await self._services.reader.run(lambda store: store.surplus_rounds(owner, most, _AT_ONCE))

    async def _note(self, now: int) -> set[bytes]:
        """Store that games are open today, and return the owners of those that were not noted today."""
        day = now // _DAY
        playing = {
            room.replica.number: room.owner
            for room in self._lobby.rooms.values()
            if room.replica is not None and room.replica.number is not None and room.replica.finished_id is None
        }
        new = [number for number in playing if self._noted.get(number) != day]
        for start in range(0, len(new), _AT_ONCE):
            await self._touch(new[start : start + _AT_ONCE], now)
        self._noted = dict.fromkeys(playing, day)
        return {playing[number] for number in new}

    async def _touch(self, games: list[int], now: int) -> None:
        await self._services.writer.run(lambda store: store.touch(games, now))

    async def _delete(self, rounds: list[Round]) -> None:
        for round_ in rounds:
            while not await self._is_open(round_):
                if await self._discard(round_.game):
                    self.expired += 1
                    break

    async def _is_open(self, round_: Round) -> bool:
        """Return whether a game is in memory, or may be on another server: it was open there within a day."""
        services = self._services
        if self._lobby.is_open(round_.room):
            return True
        if not services.is_shared:
            return False
        last = await services.reader.run(lambda store: store.last_open(round_.game))
        return last > services.time.wall() - _DAY * 1000

    async def _discard(self, game: int) -> bool:
        return await self._services.writer.run(lambda store: store.discard(game))
