"""3BV and ZiNi of expert boards, through the Python call, next to ms_toollib on the same boards in the same run.

    .venv/bin/python bench/metrics.py [--boards N] [--repeats N]

Microseconds per call, the least of some repeats for each board. ms_toollib (from the package index) is given its own
form of the board, and ours is given a `Minefield`; the whole call is measured of both.
"""

from __future__ import annotations

import argparse
from statistics import mean
from typing import TYPE_CHECKING

from timing import least_cpu, least_wall, spread

from sapper import FixedLayout, Game, LogEntry, Minefield, Rules
from sapper.action import Action
from sapper.analysis import metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

FLOOR_BATCH = 1_000_000
FLOOR_RATIO = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200, help="measured one by one (default: 200)")
    parser.add_argument("--repeats", type=int, default=20, help="of each call (default: 20)")
    arguments = parser.parse_args()
    rules = Rules("expert")
    fields = [Minefield.lay(rules, seed, (8, 15)) for seed in range(arguments.boards)]
    batch(fields, arguments.repeats)
    one_by_one(fields, arguments.repeats)
    games(rules, fields[:20], arguments.repeats)


def batch(fields: list[Minefield], repeats: int) -> None:
    """Measure many boards in one call, on one core."""
    level = fields[0].level
    packed = b"".join(field.to_bytes() for field in fields) * 100
    count = len(fields) * 100
    for name, call in (("3BV", metrics.bbbv_many), ("3BV, openings, islands", metrics.survey_many)):
        seconds = least_cpu(lambda call=call: call(packed, level.width, level.height), max(repeats // 4, 3))  # type: ignore[misc]
        floor = f"  (floor {FLOOR_BATCH:,})" if call is metrics.bbbv_many else ""
        print(f"{name} of {count:,} boards at once: {count / seconds:,.0f} boards/s{floor}")


def one_by_one(fields: list[Minefield], repeats: int) -> None:
    """Measure boards call by call, next to ms_toollib."""
    peer = toollib()
    if peer is None:
        print("ms_toollib is not installed (pip install ms_toollib): ours alone")
    boards = [
        [[-1 if field.is_mine(row, col) else field.number(row, col) for col in range(30)] for row in range(16)]
        for field in fields
    ]
    for name, ours, theirs in (
        ("3BV", metrics.bbbv, "cal_bbbv"),
        ("ZiNi", metrics.zini, "cal_zini"),
        ("HZiNi", metrics.hzini, "cal_hzini"),
    ):
        here = per_call(ours, fields, repeats)
        print(f"{name:>5}, sapper:     {spread(here)}")
        if peer:
            there = per_call(getattr(peer, theirs), boards, max(repeats // 2, 2))
            ratio = sum(there) / sum(here)
            print(f"{name:>5}, ms_toollib: {spread(there)}  sapper is {ratio:.1f} times faster (floor {FLOOR_RATIO})")


def toollib() -> Any:
    try:
        import ms_toollib
    except ImportError:
        return None
    return ms_toollib


def per_call(call: Callable[[Any], object], items: Sequence[Any], repeats: int) -> list[float]:
    return [least_wall(lambda item=item: call(item), repeats) for item in items]  # type: ignore[misc]


def games(rules: Rules, fields: list[Minefield], repeats: int) -> None:
    """Measure whole games, of which playing them again is the greater part."""
    finished = []
    for field in fields:
        game = Game(rules, layout=FixedLayout(field))
        game.apply(LogEntry(Action("open", 8, 15)))
        for row in range(16):
            for col in range(30):
                if not game.status.is_over:
                    game.apply(LogEntry(Action("flag" if field.is_mine(row, col) else "open", row, col)))
        finished.append(game)
    rounds = max(repeats // 4, 3)
    seconds = mean(per_call(metrics.measure_game, finished, rounds))
    again = mean(per_call(lambda game: Game.replay(rules, layout=game._layout, actions=game.log), finished, rounds))
    actions = mean(game.seq for game in finished)
    print(f"games of {actions:.0f} actions: {seconds * 1e3:.2f} ms each, playing alone {again * 1e3:.2f} ms")


if __name__ == "__main__":
    main()
