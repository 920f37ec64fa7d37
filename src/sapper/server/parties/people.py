"""The connected members of a party, on this server or another, and the reserved seats of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..nodes.presence import People

if TYPE_CHECKING:
    from ..socket.connection import Connection
    from .party import Party

_LINGER = 10.0  # seconds in memory without members here, while some are connected to other servers


class PartyPeople:
    """The people of a party who are here, those who are elsewhere, and those who are away."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._services = services = party.services
        self.members: set[Connection] = set()  # connected to this server
        self.elsewhere = People()  # connected to other servers
        self._alone_since = now = services.seconds()  # without members here
        #: The seats of those who are connected to no server, and when they become free.
        self.away = {seat.number: now + self.grace for seat in party.state.present}

    # Who is connected

    @property
    def here(self) -> People:
        """The clients connected to this server."""
        seats = {member.seat: member.device for member in self.members if member.seat is not None}
        watching = sum(member.seat is None for member in self.members)
        players = sorted(member.player.key.hex() for member in self.members if member.seat is not None)
        return People(seats, watching, self._party.door.here, players)

    def is_connected(self, seat: int) -> bool:
        """Return whether a player is connected, to this server or to another."""
        return seat in self.elsewhere.seats or any(member.seat == seat for member in self.members)

    @property
    def has_connected_player(self) -> bool:
        """Whether a player with a seat is connected."""
        return bool(self.elsewhere.seats) or any(member.seat is not None for member in self.members)

    @property
    def watching(self) -> int:
        """The number of watchers."""
        return self.elsewhere.watching + sum(member.seat is None for member in self.members)

    @property
    def is_only_elsewhere(self) -> bool:
        """Whether all who are connected have been on other servers for a while."""
        is_alone = not self.members and not self._party.door.here
        is_long = self._services.seconds() - self._alone_since > _LINGER
        return is_alone and is_long and bool(self.elsewhere)

    # This server

    def expect(self) -> None:
        """Note that a client is about to enter."""
        self._alone_since = self._services.seconds()

    def add(self, connection: Connection) -> None:
        """Add a client that entered: its seat is not away any more."""
        self.members.add(connection)
        if connection.seat is not None:
            self.away.pop(connection.seat, None)

    def lose(self, connection: Connection) -> None:
        """Remove a client whose connection is gone: the seat stays reserved for a while."""
        self.remove(connection)
        seat = connection.seat
        if seat is not None and seat in self._party.state.seats and not self.is_connected(seat):
            self.away[seat] = self._until

    def remove(self, connection: Connection) -> None:
        """Remove a client that is not in the party any more."""
        self.members.discard(connection)
        self._alone_since = self._services.seconds()

    def publish(self) -> None:
        """Note for other servers who is here."""
        self._party.lobby.parties.follower.note_people(self._party)

    # Other servers

    def note_elsewhere(self, elsewhere: People) -> None:
        """Take who is connected to other servers."""
        party = self._party
        if party.is_stopped or elsewhere == self.elsewhere:
            return
        self.elsewhere = elsewhere
        self.note_away()
        party.show()
        party.pings.note_elsewhere()
        party.timer.reschedule()
        if party.rounds.is_ready:
            party.spawn(party.rounds.start_if_ready())

    # Absence

    @property
    def grace(self) -> float:
        """The seconds that a seat waits for a player who is away."""
        return self._party.state.terms.grace or self._services.limits.grace

    @property
    def _until(self) -> float:
        """The moment at which the seat of a player who leaves now becomes free."""
        return self._services.seconds() + self.grace

    def note_away(self) -> None:
        """Note since when those are away who are connected to no server."""
        until = self._until
        for seat in self._party.state.present:
            if self.is_connected(seat.number):
                self.away.pop(seat.number, None)
            else:
                self.away.setdefault(seat.number, until)

    def note_left(self) -> None:
        """Forget the absence of those who have left."""
        seats = self._party.state.seats
        for seat in [seat for seat in self.away if seats[seat].has_left]:
            del self.away[seat]
