"""No-guess boards and hints: milliseconds of processor time, next to the peers in the same run.

    .venv/bin/python bench/generate.py [--boards N]

ms_toollib comes from the package index, Simon Tatham's generator from Debian's sgt-puzzles; what is not installed is
left out. The first click is in the middle; Tatham's program chooses its own.
"""

from __future__ import annotations

import argparse
import gzip
import json
import resource
import shutil
import subprocess
import time
from pathlib import Path
from statistics import mean

from timing import least_wall, spread

from sapper import Board, Level, hint
from sapper.generator import generate_many

SIZES = {"9x9/10": 40, "16x16/40": 10, "30x16/99": 3, "30x16/130": 1, "30x24/200": 1}
DATA = Path(__file__).parents[1] / "tests" / "data" / "positions_expert.json.gz"
TATHAM = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")


def ours(level: Level, boards: int) -> float:
    started = time.process_time()
    made = list(generate_many(level, (level.height // 2, level.width // 2), "bench", boards))
    assert len(made) == boards
    return (time.process_time() - started) / boards


def toollib(level: Level, boards: int) -> float | None:
    try:
        from ms_toollib import laymine_solvable
    except ImportError:
        return None
    if level.density > 0.22:
        return None
    started = time.process_time()
    for _ in range(boards):
        laymine_solvable(level.height, level.width, level.mines, level.height // 2, level.width // 2)
    return (time.process_time() - started) / boards


def tatham(level: Level, boards: int) -> float | None:
    if TATHAM is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wanted = f"{level.width}x{level.height}n{level.mines}"
    subprocess.run([TATHAM, "--generate", str(boards), wanted], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / boards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100, help="of the slowest kind (default: 100)")
    boards = parser.parse_args().boards
    for text, factor in SIZES.items():
        level = Level.parse(text)
        mine = ours(level, boards * factor)
        line = f"{text:>9}: sapper {mine * 1e3:7.3f} ms a board"
        for name, seconds in (
            ("ms_toollib", toollib(level, boards * factor)),
            ("sgt-mines", tatham(level, boards * factor)),
        ):
            line += f", {name} " + (f"{seconds * 1e3:.3f} ({seconds / mine:.1f} times)" if seconds else "-")
        print(line, flush=True)
    hints()


def hints() -> None:
    """Hints with their sentences on expert positions."""
    with gzip.open(DATA) as file:
        positions = json.load(file)["positions"]
    certain: list[float] = []
    guesses: list[float] = []
    for position in positions:
        if position["kind"] == "hard":
            continue
        board = Board.parse("\n".join([f"30x16/{position['mines']}", *position["rows"]]))
        seconds = least_wall(lambda board=board: hint(board), 5)  # type: ignore[misc]
        (certain if hint(board).is_certain else guesses).append(seconds)
    print(f"a hint with its sentence, expert, certain ({len(certain)}): {spread(certain)} microseconds")
    print(f"a hint where a guess is needed ({len(guesses)}): {spread(guesses)}, mean {mean(guesses) * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
