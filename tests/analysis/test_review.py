"""Moves are judged by what could be seen before them: positions worked by hand."""

from __future__ import annotations

from math import log

import pytest

from sapper import Game, Minefield, Rules, fixed_layout
from sapper.action import Action
from sapper.analysis.review import MOST_CELLS, ReviewError, Verdict, judge, review
from sapper.replay.model import Replay


def played(field: str, *actions: str, **choices: str) -> Replay:
    """Play on a field where the first click is promised nothing, and give up if the game is not over."""
    minefield = Minefield.from_text(field)
    rules = Rules(minefield.level).replace(**({"first": "any"} | choices))
    game = Game(rules, layout=fixed_layout(minefield))
    for action in actions:
        kind, row, col = action.split()
        getattr(game, kind)(int(row), int(col))
    if not game.status.is_over:
        game.play(Action("resign"))
    return Replay.of(game, None)


def test_a_guess_and_then_certainty() -> None:
    guess, certain = judge(played(".*..", "open 0 0", "open 0 3"))
    assert (guess.verdict, guess.risk, guess.safe) == (Verdict.GUESS, 0.25, 0)
    assert guess.luck == pytest.approx(-log(0.75))
    assert (certain.verdict, certain.risk, certain.luck, certain.safe) == (Verdict.CERTAIN, 0.0, 0.0, 2)


def test_a_risk_that_was_not_needed_is_a_mistake() -> None:
    *_, last = judge(played(".*..", "open 0 0", "open 0 1"))
    assert (last.verdict, last.risk, last.safe) == (Verdict.MISTAKE, 1.0, 2)
    assert last.luck == 0.0  # it was not survived


def test_a_mistake_survived_takes_luck() -> None:
    # C1 shows that D1 is safe; the mine that is left is at E1, F1 or G1.
    told = review(played(".*...*.", "open 0 0", "open 0 2", "open 0 6"))
    assert [move.verdict for move in told.moves] == [Verdict.GUESS, Verdict.GUESS, Verdict.MISTAKE]
    assert [move.risk for move in told.moves] == pytest.approx([2 / 7, 1 / 5, 1 / 3])
    assert told.survival == pytest.approx(5 / 7 * 4 / 5 * 2 / 3)
    assert told.luck == pytest.approx(-log(told.survival))


def test_a_chord_is_judged_by_its_worst_cell_and_survives_by_the_product() -> None:
    replay = played("*. ..", "open 1 1", "flag 0 0", "chord 1 1")
    first, chord = judge(replay)
    assert first.risk == 0.25
    assert (chord.verdict, chord.place, chord.safe) == (Verdict.GUESS, 2, 0)
    assert chord.risk == pytest.approx(1 / 3)
    assert chord.luck == pytest.approx(-2 * log(2 / 3))


def test_a_chord_by_a_wrong_flag_hits_and_takes_no_luck() -> None:
    *_, chord = judge(played("*. ..", "open 1 1", "flag 0 1", "chord 1 1"))
    assert chord.verdict is Verdict.GUESS
    assert chord.luck == 0.0


def test_flags_prove_nothing() -> None:
    with_flag = list(judge(played("*. ..", "open 1 1", "flag 0 0", "open 0 1")))
    without = list(judge(played("*. ..", "open 1 1", "open 0 1")))
    assert [move.risk for move in with_flag] == [move.risk for move in without]


@pytest.mark.parametrize(
    ("first", "cell", "verdict"),
    [
        ("any", "0 0", Verdict.GUESS),
        ("top-left", "0 0", Verdict.CERTAIN),
        ("top-left", "0 1", Verdict.GUESS),
        ("cell", "0 1", Verdict.CERTAIN),
        ("opening", "0 1", Verdict.CERTAIN),
    ],
)
def test_what_the_rules_promise_is_certain(first: str, cell: str, verdict: Verdict) -> None:
    (move,) = judge(played("...* ....", f"open {cell}", first=first))
    assert move.verdict is verdict


def test_what_opens_nothing_is_not_judged() -> None:
    replay = played(".*..", "open 0 0", "open 0 0", "flag 0 1", "open 0 1", "open 0 3")
    assert [move.place for move in judge(replay)] == [0, 4]


def test_only_what_is_visible_counts() -> None:
    """Two fields that look the same before a move give it the same risk, whatever it hits."""
    one = list(judge(played("*. ..", "open 1 1", "open 0 0")))
    other = list(judge(played(".* ..", "open 1 1", "open 0 0")))
    assert [(move.verdict, move.risk) for move in one] == [(move.verdict, move.risk) for move in other]


def test_the_3bv_that_was_solved_is_told_with_each_move() -> None:
    assert [move.solved for move in judge(played(".*..", "open 0 0", "open 0 3"))] == [1, 2]


def test_guesses_and_mistakes_are_counted() -> None:
    told = review(played(".*..", "open 0 0", "open 0 1"))
    assert (len(told.guesses), len(told.mistakes)) == (1, 1)


def test_boards_beyond_the_limit_are_refused() -> None:
    rules = Rules(f"{MOST_CELLS + 1}x1/1")
    game = Game(rules, seed=1)
    game.open(0, 0)
    game.play(Action("resign"))
    with pytest.raises(ReviewError, match="up to 100000 cells"):
        next(judge(Replay.of(game, None)))
