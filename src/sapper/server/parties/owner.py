"""A party passes on from an owner who is away, or for whom the others wait in vain: without one it cannot go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .events import AnyEvent
    from .party import Party


class PartyOwner:
    """Knows since when the owner of a party is not there for the others."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._services = party.services
        self._idle_since: float | None = None  # when everybody else was ready, and the owner had done something last

    def acted(self, seat: int | None) -> None:
        """Note that a player has done something."""
        if seat == self._party.state.owner and self._idle_since is not None:
            self._idle_since = self._services.seconds()

    @property
    def passes_on_at(self) -> float | None:
        """The moment at which the party passes on, None while the owner is there or no other player could take it."""
        if not self._is_waited_for:
            self._idle_since = None
        if self._heir is None:
            return None
        people, limits = self._party.people, self._services.limits
        until = people.away.get(self._party.state.owner)
        if until is not None:
            return until - people.grace + limits.grace
        if not self._is_waited_for:
            return None
        self._idle_since = self._idle_since or self._services.seconds()
        return self._idle_since + limits.owner_idle

    async def pass_on(self) -> None:
        """Store that another player owns the party, if that is due."""

        def passed_on(at: int) -> list[AnyEvent]:
            due, heir = self.passes_on_at, self._heir
            is_due = due is not None and heir is not None and self._services.seconds() >= due
            return self._party.state.pass_to(at, heir) if is_due and heir is not None else []

        await self._party.log.change(passed_on)

    @property
    def _heir(self) -> int | None:
        """The first person, apart from the owner, who is connected."""
        state, people = self._party.state, self._party.people
        others = [seat for seat in state.present if seat.number != state.owner and not seat.is_bot]
        return next((seat.number for seat in others if people.is_connected(seat.number)), None)

    @property
    def _is_waited_for(self) -> bool:
        """Whether only the owner, who is connected to this server, is not ready."""
        state, members = self._party.state, self._party.people.members
        missing = [seat.number for seat in state.present if not seat.is_ready]
        return state.is_enough and missing == [state.owner] and any(one.seat == state.owner for one in members)
