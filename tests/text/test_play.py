"""The text game reads squares as people write them, and refuses others in the words of its own board."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run
from seeds.play import session_on
from waiting import PATIENCE

from sapper import Minefield
from sapper.formats import write_board
from sapper.text.play import Dialogue

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

pexpect = pytest.importorskip("pexpect")

FIELD = "*... .... ...*"


def said(*lines: str) -> list[str]:
    """Return what the dialogue prints after its first board."""
    out = io.StringIO()
    given = io.StringIO("\n".join(lines) + "\n")
    Dialogue(session_on(FIELD, "modern first=any"), given, out, full=False, prompt=False).run()
    return out.getvalue().splitlines()[7:]


@pytest.mark.parametrize("square", ["0 3", "0,3", "0, 3", "0 ,3", "D1", "d1"])
def test_a_square_is_written_with_a_space_a_comma_or_by_name(square: str) -> None:
    assert said(f"r {square}")[0].startswith("D1=0 ")


@pytest.mark.parametrize(
    ("square", "answer"),
    [
        ("ZZ9", "there is no column ZZ: this board has columns A to D and rows 1 to 3"),
        ("ZZ3", "there is no column ZZ: this board has columns A to D and rows 1 to 3"),
        ("B99", "there is no row 99: this board has columns A to D and rows 1 to 3"),
        ("3,0", "there is no row 3: this board has rows 0 to 2 and columns 0 to 3"),
        ("0 4", "there is no column 4: this board has rows 0 to 2 and columns 0 to 3"),
        ("1,2,3", "this command takes a square: a row and a column from 0, or a name such as C7"),
        ("1,,", "'1' is not a square: write a column and a row such as C7"),
    ],
)
def test_a_square_that_is_not_there_is_refused_in_words(square: str, answer: str) -> None:
    assert said(f"r {square}") == [f"error: {answer}"]


@pytest.mark.parametrize(
    "command", ["r D1", "f A1", "c D1", "m A1", "h", "h?", "why A1", "u", "redo", "odds", "move", "undo"]
)
def test_a_paused_game_names_the_command_that_resumes_it(command: str) -> None:
    assert said("r D1", "p", command)[-1] == "error: the game is paused: type p to resume it"


def test_commands_are_known_by_their_names_too() -> None:
    assert said("open D1") == said("r D1")
    assert said("r D1", "status")[:-1] == said("r D1", "s")[:-1]
    assert said("r D1", "UNDO")[-1] == said("r D1", "u")[-1]


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ("stauts", "there is no command 'stauts': did you mean status? Type help for the commands"),
        ("od", "there is no command 'od': did you mean odds? Type help for the commands"),
        ("xyzzy", "there is no command 'xyzzy': type help for the commands"),
    ],
)
def test_an_unknown_command_names_the_nearest(given: str, answer: str) -> None:
    assert said(given) == [f"error: {answer}"]


def test_odds_and_the_best_move_are_printed_and_count_as_help() -> None:
    assert said("r A3", "odds", "odds A1", "odds A3", "odds B1", "odds D3", "move", "s")[2:] == [
        "This game now counts as hinted: it stays out of the best times.",
        "   *   ok   ok   ok",
        "   1    1    1  50%",
        "   .    .    1  50%",
        "3 safe (ok), 1 mined (*), 2 arrangements",
        "A1 is a mine.",
        "A3 is open.",
        "B1 is safe.",
        "D3 is a mine with a chance of 50 %.",
        "open B1 (row 0, column 1): 100 % safe, about 100 % to win; it is certainly safe",
        "playing, 4 squares to open, 2 mines left, 1 hint, 0.0 s",
    ]


def test_a_new_game_can_be_begun_while_one_is_paused() -> None:
    assert "error" not in " ".join(said("r D1", "p", "n 4x4/3"))


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {"SAPPER_DATA": str(folder), "SAPPER_CONFIG": str(folder), "TERM": "xterm"}


@pytest.mark.skipif(not hasattr(pexpect, "spawn"), reason="there are no pseudo-terminals here")
def test_the_arrow_keys_bring_earlier_lines_back_in_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("readline")
    child = pexpect.spawn(
        sys.executable, ["-m", "sapper", "text", "--seed", "rain"], env=environment(tmp_path), timeout=PATIENCE
    )
    child.expect("> ")
    child.sendline("why D4")
    child.expect("The first click")
    child.expect("> ")
    child.send("\x1b[A\r")
    child.expect("why D4")
    child.expect("> ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def text(*arguments: str, given: str, folder: Path) -> CompletedProcess[str]:
    return run("text", *arguments, given=given, env=environment(folder))


@pytest.mark.parametrize("kind", ["diagram", "tatham", "mbf"])
def test_a_board_of_a_file_is_played_and_not_ranked(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"board.{kind}"
    file.write_bytes(write_board(Minefield.from_text("*.*. .... .... ...."), kind, (3, 3)))
    first = [] if kind == "tatham" else ["--first", "D4"]  # a game id names its first square itself
    done = text("--board", str(file), *first, "--show", "diff", given="r B1; r D1\n", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "4x4/2" in done.stdout.splitlines()[0]
    assert "The game is won." in done.stdout
    assert done.stderr == "sapper: this game is not saved: its board has no seed\n"


def test_a_board_of_a_file_refuses_what_contradicts_it(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("*...\n....\n....\n...*\n")
    for option in (["--level", "expert"], ["--seed", "rain"], ["--no-guess"]):
        done = text("--board", str(file), *option, given="", folder=tmp_path)
        assert done.returncode == 2
        assert "--board brings its own size and mines" in done.stderr
    missing = text("--board", str(tmp_path / "none"), given="", folder=tmp_path)
    assert (missing.returncode, "No such file" in missing.stderr) == (2, True)


def test_several_assists_are_separated_by_commas(tmp_path: Path) -> None:
    assert (
        "assists=auto-flag,auto-open" in text("--rule", "assists=auto-flag,auto-open", given="", folder=tmp_path).stdout
    )
    for given in (
        ["--rule", "assists=auto-flag auto-open"],
        ["--rule", "assists=auto-flag", "--rule", "assists=auto-open"],
    ):
        done = text(*given, given="", folder=tmp_path)
        assert done.returncode == 2
        assert "commas, as in assists=auto-flag,auto-open" in done.stderr.replace("commas as in", "commas, as in")
