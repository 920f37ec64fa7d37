"""`sapper evaluate`: its figures, its protocol, and policies of files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from sapper import Rules, __version__, simulate
from sapper.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SMALL = ["--level", "8x8/10", "--games", "80", "--at", "2,2"]


@pytest.fixture
def policies(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    (tmp_path / "helper.py").write_text("STRENGTH = 'safest'\n")
    file.write_text(
        "from sapper import best_move\n"
        "from helper import STRENGTH\n"
        "def one(board):\n    move = best_move(board, STRENGTH)\n    return move.row, move.col\n"
        "def many(boards):\n    return [one(board) for board in boards]\n"
        "def lost(board):\n    raise KeyError\n"
        "number = 5\n"
    )
    return str(file)


def test_a_function_of_a_file_is_paired_with_a_strength(policies: str, capsys: pytest.CaptureFixture[str]) -> None:
    for options in ([f"{policies}:one"], [f"{policies}:many", "--batch", "16", "--threads", "2"]):
        assert main(["evaluate", *options, *SMALL, "--against", "safest", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["protocol"] == {
            "protocol": 1,
            "sapper": __version__,
            "rules": "modern 8x8/10 v1",
            "first_click": "opening",
            "at": [2, 2],
            "games": 80,
            "seed": "sapper",
            "weighted": False,
        }
        ours, theirs = answer["results"]
        expected = simulate(Rules("8x8/10"), 80, "sapper", "safest", (2, 2))
        assert ours["scores"] == theirs["scores"] == list(expected.scores)
        assert (ours["low"], ours["high"], ours["wins"]) == (expected.low, expected.high, expected.wins)
        assert answer["difference"] == {"games": 80, "mean": 0.0, "standard_error": 0.0}


def test_the_text_names_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "random", *SMALL, "--first-click", "cell", "--against", "fast", "--weighted"]) == 0
    first, counts, *_, gain, protocol = capsys.readouterr().out.splitlines()
    assert first.startswith("random: ")
    assert "needless" in counts
    assert gain.startswith("random over fast, paired on 80 boards: -")
    assert protocol == (
        f"protocol 1, sapper {__version__}: modern 8x8/10 v1 first=cell, first click at 2,2 (cell), "
        "games 0 to 79 of seed 'sapper', weighted"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("clever", "there is no policy 'clever': choose random, safest, fast, best, or write FILE.py:NAME"),
        ("nowhere.py:one", "there is no file nowhere.py"),
        ("{file}:number", "has no function number"),
        ("{file}:nothing", "has no function nothing"),
        ("{file}:lost", "the policy failed in game 0: KeyError"),
    ],
)
def test_errors_say_what_is_allowed(
    name: str, sentence: str, policies: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", name.format(file=policies), *SMALL]) == 2
    assert sentence in capsys.readouterr().err
