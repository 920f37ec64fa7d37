"""The inbox of a room: messages of its clients, and orders of the server."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from ..protocol import game_messages

if TYPE_CHECKING:
    import asyncio

    from ...action import Action
    from ...history.store.rows import Head
    from ..services import Services
    from ..socket.connection import Connection
    from .position import Position

_MOST_WAITING = 256  # messages


class Resync(NamedTuple):
    """A client lost messages and needs the whole board."""


class Follow(NamedTuple):
    """Another server may have played in this room. It never waits in line: see `Inbox.head`."""


class Recover(NamedTuple):
    """Something failed in this room: the game is taken from the log, and everybody gets it again."""


class BoardReady(NamedTuple):
    """A no-guess board was found, and the opening that needs it can be played."""

    play: game_messages.Play

    @property
    def n(self) -> int:
        """The counter of the message that is answered."""
        return self.play.n


class Own(NamedTuple):
    """An action that the party of the room plays, for a seat; with `seq` only if the game is still there."""

    action: Action
    by: int
    seq: int | None = None


class OpenSeal(NamedTuple):
    """The round of the game is over: everything may be shown."""


class Unload(NamedTuple):
    """A request to unload the room, which has been empty for `Limits.idle` seconds."""


class Helped(NamedTuple):
    """The API gives advice on a position, which may help a seat of this game."""

    position: Position
    is_own: bool  # the player of the seat asks
    by: int
    counted: asyncio.Future[None]


Item = game_messages.Inbound | Resync | Follow | Recover | BoardReady | Unload | Helped | Own | OpenSeal
_SERVER = Own | Unload | Recover | OpenSeal


class Inbox:
    """The messages of a room in the order of their arrival, each with who sent it and when it arrived."""

    __slots__ = ("_services", "head", "is_closed", "waiting")

    def __init__(self, services: Services) -> None:
        self.waiting: deque[tuple[Connection | None, Item, int]] = deque()
        self.is_closed = False  # the room is gone
        self.head: Head | None = None  # how far another server may have played: the log has to be read
        self._services = services

    @property
    def has_requests(self) -> bool:
        """Whether a message waits that a client sent or the party needs."""
        return any(not isinstance(item, Recover) for _, item, _ in self.waiting)

    def put(self, connection: Connection | None, message: Item) -> bool:
        """Add a message; return False if the inbox is full, which it never is for what the server does."""
        waiting = self.waiting
        if self.is_closed or (len(waiting) >= _MOST_WAITING and not isinstance(message, _SERVER)):
            return False
        waiting.append((connection, message, self._services.clock()))
        return True
