"""A lesson in plain text: what it shows, what it asks, and the board at its end."""

from __future__ import annotations

from ..analysis.explanations import explain
from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..board import Board, CellState
from ..coordinates import cell_name
from ..display.wording import message, wording
from ..history.store.learning import Answered
from ..learn.lesson_progress import SUBJECT, task
from ..learn.lessons import Kind
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
    asked = len(lesson.questions)
    number = 0
    for stage in lesson.stages:
        drill.say(*(f"{paragraph}\n" for paragraph in stage.text))
        if stage.kind is Kind.SHOW:
            _show(stage, drill)
        elif stage.kind is Kind.PLAY:
            _whole(stage, drill)
        else:
            number += 1
            marked = ", ".join(cell_name(*cell) for cell in stage.numbers)
            heading = message("learn.question", number=number, count=asked)
            try:
                attempt = drill.ask(task(lesson, stage, heading + (f" ({marked})" if marked else "")))
            except Skipped:
                continue
            except Quit:
                return False
            found = Answered(attempt.task.item, now() * 1000, attempt.grade, attempt.elapsed)
            store.add_answer(SUBJECT, found)
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
    cells = bytearray(board.to_bytes())
    for move in stage.moves:
        cells[board.level.index(*move.cell)] = CellState.FLAG if move.shows == "F" else int(move.shows)
    if stage.moves:
        drill.show(Board.from_bytes(board.level, cells))
    drill.say("")


def _whole(stage: Stage, drill: Drill) -> None:
    whole = stage.whole
    assert whole is not None
    first = cell_name(*whole.first)
    drill.say(f"sapper play --level {whole.level} --no-guess {whole.grade} --seed {whole.seed} --first {first}", "")
