"""Policies are measured on the boards of `simulate`, whatever the batches and processes."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels, many

from sapper import Board, Level, Rules, RulesError, simulate
from sapper.analysis.evaluation import Evaluation, evaluate
from sapper.analysis.policies import NAMES, PolicyError, policy, random_cell

RULES = Rules("8x8/10")


def outcome(result: Evaluation) -> tuple[object, ...]:
    series = result.series
    return list(series.scores), series.low, series.high, series.guesses, result.needless


@pytest.mark.parametrize("first", ["any", "top-left", "cell", "opening"])
@pytest.mark.parametrize("strength", ["safest", "fast"])
def test_a_function_is_measured_as_the_kernel_measures_its_own(first: str, strength: str) -> None:
    rules = RULES.replace(first=first)
    kernel = simulate(rules, 60, "same", strength, (2, 3))
    ours = evaluate(policy(strength), rules, 60, "same", (2, 3))
    assert ours.series.scores == kernel.scores
    assert (ours.series.low, ours.series.high, ours.series.guesses) == (kernel.low, kernel.high, kernel.guesses)
    assert ours.needless == 0
    assert evaluate(strength, rules, 60, "same", (2, 3)).series.scores == kernel.scores


def test_weighted_games_estimate_the_same_rate_with_less_spread() -> None:
    rules = Rules("5x5/5", first="cell")
    plain = evaluate(policy("safest"), rules, 1500, "a").series
    weighted = evaluate(policy("safest"), rules, 1500, "b", weighted=True).series
    assert weighted.rate == pytest.approx(plain.rate, abs=5 * (plain.high - plain.low) / 4)
    assert weighted.high - weighted.low < 0.8 * (plain.high - plain.low)
    assert weighted.wins is None


def choose_many(boards: list[Board]) -> list[tuple[int, int]]:
    return [random_cell(board) for board in boards]


def test_the_result_does_not_depend_on_batches_or_processes() -> None:
    expected = outcome(evaluate("random", RULES, 150, 7))
    assert outcome(evaluate(random_cell, RULES, 150, 7)) == expected
    assert outcome(evaluate(choose_many, RULES, 150, 7, batch=9)) == expected
    assert outcome(evaluate(choose_many, RULES, 150, 7, batch=9, workers=2)) == expected


def test_needless_guesses_are_counted() -> None:
    def reckless(board: Board) -> tuple[int, int]:
        return 0, 1

    rules = Rules("3x1/1", first="cell")  # after 1 in the corner the neighbour is a mine, and the far cell is safe
    found = evaluate(reckless, rules, 200, "a")
    assert found.series.guesses == found.needless == 1 - found.series.rate
    assert 0 < found.needless < 1


def raises(board: Board) -> tuple[int, int]:
    raise ZeroDivisionError("no idea")


def ends_its_process(board: Board) -> tuple[int, int]:
    os._exit(3)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_policy_that_raises_ends_the_evaluation_with_a_sentence(workers: int) -> None:
    with pytest.raises(
        PolicyError, match=r"the policy failed in game 0, test_evaluation\.py line \d+: ZeroDivisionError: no idea"
    ):
        evaluate(raises, RULES, 100, 1, workers=workers)


def test_a_policy_that_ends_its_process_ends_the_evaluation() -> None:
    with pytest.raises(PolicyError, match="a process that played with the policy ended"):
        evaluate(ends_its_process, RULES, 100, 1, workers=2)


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ((0, 0), r"chose \(0, 0\), which is open already"),
        ((8, 0), r"chose \(8, 0\), which is off the 8x8 board"),
        (5, r"returns a square as \(row, col\), not 5"),
        ("ab", r"returns a square as \(row, col\), not 'ab'"),
    ],
)
def test_a_policy_has_to_choose_a_closed_cell(chosen: object, sentence: str) -> None:
    with pytest.raises(PolicyError, match=sentence):
        evaluate(lambda _: chosen, RULES, 5, 1)  # type: ignore[arg-type]


def test_errors_say_what_is_allowed() -> None:
    with pytest.raises(PolicyError, match=f"choose {', '.join(NAMES)}"):
        evaluate("good", RULES, 5, 1)
    with pytest.raises(PolicyError, match="was given 5 boards and returned 1 squares"):
        evaluate(lambda boards: [(0, 1)], RULES, 5, 1, batch=5)
    with pytest.raises(RulesError, match="one life"):
        evaluate("random", RULES.replace(lives=2), 5, 1)


@many(100)
@given(levels(5), st.data())
def test_the_random_policy_chooses_a_closed_cell(level: Level, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.sampled_from([0, 1, 9]), min_size=level.cells, max_size=level.cells))
    board = Board.from_bytes(level, bytes(cells))
    if 9 in cells:
        assert board[random_cell(board)] == 9
    else:
        with pytest.raises(PolicyError, match="nothing left to choose"):
            random_cell(board)


def test_the_random_policy_has_no_favourites() -> None:
    counts = [0] * 9
    for number in range(3000):
        shown = bytes([number >> shift & 1 for shift in range(12)])
        row, col = random_cell(Board.from_bytes(Level(21, 1, 3), shown + bytes([9] * 9)))
        counts[col - 12 + row] += 1
    assert sum((count - 3000 / 9) ** 2 for count in counts) / (3000 / 9) < 26  # chi-squared, 8 degrees, 0.1 %


def test_the_random_policy_is_the_same_for_ever() -> None:
    levels = ("9x9/10", "16x16/40", "30x16/99", "1x2/1")
    assert [random_cell(Board(level)) for level in levels] == [(2, 1), (1, 15), (0, 2), (1, 0)]
    found = evaluate("random", "6x6/3", 64, "pinned")
    assert (found.series.wins, found.series.guesses, found.needless) == (10, 0.921875, 0.921875)
