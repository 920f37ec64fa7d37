"""The chance to win that a report gives to positions of a perfect player, against the games that were won.

    .venv/bin/python bench/calibration.py [--games N] [--levels LEVEL ...]

Each simulated game is played by the solver's best strength. One position of it, after a number of moves that was drawn
before the game, is given its chance by `chance_to_win`; ten groups by that chance are compared with the share of their
games that were won, with the 95 % interval of Wilson.
"""

from __future__ import annotations

import argparse
import random
from statistics import mean

from sapper import Action, Game, Rules, Status, best_move, chance_to_win
from sapper.analysis.simulation import wilson

DECILES = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="in all (default: 20,000)")
    parser.add_argument("--levels", nargs="+", default=["beginner", "intermediate", "expert"], help="by default all")
    arguments = parser.parse_args()
    everywhere: list[tuple[float, bool]] = []
    for level in arguments.levels:
        pairs = samples(Rules(level), arguments.games // len(arguments.levels))
        table(level, pairs)
        everywhere += pairs
    table("all levels", everywhere)


def samples(rules: Rules, count: int) -> list[tuple[float, bool]]:
    """Return the chances of positions in simulated games, and whether their games were won.

    The number of moves before a position is drawn before the game, and a game that ends earlier has none: the length
    of a game depends on its end, so a random move of each game would show more of those that were about to be lost.
    """
    found: list[tuple[float, bool]] = []
    luck = random.Random(str(rules.level))
    number = 0
    while len(found) < count:
        chance, won = play(rules, f"calibration {number}", luck.randrange(1, rules.level.cells // 3))
        if chance is not None:
            found.append((chance, won))
        number += 1
    return found


def play(rules: Rules, seed: str, place: int) -> tuple[float | None, bool]:
    """Let the solver's best strength play; return the chance to win after some moves, and whether it won."""
    game, chance = Game(rules, seed=seed), None
    game.play(Action("open", 0, 0), at=0)
    while not game.status.is_over:
        if len(game.log) == place:
            chance = chance_to_win(game.board).share
        game.play(next_move(game), at=len(game.log) * 100)
    return chance, game.status is Status.WON


def next_move(game: Game) -> Action:
    """Return what the solver's best strength plays."""
    move = best_move(game.board, "best")
    return Action("open", move.row, move.col)


def table(name: str, pairs: list[tuple[float, bool]]) -> None:
    print(f"\n{name}: {len(pairs):,} games, {mean(won for _, won in pairs):.1%} won")
    print("predicted    games   mean predicted   won    95 % interval")
    error = 0.0
    for decile in range(DECILES):
        group = [(chance, won) for chance, won in pairs if min(int(chance * DECILES), DECILES - 1) == decile]
        if not group:
            continue
        predicted, actual = mean(chance for chance, _ in group), mean(won for _, won in group)
        low, high = wilson(sum(won for _, won in group), len(group))
        inside = "" if low <= predicted <= high else "  outside"
        error += abs(predicted - actual) * len(group)
        print(
            f"{decile / DECILES:4.0%}-{(decile + 1) / DECILES:4.0%}  {len(group):6,}  {predicted:14.1%}  "
            f"{actual:6.1%}   {low:.1%} to {high:.1%}{inside}"
        )
    brier = mean((chance - won) ** 2 for chance, won in pairs)
    print(f"mean distance of predicted and actual {error / len(pairs):.2%}, Brier score {brier:.4f}")


if __name__ == "__main__":
    main()
