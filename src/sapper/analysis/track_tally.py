"""The clicks and the path of a game by its track: every button counts, whether it did anything or not."""

from __future__ import annotations

from ..action import Kind
from ..interrupt import check_stopped
from .click_counter import ClickCounter
from .click_tally import Clicks, Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..action import LogEntry
    from ..game import Game
    from ..replay.track import Track
    from .click_tally import ClickTally


class TrackTally:
    """What the track of a game gives beyond its actions."""

    def __init__(self, track: Track) -> None:
        self._track = track
        self._counter = ClickCounter()
        self._inside = Path()  # from the first opening on, and only what is on the board
        self._all = Path()

    def play(self, game: Game, entries: Sequence[LogEntry], tally: ClickTally) -> int:
        """Play the actions that the track made; return how many they were."""
        square, level, board, counter = self._track.square, game.rules.level, game.board, self._counter
        played = 0
        for step, (_, kind, x, y, actions) in enumerate(self._track.events):
            check_stopped(step)
            cell = y // square, x // square
            is_inside = level.contains(*cell)
            if kind != "mv":
                made = entries[played].action.kind if actions else None
                counter.count(kind, is_inside, is_inside and board[cell] <= 8, superclick=made is Kind.CHORD)
            for entry in entries[played : played + actions]:
                tally.apply(entry)
            played += actions
            self._all.move(x, y)
            if is_inside and game.first is not None:
                self._inside.move(x, y)
        return played

    @property
    def clicks(self) -> Clicks:
        """Every click on the board."""
        return Clicks(self._counter.left, self._counter.right, self._counter.double)

    @property
    def outside(self) -> int:
        """Clicks that were released outside the board."""
        return self._counter.outside

    @property
    def path(self) -> float:
        """The way on the board in straight lines, in cells."""
        return self._inside.straight / self._track.square

    @property
    def path_manhattan(self) -> float:
        """The whole way along rows and columns, in cells."""
        return self._all.manhattan / self._track.square
