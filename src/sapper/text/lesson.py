"""A lesson in plain text: what it shows, what it asks, and the board at its end."""

from __future__ import annotations

from ..analysis.explanations import explain
from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..coordinates import cell_name
from ..display.wording import message, wording
from ..learn.lessons import Kind
from ..learn.series import LessonSeries
from .drill import Quit, Skipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..history.store import Store
    from ..learn.lessons import Lesson, Stage
    from .drill import Drill


def play(lesson: Lesson, drill: Drill, store: Store, now: Callable[[], int]) -> bool:
    """Go through a lesson, and return whether its end was reached. `now` is in seconds since 1970."""
    drill.say(lesson.title, "")
    series = LessonSeries(store, lesson)
    for stage in lesson.stages:
        drill.say(*(f"{paragraph}\n" for paragraph in stage.text))
        if stage.kind is Kind.SHOW:
            _show(stage, drill)
        elif stage.kind is Kind.PLAY:
            _whole(stage, drill)
        else:
            try:
                attempt = drill.ask(series.task(stage))
            except Skipped:
                continue
            except Quit:
                return False
            series.store_answer(attempt, now())
            drill.say("")
    drill.say(*(f"{paragraph}\n" for paragraph in lesson.ending), message("learn.lesson-done"))
    return True


def _show(stage: Stage, drill: Drill) -> None:
    """Print a position, then what it claims with its proof, then each move of it."""
    board = stage.board
    assert board is not None
    drill.show(board)
    known = with_certain_mines(board, odds(board))
    for cell in (*stage.safe, *stage.mines)[:1]:
        why = explain(known, *cell)
        if why is not None:
            drill.say(wording().phrase(why.phrase))
    if stage.after is not None:
        drill.show(stage.after)
    drill.say("")


def _whole(stage: Stage, drill: Drill) -> None:
    whole = stage.whole
    assert whole is not None
    values = {"level": whole.level, "grade": whole.grade, "seed": whole.seed, "square": cell_name(*whole.first)}
    drill.say(message("learn.play-it", **values), "")
