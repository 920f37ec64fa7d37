"""Draw how true chances are: the share of mines among cells, against the risk that was stated for them.

python examples/calibration.py --games 2000 --save calibration.png      (needs numpy and matplotlib)

Every closed cell counts, in two kinds of positions: after the first click, and where nothing is certain. A curve on
the diagonal says what it means. A naive estimate is drawn next to the exact odds; replace it by yours.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np

from sapper import Action, Board, Game, Rules, Seed, odds

mpl.use("Agg")

from matplotlib import pyplot as plt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CLASSES = 10


def exact(board: Board) -> Array:
    """Return the exact risk of every cell, NaN where it is open."""
    return np.array(odds(board))


def naive(board: Board) -> Array:
    """Return the mines left over the closed cells, or the largest share of a number next to the cell."""
    cells = np.asarray(board)
    risks = np.where(cells > 8, board.mines_left / max((cells > 8).sum(), 1), np.nan)
    for (row, col), number in board.items():
        if 0 < number <= 8:
            closed = [near for near in board.neighbours(row, col) if board[near] > 8]
            for near in closed:
                risks[near] = max(risks[near], number / len(closed))
    return risks


ESTIMATES = {"exact odds": exact, "naive": naive}


def positions(rules: Rules, games: int, seed: Seed) -> Iterator[tuple[Board, Array]]:
    """Yield boards with their mines: after the first click, and where a game by the safest cells has to guess."""
    for number in range(games):
        game = Game(rules, seed.derive(number))
        game.open(rules.level.height // 2, rules.level.width // 2)
        end = game.copy()
        if not end.status.is_over:
            end.play(Action("resign"))  # shows the mines of the copy
        assert end.minefield is not None
        mines = np.array(end.minefield, np.float64)
        moves = 0
        while not game.status.is_over:
            chances = odds(game.board)
            if moves == 0 or not chances.safe:
                yield game.board, mines
            moves += 1
            game.open(*min(game.board.closed(), key=chances.risk))


def calibration(risks: Array, mines: Array) -> tuple[Array, Array, NDArray[np.int64]]:
    """Return the mean risk, the share of mines and the number of cells of each class that has cells."""
    classes = np.minimum((risks * CLASSES).astype(int), CLASSES - 1)
    counts = np.bincount(classes, minlength=CLASSES)
    some = counts > 0
    sums = [np.bincount(classes, weights, CLASSES)[some] for weights in (risks, mines)]
    return sums[0] / counts[some], sums[1] / counts[some], counts[some]


def draw(curves: dict[str, tuple[Array, Array, NDArray[np.int64]]], file: str) -> None:
    """Draw the curves into a file."""
    figure, axes = plt.subplots(figsize=(5, 5), layout="constrained")
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for name, (said, was, _) in curves.items():
        axes.plot(said, was, marker="o", markersize=4, label=name)
    axes.set(xlabel="stated risk", ylabel="share of mines", xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.legend()
    figure.savefig(file, dpi=110)


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--level", default="16x16/48")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--save", default="calibration.png", metavar="FILE")
    options = parser.parse_args()
    risks: dict[str, list[Array]] = {name: [] for name in ESTIMATES}
    truth: list[Array] = []
    for board, mines in positions(Rules(options.level), options.games, Seed.of(options.seed)):
        closed = np.asarray(board) > 8
        truth.append(mines[closed])
        for name, estimate in ESTIMATES.items():
            risks[name].append(estimate(board)[closed])
    curves = {name: calibration(np.concatenate(risks[name]), np.concatenate(truth)) for name in ESTIMATES}
    for name, (said, was, counts) in curves.items():
        error = float((abs(said - was) * counts).sum() / counts.sum())
        print(f"{name}: {counts.sum()} cells, mean error {error:.4f}")
    draw(curves, options.save)


if __name__ == "__main__":
    main()
