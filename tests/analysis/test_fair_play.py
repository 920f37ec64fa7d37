"""Fair play: what speaks for a program follows from the log; people have no remarks, single games decide nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from simulated_people import Hand, human_pace, person, play

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.analysis.fair_play import GUESS, MISSED, Evidence, evidence_of, moves_of
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = Rules.parse("modern expert")
BOARD = Rules.parse("modern 5x1/1")
SEED = Seed.of("row")


def evidence(kind: Callable[[Random], Hand], name: str, games: int = 5) -> dict[str, Evidence]:
    luck = Random(name)
    hand = kind(luck)
    replays = [(play(RULES, Seed.of(f"{name} {number}"), hand, luck), None) for number in range(games)]
    return {one.kind: one for one in evidence_of(replays)}


def remarks(found: dict[str, Evidence]) -> set[str]:
    return {kind for kind, one in found.items() if one.is_remark}


@pytest.mark.parametrize("number", range(4))
def test_people_have_no_remark(number: int) -> None:
    found = evidence(person, f"person {number}")
    assert remarks(found) == set()
    assert found["even"].value > 0.25
    assert found["reach"].value > 0.4


def test_an_even_pace_that_no_distance_slows_is_remarked() -> None:
    found = evidence(lambda _: Hand(0.3, spread=0.05), "even")
    assert {"even", "reach"} <= remarks(found)
    assert found["even"].value == pytest.approx(0.05, abs=0.01)
    assert found["reach"].value == pytest.approx(0.0, abs=0.02)


def test_the_pace_of_a_person_is_not_remarked_but_a_pointer_that_is_always_in_the_middle() -> None:
    def kind(luck: Random) -> Hand:
        return human_pace(luck)._replace(aims=lambda _: (0.5, 0.5))

    assert remarks(evidence(kind, "middle")) == {"pointer"}


def test_moves_of_no_device_are_remarked() -> None:
    assert "input" in remarks(evidence(lambda luck: human_pace(luck)._replace(device=""), "none"))


def test_who_never_stops_before_a_hard_move_and_never_errs_is_remarked_once_there_are_many() -> None:
    def kind(luck: Random) -> Hand:
        return human_pace(luck)._replace(pauses=0.0)

    few, many = evidence(kind, "hard", 2), evidence(kind, "hard", 25)
    assert "agreement" not in few
    assert "pauses" not in remarks(few)
    assert {"agreement", "pauses"} <= remarks(many)
    assert many["agreement"].value == 1


def test_a_short_game_says_nothing() -> None:
    replay = play(Rules.parse("modern beginner"), Seed.of("short"), Hand(0.2), Random(1))
    assert remarks({one.kind: one for one in evidence_of([(replay, None)])}) == set()
    assert [one.kind for one in evidence_of([])] == []


def entries(*moves: tuple[str, int, int, int]) -> Replay:
    """Return a game of one row by its actions: kind, column, time and player."""
    game = Game(BOARD, SEED)
    for kind, col, at, by in moves:
        game.apply(LogEntry(Action(kind, 0, col), at, by, "mouse", (col + 0.25, 0.5)))
    return Replay.of(game, SEED)


def test_a_move_is_measured_from_the_last_action_of_the_same_player() -> None:
    (mine,) = {col for col in range(5) if Game(BOARD, SEED).open(0, 0) and _mine(0) == col}
    assert mine != 0
    replay = entries(("open", 0, 0, 0), ("flag", mine, 400, 1), ("open", 4 if mine != 4 else 2, 1000, 0))
    (move,) = moves_of(replay, 0)
    assert (move.seconds, move.pointer, move.device) == (1.0, (0.25, 0.5), "mouse")
    assert move.distance == (4 if mine != 4 else 2)
    assert list(moves_of(replay, 1)) == []


def _mine(first: int) -> int:
    game = Game(BOARD, SEED)
    game.open(0, first)
    game.play(Action("resign"))
    assert game.minefield is not None
    ((_, col),) = game.minefield.mines()
    return col


def test_a_risk_that_was_not_needed_is_missed_and_a_guess_is_a_guess() -> None:
    rules = Rules.parse("modern expert")
    hand = Hand(0.2, overlooks=(0.4, 0.4, 0.4, 0.4, 0.4), careless=1.0)
    grades = [
        move.grade for number in range(5) for move in moves_of(play(rules, Seed.of(f"g{number}"), hand, Random(number)))
    ]
    assert GUESS in grades
    assert MISSED in grades
