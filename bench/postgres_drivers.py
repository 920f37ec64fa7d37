"""Two drivers for a store that waits for each statement: asyncpg in a loop of its own, and psycopg 3.

.venv/bin/pip install 'psycopg[binary]' && .venv/bin/python bench/postgres_drivers.py [--database URL]

Both run the statements of the store on the same server by turns. The figures are processor time of the client.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol

from postgres_store import database
from store import batches

from sapper import Seed
from sapper.history.store import open_store
from sapper.history.store.actions import COLUMNS, action_row
from sapper.history.store.databases.postgres import APPEND_MANY

if TYPE_CHECKING:
    from collections.abc import Callable

TURNS = 15
PATIENCE = 40.0  # seconds, as in the store
GAMES = 100
ONE = "select id, rules, seed, length, created_at, source, replay, known_board from game where id = $1"
LOG = f"select {COLUMNS} from action where game_id = $1 order by seq"


class Driver(Protocol):
    """A connection that waits for each statement."""

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows."""


class Asyncpg:
    """asyncpg as the store uses it, with a limit to the time of an answer."""

    def __init__(self, address: str) -> None:
        import asyncpg

        self._loop = asyncio.new_event_loop()
        self._connection = self._loop.run_until_complete(asyncpg.connect(address))

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows."""

        async def fetch() -> list[Any]:
            async with asyncio.timeout(PATIENCE):
                found: list[Any] = await self._connection.fetch(statement, *values)
                return found

        return list(map(tuple, self._loop.run_until_complete(fetch())))


class Psycopg:
    """psycopg 3 with results in the binary format."""

    def __init__(self, address: str) -> None:
        import psycopg

        self._cursor = psycopg.connect(address, autocommit=True).cursor(binary=True)

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Execute a statement and return its rows."""
        found: list[tuple[Any, ...]] = self._cursor.execute(re.sub(r"\$\d+", "%s", statement), values).fetchall()
        return found


def append(driver: Driver, first: int, commits: int, games: int, each: int, turn: int) -> None:
    """Append actions to games as the store does, `commits` times."""
    for batch in batches(turn * commits * each, commits, games, each):
        rows = [
            action_row(game + first, seq + number, entry, one, played_at)
            for game, seq, log, ids, played_at in batch
            for number, (entry, one) in enumerate(zip(log, ids, strict=True), 1)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]
        heads = [[item.game + first for item in batch], [item.seq for item in batch], [each] * games]
        assert len(driver.rows(APPEND_MANY, *heads, columns[-1], *columns[:-1])) == games


def read(driver: Driver, statement: str, game: int, times: int, _: int) -> None:
    for _ in range(times):
        assert driver.rows(statement, game)


def compare(name: str, works: dict[str, Callable[[int], None]], count: int) -> None:
    """Let the drivers work by turns, and print the processor time of one statement."""
    taken: dict[str, list[float]] = {driver: [] for driver in works}
    for turn in range(TURNS):
        for driver in sorted(works, reverse=turn % 2 == 1):
            started = time.process_time()
            works[driver](turn)
            taken[driver].append((time.process_time() - started) / count * 1e6)
    asyncpg, psycopg = taken["asyncpg"], taken["psycopg"]
    ratio = median(other / one for one, other in zip(asyncpg, psycopg, strict=True))
    print(f"{name:24} asyncpg {median(asyncpg):7,.0f} us, psycopg {median(psycopg):7,.0f} us, ratio {ratio:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", metavar="URL", help="an empty database: its games are deleted")
    with database(parser.parse_args().database) as address:
        drivers: dict[str, Driver] = {"asyncpg": Asyncpg(address), "psycopg": Psycopg(address)}
        longest = 0
        for commits, games, each in ((100, 1, 1), (50, 1, 20), (10, GAMES, 1), (5, GAMES, 10)):
            works: dict[str, Callable[[int], None]] = {}
            with open_store(address) as store:
                for name, driver in drivers.items():
                    numbers = [store.create("modern", Seed.of(n), created_at=0) for n in range(GAMES)]
                    longest = longest or numbers[0]
                    works[name] = partial(append, driver, numbers[0] - 1, commits, games, each)
            compare(f"append {games} x {each}", works, commits)
        for title, statement, times in (("read a game", ONE, 200), ("read a log of 1,500", LOG, 5)):
            works = {name: partial(read, driver, statement, longest, times) for name, driver in drivers.items()}
            compare(title, works, times)


if __name__ == "__main__":
    main()
