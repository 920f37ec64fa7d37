"""The events of a party at a certain time: a round begins or is due, or a player has been away for too long."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...analysis.opponent import DEFAULT_STRENGTH
from ...history.store import StoreError
from ..protocol.refusal import Refusal
from .events import Stage

if TYPE_CHECKING:
    from .party import Party

log = logging.getLogger("sapper.server")

_LEAST = 0.005  # seconds until it wakes up
_MATCH = 2.0  # seconds between two looks for another player who waits for a quick match


class PartyTimer:
    """Wakes a party up for what comes next."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._timer: asyncio.TimerHandle | None = None
        self._pause = _LEAST
        self._matches_at = 0.0  # when to look for another player who waits
        self._alone_since: float | None = None  # when the player of a quick match began to wait

    def reschedule(self) -> None:
        """Wake up for what comes next: the end of a countdown or of an absence, or a deadline of the mode."""
        self.stop()
        party, mode = self._party, self._party.rounds.mode
        state = party.state
        times = list(party.people.away.values())
        passes_on = party.owner.passes_on_at
        times += [passes_on] if passes_on is not None else []
        if party.waiting_for_match:
            times.append(self._matches_at)
            self._alone_since = self._alone_since or party.services.seconds()
            times += [self._solver_at] if state.allows_bots else []
        else:
            self._alone_since = None
        if mode is not None and state.is_playing:
            if mode.is_begun:
                times += [mode.deadline] if mode.deadline is not None else []
            elif mode.is_ready:
                times.append(party.rounds.begins)
        if times and state.stage is not Stage.CLOSED and not party.is_stopped:
            delay = max(self._pause, min(times) - party.services.seconds())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: party.spawn(self._wake()))

    def match_now(self) -> None:
        """Look for another player who waits for the same."""
        self._matches_at = self._party.services.seconds()
        self.reschedule()

    def stop(self) -> None:
        """Do not wake up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _wake(self) -> None:
        now = self._party.services.seconds()
        self._pause = self._party.log.retry  # should something fail
        try:
            await self._go_on_with_round(now)
            await self._free_seats(now)
            self._match(now)
            await self._seat_solver(now)
            await self._pass_on(now)
            self._pause = _LEAST
        finally:
            self.reschedule()

    async def _pass_on(self, now: float) -> None:
        due = self._party.owner.passes_on_at
        if due is not None and now >= due:
            await self._party.owner.pass_on()

    def _match(self, now: float) -> None:
        party = self._party
        if now >= self._matches_at and party.waiting_for_match and not party.state.tournament:
            self._matches_at = now + _MATCH
            party.spawn(party.lobby.parties.matches.join_queue(party))

    @property
    def _solver_at(self) -> float:
        """The moment at which the solver sits down with a player who still waits."""
        since = self._party.services.seconds() if self._alone_since is None else self._alone_since
        return since + (0 if self._party.state.tournament else self._party.services.limits.solver_after)

    async def _seat_solver(self, now: float) -> None:
        """Let the solver play with a player of a quick match who agreed to that, and has found nobody."""
        party, waiting = self._party, self._party.waiting_for_match
        if not (waiting and party.state.allows_bots and now >= self._solver_at):
            return
        self._alone_since = now  # should it have no time
        try:
            await party.lobby.opponents.seat(party, DEFAULT_STRENGTH, waiting[0].address, is_match=True)
        except Refusal as refusal:
            log.info("party %s: the solver does not play: %s", party.id[:4], refusal.why)

    async def _go_on_with_round(self, now: float) -> None:
        party, mode = self._party, self._party.rounds.mode
        if mode is None or not party.state.is_playing:
            return
        if not mode.is_begun and mode.is_ready and now >= party.rounds.begins:
            mode.begin()
            party.show()
        elif mode.is_begun and mode.deadline is not None and now >= mode.deadline:
            await mode.due()

    async def _free_seats(self, now: float) -> None:
        party, away = self._party, self._party.people.away
        for seat in [seat for seat, until in away.items() if now >= until]:
            away[seat] = now + party.log.retry  # should it not be stored
            try:
                await party.free_seat(seat, away=max(1, round(party.people.grace)))
            except (Refusal, StoreError) as error:
                log.warning("party %s: the seat of an absent player was not freed: %s", party.id[:4], error)
            else:
                away.pop(seat, None)
