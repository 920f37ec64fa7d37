"""Exact odds, through the Python call, next to ms_toollib on the same positions in the same run.

    .venv/bin/python bench/odds.py [--repeats N]

Microseconds per call, the least of some repeats for each position. ms_toollib (from the package index) is given its
own form of the board; its whole call is measured, as ours is.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING

from timing import least_wall, spread

from sapper import Board, Level, Minefield, Rules, odds

if TYPE_CHECKING:
    from collections.abc import Callable

DATA = Path(__file__).parents[1] / "tests" / "data" / "positions_expert.json.gz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=30, help="of each of our calls (default: 30)")
    repeats = parser.parse_args().repeats
    peer = toollib()
    if peer is None:
        print("ms_toollib is not installed (pip install ms_toollib): ours alone")
    with gzip.open(DATA) as file:
        positions = json.load(file)["positions"]
    for kind in ("mid", "end", "hard"):
        chosen = [position for position in positions if position["kind"] == kind]
        ours, theirs = [], []
        for position in chosen:
            board = Board.parse("\n".join([f"30x16/{position['mines']}", *position["rows"]]))
            ours.append(least_wall(lambda board=board: odds(board), repeats))  # type: ignore[misc]
            if peer and kind != "hard":
                # 10 is a covered cell there.
                cells = [[10 if symbol == "#" else int(symbol) for symbol in row] for row in position["rows"]]
                call = lambda cells=cells: peer(cells, 99.0)  # noqa: E731
                theirs.append(least_wall(call, max(repeats // 6, 2)))
        print(f"{kind:>4} ({len(chosen)}), sapper:     {spread(ours)}")
        if theirs:
            ratio = sum(theirs) / sum(ours)
            print(f"{kind:>4} ({len(chosen)}), ms_toollib: {spread(theirs)}  sapper is {ratio:.0f} times faster")
    large()


def toollib() -> Callable[[list[list[int]], float], object] | None:
    try:
        from ms_toollib import cal_probability_onboard
    except ImportError:
        return None
    peer: Callable[[list[list[int]], float], object] = cal_probability_onboard
    return peer


def large() -> None:
    """Answer a half-played board of a million cells at 16 %."""
    level = Level(1000, 1000, 160_000)
    field = Minefield.lay(Rules(level), "bench", (500, 500))
    cells = bytearray([9]) * level.cells
    for cell in range(level.cells):
        row, col = divmod(cell, 1000)
        if cell * 7919 % 100 < 50 and not field.is_mine(row, col):
            cells[cell] = field.number(row, col)
    board = Board.from_bytes(level, bytes(cells))
    print(f"1000x1000 at 16 %, half played: {least_wall(lambda: odds(board), 3):.3f} s")


if __name__ == "__main__":
    main()
