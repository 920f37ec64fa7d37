"""The time of a whole report of skill and luck, with a floor of 100 ms for an expert game.

    .venv/bin/python bench/report.py [--games N]

Once for games that the solver plays, which have no other guesses than forced ones, and once for games in which one move
of twenty opens any square that is not proven to be a mine: each such guess is weighed over all that it may show.
"""

from __future__ import annotations

import argparse
import random
from functools import partial

from timing import least_cpu

from sapper import Action, Game, Replay, Rules, Seed, best_move, odds, report

FLOOR_MS = 100
CARELESS = 0.05  # of the moves
REPEATS = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="of each kind (default: 60)")
    arguments = parser.parse_args()
    for name, share in (("the solver's", 0.0), ("a careless player's", CARELESS)):
        games = [played(number, share) for number in range(arguments.games)]
        times = sorted(least_cpu(partial(report, game), REPEATS) * 1000 for game in games)
        print(
            f"report of {name} expert games, {len(times)}: median {times[len(times) // 2]:5.1f} ms, "
            f"99th percentile {times[int(len(times) * 0.99)]:5.1f} ms, longest {times[-1]:5.1f} ms "
            f"(floor {FLOOR_MS} ms)"
        )


def played(number: int, share: float) -> Replay:
    """Return a game in which a share of the moves is careless."""
    seed = f"report {number}"
    game, luck = Game(Rules("expert"), seed=seed), random.Random(seed)
    game.play(Action("open", 0, 0), at=0)
    while not game.status.is_over:
        game.play(_next_move(game, luck, share), at=len(game.log) * 100)
    return Replay.of(game, Seed.of(seed))


def _next_move(game: Game, luck: random.Random, share: float) -> Action:
    if luck.random() < share:
        mines = odds(game.board).mines
        return Action("open", *luck.choice([cell for cell in game.board.closed() if cell not in mines]))
    move = best_move(game.board, "best")
    return Action("open", move.row, move.col)


if __name__ == "__main__":
    main()
