"""Progress in a lesson: the questions that were answered, from the stored answers."""

from __future__ import annotations

from .attempts import Task

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..history.store import Store
    from ..phrase import Phrase
    from .lessons import Lesson, Stage

SUBJECT = "lesson"
FIRST = "two-minutes"  # offered to a player who has won nothing yet


def item(lesson: Lesson, stage: Stage) -> str:
    """Return the item of a question in the store: the lesson, and its number among the questions."""
    return f"{lesson.name}/{lesson.questions.index(stage) + 1}"


def task(lesson: Lesson, stage: Stage, heading: Phrase | None = None) -> Task:
    """Return the task of a question of a lesson."""
    return Task(
        stage.question,
        item(lesson, stage),
        heading,
        stage.technique,
        frozenset(stage.numbers),
        stage.right,
        stage.wrong,
        stage.after,
    )


def done(lesson: Lesson, store: Store) -> int:
    """Return how many questions of a lesson were answered."""
    answered = {answer.item for answer in store.answers(SUBJECT)}
    return sum(item(lesson, stage) in answered for stage in lesson.questions)
