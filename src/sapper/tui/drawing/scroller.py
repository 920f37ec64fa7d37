"""A window on something long: where it begins, and which of its lines is the chosen one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.style import Style

    from .lines import Line, Part, Writer

_STEPS = {"up": -1, "down": 1, "k": -1, "j": 1}
_WHEEL = 3


class Scroller:
    """Moves a choice or, where there is nothing to choose, the window itself."""

    def __init__(self, *, chooses: bool) -> None:
        self.chooses = chooses
        self.at = 0
        self.first = 0
        self.count = 0
        self.room = 1
        self.stops: Sequence[int] | None = None  # the lines that can be chosen, all if None

    def fit(self, count: int, room: int, stops: Sequence[int] | None = None) -> None:
        """Take what there is to show, and the room for it."""
        self.count, self.room, self.stops = count, max(room, 1), stops
        if self.chooses:
            self.at = self._stop(self.at)
            ahead = 2 if stops is not None and self.at <= stops[0] else 0  # the heading above the first stop
            self.first = max(min(self.first, self.at - ahead), self.at - self.room + 1)
        self.first = max(min(self.first, count - self.room), 0)

    def go(self, place: int) -> None:
        """Choose a line, or begin with it."""
        if self.chooses:
            self.at = self._stop(place)
        else:
            self.first = place
        self.fit(self.count, self.room, self.stops)

    def move(self, stroke: str) -> bool:
        """Take a key that moves; False for any other."""
        page = max(self.room - 1, 1)
        steps = {**_STEPS, "pageup": -page, "pagedown": page, "home": -self.count, "end": self.count}
        if stroke not in steps:
            return False
        if self.chooses and self.stops is not None and abs(steps[stroke]) == 1:
            place = self.stops.index(self.at) + steps[stroke] if self.at in self.stops else 0
            self.go(self.stops[max(min(place, len(self.stops) - 1), 0)] if self.stops else 0)
        else:
            self.go((self.at if self.chooses else self.first) + steps[stroke])
        return True

    def roll(self, way: int) -> None:
        """Turn the wheel: the window moves, and takes the choice along at its edges."""
        self.first = max(min(self.first + way * _WHEEL, self.count - self.room), 0)
        if self.chooses:
            self.at = self._stop(max(min(self.at, self.first + self.room - 1), self.first))

    def thumb(self, line: int) -> bool | None:
        """Return whether a line of the window is on the thumb of its scroll bar; None if it needs no bar."""
        if self.count <= self.room:
            return None
        size = max(self.room * self.room // self.count, 1)
        start = self.first * (self.room - size) // max(self.count - self.room, 1)
        return start <= line < start + size

    def _stop(self, place: int) -> int:
        place = max(min(place, self.count - 1), 0)
        if self.stops is None:
            return place
        return min(self.stops, key=lambda stop: abs(stop - place), default=0)


def with_bar(line: Line, writer: Writer, width: int, is_thumb: bool | None) -> Line:
    """Return a line with its piece of the scroll bar at the edge; None: there is no bar."""
    if is_thumb is None:
        return line
    sign = writer.glyphs.thumb if is_thumb else writer.glyphs.track
    style = writer.ink("muted" if is_thumb else "line", writer.ground)
    return line._replace(parts=[*_fitted(line.parts, width - 1, line.fill), (sign, style)])


def _fitted(parts: Iterable[Part], width: int, fill: Style) -> list[Part]:
    """Return a line cut or filled up to a width."""
    done: list[Part] = []
    left = width
    for text, style in parts:
        size = cell_len(text)
        if size > left:
            text, size = set_cell_size(text, left), left
        done.append((text, style))
        left -= size
    return [*done, (" " * left, fill)] if left > 0 else done
