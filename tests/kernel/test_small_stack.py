"""No call of the kernel recurses on a board: every one runs in a thread with a stack of 256 KiB.

Each call runs in a process of its own, so that an overflow fails one test and not the whole run.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.kernel

# Sanitizers put guards around every variable, which takes several times the stack.
STACK = (1024 if os.environ.get("SAPPER_SANITIZED") else 256) * 1024

BOARDS = """
import threading
from sapper import Board, Game, Minefield, Rules, best_move, FixedLayout, generate, hint, odds, prove
from sapper.analysis.proof import grade
from sapper.analysis.best_move import exact_move
from sapper.analysis.odds import OutOfBudget, odds_many

SIDE = 300
EMPTY = ["." * SIDE] * (SIDE - 1)
one_number = Board.parse("\\n".join([f"{SIDE}x{SIDE}/1", ".1" + "." * (SIDE - 2), *EMPTY]))
all_closed = Board.parse("\\n".join(["60x50/1", *["." * 60] * 50]))
# Each `.1.1.` holds one mine or two, and one of them all holds two.
PARTS = 8000
many_parts = Board.parse(f"{6 * PARTS}x1/{2 * PARTS + 1}\\n" + ".1.1.*" * PARTS)
one_mine = Minefield.from_mines(SIDE, SIDE, [(0, 0)])
level = Rules('300x300/1')


def out_of_budget(call):
    try:
        return call()
    except OutOfBudget:
        return None
"""

CALLS = {
    "odds": "assert odds(one_number)[0, 0] == 1 / 5",
    "odds of many boards": "assert len(odds_many([one_number, many_parts], threads=2)) == 2",
    "the best move": "assert best_move(one_number).safe == 1",
    "the exact move": "assert exact_move(one_number).safe == 1",
    "the exact move of a long game": "out_of_budget(lambda: exact_move(all_closed, work=10**8))",
    "the exact move among many parts": "assert out_of_budget(lambda: exact_move(many_parts, arrangements=100)) is None",
    "a hint": "assert hint(one_number).is_certain",
    "a proof": "assert prove(one_mine, (200, 200)).is_complete",
    "a grade": "assert not grade(one_mine, (200, 200)).needs_guess",
    "a no-guess board": "assert generate('300x300/1', (0, 0), 1).minefield.level.mines == 1",
    "an opening": "assert len(Game(level, layout=FixedLayout(one_mine)).open(200, 200)) == SIDE * SIDE - 1",
    "an opening in order": "assert len(list(Game(level, 1).open(200, 200))) == SIDE * SIDE - 1",
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_runs_on_a_small_stack(call: str) -> None:
    script = f"""{BOARDS}
finished = []

def run():
    {CALLS[call]}
    finished.append(True)

threading.stack_size({STACK})
thread = threading.Thread(target=run)
thread.start()
thread.join()
assert finished
"""
    flags = ["-S"] if sys.flags.no_site else []
    ran = subprocess.run([sys.executable, *flags, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, f"exit status {ran.returncode}: {ran.stderr}"
