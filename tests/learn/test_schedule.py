"""The scheduler: the same stability, difficulty and intervals as the `fsrs` package, and sane for any reviews."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, Scheduler
from hypothesis import given
from hypothesis import strategies as st

from sapper.learn.schedule import BOXES, DAY, Grade, Review, memory

REVIEWS = st.lists(st.tuples(st.integers(0, 400 * DAY), st.sampled_from(Grade)), min_size=1, max_size=12)


def at_times(steps: list[tuple[int, Grade]]) -> list[Review]:
    """Reviews, each some seconds after the one before."""
    now, found = 1_800_000_000, []
    for wait, grade in steps:
        now += wait
        found.append(Review(now, grade))
    return found


@given(REVIEWS)
def test_memory_is_that_of_the_fsrs_package(steps: list[tuple[int, Grade]]) -> None:
    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = Card()
    reviews = at_times(steps)
    for review in reviews:
        card, _ = scheduler.review_card(card, Rating(review.grade), datetime.fromtimestamp(review.at, UTC))
    found = memory(reviews)
    assert found is not None
    assert found.stability == pytest.approx(card.stability)
    assert found.difficulty == pytest.approx(card.difficulty)
    assert timedelta(days=found.interval) == card.due - datetime.fromtimestamp(reviews[-1].at, UTC)


@given(REVIEWS)
def test_a_better_answer_never_brings_a_position_back_sooner(steps: list[tuple[int, Grade]]) -> None:
    *before, last = at_times(steps)
    intervals = []
    for grade in Grade:
        found = memory([*before, Review(last.at, grade)])
        assert found is not None
        assert found.interval >= 1
        assert 1 <= found.difficulty <= 10
        assert 0 <= found.box <= len(BOXES)
        assert found.recall(found.reviewed_at) == 1
        assert found.recall(found.due_at) < 1
        intervals.append(found.interval)
    assert intervals == sorted(intervals)


def test_nothing_is_known_without_a_review() -> None:
    assert memory([]) is None
