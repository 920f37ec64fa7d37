"""Replays of expert games loaded and verified in a second, on one core. The floor is 10,000.

.venv/bin/python bench/replay.py
"""

from __future__ import annotations

from timing import least_cpu

from sapper import Action, CellState, Game, Minefield, Rules, Seed
from sapper.replay.model import Replay

GAMES = 200
FLOOR = 10_000


def won_game(number: int) -> Replay:
    """Play a won expert game with every mine flagged, so that the list is long."""
    rules, seed = Rules("expert"), Seed.of(number)
    field = Minefield.lay(rules, seed, (8, 15))
    game = Game(rules, seed)
    game.play(Action("open", 8, 15), 0)
    at = 0
    for row in range(16):
        for col in range(30):
            at += 90 + row * col % 400
            if game.status.is_over:
                break
            if field.is_mine(row, col):
                game.play(Action("flag", row, col), at)
            elif game.board[row, col] == CellState.HIDDEN:
                game.play(Action("open", row, col), at)
    return Replay.of(game, seed, players=["bench"], program="sapper bench")


def main() -> None:
    packed = [won_game(number).pack() for number in range(GAMES)]
    actions = sum(len(Replay.unpack(data)) for data in packed) / GAMES
    seconds = least_cpu(lambda: [Replay.unpack(data) for data in packed], 5)
    rate = GAMES / seconds
    size = sum(map(len, packed)) / GAMES
    print(
        f"{rate:,.0f} replays of {actions:.0f} actions and {size:.0f} bytes loaded and verified per second "
        f"({rate / FLOOR:.2f} times the floor)"
    )


if __name__ == "__main__":
    main()
