"""Rush: as many puzzles as possible in three minutes, or until three are wrong. They get harder."""

from __future__ import annotations

from ..seed import Seed
from .draws import Draws

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..history.store.learning import Answered
    from .puzzles import Puzzle

SUBJECT = "rush"
LENGTH_MS = 180_000
LIVES = 3
_STEPS = 40  # of difficulty: one puzzle of each, then the hardest


class Rush:
    """A run. Times are milliseconds of any clock that only runs forward; the same seed asks the same puzzles."""

    def __init__(self, seed: Seed | str, puzzles: Sequence[Puzzle], now: int) -> None:
        self.seed = Seed.of(seed)
        self.began_at = now
        self.solved = 0
        self.wrong = 0
        self.ended_at: int | None = None
        self._puzzles = order(self.seed, puzzles)

    @property
    def place(self) -> int:
        """The number of answers so far."""
        return self.solved + self.wrong

    @property
    def lives(self) -> int:
        """The wrong answers that are left, the last of which ends the run."""
        return LIVES - self.wrong

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return self.ended_at is not None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is asked now."""
        return self._puzzles[min(self.place, len(self._puzzles) - 1)]

    def left(self, now: int) -> int:
        """Return the milliseconds that are left."""
        return max(self.began_at + LENGTH_MS - now, 0)

    def look(self, now: int) -> bool:
        """End the run if its time is over, and return whether it goes on."""
        if self.ended_at is None and not self.left(now):
            self.ended_at = self.began_at + LENGTH_MS
        return self.ended_at is None

    def answer(self, is_right: bool, now: int) -> None:
        """Count an answer; one after the end of the time counts no more."""
        if not self.look(now):
            return
        if is_right:
            self.solved += 1
        else:
            self.wrong += 1
        if self.wrong == LIVES or self.place == len(self._puzzles):
            self.ended_at = now


def order(seed: Seed, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Return the puzzles of a run: one of each step of difficulty, then those of the last steps, each once."""
    draws = Draws(seed)
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating.value, puzzle.id))
    steps = [ordered[len(ordered) * step // _STEPS : len(ordered) * (step + 1) // _STEPS] for step in range(_STEPS)]
    first = [draws.choice(step) for step in steps if step]
    known = set(first)
    rest = [puzzle for puzzle in ordered[len(ordered) // 2 :] if puzzle not in known]
    return first + draws.sample(rest, len(rest))


def best(answers: Iterable[Answered]) -> int | None:
    """Return the most puzzles that were solved in a stored run, None without one."""
    return max((answer.grade for answer in answers), default=None)
