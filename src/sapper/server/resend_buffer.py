"""The last deltas of a game, for clients that reconnect and for messages that arrive twice."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import protocol
    from .connection import Connection

REMEMBERED = 256


class ResendBuffer:
    """The last 256 deltas, as they were sent."""

    __slots__ = ("_answered", "_deltas")

    def __init__(self) -> None:
        self._deltas: deque[tuple[int, str, bytes, object]] = deque()  # seq, kind, encoded, key of the message
        self._answered: dict[object, bytes] = {}

    def remember(self, delta: protocol.Delta, encoded: bytes, key: object) -> None:
        """Add a delta, with the key of the message that it answers."""
        self._deltas.append((delta.seq, delta.kind, encoded, key))
        if key is not None:
            self._answered[key] = encoded
        if len(self._deltas) > REMEMBERED:
            self._answered.pop(self._deltas.popleft()[3], None)

    def answer(self, key: object) -> bytes | None:
        """Return the answer to a message that was already played."""
        return self._answered.get(key)

    def between(self, seq: int, now: int) -> list[bytes] | None:
        """Return the deltas after `seq` up to `now`, None if they are not enough.

        Some may be forgotten; and a client that missed a `resume` needs the whole board, which a pause hides.
        """
        missing = [(kind, encoded) for number, kind, encoded, _ in self._deltas if number > seq]
        if len(missing) != now - seq or any(kind == "resume" for kind, _ in missing):
            return None
        return [encoded for _, encoded in missing]

    def clear(self) -> None:
        """Forget everything: another game starts, or the log differs."""
        self._deltas.clear()
        self._answered.clear()


def key_of(connection: Connection, message: protocol.Play) -> object:
    """Return a key that identifies a message, even after the page was loaded again."""
    return (connection.tab or connection.number, message.n, message.kind, message.cell, message.seq)
