"""A player's ratings in puzzles, and those of the puzzles, as they follow from the stored answers."""

from __future__ import annotations

from ..analysis.ratings import Rating, Result, rated
from ..value import Value
from .schedule import Grade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..history.store.learning import Answered
    from .puzzles import Puzzle
    from .techniques import Technique

SUBJECT = "puzzle"

#: What an answer counts against a puzzle: a right one more, the faster it came.
SCORES = {Grade.AGAIN: 0.0, Grade.HARD: 0.25, Grade.GOOD: 0.75, Grade.EASY: 1.0}


class PuzzleRatings(Value):
    """The ratings after some answers: overall, by technique, and of each puzzle that was tried."""

    overall: Rating
    techniques: dict[Technique, Rating]
    puzzles: dict[str, Rating]
    solved: frozenset[str] = frozenset()
    tried: int = 0
    first_tries: int = 0  # answers that were right at once

    def __hash__(self) -> int:
        return hash((self.overall, self.tried))

    def rating(self, technique: Technique) -> Rating:
        """Return the rating in a technique."""
        return self.techniques.get(technique, Rating())


def standing(answers: Iterable[Answered], puzzles: Mapping[str, Puzzle]) -> PuzzleRatings:
    """Return the ratings after answers in the order of their time. Answers to other puzzles are left out.

    Every answer is a rating period: the player is rated against the puzzle, and the puzzle against the player.
    """
    overall = Rating()
    techniques: dict[Technique, Rating] = {}
    found: dict[str, Rating] = {}
    solved = set[str]()
    tried = first = 0
    for answer in answers:
        puzzle = puzzles.get(answer.item)
        if puzzle is None:
            continue
        tried += 1
        grade = Grade(answer.grade)
        score = SCORES[grade]
        opponent = found.get(answer.item, puzzle.rating)
        found[answer.item] = rated(opponent, [Result(overall, 1 - score)])
        overall = rated(overall, [Result(opponent, score)])
        own = techniques.get(puzzle.technique, Rating())
        techniques[puzzle.technique] = rated(own, [Result(opponent, score)])
        if grade is not Grade.AGAIN:
            solved.add(answer.item)
            first += 1
    return PuzzleRatings(overall, techniques, found, frozenset(solved), tried, first)


def next_puzzle(found: PuzzleRatings, puzzles: Sequence[Puzzle]) -> Puzzle | None:
    """Return the puzzle that is rated closest to the player, of those not solved yet; None if all are."""
    left = [puzzle for puzzle in puzzles if puzzle.id not in found.solved]

    def distance(puzzle: Puzzle) -> tuple[float, str]:
        rating = found.puzzles.get(puzzle.id, puzzle.rating)
        return abs(rating.value - found.rating(puzzle.technique).value), puzzle.id

    return min(left, key=distance, default=None)


def next_technique(found: PuzzleRatings, puzzles: Mapping[Technique, Sequence[Puzzle]]) -> Technique:
    """Return the technique to go on with: the lowest rated with a puzzle left, those never tried in their order."""
    left = [kind for kind, some in puzzles.items() if any(puzzle.id not in found.solved for puzzle in some)]
    return min(left or puzzles, key=lambda kind: found.rating(kind).value if kind in found.techniques else 1499.0)
