"""A finished game in numbers: how it was played, its rank, what it risked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.metrics import format_value, gap_text, measure_replay
from ...analysis.review import Review
from ...display.metric_words import metric_label, metric_value
from ...display.wording import capitalized, message, wording
from ...errors import SapperError
from ...game import Status
from ...history.best_times import standing
from ...history.summary import summary_of
from ...replay.model import Replay
from ..drawing.formatting import per_second, percent
from ..replay.review_task import ReviewTask

if TYPE_CHECKING:
    from ...analysis.metrics import GameMetrics
    from ...history.best_times import Standing
    from ...history.store import Summary
    from ...session import Session
    from ..drawing.lines import Writer

MOST_CELLS = 100_000  # beyond that a ZiNi takes too long
TOP = 10  # places for which a name is asked


class GameSummary:
    """The figures of a finished game. The review comes later, from a thread."""

    def __init__(self, session: Session) -> None:
        game = session.game
        saved = session.recorder.finished if session.recorder else None
        self.replay = saved.replay if saved else Replay.of(game, session.seed, known_board=session.known_board)
        self.summary: Summary = saved.summary if saved else summary_of(self.replay)
        self.standing: Standing | None = None
        if saved and session.recorder:
            try:
                self.standing = standing(session.recorder.store, saved.id, saved.summary)
            except SapperError:
                self.standing = None
        self.metrics: GameMetrics = measure_replay(self.replay, with_zini=game.rules.level.cells <= MOST_CELLS)
        self.review_task = ReviewTask(self.replay, reviews_loss=True)

    @property
    def asks_for_name(self) -> bool:
        """Whether the game is a best time without a name."""
        return self.standing is not None and self.standing.place <= TOP and not self.summary.name

    @property
    def delta(self) -> str:
        """The time compared with the best, in words, or the reason why it does not count."""
        if self.metrics.status is not Status.WON:
            return ""
        if self.standing is None:
            return ranking_remark(self.summary) if self.summary.unranked_because else ""
        best, time = self.standing.best, self.metrics.time
        if best is None:
            return message("end.first-win")
        if time == best:
            return message("end.equal-best")
        return message(
            "end.new-best" if time < best else "end.behind-best", time=wording().seconds(gap_text(time, best))
        )

    @property
    def remark(self) -> str:
        """The remark on a ranked time, in words."""
        return ranking_remark(self.summary) if self.standing is not None else ""

    @property
    def is_new_best(self) -> bool:
        """Whether the time beats an earlier best time."""
        return self.standing is not None and self.standing.best is not None and self.metrics.time < self.standing.best

    def rows(self, room: int) -> list[tuple[str, str]]:
        """Return the rows of the panel, the less important ones only where there is room."""
        measured = self.metrics
        solved = message("figures.solved-of", solved=measured.solved, total=measured.bbbv)
        guesses, luck = self._risks()
        rows = [
            (True, message("figures.3bv"), str(measured.bbbv))
            if measured.is_won
            else (True, message("figures.3bv-solved"), solved),
            (True, message("figures.3bv-speed"), per_second(measured.bbbv_per_second)),
            (True, message("figures.efficiency"), percent(measured.ioe)),
            (False, message("figures.clicks"), str(measured.clicks.total)),
            (False, message("figures.correctness"), percent(measured.correctness)),
            (False, message("figures.throughput"), percent(measured.throughput)),
            (False, message("figures.zini"), format_value(measured.zini, "")),
            (False, message("figures.highest-efficiency"), percent(measured.max_efficiency)),
            (True, message("figures.guesses"), guesses),
            (False, message("figures.luck"), luck),
        ]
        if self.standing:
            rows.append((True, message("figures.rank", count=self.standing.wins), str(self.standing.place)))
        spare = room - sum(is_first for is_first, _, _ in rows)
        chosen = []
        for is_first, name, value in rows:
            if is_first or spare > 0:
                chosen.append((name, value))
                spare -= not is_first
        return chosen

    def _risks(self) -> tuple[str, str]:
        review = self.review_task.review
        if review is None:
            waits = message("figures.not-judged") if self.review_task.failure else "..."
            return waits, waits
        return _guesses(review), percent(review.survival)

    @property
    def guesses_before(self) -> str:
        """The number of guesses and mistakes before the last move."""
        review = self.review_task.review
        return self._risks()[0] if review is None else _guesses(Review(review.moves[:-1]))

    def write_all(self, writer: Writer) -> None:
        """Write every number there is."""
        writer.heading(wording().action("numbers").name)
        for name, _, value, unit in self.metrics.rows():
            is_share = unit == "%" and isinstance(value, float)
            shown = percent(value, 1) if is_share else metric_value(format_value(value, unit))  # type: ignore[arg-type]
            writer.pair(metric_label(name), shown)
        review = self.review_task.review
        if review:
            writer.pair(capitalized(message("figures.guesses")), str(len(review.guesses)))
            writer.pair(capitalized(message("figures.mistakes")), str(len(review.mistakes)))
            writer.pair(capitalized(message("figures.luck-log")), wording().decimal(f"{review.luck:.3f}"))
            writer.pair(capitalized(message("figures.survival")), percent(review.survival))


def _guesses(review: Review) -> str:
    """Return the guesses that had to be made and, if there are any, the mistakes."""
    guesses = str(len(review.guesses))
    if not review.mistakes:
        return guesses
    mistakes = message("count.mistakes", count=len(review.mistakes))
    return message("figures.guesses-and-mistakes", guesses=guesses, mistakes=mistakes)


def ranking_remark(summary: Summary) -> str:
    """Return why a win is not ranked, or what it is marked as in the ranking; empty if neither."""
    if summary.unranked_because:
        return message("end.not-ranked", remarks=wording().reasons(summary.unranked_because))
    return message("end.ranked-as", remarks=wording().remarks(summary.remarks)) if summary.remarks else ""
