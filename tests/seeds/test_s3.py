"""What the low-level design promises, and its bugs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from seeds.play import WALL, all_open, around, changed, dialogue, game_on, ripple, session_on, shown

from sapper import (
    CellState,
    Delta,
    FixedLayout,
    Game,
    GameOver,
    Level,
    Minefield,
    OffBoard,
    Rules,
    RulesError,
    Seed,
    Status,
)
from sapper.rules import FirstClick


def test_s3_1_a_board_of_r_by_c_hides_m_mines() -> None:
    minefield = Minefield.lay(Rules("7x5/9", ruleset="article"), 1, (2, 3))
    assert (minefield.level.width, minefield.level.height, len(minefield.mines())) == (7, 5, 9)
    assert all(row < 5 and col < 7 for row, col in minefield.mines())


def test_s3_1_each_safe_cell_knows_its_mines() -> None:
    minefield = Minefield.lay(Rules("intermediate", ruleset="article"), 2, (8, 8))
    game = Game(Rules("intermediate", ruleset="article"), layout=FixedLayout(minefield))
    game.open(8, 8)
    all_open(minefield, game)
    mines = set(minefield.mines())
    for row in range(16):
        for col in range(16):
            if (row, col) not in mines:
                assert game.board[row, col] == len(mines & around(16, 16, row, col))


def test_s3_2_revealing_a_mine_loses() -> None:
    game = game_on(".*.", "article")
    game.open(0, 0)
    assert game.open(0, 1).status is Status.LOST


def test_s3_2_revealing_a_zero_cascades_and_stops_at_the_numbers() -> None:
    game = game_on(WALL, "article")
    game.open(4, 4)
    assert shown(game) == "...20 ...30 ...30 ...30 ...20"


def test_s3_2_revealing_a_number_opens_only_it() -> None:
    assert changed(game_on(WALL, "article").open(2, 1)) == [(2, 1)]


def test_s3_3_a_flag_blocks_reveal_and_cascade() -> None:
    game = game_on("......*", "article")
    game.flag(0, 3)
    game.open(0, 0)
    assert shown(game) == "000F..."
    game.open(0, 3)
    assert shown(game) == "000F..."


def test_s3_3_a_flag_is_toggled() -> None:
    game = Game(Rules("9x9/10"), "a rainy day")
    game.open(0, 0)
    cell = next(cell for cell in game.rules.level.neighbours(4, 4) if game.board[cell] == CellState.HIDDEN)
    assert [delta.action.kind for delta in (game.toggle_flag(*cell), game.toggle_flag(*cell))] == ["flag", "clear"]
    assert game.board[cell] == CellState.HIDDEN


def test_s3_3_a_removed_flag_lets_the_cascade_go_on() -> None:
    game = game_on("......*", "article")
    game.flag(0, 3)
    game.open(0, 0)
    game.clear(0, 3)
    assert game.open(0, 3).status is Status.WON
    assert shown(game) == "000001."


@pytest.mark.parametrize("seed", range(20))
def test_s3_4_won_at_the_last_safe_cell_and_not_a_click_sooner(seed: int) -> None:
    minefield = Minefield.lay(Rules("8x8/20", ruleset="article"), seed, (4, 4))
    game = Game(Rules("8x8/20", ruleset="article"), layout=FixedLayout(minefield))
    game.open(4, 4)
    while game.board.opened < 44:
        assert game.status is Status.PLAYING
        row, col = next(
            (row, col)
            for row in range(8)
            for col in range(8)
            if not minefield.is_mine(row, col) and game.board[row, col] == CellState.HIDDEN
        )
        game.open(row, col)
    assert game.status is Status.WON


def test_s3_4_flags_are_decoration() -> None:
    game = game_on(".*.", "article")
    game.open(0, 0)
    assert game.flag(0, 1).status is Status.PLAYING
    game.clear(0, 1)
    assert game.open(0, 2).status is Status.WON


@pytest.mark.parametrize("level", ["beginner", "expert", "30x16/471"])
def test_s3_5_the_first_reveal_is_a_zero(level: str) -> None:
    for seed in range(50):
        game = Game(Rules(level, ruleset="article"), seed=seed)
        game.open(7, 7)
        assert game.board[7, 7] == 0


def test_s3_5_mines_may_lie_right_outside_the_nine() -> None:
    rules = Rules("5x5/15", ruleset="article")
    laid = {mine for seed in range(50) for mine in Minefield.lay(rules, seed, (2, 2)).mines()}
    assert laid == {(r, c) for r in range(5) for c in range(5)} - around(5, 5, 2, 2) - {(2, 2)}


@pytest.mark.parametrize("first", FirstClick)
def test_s3_6_size_mines_and_first_click_are_parameters(first: FirstClick) -> None:
    rules = Rules("9x4/7", ruleset="article", first=first)
    minefield = Minefield.lay(rules, 1, (1, 1))
    assert (minefield.level, rules.first) == (Level(9, 4, 7), first)


def test_s3_7_the_view_never_changes_the_numbers() -> None:
    minefield = Minefield.from_text(WALL)
    numbers = [minefield.number(row, col) for row in range(5) for col in range(5)]
    game = Game(Rules("5x5/5"), layout=FixedLayout(minefield))
    game.flag(0, 2)
    game.open(0, 0)
    game.open(0, 2)
    assert [minefield.number(row, col) for row in range(5) for col in range(5)] == numbers


def test_s3_8_a_snake_of_zeros_opens_to_its_end() -> None:
    size = 301
    gaps = {row: (size - 2 if row % 8 == 3 else 1) for row in range(3, size, 4)}
    mines = [(row, col) for row, gap in gaps.items() for col in range(size) if abs(col - gap) > 1]
    minefield = Minefield.from_mines(size, size, mines)
    game = Game(Rules(minefield.level), layout=FixedLayout(minefield))
    game.open(0, 0)
    assert game.board[size - 1, size - 1] == minefield.number(size - 1, size - 1)
    assert game.board.opened == len(ripple(minefield, (0, 0)))


def test_s3_8_a_reveal_reports_only_what_it_touches() -> None:
    game = game_on("." * 400 + "*" + "." * 400, "article")
    assert len(game.open(0, 399)) == 1
    assert len(game.open(0, 401)) == 1
    assert len(game.open(0, 0)) == 399


def test_s3_9_the_counter_counts_safe_reveals_only() -> None:
    game = game_on(".*. ...", "article lives=3")
    game.flag(1, 2)
    game.open(0, 0)
    game.open(0, 0)
    game.open(0, 1)
    assert game.board.opened == 1


def test_s3_10_the_layout_is_injected() -> None:
    wanted = [(0, 0), (3, 3)]
    game = Game(Rules("4x4/2", ruleset="article"), layout=lambda rules, first: Minefield.from_mines(4, 4, wanted))
    game.open(0, 3)
    assert shown(game) == ".100 1100 0011 001."
    assert game.minefield.mines() == wanted


def test_s3_11_playing_then_won_or_lost() -> None:
    won, lost = game_on(".*.", "article"), game_on(".*.", "article")
    assert [won.open(0, 0).status, won.open(0, 2).status] == [Status.PLAYING, Status.WON]
    assert [lost.open(0, 0).status, lost.open(0, 1).status] == [Status.PLAYING, Status.LOST]


def test_s3_11_ready_paused_and_abandoned() -> None:
    session = session_on(".*.")
    assert session.game.status is Status.READY
    session.play("open", 0, 0)
    assert session.play("pause").status is Status.PAUSED
    assert session.play("resume").status is Status.PLAYING
    assert session.play("resign").status is Status.ABANDONED


@pytest.mark.parametrize("cell", [(0, 1), (0, 0)])
def test_s3_12_revealing_a_flag_or_an_open_cell_changes_nothing_and_returns_the_status(
    cell: tuple[int, int],
) -> None:
    game = game_on(".*.", "article")
    game.open(0, 0)
    game.flag(0, 1)
    delta = game.open(*cell)
    assert (len(delta), delta.status) == (0, Status.PLAYING)


@pytest.mark.parametrize("act", [Game.open, Game.flag, Game.clear])
@pytest.mark.parametrize("last", [1, 2])
def test_s3_13_acting_after_the_end_raises(act: object, last: int) -> None:
    game = game_on(".*.", "article")
    game.open(0, 0)
    game.open(0, last)
    assert callable(act)
    with pytest.raises(GameOver, match=str(game.status)):
        act(game, 0, 1)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (1, 0), (0, 3)])
def test_s3_14_off_the_board_raises(cell: tuple[int, int]) -> None:
    game = game_on(".*.", "article")
    for act in (game.open, game.flag, game.clear):
        with pytest.raises(OffBoard, match="off the 3x1 board"):
            act(*cell)
    assert game.seq == 0


@pytest.mark.parametrize("level", ["0x5/0", "5x0/0", "3x3/9", "3x3/10"])
def test_s3_15_a_board_without_a_safe_cell_is_refused(level: str) -> None:
    with pytest.raises(RulesError):
        Rules(level)


@pytest.mark.parametrize("level", ["1x1/0", "2x1/1", "2x2/1", "2x2/3"])
def test_s3_15_any_board_with_a_safe_cell_is_playable(level: str) -> None:
    for seed in range(20):
        assert Game(Rules(level, ruleset="article"), seed=seed).open(0, 0).status is not Status.LOST


def test_s3_16_what_a_cell_shows_can_be_read_and_not_written() -> None:
    game = game_on(".*.", "article")
    game.open(0, 0)
    game.flag(0, 1)
    assert (game.board[0, 0], game.board[0, 1], game.board[0, 2]) == (1, CellState.FLAG, CellState.HIDDEN)
    with pytest.raises(AttributeError):
        setattr(game, "status", Status.WON)  # noqa: B010
    with pytest.raises(IndexError):
        _ = game.board[0, 3]


def test_s3_17_the_safe_zone_is_the_cell_or_its_neighbours_too() -> None:
    zones = {}
    for first in (FirstClick.CELL, FirstClick.OPENING):
        rules = Rules("5x5/8", first=first)
        mines = {mine for seed in range(200) for mine in Minefield.lay(rules, seed, (2, 2)).mines()}
        zones[first] = 25 - len(mines)
    assert zones == {FirstClick.CELL: 1, FirstClick.OPENING: 9}


def test_s3_17_flags_may_be_capped_at_the_mine_count() -> None:
    game = game_on(".*.*.", "article flags=capped")
    for col in range(5):
        game.flag(0, col)
    assert (shown(game), game.board.flags) == ("FF...", 2)
    game.clear(0, 0)
    game.flag(0, 4)
    assert shown(game) == ".F..F"


def _ready_to_chord() -> Game:
    game = game_on("*..... ...... ...... .....*")
    game.open(1, 1)
    game.flag(0, 0)
    return game


def test_s3_18_chording_reveals_the_rest_around_a_satisfied_number_cascades_included() -> None:
    game = _ready_to_chord()
    delta = game.chord(1, 1)
    assert delta.status is Status.WON
    assert len(delta) == 21
    assert shown(game) == "F10000 110000 000011 00001."


def test_s3_19_a_million_cells_open_at_once() -> None:
    game = Game(Rules("1000x1000/1"), seed=1)
    delta = game.open(500, 500)
    assert (delta.status, len(delta), game.board.opened) == (Status.WON, 999_999, 999_999)


def test_s3_19_a_million_cells_hold_their_mines() -> None:
    game = Game(Rules("1000x1000/200000"), seed=1)
    delta = game.open(500, 500)
    assert delta.status is Status.PLAYING
    assert len(Minefield.lay(game.rules, 1, (500, 500)).mines()) == 200_000


def test_s3_23_a_seed_written_down_replays_the_same_game() -> None:
    seed = Seed.of("a rainy day")
    first, again = (Game(Rules("expert"), seed=given) for given in (seed, seed.text))
    first.open(3, 3)
    again.open(3, 3)
    assert first.board == again.board


def test_s3_23_the_list_of_actions_replays_to_the_same_board() -> None:
    game = Game(Rules("expert"), seed="rain")
    for cell in ((8, 15), (0, 0), (15, 29)):
        if not game.status.is_over:
            game.open(*cell)
    again = Game.replay(Rules("expert"), "rain", actions=game.log)
    assert (again.board, again.status, again.log) == (game.board, game.status, game.log)


@pytest.mark.parametrize("level", ["3x3/1", "3x3/8", "2x5/1", "5x2/3", "4x4/7", "32x32/1023"])
def test_b3_1_boards_that_the_article_refuses_are_playable(level: str) -> None:
    for first in ((0, 0), (1, 1)):
        game = Game(Rules(level, ruleset="article"), seed=1)
        assert game.open(*first).status is not Status.LOST
        assert game.board[first] <= 8


def test_b3_1_as_many_mines_as_fit_outside_the_nine_keep_the_nine_safe() -> None:
    game = Game(Rules("4x4/7", ruleset="article"), seed=1)
    game.open(1, 1)
    assert game.board[1, 1] == 0


def test_b3_1_a_corner_protects_only_four() -> None:
    game = Game(Rules("4x4/12", ruleset="article"), seed=1)
    assert game.open(0, 0).status is Status.WON
    assert shown(game) == "02.. 25.. .... ...."


def test_b3_2_laying_near_saturation_ends() -> None:
    minefield = Minefield.lay(Rules("1000x1000/999999"), 1, (3, 4))
    assert minefield.level.mines == 999_999
    assert not minefield.is_mine(3, 4)


def test_b3_3_a_hidden_mine_looks_like_any_hidden_cell() -> None:
    game = game_on(".*..*", "article")
    game.open(0, 0)
    assert {game.board[0, col] for col in range(1, 5)} == {CellState.HIDDEN}


def test_b3_4_a_cell_is_in_the_flood_once() -> None:
    delta: Delta = Game(Rules("40x40/1", ruleset="article"), seed=1).open(20, 20)
    assert max(Counter(changed(delta)).values()) == 1


def test_b3_5_the_closing_example_wins_at_once_in_7_of_66_layouts() -> None:
    zone = {(3, 0), *around(4, 4, 3, 0)}
    free = [(row, col) for row in range(4) for col in range(4) if (row, col) not in zone]
    endings: Counter[Status] = Counter()
    for mines in combinations(free, 2):
        minefield = Minefield.from_mines(4, 4, mines)
        game = Game(Rules(minefield.level, ruleset="article"), layout=FixedLayout(minefield))
        endings[game.open(3, 0).status] += 1
    assert endings == {Status.WON: 7, Status.PLAYING: 59}


def test_b3_5_the_next_line_of_the_closing_example_is_an_error_and_no_crash() -> None:
    lines = dialogue(session_on("**.. .... .... ...."), "r 3 0", "f 0 1", "s")
    assert lines[-2] == "error: the game is over: won"
    assert lines[-1].startswith("won, 0 squares to open")


def test_b3_6_the_centre_is_not_its_own_neighbour() -> None:
    minefield = Minefield.from_text("*.. .*. ...")
    assert (minefield.number(0, 0), minefield.number(1, 1)) == (1, 1)
    assert Minefield.from_text("*..").number(0, 0) == 0
