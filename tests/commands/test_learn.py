"""`sapper lesson`, `path`, `train`, `puzzles` and `insights`: what they list, ask, store and refuse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import command_line
import pytest
from own_history import solved

from sapper import Action, Game, Replay, Rules, Seed, odds
from sapper.action import LogEntry
from sapper.coordinates import cell_name
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.learn import shipped
from sapper.learn.path import STEPS
from sapper.learn.puzzles import Puzzle
from sapper.learn.puzzles import shipped as puzzles

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess


def run(folder: Path, *words: str, given: str = "") -> CompletedProcess[str]:
    return command_line.run(*words, "--data", folder, given=given)


@pytest.fixture
def guessed(tmp_path: Path) -> Path:
    """A folder with one game, in which the second opening was a guess though something was certain."""
    game = Game(Rules("8x8/10", layout="no-guess"), "rain")
    game.apply(LogEntry(Action("open", 4, 4), 0, 0, "mouse"))
    chances = odds(game.board)
    assert chances.safe
    cell = next(cell for cell in game.board.closed() if cell not in chances.safe and cell not in chances.mines)
    game.apply(LogEntry(Action("open", *cell), 900, 0, "mouse"))
    if not game.status.is_over:
        game.apply(LogEntry(Action("resign"), 1000, 0, "mouse"))
    with open_store(tmp_path / "games.db") as store:
        import_replay(store, Replay.of(game, Seed.of("rain"), played_at=1_700_000_000), "imported")
    return tmp_path


def test_lessons_are_listed_with_how_far_one_is(tmp_path: Path) -> None:
    listed = run(tmp_path, "lesson").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(shipped.NAMES)
    assert "0/5" in listed[0]
    run(tmp_path, "lesson", "two-minutes", given="D4\nq\n")
    assert "1/5" in run(tmp_path, "lesson").stdout.splitlines()[0]


def test_lessons_are_in_the_language_of_the_player(tmp_path: Path) -> None:
    assert "Der Chord" in run(tmp_path, "--language", "de", "lesson").stdout
    asked = run(tmp_path, "--language", "ja", "lesson", "two-minutes", given="D4\nq\n").stdout
    assert "盤面には地雷が隠れています。" in asked
    assert "1/5" in run(tmp_path, "lesson").stdout.splitlines()[0]


def test_puzzles_are_cut_out_of_own_games_asked_and_exported(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        import_replay(store, solved(STEPS[5].boards[0]), "imported")
    lines = run(tmp_path, "puzzles", "--from", "own", "--export").stdout.splitlines()
    made = [json.loads(line) for line in lines]
    assert made
    assert all(one["numbers"] and one["squares"] and one["proof"] for one in made)
    asked = run(tmp_path, "puzzles", "--from", "1", "--text", given="s\n" * len(made)).stdout
    assert asked.count("Puzzle, rated") == len(made)
    refused = run(tmp_path, "puzzles", "--from", "own", "--rush")
    assert refused.returncode == 2
    assert "leave out --list and --rush" in refused.stderr


def test_an_author_sees_the_line_the_reason_and_the_minefield(tmp_path: Path) -> None:
    file = tmp_path / "own.lesson"
    text = shipped.text_of("one-one")
    file.write_text(text, "utf-8")
    assert run(tmp_path, "lesson", "check", str(file)).returncode == 0
    file.write_text(text.replace("safe: D2", "safe: A1"), "utf-8")
    wrong = run(tmp_path, "lesson", "check", str(file))
    assert wrong.returncode == 1
    assert f"{file}:9: A1 is not proven safe" in wrong.stdout
    assert "\n*" in wrong.stdout
    assert run(tmp_path, "lesson", str(file), given="s\ns\ns\n").stdout.startswith("The 1-1")


@pytest.mark.parametrize(
    "words",
    [
        ("lesson", "nothing-like-it"),
        ("lesson", "check"),
        ("lesson", "chord", "flags"),
        ("path", "13"),
        ("path", "first"),
        ("train", "magic"),
        ("puzzles", "magic"),
        ("puzzles", "--make", "0"),
        ("insights", "--since", "yesterday"),
    ],
)
def test_what_makes_no_sense_is_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    refused = run(tmp_path, *words)
    assert refused.returncode != 0
    assert len(refused.stderr.splitlines()) == 1
    assert refused.stderr.startswith("sapper: ")


def test_the_path_lists_its_steps_and_a_win_counts(tmp_path: Path) -> None:
    listed = run(tmp_path, "path").stdout
    assert "next" in listed.splitlines()[0]
    assert "0 of 36 stars" in listed
    board = STEPS[0].boards[0]
    field = board.minefield()
    safe = [cell for cell in Game(board.rules, board.seed).board if not field.is_mine(*cell)]
    lines = "".join(f"r {cell_name(*cell)}\n" for cell in safe)
    played = run(tmp_path, "path", "next", "--text", given=lines)
    assert "Step 1, 5x5/3" in played.stdout
    after = run(tmp_path, "path").stdout.splitlines()
    assert "next" not in after[0]
    assert "next" in after[1]
    assert "0 of 36" not in after[-1]


def test_a_guess_is_trained_until_the_schedule_lets_it_rest(guessed: Path) -> None:
    assert "1 / 1" in run(guessed, "train", "--list").stdout
    asked = run(guessed, "train", given="none\nh\np\nq\n").stdout
    assert "You guessed here." in asked
    assert "Something is certain here." in asked
    game = run(guessed, "train", given="q\n").stdout
    assert game.count("Find a square you can prove safe.") == 1
    squares = "".join(f"{cell_name(row, col)}\n" for row in range(8) for col in range(8))
    assert "Comes back in 1 day." in run(guessed, "train", given=squares).stdout
    assert run(guessed, "train", given="").stdout.startswith("Nothing is due.")


def test_insights_are_a_table_and_data_that_names_positions(guessed: Path, tmp_path: Path) -> None:
    assert "100 %" in run(guessed, "insights").stdout
    (one,) = json.loads(run(guessed, "insights", "--json").stdout)
    assert (one["seen"], one["missed"], len(one["positions"])) == (1, 1, 1)
    assert run(guessed, "insights", "expert").stdout == "There are no games to look at yet.\n"
    assert run(guessed, "insights", "--device", "touch").stdout == "There are no games to look at yet.\n"


def test_puzzles_are_rated_made_and_exported(tmp_path: Path) -> None:
    before = run(tmp_path, "puzzles", "--list").stdout
    assert before.startswith("Your rating is 1500? after 0 puzzles.")
    cells = "".join(f"{kind}{cell_name(row, col)}\n" for kind in ("", "f ") for row in range(9) for col in range(9))
    played = run(tmp_path, "puzzles", "1-1", given=cells)
    assert "Your rating: " in played.stdout
    assert "after 0 puzzles" not in run(tmp_path, "puzzles", "--list").stdout
    made = run(tmp_path, "puzzles", "1-1", "--make", "12", "--seed", "rain").stdout
    assert made == run(tmp_path, "puzzles", "1-1", "--make", "12", "--seed", "rain").stdout
    assert made.count(" 1-1 safe\n") == 12
    assert all(str(Puzzle.parse(line)) == line for line in made.splitlines())
    exported = [json.loads(line) for line in run(tmp_path, "puzzles", "hole", "--export").stdout.splitlines()]
    assert len(exported) == sum(puzzle.technique == "hole" for puzzle in puzzles())
    assert all(one["proof"].endswith(".") and one["numbers"] and one["squares"] for one in exported)


def test_rush_is_a_series_of_single_answers(tmp_path: Path) -> None:
    given = "s\n" * 3
    played = run(tmp_path, "puzzles", "--rush", "--seed", "rain", given=given).stdout
    assert "lives 1" in played
    assert played.endswith("0 solved. Your best is 0.\n")
