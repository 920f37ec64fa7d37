"""Attacks by HTTP requests: replays and positions that cost much, requests that are dropped, requests out of form."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from functools import cache
from typing import TYPE_CHECKING

from server.attacks.wire import TROUBLE, Deadline, Outcome, ask, connect, read_head, request

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator
    from typing import Any

    from server.attacks.catalogue import Target

TWO = ("127.0.0.2", "127.0.0.3")


def _replay(rules: str, actions: list[Action], seed: int, name: str = "x") -> bytes:
    game = Game(Rules.parse(rules), Seed.of(seed))
    for action in actions:
        game.apply(LogEntry(action, 0, 0))
    return Replay.of(game, Seed.of(seed), players=[name], program="p").pack()


@cache
def small_replay(turns: int = 1000) -> bytes:
    """Return a replay of a few bytes that shows millions of changed cells: an opening undone and redone."""
    actions = [Action("open", 0, 0), *[Action("undo"), Action("redo")] * turns]
    return _replay("modern 200x200/40 practice=on", actions, 1)  # the opening wins


@cache
def undo_replay() -> bytes:
    """Return a replay of 8,000 flags, which are then undone one by one."""
    flags = [Action("flag", number // 200, number % 200) for number in range(8000)]
    return _replay("modern 200x200/40 practice=on", [*flags, *[Action("undo")] * 8000, Action("resign")], 2)


@cache
def named_replay(number: int) -> bytes:
    """Return a small replay whose player has a name of eight million letters."""
    return _replay("modern 9x9/10", [Action("open", 0, 0), Action("resign")], number, "n" * 8_000_000)


@cache
def hard_position(number: int) -> bytes:
    """Return a position that the solver finds hard: every third cell is open, so that all numbers hang together."""
    luck = random.Random(number)
    side = 30 + number % 8 * 10
    mines = {(row, col) for row in range(side) for col in range(side) if luck.random() < 0.3}
    rows = []
    for row in range(side):
        line = ""
        for col in range(side):
            shown = (row + col) % 3 == 0 and (row, col) not in mines
            around = itertools.product((row - 1, row, row + 1), (col - 1, col, col + 1))
            line += str(sum(cell in mines for cell in around)) if shown else "."
        rows.append(line)
    return json.dumps({"board": "\n".join([f"{side}x{side}/{len(mines)}", *rows])}).encode()


@cache
def large_diagram() -> bytes:
    """Return a position of 40 kB that is mostly hidden."""
    rows = ["." * 200 for _ in range(199)] + ["1" + "." * 199]
    return json.dumps({"board": "\n".join(["200x200/8000", *rows])}).encode()


async def asked(outcome: Outcome, answer: Awaitable[Any]) -> bytes:
    """Count how a request ended, and return the body."""
    try:
        found = await answer
    except TROUBLE as error:
        outcome["late" if isinstance(error, TimeoutError) else "cut"] += 1
        return b""
    outcome[f"status {found.status}"] += 1
    outcome["largest"] = max(outcome["largest"], found.size)
    body: bytes = found.body
    return body


async def small_replays(server: Target, seconds: float, turns: int = 1000) -> Outcome:
    """Import a replay of a few bytes and ask for its steps, from two addresses."""
    outcome, deadline = Outcome(), Deadline(seconds)
    imported = await asked(outcome, ask(server.port, TWO[0], "POST", "/api/replays", small_replay(turns)))
    number = json.loads(imported or b"{}").get("id")
    if number is None:
        return outcome

    async def read(address: str) -> None:
        while True:
            await asked(outcome, ask(server.port, address, "GET", f"/api/games/{number}/steps"))
            outcome["sent"] += 1
            await asyncio.sleep(0.02)
            if not deadline:
                return

    await asyncio.gather(*(read(address) for address in TWO * 2))
    return outcome


async def undo_replays(server: Target, seconds: float) -> Outcome:
    """Verify four long replays at once from two addresses, hang up and do it again."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def verify(address: str) -> None:
        for replay in itertools.cycle((undo_replay(), small_replay())):
            if not deadline:
                return
            path, wait = "/api/replays/verify", min(0.7, deadline.left)
            await asked(outcome, ask(server.port, address, "POST", path, replay, seconds=wait))
            outcome["sent"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(verify(address) for address in TWO * 2))
    return outcome


async def long_names(server: Target, seconds: float, count: int = 6) -> Outcome:
    """Import some replays whose players have names of eight million letters, and ask for the list."""
    outcome, deadline = Outcome(), Deadline(seconds)
    for number in range(count):
        data = await asyncio.to_thread(named_replay, number)
        await asked(outcome, ask(server.port, TWO[number % 2], "POST", "/api/replays", data))
    while True:
        await asked(outcome, ask(server.port, TWO[0], "GET", "/api/games?limit=50"))
        await asyncio.sleep(0.05)
        if not deadline:
            return outcome


async def solver(server: Target, seconds: float, count: int = 100) -> Outcome:
    """Ask for odds and moves of hard positions from two addresses."""
    outcome, deadline = Outcome(), Deadline(seconds)
    positions = itertools.count()

    async def think(address: str) -> None:
        for number in positions:
            if not deadline or number >= count * max(seconds / 20, 1):
                return
            path = ("/api/odds", "/api/move")[number % 2]
            answer = ask(server.port, address, "POST", path, hard_position(number), seconds=deadline.left)
            await asked(outcome, answer)
            outcome["sent"] += 1

    await asyncio.gather(*(think(address) for address in TWO * 2))
    return outcome


async def diagrams(server: Target, seconds: float) -> Outcome:
    """Ask for hints on large positions from six addresses."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def think(address: str) -> None:
        while deadline:
            await asked(
                outcome,
                ask(server.port, address, "POST", "/api/hint", large_diagram(), seconds=max(deadline.left, 0.1)),
            )
            outcome["sent"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(think(f"127.0.0.{number}") for number in range(2, 8)))
    return outcome


async def dropped_reports(server: Target, seconds: float) -> Outcome:
    """Ask for statistics and lists, two hundred times from each address, and hang up at once."""
    outcome, deadline = Outcome(), Deadline(seconds)
    paths = (
        "/api/statistics",
        "/api/statistics?plain=1",
        "/api/best-times?limit=50",
        "/api/games?limit=50&offset=9000",
    )

    async def drop(address: str, path: str) -> None:
        try:
            _, writer = await connect(server.port, address)
        except TROUBLE:
            outcome["no connection"] += 1
            return
        writer.write(request(server.port, "GET", path))
        await asyncio.sleep(0.02)
        writer.transport.abort()
        outcome["sent"] += 1

    for turn in itertools.count():
        if not deadline:
            return outcome
        address = f"127.0.4.{1 + turn % 250}"
        for first in range(0, 200, 40):
            await asyncio.gather(*(drop(address, paths[number % 4]) for number in range(first, first + 40)))
        await asyncio.sleep(min(2, deadline.left))
    return outcome


async def aborted_posts(server: Target, seconds: float) -> Outcome:
    """Send half of a request, and hang up."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def abort(address: str) -> None:
        for turn in itertools.count():
            if not deadline:
                return
            body = (
                b"Content-Length: 1000\r\n\r\n0123456789" if turn % 2 else b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"
            )
            try:
                _, writer = await connect(server.port, address)
            except TROUBLE:
                outcome["no connection"] += 1
                await asyncio.sleep(0.1)
                continue
            path = ("/api/odds", "/api/replays", "/api/replays/verify")[turn % 3]
            writer.write(f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n".encode() + body)
            await asyncio.sleep(0.025)
            writer.transport.abort()
            outcome["sent"] += 1

    await asyncio.gather(*(abort(f"127.0.0.{number}") for number in range(2, 6)))
    return outcome


def _malformed(port: int) -> Iterator[tuple[str, bytes]]:
    """Return requests that two programs may read differently, each with a second request behind it."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    body = b"0\r\n\r\n"
    start = f"POST /api/odds HTTP/1.1\r\n{host}"
    yield "both lengths", f"{start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + body
    yield "both lengths", f"{start}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n".encode() + body
    yield "two lengths", f"{start}Content-Length: 5\r\nContent-Length: 6\r\n\r\n".encode() + body
    yield "a signed length", f"{start}Content-Length: +5\r\n\r\n".encode() + body
    yield "bare line feeds", f"{start}Content-Length: 5\n\n".replace("\r\n", "\n").encode() + body
    yield "one bare line feed", f"GET /api/me HTTP/1.1\r\n{host}X-A: b\nX-C: d\r\n\r\n".encode()
    yield "a folded header", f"GET /api/me HTTP/1.1\r\n{host}X-A: b\r\n c\r\n\r\n".encode()
    yield "a space before the colon", f"{start}Content-Length : 5\r\n\r\n".encode() + body
    yield "another coding", f"{start}Transfer-Encoding: xchunked\r\n\r\n".encode() + body


async def smuggling(server: Target, seconds: float) -> Outcome:
    """Send requests that a proxy may read differently, each with another request behind it."""
    outcome, deadline = Outcome(), Deadline(seconds)
    behind = f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    while True:
        for name, data in _malformed(server.port):
            try:
                reader, writer = await connect(server.port, "127.0.0.2")
            except TROUBLE:
                outcome["no connection"] += 1
                await asyncio.sleep(0.1)
                continue
            try:
                async with asyncio.timeout(5):
                    writer.write(data + behind)
                    status, headers = await read_head(reader)
                    rest = b""
                    while b"HTTP/1.1" not in rest and (part := await reader.read(4096)):
                        rest += part
                outcome["sent"] += 1
                outcome[f"status {status}"] += 1
                if status != 400 or b"HTTP/1.1" in rest:
                    outcome[f"accepted {name}"] += 1
                if "x-content-type-options" not in headers:
                    outcome["without headers"] += 1
            except TimeoutError:
                outcome[f"open {name}"] += 1
            except TROUBLE:
                outcome["cut"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(0.025)
        if not deadline:
            return outcome


async def long_paths(server: Target, seconds: float) -> Outcome:
    """Ask for files whose names are too long for any disk."""
    outcome, deadline = Outcome(), Deadline(seconds)
    paths = [
        f"/assets/{middle}{'a' * size}.js" for size in (250, 256, 1000, 4000) for middle in ("", "b/", "0123456789/")
    ]
    while True:
        for path in paths:
            try:
                found = await ask(server.port, "127.0.0.2", "GET", path)
            except TROUBLE:
                outcome["cut"] += 1
                continue
            outcome["sent"] += 1
            outcome[f"status {found.status}"] += 1
            if "x-content-type-options" not in found.headers:
                outcome["without headers"] += 1
        await asyncio.sleep(0.25)
        if not deadline:
            return outcome
