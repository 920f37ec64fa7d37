"""The last deltas of a game, for clients that reconnect and for messages that arrive twice."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ..protocol.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..protocol import game_messages
    from ..socket.connection import Connection

    # The player, tab or connection, number, kind and cell of a message. Clients see the tabs of the others.
    Key = tuple[int, str | int, int, str, int | None]
    Make = Callable[[], Iterable[tuple[game_messages.Delta, bytes, Key | None]]]

REMEMBERED = 256
_BYTES = 128 << 10  # of them together: a large opening takes as much as hundreds of flags


class ResendBuffer:
    """The last 256 deltas, as they were sent; fewer if they are large.

    Those of a game that was loaded are made when a client needs one of them, which few do.
    """

    __slots__ = ("_answered", "_deltas", "_make", "_newest", "_size")

    def __init__(self) -> None:
        self._deltas: deque[tuple[int, str, bytes, Key | None]] = deque()  # seq, kind, encoded, key of the message
        self._answered: dict[Key, bytes] = {}
        self._newest: dict[tuple[int, str | int], int] = {}  # the highest number of each player's tab in the log
        self._size = 0  # in bytes
        self._make: Make | None = None  # the deltas before those above

    def remember_later(self, ids: Iterable[tuple[int, str, int]], make: Make) -> None:
        """Begin with the deltas of a game that was loaded; `ids` are the player, tab and number of its messages."""
        self.clear()
        self._make = make
        for by, tab, number in ids:
            self._note(by, tab, number)

    def _note(self, by: int, tab: str | int, number: int) -> None:
        sender = (by, tab)
        if number > self._newest.get(sender, 0):
            self._newest[sender] = number

    def _make_all(self) -> None:
        """Make the deltas that were to be made later."""
        if self._make is None:
            return
        make, newer, newest = self._make, list(self._deltas), self._newest
        self.clear()
        for delta, encoded, key in make():
            self.remember(delta, encoded, key)
        for seq, kind, encoded, key in newer:
            self._add(seq, kind, encoded, key)
        self._newest = newest

    def remember(self, delta: game_messages.Delta, encoded: bytes, key: Key | None) -> None:
        """Add a delta, with the key of the message that it answers."""
        self._add(delta.seq, delta.kind, encoded, key)

    def _add(self, seq: int, kind: str, encoded: bytes, key: Key | None) -> None:
        deltas = self._deltas
        deltas.append((seq, kind, encoded, key))
        if key is not None:
            self._answered[key] = encoded
            by, tab, number, _, _ = key
            self._note(by, tab, number)
        self._size += len(encoded)
        while len(deltas) > REMEMBERED or (self._size > _BYTES and len(deltas) > 1):
            _, _, forgotten, oldest = deltas.popleft()
            self._size -= len(forgotten)
            if oldest is not None:
                self._answered.pop(oldest, None)

    def is_new(self, by: int, connection: Connection, message: game_messages.Play) -> bool:
        """Return whether a message is later than all of its tab that were played, as it usually is."""
        return message.n > self._newest.get((by, connection.tab or connection.number), 0)

    def answer(self, key: Key) -> bytes | None:
        """Return the answer to a message that was already played."""
        by, tab, number, _, _ = key
        if self._make is not None and number <= self._newest.get((by, tab), 0):
            self._make_all()
        return self._answered.get(key)

    def is_old(
        self, by: int, connection: Connection, message: game_messages.Play | game_messages.New | game_messages.Retry
    ) -> bool:
        """Return whether a tab has sent later messages: it was handled, and its answer is forgotten."""
        return bool(connection.tab) and message.n < self._newest.get((by, connection.tab), 0)

    def between(self, seq: int, now: int) -> list[bytes] | None:
        """Return the deltas after `seq` up to `now`, None if they are not enough.

        Some may be forgotten; and a client that missed the end of a pause needs the whole board, which that hid.
        """
        if seq < now:
            self._make_all()
        missing = [(kind, encoded) for number, kind, encoded, _ in self._deltas if number > seq]
        if len(missing) != now - seq or any(kind in ("resume", "resign") for kind, _ in missing):
            return None
        return [encoded for _, encoded in missing]

    def clear(self) -> None:
        """Forget everything: another game starts, or the log differs."""
        self._deltas.clear()
        self._answered.clear()
        self._newest = {}
        self._size = 0
        self._make = None


def old_message() -> Refusal:
    """Return why a message is refused whose tab has sent later ones that were played."""
    return Refusal("stale", Phrase("refusal.duplicate"))


def key_of(by: int, connection: Connection, message: game_messages.Play) -> Key:
    """Return a key that identifies a message of a player, even after the page was loaded again."""
    return (by, connection.tab or connection.number, message.n, message.kind, message.cell)
