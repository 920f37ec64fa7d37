"""Moves are judged by what could be seen before them: positions worked by hand."""

from __future__ import annotations

from math import log

import pytest

from sapper import FixedLayout, Game, Minefield, Rules
from sapper.action import Action
from sapper.analysis.help_limit import MOST_CELLS
from sapper.analysis.review import ReviewError, judge_moves, review
from sapper.analysis.verdict import VerdictKind
from sapper.replay import Replay


def played(field: str, *actions: str, **choices: str) -> Replay:
    """Play on a field where the first click is promised nothing, and give up if the game is not over."""
    minefield = Minefield.from_text(field)
    rules = Rules(minefield.level).replace(**({"first": "any"} | choices))
    game = Game(rules, layout=FixedLayout(minefield))
    for action in actions:
        kind, row, col = action.split()
        getattr(game, kind)(int(row), int(col))
    if not game.status.is_over:
        game.play(Action("resign"))
    return Replay.of(game, None)


def test_a_guess_and_then_certainty() -> None:
    guess, certain = judge_moves(played(".*..", "open 0 0", "open 0 3"))
    assert (guess.verdict.kind, guess.risk, len(guess.verdict.safe)) == (VerdictKind.RIGHT_GUESS, 0.25, 0)
    assert guess.luck == pytest.approx(-log(0.75))
    assert (certain.verdict.kind, certain.risk, certain.luck) == (VerdictKind.CERTAIN, 0.0, 0.0)
    assert len(certain.verdict.safe) == 2


def test_a_risk_that_was_not_needed_is_a_mistake() -> None:
    *_, last = judge_moves(played(".*..", "open 0 0", "open 0 1"))
    assert (last.verdict.kind, last.risk, len(last.verdict.safe)) == (VerdictKind.MISTAKE, 1.0, 2)
    assert last.luck == 0.0  # a proven mine is no matter of luck


def test_a_guess_that_was_lost_counts_in_the_luck() -> None:
    found = review(played("*...", "open 0 0"))
    assert [move.survived for move in found.moves] == [False]
    assert found.survival == pytest.approx(0.75)


def test_a_mistake_survived_takes_luck() -> None:
    # C1 shows that D1 is safe; the mine that is left is at E1, F1 or G1.
    found = review(played(".*...*.", "open 0 0", "open 0 2", "open 0 6"))
    guess, needless = VerdictKind.RIGHT_GUESS, VerdictKind.NEEDLESS_GUESS
    assert [move.verdict.kind for move in found.moves] == [guess, guess, needless]
    assert [move.risk for move in found.moves] == pytest.approx([2 / 7, 1 / 5, 1 / 3])
    assert found.survival == pytest.approx(5 / 7 * 4 / 5 * 2 / 3)
    assert found.luck == pytest.approx(-log(found.survival))


def test_a_chord_survives_by_the_joint_chance_of_its_cells() -> None:
    """The mine is in one of three cells. The chord opens two of them, so it survives only if the flag is right."""
    replay = played("*. ..", "open 1 1", "flag 0 0", "chord 1 1")
    first, chord = judge_moves(replay)
    assert first.risk == 0.25
    assert (chord.verdict.kind, chord.place, len(chord.verdict.safe)) == (VerdictKind.MISTAKE, 2, 0)
    assert chord.risk == pytest.approx(2 / 3)
    assert chord.luck == pytest.approx(-log(1 / 3))
    assert review(replay).survival == pytest.approx(1 / 4)


def test_a_chord_by_a_wrong_flag_hits_and_was_a_risk() -> None:
    *_, chord = judge_moves(played("*. ..", "open 1 1", "flag 0 1", "chord 1 1"))
    assert chord.verdict.kind is VerdictKind.MISTAKE
    assert not chord.survived
    assert chord.luck == pytest.approx(-log(1 / 3))


def test_flags_prove_nothing() -> None:
    with_flag = list(judge_moves(played("*. ..", "open 1 1", "flag 0 0", "open 0 1")))
    without = list(judge_moves(played("*. ..", "open 1 1", "open 0 1")))
    assert [move.risk for move in with_flag] == [move.risk for move in without]


@pytest.mark.parametrize(
    ("first", "cell", "kind"),
    [
        ("any", "0 0", VerdictKind.RIGHT_GUESS),
        ("top-left", "0 0", VerdictKind.CERTAIN),
        ("top-left", "0 1", VerdictKind.RIGHT_GUESS),
        ("cell", "0 1", VerdictKind.CERTAIN),
        ("opening", "0 1", VerdictKind.CERTAIN),
    ],
)
def test_what_the_rules_promise_is_certain(first: str, cell: str, kind: VerdictKind) -> None:
    (move,) = judge_moves(played("...* ....", f"open {cell}", first=first))
    assert move.verdict.kind is kind


def test_what_opens_nothing_is_not_judged() -> None:
    replay = played(".*..", "open 0 0", "open 0 0", "flag 0 1", "open 0 1", "open 0 3")
    assert [move.place for move in judge_moves(replay)] == [0, 4]


def test_only_what_is_visible_counts() -> None:
    """Two fields that look the same before a move give it the same risk, whatever it hits."""
    one = list(judge_moves(played("*. ..", "open 1 1", "open 0 0")))
    other = list(judge_moves(played(".* ..", "open 1 1", "open 0 0")))
    assert [move.verdict for move in one] == [move.verdict for move in other]


def test_each_move_has_the_3bv_solved_so_far() -> None:
    assert [move.solved for move in judge_moves(played(".*..", "open 0 0", "open 0 3"))] == [1, 2]


def test_guesses_and_mistakes_are_counted() -> None:
    found = review(played(".*..", "open 0 0", "open 0 1"))
    assert (len(found.guesses), len(found.mistakes)) == (1, 1)


def test_boards_beyond_the_limit_are_refused() -> None:
    rules = Rules(f"{MOST_CELLS + 1}x1/1")
    game = Game(rules, seed=1)
    game.open(0, 0)
    game.play(Action("resign"))
    with pytest.raises(ReviewError, match="up to 100000 squares"):
        next(judge_moves(Replay.of(game, None)))
