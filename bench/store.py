"""Durable appends: the store next to plain sqlite3 writing the same rows into the same tables in the same run.

make bench, or .venv/bin/python bench/store.py [--small] [--folder DIR]

Plain sqlite3 gets finished rows and checks nothing; the store gets actions, makes rows of them, and refuses a writer
who is late. The two take turns, some commits each, and the median of the ratios counts, because the speed of a shared
disk and processor changes by the second.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from sapper import Action, Seed
from sapper.action import LogEntry
from sapper.history.store import Append, MessageId, open_store
from sapper.history.store.actions import GROW, action_row
from sapper.history.store.databases.sqlite_database import to_sqlite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.history.store import Store

    Batch = list[Append]

GAMES = 100
TURNS = 41
PLAIN = to_sqlite(GROW)


def new_store(path: Path, synchronous: str) -> Store:
    store = open_store(path, synchronous=synchronous)
    for number in range(GAMES):
        store.create("modern 30x16/99 v1", Seed.of(number), created_at=0)
    return store


def plain_connection(path: Path, synchronous: str) -> sqlite3.Connection:
    new_store(path, synchronous).close()
    connection = sqlite3.connect(path, isolation_level=None)
    for setting in ("journal_mode = wal", f"synchronous = {synchronous}", "foreign_keys = on"):
        connection.execute(f"pragma {setting}")
    return connection


def batches(first: int, commits: int, games: int, each: int) -> list[Batch]:
    """Make what some commits write: `each` actions of `games` games."""
    made = []
    for seq in range(first, first + commits * each, each):
        part = [LogEntry(Action("open", at % 16, at % 30), 300 * at, 0, "mouse") for at in range(seq, seq + each)]
        ids = [MessageId("Vh0kYg3T", at) for at in range(seq, seq + each)]
        made.append([Append(game, seq, part, ids, 1_800_000_000_000 + seq) for game in range(1, games + 1)])
    return made


def ours(store: Store, work: Sequence[Batch]) -> float:
    started = time.perf_counter()
    for batch in work:
        if len(batch) == 1:
            assert store.append(*batch[0][:3])
        else:
            assert all(store.append_many(batch))
    return time.perf_counter() - started


def plain(connection: sqlite3.Connection, work: Sequence[Batch]) -> float:
    ready = [
        [
            action_row(game, seq + number, entry, one, played_at)
            for game, seq, log, ids, played_at in batch
            for number, (entry, one) in enumerate(zip(log, ids, strict=True), 1)
        ]
        for batch in work
    ]
    started = time.perf_counter()
    for rows in ready:
        if len(rows) == 1:
            connection.execute(PLAIN, rows[0])
        else:
            connection.execute("begin immediate")
            connection.executemany(PLAIN, rows)
            connection.execute("commit")
    return time.perf_counter() - started


def measure(folder: str, synchronous: str, commits: int, games: int, each: int) -> None:
    own: list[float] = []
    peer: list[float] = []
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        store = new_store(Path(fresh) / "ours.db", synchronous)
        connection = plain_connection(Path(fresh) / "plain.db", synchronous)
        for turn in range(TURNS):
            work = batches(turn * commits * each, commits, games, each)
            if turn % 2:
                own.append(ours(store, work))
                peer.append(plain(connection, work))
            else:
                peer.append(plain(connection, work))
                own.append(ours(store, work))
        store.close()
        connection.close()
    rows = commits * games * each
    ratio = median(theirs / mine for mine, theirs in zip(own, peer, strict=True))
    shape = "one by one" if games * each == 1 else f"{games} x {each} per commit"
    print(
        f"synchronous {synchronous:6} {shape:18} {rows / median(own):9,.0f} actions/s, "
        f"plain sqlite3 {rows / median(peer):9,.0f}, ratio {ratio:4.0%}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true", help="a fifth of the work")
    parser.add_argument("--folder", default=".", help="where to write: on the disk to be measured")
    given = parser.parse_args()
    share = 5 if given.small else 1
    print("games x actions per commit")
    for synchronous, single in (("normal", 1000), ("full", 100)):
        for commits, games, each in ((single, 1, 1), (50, 1, 20), (10, GAMES, 1), (3, GAMES, 10)):
            measure(given.folder, synchronous, max(commits // share, 1), games, each)


if __name__ == "__main__":
    main()
