"""The solver as an opponent: it knows the visible board alone, and plays at the pace that is said of it."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from sapper import Board, Game, Rules, Seed
from sapper.analysis.metrics import measure
from sapper.analysis.opponent import AWAY, HARDER, LONGEST, SKILLS, Skill, think

STEADY_HAND = Skill(1.0, 0.0)


def middle() -> float:
    """Draw what makes a time the median: the cosine of a quarter turn is 0."""
    return 0.25


def test_it_opens_a_safe_square_by_the_easiest_reasoning_nearby() -> None:
    board = Board.parse("5x2/1\n.1000\n.1000")
    assert think(board, STEADY_HAND, middle) is not None
    board = Board.parse("3x3/1\n1..\n1..\n...")
    thought = think(board, STEADY_HAND, middle, (0, 0))
    assert thought is not None
    assert thought.cell == (2, 0) or thought.is_guess


def test_it_looks_for_mines_in_a_duel() -> None:
    found = think(Board.parse("4x1/1\n01.."), STEADY_HAND, middle, wants_mines=True)
    assert found is not None
    assert (found.cell, found.is_guess) == ((0, 2), False)


def test_it_leaves_squares_with_flags_to_those_who_set_them() -> None:
    board = Board.parse("2x2/1\n1F\n11")
    assert think(board, STEADY_HAND, middle) is None


def test_a_square_further_away_and_a_guess_take_longer() -> None:
    board = Board.parse("8x1/1\n01.10000")
    assert think(board, STEADY_HAND, middle, wants_mines=True) is not None
    near = think(board, STEADY_HAND, middle, (0, 2), wants_mines=True)
    away = think(board, STEADY_HAND, middle, (0, 7), wants_mines=True)
    assert near is not None
    assert away is not None
    assert near.seconds == pytest.approx(1.0)
    assert away.seconds == pytest.approx(6**AWAY)
    guess = think(Board("8x8/10"), Skill(0.1, 0.0), middle, (0, 0))
    assert guess is not None
    assert guess.is_guess
    assert guess.seconds > 0.1 * 2.7 ** (4 * HARDER)


def test_no_move_takes_longer_than_the_longest() -> None:
    assert think(Board("8x8/10"), Skill(1000.0, 0.0), middle).seconds == LONGEST  # type: ignore[union-attr]


def test_a_slip_opens_a_neighbour_that_is_not_certain() -> None:
    board = Board.parse("5x3/2\n01...\n01...\n01...")
    meant = think(board, STEADY_HAND, middle, (1, 1))
    slipped = think(board, Skill(1.0, 1.0), middle, (1, 1))
    assert meant is not None
    assert slipped is not None
    assert meant.cell != slipped.cell
    assert slipped.cell in board.neighbours(*meant.cell)


def play(number: int, skill: Skill, random: Random) -> tuple[Game, float]:
    """Play a no-guess game to its end and return the seconds that it took."""
    game = Game(Rules.parse("modern intermediate layout=no-guess"), Seed.of(f"opponent {number}"))
    last, seconds = (8, 8), 0.0
    game.open(*last)
    while not game.status.is_over:
        thought = think(game.board, skill, random.random, last)
        assert thought is not None
        last, seconds = thought.cell, seconds + thought.seconds
        game.open(*last)
    return game, seconds


def test_each_strength_is_faster_and_slips_less_than_the_one_before() -> None:
    """What the page says of each: about 0.7, 1.4 and 3 3BV/s, and the weakest loses the most boards."""
    speeds, wins = [], []
    for skill in SKILLS.values():
        random = Random(3)
        games = [play(number, skill, random) for number in range(20)]
        won = [(game, seconds) for game, seconds in games if game.is_won]
        wins.append(len(won))
        speeds.append(median(measure(game.minefield, with_zini=False).bbbv / seconds for game, seconds in won))
    assert speeds == pytest.approx([0.7, 1.4, 3.0], rel=0.2)
    assert wins[0] < wins[2]
    assert wins[0] >= 8


def test_it_cannot_see_more_than_the_board() -> None:
    """Two minefields that agree on everything visible lead to the same move."""
    for number in range(6):
        game = Game(Rules.parse("modern beginner"), Seed.of(f"a {number}"))
        game.open(4, 4)
        copied = Board.parse(str(game.board))
        one, other = (think(board, SKILLS["slow"], Random(number).random, (4, 4)) for board in (game.board, copied))
        assert one == other
