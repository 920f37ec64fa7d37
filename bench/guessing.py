"""The time of a move under rules that judge guesses, next to the same move where guesses are honest.

    .venv/bin/python bench/guessing.py [--games N]

Both games are played on the same boards by the same moves: what is certain, else the first cell that may be safe.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from sapper import Action, Game, Rules, Seed, odds
from sapper.layouts import FixedLayout

LEVELS = ("8x8/10", "16x16/40", "30x16/99", "50x50/450", "100x100/1800")
MOST_MOVES = 300  # of each game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="at each level (default: 5)")
    arguments = parser.parse_args()
    print("level          moves   judged: median  longest   honest: median   ratio")
    for level in LEVELS:
        judged: list[float] = []
        honest: list[float] = []
        for number in range(arguments.games):
            moves, game = play(Rules(level, first="any", guessing="forgiven"), Seed.of(number), judged)
            replay(level, FixedLayout(game.minefield), moves, honest)
        one, other = median(judged) * 1000, median(honest) * 1000
        longest = max(judged) * 1000
        print(f"{level:14} {len(judged):5}   {one:11.3f} ms {longest:6.1f} ms   {other:11.4f} ms   {one / other:5.0f}")


def play(rules: Rules, seed: Seed, times: list[float]) -> tuple[list[tuple[int, int]], Game]:
    """Play a game and note the time of each move; one that does not end is given up."""
    game, moves = Game(rules, seed), [(0, 0)]
    while True:
        start = process_time()
        game.open(*moves[-1])
        times.append(process_time() - start)
        if game.status.is_over or len(moves) == MOST_MOVES:
            break
        chances = odds(game.board)
        moves.append(min(chances.safe or (cell for cell in game.board.closed() if cell not in chances.mines)))
    if not game.status.is_over:
        game.play(Action("resign"))
    return moves, game


def replay(level: str, field: FixedLayout, moves: list[tuple[int, int]], times: list[float]) -> None:
    """Play the same moves where guesses are honest."""
    game = Game(Rules(level, first="any"), layout=field)
    for move in moves:
        start = process_time()
        game.open(*move)
        times.append(process_time() - start)


if __name__ == "__main__":
    main()
