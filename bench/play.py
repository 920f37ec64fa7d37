"""Milliseconds of processor time for one game, by strength, and the win rate with its interval.

    .venv/bin/python bench/play.py [--games N] [--threads T] [--weighted]

The win rates that count need a million games (docs/solver.md has them); this is a quick look.
"""

from __future__ import annotations

import argparse
import time

from sapper import Rules, simulate

BOARDS = [
    ("expert, opening at (3, 3)", "30x16/99", "opening", (3, 3)),
    ("expert, safe corner", "30x16/99", "cell", (0, 0)),
    ("intermediate, opening at (2, 2)", "16x16/40", "opening", (2, 2)),
    ("intermediate, safe corner", "16x16/40", "cell", (0, 0)),
    ("9x9/10, opening at (2, 2)", "9x9/10", "opening", (2, 2)),
    ("9x9/10, safe corner", "9x9/10", "cell", (0, 0)),
    ("8x8/10, safe corner", "8x8/10", "cell", (0, 0)),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--strengths", nargs="+", default=["safest", "fast", "best"])
    parser.add_argument("--weighted", action="store_true", help="survival-weighted games")
    options = parser.parse_args()
    for name, level, first, at in BOARDS:
        for strength in options.strengths:
            rules = Rules(level, first=first)
            run = simulate(
                rules,
                options.games,
                options.seed,
                strength,
                at,
                options.threads,
                weighted=options.weighted,
                clock=lambda: (time.perf_counter(), time.process_time()),
            )
            print(
                f"{name:32} {strength:>6}: {run.cpu_ms_per_game:7.3f} ms CPU a game, {run.rate:.2%} won "
                f"({run.low:.2%} to {run.high:.2%}, {run.games} games)",
                flush=True,
            )


if __name__ == "__main__":
    main()
