"""Who is connected to which of several servers: each notes it in the store for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DEAD = 15.0  # seconds in which a server has not counted on: then nobody is connected to it
_FORGOTTEN = 60.0  # seconds after which others remove what it noted


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
    """Return the people of a server as the store has them, nothing for nobody."""
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
    """The other servers of a store. A server that runs counts on; the clocks of servers are never compared."""

    def __init__(self, own: str, seconds: Callable[[], float]) -> None:
        self._own = own
        self._seconds = seconds
        self._counted: dict[str, tuple[int, float]] = {}  # how far each has counted, and when that was first seen

    def take(self, beats: dict[str, int]) -> None:
        """Take how far all servers have counted."""
        now, before = self._seconds(), self._counted
        self._counted = {
            node: before[node] if node in before and before[node][0] == count else (count, now)
            for node, count in beats.items()
            if node != self._own
        }

    def is_alive(self, node: str) -> bool:
        """Return whether another server has counted on lately."""
        return node in self._counted and self._age(node) <= DEAD

    @property
    def forgotten(self) -> list[str]:
        """The servers that have not counted on for so long that what they noted can go."""
        return [node for node in self._counted if self._age(node) > _FORGOTTEN]

    def _age(self, node: str) -> float:
        return self._seconds() - self._counted[node][1]
