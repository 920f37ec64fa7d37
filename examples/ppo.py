"""Learn to play from wins and losses alone: MaskablePPO of sb3-contrib on a fleet, and its curve next to the solver.

scripts/setup python3 .venv learn
.venv/bin/python examples/ppo.py --steps 300000

The network sees the planes of a board and chooses a closed cell; the reward is that of `progress`. Every line of the
curve is measured by the protocol of `sapper evaluate`, on boards that it does not learn from, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from sapper import Board, Rules, evaluate
from sapper.env.observations import planes
from sapper.env.stable_baselines import SapperVecEnv

BOARDS = 128


class Features(BaseFeaturesExtractor):  # type: ignore[misc]
    """Three layers of 3 by 3 cells, then a few numbers for each cell."""

    def __init__(self, space: Any, channels: int = 32) -> None:
        kinds, height, width = space.shape
        super().__init__(space, 8 * height * width)
        layers: list[Any] = []
        for before in (kinds, channels, channels):
            layers += [torch.nn.Conv2d(before, channels, 3, padding=1), torch.nn.ReLU()]
        self.layers = torch.nn.Sequential(*layers, torch.nn.Conv2d(channels, 8, 1), torch.nn.ReLU(), torch.nn.Flatten())

    def forward(self, observed: Any) -> Any:
        """Return the numbers of some boards."""
        return self.layers(observed)


class Player:
    """A model as a policy: it takes boards and returns cells."""

    def __init__(self, model: Any) -> None:
        self.model = model

    def __call__(self, boards: list[Board]) -> list[tuple[int, int]]:
        """Return the cell that the model likes best on each board."""
        cells = np.stack([np.asarray(board) for board in boards])
        closed = (cells == 9).reshape(len(boards), -1)
        chosen, _ = self.model.predict(planes(cells), action_masks=closed, deterministic=True)
        return [boards[0].level.cell(int(cell)) for cell in chosen]


class Curve(BaseCallback):  # type: ignore[misc]
    """Prints a point of the curve now and then."""

    def __init__(self, rules: Rules, games: int, pause: int) -> None:
        super().__init__()
        self.rules, self.games, self.pause = rules, games, pause
        self.began, self.next = time.process_time(), 0

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.next:
            self.print_point()
            self.next += self.pause
        return True

    def print_point(self) -> None:
        """Measure the model as it is, and print how often it wins."""
        start = (self.rules.level.height // 2, self.rules.level.width // 2)
        found = evaluate(Player(self.model), self.rules, self.games, "curve", start, batch=256).series
        spent = (time.process_time() - self.began) / 60
        print(f"{self.num_timesteps:9,} steps, {spent:4.1f} min   {found}", flush=True)


def main() -> None:
    """Learn as the command line asks."""
    parser = argparse.ArgumentParser(description="Learn with MaskablePPO, and compare with the solver.")
    parser.add_argument("--level", default="5x5/3", help="a name or WIDTHxHEIGHT/MINES (default: 5x5/3)")
    parser.add_argument("--steps", type=int, default=300_000, help="how many to learn from (default: 300000)")
    parser.add_argument("--games", type=int, default=2000, help="of each point of the curve (default: 2000)")
    parser.add_argument("--points", type=int, default=10, help="of the curve (default: 10)")
    parser.add_argument("--seed", type=int, default=1, help="of boards and weights (default: 1)")
    asked = parser.parse_args()
    rules = Rules(asked.level)
    start = (rules.level.height // 2, rules.level.width // 2)
    for name in ("random", "safest", "best"):
        print(f"{name:26} {evaluate(name, rules, asked.games, 'curve', start).series}")
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        SapperVecEnv(BOARDS, rules, observation="planes"),
        n_steps=32,
        batch_size=512,
        n_epochs=4,
        gamma=0.99,
        learning_rate=1e-3,
        ent_coef=0.005,
        seed=asked.seed,
        policy_kwargs={"features_extractor_class": Features, "net_arch": [128], "normalize_images": False},
    )
    model.learn(asked.steps, callback=Curve(rules, asked.games, asked.steps // asked.points))


if __name__ == "__main__":
    main()
