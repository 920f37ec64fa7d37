"""Limits, one test each: origins, sizes, rates, numbers, slowness."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from server.playground import FREE, Client, Clock, open_lobby, settle
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sapper.history.store.bans import Ban
from sapper.server.app import HEADERS, App
from sapper.server.http.rejection import Rejection
from sapper.server.limits import Bucket, Buckets, Limits
from sapper.server.protocol import game_messages
from sapper.server.rooms.resend_buffer import ResendBuffer

if TYPE_CHECKING:
    from pathlib import Path

    from server.conftest import Running, Start


def limits(**changed: float) -> Limits:
    return msgspec.structs.replace(FREE, **changed)


@pytest.mark.parametrize(
    ("origin", "cookie", "status"),
    [
        ("{url}", "", 101),
        ("http://localhost:{port}", "", 101),
        ("http://evil.example", "", 403),
        ("null", "", 403),
        ("http://127.0.0.1", "", 403),
        ("http://127.0.0.1:1", "", 403),
        ("https://127.0.0.1:{port}", "", 403),
        ("http://127.0.0.1.:{port}", "", 403),
        ("http://sub.localhost:{port}", "", 403),
        ("HTTP://LOCALHOST:{port}", "", 403),
        ("http://localhost:{port}.evil.example", "", 403),
        ("http://localhost:{port}/", "", 403),
        ("http://user@localhost:{port}", "", 403),
        ("{url}, http://evil.example", "", 403),
        ("ws://127.0.0.1:{port}", "", 403),
        ("file://", "", 403),
        ("{url}", "sapper=anything", 101),
        (None, "", 101),
        (None, "sapper=anything", 403),
    ],
)
def test_only_our_own_pages_may_connect(server: Running, origin: str | None, cookie: str, status: int) -> None:
    given = origin.format(url=server.url, port=server.port) if origin else None
    headers = {"Cookie": cookie} if cookie else {}
    try:
        with server.connect(origin=given, additional_headers=headers):
            found = 101
    except InvalidStatus as refused:
        found = refused.response.status_code
    assert found == status


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{port}, evil.example"])
def test_names_that_are_not_ours_are_refused(server: Running, host: str) -> None:
    answer = httpx.get(server.url + "/api/me", headers={"host": host.format(port=server.port)})
    assert answer.status_code == 421


def test_posts_from_elsewhere_are_refused(server: Running) -> None:
    for headers, status in (
        ({"origin": "http://evil.example"}, 403),
        ({"cookie": "sapper=x"}, 403),
        ({"origin": server.url, "cookie": "sapper=x"}, 200),
        ({}, 200),
    ):
        answer = httpx.post(server.url + "/api/replays/verify", content=b"x", headers=headers)
        assert answer.status_code == status


def test_every_answer_carries_the_headers(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        answers = [
            web.get("/"),
            web.get("/themes.json"),
            web.get("/assets/none.js"),
            web.get("/api/me"),
            web.get("/api/openapi.json"),
            web.get("/api/games/999"),
            web.get("/api/games?limit=x"),
            web.get("/nowhere"),
            web.delete("/api/games", headers={"origin": server.url}),
            web.post("/api/odds", content=b"{", headers={"origin": server.url}),
            web.get("/api/me", headers={"host": "evil.example"}),
        ]
    for answer in answers:
        for name, value in HEADERS:
            assert answer.headers.get_list(name.decode()) == [value.decode()], answer.url
        assert "server" not in answer.headers
    policy = dict(HEADERS)[b"content-security-policy"].decode()
    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )


def test_a_message_may_have_4096_bytes_and_no_more(server: Running) -> None:
    with server.connect() as client:
        client.send('{"t":"hello"}')
        client.recv(PATIENCE)
        ping = '{"t":"ping","at":1'
        client.send(ping + " " * (4096 - len(ping) - 1) + "}")
        assert json.loads(client.recv(PATIENCE))["t"] == "pong"
        client.send(ping + " " * (4096 - len(ping)) + "}")
        assert json.loads(client.recv(PATIENCE))["t"] == "bye"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_message_in_many_pieces_may_have_no_more_either(server: Running) -> None:
    with server.connect() as client:
        client.send('{"t":"hello"}')
        client.recv(PATIENCE)
        with contextlib.suppress(ConnectionClosed):
            client.send("x" * 512 for _ in range(64))
        with contextlib.suppress(ConnectionClosed):
            while True:
                client.recv(PATIENCE)
        assert client.close_code == 1009


def test_compression_is_not_offered_and_bytes_are_refused(server: Running) -> None:
    with server.connect(compression="deflate") as client:
        assert client.response is not None
        assert "Sec-WebSocket-Extensions" not in client.response.headers
        client.send('{"t":"hello"}')
        client.recv(PATIENCE)
        client.send(b"\x00\x01")
        assert json.loads(client.recv(PATIENCE))["t"] == "bye"
        with pytest.raises(ConnectionClosed):
            client.recv(PATIENCE)


def test_another_protocol_is_not_spoken(server: Running) -> None:
    with server.connect(subprotocols=["sapper.1"]) as client:
        assert client.subprotocol == "sapper.1"
    with pytest.raises(InvalidStatus), server.connect(subprotocols=["sapper.99"]):
        pass


def test_too_many_messages_close_the_connection(tmp_path: Path) -> None:
    async def flood() -> None:
        clock = Clock()
        few = limits(messages_per_second=40, message_burst=80)
        async with open_lobby(tmp_path, limits=few, clock=clock) as lobby:
            patient, greedy = await Client(lobby).connect(), await Client(lobby).connect()
            await patient.hello()
            await greedy.hello()
            for _ in range(100):
                greedy.send("ping")
            assert await greedy.closing_code() == 1008
            assert len([frame for frame in greedy.frames if "pong" in frame]) == 77, "bytes are charged too"
            patient.send("ping")
            assert (await patient.until("pong"))["t"] == "pong"
            for _ in range(200):
                clock.time += 25
                patient.send("ping")
                await patient.until("pong")

    asyncio.run(flood())


def test_an_address_shares_its_rate(tmp_path: Path) -> None:
    async def flood() -> None:
        few = limits(address_messages_per_second=1, address_message_burst=50)
        async with open_lobby(tmp_path, limits=few) as lobby:
            clients = [await Client(lobby, address="one").connect() for _ in range(4)]
            other = await Client(lobby, address="two").connect()
            for client in (*clients, other):
                await client.hello()
            for _ in range(20):
                for client in clients:
                    client.send("ping")
            assert await clients[-1].closing_code() == 1008
            await settle(lobby)
            assert sum("pong" in frame for client in clients for frame in client.frames) == 45
            other.send("ping")
            assert (await other.until("pong"))["t"] == "pong"

    asyncio.run(flood())


def test_buckets_are_forgotten_before_they_fill_the_memory() -> None:
    buckets = Buckets(1, 1, most=100)
    for number in range(1000):
        buckets.of(str(number), 0.0)
    assert len(buckets) == 100
    bucket = Bucket(2, 3, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(now) for now in (0.4, 0.5, 0.6, 99.0)] == [False, True, False, True]
    assert (bucket.wait(99.0, 2), bucket.wait(99.0, 3)) == (0.0, 0.5)
    assert Bucket(0, 3, 0.0).wait(1.0, 4) > 3600, "it never fills"


def test_too_many_games_are_refused(tmp_path: Path) -> None:
    async def flood() -> None:
        async with open_lobby(tmp_path, limits=limits(rooms_per_minute=1, room_burst=5)) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            answers = [await client.new() for _ in range(7)]
            assert [answer["t"] for answer in answers] == ["board"] * 5 + ["refused"] * 2

    asyncio.run(flood())


def test_a_player_has_few_rooms_and_the_server_too(tmp_path: Path) -> None:
    async def flood() -> None:
        few = limits(rooms_per_player=3, rooms=5, rooms_per_minute=1e9, room_burst=1e9)
        async with open_lobby(tmp_path, limits=few) as lobby:
            player = lobby.services.guests.new()
            clients = [await Client(lobby, player).connect() for _ in range(4)]
            answers = []
            for client in clients:
                await client.hello()
                answers.append((await client.new())["t"])
            assert answers == ["board", "board", "board", "refused"]
            await clients[0].leave()
            assert (await clients[3].new())["t"] == "board"
            await settle(lobby)
            assert len(lobby.rooms) == 3
            others = [await Client(lobby).connect() for _ in range(3)]
            for client in others:
                await client.hello()
            assert [(await client.new())["t"] for client in others] == ["board", "board", "refused"]

    asyncio.run(flood())


def test_an_address_has_few_connections(start: Start) -> None:
    server = start("--limit", "connections-per-address=3")
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(server.connect()).send('{"t":"hello"}')
        with pytest.raises(InvalidStatus) as refused:
            stack.enter_context(server.connect(additional_headers={"X-Forwarded-For": "10.1.2.3"}))
        assert refused.value.response.status_code == 429
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with server.connect() as client:
                client.send('{"t":"hello"}')
                assert json.loads(client.recv(PATIENCE))["t"] == "welcome"
                return
        except InvalidStatus:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_requests_that_never_end_are_cut_off(start: Start) -> None:
    server = start("--limit", "header=0.5", "--limit", "connections-per-address=3")
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(6)]
        for one in slow:
            one.settimeout(PATIENCE)
            one.sendall(b"GET / HTTP/1.1\r\nHost: ")
        for one in slow:
            assert _is_cut(one)
        one_more = stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        one_more.settimeout(PATIENCE)
        one_more.sendall(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert one_more.recv(100).startswith(b"HTTP/1.1 200")


def test_more_sockets_than_an_address_may_have_are_cut_off_at_once(start: Start) -> None:
    server = start("--limit", "header=60", "--limit", "connections-per-address=2")
    with contextlib.ExitStack() as stack:
        opened = [stack.enter_context(socket.create_connection(("127.0.0.1", server.port))) for _ in range(5)]
        opened[-1].settimeout(PATIENCE)
        assert _is_cut(opened[-1])
        opened[0].settimeout(PATIENCE)
        opened[0].sendall(f"GET /api/me HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert opened[0].recv(100).startswith(b"HTTP/1.1 200")


def _is_cut(one: socket.socket) -> bool:
    try:
        return one.recv(100) == b""
    except ConnectionError:
        return True


def test_a_client_that_does_not_send_hello_is_closed(tmp_path: Path) -> None:
    async def wait() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=limits(hello=5.0), clock=clock) as lobby:
            silent = await Client(lobby).connect()
            clock.time += 4_900
            silent.connection.check(lobby.services.seconds())
            assert silent.closed is None
            clock.time += 200
            silent.connection.check(lobby.services.seconds())
            assert await silent.closing_code() == 1008
            rude = await Client(lobby).connect()
            rude.send("new", n=1, rules="modern beginner")
            assert await rude.closing_code() == 1008
            assert not lobby.rooms
            gone = await Client(lobby).connect()
            await gone.leave()

    asyncio.run(wait())


def test_a_client_that_sends_no_valid_message_is_closed(tmp_path: Path) -> None:
    async def babble() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            for _ in range(17):
                client.raw("{}")
            assert await client.closing_code() == 1008

    asyncio.run(babble())


def test_a_slow_client_is_resynced_and_then_cut_off(tmp_path: Path) -> None:
    async def stall() -> None:
        clock = Clock()
        few = limits(outbox_messages=8, stalled=10)
        async with open_lobby(tmp_path, limits=few, clock=clock) as lobby:
            quick = await Client(lobby).connect()
            await quick.hello()
            board = await quick.new("modern expert")
            slow = await Client(lobby, quick.player).connect()
            await slow.hello(room=board["room"])
            await slow.until("board")
            slow.is_stuck = True
            for n in range(1, 31):
                await quick.play(board["game"], "flag", n, n)
            assert len(slow.connection._outbox) <= 8
            assert lobby.services.counters.overflows
            slow.is_stuck = False
            await slow.until("resync")
            while (await slow.until("board", "delta"))["seq"] < 30:
                pass
            slow.is_stuck = True
            await quick.play(board["game"], "flag", 40, 40)
            clock.time += 9_000
            slow.connection.check(lobby.services.seconds())
            assert slow.connection in lobby.connections
            clock.time += 2_000
            slow.connection.check(lobby.services.seconds())
            async with asyncio.timeout(PATIENCE):
                while slow.connection in lobby.connections:
                    await asyncio.sleep(0.01)
            assert (await quick.play(board["game"], "flag", 41, 41))["seq"] == 32

    asyncio.run(stall())


def test_hundreds_that_never_read_take_what_their_outboxes_may(tmp_path: Path) -> None:
    """Each has a bounded outbox, is cut off in time, and somebody who reads notices nothing."""

    async def stall() -> None:
        clock, few = Clock(), limits(outbox_bytes=8192, outbox_messages=64, stalled=10)
        async with open_lobby(tmp_path, limits=few, clock=clock) as lobby:
            reader = await Client(lobby).connect()
            await reader.hello()
            board = await reader.new("modern 40x40/200")
            deaf = [await Client(lobby, reader.player, address=f"10.0.0.{one}").connect() for one in range(200)]
            for client in deaf:
                await client.hello(room=board["room"])
                client.is_stuck = True
            for n in range(100):
                clock.time += 20
                answer = await reader.play(board["game"], "flag" if n % 2 else "clear", n // 2, n + 1)
                assert answer["t"] == "delta"
            assert max(client.connection._size for client in deaf) <= few.outbox_bytes
            assert max(len(client.connection._outbox) for client in deaf) <= few.outbox_messages
            now = lobby.services.seconds()
            for client in deaf:
                client.connection.check(now + few.stalled + 1)
            assert all(client.is_aborted for client in deaf)
            await settle(lobby)
            assert len(lobby.connections) == 1
            assert (await reader.play(board["game"], "flag", 1000, 999))["t"] == "delta"

    asyncio.run(stall())


def test_a_client_that_never_reads_is_cut_off_for_real(start: Start) -> None:
    free = [f"{name}-burst=100000" for name in ("message", "address-message")]
    server = start("--limit", "stalled=0.5", *(part for limit in free for part in ("--limit", limit)))
    upgrade = (
        f"GET /play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.settimeout(PATIENCE)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(upgrade.encode())
        assert b" 101 " in deaf.recv(4096)
        deaf.sendall(_framed('{"t":"hello"}') + _framed('{"t":"new","n":1,"rules":"modern 64x64/400"}'))
        received = b""
        while (room := re.search(rb'"room":"([^"]+)","game":"([^"]+)"', received)) is None:
            part = deaf.recv(4096)
            assert part, "the server hung up"
            received += part
        play = {"t": "play", "game": room[2].decode(), "n": 2, "kind": "open", "cell": 0}
        deaf.sendall(_framed(json.dumps(play)))
        again = _framed(json.dumps({"t": "hello", "room": room[1].decode()}))
        with contextlib.suppress(OSError):
            while True:
                deaf.sendall(again * 10)
                time.sleep(0.01)
    metrics = httpx.get(server.health + "/metrics").text
    assert "sapper_stalled_total 1.0" in metrics
    assert "sapper_errors_total 0.0" in metrics


def _framed(text: str) -> bytes:
    """Write a masked text frame, with a mask of zeros."""
    data = text.encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big")
    return head + bytes(4) + data


def test_bodies_have_a_limit(server: Running) -> None:
    with httpx.Client(base_url=server.url, headers={"origin": server.url}) as web:
        assert web.post("/api/odds", content=b"x" * 65_537).status_code == 413
        assert web.post("/api/replays/verify", content=b"x" * (1024 * 1024 + 1)).status_code == 413

        def parts() -> Any:
            for _ in range(100):
                yield b"x" * 1000

        assert web.post("/api/odds", content=parts()).status_code == 411, "its length has to be known"


def test_an_address_has_few_requests(start: Start) -> None:
    server = start("--limit", "request-burst=20", "--limit", "requests-per-second=0.001")
    with httpx.Client(base_url=server.url) as web:
        statuses = [web.get("/api/openapi.json").status_code for _ in range(25)]
        assert statuses == [200] * 20 + [429] * 5
        assert web.get("/api/openapi.json", headers={"x-forwarded-for": "10.0.0.9"}).status_code == 429


def test_who_is_refused_by_a_limit_reads_how_long_to_wait(start: Start) -> None:
    few = ("request-burst=4", "requests-per-second=0.1", "handshake-burst=1", "handshakes-per-second=0.05")
    server = start(*(part for limit in few for part in ("--limit", limit)))
    assert [httpx.get(server.url + "/api/me").status_code for _ in range(4)] == [200] * 4
    refused = httpx.get(server.url + "/api/me")
    wait = int(refused.headers["retry-after"])
    assert 1 <= wait <= 10
    assert refused.json()["error"] == f"Too many requests came from your address. Try again in {wait} s."
    with server.connect(), pytest.raises(InvalidStatus) as again, server.connect():
        pass
    answer = again.value.response
    assert 1 <= int(answer.headers["retry-after"]) <= 20
    assert answer.body.decode().endswith(f"Try again in {answer.headers['retry-after']} s.")


def test_too_many_connections_and_a_server_that_stops_say_when_to_come_back(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_lobby(tmp_path, limits=limits(connections_per_address=0)) as lobby:
            app, scope = App(lobby.services, lobby, ["http://here"], None), _handshake()
            full = app.upgrade(scope)
            lobby.is_closing = True
            closing = app.upgrade(scope)
        assert isinstance(full, Rejection)
        assert isinstance(closing, Rejection)
        assert (full.status, closing.status) == (429, 503)
        assert full.retry_after
        assert closing.retry_after

    asyncio.run(ask())


def test_a_ban_that_ends_says_when(tmp_path: Path) -> None:
    async def ask(seconds: int | None) -> Rejection:
        async with open_lobby(tmp_path) as lobby:
            until = None if seconds is None else lobby.services.now() + seconds
            lobby.services.bans.replace([Ban("10.0.0.1", until, "spam", 0)])
            found = App(lobby.services, lobby, ["http://here"], None).upgrade(_handshake())
        assert isinstance(found, Rejection)
        return found

    for_good, for_a_while = asyncio.run(ask(None)), asyncio.run(ask(90))
    assert (for_good.status, for_good.retry_after) == (403, None)
    assert for_a_while.retry_after == pytest.approx(90, abs=1)


def _handshake() -> dict[str, Any]:
    headers = {"host": "here", "sec-websocket-version": "13", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}
    return {
        "type": "websocket",
        "method": "GET",
        "http_version": "1.1",
        "path": game_messages.PATH,
        "client": ("10.0.0.1", 5),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }


def test_only_a_known_proxy_is_believed(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby:
            scope = {"client": ("10.0.0.1", 5), "headers": []}
            headers = {"x-forwarded-for": "6.6.6.6, 7.7.7.7"}
            assert App(lobby.services, lobby, [], None)._address(scope, headers) == "10.0.0.1"
            assert App(lobby.services, lobby, [], None, ["10.0.0.1"])._address(scope, headers) == "7.7.7.7"
            assert App(lobby.services, lobby, [], None, ["10.0.0.2"])._address(scope, headers) == "10.0.0.1"

    asyncio.run(ask())


def test_a_client_that_answers_while_it_waits_is_not_cut_off(tmp_path: Path) -> None:
    async def wait() -> None:
        clock, free = Clock(), threading.Event()
        async with open_lobby(tmp_path, limits=limits(ping=20.0), clock=clock) as lobby:
            client, silent = [await Client(lobby).connect() for _ in range(2)]
            await client.hello()
            await silent.hello()
            blocked = asyncio.ensure_future(lobby.services.reader.run(lambda _: free.wait(PATIENCE)))
            client.send("hello", room="x" * 16)
            for _ in range(3):
                clock.time += 15_000
                assert client.connection.charge_read(6), "a pong"
                client.connection.check(lobby.services.seconds())
                silent.connection.check(lobby.services.seconds())
            assert (client.is_aborted, silent.is_aborted) == (False, True)
            assert (client.pings, silent.pings) == (0, 1)
            free.set()
            assert await blocked
            assert (await client.until("refused"))["code"] == "room"

    asyncio.run(wait())


def test_a_client_is_not_read_while_too_many_of_its_messages_wait(tmp_path: Path) -> None:
    async def wait() -> None:
        clock, free = Clock(), threading.Event()
        async with open_lobby(tmp_path, limits=limits(ping=20.0), clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            blocked = asyncio.ensure_future(lobby.services.reader.run(lambda _: free.wait(60)))
            client.send("hello", room="x" * 16)
            sent = 0
            while client.is_read:
                client.send("ping")
                sent += 1
                assert sent < 200, "its messages are queued without end"
            clock.time += 100_000
            client.connection.check(lobby.services.seconds())
            assert not client.is_aborted, "it could not be heard"
            free.set()
            assert await blocked
            assert (await client.until("refused"))["code"] == "room"
            for _ in range(sent):
                await client.until("pong")
            assert client.is_read

    asyncio.run(wait())


def test_large_deltas_do_not_fill_the_memory() -> None:
    resend = ResendBuffer()
    for seq in range(1, 101):
        delta = game_messages.Delta(
            game="g", seq=seq, at=0, kind="open", status="playing", mines_left=1, lives=1, cells=[1] * 8192
        )
        resend.remember(delta, game_messages.encode(delta), (0, "t", seq, "open", 0))
    assert sum(map(len, resend.between(95, 100) or [])) > 0
    assert resend.between(1, 100) is None
    assert sum(len(encoded) for _, _, encoded, _ in resend._deltas) <= 128 << 10


def test_an_error_with_one_message_does_not_hold_up_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()

            async def fail(*_: object) -> None:
                raise RuntimeError("broken")

            monkeypatch.setattr(lobby, "find", fail)
            client.send("hello", room="x" * 16)
            client.send("new", n=1, rules="modern beginner")
            assert (await client.until("board"))["n"] == 1
            assert lobby.services.counters.errors == 1

    asyncio.run(play())
