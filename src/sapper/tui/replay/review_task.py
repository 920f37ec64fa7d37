"""The review of a replay in the background, so that the screen stays responsive."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from ...display.wording import wording
from ...errors import SapperError
from ...game import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...analysis.report import Report
    from ...analysis.review import JudgedMove, Review
    from ...analysis.verdict import Verdict
    from ...replay.model import Replay

NOTIFY_EVERY = 25  # moves


class ReviewTask:
    """One review under way. `review` is there once it is done, `failure` says why there is none.

    With `reviews_loss` the losing move is looked at first, for `loss`.
    """

    def __init__(self, replay: Replay, *, reviews_loss: bool = False) -> None:
        self.replay = replay
        self.loss: Verdict | None = None  # on the losing move
        self.review: Review | None = None
        self.report: Report | None = None  # what was given away and what luck did, where that can be said
        self.failure = ""
        self.share = 0.0  # of the work done
        self._reviews_loss = reviews_loss
        self._is_stopped = False

    def start(self, notify: Callable[[ReviewTask], None]) -> None:
        """Begin, and call `notify` from the thread every few moves and at the end."""
        Thread(target=self._run, args=(notify,), daemon=True, name="review").start()

    def stop(self) -> None:
        """Stop before the next move."""
        self._is_stopped = True

    def _run(self, notify: Callable[[ReviewTask], None]) -> None:
        from ...analysis.review import Review, judge_moves

        if self._reviews_loss:
            self._review_loss(notify)
        moves: list[JudgedMove] = []
        try:
            for move in judge_moves(self.replay):
                if self._is_stopped:
                    return
                moves.append(move)
                if len(moves) % NOTIFY_EVERY == 0:
                    self.share = move.place / len(self.replay)
                    notify(self)
        except SapperError as error:
            self.failure = wording().error(error)
        else:
            self.review = Review(tuple(moves))
            self.report = self._make_report()
        self.share = 1.0
        notify(self)

    def _make_report(self) -> Report | None:
        from ...analysis.report import report

        try:
            return report(self.replay)
        except SapperError:
            return None  # a board that is too large, several lives, or undone moves

    def _review_loss(self, notify: Callable[[ReviewTask], None]) -> None:
        from ...analysis.review import judge_last

        replay = self.replay
        if replay.status is Status.LOST:
            self.loss = judge_last(replay.after(len(replay) - 1), replay.entries[-1].action)
            notify(self)
