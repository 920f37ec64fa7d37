"""`sapper evaluate`: its figures, its protocol, and policies of files."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import pytest

from sapper import Rules, __version__, simulate
from sapper.cli import main

if TYPE_CHECKING:
    from collections.abc import Generator
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
        ("{file}:lost", "the policy failed in game 0, mine.py line 9: KeyError"),
    ],
)
def test_errors_say_what_is_allowed(
    name: str, sentence: str, policies: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", name.format(file=policies), *SMALL]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("form", [(), ("--json",), ("--against", "random")])
def test_an_interrupted_evaluation_prints_no_figure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    file = tmp_path / "stopped.py"
    file.write_text("def choose(board):\n    raise KeyboardInterrupt\n", "utf-8")
    for policy in (f"{file}:choose", "best"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sapper.commands.solving.evaluate.progress_bar", lambda games, unit: stopped)
            assert main(["evaluate", policy, "--level", "8x8/10", "--games", "500", *form]) == 130
        assert capsys.readouterr().out == ""


def stopped(done: int) -> None:
    """Press Ctrl+C when the first games are played."""
    raise KeyboardInterrupt


class Stopped:
    """A cluster whose player presses Ctrl+C after some shards."""

    def __init__(self, shards: int) -> None:
        self._shards = shards

    def clock(self) -> tuple[float, float]:
        return 1.0, 1.0

    def play(self, play: Any, games: int, size: int) -> Generator[tuple[int, Any]]:
        for number in range(self._shards):
            yield number * size, play(range(number * size, (number + 1) * size))
        raise KeyboardInterrupt


@pytest.mark.parametrize("shards", [0, 1])
def test_an_interrupted_simulation_on_a_cluster_is_marked_in_every_form(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, shards: int
) -> None:
    monkeypatch.setattr("sapper.commands.solving.simulate.cluster_of", lambda options: nullcontext(Stopped(shards)))
    command = ["simulate", "--level", "8x8/10", "--games", "100000"]
    assert main([*command, "--json"]) == 130
    answer = json.loads(capsys.readouterr().out)
    assert answer["partial"] is True
    assert answer["games"] < 100000
    assert (answer["games"] > 0) == (shards > 0)
    assert main(command) == 130
    assert f"interrupted: {answer['games']} of 100000 games were played" in capsys.readouterr().out
    monkeypatch.setattr("sapper.commands.solving.evaluate.cluster_of", lambda options: nullcontext(Stopped(shards)))
    for form in ((), ("--json",)):
        assert main(["evaluate", "best", "--level", "8x8/10", "--games", "100000", *form]) == 130
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize("threads", ["1", "2"])
def test_a_policy_that_fails_is_named_with_its_line_and_its_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], threads: str
) -> None:
    file = tmp_path / "crash.py"
    file.write_text("def share(board):\n    return 1 / 0\n\n\ndef choose(board):\n    return share(board)\n", "utf-8")
    command = ["evaluate", f"{file}:choose", "--level", "8x8/10", "--games", "100", "--threads", threads]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "the policy failed in game 0, crash.py line 2: ZeroDivisionError: division by zero" in said
    assert "Traceback" not in said
    assert main([*command, "--traceback"]) == 2
    assert "in choose" in capsys.readouterr().err
