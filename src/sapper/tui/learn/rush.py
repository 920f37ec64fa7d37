"""Rush: puzzles against the clock. The answer to the last one is told next to the board, while the next is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, wording
from .drill import DrillScreen

if TYPE_CHECKING:
    from ...history.store import Store
    from ...learn.attempts import Attempt, Task

FRAME_S = 0.2


class RushScreen(DrillScreen):
    """A run of Rush."""

    _result = ""

    @property
    def heading(self) -> str:
        """The name in the title."""
        return message("learn-page.rush")

    def begin(self, store: Store) -> None:
        """Begin a run."""
        from ...learn.series import RushSeries
        from ...seed import Seed

        self.series = RushSeries(store, Seed.fresh(), self.sapper.clock())

    def on_mount(self) -> None:
        """Let the clock run."""
        super().on_mount()
        self.set_interval(FRAME_S, self._tick)

    def next_task(self) -> Task | None:
        """Return the puzzle that is asked now, None when the run is over."""
        if not self.series.run.look(self.sapper.clock()):
            self._end()
            return None
        return self.series.task(self.sapper.clock())

    def answered(self, attempt: Attempt) -> str:
        """Say nothing: the run is stored at its end."""
        return ""

    def after_answer(self, attempt: Attempt) -> None:
        """Count the answer, and ask the next puzzle at once."""
        self.series.answer(attempt, self.sapper.clock())
        said = self.said[:1]
        self.go_on()
        self.said = said if self.attempt else []

    def do_skip(self) -> None:
        """Leave a puzzle out: it counts as wrong."""
        if self.attempt:
            self.series.run.answer(False, self.sapper.clock())
        super().do_skip()

    def do_back(self) -> None:
        """End a run that has begun; leave when it is over, or before the first answer."""
        if self.attempt is not None and self.series.run.place:
            self.attempt = None
            self._end()
        else:
            super().do_back()

    def ending(self) -> str:
        """Return the result."""
        return self._result

    def clock_words(self) -> str:
        """Return the seconds that are left."""
        return f"{self.series.run.left(self.sapper.clock()) // 1000} s" if self.attempt else ""

    def aside(self) -> str:
        """Return the score and the lives."""
        if self.attempt is None:
            return ""
        heading = self.series.task(self.sapper.clock()).heading
        return wording().phrase(heading) if heading else ""

    def _end(self) -> None:
        if not self._result:
            self._result = wording().phrase(self.series.end(self.sapper.now(), self.sapper.clock()))

    def _tick(self) -> None:
        if self.attempt is not None and self.is_on_top:
            if not self.series.run.look(self.sapper.clock()):
                self.attempt = None
                self._end()
            self.lay_out()
