"""The clicks and the path of a game by its track: every button counts, whether it did anything or not."""

from __future__ import annotations

from itertools import compress
from math import dist
from operator import sub

from ...action import Kind
from ...interrupt import check_stopped
from ...replay.track import ACTIONS_AT, KINDS
from .click_counter import ClickCounter
from .click_tally import Clicks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...action import LogEntry
    from ...game import Game
    from ...replay.track import Track
    from .click_tally import ClickTally

_LEADS = bytes(KINDS[code & 15] in ("mv", "lr") if code & 15 < len(KINDS) else 0 for code in range(256))


class TrackTally:
    """What the track of a game gives beyond its actions."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self._counter = ClickCounter()
        self._start: int | None = None  # the event that opened the first cell
        self._size = (0, 0)  # of the board in pixels

    def play(self, game: Game, entries: Sequence[LogEntry], tally: ClickTally) -> int:
        """Play the actions that the track made; return how many they were."""
        track, level, board, counter = self._track, game.rules.level, game.board, self._counter
        square = track.square
        self._size = level.width * square, level.height * square
        played = 0
        for step, code in enumerate(track.kinds):
            if not code:  # a movement
                continue
            check_stopped(step)
            cell = track.ys[step] // square, track.xs[step] // square
            is_inside = level.contains(*cell)
            actions = code >> ACTIONS_AT
            made = entries[played].action.kind if actions else None
            kind = KINDS[code & 15]
            counter.count(kind, is_inside, is_inside and board[cell] <= 8, superclick=made is Kind.CHORD)
            for entry in entries[played : played + actions]:
                tally.apply(entry)
            played += actions
            if self._start is None and game.first is not None:
                self._start = step
        return played

    @property
    def clicks(self) -> Clicks:
        """Every click on the board."""
        return Clicks(self._counter.left, self._counter.right, self._counter.double)

    @property
    def one_and_a_half(self) -> int:
        """Chords that began with the press that set a mark."""
        return self._counter.one_and_a_half

    @property
    def outside(self) -> int:
        """Clicks that were released outside the board."""
        return self._counter.outside

    @property
    def path(self) -> float:
        """The way on the board in straight lines from the first opening on, in cells."""
        if self._start is None:
            return 0.0
        width, height = self._size
        places = zip(self._track.xs[self._start :], self._track.ys[self._start :], strict=True)
        inside = [(x, y) for x, y in places if 0 <= x < width and 0 <= y < height]
        return sum(map(dist, inside, inside[1:])) / self._track.square

    @property
    def path_manhattan(self) -> float:
        """The whole way of movements and of releases of left along rows and columns, in cells."""
        codes = self._track.kinds.translate(_LEADS)
        xs, ys = list(compress(self._track.xs, codes)), list(compress(self._track.ys, codes))
        pixels: int = sum(map(abs, map(sub, xs[1:], xs))) + sum(map(abs, map(sub, ys[1:], ys)))
        return pixels / self._track.square
