"""What the server counts, for its metrics."""

from __future__ import annotations

from collections import Counter


class Counters:
    """Totals since the server started. Only the event loop changes them."""

    def __init__(self) -> None:
        self.messages = 0
        self.moves = 0
        self.games = 0
        self.finished: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.overflows = 0
        self.stalled = 0
        self.conflicts = 0
        self.errors = 0
        self.rejected: Counter[str] = Counter()  # handshakes and requests, by reason
