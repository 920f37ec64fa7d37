"""Series of questions, for every front end: which comes next, and what is stored and said after an answer."""

from __future__ import annotations

from ..daily import day_of
from ..history.store.learning import Answered
from ..phrase import Phrase
from . import lesson_progress, puzzles, rush, standing, trainer
from .attempts import Task
from .schedule import Grade, Review, memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..history.store import Store
    from ..seed import Seed
    from .attempts import Attempt
    from .lessons import Lesson, Stage
    from .puzzles import Puzzle
    from .techniques import Technique
    from .trainer import Card


class Series:
    """A series of tasks. `store_answer` stores a finished attempt and returns what is said after it."""

    subject = ""

    def __init__(self, store: Store) -> None:
        self.store = store

    def tasks(self) -> Iterator[Task]:
        """Yield one task after another; each is chosen when it is asked for."""
        raise NotImplementedError

    def store_answer(self, attempt: Attempt, now: int) -> Phrase | None:
        """Store a finished attempt; `now` is in seconds since 1970."""
        self._add(Answered(attempt.task.item, now * 1000, attempt.grade, attempt.elapsed))
        return None

    def _add(self, answer: Answered) -> None:
        self.store.add_answer(self.subject, answer)


class TrainerSeries(Series):
    """The positions of the player's own games that are due, of the games that are studied."""

    subject = trainer.SUBJECT

    def __init__(
        self, store: Store, technique: Technique | None, now: int, *, most: int = trainer.A_DAY, key: str = ""
    ) -> None:
        super().__init__(store)
        self.cards = trainer.of_technique(trainer.own_cards(store), technique)
        if key:
            self.cards = [card for card in self.cards if card.key == key]
        self.waiting = self.cards if key else trainer.due(self.cards, now, most=most)

    def tasks(self) -> Iterator[Task]:
        """Yield the positions that are due."""
        for number, card in enumerate(self.waiting, 1):
            yield Task(trainer.question(self.store, card), card.key, self._heading(number, card), card.technique)

    def store_answer(self, attempt: Attempt, now: int) -> Phrase:
        """Store a review, and return when the position comes back."""
        super().store_answer(attempt, now)
        item = attempt.task.item
        answers = [answer for answer in self.store.answers(self.subject) if answer.item == item]
        found = memory(Review(answer.answered_at // 1000, Grade(answer.grade)) for answer in answers)
        return Phrase("learn.comes-back", count=found.interval if found else 1)

    def _heading(self, number: int, card: Card) -> Phrase:
        why = Phrase(f"learn.outcome-{card.outcome}")
        day = day_of(card.ended_at)
        return Phrase("learn.position", number=number, count=len(self.waiting), game=card.game, day=day, why=why)


class PuzzleSeries(Series):
    """Puzzles close to the player's rating, of a technique or of the weakest. One that was asked is not asked again.

    They are the shipped ones, or those given; answers to all of them make the ratings.
    """

    subject = standing.SUBJECT

    def __init__(self, store: Store, technique: Technique | None, given: Sequence[Puzzle] | None = None) -> None:
        super().__init__(store)
        self._technique = technique
        self._offered = puzzles.shipped() if given is None else given
        self._all = {puzzle.id: puzzle for puzzle in (*puzzles.shipped(), *self._offered)}

    def standing(self) -> standing.PuzzleRatings:
        """Return the player's ratings as they are now."""
        return standing.standing(self.store.answers(self.subject), self._all)

    def tasks(self) -> Iterator[Task]:
        """Yield the next puzzle by the ratings at that moment."""
        asked = set[str]()
        while True:
            found = self.standing()
            left = puzzles.by_technique(puzzle for puzzle in self._offered if puzzle.id not in asked)
            if not left:
                return
            technique = self._technique or standing.next_technique(found, left)
            puzzle = standing.next_puzzle(found, left.get(technique, []))
            if puzzle is None:
                return
            asked.add(puzzle.id)
            rating = found.puzzles.get(puzzle.id, puzzle.rating)
            yield task_of(puzzle, Phrase("puzzles.heading", rating=round(rating.value)))

    def store_answer(self, attempt: Attempt, now: int) -> Phrase:
        """Store the answer, and return the rating after it."""
        before = round(self.standing().overall.value)
        super().store_answer(attempt, now)
        after = round(self.standing().overall.value)
        return Phrase("puzzles.rated", rating=after, change=f"{after - before:+d}")


class LessonSeries(Series):
    """The questions of a lesson."""

    subject = lesson_progress.SUBJECT

    def __init__(self, store: Store, lesson: Lesson) -> None:
        super().__init__(store)
        self.lesson = lesson

    def task(self, stage: Stage) -> Task:
        """Return the task of a question of the lesson."""
        number = self.lesson.questions.index(stage) + 1
        heading = Phrase("learn.question", number=number, count=len(self.lesson.questions))
        return lesson_progress.task(self.lesson, stage, heading)

    def tasks(self) -> Iterator[Task]:
        """Yield the questions."""
        return map(self.task, self.lesson.questions)


class RushSeries(Series):
    """The puzzles of a run of Rush. Each has one answer; `clock` returns milliseconds."""

    subject = rush.SUBJECT

    def __init__(self, store: Store, seed: Seed, now_ms: int) -> None:
        super().__init__(store)
        self.best = rush.best(store.answers(self.subject)) or 0
        self.run = rush.Rush(seed, puzzles.shipped(), now_ms)

    def task(self, now_ms: int) -> Task:
        """Return the task that is asked now."""
        values = {"count": self.run.solved, "lives": self.run.lives, "seconds": self.run.left(now_ms) // 1000}
        return task_of(self.run.puzzle, Phrase("puzzles.rush-heading", **values))

    def answer(self, attempt: Attempt, now_ms: int) -> None:
        """Count an attempt; one with help counts as wrong."""
        self.run.answer(attempt.is_over and not attempt.stages and not attempt.is_proof_shown, now_ms)

    def end(self, now: int, now_ms: int) -> Phrase:
        """Store the run, and return its result."""
        elapsed = (now_ms if self.run.ended_at is None else self.run.ended_at) - self.run.began_at
        self._add(Answered(self.run.seed.text, now * 1000, self.run.solved, elapsed))
        return Phrase("puzzles.rush-ends", count=self.run.solved, best=max(self.run.solved, self.best))


def task_of(puzzle: Puzzle, heading: Phrase) -> Task:
    """Return the task of a puzzle."""
    return Task(puzzle.question, puzzle.id, heading, puzzle.technique)
