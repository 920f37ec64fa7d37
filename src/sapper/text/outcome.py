"""The lines after the end of a game: its figures, and the place of its time."""

from __future__ import annotations

from ..analysis.metrics import gap_text, measure_game
from ..display.wording import message, wording
from ..history.best_times import standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..history.recorder import Recorder
    from ..session import Session


def outcome(session: Session) -> Iterator[str]:
    """Yield the lines that follow the result."""
    numbers = measure_game(session.game, with_zini=False)
    if not numbers.bbbv:
        return
    parts = [message("text.solved", solved=numbers.solved, total=numbers.bbbv)]
    if numbers.bbbv_per_second is not None:
        parts.append(message("text.speed", speed=wording().decimal(f"{numbers.bbbv_per_second:.2f}")))
    if numbers.ioe is not None:
        parts.append(message("text.clicks", count=numbers.clicks.total, efficiency=f"{numbers.ioe:.0%}"))
    yield ", ".join(parts)
    if session.recorder and session.recorder.finished and session.game.status == "won":
        yield from _place(session.recorder)


def _place(recorder: Recorder) -> Iterator[str]:
    assert recorder.finished
    summary = recorder.finished.summary
    place = standing(recorder.store, recorder.finished.id, summary)
    if place is None:
        yield message("text.not-ranked", remarks=wording().reasons(summary.unranked_because))
    elif place.best is None:
        yield message("text.first-time")
    elif place.place == 1:
        yield message("text.new-best", time=wording().seconds(gap_text(place.best, summary.elapsed)))
    else:
        behind = wording().seconds(gap_text(summary.elapsed, place.best))
        yield message("text.place", place=place.place, wins=place.wins, time=behind)
