"""Steps per second of the environments, next to Jumanji, ms_toollib and a plain loop over `Game` in the same run.

    .venv/bin/python bench/env.py [--jumanji PYTHON]

Everybody plays a random closed cell on every board, new games included, on one core, and gets every board after every
step. The policy's time counts. Steps per second of processor time, the best of some rounds in turns. Jumanji may be
installed elsewhere: PYTHON is then the interpreter that has it (pip install jumanji). A step of Jumanji opens one cell
and never an area, and its first click may be a mine; it is measured on the processor, though it is made for others.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    #: Plays some steps on some boards, and returns how many it played.
    Run = Callable[[], int]

ROUNDS = 5
FLOOR = 1_500_000  # steps per second of the fleet on 1024 expert boards
LEVELS = {"30x16/99": (30, 16, 99), "10x10/10": (10, 10, 10)}


def fleet(level: str, boards: int) -> Run:
    from sapper.env import Fleet

    playing = Fleet(level, boards, 1)
    steps = max(200_000 // boards, 1)

    def run() -> int:
        for _ in range(steps):
            playing.step(playing.random_actions())
        return steps * boards

    return run


def vector(level: str, boards: int, **options: Any) -> Run:
    """Step Gymnasium's vector environment over the fleet."""
    from gymnasium.vector import AutoresetMode

    from sapper.env import SapperVectorEnv

    environment = SapperVectorEnv(boards, level, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    environment.reset(seed=1)
    steps = max((10_000 if options.get("odds") else 100_000) // boards, 1)

    def run() -> int:
        for _ in range(steps):
            environment.step(environment.fleet.random_actions())
        return steps * boards

    return run


def single(level: str, _: int, **options: Any) -> Run:
    """Step Gymnasium's single environment."""
    import numpy as np

    from sapper.env import SapperEnv

    environment = SapperEnv(level, **options)
    random = np.random.default_rng(1)

    def run() -> int:
        _, info = environment.reset(seed=1)
        for _ in range(3000):
            closed = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = environment.step(closed[random.integers(len(closed))])
            if over:
                _, info = environment.reset()
        return 3000

    return run


def plain(level: str, _: int) -> Run:
    """Play with `Game`, in a plain loop."""
    from sapper import Game, Rules

    rules, random = Rules(level), Random(1)
    width, cells = rules.level.width, rules.level.cells

    def run() -> int:
        game, seed = Game(rules, 0), 0
        for _ in range(5000):
            seen = game.board.to_bytes()
            cell = random.randrange(cells)
            while seen[cell] != 9:
                cell = random.randrange(cells)
            game.open(*divmod(cell, width))
            if game.status.is_over:
                seed += 1
                game = Game(rules, seed)
        return 5000

    return run


def toollib(level: str, _: int) -> Run:
    """Play with ms_toollib: its boards with an opening, its clicks, its board after every step."""
    from ms_toollib import MinesweeperBoard, laymine_op

    width, height, mines = LEVELS[level]
    random = Random(1)

    def run() -> int:
        game, seen = None, []
        for _ in range(2000):
            row, col = random.randrange(height), random.randrange(width)
            while game is not None and seen[row][col] != 10:
                row, col = random.randrange(height), random.randrange(width)
            if game is None:
                game = MinesweeperBoard(laymine_op(height, width, mines, row, col))
            game.step("lc", (row, col))
            game.step("lr", (row, col))
            seen = game.game_board
            if game.game_board_state in (3, 4):
                game = None
        return 2000

    return run


def jumanji(level: str, boards: int) -> dict[str, Run]:
    """Play with Jumanji: one compiled call for each step, and one for 50 steps."""
    import jax
    from jumanji.environments import Minesweeper
    from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
    from jumanji.wrappers import AutoResetWrapper, VmapWrapper

    width, height, mines = LEVELS[level]
    generator = UniformSamplingGenerator(num_rows=height, num_cols=width, num_mines=mines)
    environment: Any = VmapWrapper(AutoResetWrapper(Minesweeper(generator=generator)))

    def step(carry: Any, _: Any) -> Any:
        state, observed, key = carry
        key, own = jax.random.split(key)
        mask = observed.action_mask.reshape(boards, -1)
        cells = jax.random.categorical(own, jax.numpy.where(mask, 0.0, -jax.numpy.inf))
        state, timestep = environment.step(state, jax.numpy.stack([cells // width, cells % width], axis=1))
        return (state, timestep.observation, key), timestep.reward.sum()

    steps = max(8192 // boards, 4)
    keys = jax.random.split(jax.random.PRNGKey(1), boards)
    state, timestep = jax.jit(environment.reset)(keys)
    begin = (state, timestep.observation, jax.random.PRNGKey(2))
    one, many = jax.jit(step), jax.jit(lambda carry: jax.lax.scan(step, carry, None, length=steps))
    jax.block_until_ready((one(begin, None), many(begin)))

    def call_by_call() -> int:
        carry = begin
        for _ in range(steps):
            carry, _ = jax.block_until_ready(one(carry, None))
        return steps * boards

    def at_once() -> int:
        jax.block_until_ready(many(begin))
        return steps * boards

    return {"Jumanji, a call per step": call_by_call, "Jumanji, steps inside one call": at_once}


def best(runs: dict[str, Run], rounds: int) -> dict[str, float]:
    """Return the most steps per second of processor time of each, over rounds in turns."""
    rates = dict.fromkeys(runs, 0.0)
    for _ in range(rounds):
        for name, run in runs.items():
            started = time.process_time()
            steps = run()
            rates[name] = max(rates[name], steps / (time.process_time() - started))
    return rates


def elsewhere(python: str, level: str, boards: int) -> dict[str, float] | str:
    """Return Jumanji's rates, measured by the interpreter that has it, or why there are none."""
    command = [python, __file__, "--peer", level, "--boards", str(boards)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return done.stderr.strip().splitlines()[-1]
    rates: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return rates


def measure(level: str, boards: int, python: str) -> None:
    print(f"{level}, {boards} boards")
    peers: dict[str, Callable[[str, int], Run]] = {
        "fleet": fleet,
        "vector environment, copies": vector,
        "vector environment, views": partial(vector, copy=False),
        "the same, planes": partial(vector, observation="planes"),
        "the same, odds": partial(vector, odds=True),
        "single environment": single,
        "the same, planes and odds": partial(single, observation="planes", odds=True),
        "plain loop over Game": plain,
        "ms_toollib": toollib,
    }
    runs, missing = {}, []
    for name, make in peers.items():
        try:
            runs[name] = make(level, boards)
        except ImportError as error:
            missing.append(f"  {name} is not measured: {error}")
    rates = best(runs, ROUNDS)
    theirs = elsewhere(python, level, boards)
    if isinstance(theirs, str):
        missing.append(f"  Jumanji is not measured (pip install jumanji, or --jumanji PYTHON): {theirs}")
    else:
        rates |= theirs
    for name, rate in rates.items():
        print(f"  {name:32}{rate:12,.0f} steps/s{rates['fleet'] / rate:9,.1f} times slower than the fleet")
    print("\n".join(missing), end="\n" if missing else "")
    if (level, boards) == ("30x16/99", 1024):
        print(f"  the fleet is at {rates['fleet'] / FLOOR:.2f} of its floor of {FLOOR:,} steps/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jumanji", default=sys.executable, metavar="PYTHON", help="an interpreter that has Jumanji")
    parser.add_argument("--boards", type=int, default=1024, help="how many at once (default: 1024)")
    parser.add_argument("--peer", metavar="LEVEL", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if asked.peer:
        print(json.dumps(best(jumanji(asked.peer, asked.boards), ROUNDS)))
        return
    for level in LEVELS:
        measure(level, asked.boards, asked.jumanji)


if __name__ == "__main__":
    main()
