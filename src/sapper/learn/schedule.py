"""The schedule of a position: FSRS, the scheduler that Anki uses, as a function of the reviews.

It keeps two numbers of a memory: its stability, the days after which it is recalled nine times in ten, and its
difficulty, from 1 to 10. Both follow from the reviews alone, so nothing but the reviews is stored, and other
parameters can be applied to them later. The formulas and parameters are those of FSRS-6, as its authors publish them.
"""

from __future__ import annotations

import math
from enum import IntEnum
from math import exp

from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

DAY = 86_400
RETENTION = 0.9  # the share of positions that are still known when they come back
MOST_DAYS = 36_500

_W: tuple[float, ...] = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # first stability, by grade
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty
    *(1.8722, 0.1666, 0.796),  # stability after a right answer
    *(1.4835, 0.0614, 0.2629, 1.6483),  # after a wrong one
    *(0.6014, 1.8729),  # factors of hard and easy
    *(0.5425, 0.0912, 0.0658),  # on the same day
    0.1542,  # how fast it is forgotten
)
_DECAY: float = -_W[20]
_FACTOR: float = 0.9 ** (1 / _DECAY) - 1
_LEAST_STABILITY = 0.001

#: The boxes in which a front end counts positions: due within a day, three days, a week, a month, later.
BOXES = (1, 3, 7, 30)


class Grade(IntEnum):
    """The grade of a review."""

    AGAIN = 1  # wrong
    HARD = 2  # right with help, or at the second try
    GOOD = 3
    EASY = 4  # right at once


class Review(Value):
    """A review: when, in seconds since 1970, and how it went."""

    at: int
    grade: Grade


class Memory(Value):
    """The state of a memory after its reviews."""

    stability: float  # days
    difficulty: float  # 1 to 10
    reviewed_at: int
    reviews: int = 1
    lapses: int = 0

    @property
    def interval(self) -> int:
        """The days from the last review until the position comes back."""
        days: float = self.stability / _FACTOR * (RETENTION ** (1 / _DECAY) - 1)
        return min(max(round(days), 1), MOST_DAYS)

    @property
    def due_at(self) -> int:
        """The next review of the position, in seconds since 1970."""
        return self.reviewed_at + self.interval * DAY

    @property
    def box(self) -> int:
        """The box that the position is in, the number of `BOXES` for the last one."""
        return next((box for box, days in enumerate(BOXES) if self.interval <= days), len(BOXES))

    def recall(self, now: int) -> float:
        """Return the chance that the position is still known."""
        days = max(now - self.reviewed_at, 0) // DAY
        return float((1 + _FACTOR * days / self.stability) ** _DECAY)


def memory(reviews: Iterable[Review]) -> Memory | None:
    """Return the memory after some reviews in the order of their time, None without any."""
    found: Memory | None = None
    for review in reviews:
        found = _first(review) if found is None else _next(found, review)
    return found


def _first(review: Review) -> Memory:
    stability = max(_W[review.grade - 1], _LEAST_STABILITY)
    lapses = int(review.grade is Grade.AGAIN)
    return Memory(stability, _bounded(_first_difficulty(review.grade)), review.at, 1, lapses)


def _next(before: Memory, review: Review) -> Memory:
    grade = review.grade
    if review.at - before.reviewed_at < DAY:
        stability = _same_day(before.stability, grade)
    elif grade is Grade.AGAIN:
        stability = _forgotten(before, before.recall(review.at))
    else:
        stability = _recalled(before, before.recall(review.at), grade)
    return Memory(
        max(stability, _LEAST_STABILITY),
        _difficulty(before.difficulty, grade),
        review.at,
        before.reviews + 1,
        before.lapses + (grade is Grade.AGAIN),
    )


def _first_difficulty(grade: Grade) -> float:
    return _W[4] - exp(_W[5] * (grade - 1)) + 1


def _difficulty(before: float, grade: Grade) -> float:
    damped = before - _W[6] * (grade - 3) * (10 - before) / 9
    return _bounded(_W[7] * _first_difficulty(Grade.EASY) + (1 - _W[7]) * damped)


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)


def _same_day(stability: float, grade: Grade) -> float:
    factor = exp(_W[17] * (grade - 3 + _W[18])) * math.pow(stability, -_W[19])
    return stability * (max(factor, 1.0) if grade >= Grade.HARD else factor)


def _recalled(before: Memory, recall: float, grade: Grade) -> float:
    factor = {Grade.HARD: _W[15], Grade.EASY: _W[16]}.get(grade, 1.0)
    ease = (11 - before.difficulty) * math.pow(before.stability, -_W[9]) * (exp(_W[10] * (1 - recall)) - 1)
    return before.stability * (1 + exp(_W[8]) * ease * factor)


def _forgotten(before: Memory, recall: float) -> float:
    long_term = (
        _W[11]
        * math.pow(before.difficulty, -_W[12])
        * (math.pow(before.stability + 1, _W[13]) - 1)
        * exp(_W[14] * (1 - recall))
    )
    return min(long_term, before.stability / exp(_W[17] * _W[18]))
