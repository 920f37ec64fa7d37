"""What people in a party say: the last lines, in memory only."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from .limits import Buckets
from .party_messages import Line
from .refusal import Refusal
from .tidy_text import tidy

if TYPE_CHECKING:
    from .services import Services

LONGEST = 200  # letters of a line
_LINES = 50
_SPEAKERS = 256  # whose rate is remembered: more than can be here


class Chat:
    """The last lines of a party."""

    def __init__(self, services: Services) -> None:
        self.lines: deque[Line] = deque(maxlen=_LINES)
        self._services = services
        limits = services.limits
        self._buckets = Buckets(limits.lines_per_second, limits.line_burst, _SPEAKERS)  # by player

    def say(self, player: bytes, seat: int | None, name: str, text: str, phrase: int | None) -> Line:
        """Add a line, or raise `Refusal` if it is empty or somebody talks too much."""
        now = self._services.seconds()
        shown = tidy(text, LONGEST)
        if not shown and phrase is None:
            raise Refusal("message", "There is nothing to say.")
        if not self._buckets.of(player.hex(), now).take(now):
            raise Refusal("limit", "You say too much at once. Wait a moment.")
        line = Line(seat=seat, name=name, at=self._services.now() * 1000, text=shown, phrase=phrase)
        self.lines.append(line)
        return line
