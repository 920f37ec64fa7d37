"""The cost of the library on top of the kernel: copies, arrays and pickles, each next to the way without it.

make bench, or .venv/bin/python bench/library.py
"""

from __future__ import annotations

import pickle
from dataclasses import make_dataclass
from typing import TYPE_CHECKING

import numpy as np
from timing import least_cpu

from sapper import Game, Rules, odds, odds_many

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = 2000


def each(work: Callable[[], object]) -> float:
    """Return the microseconds of one call."""
    return least_cpu(lambda: [work() for _ in range(CALLS)], 9) / CALLS * 1e6


Plain = make_dataclass("Plain", Rules.field_names(), frozen=True)


def half_played() -> Game:
    game = Game("expert", seed="bench")
    game.open(8, 15)
    while game.board.opened < 190:
        for cell in sorted(odds(game.board).safe) or [min(game.board.closed())]:
            game.open(*cell)
    return game


def compare(name: str, ours: Callable[[], object], other: str, theirs: Callable[[], object]) -> None:
    mine, peer = each(ours), each(theirs)
    print(f"{name}: {mine:6.2f} us, {other} {peer:7.2f} us, {peer / mine:5.1f} times faster")


def main() -> None:
    game = half_played()
    board, chances = game.board, odds(game.board)
    print(f"an expert game after {game.seq} actions, {board.opened} cells open")
    compare("Game.copy", game.copy, "played again", game.before)
    compare("pickle a game and back", lambda: pickle.loads(pickle.dumps(game)), "played again", game.before)
    rules, same = Rules("expert"), Rules("expert")
    plain, plain_same = Plain(*rules.field_values()), Plain(*same.field_values())
    compare("equal rules", lambda: rules == same, "frozen dataclass", lambda: plain == plain_same)
    compare("hash of rules", lambda: hash(rules), "frozen dataclass", lambda: hash(plain))
    rows = lambda: np.array([list(row) for row in board.rows()], np.uint8)  # noqa: E731
    compare("board to numpy", lambda: np.asarray(board), "by rows", rows)
    cells = lambda: np.array(list(chances.rows()), float)  # noqa: E731
    compare("odds to numpy", lambda: np.asarray(chances), "by rows", cells)
    boards, out = [board] * 64, np.empty((64, 16, 30))
    many = least_cpu(lambda: odds_many(boards, out=out, threads=1), 50) / 64 * 1e6
    one = least_cpu(lambda: np.stack([np.asarray(odds(board)) for board in boards]), 50) / 64 * 1e6
    print(f"odds of 64 boards into one array: {many:6.2f} us for each, one by one and stacked {one:6.2f} us")


if __name__ == "__main__":
    main()
