"""The round trip between the server and a client, by the server's own pings."""

from __future__ import annotations

from collections import deque

_RECENT = 5  # answers, the quickest of which is shown
_EVERY = 5.0  # seconds between pings, once enough are answered
_FIRST = 3  # answers that are asked for at once, one after the other


class Lag:
    """The answers of a client to pings, one of which is on its way at a time.

    The least of all answers is what the line takes: nothing that holds up a client, a server or a line can make it
    shorter. A client can make it longer, by answering every ping late from the first one on; so what is given back
    for it has a limit.
    """

    __slots__ = ("_asked_at", "_count", "_is_asked", "_least", "_recent")

    def __init__(self) -> None:
        self._recent: deque[float] = deque(maxlen=_RECENT)
        self._least = 0.0
        self._count = 0  # of pings
        self._is_asked = False  # the last one has no answer yet
        self._asked_at = float("-inf")

    def ask(self, now: float) -> bytes | None:
        """Return what the next ping says, None if none is due."""
        is_first = len(self._recent) < _FIRST
        if self._is_asked or not (is_first or now - self._asked_at >= _EVERY):
            return None
        self._count += 1
        self._is_asked, self._asked_at = True, now
        return self._payload

    @property
    def _payload(self) -> bytes:
        return self._count.to_bytes(4)

    def take(self, payload: bytes, now: float) -> bool:
        """Take an answer; return False if it is not that of the last ping."""
        if not self._is_asked or payload != self._payload:
            return False
        self._is_asked = False
        took = max(0.0, now - self._asked_at)
        self._least = min(self._least, took) if self._recent else took
        self._recent.append(took)
        return True

    @property
    def shown(self) -> int | None:
        """The round trip of late in milliseconds, in steps of five; None as long as nothing is known."""
        return max(1, 5 * round(200 * min(self._recent))) if self._recent else None

    @property
    def least(self) -> int:
        """The shortest round trip in whole milliseconds, 0 as long as nothing is known."""
        return int(1000 * self._least)
