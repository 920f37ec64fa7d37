"""The people who are connected to each of several servers: every server stores its own for the others."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from ...history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...history.store.parties import FollowedParties
    from ..services import Services

log = logging.getLogger("sapper.server")

DEAD = 15.0  # seconds without a heartbeat, after which no client counts as connected to a server
_FORGOTTEN = 60.0  # seconds after which others remove what it stored
_BEAT = 5.0  # seconds between heartbeats


class Knocker(Struct, omit_defaults=True, frozen=True):
    """A person who asks to come in."""

    name: str
    device: str = ""


class People(Struct, omit_defaults=True, forbid_unknown_fields=False):
    """The people of a party who are connected to a server, or to several."""

    seats: dict[int, str] = {}  # the devices of those who have a seat, by the number of the seat
    watching: int = 0
    knocking: dict[str, Knocker] = {}  # those who ask to come in, by the key of the player
    players: list[str] = []  # the keys of those who have a seat, by which other servers find the party

    def __bool__(self) -> bool:
        return bool(self.seats or self.watching or self.knocking)


_decoder = msgspec.json.Decoder(People)
_encoder = msgspec.json.Encoder()


def encode(people: People) -> str:
    """Return the people of a server as the store has them, an empty text if there are none."""
    return _encoder.encode(people).decode() if people else ""


def together(noted: Iterable[str]) -> People:
    """Return the people of several servers as one; what cannot be read is left out."""
    found = People()
    for text in noted:
        try:
            people = _decoder.decode(text)
        except msgspec.DecodeError:
            continue
        found.seats = found.seats | people.seats
        found.watching += max(0, people.watching)
        found.knocking = found.knocking | people.knocking
    return found


class Nodes:
    """The other servers of a store. A server that runs counts its heartbeats; clocks of servers are never compared."""

    def __init__(self, own: str, seconds: Callable[[], float]) -> None:
        self._own = own
        self._seconds = seconds
        self._counted: dict[str, tuple[int, float]] = {}  # the heartbeats of each, and when the last was first seen

    def take(self, beats: dict[str, int]) -> None:
        """Take the numbers of heartbeats of all servers."""
        now, before = self._seconds(), self._counted
        self._counted = {
            node: before[node] if node in before and before[node][0] == count else (count, now)
            for node, count in beats.items()
            if node != self._own
        }

    def is_alive(self, node: str) -> bool:
        """Return whether another server has sent a heartbeat lately."""
        return node in self._counted and self._age(node) <= DEAD

    @property
    def forgotten(self) -> list[str]:
        """The servers that have sent no heartbeat for so long that others remove what they stored."""
        return [node for node in self._counted if self._age(node) > _FORGOTTEN]

    def _age(self, node: str) -> float:
        return self._seconds() - self._counted[node][1]


class Presence:
    """Stores for other servers that this one runs, and the people who are connected to it."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._node = services.new_id() if services.is_shared else ""
        self._nodes = Nodes(self._node, services.seconds)
        self._beaten = float("-inf")  # the time of the last heartbeat
        self._written: dict[str, str] = {}  # the people who are stored to be here, by party

    def take(self, found: FollowedParties) -> None:
        """Take the heartbeats of other servers."""
        self._nodes.take(found.nodes)

    def people_in(self, party_id: str, found: FollowedParties) -> People:
        """Return the people of a party who are connected to other servers that run."""
        self.take(found)
        noted = found.people.get(party_id, ())
        return together(people for node, people in noted if self._nodes.is_alive(node))

    async def beat(self) -> bool:
        """Send a heartbeat if one is due, and remove servers that do not run any more.

        Return False if others have removed this server meanwhile: then all its people have to be stored again.
        """
        services, node, gone = self._services, self._node, self._nodes.forgotten
        now = services.seconds()
        if now - self._beaten < _BEAT and not gone:
            return True
        is_known = await services.writer.run(lambda store: store.beat(node))
        self._beaten = now
        if not is_known:
            self._written.clear()
        if gone:
            await services.writer.run(lambda store: store.remove_nodes(gone))
        return is_known

    async def write(self, party_id: str, here: People | None) -> bool:
        """Store the people of a party who are here; return False if they are stored already."""
        people = encode(here) if here is not None else ""
        if people == self._written.get(party_id, ""):
            return False
        await self._services.writer.run(lambda store: store.be_present(self._node, party_id, people))
        if people:
            self._written[party_id] = people
        else:
            self._written.pop(party_id, None)
        return True

    async def leave(self) -> list[str]:
        """Remove this server from the store, and return the parties that it had people of."""
        try:
            await self._services.writer.run(lambda store: store.remove_nodes([self._node]))
        except StoreError as error:
            log.warning("other servers see later that this one has stopped: %s", error)
        return list(self._written)
