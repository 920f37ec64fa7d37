"""The engine at every size: laying, counting, opening and playing, next to numpy in the same run.

make bench, or .venv/bin/python bench/engine.py [--small]
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from timing import least_cpu

from sapper import Action, Board, Game, Level, Minefield, Rules, _kernel
from sapper.seed import Seed


def lay_with_numpy(side: int, mines: int) -> np.ndarray:
    random = np.random.default_rng(1)
    field = np.zeros((side + 2, side + 2), np.uint8)
    inner = np.zeros(side * side, np.uint8)
    inner[random.choice(side * side, mines, replace=False)] = 1
    field[1:-1, 1:-1] = inner.reshape(side, side)
    counts = np.zeros((side, side), np.uint8)
    for row in range(3):
        for col in range(3):
            if (row, col) != (1, 1):
                counts += field[row : row + side, col : col + side]
    return counts


def laying(side: int, repeats: int) -> None:
    cells = side * side
    for density in (0.05, 0.20, 0.50):
        mines = int(cells * density)
        seed = Seed.of("bench").bits
        ours = least_cpu(lambda: _kernel.Minefield.lay(side, side, mines, seed, []), repeats)  # noqa: B023
        theirs = least_cpu(lambda: lay_with_numpy(side, mines), max(repeats // 3, 1))  # noqa: B023
        print(
            f"lay + count {cells:.0e} cells at {density:.0%}: {ours / cells * 1e9:5.2f} ns per cell, "
            f"numpy {theirs / cells * 1e9:6.2f}, {theirs / ours:5.1f} times faster"
        )


def opening(side: int, repeats: int) -> None:
    level = Level(side, side, side * side // 20)
    middle = (side // 2, side // 2)
    field = Minefield.lay(Rules(level), "bench", middle)
    start = middle[0] * side + middle[1]
    best, opened, size = float("inf"), 0, 0
    for _ in range(repeats):
        board = Board(level)
        started = time.process_time()
        changes = board._cells.open(field._truth, [start], False, True)
        best = min(best, time.process_time() - started)
        opened, size = len(changes), changes.nbytes
    print(
        f"open {opened / level.cells:.1%} of {level.cells:.0e} cells at 5%: {best / opened * 1e9:5.2f} ns "
        f"per opened cell, the delta {size / opened:.2f} bytes per cell"
    )


def playing(games: int) -> None:
    rules = Rules("expert")
    fields = [Minefield.lay(rules, seed, (8, 15)) for seed in range(games)]
    scripts = []
    for field in fields:
        mines = field.mines()
        flags = [Action("flag", *mine) for mine in mines]
        opens = [Action("open", row, col) for row in range(16) for col in range(30) if not field.is_mine(row, col)]
        scripts.append([Action("open", 8, 15), *flags, *opens])
    played = 0

    def play() -> None:
        nonlocal played
        played = 0
        for seed, script in enumerate(scripts):
            game = Game(rules, seed)
            for action in script:
                game.play(action)
                played += 1
                if game.status.is_over:
                    break
            assert game.status == "won"

    seconds = least_cpu(play, 3)
    print(f"actions through Game on an expert board: {played / seconds:,.0f} per second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="leave out the boards of 10^8 cells")
    sides = [(1_000, 9)] if parser.parse_args().small else [(1_000, 9), (10_000, 3)]
    for side, repeats in sides:
        laying(side, repeats)
    for side, repeats in [(100, 200), *sides]:
        opening(side, repeats)
    playing(100)


if __name__ == "__main__":
    main()
