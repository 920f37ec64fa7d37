"""The last changes of a game, for clients that come back, and for messages that come twice."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import protocol
    from .connection import Connection

REMEMBERED = 256


class ResendBuffer:
    """Deltas as they were sent, the last 256 of them."""

    __slots__ = ("_answered", "_deltas")

    def __init__(self) -> None:
        self._deltas: deque[tuple[int, str, bytes, object]] = deque()  # seq, kind, text, and what asked for it
        self._answered: dict[object, bytes] = {}

    def remember(self, told: protocol.Delta, text: bytes, key: object) -> None:
        """Take note of a change that was kept."""
        self._deltas.append((told.seq, told.kind, text, key))
        if key is not None:
            self._answered[key] = text
        if len(self._deltas) > REMEMBERED:
            self._answered.pop(self._deltas.popleft()[3], None)

    def answer(self, key: object) -> bytes | None:
        """Give the answer to a message that was played already."""
        return self._answered.get(key)

    def between(self, seq: int, now: int) -> list[bytes] | None:
        """Give the changes after `seq` up to now, None if some of them are forgotten or a board was hidden in between.

        A page that slept through a pause needs the board anew, as one that saw it end does.
        """
        missing = [(kind, text) for number, kind, text, _ in self._deltas if number > seq]
        if len(missing) != now - seq or any(kind == "resume" for kind, _ in missing):
            return None
        return [text for _, text in missing]

    def clear(self) -> None:
        """Forget everything: another game begins, or the log says otherwise."""
        self._deltas.clear()
        self._answered.clear()


def key_of(connection: Connection, message: protocol.Play) -> object:
    """Tell a message from every other, also from one with the same counter after a page was loaded anew."""
    return (connection.tab or connection.number, message.n, message.kind, message.cell, message.seq)
