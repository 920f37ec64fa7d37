"""A full evening on two servers with PostgreSQL and Redis: 200 races at once, and an arena of 1,000 people.

PYTHONPATH=tests .venv/bin/python -P bench/arena.py [--people N] [--seconds N] [--pause N] [--only races|arena]

Real clients over loopback, each from an address of its own and under the usual limits, play real boards: each opens a
square that the numbers prove safe, or the likeliest one. Measured are the time from a click to its answer, to the first
message at every other socket of the race that shows it (which the server sends four times a second), from the end of a
race to the first table of the arena that counts it, and the processor time of everything on the side of the servers.
The longest wait of the event loop of this program is printed too: waits here are as exact as that.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any

import msgspec
from postgres import Postgres
from redis_server import RedisServer
from server.attacks.wire import RawSocket, connect, read_head, text
from server.conftest import Running

from sapper import Board, Level
from sapper.analysis.odds import odds
from sapper.board import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Iterator

DURABLE = ("shared_buffers=128MB", "max_connections=100")
RULES = "modern intermediate layout=no-guess"
ARENA_RULES = "modern beginner layout=no-guess"
SETTLE = 120.0  # seconds until all have come, or a part is given up
AT_ONCE = 50  # people who come at the same moment
CHECK = 0.05  # seconds between looks at the own event loop
_json = msgspec.json.Decoder()


class Times:
    """Milliseconds of each kind."""

    def __init__(self) -> None:
        self._of: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, kind: str, since: float) -> None:
        """Note how long something took."""
        self._of[kind].append((time.perf_counter() - since) * 1e3)

    def show(self) -> None:
        """Print the figures of each kind."""
        for kind, found in self._of.items():
            cuts = quantiles(found, n=100) if len(found) > 1 else found * 99
            figures = f"p50 {cuts[49]:8.1f}  p99 {cuts[98]:8.1f}  longest {max(found):8.1f} ms"
            print(f"{kind:44} {figures}  of {len(found)}", flush=True)


class Race:
    """What the people of a race have clicked, by seat: when, and the share that it led to."""

    def __init__(self) -> None:
        self.clicks: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        self.is_over = asyncio.Event()


class Person:
    """A client that plays what it sees."""

    def __init__(self, number: int, port: int, times: Times) -> None:
        self.number = number
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.port = port
        self.times = times
        self.token = ""
        self.seat = -1
        self.party = ""
        self.race = Race()
        self.moves = 0
        self.rounds = 0  # that were played to their end
        self.ended_at = 0.0  # when the last of them was shown
        self._seen: defaultdict[int, int] = defaultdict(int)  # clicks of others that were shown, by seat
        self._sent: dict[int, float] = {}
        self._n = 0
        self._board: Board | None = None
        self._game = ""
        self._level = Level(8, 8, 10)
        self._cells = bytearray()
        self._safe: list[int] = []
        self._can_play = False
        self.entered = asyncio.Event()
        self._socket: RawSocket | None = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Connect and greet."""
        self._socket = await RawSocket.open(self.port, self.address, self.token)
        self.token = self._socket.token
        self._send("hello", tab=f"tab{self.number}", name=f"P{self.number}")
        self._reader = asyncio.create_task(self._read())

    def leave(self) -> None:
        """Disconnect."""
        if self._reader is not None:
            self._reader.cancel()
        if self._socket is not None:
            self._socket.abort()

    def _send(self, t: str, **fields: object) -> None:
        assert self._socket is not None
        self._socket.write(text(t, **fields))

    def request(self, t: str, **fields: object) -> None:
        """Send a request with the next number."""
        self._n += 1
        self._send(t, n=self._n, **fields)

    async def enter(self, t: str, race: Race, **fields: object) -> None:
        """Open a room or join one, and wait until the seat is taken."""
        self.race = race
        self.entered.clear()
        self.request(t, **fields)
        async with asyncio.timeout(SETTLE):
            await self.entered.wait()

    @property
    def has_begun(self) -> bool:
        """Whether the first square of a board is open."""
        return any(value <= 8 for value in self._cells)

    async def play(self, pause: float, luck: random.Random) -> None:
        """Click once in a while, as long as there is something to click."""
        await asyncio.sleep(luck.uniform(0, pause))
        while True:
            if self._can_play and (cell := self._next(luck)) is not None:
                self._n += 1
                self._sent[self._n] = time.perf_counter()
                self._send("play", n=self._n, game=self._game, kind="open", cell=cell)
            await asyncio.sleep(luck.uniform(0.5, 1.5) * pause)

    def _next(self, luck: random.Random) -> int | None:
        while self._safe:
            cell = self._safe.pop()
            if SYMBOLS[self._cells[cell]] == ".":
                return cell
        if not self.has_begun:
            return None  # the server opens the first one
        board = Board.from_bytes(self._level, bytes(self._cells))
        found = odds(board)
        self._safe = [
            self._level.index(*cell) for cell in found.safe if SYMBOLS[self._cells[self._level.index(*cell)]] == "."
        ]
        luck.shuffle(self._safe)
        if self._safe:
            return self._safe.pop()
        closed = [cell for cell, value in enumerate(self._cells) if SYMBOLS[value] == "."]
        return min(closed, key=lambda cell: found[self._level.cell(cell)] or 0.0, default=None)

    # What arrives

    async def _read(self) -> None:
        assert self._socket is not None
        while True:
            _, payload = await self._socket.frame()
            message = _json.decode(payload)
            take = getattr(self, f"_take_{message['t']}", None)
            if take is not None:
                take(message)

    def _take_entered(self, message: dict[str, Any]) -> None:
        self.seat, self.party = message.get("seat", -1), message["party"]
        self.entered.set()

    def _take_refused(self, message: dict[str, Any]) -> None:
        print(f"P{self.number} was refused: {message['why']}", file=sys.stderr)

    def _take_party(self, message: dict[str, Any]) -> None:
        is_playing = message["stage"] == "playing"
        self._can_play = is_playing and "starts_in" not in message
        if not is_playing and message.get("result"):
            if not self.race.is_over.is_set():
                self.race.is_over.set()
            self.rounds += 1
            self.ended_at = time.perf_counter()

    def _take_board(self, message: dict[str, Any]) -> None:
        self._game, self._safe = message["game"], []
        self._level = Level(message["width"], message["height"], message["mines"])
        cells = message["cells"]
        shown = cells * self._level.cells if len(cells) == 1 else cells
        self._cells = bytearray(map(SYMBOLS.index, shown))

    def _take_delta(self, message: dict[str, Any]) -> None:
        cells = message.get("cells", [])
        for cell, value in zip(cells[::2], cells[1::2], strict=True):
            self._cells[cell] = value
        if message.get("chunks") or message["status"] in ("won", "lost", "abandoned"):
            self._can_play = False
        sent = self._sent.pop(message.get("n", -1), None)
        if sent is None:
            return
        self.times.add("click to answer", sent)
        self.moves += 1
        opened = sum(value <= 8 for value in self._cells)
        share = round(opened / (self._level.cells - self._level.mines), 4)
        self.race.clicks[self.seat].append((sent, share))

    def _take_progress(self, message: dict[str, Any]) -> None:
        for line in message["seats"]:
            seat, share = line["seat"], line.get("share", 0.0)
            if seat == self.seat:
                continue
            clicks = self.race.clicks[seat]
            while self._seen[seat] < len(clicks) and clicks[self._seen[seat]][1] <= share + 1e-9:
                self.times.add("click to the sockets of others", clicks[self._seen[seat]][0])
                self._seen[seat] += 1

    def leave_party(self) -> None:
        """Leave the room for the next one."""
        self.request("quit")

    def forget(self) -> None:
        """Begin another race."""
        self._seen.clear()
        self._can_play = False


class Web:
    """Requests of one person, one after the other over one connection, as a browser makes them."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request."""
        person = self._person
        if self._streams is None or self._streams[0].at_eof():  # the server closes what is idle
            self._streams = await connect(person.port, person.address)
        reader, writer = self._streams
        content = msgspec.json.encode(body) if body is not None else b""
        place = f"127.0.0.1:{person.port}"
        head = [
            f"{method} {path} HTTP/1.1",
            f"Host: {place}",
            f"Origin: http://{place}",
            f"Cookie: sapper={person.token}",
        ]
        writer.write("\r\n".join([*head, f"Content-Length: {len(content)}", "", ""]).encode() + content)
        async with asyncio.timeout(SETTLE):
            status, headers = await read_head(reader)
            answer = await reader.readexactly(int(headers["content-length"]))
        if status != 200:
            raise RuntimeError(f"{method} {path}: {status} {answer.decode()[:200]}")
        return _json.decode(answer)

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].transport.abort()


class Machinery:
    """The processes on the side of the servers, and the processor time that they have taken."""

    def __init__(self, servers: list[Running]) -> None:
        self.ports = [server.port for server in servers]
        self._before: dict[str, float] = {}

    def begin(self) -> None:
        """Begin to count."""
        self._before = processor_times()

    def show(self, seconds: float, people: int, moves: int) -> None:
        """Print what was used since then, and for whom."""
        used = {name: after - self._before[name] for name, after in processor_times().items()}
        for name, spent in used.items():
            print(f"{'processor time of ' + name:44} {spent:8.2f} s, {spent / seconds:.2f} cores")
        servers, all_ = used["both servers"], sum(used.values())
        for name, count in (("of a player, in a second", people * seconds), ("of a move", max(moves, 1))):
            print(f"{name:44} {1e6 * servers / count:8.0f} us in the servers, {1e6 * all_ / count:.0f} us in all")


def processor_times() -> dict[str, float]:
    """Return the processor time of what this program has started, in seconds."""
    found = {"both servers": 0.0, "PostgreSQL": 0.0, "Redis": 0.0}
    for pid in children(os.getpid()):
        program = Path(f"/proc/{pid}/comm").read_text().strip()
        name = {"postgres": "PostgreSQL", "redis-server": "Redis"}.get(program, "both servers")
        found[name] += sum(map(processor, [pid, *children(pid)]))
    return found


def processor(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, in any of its threads."""
    return [int(one) for path in Path(f"/proc/{pid}/task").glob("*/children") for one in path.read_text().split()]


@contextlib.contextmanager
def machinery(options: argparse.Namespace) -> Iterator[Machinery]:
    """Start PostgreSQL, Redis and two servers with their usual limits."""
    with tempfile.TemporaryDirectory() as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        folder.chmod(0o755)  # PostgreSQL may run as another user
        for name in ("database", "bus", "one", "two"):
            (folder / name).mkdir()
        postgres = Postgres(folder / "database", DURABLE)
        stack.callback(postgres.close)
        postgres.start()
        redis = RedisServer(folder / "bus")
        stack.callback(redis.stop)
        given = ["--database", postgres.new_database(), "--bus", redis.url, *options.option]
        servers = []
        for name in ("one", "two"):
            servers.append(Running(folder / name, *given))
            stack.callback(servers[-1].close)
        yield Machinery(servers)
        for server in servers:
            problems = [line for line in server.log.splitlines() if " INFO " not in line]
            print(*problems[:20], sep="\n", file=sys.stderr)


async def watch_loop(longest: list[float]) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(CHECK)
        longest[0] = max(longest[0], time.perf_counter() - before - CHECK)


async def gathered(work: list[Any]) -> None:
    """Wait for many things, some at a time."""
    for first in range(0, len(work), AT_ONCE):
        await asyncio.gather(*work[first : first + AT_ONCE])


async def races(options: argparse.Namespace, around: Machinery) -> None:
    """Let all play races of five at once, each race on one server, and the next one when it is over."""
    times, luck = Times(), random.Random(1)
    rooms = [range(first, min(first + 5, options.people)) for first in range(0, options.people, 5)]
    people = [Person(number, around.ports[number // 5 % 2], times) for number in range(options.people)]
    began = time.perf_counter()
    await gathered([one.connect() for one in people])

    async def open_room(numbers: range) -> None:
        owner, race = people[numbers[0]], Race()
        await owner.enter("host", race, terms={"mode": "race", "rules": RULES, "seats": 5})
        for number in numbers[1:]:
            await people[number].enter("join", race, party=owner.party)

    await gathered([open_room(numbers) for numbers in rooms])
    print(f"{len(people)} people in {len(rooms)} rooms after {time.perf_counter() - began:.1f} s", flush=True)

    async def go_on(numbers: range) -> None:
        members = [people[number] for number in numbers]
        while True:
            race = Race()
            for one in members:
                one.race = race
                one.forget()
            for one in members:
                one.request("ready")
            await race.is_over.wait()
            await asyncio.sleep(1)

    longest = [0.0]
    tasks = [asyncio.create_task(one.play(options.pause, luck)) for one in people]
    tasks += [asyncio.create_task(go_on(numbers)) for numbers in rooms]
    tasks.append(asyncio.create_task(watch_loop(longest)))
    async with asyncio.timeout(SETTLE):
        while not all(one.has_begun for one in people):
            await asyncio.sleep(0.1)
    print(f"all play after {time.perf_counter() - began:.1f} s", flush=True)
    await measure(options, around, people, times, longest)
    for task in tasks:
        task.cancel()
    for one in people:
        one.leave()


async def arena(options: argparse.Namespace, around: Machinery) -> None:
    """Let all play in one arena: each player who is ready is paired for a race, and is ready again when it is over.

    The people of a race are on either server, as they stay where their page connected first.
    """
    times, luck = Times(), random.Random(2)
    people = [Person(number, around.ports[number % 2], times) for number in range(options.people)]
    webs = [Web(one) for one in people]
    await gathered([one.connect() for one in people])
    rules = {"mode": "race", "rules": ARENA_RULES, "starts_in": 0, "minutes": 60, "format": "races"}
    id_ = (await webs[0].ask("POST", "/api/tournaments", rules))["card"]["id"]
    found: dict[str, Race] = {}

    async def compete(one: Person, web: Web) -> None:
        scores, ended_at = 0, 0.0
        while True:
            table = await timed("ready", web, "POST", "/api/tournaments/entry", {"tournament": id_, "wants": "ready"})
            while not table.get("party"):
                await asyncio.sleep(luck.uniform(0.5, 1.5) * options.poll)
                table = await timed("table", web, "GET", f"/api/tournaments/{id_}")
                own: dict[str, Any] = next((line for line in table["lines"] if line.get("is_me")), {})
                if ended_at and len(own.get("scores", [])) > scores:
                    times.add("end of a race to a table that counts it", ended_at)
                    ended_at = 0.0
                scores = len(own.get("scores", []))
            race = found.setdefault(table["party"], Race())
            one.forget()
            await one.enter("join", race, party=table["party"])
            await race.is_over.wait()
            ended_at = one.ended_at or time.perf_counter()
            one.leave_party()

    async def timed(what: str, web: Web, *request: Any) -> Any:
        began = time.perf_counter()
        answer = await web.ask(*request)
        times.add(f"request: {what}", began)
        return answer

    longest = [0.0]
    tasks = [asyncio.create_task(one.play(options.pause, luck)) for one in people]
    tasks += [asyncio.create_task(compete(*both)) for both in zip(people, webs, strict=True)]
    tasks.append(asyncio.create_task(watch_loop(longest)))
    await asyncio.sleep(options.settle)
    for task in tasks:
        if task.done():
            task.result()
    times = Times()
    for one in people:
        one.times = times
    await measure(options, around, people, times, longest)
    for task in tasks:
        task.cancel()
    for one, web in zip(people, webs, strict=True):
        one.leave()
        web.close()


async def measure(
    options: argparse.Namespace, around: Machinery, people: list[Person], times: Times, longest: list[float]
) -> None:
    moves, rounds, began = sum(one.moves for one in people), sum(one.rounds for one in people), time.perf_counter()
    longest[0] = 0.0
    around.begin()
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - began
    moves = sum(one.moves for one in people) - moves
    print(
        f"{'moves':44} {moves / seconds:8.0f} /s, {sum(one.rounds for one in people) - rounds} ends of a race were seen"
    )
    times.show()
    around.show(seconds, len(people), moves)
    print(f"{'longest wait of this program itself':44} {1e3 * longest[0]:8.1f} ms")


async def main_(options: argparse.Namespace, around: Machinery) -> None:
    if options.only in (None, "races"):
        await races(options, around)
    if options.only in (None, "arena"):
        await arena(options, around)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between the clicks of a person")
    parser.add_argument("--poll", type=float, default=1.5, help="seconds between questions of a person who waits")
    parser.add_argument("--settle", type=float, default=20.0, help="seconds until the arena is measured")
    parser.add_argument("--only", choices=("races", "arena"))
    parser.add_argument(
        "--option", action="append", default=[], help="of the servers, such as --option=--log-level=info"
    )
    options = parser.parse_args()
    gc.disable()
    print("load of the machine before:", *(f"{load:.1f}" for load in os.getloadavg()))
    with machinery(options) as around:
        asyncio.run(main_(options, around))
    print("load of the machine after:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
