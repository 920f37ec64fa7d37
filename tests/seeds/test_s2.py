"""What the official rules promise, and their slips."""

from __future__ import annotations

import pytest
from seeds.play import WALL, changed, game_on, json_talk, ripple, session_on, shown

from sapper import CellState, Game, GameError, Level, Minefield, Rules, Status
from sapper.rules import RULESETS, Assist

DIAGONAL = "*.... ..... ..... ....."


@pytest.mark.parametrize(
    ("name", "level"),
    [("beginner", Level(8, 8, 10)), ("intermediate", Level(16, 16, 40)), ("expert", Level(30, 16, 99))],
)
def test_s2_1_standard_levels(name: str, level: Level) -> None:
    assert Rules(name, ruleset="official").level == level


def test_s2_2_closed_open_and_marked() -> None:
    game = game_on(".*.", "official")
    game.open(0, 0)
    game.flag(0, 1)
    assert [game.board[0, col] for col in range(3)] == [1, CellState.FLAG, CellState.HIDDEN]


def test_s2_2_at_the_start_all_squares_are_closed() -> None:
    game = Game(Rules(ruleset="official"), seed=1)
    assert set(game.board.to_bytes()) == {CellState.HIDDEN}
    assert len(game.board.to_bytes()) == 64


def test_s2_3_opening_an_open_square_has_no_effect() -> None:
    game = game_on(WALL, "official")
    game.open(0, 1)
    game.flag(0, 2)
    game.flag(1, 2)
    before = game.board.copy()
    assert len(game.open(0, 1)) == 0
    assert (game.board, game.status) == (before, Status.PLAYING)


def test_s2_4_a_marked_square_is_immune_to_opening() -> None:
    game = game_on(".*.", "official")
    game.open(0, 0)
    game.flag(0, 1)
    assert len(game.open(0, 1)) == 0
    assert (game.board[0, 1], game.status) == (CellState.FLAG, Status.PLAYING)


def test_s2_4_a_marked_square_is_immune_to_a_chord() -> None:
    game = game_on("*.. ... ...", "official chord=at-least")
    game.open(0, 1)
    game.flag(0, 0)
    game.flag(1, 2)
    assert set(changed(game.chord(0, 1))) == {(0, 2), (1, 0), (1, 1)}
    assert shown(game) == "F10 11F ..."


def test_s2_4_a_marked_square_is_immune_to_a_cascade() -> None:
    game = game_on(WALL, "official")
    game.flag(2, 1)
    game.open(0, 0)
    assert shown(game) == "02... 03... 0F... 03... 02..."


def test_s2_4_an_unmarked_square_opens_again() -> None:
    game = game_on(".*.", "official")
    game.flag(0, 0)
    game.clear(0, 0)
    game.open(0, 0)
    assert game.board[0, 0] == 1


def test_s2_6_a_mark_is_set_and_removed() -> None:
    session = session_on(".*.", "official")
    for expected in (CellState.FLAG, CellState.HIDDEN, CellState.FLAG):
        session.mark(0, 1, CellState.FLAG)
        assert session.game.board[0, 1] == expected


def test_s2_7_a_chord_opens_all_surrounding_squares() -> None:
    game = game_on(DIAGONAL + " ....*", "official")
    game.open(1, 1)
    game.flag(0, 0)
    assert {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)} <= set(changed(game.chord(1, 1)))
    assert game.board[0, 0] == CellState.FLAG


def test_s2_7_a_chord_cascades() -> None:
    game = game_on(DIAGONAL, "official")
    game.open(1, 1)
    game.flag(0, 0)
    assert game.chord(1, 1).status is Status.WON


def test_s2_9_the_mines_are_not_revealed_during_the_game() -> None:
    game = game_on(WALL, "official")
    with pytest.raises(GameError):
        _ = game.minefield
    game.open(0, 0)
    with pytest.raises(GameError):
        _ = game.minefield
    game.open(0, 2)
    assert game.minefield == Minefield.from_text(WALL)


def test_s2_9_boards_of_different_mines_look_the_same_until_a_difference_is_shown() -> None:
    games = [game_on(rows, "official") for rows in (".*...*.. ........", ".*....*. ........")]
    for game in games:
        game.open(0, 0)
        game.flag(0, 1)
        game.flag(0, 5)
    assert games[0].board == games[1].board
    assert repr(games[0]) == repr(games[1])


def test_s2_9_no_message_to_a_bot_reveals_a_hidden_mine_or_the_seed() -> None:
    session = session_on(WALL, "official")
    session.game.flag(0, 2)
    talk = json_talk(session, {"action": "open", "row": 0, "col": 0}, {"command": "board"})
    assert "*" not in str(talk)
    assert all("seed" not in message for message in talk)
    assert talk[-1]["board"] == ["02F..", "03...", "03...", "03...", "02..."]


def test_s2_10_unrevealed_and_flagged_as_many_as_the_number_flags_the_unrevealed() -> None:
    game = game_on(".*.", "official assists=auto-flag")
    game.open(0, 0)
    assert shown(game) == "1F."


def test_s2_10_more_unrevealed_than_the_number_flags_nothing() -> None:
    game = game_on("*.. ...", "official assists=auto-flag")
    game.open(0, 1)
    assert shown(game) == ".1. ..."


def test_s2_10_flagging_around_is_asked_for_with_a_chord() -> None:
    game = game_on(".*. .*.", "official assists=flag-around")
    game.open(0, 0)
    assert shown(game) == "2.. ..."
    game.open(1, 0)
    assert changed(game.chord(0, 0)) == [(0, 1), (1, 1)]
    assert shown(game) == "2F. 2F."


def test_s2_11_as_many_flags_as_the_number_reveals_the_rest() -> None:
    game = game_on("*... .... .... ...*", "official assists=auto-open")
    game.open(0, 1)
    assert shown(game) == ".1.. .... .... ...."
    game.flag(0, 0)
    assert shown(game) == "F100 1100 0011 001."
    assert game.status is Status.WON


def test_s2_11_too_few_flags_reveal_nothing() -> None:
    game = game_on("*.* ... ...", "official assists=auto-open")
    game.open(0, 1)
    game.flag(0, 0)
    assert shown(game) == "F2. ... ..."


@pytest.mark.parametrize("seed", range(20))
def test_s2_12_a_blank_reveals_its_neighbours_again_and_again(seed: int) -> None:
    rules = Rules("30x16/40", ruleset="official", first="opening")
    cells = changed(Game(rules, seed=seed).open(8, 15))
    assert set(cells) == set(ripple(Minefield.lay(rules, seed, (8, 15)), (8, 15)))


@pytest.mark.parametrize("number", range(1, 9))
def test_s2_13_a_square_shows_how_many_mines_are_next_to_it(number: int) -> None:
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)][:number]
    minefield = Minefield.from_mines(3, 3, places)
    game = Game(Rules(minefield.level, ruleset="official"), layout=lambda rules, first: minefield)
    game.open(1, 1)
    assert game.board[1, 1] == number


def test_b2_1_a_chord_counts_marks_and_not_mines() -> None:
    game = game_on(DIAGONAL, "official")
    game.open(1, 1)
    assert game.board[1, 1] == 1
    assert len(game.chord(1, 1)) == 0
    assert game.board.opened == 1


def test_b2_2_a_click_on_a_satisfied_number_does_nothing_and_a_chord_does() -> None:
    game = game_on(DIAGONAL, "official")
    game.open(1, 1)
    game.flag(0, 0)
    assert len(game.open(1, 1)) == 0
    assert len(game.chord(1, 1)) == 18


@pytest.mark.parametrize("ruleset", RULESETS)
def test_b2_3_assists_are_off_in_every_ruleset(ruleset: str) -> None:
    assert Rules(ruleset=ruleset).assists == frozenset()


@pytest.mark.parametrize("assist", [Assist.AUTO_FLAG, Assist.FLAG_AROUND])
def test_b2_4_a_flagged_square_is_counted_once(assist: Assist) -> None:
    game = game_on("*.* ... ...", f"official assists={assist}")
    game.open(0, 1)
    game.flag(0, 0)
    game.chord(0, 1)
    assert shown(game) == "F2. ... ..."


def test_b2_4_flagged_and_closed_squares_together_make_the_number() -> None:
    game = game_on("*.*.", "official assists=flag-around")
    game.open(0, 1)
    game.flag(0, 0)
    game.chord(0, 1)
    assert shown(game) == "F2F."
