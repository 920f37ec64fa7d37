"""The round trip to each player of a party, for all to see."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..protocol import party_messages, peer_messages

if TYPE_CHECKING:
    from ..socket.connection import Connection
    from .party import Party

_EVERY = 2.0  # seconds between messages, while something changes
_MOST = 32  # seats, beyond which only the own one is shown to each


class Pings:
    """Collects the round trips to the players here and on other servers, and shows them when they change."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._elsewhere: dict[int, int] = {}  # milliseconds, by seat
        self._sent: dict[int, int] = {}  # those of the players here that other servers were sent
        self._shown: dict[int, int] = {}
        self._timer: asyncio.TimerHandle | None = None

    def note(self) -> None:
        """Show in a moment what has changed."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_EVERY, self.tell)

    def tell(self) -> None:
        """Show everybody the round trips, if they have changed, and send other servers those to the players here."""
        self.stop()
        party, own = self._party, self._here
        if own != self._sent and party.services.is_shared:
            self._sent = own
            pinged = peer_messages.encode(peer_messages.Pinged(pings=own))
            party.lobby.parties.follower.publish(party.id, pinged)
        if (found := self._all) != self._shown:
            self._shown = found
            party.broadcast(party_messages.Pings(party=party.id, pings=found))

    def show(self, connection: Connection) -> None:
        """Show the round trips to a client that has just entered."""
        if self._shown:
            connection.send(party_messages.Pings(party=self._party.id, pings=self._shown))

    def note_elsewhere(self) -> None:
        """Show in a moment who has come or gone on other servers, and send the round trips there once more."""
        self._sent = {}
        self.note()

    def hear(self, pings: dict[int, int]) -> None:
        """Take the round trips to players on another server."""
        self._elsewhere |= pings
        self.note()

    @property
    def _here(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for member in self._party.people.members:
            if member.seat is not None and (shown := member.lag.shown) is not None:
                found[member.seat] = min(shown, found.get(member.seat, shown))
        return found if len(found) <= _MOST else {}

    @property
    def _all(self) -> dict[int, int]:
        elsewhere = self._party.people.elsewhere.seats
        found = {seat: ping for seat, ping in self._elsewhere.items() if seat in elsewhere} | self._here
        return dict(sorted(found.items()))

    def stop(self) -> None:
        """Do not show anything later."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
