"""The cost of a crash: all games in play loaded again, a client that plays on, and connections that only wait.

make bench, or .venv/bin/python bench/recovery.py [--only games|crash|idle] [--games N] [--connections N]

The floor for loading games is playing their logs in this process, without a store or a server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import itertools
import re
import resource
import secrets
import signal
import subprocess
import tempfile
import time
from statistics import median
from typing import TYPE_CHECKING

import server
import uvloop
from server import memory, sapper

from sapper import Action, Game, Kind, Rules, Seed
from sapper.action import LogEntry
from sapper.board import CLOSED
from sapper.client import Client
from sapper.history.store import open_store
from sapper.history.store.rows import Append, NewRound
from sapper.layouts import layout_of
from sapper.server.http.cookies import Guests
from sapper.server.limits import Limits
from sapper.server.operations.watchdog import Watchdog
from sapper.server.rooms.lobby import Lobby
from sapper.server.serve import tune_process
from sapper.server.services import Services
from sapper.server.store.signer import Signer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RULES = Rules.parse("modern expert")
OPENINGS = 70
ROOMS = 10  # of a player
AT_ONCE = 64  # rooms that are asked for at the same time
UNLIMITED = Limits(rooms=1_000_000, memory=1 << 34, memory_for_small=1 << 33, rooms_per_player=1_000_000)


def log_of(seed: Seed) -> list[LogEntry]:
    """Return the log of a game in play with some openings, none of them of a mine."""
    game, first = Game(RULES, seed), (8, 15)
    minefield = layout_of(RULES, seed)(RULES, first)
    safe = [first, *((row, col) for row in range(16) for col in range(30) if not minefield.is_mine(row, col))]
    for row, col in safe:
        if len(game.log) < OPENINGS and game.board[row, col] in CLOSED:
            game.apply(LogEntry(Action(Kind.OPEN, row, col), 100 * len(game.log)))
    return list(game.log)


def stored(folder: str, count: int, players: list[bytes]) -> tuple[list[str], list[tuple[Seed, list[LogEntry]]]]:
    """Store games in play of players in turn, and return their rooms and logs."""
    logs = [(seed, log_of(seed)) for seed in (Seed(number.to_bytes(16, "big")) for number in range(min(count, 200)))]
    rooms, played = [], []
    with open_store(f"{folder}/games.db") as store:
        for number in range(count):
            seed, log = logs[number % len(logs)]
            room, player = f"room{number}", players[number % len(players)]
            game = store.begin_round(
                str(RULES),
                seed,
                NewRound(
                    public_id=f"game{number}",
                    room=room,
                    player=player,
                    salt=bytes(16),
                    created_at=0,
                ),
            )
            store.append_many([Append(game, 0, log, played_at=time.time_ns() // 1_000_000)])
            rooms.append(room)
            played.append((seed, log))
    return rooms, played


async def games(folder: str, count: int) -> None:
    """Load games in play, as many rooms at once as clients that come back would."""
    guests = Guests(bytes(32), secrets.token_bytes)
    players = [guests.new() for _ in range(max(1, count // ROOMS))]
    rooms, played = stored(folder, count, [player.key for player in players])
    used = time.process_time()
    for seed, log in played:
        Game.replay(RULES, seed, actions=log)
    floor = time.process_time() - used
    del played
    tune_process()
    watchdog = Watchdog()
    watchdog.start()
    started, used = time.perf_counter(), time.process_time()
    services = Services(
        opener=lambda: open_store(f"{folder}/games.db"),
        guests=guests,
        signer=Signer(bytes(32)),
        clock=lambda: time.monotonic_ns() // 1_000_000,
        now=lambda: int(time.time()),
        wall=lambda: time.time_ns() // 1_000_000,
        entropy=secrets.token_bytes,
        limits=UNLIMITED,
    )
    await services.opened()
    lobby = Lobby(services)
    waiting = iter(zip(rooms, itertools.cycle(players), strict=False))

    async def come_back() -> None:
        for room, player in waiting:
            assert await lobby.find(room, player) is not None

    await asyncio.gather(*(come_back() for _ in range(AT_ONCE)))
    seconds, used = time.perf_counter() - started, time.process_time() - used
    gc.collect(1)
    watchdog.stop()
    assert len(lobby.rooms) == count
    await lobby.close()
    print(f"{count} games in play of {OPENINGS} moves: {seconds:.2f} s (target 3), {used:.2f} s of processor")
    print(f"their logs played without a store: {floor:.2f} s of processor")
    longest, where = watchdog.longest
    print(f"longest hold of the interpreter: {longest * 1000:.1f} ms (target 10), {watchdog.holds} above, at {where}")


@contextlib.contextmanager
def process(folder: str, port: int) -> Iterator[subprocess.Popen[str]]:
    command = sapper(folder)
    command[command.index("--port") + 1] = str(port)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        yield running
        if running.poll() is None:
            running.send_signal(signal.SIGTERM)


def port_of(running: subprocess.Popen[str]) -> int:
    assert running.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)", running.stdout.readline())
    assert found, "the server did not start"
    return int(found[1])


async def crash(folder: str, ends: int, games: int) -> None:
    """Kill a server with many games that is started again at once, and measure when a client has played on."""
    stored(folder, games, [bytes(16)])
    gaps = []
    with contextlib.ExitStack() as stack:
        running = stack.enter_context(process(folder, 0))
        port = port_of(running)
        async with Client(f"http://127.0.0.1:{port}") as client:
            game = await client.new("modern expert")
            for number in range(ends):
                await game.flag(number, 0)
                began = time.perf_counter()
                running.kill()
                running.wait()
                running = stack.enter_context(process(folder, port))
                await game.flag(number, 1)
                gaps.append(time.perf_counter() - began)
    middle, longest = median(gaps), max(gaps)
    print(f"{games} games in play, kill -9 to the next answered move: {middle:.2f}, at most {longest:.2f} s (target 2)")


def idle(folder: str, connections: int) -> None:
    """Measure a server whose clients have a game and wait."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    more = {"connections-per-address": connections, "connections": connections + 10, "ping": 600}
    more |= {"handshakes-per-second": 1_000_000, "handshake-burst": 1_000_000, "address-read-burst": 1_000_000}
    with server.running(sapper(folder, more=more)) as (pid, port):
        command = [str(server.LOAD), str(port), "/play", "idle", str(connections), "0", "0", "0"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as waiting:
            assert waiting.stdout is not None
            waiting.stdout.readline()
            total = memory(pid) / 1024
            waiting.communicate()
    print(f"{connections} idle connections with a game each: {total:.0f} MB in all (target 400)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", choices=("games", "crash", "idle"))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--connections", type=int, default=10_000)
    parser.add_argument("--ends", type=int, default=7)
    options = parser.parse_args()
    parts: dict[str, Callable[[str], None]] = {
        "games": lambda folder: uvloop.run(games(folder, options.games)),
        "crash": lambda folder: asyncio.run(crash(folder, options.ends, options.games)),
        "idle": lambda folder: idle(folder, options.connections),
    }
    for name, part in parts.items():
        if options.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                part(folder)


if __name__ == "__main__":
    with server.built() as server.LOAD:
        main()
