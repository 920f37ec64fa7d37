"""Judging a replay in the background, so that the screen stays alive."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from ...errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...analysis.review import JudgedMove, Review
    from ...replay.model import Replay

TELL_EVERY = 25  # moves


class Judging:
    """One review under way. `review` is there once it is done, `failure` says why there is none."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.review: Review | None = None
        self.failure = ""
        self.share = 0.0  # how much is done
        self._is_stopped = False

    def start(self, tell: Callable[[Judging], None]) -> None:
        """Begin, and tell every now and then and when it is over."""
        Thread(target=self._run, args=(tell,), daemon=True, name="review").start()

    def stop(self) -> None:
        """Judge no further move."""
        self._is_stopped = True

    def _run(self, tell: Callable[[Judging], None]) -> None:
        from ...analysis.review import Review, judge_moves

        moves: list[JudgedMove] = []
        try:
            for move in judge_moves(self.replay):
                if self._is_stopped:
                    return
                moves.append(move)
                if len(moves) % TELL_EVERY == 0:
                    self.share = move.place / len(self.replay)
                    tell(self)
        except SapperError as error:
            self.failure = str(error)
        else:
            self.review = Review(tuple(moves))
        self.share = 1.0
        tell(self)
