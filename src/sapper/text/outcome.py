"""The lines after the end of a game: its figures, and the place of its time."""

from __future__ import annotations

from ..analysis.metrics import measure_game, seconds_text
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
    parts = [f"3BV {numbers.solved} of {numbers.bbbv}"]
    if numbers.bbbv_per_second is not None:
        parts.append(f"{numbers.bbbv_per_second:.2f} per second")
    if numbers.ioe is not None:
        parts.append(f"{numbers.clicks.total} clicks, efficiency {numbers.ioe:.0%}")
    yield ", ".join(parts)
    if session.recorder and session.recorder.finished and session.game.status == "won":
        yield from _place(session.recorder)


def _place(recorder: Recorder) -> Iterator[str]:
    assert recorder.finished
    summary = recorder.finished.summary
    place = standing(recorder.store, recorder.finished.id, summary)
    if place is None:
        yield f"not ranked: {', '.join(summary.remarks)}"
    elif place.best is None:
        yield "the first time in this list"
    elif place.place == 1:
        yield f"a new best time, by {seconds_text(place.best - summary.elapsed)} s"
    else:
        behind = seconds_text(summary.elapsed - place.best)
        yield f"place {place.place} of {place.wins}, {behind} s behind the best"
