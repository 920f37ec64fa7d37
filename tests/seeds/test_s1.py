"""What the pseudo-code of the click game promises, and its bugs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from seeds.play import all_open, around, changed, game_on, shown

from sapper import CellState, Game, GameError, GameOver, Level, Minefield, Rules, Status

CORNERS_EDGES_AND_CENTRE = [(0, 0), (0, 5), (4, 0), (4, 5), (0, 2), (4, 3), (2, 0), (2, 5), (2, 3)]


def test_s1_1_rows_columns_and_bombs_are_given() -> None:
    game = Game(Rules("6x4/5", ruleset="click"), seed=1)
    assert len(list(game.board.rows())) == 4
    assert {len(row) for row in game.board.rows()} == {6}
    assert game.rules.level == Level(width=6, height=4, mines=5)


@pytest.mark.parametrize("first", CORNERS_EDGES_AND_CENTRE)
def test_s1_2_the_nine_cells_around_the_first_click_are_safe(first: tuple[int, int]) -> None:
    rules = Rules("6x5/21", ruleset="click")
    for seed in range(50):
        minefield = Minefield.lay(rules, seed, first)
        assert not {first, *around(6, 5, *first)} & set(minefield.mines())
        assert len(minefield.mines()) == 21


def test_s1_2_the_first_click_is_a_zero() -> None:
    for seed in range(100):
        game = Game(Rules("expert", ruleset="click"), seed=seed)
        game.open(seed % 16, seed % 30)
        assert game.board[seed % 16, seed % 30] == 0


def test_s1_3_every_cell_outside_the_nine_is_equally_likely() -> None:
    rules = Rules("4x4/1", ruleset="click")
    counts = Counter(Minefield.lay(rules, seed, (0, 0)).mines()[0] for seed in range(6000))
    assert len(counts) == 12
    assert all(abs(count - 500) < 100 for count in counts.values())


def test_s1_3_every_layout_is_equally_likely() -> None:
    rules = Rules("4x3/3", ruleset="click")
    counts = Counter(tuple(Minefield.lay(rules, seed, (0, 0)).mines()) for seed in range(11200))
    outside = {(row, col) for row in range(3) for col in range(4)} - {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert set(counts) == set(combinations(sorted(outside), 3))
    assert all(abs(count - 200) < 70 for count in counts.values())


def test_s1_4_clicking_a_mine_is_game_over() -> None:
    game = game_on(".*. ...", "click")
    game.open(0, 0)
    delta = game.open(0, 1)
    assert delta.status is Status.LOST
    assert (0, 1, CellState.EXPLODED) in list(delta)
    assert game.board[0, 1] == CellState.EXPLODED


def test_s1_5_clicking_a_safe_cell_shows_its_near_bombs() -> None:
    game = game_on("*.* ... *.*", "click")
    assert list(game.open(1, 1)) == [(1, 1, 4)]
    assert shown(game) == "... .4. ..."


def test_s1_6_there_are_no_flags() -> None:
    game = game_on(".*.", "click")
    game.open(0, 0)
    with pytest.raises(GameError, match="no flags"):
        game.flag(0, 1)
    assert shown(game) == "1.."


def test_s1_6_clicks_alone_win() -> None:
    game = game_on("*... .... ...* ....", "click")
    all_open(Minefield.from_text("*... .... ...* ...."), game)
    assert game.status is Status.WON


def test_b1_1_cells_at_every_edge_count_what_is_beside_them() -> None:
    minefield = Minefield.from_text(".*.. ...* ....")
    numbers = {(0, 0): 1, (0, 2): 2, (0, 3): 1, (1, 0): 1, (2, 0): 0, (2, 2): 1, (2, 3): 1}
    assert {cell: minefield.number(*cell) for cell in numbers} == numbers


def test_b1_1_the_right_edge_is_not_beside_the_left_edge() -> None:
    minefield = Minefield.from_text("...* .... ....")
    assert [minefield.number(row, 0) for row in range(3)] == [0, 0, 0]


def test_b1_1_the_last_row_is_not_beside_the_first() -> None:
    minefield = Minefield.from_text("*.. ... ... ...")
    assert [minefield.number(3, col) for col in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("level", ["8x8/10", "16x16/40", "30x16/99", "30x16/470"])
def test_b1_2_all_bombs_are_placed(level: str) -> None:
    minefield = Minefield.lay(Rules(level, ruleset="click"), 3, (5, 5))
    assert len(set(minefield.mines())) == Level.parse(level).mines


def test_b1_3_laying_ends_when_only_the_nine_cells_are_left() -> None:
    minefield = Minefield.lay(Rules("5x5/16", ruleset="click"), 3, (2, 2))
    assert minefield.to_text().split() == ["*****", "*...*", "*...*", "*...*", "*****"]


def test_b1_4_the_nine_cells_become_ordinary_safe_cells() -> None:
    game = Game(Rules("5x5/16", ruleset="click"), seed=3)
    delta = game.open(2, 2)
    assert set(changed(delta)) == {(2, 2), *around(5, 5, 2, 2)}
    assert shown(game) == "..... .535. .303. .535. ....."
    assert delta.status is Status.WON


def test_b1_5_the_first_click_opens_its_cell() -> None:
    game = Game(Rules(ruleset="click"), seed=1)
    delta = game.open(4, 4)
    assert changed(delta)[0] == (4, 4)
    assert (game.board[4, 4], game.status) == (0, Status.PLAYING)


def test_b1_6_a_zero_opens_its_neighbours_and_the_last_safe_cell_wins() -> None:
    game = game_on("*.. ... ...", "click")
    assert game.open(2, 2).status is Status.WON
    assert shown(game) == ".10 110 000"


def test_b1_6_a_repeated_click_does_nothing() -> None:
    game = game_on("*.. *..", "click")
    game.open(0, 1)
    assert len(game.open(0, 1)) == 0
    assert game.board.opened == 1


@pytest.mark.parametrize("last", [(0, 1), (0, 2)])
def test_b1_6_clicks_after_the_end_are_refused(last: tuple[int, int]) -> None:
    game = game_on(".*.", "click")
    game.open(0, 0)
    game.open(*last)
    before = game.board.copy()
    with pytest.raises(GameOver):
        game.open(0, 2)
    assert game.board == before


def test_b1_7_the_number_is_shown_and_not_merely_counted() -> None:
    game = game_on("**. *.. ...", "click")
    game.open(1, 1)
    assert game.board[1, 1] == 3


@pytest.mark.parametrize("level", ["3x3/8", "4x4/8", "4x4/15", "1x2/1", "2x2/3"])
def test_b1_8_bombs_that_do_not_fit_outside_the_nine_leave_the_click_safe(level: str) -> None:
    for seed in range(50):
        game = Game(Rules(level, ruleset="click"), seed=seed)
        assert game.open(0, 0).status is not Status.LOST
        assert game.board[0, 0] <= 8
