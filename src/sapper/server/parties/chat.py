"""The chat of a party: the last lines, in memory only."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ..limits import Buckets
from ..protocol.message import Phrase as Sent
from ..protocol.party_messages import Line
from ..protocol.refusal import Refusal
from .tidy_text import tidy

if TYPE_CHECKING:
    from ..services import Services

LONGEST = 200  # letters of a line
_LINES = 50
_SPEAKERS = 256  # whose rate is remembered: more than can be here


class Chat:
    """The last lines of a party."""

    def __init__(self, services: Services) -> None:
        self.lines: deque[Line] = deque(maxlen=_LINES)
        self._services = services
        limits = services.limits
        rate, burst = limits.lines_per_second, limits.line_burst
        self._buckets = Buckets(rate, burst, _SPEAKERS)  # by the public id of the player
        self._heard = Buckets(2 * rate, 2 * burst, _SPEAKERS)  # the same for other servers, which limit by their clocks

    def say(
        self, player: str, seat: int | None, name: str, text: str, phrase: int | None, *, for_watchers: bool = False
    ) -> Line:
        """Add a line, or raise `Refusal` if it is empty or its author writes too much."""
        now = self._services.seconds()
        shown = tidy(text, LONGEST)
        if not shown and phrase is None:
            raise Refusal("message", Phrase("refusal.nothing-said"))
        if not self._buckets.of(player, now).take(now):
            raise Refusal("limit", Phrase("refusal.too-much-said"))
        at = self._services.now() * 1000
        return self._add(Line(seat, name, at, text=shown, phrase=phrase, for_watchers=for_watchers))

    def hear(self, player: str, line: Line) -> Line | None:
        """Add a line that was said on another server, unless it is empty or far too many come.

        It counts here too: a connection to several servers does not allow more.
        """
        now = self._services.seconds()
        self._buckets.of(player, now).take(now)
        line.text = tidy(line.text, LONGEST)
        if (not line.text and line.phrase is None) or not self._heard.of(player, now).take(now):
            return None
        return self._add(line)

    def lines_for(self, *, is_watching: bool) -> list[Line]:
        """Return the last lines that a member may read."""
        return [line for line in self.lines if is_watching or not line.for_watchers]

    def note(self, name: str, text: Phrase) -> Line:
        """Add a line of the server."""
        return self._add(
            Line(seat=None, name=name, at=self._services.now() * 1000, text=str(text), sentence=Sent.of(text))
        )

    def _add(self, line: Line) -> Line:
        self.lines.append(line)
        return line
