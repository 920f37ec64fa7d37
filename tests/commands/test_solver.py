"""`sapper odds`, `sapper move` and `sapper solve` as programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from command_line import run

if TYPE_CHECKING:
    from pathlib import Path

BOARD = "4x2/2\n11..\n....\n"  # one mine below the ones, one in the last column


def test_odds_as_json_one_object_per_board() -> None:
    done = run("odds", "--json", given=BOARD + "\n\n" + BOARD)
    one, two = map(json.loads, done.stdout.splitlines())
    assert one == two
    assert one["level"] == "4x2/2"
    assert one["mine"][0] == [None, None, 0.0, 0.5]
    assert one["safe"] == [[0, 2], [1, 2]]
    assert one["mined"] == []
    assert one["log_arrangements"] == pytest.approx(1.386294361)


def test_odds_as_a_board_with_percentages(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    done = run("odds", str(file))
    assert done.stdout.splitlines() == [
        "4x2/2",
        "   1    1   ok  50%",
        " 50%  50%   ok  50%",
        "2 safe (ok), 0 mined (*), 4 arrangements",
    ]


def test_move_prints_why() -> None:
    printed = run("move", given=BOARD).stdout
    assert printed.startswith("open C1 (row 0, column 2): 100 % safe, about ")
    assert printed.endswith(" to win; it is certainly safe\n")
    found = json.loads(run("move", "--json", "--strength", "fast", given=BOARD).stdout)
    assert (found["row"], found["col"], found["why"]) == (0, 2, "certain")


def test_solve_plays_a_game_and_prints_it() -> None:
    done = run("solve", "--level", "beginner", "--seed", "1", "--first", "C3")
    lines = done.stdout.splitlines()
    assert lines[0] == "open C3: the first click"
    assert "8x8/10" in lines
    assert lines[-1].startswith(("won after", "lost after"))
    assert run("solve", "--level", "beginner", "--seed", "1", "--first", "2,2").stdout == done.stdout


def test_solve_marks_the_mines_where_the_rules_ask_for_it() -> None:
    done = run("solve", "--level", "4x4/3", "--seed", "a", "--rule", "completion=both")
    assert "won after" in done.stdout
    assert done.stdout.count("every safe square is open") == 3


def test_a_bad_board_among_others_is_named() -> None:
    done = run("odds", "--json", given=BOARD + "\n3x1/1\n.3.\n")
    assert done.stdout.count("\n") == 1
    assert done.stderr.startswith("sapper: board 2: no minefield explains this board")


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["odds"], "", "there is no board to read"),
        (["odds"], "3x1/1\n.3.", "no minefield explains this board: the 3 at B1"),
        (["odds"], "3x1/1\n.1", "row 1: its number of squares is 2"),
        (["odds"], BOARD + "\nnonsense", "board 2: a diagram begins with its level"),
        (["odds", "no-such-file"], "", "No such file"),
        (["move", "--strength", "divine"], BOARD, "choose safest, fast, best"),
        (["move"], "2x1/1\n1.", "nothing left to choose"),
        (["solve", "--first", "90,90"], "", "off the 30x16 board"),
        (["solve", "--first", "nowhere!"], "", "ROW,COL"),
        (["simulate", "--at", "x"], "", "ROW,COL"),
        (["simulate", "--games", "0"], "", "at least 1 game"),
        (["simulate", "--games", "many"], "", "invalid int value"),
        (["simulate", "--compare", "fast"], "", "expected 2 arguments"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], given: str, message: str) -> None:
    done = run(*arguments, given=given)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "first", "words"),
    [
        ("hint", "opening", "The first click always opens an area: choose any square."),
        ("hint", "", "Nothing is open: what the first click is promised depends on the rules (--first-click)."),
        ("odds", "cell", "The first click is always safe: choose any square."),
        ("move", "opening", "The first click always opens an area: choose any square."),
        ("move", "cell", "open A1 (row 0, column 0): 100 % safe; nothing is open yet"),
    ],
)
def test_before_the_first_click_the_rules_decide(command: str, first: str, words: str) -> None:
    rules = ["--first-click", first] if first else []
    assert words in run(command, *rules, given="8x8/10\n" + "........\n" * 8).stdout


def test_small_counts_are_numbers() -> None:
    assert "2 arrangements" in run("odds", given="3x1/1\n.1.").stdout


def test_stage_0_of_a_hint_is_yes_or_no() -> None:
    assert run("hint", "--stage", "0", given="3x1/1\n.1.").stdout.startswith("Yes: no square is certainly safe")
    assert run("hint", "--stage", "0", given=BOARD).stdout == "No: some square is certainly safe.\n"
