"""No more messages than a server allows: it closes clients that send too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SHARE = 0.9  # of what is allowed: clocks differ, and frames wait on the way


class Pace:
    """A token bucket on the side of the client. Until the server names its limits, nothing waits."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rate = self._burst = float("inf")
        self._tokens = 0.0
        self._since = clock()

    def allow(self, rate: float, burst: float) -> None:
        """Take the limits of a server: messages a second, and at once."""
        if rate > 0 and burst > 0:
            self._rate, self._burst = rate * _SHARE, burst * _SHARE
            self._tokens, self._since = self._burst / 2, self._clock()

    def delay(self) -> float:
        """Count one more message, and return how many seconds to wait before it."""
        if self._rate == float("inf"):
            return 0.0
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate) - 1
        self._since = now
        return max(0.0, -self._tokens / self._rate)
