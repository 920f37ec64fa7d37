"""Whole games in the kernel: the same as through `Game`, whatever the threads, with honest intervals."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from waiting import PATIENCE

from sapper import Game, Rules, RulesError, Seed, _kernel, best_move, simulate
from sapper.analysis.simulation import Difference, wilson

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("first", ["any", "top-left", "cell", "opening"])
@pytest.mark.parametrize("strength", ["safest", "fast"])
def test_the_kernel_plays_the_games_that_game_plays(first: str, strength: str) -> None:
    rules = Rules("8x8/12", first=first)
    seed = Seed.of("same")
    scores = simulate(rules, 20, seed, strength, (2, 3)).scores
    for index, score in enumerate(scores):
        game = Game(rules, Seed(_kernel.derive_seed(seed.bits, index)))
        game.open(2, 3)
        while not game.status.is_over:
            move = best_move(game.board, strength)
            game.open(move.row, move.col)
        assert (game.status == "won") == (score == 1)


@pytest.mark.parametrize("weighted", [False, True])
def test_the_result_does_not_depend_on_the_threads(weighted: bool) -> None:
    runs = [simulate(Rules("9x9/10"), 200, 1, "fast", (2, 2), threads, weighted=weighted) for threads in (1, 2, 4)]
    assert len({(run.score, run.low, run.guesses, tuple(run.losses.items())) for run in runs}) == 1


def test_wins_and_losses_add_up() -> None:
    run = simulate(Rules("intermediate", first="cell"), 300, 5, "fast")
    assert run.games == 300
    assert run.wins is not None
    assert run.rate + sum(run.losses.values()) == pytest.approx(1)
    assert run.low < run.rate < run.high


def test_weighted_games_estimate_the_same_rate_with_less_spread() -> None:
    plain = simulate(Rules("9x9/10", first="cell"), 3000, "a", "fast")
    weighted = simulate(Rules("9x9/10", first="cell"), 3000, "b", "fast", weighted=True)
    assert weighted.wins is None
    assert weighted.rate == pytest.approx(plain.rate, abs=5 * (plain.high - plain.low) / 4)
    assert weighted.high - weighted.low < 0.8 * (plain.high - plain.low)


def test_two_strengths_meet_the_same_boards() -> None:
    one = simulate(Rules("9x9/10"), 200, 3, "fast", (2, 2))
    assert Difference(one, simulate(Rules("9x9/10"), 200, 3, "fast", (2, 2))).mean == 0
    gain = Difference(one, simulate(Rules("9x9/10"), 200, 3, "safest", (2, 2)))
    assert gain.games == 200
    assert abs(gain.mean) < 0.2


def test_strength_pays() -> None:
    rules = Rules("expert")
    safest, fast = (simulate(rules, 600, 9, strength, (3, 3), 2, weighted=True) for strength in ("safest", "fast"))
    gain = Difference(safest, fast)
    assert gain.mean > 2 * gain.error


def test_wilson_intervals() -> None:
    assert list(wilson(0, 10)) == pytest.approx([0.0, 0.2775], abs=1e-4)
    assert list(wilson(10, 10)) == pytest.approx([0.7225, 1.0], abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("games", "first", "threads"), [(0, (0, 0), 1), (-1, (0, 0), 1), (1, (8, 0), 1), (1, (0, -1), 1), (1, (0, 0), 0)]
)
def test_impossible_series_are_refused(games: int, first: tuple[int, int], threads: int) -> None:
    with pytest.raises(RulesError, match=r"^[^\n]+$"):
        simulate(Rules("beginner"), games, 1, "fast", first, threads)


@pytest.mark.parametrize("rule", ["lives=3", "layout=no-guess", "completion=mark", "assists=auto-flag"])
def test_rules_that_are_not_played_are_refused(rule: str) -> None:
    with pytest.raises(RulesError, match=f"not {rule.partition('=')[0]}="):
        simulate(Rules.parse(f"8x8/10 {rule}"), 1, 1)


COMMAND = [sys.executable, "-m", "sapper", "simulate", "--level", "9x9/10"]


def test_the_command_prints_one_object() -> None:
    command = [*COMMAND, "--first-click", "opening", "--at", "2,2", "--games", "50", "--seed", "S", "--json"]
    done = subprocess.run([*command, "--strength", "best", "--threads", "2"], capture_output=True, check=True)
    found = json.loads(done.stdout)
    assert (found["games"], found["partial"]) == (50, False)
    assert found["low"] <= found["rate"] == found["wins"] / 50 <= found["high"]
    assert found["cpu_ms_per_game"] > 0


def test_the_command_compares_two_strengths() -> None:
    done = subprocess.run([*COMMAND, "--games", "60", "--compare", "safest", "fast"], capture_output=True, check=True)
    assert b"fast over safest, paired on 60 boards: " in done.stdout


def allow_interrupts() -> None:
    """Undo what a shell does to programs in the background: they ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_an_interrupt_prints_what_there_is() -> None:
    terminal, stderr = os.openpty()  # the progress is shown only on a terminal
    process = subprocess.Popen(
        [*COMMAND, "--games", "100000000", "--json"],
        stdout=subprocess.PIPE,
        stderr=stderr,
        preexec_fn=allow_interrupts,
    )
    os.close(stderr)
    shown = b""
    while not re.search(rb"\] [1-9]", shown):
        shown += os.read(terminal, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    with contextlib.suppress(OSError):  # at its end a terminal raises
        while more := os.read(terminal, 4096):
            shown += more
    os.close(terminal)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["partial"]
    assert 0 < found["games"] < 100_000_000
    assert b"Traceback" not in shown
