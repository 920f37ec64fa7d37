"""Batched appends to PostgreSQL: the store next to plain asyncpg inserting the same rows, and next to SQLite.

.venv/bin/python bench/postgres_store.py [--small] [--database URL]

Plain asyncpg gets finished rows and checks nothing; the store gets actions, makes rows of them, compares the length of
each log under a lock, and refuses a writer who is late. They take turns, and the median of the ratios counts. Without
an address, Debian's PostgreSQL is started on this machine with a data folder of its own, which it writes to durably.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from store import GAMES, batches, new_store, ours

from sapper import Seed
from sapper.history.store import open_store
from sapper.history.store.actions import GROW, action_row

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from store import Batch

TURNS = 15


@contextmanager
def database(address: str | None) -> Iterator[str]:
    """Yield the address of a database: the given one, or one on a server of its own."""
    if address:
        yield address
        return
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from postgres import Postgres

    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder), ())
        server.start()
        try:
            yield server.new_database()
        finally:
            server.close()


async def plain(connection: Any, work: Sequence[Batch], first: int) -> float:
    ready = [
        [
            action_row(game + first, seq + number, entry, one, played_at)
            for game, seq, log, ids, played_at in batch
            for number, (entry, one) in enumerate(zip(log, ids, strict=True), 1)
        ]
        for batch in work
    ]
    started = time.perf_counter()
    for rows in ready:
        if len(rows) == 1:
            await connection.execute(GROW.sqlite, *rows[0])
        else:
            await connection.executemany(GROW.sqlite, rows)
    return time.perf_counter() - started


def measure(address: str, folder: Path, commits: int, games: int, each: int) -> None:
    import asyncpg

    times: dict[str, list[float]] = {"ours": [], "plain": [], "sqlite": []}
    with open_store(address) as store, new_store(folder / f"{games}x{each}.db", "full") as sqlite:
        store.delete_all()
        first = store.create("modern 30x16/99 v1", Seed.of("first"), created_at=0)
        for number in range(2 * GAMES):
            store.create("modern 30x16/99 v1", Seed.of(number), created_at=0)
        with asyncio.Runner() as runner:
            connection = runner.run(asyncpg.connect(address))
            for turn in range(TURNS):
                work = batches(turn * commits * each, commits, games, each)
                own = [[item._replace(game=item.game + first) for item in batch] for batch in work]
                for kind in sorted(times, reverse=turn % 2 == 1):
                    if kind == "plain":
                        taken = runner.run(plain(connection, work, first + GAMES))
                    else:
                        taken = ours(store, own) if kind == "ours" else ours(sqlite, work)
                    times[kind].append(taken)
            runner.run(connection.close())
    rows = commits * games * each
    ratio = median(theirs / mine for mine, theirs in zip(times["ours"], times["plain"], strict=True))
    shape = "one by one" if games * each == 1 else f"{games} x {each} per commit"
    speeds = {kind: rows / median(found) for kind, found in times.items()}
    print(
        f"{shape:18} {speeds['ours']:9,.0f} actions/s, plain asyncpg {speeds['plain']:9,.0f}, ratio {ratio:4.0%}; "
        f"SQLite (full) {speeds['sqlite']:9,.0f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a fifth of the work")
    parser.add_argument("--database", metavar="URL", help="an empty database: its games are deleted")
    given = parser.parse_args()
    share = 5 if given.small else 1
    print("games x actions per commit, every commit on the disk")
    with database(given.database) as address, tempfile.TemporaryDirectory(dir=".") as folder:
        for commits, games, each in ((50, 1, 1), (50, 1, 20), (20, GAMES, 1), (10, GAMES, 10)):
            measure(address, Path(folder), max(commits // share, 1), games, each)


if __name__ == "__main__":
    main()
