"""The pace of people, fitted to videos, and how the solver plays at it: as an opponent in rooms.

    .venv/bin/python bench/opponent_pace.py VIDEO... [--games N]

For every opening of the videos but the first: the time since the one before, the distance in cells, and the grade of
the easiest reasoning that makes it safe. Least squares of the logarithm of the time on the logarithm of 1 + distance
and the grade, with a pace for each video. Then no-guess games of each strength: the share that is won, the median time
and 3BV/s, and the processor time of a move.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import numpy as np

from sapper import Game, Rules, Seed, _kernel
from sapper.analysis.metrics import measure
from sapper.analysis.opponent import GRADES, SKILLS, think
from sapper.formats import read_replay

LEVELS = ("beginner", "intermediate", "expert")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("videos", nargs="*", type=Path, help="files of won games")
    parser.add_argument("--games", type=int, default=60, help="of each level and strength (default: 60)")
    arguments = parser.parse_args()
    if arguments.videos:
        fit(arguments.videos)
    for level in LEVELS:
        for name in SKILLS:
            simulate(level, name, arguments.games)


def fit(videos: list[Path]) -> None:
    """Print the fit of the times between openings."""
    samples = [(number, *one) for number, video in enumerate(videos) for one in openings(video)]
    paces = np.array([[float(sample[0] == number) for number in range(len(videos))] for sample in samples])
    others = np.array([[math.log(1 + away), grade] for _, _, away, grade in samples])
    times = np.log([seconds for _, seconds, _, _ in samples])
    columns = np.hstack([paces, others])
    found = np.linalg.lstsq(columns, times, rcond=None)[0]
    rest = times - columns @ found
    for video, pace in zip(videos, np.exp(found[: len(videos)]), strict=True):
        print(f"{video.name:24} pace {pace:.3f} s")
    explained = 1 - rest.var() / times.var()
    print(f"{len(samples)} openings: (1 + distance)^{found[-2]:.2f}, {found[-1]:.2f} a grade, spread {rest.std():.2f}")
    print(f"{explained:.0%} of the variance explained")


def openings(video: Path) -> list[tuple[float, float, int]]:
    """Return seconds, distance and grade of every opening that was safe by reasoning, but the first."""
    replay = read_replay(video.read_bytes()).replay
    game = replay.after(0)
    last: tuple[int, int, int] | None = None
    found = []
    for entry in replay.entries:
        before = game.board.copy()
        game.apply(entry)
        opened = {cell for cell in game.board if before[cell] > 8 and game.board[cell] <= 8}
        if not opened:
            continue
        row, col, at = entry.action.row, entry.action.col, entry.at
        grade = grade_of(before, opened)
        if last is not None and grade is not None and at > last[2]:
            found.append(((at - last[2]) / 1000, math.hypot(row - last[0], col - last[1]), grade))
        last = row, col, at
    return found


def grade_of(board: object, opened: set[tuple[int, int]]) -> int | None:
    """Return the grade of the easiest conclusion that one of the cells is safe."""
    conclusions = _kernel.conclude(board._cells, _kernel.Grade.FULL).conclusions  # type: ignore[attr-defined]
    safe = (one for one in conclusions if one.safe and any(tuple(cell) in opened for cell in one.cells))
    return next((GRADES[one.grade] for one in safe), None)


def simulate(level: str, name: str, games: int) -> None:
    """Print how a strength plays."""
    random, rules = Random(5), Rules.parse(f"modern {level} layout=no-guess")
    times, speeds, moves, spent = [], [], 0, 0.0
    for number in range(games):
        game = Game(rules, Seed.of(f"opponent{number}"))
        last, seconds = (rules.level.height // 2, rules.level.width // 2), 0.0
        game.open(*last)
        while not game.status.is_over:
            began = process_time()
            thought = think(game.board, SKILLS[name], random.random, last)
            spent += process_time() - began
            assert thought is not None
            last, seconds, moves = thought.cell, seconds + thought.seconds, moves + 1
            game.open(*last)
        if game.is_won:
            times.append(seconds)
            speeds.append(measure(game.minefield, with_zini=False).bbbv / seconds)
    won = len(times) / games
    print(
        f"{level:12} {name:6} won {won:.0%}, {median(times):.0f} s, {median(speeds):.2f} 3BV/s, "
        f"{spent / moves * 1000:.2f} ms of processor a move"
    )


if __name__ == "__main__":
    main()
