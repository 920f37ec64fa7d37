"""Train a small network to tell mines from safe cells, on one core in minutes, and compare it with the solver.

python examples/learn.py --minutes 3

The network looks at the 24 cells around a closed one and estimates the chance that it is a mine. It learns on a fleet
that it plays itself: it opens the cell that it thinks safest, and where the mines are is the label. Every line shows
how often it wins by the protocol of `sapper evaluate`, next to the solver on the same boards.

python examples/learn.py --minutes 3 --save network.npz
sapper evaluate examples/learn.py:choose --batch 256 --level 9x9/10 --against safest     (reads network.npz)
"""

from __future__ import annotations

import argparse
import os
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from sapper import Board, Rules, evaluate
from sapper.env import Fleet

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float32]

REACH = 2  # cells to each side that the network sees
HIDDEN, OUTSIDE, KINDS = 9, 10, 11  # numbers 0 to 8, closed, off the board
INPUTS = (2 * REACH + 1) ** 2 * KINDS + 1
BOARDS = 64


class Network:
    """Two hidden layers and a logistic output, trained by Adam on the cross entropy."""

    def __init__(self, units: int = 96, seed: int = 1) -> None:
        random = np.random.default_rng(seed)
        sizes = [INPUTS, units, units, 1]
        self.weights: list[Array] = []
        for before, after in pairwise(sizes):
            self.weights.append(random.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32))
            self.weights.append(np.zeros(after, np.float32))
        self._means = [np.zeros_like(weight) for weight in self.weights]
        self._squares = [np.zeros_like(weight) for weight in self.weights]
        self._steps = 0

    def layers(self, inputs: Array) -> list[Array]:
        """Return the inputs, the values of the hidden layers, and the logits."""
        found = [inputs]
        for layer in range(0, len(self.weights), 2):
            values = found[-1] @ self.weights[layer] + self.weights[layer + 1]
            found.append(values if layer + 2 == len(self.weights) else np.maximum(values, 0))
        return found

    def learn(self, inputs: Array, mines: Array, rate: float) -> float:
        """Take one step towards the labels, and return the loss before it."""
        values = self.layers(inputs)
        logits = values[-1][:, 0]
        error = ((1 / (1 + np.exp(-logits)) - mines) / len(mines))[:, np.newaxis].astype(np.float32)
        gradients: list[Array] = []
        for layer in range(len(self.weights) - 2, -1, -2):
            before = values[layer // 2]
            gradients = [before.T @ error, error.sum(axis=0), *gradients]
            if layer:
                error = (error @ self.weights[layer].T) * (before > 0)
        self._steps += 1
        correction = np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for weight, mean, square, gradient in zip(self.weights, self._means, self._squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= (rate * correction * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        return float(np.mean(np.logaddexp(0, logits) - mines * logits))


def features(cells: NDArray[np.uint8], mines: int) -> tuple[NDArray[np.intp], Array]:
    """Return where the closed cells of some boards are (flat), and what the network sees of each."""
    kinds = np.pad(cells, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=OUTSIDE)
    side = 2 * REACH + 1
    windows = np.lib.stride_tricks.sliding_window_view(kinds, (side, side), axis=(1, 2))
    closed = np.flatnonzero(cells == HIDDEN)
    board, row, col = np.unravel_index(closed, cells.shape)
    seen = windows[board, row, col].reshape(len(closed), -1)
    inputs = np.empty((len(closed), INPUTS), np.float32)
    inputs[:, :-1] = np.eye(KINDS, dtype=np.float32)[seen].reshape(len(closed), -1)
    inputs[:, -1] = mines / (cells == HIDDEN).sum(axis=(1, 2))[board]
    return closed, inputs


def safest(network: Network, cells: NDArray[np.uint8], mines: int) -> tuple[NDArray[np.intp], Any, Array]:
    """Return the cell of every board that the network thinks safest, and what it saw of all closed cells."""
    closed, inputs = features(cells, mines)
    risks = np.full(cells.size, np.inf, np.float32)
    risks[closed] = network.layers(inputs)[-1][:, 0]
    return risks.reshape(len(cells), -1).argmin(axis=1), closed, inputs


class Player:
    """The network as a policy: it takes boards and returns cells."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def __call__(self, boards: list[Board]) -> list[tuple[int, int]]:
        """Return the cell of each board that the network thinks safest."""
        level = boards[0].level
        cells = np.frombuffer(b"".join(board.to_bytes() for board in boards), np.uint8)
        chosen, _, _ = safest(self.network, cells.reshape(-1, level.height, level.width), level.mines)
        return [level.cell(int(cell)) for cell in chosen]


def choose(boards: list[Board]) -> list[tuple[int, int]]:
    """Play with the network of network.npz, for `sapper evaluate`."""
    network = Network()
    with np.load("network.npz") as stored:
        network.weights = [stored[name] for name in stored.files]
    return Player(network)(boards)


def train(network: Network, rules: Rules, minutes: float, games: int, report: int) -> None:
    """Train until the time is over, and print a line of the curve now and then."""
    level = rules.level
    start = (level.height // 3, level.width // 3)
    solver = {name: evaluate(name, rules, games, "curve", start).series.rate for name in ("random", "safest", "best")}
    print(f"{rules}, {games} games each: " + ", ".join(f"{name} wins {rate:.1%}" for name, rate in solver.items()))
    fleet = Fleet(rules, BOARDS, 1, truth=True)
    began, step = time.monotonic(), 0
    while True:
        spent = (time.monotonic() - began) / 60
        if step % report == 0 or spent >= minutes:
            found = evaluate(Player(network), rules, games, "curve", start, batch=256)
            print(line(step, spent, found.series.rate, found.needless, solver["safest"]), flush=True)
            if spent >= minutes:
                return
        fresh = fleet.moves == 0
        actions, closed, inputs = safest(network, fleet.cells, level.mines)
        begun = ~fresh[closed // level.cells]
        if begun.any():
            mines = fleet.truth().reshape(-1)[closed]
            network.learn(inputs[begun], mines[begun].astype(np.float32), 0.002 * max(0.05, 1 - spent / minutes))
        fleet.step(np.where(fresh, level.index(*start), actions))
        step += 1


def line(step: int, minutes: float, rate: float, needless: float, solver: float) -> str:
    """Draw one point of the curve, with the solver as a mark."""
    width = 50
    bar = ["#" if column < rate * width else " " for column in range(width + 1)]
    bar[round(solver * width)] = "|"
    return f"{minutes:5.2f} min {step:6d} steps {''.join(bar)} {rate:6.1%}, {needless:.2f} needless guesses per game"


def main() -> None:
    """Train as the command line asks."""
    parser = argparse.ArgumentParser(description="Train a small network to play, and compare it with the solver.")
    parser.add_argument("--level", default="9x9/10", help="a name or WIDTHxHEIGHT/MINES (default: 9x9/10)")
    parser.add_argument("--minutes", type=float, default=3.0, help="how long (default: 3)")
    parser.add_argument("--games", type=int, default=500, help="of each point of the curve (default: 500)")
    parser.add_argument("--report", type=int, default=250, help="steps between two points (default: 250)")
    parser.add_argument("--save", metavar="FILE", help="write the weights, such as network.npz")
    asked = parser.parse_args()
    network = Network()
    train(network, Rules(asked.level), asked.minutes, asked.games, asked.report)
    if asked.save:
        np.savez(asked.save, *network.weights)


if __name__ == "__main__":
    main()
