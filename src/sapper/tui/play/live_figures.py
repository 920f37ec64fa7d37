"""The figures next to the board while a game is played, computed from the visible board only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.metrics import Live, progress
from ...display.wording import message
from ...history.store import StoreError
from ..drawing.formatting import per_second, percent

if TYPE_CHECKING:
    from ...screen_session import ScreenGame
    from ...session import Session

LEAST_SHARE = 0.05  # of the board open, before the time at this pace is shown
LEAST_TIME = 2000  # milliseconds, likewise


def share_open(game: ScreenGame) -> float:
    """Return the share of the safe cells that are open."""
    level = game.rules.level
    return game.board.opened / max(level.cells - level.mines, 1)


def percent_open(game: ScreenGame) -> int:
    """Return the share of the safe cells that are open, in whole percent."""
    return int(share_open(game) * 100)


def open_words(game: ScreenGame) -> str:
    """Return the share of the safe cells that are open as it is written."""
    return percent(percent_open(game) / 100)


class LiveFigures:
    """The figures of one game while it is played."""

    def __init__(self, session: Session) -> None:
        self.samples: list[tuple[int, int]] = []  # when, and how much of the 3BV was seen to be solved
        self._session = session
        self._seen: tuple[int, int, int] = (-1, 0, 0)  # the length of the game, the 3BV solved and the clicks then
        self._best: int | None = None
        self._knows_best = False

    def live(self) -> Live:
        """Return the figures of the game now; the board is looked at once after each action."""
        game = self._session.game
        if self._seen[0] != game.seq:
            self._seen = game.seq, progress(game.board), game.clicks
        return Live(self._seen[1], self._seen[2], self._session.elapsed)

    def sample(self) -> None:
        """Record how much is solved now, for the chart of the speed."""
        seen = self.live()
        self.samples.append((seen.time, seen.solved))

    @property
    def best(self) -> int | None:
        """The best time of this configuration in milliseconds, read once."""
        recorder = self._session.recorder
        if not self._knows_best and recorder:
            from ...history.best_times import best_time
            from ...history.summary import configuration

            self._knows_best = True
            try:
                self._best = best_time(recorder.store, configuration(self._session.game.rules))
            except StoreError:
                self._best = None
        return self._best

    @property
    def course(self) -> int | None:
        """The seconds that the whole board takes at this pace, once there is one."""
        share, elapsed = share_open(self._session.game), self._session.elapsed
        return round(elapsed / share / 1000) if share >= LEAST_SHARE and elapsed >= LEAST_TIME else None

    def rows(self) -> list[tuple[str, str]]:
        """Return the rows of the panel."""
        game, seen = self._session.game, self.live()
        speed, efficiency = seen.bbbv_per_second, seen.efficiency
        rows = [
            (message("figures.3bv-speed"), per_second(speed)),
            (message("figures.efficiency"), percent(efficiency)),
            (message("figures.3bv-solved"), str(seen.solved)),
            (message("figures.clicks"), str(seen.clicks)),
        ]
        if game.rules.lives > 1:
            rows.append((message("figures.lives"), str(game.lives)))
        if game.hints:
            rows.append((message("figures.hints"), str(game.hints)))
        return rows
