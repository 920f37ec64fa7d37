"""A lobby without sockets: clients in memory, a clock and entropy that the test holds, the real store and threads."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from waiting import PATIENCE

from sapper.history.store import open_store
from sapper.layouts import FixedLayout, layout_of
from sapper.minefield import Minefield
from sapper.server.http.cookies import Guests, Player
from sapper.server.limits import Limits
from sapper.server.rooms.lobby import Lobby
from sapper.server.services import Services
from sapper.server.socket.connection import Connection
from sapper.server.socket.frames import text_frame
from sapper.server.store.signer import Signer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from pathlib import Path

    from sapper import Rules, Seed
    from sapper.history.store import Store
    from sapper.layouts import Layout
    from sapper.server.nodes.bus import Bus

    Message = dict[str, Any]

KEY = sha256(b"the key of a server").digest()
FREE = Limits(
    messages_per_second=1e9,
    message_burst=1e9,
    address_messages_per_second=1e9,
    address_message_burst=1e9,
    changes_per_second=1e9,
    change_burst=1e9,
    calendar=0,
)
FIELD = """
........
.*......
........
........
....*...
........
......*.
........
"""
MINES = (9, 36, 54)
RULES = "modern 8x8/3"


def three_mines(_rules: Rules, _seed: Seed) -> Layout:
    """Lay the mines of the field, whatever the seed."""
    return FixedLayout(Minefield.from_text(FIELD))


class Clock:
    """Milliseconds that pass only when the test changes them."""

    def __init__(self) -> None:
        self.time = 1_000_000

    def __call__(self) -> int:
        return self.time


class Entropy:
    """The same bytes in every run."""

    def __init__(self, start: int = 0) -> None:
        self._drawn = start

    def __call__(self, count: int) -> bytes:
        self._drawn += 1
        return sha256(b"%d" % self._drawn).digest()[:count]


class Client:
    """A client: sends messages and receives answers, in order."""

    def __init__(self, lobby: Lobby, player: Player | None = None, address: str = "here") -> None:
        self.lobby = lobby
        self.player = player or lobby.services.guests.new()
        self.connection = Connection(lobby.services, lobby, self.player, address, is_known=player is not None)
        self.frames: list[str] = []  # everything that was ever sent
        self.closed: int | None = None
        self.pings = 0
        self.pinged: list[bytes] = []  # what the pings said
        self.is_read = True
        self.is_aborted = False
        self.is_writable = True
        self.received = self.sent = 0
        self._received = 0
        self._last = 0  # the highest number of a message that was sent
        self._news = asyncio.Event()

    async def connect(self) -> Client:
        self.connection.open(self)
        return self

    # The socket of the connection

    def send_text(self, payload: bytes) -> None:
        self.frames.append(payload.decode())
        self._news.set()

    def send_frames(self, texts: Sequence[bytes], framed: bytes) -> None:
        assert framed == b"".join(map(text_frame, texts))
        for text in texts:
            self.send_text(text)

    def ping(self, payload: bytes = b"") -> None:
        self.pings += 1
        self.pinged.append(payload)

    def stop_reading(self) -> None:
        self.is_read = False

    def go_on_reading(self) -> None:
        self.is_read = True

    def close(self, code: int) -> None:
        self.closed = code
        self._news.set()
        asyncio.get_running_loop().call_soon(self.connection.lost)

    def abort(self) -> None:
        self.is_aborted = True
        self._news.set()
        asyncio.get_running_loop().call_soon(self.connection.lost)

    # What the client does

    @property
    def is_stuck(self) -> bool:
        """Whether the client reads nothing."""
        return not self.is_writable

    @is_stuck.setter
    def is_stuck(self, stuck: bool) -> None:
        self.is_writable = not stuck
        if stuck:
            self.connection.stuck()
        else:
            self.connection.writable()

    def send(self, t: str, **fields: object) -> None:
        n = fields.get("n")
        self._last = max(self._last, n) if isinstance(n, int) else self._last
        self.raw(json.dumps({"t": t, **fields}))

    def raw(self, text: str) -> None:
        self.raw_bytes(text.encode("utf-8", "surrogatepass"))

    def raw_bytes(self, data: bytes) -> None:
        """Send a message as its frame would bring it."""
        if not self.connection.is_closed and self.closed is None and self.connection.charge_read(len(data)):
            self.connection.receive(data)

    async def receive(self) -> Message:
        """Wait for the next message."""
        async with asyncio.timeout(PATIENCE):
            while self._received >= len(self.frames):
                self._news.clear()
                await self._news.wait()
        self._received += 1
        message: Message = json.loads(self.frames[self._received - 1])
        return message

    async def until(self, *kinds: str) -> Message:
        """Wait for the next message of some kinds, and skip the others."""
        while (message := await self.receive())["t"] not in kinds:
            pass
        return message

    async def closing_code(self) -> int:
        """Wait until the server has closed, and return the code."""
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                self._news.clear()
                await self._news.wait()
        return self.closed

    async def leave(self) -> None:
        """Disconnect without a message, as a lost connection does."""
        self.connection.lost()

    async def hello(self, **fields: object) -> Message:
        self.send("hello", **fields)
        return await self.until("welcome")

    async def new(self, rules: str = "modern beginner", **fields: object) -> Message:
        n = self._last + 1
        self.send("new", n=n, rules=rules, **fields)
        while (message := await self.until("board", "refused"))["t"] == "refused" and message.get("n") != n:
            pass  # the answer to an earlier move
        return message

    async def play(self, game: str, kind: str, cell: int | None = None, n: int = 1, **fields: object) -> Message:
        """Play an action and wait for its answer."""
        if cell is not None:
            fields["cell"] = cell
        self.send("play", game=game, kind=kind, n=n, **fields)
        while True:
            message = await self.receive()
            if message["t"] in ("delta", "refused") and message.get("n") == n:
                return message


@asynccontextmanager
async def open_lobby(
    folder: Path,
    *,
    limits: Limits = FREE,
    clock: Callable[[], int] | None = None,
    now: Callable[[], int] = lambda: 1_800_000_000,
    entropy: Callable[[int], bytes] | None = None,
    layout: Callable[[Rules, Seed], Layout] | None = None,
    opener: Callable[[], Store] | None = None,
    bus: Bus | None = None,
    wall: Callable[[], int] | None = None,
) -> AsyncIterator[Lobby]:
    entropy = entropy or Entropy()
    services = Services(
        opener=opener or (lambda: open_store(folder / "games.db")),
        guests=Guests(KEY, entropy),
        signer=Signer(KEY),
        clock=clock or Clock(),
        now=now,
        wall=wall,
        entropy=entropy,
        limits=limits,
        program="sapper test",
        layout=layout or layout_of,
        bus=bus,
    )
    await services.opened()
    lobby = Lobby(services)
    try:
        yield lobby
    finally:
        await lobby.close()


async def settle(lobby: Lobby) -> None:
    """Wait until everything that was sent is answered."""
    async with asyncio.timeout(PATIENCE):
        await lobby.idle()
