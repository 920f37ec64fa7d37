"""Refit the value of a position: play sample games, fit the network, write kernel/strategy/position_value_weights.inc.

    python bench/fit_value.py --work /tmp/fit                 # about a million samples
    python bench/fit_value.py --work /tmp/fit --reuse         # fit again on the samples that are there

Needs a C++20 compiler and numpy. Samples come from the current player, so a second round after a first one
shows whether there is more to gain; `sapper simulate --compare` on fresh seeds decides.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np

Floats = Any  # arrays: their types differ between versions of numpy
Ints = Any

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNEL = ROOT / "kernel"
WEIGHTS = KERNEL / "strategy" / "position_value_weights.inc"
# width, height, mines, first click, row, column, games per thousand samples asked for
BOARDS = {
    "expert-opening": (30, 16, 99, "opening", 3, 3, 55),
    "expert-cell": (30, 16, 99, "cell", 0, 0, 35),
}
UNITS = 32
HEAD = 3  # columns before the features: branching, target, settled
BATCH = 2048


def play(work: pathlib.Path, thousands: int, seed: int, compiler: str) -> None:
    program = work / "value_samples"
    sources = [ROOT / "bench" / "value_samples.cpp"]
    sources += [path for path in sorted(KERNEL.glob("*/*.cpp")) if path.parent.name != "bindings"]
    command = [compiler, "-O3", "-std=c++20", "-pthread", f"-I{KERNEL}", *map(str, sources), "-o", str(program)]
    subprocess.run(command, check=True)
    for name, (*board, games) in BOARDS.items():
        print("playing", name, flush=True)
        with open(work / f"{name}.samples", "wb") as out:
            words = [*board, seed, 0, games * thousands]
            subprocess.run([str(program), *map(str, words)], stdout=out, check=True)


def load(work: pathlib.Path, features: int) -> tuple[Floats, Ints]:
    rows: list[Floats] = []
    groups: list[Ints] = []
    base = 0
    for name in BOARDS:
        block = np.fromfile(work / f"{name}.samples", dtype=np.float32).reshape(-1, HEAD + 2 * features)
        group = block[:, 0].astype(np.int64)
        groups.append(np.where(group >= 0, group + base, -1))
        base += int(group.max(initial=0)) + 1
        rows.append(block)
    block = np.concatenate(rows)
    return block, np.concatenate(groups)


class Network:
    """One hidden layer; Adam on the cross-entropy, the rate falling to zero like a cosine."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.values: list[Floats] = [
            (rng.standard_normal((inputs, UNITS)) / np.sqrt(inputs)).astype(np.float32),
            np.zeros(UNITS, np.float32),
            (rng.standard_normal(UNITS) / np.sqrt(UNITS)).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.means = [np.zeros_like(v) for v in self.values]
        self.squares = [np.zeros_like(v) for v in self.values]
        self.steps = 0

    def forward(self, x: Floats) -> tuple[Floats, Floats]:
        """Give the hidden layer and the chances."""
        weights, offsets, output, offset = self.values
        hidden = np.maximum(x @ weights + offsets, 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ output + offset[0])))

    def predict(self, x: Floats) -> Floats:
        """Give the chances of many positions, in portions."""
        return np.concatenate([self.forward(x[i : i + 65536])[1] for i in range(0, len(x), 65536)])

    def step(self, x: Floats, target: Floats, weight: Floats, rate: float) -> None:
        """Move the weights a little down the slope."""
        hidden, chance = self.forward(x)
        error = (weight * (chance - target) / len(x)).astype(np.float32)
        inner = (error[:, None] * self.values[2]) * (hidden > 0)
        gradients = [x.T @ inner, inner.sum(0), hidden.T @ error, np.array([error.sum()], np.float32)]
        self.steps += 1
        for i, gradient in enumerate(gradients):
            self.means[i] = 0.9 * self.means[i] + 0.1 * gradient
            self.squares[i] = 0.999 * self.squares[i] + 0.001 * gradient**2
            mean = self.means[i] / (1 - 0.9**self.steps)
            square = self.squares[i] / (1 - 0.999**self.steps)
            self.values[i] = self.values[i] - (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def fit(block: Floats, groups: Ints, features: int, passes: int, rate: float, seed: int) -> Floats:
    rng = np.random.default_rng(seed)
    settled = np.maximum(block[:, 2], 1e-3)
    target = np.clip(block[:, 1] / settled, 0, 1)
    inputs = block[:, HEAD:]
    mean, scale = inputs.mean(0), inputs.std(0)
    idle = scale < 1e-6  # features that never vary get no weight
    scale[idle] = 1
    x = ((inputs - mean) / scale).astype(np.float32)
    draw = rng.integers(0, 10, len(x))
    held = np.where(groups >= 0, groups % 10, draw) == 0  # branchings are held out whole
    train = np.flatnonzero(~held)
    network = Network(2 * features, rng)
    total = passes * (len(train) // BATCH)
    for _ in range(passes):
        order = rng.permutation(train)
        for i in range(0, len(order) - BATCH + 1, BATCH):
            at = order[i : i + BATCH]
            now = rate * 0.5 * (1 + np.cos(np.pi * network.steps / total))
            network.step(x[at], target[at], settled[at], now)
    report(network.predict(x[held]), target[held], settled[held], groups[held])
    weights = network.values[0] / scale[:, None]
    weights[idle] = 0
    offsets = network.values[1] - (mean / scale) @ network.values[0]
    return np.concatenate([network.values[3], network.values[2], offsets, weights.ravel()])


def report(chance: Floats, target: Floats, settled: Floats, groups: Ints) -> None:
    """Print how well held-out samples are predicted, overall and between the moves of the same position."""
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    loss = -(target * np.log(chance) + (1 - target) * np.log(1 - chance))
    win, value = target * settled, chance * settled
    explained = 1 - np.mean((win - value) ** 2) / np.var(win)
    branch = groups >= 0
    index = np.unique(groups[branch], return_inverse=True)[1]
    count = np.bincount(index)
    centred = [v[branch] - (np.bincount(index, v[branch]) / count)[index] for v in (win, value)]
    between = np.corrcoef(*centred)[0, 1] ** 2
    print(
        f"held out {len(win)}: cross-entropy {np.average(loss, weights=settled):.4f}, "
        f"explained {explained:.4f}, between moves {between:.4f}"
    )


def write(values: Floats) -> None:
    def word(value: float) -> str:
        text = f"{value:.6g}"
        return (text if "." in text or "e" in text else text + ".0") + "f,"

    lines = [" ".join(map(word, values[i : i + 8])) for i in range(0, len(values), 8)]
    WEIGHTS.write_text("\n".join(lines) + "\n")


def main() -> int:
    keep = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=keep)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="directory for program and samples")
    parser.add_argument("--thousands", type=int, default=1000, help="thousands of samples, roughly")
    parser.add_argument("--reuse", action="store_true", help="fit on the samples that are there")
    parser.add_argument("--passes", type=int, default=12)
    parser.add_argument("--rate", type=float, default=0.003)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiler", default=os.environ.get("CXX", "c++"))
    options = parser.parse_args()
    header = (KERNEL / "strategy" / "position_features.h").read_text()
    features = int(header.split("FEATURES = ")[1].split(";")[0])
    options.work.mkdir(parents=True, exist_ok=True)
    if not options.reuse:
        play(options.work, options.thousands, options.seed, options.compiler)
    block, groups = load(options.work, features)
    print(len(block), "samples")
    write(fit(block, groups, features, options.passes, options.rate, options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
