"""The server under load: moves that are acknowledged and durable, next to bare echoes in the same run.

make bench, or .venv/bin/python bench/server.py [--seconds N] [--connections N] [--only PART]

The load is bench/load.cpp on another core. Echo and server take turns, and the middle ratio counts, because others use
this machine too. Processor time per message is shown next to wall time, for the same reason.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HERE = Path(__file__).parent
CORES = sorted(os.sched_getaffinity(0))
LOAD = HERE / "load"  # the program, once it is built
# Bare echoes: of uvicorn with the websockets package, of the server's own frames, and of picows (written in Cython).
UVICORN = """
import asyncio, socket, uvicorn

async def app(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})

listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
listener.bind(("127.0.0.1", 0))
listener.listen(1024)
print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, ws="websockets-sansio", http="h11", ws_per_message_deflate=False, ws_max_size=4096,
                        lifespan="off", access_log=False, log_config=None)
asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
"""
OWN = """
import asyncio, uvloop
from sapper.server.socket import handshake
from sapper.server.socket.web_socket import WebSocket

PEOPLE = 1  # who get every message
rooms = []

class Echo:
    def charge_read(self, size): return True
    def charge_frame(self): return True
    def count_frame(self, kind): pass
    def take_pong(self, payload): pass
    def receive(self, data):
        for one in self.room: one.socket.send_text(data)
    def writable(self): pass
    def stuck(self): pass
    def lost(self): pass
    def close(self, code, why): pass

class Http(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.head = transport, b""
    def data_received(self, data):
        self.head += data
        if b"\\r\\n\\r\\n" in self.head:
            lines = (line.partition(": ") for line in self.head.decode().splitlines()[1:])
            headers = {name.lower(): value for name, _, value in lines}
            self.transport.write(handshake.accepted(headers, None, []))
            echo = Echo()
            if not rooms or len(rooms[-1]) == PEOPLE: rooms.append([])
            rooms[-1].append(echo)
            echo.room = rooms[-1]
            echo.socket = WebSocket(self.transport, echo)
            self.transport.set_protocol(echo.socket)

async def main():
    server = await asyncio.get_running_loop().create_server(Http, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()

uvloop.run(main())
"""
PICOWS = """
import uvloop
from picows import WSListener, WSMsgType, ws_create_server

class Echo(WSListener):
    def on_ws_frame(self, transport, frame):
        transport.send(WSMsgType.TEXT, frame.get_payload_as_bytes())

async def main():
    server = await ws_create_server(lambda request: Echo(), "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()

uvloop.run(main())
"""
ECHOES = {"uvicorn": UVICORN, "own frames": OWN, "picows": PICOWS}
LARGE = {
    "most-cells": 100_000_000,
    "most-side": 10_000,
    "memory": 4_000_000_000,
    "player-memory": 2_000_000_000,
    "address-memory": 3_000_000_000,
}
UNLIMITED = (
    "connections-per-address",
    "handshakes-per-second",
    "handshake-burst",
    "address-read-burst",
    "connections",
    "messages-per-second",
    "message-burst",
    "address-messages-per-second",
    "address-message-burst",
    "rooms-per-minute",
    "room-burst",
)


@contextlib.contextmanager
def running(command: list[str]) -> Iterator[tuple[int, int]]:
    """Run a server on the first core; yield its process id and its port."""
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {CORES[0]}),
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found, "the server did not start"
        yield process.pid, int(found[1])
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def sapper(folder: str, durability: str = "normal", more: Mapping[str, float] | None = None) -> list[str]:
    limits = {**dict.fromkeys(UNLIMITED, 1_000_000), **(more or {})}
    options = [part for name, value in limits.items() for part in ("--limit", f"{name}={value}")]
    command = [sys.executable, "-m", "sapper", "web", "--no-open", "--port", "0", "--data", folder]
    return [*command, "--durability", durability, *options]


@contextlib.contextmanager
def built() -> Iterator[Path]:
    """Compile the load."""
    with tempfile.TemporaryDirectory() as place:
        program = Path(place) / "load"
        subprocess.run(["c++", "-O2", "-std=c++20", "-o", str(program), str(HERE / "load.cpp")], check=True)
        yield program


def measured(pid: int, port: int | str, mode: str, connections: int, seconds: float, rate: float = 0) -> dict[str, Any]:
    """Run the load, and return what it found and what the server used for it once everybody was connected."""
    path = "/" if mode in ("echo", "fan") else "/play"
    command = [str(LOAD), str(port), path, mode, str(connections), str(seconds), str(rate), str(pid)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.sched_setaffinity(0, {CORES[-1]})
    ) as running_load:
        assert running_load.stdout is not None
        running_load.stdout.readline()
        before = processor(pid)
        written, _ = running_load.communicate(timeout=seconds + 60)
    if running_load.returncode:
        raise SystemExit(f"the load failed with {running_load.returncode}")
    found: dict[str, Any] = json.loads(written)
    # The load runs for a second before it counts.
    found["cpu_us"] = (processor(pid) - before) * 1e6 * seconds / (seconds + 1) / max(found["answered"], 1)
    return found


def processor(pid: int) -> float:
    """Return the processor time of a process, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Return the resident memory of a process, in kB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1])


def show(name: str, found: dict[str, Any]) -> None:
    print(
        f"{name:34} {found['per_second']:>8} /s   p50 {found['p50_ms']:>7.2f} ms  p99 {found['p99_ms']:>8.2f} ms"
        f"   {found['cpu_us']:>6.0f} us of processor each"
    )


def throughput(options: argparse.Namespace, folder: str, durability: str, turns: int) -> None:
    """Let echoes and server take turns: the figures of one turn belong together."""
    rates, ratios = [], []
    with contextlib.ExitStack() as stack:
        echoes = {name: stack.enter_context(running([sys.executable, "-c", code])) for name, code in ECHOES.items()}
        server = stack.enter_context(running(sapper(folder, durability)))
        for _ in range(turns):
            fastest = 0
            for name, echo in echoes.items():
                plain = measured(*echo, "echo", options.connections, options.seconds)
                show(f"echo of {name}", plain)
                fastest = max(fastest, plain["per_second"])
            moves = measured(*server, "play", options.connections, options.seconds)
            show(f"moves, {durability}", moves)
            rates.append(moves["per_second"])
            ratios.append(moves["per_second"] / fastest)
    print(
        f"{'moves, middle of the turns':34} {median(rates):>8.0f} /s (target 20000),"
        f" {median(ratios):.2f} of the fastest echo (target 0.16), best turn {max(rates)} /s"
    )


def saturation(options: argparse.Namespace, folder: str) -> None:
    """Let 1,000 connections play games to their end as fast as they are answered, and compare how long they wait."""
    with contextlib.ExitStack() as stack:
        echo = stack.enter_context(running([sys.executable, "-c", OWN]))
        server = stack.enter_context(running(sapper(folder, "full")))
        for _ in range(options.turns):
            for name, place, mode in (("echo of own frames", echo, "echo"), ("moves of games, full", server, "games")):
                found = measured(*place, mode, 1000, options.seconds)
                show(name, found)
                ratio = found["p99_ms"] / found["p50_ms"]
                worked = found["worked_p99_ms"] / found["worked_p50_ms"]
                print(f"{'':34} p99 is {ratio:.1f} times p50 (target 2), longest {found['worst_ms']:.0f} ms")
                print(
                    f"{'':34} in processor time of the server {worked:.1f} times; overtaken by"
                    f" {found['overtaken_p50']} answers of others at p50, {found['overtaken_p99']} at p99"
                )
            print(f"{'':34} {found['games_per_second']} games/s, a new one in {found['game_p99_ms']:.0f} ms at p99")


def steady(options: argparse.Namespace, folder: str) -> None:
    for name, command, mode in (
        ("echo of own frames", [sys.executable, "-c", OWN], "echo"),
        ("moves", sapper(folder), "play"),
    ):
        with running(command) as (pid, port):
            show(f"{name} at 2000/s, 1000 connections", measured(pid, port, mode, 1000, options.seconds, 2000))
    print(f"{'':34} target: p99 at most 5 ms")


def idle(folder: str, connections: int = 1000) -> None:
    with running(sapper(folder)) as (pid, port):
        measured(pid, port, "play", 20, 0.1)
        before = memory(pid)
        command = [str(LOAD), str(port), "/play", "idle", str(connections), "0", "0", str(pid)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as waiting:
            assert waiting.stdout is not None
            waiting.stdout.readline()
            grown = memory(pid) - before
            waiting.communicate()
    print(f"{'an idle connection with a game':34} {grown / connections:.1f} kB (target 40)")


async def beside(folder: str, size: str, rounds: int = 5) -> None:
    """Open most of a huge board, again and again, and measure how long the moves of another player take meanwhile."""
    import websockets

    waits: dict[bool, list[float]] = {True: [], False: []}
    is_opening = False

    async def play_on(port: int) -> None:
        async with websockets.connect(f"ws://127.0.0.1:{port}/play") as socket:
            await socket.send('{"t":"hello"}')
            await socket.recv()
            await socket.send('{"t":"new","n":1,"rules":"modern expert"}')
            game = json.loads(await socket.recv())["game"]
            for number in itertools.count(2):
                began, during = time.perf_counter(), is_opening
                kind = "flag" if number % 2 else "clear"
                play = {"t": "play", "game": game, "n": number, "kind": kind, "cell": 7}
                await socket.send(json.dumps(play))
                await socket.recv()
                waits[during or is_opening].append((time.perf_counter() - began) * 1e3)
                await asyncio.sleep(0.003)

    with running(sapper(folder, more=LARGE)) as (_, port):
        other = asyncio.create_task(play_on(port))
        took = []
        for _ in range(rounds):
            await asyncio.sleep(1)
            async with websockets.connect(f"ws://127.0.0.1:{port}/play", max_size=None) as socket:
                await socket.send('{"t":"hello"}')
                await socket.recv()
                is_opening = True
                began = time.perf_counter()
                await socket.send(json.dumps({"t": "new", "n": 1, "rules": f"modern {size}"}))
                game = json.loads(await asyncio.wait_for(socket.recv(), 120))["game"]
                await socket.send(json.dumps({"t": "play", "game": game, "n": 2, "kind": "open", "cell": 0}))
                await asyncio.wait_for(socket.recv(), 120)
                took.append(time.perf_counter() - began)
                is_opening = False
        other.cancel()
    print(f"{'a ' + size + ' board is made and opened':50} {median(took):.2f} s")
    for waited in waits.values():
        waited.sort()
    for during, name in ((False, "moves of another player before and after"), (True, "meanwhile")):
        waited = waits[during]
        p50, p99, longest = waited[len(waited) // 2], waited[len(waited) * 99 // 100], waited[-1]
        print(f"  {name:48} p50 {p50:.1f}, p99 {p99:.1f}, longest {longest:.1f} ms of {len(waited)} (target 50)")


async def large(folder: str, size: str) -> None:
    """View parts of a huge board: the time from request to last chunk, and the server's processor time."""
    import websockets

    with running(sapper(folder, more=LARGE)) as (pid, port):
        async with websockets.connect(f"ws://127.0.0.1:{port}/play", max_size=None, compression=None) as socket:

            async def ask(**message: object) -> dict[str, Any]:
                await socket.send(json.dumps(message))
                found: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 120))
                return found

            await ask(t="hello")
            started = time.perf_counter()
            board = await ask(t="new", n=1, rules=f"modern {size}")
            game, width, height = board["game"], board["width"], board["height"]
            print(f"{'a ' + size + ' board is made in':34} {(time.perf_counter() - started) * 1e3:.0f} ms")
            started = time.perf_counter()
            await ask(t="play", game=game, n=2, kind="open", cell=0)
            print(f"{'its mines are placed in':34} {(time.perf_counter() - started) * 1e3:.0f} ms")
            walls, before = [], processor(pid)
            across, down = width // 192, height // 128
            for number in range(1, 101):
                top, left = number * 31 % down * 128, number * 17 % across * 192
                started = time.perf_counter()
                view = {"t": "view", "game": game, "top": top, "left": left, "height": 128, "width": 192}
                await socket.send(json.dumps(view))
                for _ in range(6):
                    assert json.loads(await asyncio.wait_for(socket.recv(), 60))["t"] == "chunk"
                walls.append(time.perf_counter() - started)
            cpu = (processor(pid) - before) / len(walls) * 1e3
    print(f"{'a view of 6 chunks':34} p50 {median(walls) * 1e3:.1f} ms, {cpu:.1f} ms of processor (target 50)")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--connections", type=int, default=100)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--only", choices=("throughput", "full", "saturation", "steady", "idle", "large", "beside"))
    parser.add_argument("--size", default="10000x10000/20000000", help="of the huge board")
    parser.add_argument("--sparse", default="10000x10000/5000000", help="a huge board most of which opens at once")
    options = parser.parse_args()
    parts: dict[str, Callable[[str], None]] = {
        "throughput": lambda folder: throughput(options, folder, "normal", options.turns),
        "full": lambda folder: throughput(options, folder, "full", 1),
        "saturation": lambda folder: saturation(options, folder),
        "steady": lambda folder: steady(options, folder),
        "idle": idle,
        "large": lambda folder: asyncio.run(large(folder, options.size)),
        "beside": lambda folder: asyncio.run(beside(folder, options.sparse)),
    }
    for name, part in parts.items():
        if options.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                part(folder)


if __name__ == "__main__":
    with built() as LOAD:
        main()
