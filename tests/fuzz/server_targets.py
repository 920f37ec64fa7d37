"""What comes from the network: bytes, frames, requests, messages and names."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import uvicorn
from fuzz.target import Target, expect
from server.playground import Client, open_lobby, settle
from uvicorn.server import ServerState
from waiting import PATIENCE

from sapper.client.plain_text import plain
from sapper.server.app import App
from sapper.server.http.cookies import LONGEST_NAME, tidy_name
from sapper.server.http.request_log import RequestLog
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.parties.tidy_text import tidy
from sapper.server.protocol import game_messages
from sapper.server.socket.frames import FrameError, FrameReader
from sapper.server.socket.sockets import Sockets
from sapper.server.socket.transport import HttpSocket, Site
from sapper.server.socket.web_socket import WebSocket

if TYPE_CHECKING:
    from sapper.server.rooms.lobby import Lobby

MOST = game_messages.MOST_BYTES
MANY = 1e9
ORIGIN = "http://here:1"
FREE = Limits(
    messages_per_second=MANY,
    message_burst=MANY,
    address_messages_per_second=MANY,
    address_message_burst=MANY,
    changes_per_second=MANY,
    change_burst=MANY,
    handshakes_per_second=MANY,
    handshake_burst=MANY,
    requests_per_second=MANY,
    request_burst=MANY,
    advice_per_second=MANY,
    advice_burst=MANY,
    rooms_per_minute=MANY,
    room_burst=MANY,
    codes_per_minute=MANY,
    code_burst=MANY,
    imports_per_hour=MANY,
    import_burst=MANY,
    restored_per_hour=MANY,
    restore_burst=MANY,
    lines_per_second=MANY,
    line_burst=MANY,
    most_cells=4096,
    no_guess_cells=64,
    helped_cells=256,
    analysed_cells=256,
)


# Messages


def _message(data: bytes) -> None:
    found = expect((game_messages.BadMessage,), lambda: game_messages.decode(data))
    if found is not None:
        assert game_messages.decode(msgspec.json.encode(found)) == found


MESSAGES = (
    b'{"t":"hello","tab":"a","room":null,"game":"x","seq":3,"name":"Ann"}',
    b'{"t":"new","n":1,"rules":"modern 9x9/10 practice=on","seed":"rain"}',
    b'{"t":"new","n":1,"daily":"beginner"}',
    b'{"t":"play","game":"$GAME","n":2,"kind":"open","cell":3,"device":"mouse","x":1.5,"y":2.5,"seq":0}',
    b'{"t":"help","game":"$GAME","n":3,"topic":"hint","stage":2,"cell":4}',
    b'{"t":"view","game":"$GAME","top":0,"left":0,"height":9,"width":9}',
    b'{"t":"rename","name":"Ann"}',
    b'{"t":"host","n":1,"terms":{"mode":"race","rules":"modern beginner","seats":4,"best_of":3},"device":"phone"}',
    b'{"t":"join","n":1,"party":"$PARTY","watch":true}',
    b'{"t":"match","n":1,"terms":{"mode":"duel","clock":60,"bonus":5}}',
    b'{"t":"ready","n":2,"is_ready":true}',
    b'{"t":"start","n":2}',
    b'{"t":"choose","n":2,"terms":{"mode":"coop","lives":"own","hints":true}}',
    b'{"t":"kick","n":2,"seat":0}',
    b'{"t":"mute","n":2,"seat":1,"is_muted":true}',
    b'{"t":"say","n":2,"text":"hi","phrase":null}',
    b'{"t":"aim","x":1,"y":2,"mark":true}',
    b'{"t":"ping","at":1}',
    b'{"t":"retry","n":4}',
    b'{"t":"cancel","n":4}',
    b'{"t":"quit","n":5}',
    b'{"t":"leave"}',
)
KINDS = tuple(f'"{kind}"'.encode() for kind in ("undo", "redo", "pause", "resume", "resign", "flag", "chord", "odds"))


class Lobbies:
    """A lobby on an event loop of its own, for many inputs; after some of them there is a new one."""

    def __init__(self, inputs: int = 300) -> None:
        self._most = self._left = inputs
        self._loop: asyncio.AbstractEventLoop | None = None
        self._context: Any = None
        self._faults: list[str] = []
        self.lobby: Lobby

    def run(self, work: Any) -> None:
        """Run a coroutine function on the lobby; raise if the server had a fault meanwhile."""
        if self._left == self._most:
            self._open()
        assert self._loop is not None
        errors = self.lobby.services.counters.errors
        self._loop.run_until_complete(work(self.lobby))
        assert self.lobby.services.counters.errors == errors, "the server failed: its log says where"
        assert not self._faults, self._faults
        self._left -= 1
        if not self._left:
            self.close()

    def _open(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(lambda _, context: self._faults.append(repr(context)))
        self._folder = tempfile.TemporaryDirectory()
        self._context = open_lobby(Path(self._folder.name), limits=FREE)
        self.lobby = self._loop.run_until_complete(self._context.__aenter__())

    def close(self) -> None:
        """Close the lobby."""
        if self._loop is not None:
            self._loop.run_until_complete(self._context.__aexit__(None, None, None))
            self._loop.close()
            self._folder.cleanup()
        self._loop, self._left = None, self._most


_lobbies = Lobbies()


def _lobby(data: bytes) -> None:
    """Send lines as messages of two players who are in a game and a party."""
    lines = data.split(b"\n")[:24]

    async def play(lobby: Lobby) -> None:
        clients = [await Client(lobby).connect(), await Client(lobby).connect()]
        for client in clients:
            await client.hello()
        board = await clients[0].new("modern 6x6/5")
        clients[1].send("host", n=1, terms={"mode": "coop", "rules": "modern 5x5/3", "is_public": True})
        party = (await clients[1].until("entered"))["party"]
        names = {b"$GAME": board["game"], b"$ROOM": board["room"], b"$PARTY": party}
        for line in lines:
            sender, message = clients[line[:1] == b"!"], line.removeprefix(b"!")
            for name, value in names.items():
                message = message.replace(name, value.encode())
            sender.raw_bytes(message[:MOST])
        await settle(lobby)
        for client in clients:
            for frame in client.frames:
                assert "Traceback" not in frame
            await client.leave()
        await settle(lobby)

    _lobbies.run(play)


def send_in_game_and_party(message: dict[str, Any]) -> None:
    """Send a message as a player in a game and as the owner of a party, with the ids of both."""

    async def send(lobby: Lobby) -> None:
        clients = [await Client(lobby).connect(), await Client(lobby).connect()]
        for client in clients:
            await client.hello()
        board = await clients[0].new("modern 6x6/5")
        clients[1].send("host", n=1, terms={"mode": "coop", "rules": "modern 5x5/3"})
        party = (await clients[1].until("entered"))["party"]
        ids = {name: value for name, value in (("game", board["game"]), ("party", party)) if name in message}
        for client in clients:
            client.raw_bytes(msgspec.json.encode(message | ids))
        await settle(lobby)
        for client in clients:
            await client.leave()
        await settle(lobby)

    _lobbies.run(send)


# Frames


class Wire(asyncio.Transport):
    """A transport that only notes what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("10.0.0.1", 5), "sockname": ("10.0.0.2", 1)})
        self.written = bytearray()
        self.is_closed = False
        self.protocol: Any = None

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return self.is_closed

    def close(self) -> None:
        self.is_closed = True

    def abort(self) -> None:
        self.is_closed = True

    def write_eof(self) -> None:
        pass


class Receiver:
    """Notes messages and the closing code."""

    def __init__(self) -> None:
        self.messages: list[bytes] = []
        self.code: int | None = None

    def charge_read(self, size: int) -> bool:
        return self.code is None

    def charge_frame(self) -> bool:
        return self.code is None

    def count_frame(self, kind: int) -> None:
        pass

    def take_pong(self, payload: bytes) -> None:
        pass

    def receive(self, data: bytes) -> None:
        assert len(data) <= MOST
        self.messages.append(data)

    def writable(self) -> None:
        pass

    def stuck(self) -> None:
        pass

    def close(self, code: int, why: str) -> None:
        self.code = code

    def lost(self) -> None:
        pass


def _frames(data: bytes) -> None:
    """Feed bytes at once and in pieces: the messages, the answers and the end are the same."""
    found = []
    for piece in (max(len(data), 1), 1 + len(data) % 7):
        receiver, wire = Receiver(), Wire()
        socket = WebSocket(wire, receiver)
        for at in range(0, len(data), piece):
            socket.data_received(data[at : at + piece])
        found.append((receiver.messages, receiver.code, bytes(wire.written), wire.is_closed))
    assert found[0] == found[1]

    def read() -> None:
        reader = FrameReader(MOST)
        for kind, _, payload in reader.feed(data):
            assert kind in (0, 1, 2, 8, 9, 10)
            assert len(payload) <= MOST

    expect((FrameError,), read)


def _frame_seeds() -> list[bytes]:
    def frame(head: int, payload: bytes) -> bytes:
        return (
            bytes([head, 0x80 | len(payload)])
            + b"abcd"
            + bytes(a ^ b for a, b in zip(payload, b"abcd" * 40, strict=False))
        )

    texts = frame(0x81, b"hello")
    pieces = frame(0x01, b"he") + frame(0x89, b"ping") + frame(0x80, b"llo") + frame(0x88, b"\x03\xe8")
    return [texts, pieces, b"\x81\xfe\x01\x00abcd" + bytes(256), b"\x82\x80abcd", b"\x81\xff" + bytes(8)]


# HTTP, up to the answer of the application


class Http:
    """The whole server below its sockets."""

    def __init__(self) -> None:
        self.lobbies = Lobbies()
        self.api = make_api()

    def __call__(self, data: bytes) -> None:
        self.lobbies.run(lambda lobby: self._serve(lobby, data))

    async def _serve(self, lobby: Lobby, data: bytes) -> None:
        app = App(lobby.services, lobby, [ORIGIN], self.api)
        requests = RequestLog(app, lobby.services.counters)
        site = Site(app, requests, Sockets(100, 100), lobby.services)
        config = uvicorn.Config(
            site,
            http="h11",
            ws="none",
            lifespan="off",
            proxy_headers=False,
            server_header=False,
            access_log=False,
            log_config=None,
        )
        config.load()
        state, wire = ServerState(), Wire()
        served = HttpSocket(site, config, state, {})
        wire.protocol = served
        served.connection_made(wire)
        piece = max(1, len(data) // (1 + len(data) % 4))
        for at in range(0, len(data), piece):
            if wire.is_closed:
                break
            wire.protocol.data_received(data[at : at + piece])
            await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE):
            while state.tasks and not served._body:  # which would be waited for
                await asyncio.sleep(0.001)
            wire.is_closed = True
            wire.protocol.connection_lost(None)
            while state.tasks:
                await asyncio.sleep(0.001)
        await settle(lobby)
        _check_answer(bytes(wire.written))


def _check_answer(written: bytes) -> None:
    if not written:
        return
    assert written.startswith(b"HTTP/1.1 "), written[:40]
    assert written[9:12] != b"500", written
    if written[9:12] != b"101":
        assert b"x-content-type-options: nosniff" in written


def _http_seeds() -> list[bytes]:
    host = b"Host: here:1\r\nOrigin: http://here:1\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    upgrade = b"GET /play HTTP/1.1\r\n" + host + b"Connection: Upgrade\r\nUpgrade: websocket\r\n" + key + b"\r\n"

    def post(path: bytes, body: bytes) -> bytes:
        return b"POST %s HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s" % (path, host, len(body), body)

    board = b'{"board":"4x2/1\\n01F.\\n011."}'
    return [
        b"GET / HTTP/1.1\r\n" + host + b"Cookie: sapper=abc\r\n\r\n",
        b"GET /api/games?level=9x9/10&before=3 HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/daily/2026-11-16/expert HTTP/1.1\r\n" + host + b"Accept-Language: de;q=0.5\r\n\r\n",
        b"GET /assets/a/app-main.js HTTP/1.1\r\n" + host + b"If-None-Match: x\r\nAccept-Encoding: gzip\r\n\r\n",
        upgrade,
        upgrade.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Protocol: sapper.1\r\nAuthorization: Bearer x\r\n\r\n"),
        post(b"/api/odds", board),
        post(b"/api/analysis", board),
        post(b"/api/position?name=x.mbf&mines=3", b"..1\n..."),
        post(b"/api/replays/verify", b"sapper replay 1\n"),
        post(b"/api/backup", b"U0FQUg==\nxyz\n"),
        b"POST /api/move HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n3\r\n{}}\r\n0\r\n\r\n",
    ]


# Names


def _name(data: bytes) -> None:
    text = data.decode("utf-8", "surrogatepass" if len(data) % 2 else "replace")
    for clean in (tidy_name, lambda given: tidy(given, 500), plain):
        found = clean(text)
        assert clean(found) == found
        assert found.isprintable()
        assert not any(0x202A <= ord(letter) <= 0x202E or 0x2066 <= ord(letter) <= 0x2069 for letter in found)
        found.encode()
    assert len(tidy_name(text)) <= 5 * LONGEST_NAME


def _safe_name(data: bytes) -> None:
    try:
        _name(data)
    except UnicodeDecodeError:
        return


@cache
def http() -> Http:
    """Return the server for requests."""
    return Http()


def close_lobbies() -> None:
    """Close what the targets have opened."""
    _lobbies.close()
    http().lobbies.close()


TARGETS = (
    Target("messages", _message, lambda: MESSAGES, longest=MOST, words=KINDS),
    Target(
        "lobby",
        _lobby,
        lambda: [*MESSAGES, b"\n!".join(MESSAGES), b"\n".join(MESSAGES[:8])],
        words=(*KINDS, b"\n!", b"$GAME", b"$PARTY"),
    ),
    Target("frames", _frames, _frame_seeds, longest=2 * MOST),
    Target("http", lambda data: http()(data), _http_seeds),
    Target(
        "names",
        _safe_name,
        lambda: [b"Ann", "\x1b[31mred\x1b[0m \u202eevil\u200b".encode(), "e\u0301\u034f\u3164 한".encode()],
        longest=600,
    ),
)
