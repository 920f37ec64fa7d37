"""Well-behaved players in a process of their own: each plays at a steady rate and measures every acknowledged move.

Moves are sent by the clock, whether or not the ones before are answered: a server that stalls for a second is seen by
every move of this second. Meanwhile somebody comes back to the first player's room again and again, and somebody new
starts a game.

Run by `Watch`. A line on standard input asks for a report, which is a line of JSON on standard output.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import TYPE_CHECKING, Any

from server.attacks.wire import TROUBLE, RawSocket, Refused, text
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

RULES = "modern expert"
CELLS = 480
PER_ADDRESS = 20  # players
_VISITS = 0.6  # seconds between visits


class Player:
    """Flags a cell and clears it again, all over the board, so that the game never ends."""

    def __init__(self, port: int, address: str, rate: float) -> None:
        self._port = port
        self._address = address
        self._pause = 1 / rate
        self._waiting: dict[int, float] = {}  # when each move was sent that is not answered yet
        self._n = 0
        self._socket: RawSocket | None = None
        self.room = self.token = self._game = ""
        self.times: list[float] = []  # milliseconds of the round trip of each move
        self.failures: list[str] = []

    async def start(self) -> None:
        self._socket = socket = await RawSocket.hello(self._port, self._address, tab="steady")
        board = await socket.start(RULES)
        if board["t"] != "board":
            raise RuntimeError(f"the player cannot start a game: {board}")
        self.room, self._game, self.token = board["room"], board["game"], socket.token
        await self._answered(1)

    async def _answered(self, count: int) -> None:
        for _ in range(count):
            self._send()
            assert self._socket is not None
            self._take(await self._socket.message("delta", "refused"))

    def _send(self) -> None:
        assert self._socket is not None
        self._n += 1
        kind = "flag" if self._n // CELLS % 2 == 0 else "clear"
        self._waiting[self._n] = time.perf_counter()
        self._socket.write(text("play", game=self._game, n=self._n, kind=kind, cell=self._n % CELLS))

    def _take(self, answer: dict[str, Any]) -> None:
        sent = self._waiting.pop(answer["n"], None)
        if answer["t"] == "refused":
            self.failures.append(f"refused: {answer['code']}")
        elif sent is not None:
            self.times.append((time.perf_counter() - sent) * 1e3)

    async def play(self) -> None:
        """Play until the connection ends."""
        receiving = asyncio.create_task(self._receive())
        await asyncio.sleep(random.random() * self._pause)  # players do not move in step
        due = time.perf_counter()
        while not receiving.done():
            self._send()
            due += self._pause
            await asyncio.sleep(max(due - time.perf_counter(), 0.0))
        receiving.result()

    async def _receive(self) -> None:
        assert self._socket is not None
        try:
            while True:
                self._take(await self._socket.message("delta", "refused", seconds=600))
        except TROUBLE as error:
            self.failures.append(f"disconnected: {self._socket.code or type(error).__name__}")

    async def settle(self) -> int:
        """Wait until the moves so far are answered; return how many are not."""
        before = self._n
        deadline = time.perf_counter() + PATIENCE
        while time.perf_counter() < deadline and not self.failures:
            if not any(n <= before for n in self._waiting):
                return 0
            await asyncio.sleep(0.01)
        return sum(n <= before for n in self._waiting)


class Visitors:
    """A client that comes back to a room, and a new one, by turns."""

    def __init__(self, port: int, address: str, host: Player) -> None:
        self._port = port
        self._address = address
        self._host = host
        self._is_visiting = False
        self.times: list[float] = []  # milliseconds until the board is there
        self.failures: list[str] = []

    async def come(self) -> None:
        """Come again and again, for good."""
        kinds: list[tuple[str, Callable[[], Awaitable[None]]]] = [("back", self._back), ("new", self._new)]
        turn = 0
        while True:
            name, visit = kinds[turn % 2]
            turn += 1
            began = time.perf_counter()
            self._is_visiting = True
            try:
                await visit()
            except (*TROUBLE, Refused, RuntimeError) as error:
                self.failures.append(f"{name}: {type(error).__name__} {error}")
            took = time.perf_counter() - began
            self.times.append(took * 1e3)
            self._is_visiting = False
            await asyncio.sleep(max(_VISITS - took, 0.0))

    async def settle(self) -> None:
        """Wait until nobody is at the door."""
        while self._is_visiting:
            await asyncio.sleep(0.01)

    async def _back(self) -> None:
        room, token = self._host.room, self._host.token
        socket = await RawSocket.hello(self._port, self._address, tab="visit", room=room, token=token)
        try:
            await socket.message("board")
        finally:
            socket.abort()

    async def _new(self) -> None:
        socket = await RawSocket.hello(self._port, self._address, tab="new")
        try:
            board = await socket.start("modern beginner")
            if board["t"] != "board":
                raise RuntimeError(board["why"])
            socket.write(text("play", game=board["game"], n=1, kind="open", cell=0))
            await socket.message("delta")
        finally:
            socket.abort()


class _Party:
    def __init__(self, port: int, players: int, rate: float) -> None:
        self.players = [Player(port, f"127.0.9.{9 + number // PER_ADDRESS}", rate) for number in range(players)]
        self.visitors = Visitors(port, "127.0.9.8", self.players[0])

    async def report(self) -> str:
        unanswered = sum(await asyncio.gather(*(player.settle() for player in self.players)))
        await self.visitors.settle()
        found = {
            "moves": [took for player in self.players for took in player.times],
            "visits": self.visitors.times.copy(),
            "failures": [failure for player in self.players for failure in player.failures],
            "turned_away": self.visitors.failures.copy(),
            "unanswered": unanswered,
        }
        for player in self.players:
            player.times.clear()
            player.failures.clear()
        self.visitors.times.clear()
        self.visitors.failures.clear()
        return json.dumps(found)


async def main(port: int, players: int, rate: float) -> None:
    """Play until standard input ends, and report for each line of it."""
    party = _Party(port, players, rate)
    for player in party.players:
        await player.start()
    tasks = [asyncio.create_task(player.play()) for player in party.players]
    tasks.append(asyncio.create_task(party.visitors.come()))
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    print("ready", flush=True)
    while await lines.readline():
        print(await party.report(), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
