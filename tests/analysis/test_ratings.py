"""Ratings: Glickman's worked example, and what holds for any results."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.analysis.ratings import MOST_DEVIATION, Rating, Result, expected, rated

RATINGS = st.builds(Rating, st.floats(400, 2800), st.floats(30, 350), st.floats(0.03, 0.09))


def test_the_worked_example_of_the_paper() -> None:
    opponents = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    found = rated(Rating(1500, 200), map(Result, opponents, (1, 0, 0)), tau=0.5)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS)
def test_a_win_raises_a_loss_lowers_and_both_make_surer(rating: Rating, opponent: Rating) -> None:
    won, lost = (rated(rating, [Result(opponent, score)]) for score in (1.0, 0.0))
    assert lost.value < rating.value < won.value
    after_a_rest = rated(rating, [])
    assert max(won.deviation, lost.deviation) <= after_a_rest.deviation * 1.01
    assert after_a_rest.deviation <= MOST_DEVIATION
    assert after_a_rest.value == pytest.approx(rating.value)


@given(RATINGS, RATINGS)
def test_the_expected_score_changes_nothing(rating: Rating, opponent: Rating) -> None:
    after = rated(rating, [Result(opponent, expected(rating, opponent))])
    assert after.value == pytest.approx(rating.value)
