"""Statistics and best times over a history of 300,000 games. The floor is a second for each.

.venv/bin/python bench/history.py
"""

from __future__ import annotations

import random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from timing import least_wall

from sapper.history import chart_series
from sapper.history.best_times import best_times, standing
from sapper.history.statistics import Statistics, distribution, figures, progress
from sapper.history.store import OWN, Summary, open_store

if TYPE_CHECKING:
    from sapper.history.store import Store

GAMES = 300_000
LEVELS = ("8x8/10", "9x9/10", "16x16/40", "30x16/99")
FLOOR = 1.0
PLAYER = b"player"  # of a server, whose games all of these are


def fill(store: Store) -> None:
    chance = random.Random(1)
    for number in range(GAMES):
        level = LEVELS[number % len(LEVELS)]
        layout = chance.choice(("random", "no-guess"))
        summary = Summary(
            status=chance.choice(("won", "lost", "lost")),
            level=level,
            ruleset="modern",
            elapsed=chance.randrange(1000, 200_000),
            ended_at=1_600_000_000 + number * 1000,
            rules=f"modern {level} v1" + (" layout=no-guess" if layout == "no-guess" else ""),
            layout=layout,
            hints=chance.random() < 0.1,
            bbbv=150,
            solved=150,
            left=200,
        )
        replay = number.to_bytes(8, "big") + bytes(840)  # as long as an expert game's
        store.add(
            replay,
            summary,
            rules=summary.rules,
            seed=None,
            length=200,
            created_at=summary.ended_at,
            source="bench",
            owner=PLAYER,
            public_id=str(number),
        )


def statistics(store: Store) -> None:
    history = store.results(OWN.replace(plain=True))
    Statistics(history)
    distribution(history)
    progress(history)


def charts(store: Store) -> None:
    """Compute the statistics that the page shows of a player, without a filter by level."""
    history = store.results(OWN.replace(plain=True, owner=PLAYER))
    figures(history)
    chart_series.newest_wins(history)
    chart_series.fastest_wins(history, 10)
    chart_series.survival(history)
    chart_series.days(history, 1_900_000_000)


def main() -> None:
    with TemporaryDirectory() as folder, open_store(f"{folder}/games.db") as store:
        fill(store)
        newest = store.games(1)[0]
        assert newest.summary
        summary = newest.summary
        numbers = store.numbers(OWN)
        for name, work in (
            ("statistics", lambda: statistics(store)),
            ("best times", lambda: best_times(store)),
            ("standing of a new win", lambda: standing(store, newest.id, summary)),
            ("is anything stale?", store.is_stale),
            ("a page of history", lambda: store.games(50, 50_000)),
            ("charts of a player", lambda: charts(store)),
            ("a page by time", lambda: store.games(20, 0, OWN.replace(owner=PLAYER), "fastest")),
            ("500 lines of a CSV", lambda: store.listed(list(range(1000, 1500)))),
            ("a part of a backup", lambda: store.replays_of(PLAYER, 150_000, 256 * 1024)),
            ("deleting 200 games", lambda: store.delete_own(PLAYER, [numbers.pop() for _ in range(200)])),
        ):
            seconds = least_wall(work, 5)
            print(f"{name:<22} of {GAMES:,} games: {seconds * 1000:8.1f} ms ({FLOOR / seconds:.1f} times the floor)")


if __name__ == "__main__":
    main()
