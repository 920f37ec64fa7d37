"""Memory is reserved before it is allocated: by boards, logs, replays and answers, for everybody and for each."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import re
import subprocess
import sys
import threading
import weakref
import zlib
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec
import pytest
from server.playground import FREE, Client, open_lobby, settle
from server.resending import until
from waiting import PATIENCE

from sapper import Game, Rules, Seed
from sapper.action import Action, Kind
from sapper.replay import packed
from sapper.replay.bounds import MOST_BYTES, Bounds
from sapper.replay.model import Replay
from sapper.server.limits import Limits
from sapper.server.operations.memory import JOB, Memory, NoMemory, Reservation, room_bytes
from sapper.server.rooms import replica as replicas
from sapper.server.socket.connection import Connection

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.conftest import Running, Start
    from server.playground import Message
    from websockets.sync.client import ClientConnection

MB = 1 << 20
BASE = 160 * MB  # the program itself, and the connections of a test
HUGE = "modern 1000x1000/50000"
HUGE_BYTES = room_bytes(Rules.parse(HUGE), 0)


def limits(**changed: float) -> Limits:
    free = msgspec.structs.replace(FREE, rooms_per_minute=1e9, room_burst=1e9, threads=1)
    return msgspec.structs.replace(free, **changed)


def ledger(total: int, *, for_small: int = 0, player: int = 1 << 40, address: int = 1 << 40, small: int = 10) -> Memory:
    """Return a ledger of a number of bytes besides those of its threads."""
    return Memory(
        Limits(
            threads=1,
            memory=JOB + total,
            memory_for_small=for_small,
            small_memory=small,
            player_memory=player,
            address_memory=address,
        )
    )


def fits(memory: Memory, size: int, **of: object) -> Reservation | None:
    try:
        return memory.reserve(size, **of)  # type: ignore[arg-type]
    except NoMemory:
        return None


def test_what_is_reserved_is_not_there_until_it_is_released() -> None:
    memory = ledger(100)
    first = memory.reserve(60)
    assert fits(memory, 41) is None
    second = memory.reserve(40)
    first.release()
    first.release()
    assert memory.reserved == JOB + 40
    second.resize(100)
    with pytest.raises(NoMemory):
        second.resize(101)
    assert second.size == 100, "a reservation that cannot grow stays as it is"
    second.resize(10)
    assert fits(memory, 90) is not None


def test_a_player_and_an_address_have_shares() -> None:
    memory = ledger(1000, player=100, address=150)
    one = memory.reserve(100, player=b"a", address="x")
    assert fits(memory, 20, player=b"a", address="y") is None
    assert fits(memory, 60, player=b"b", address="x") is None
    other = memory.reserve(50, player=b"b", address="x")
    with pytest.raises(NoMemory):
        other.resize(60)
    other.resize(60, "y")
    assert fits(memory, 50, player=b"c", address="x") is not None, "the player went to another address"
    one.release()
    assert fits(memory, 100, player=b"a", address="x") is not None


def test_large_boards_leave_room_for_small_ones() -> None:
    memory = ledger(100, for_small=40, player=50, address=50)
    assert fits(memory, 50, player=b"a", address="x") is not None
    assert fits(memory, 11) is None
    small = [fits(memory, 10, player=b"a", address="x", can_be_small=True) for _ in range(6)]
    assert [one is not None for one in small] == [True] * 5 + [False], "shares do not count for them"
    assert small[0] is not None
    with pytest.raises(NoMemory):
        small[0].resize(11)


def test_threads_cannot_reserve_the_same_bytes() -> None:
    memory, begin = ledger(50), threading.Barrier(16)

    def reserve(_: int) -> int:
        begin.wait()
        return sum(fits(memory, 1) is not None for _ in range(10))

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(reserve, range(16))) == 50


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("modern 1000x1000/1000", None),
        ("modern 4096x1/1", None),
        ("modern 1001x1000/1000", "limit"),
        ("modern 1x100000000/100", "limit"),
        ("modern 3x33000000/1", "limit"),
        ("modern 4097x2/1", "limit"),
        ("modern 10000x10000/20000000", "limit"),
        ("modern 128x128/1000 assists=auto-open", None),
        ("modern 129x128/1000 assists=auto-flag", "limit"),
        ("modern 201x200/1000 layout=no-guess", "limit"),
    ],
)
def test_boards_have_a_size_that_the_server_can_play(tmp_path: Path, rules: str, code: str | None) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            assert (await client.new(rules)).get("code") == code

    asyncio.run(play())


def test_a_host_can_allow_more(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=limits(most_cells=3_000_000, most_side=30_000)) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 100x30000/600000")
            delta = await client.play(board["game"], "open", 1_500_050)
            assert delta["status"] == "playing"

    asyncio.run(play())


def test_boards_that_are_asked_for_at_once_do_not_all_fit(tmp_path: Path) -> None:
    async def flood() -> None:
        few = limits(memory=JOB + 3 * HUGE_BYTES + 4 * MB, memory_for_small=4 * MB)
        async with open_lobby(tmp_path, limits=few) as lobby:
            clients = [await Client(lobby, address=str(number)).connect() for number in range(30)]
            for client in clients:
                await client.hello()
            answers = await asyncio.gather(*(client.new(HUGE) for client in clients))
            assert sorted(answer.get("code") or "" for answer in answers) == [""] * 3 + ["limit"] * 27
            beginner = await Client(lobby).connect()
            await beginner.hello()
            assert (await beginner.new("modern beginner"))["t"] == "board", "everybody can begin a small one"
            owner = next(client for client, answer in zip(clients, answers, strict=True) if "code" not in answer)
            assert (await owner.new("modern 1000x900/10"))["t"] == "board", "its own board makes room"
            for client in clients:
                await client.leave()
            for room in list(lobby.rooms.values()):
                room.unload()
            await settle(lobby)
            game = await beginner.new(HUGE)
            assert game["t"] == "board", "unloaded rooms give their memory back"

    asyncio.run(flood())


def test_a_player_has_a_share_and_so_has_an_address(tmp_path: Path) -> None:
    async def flood() -> None:
        few = limits(player_memory=2 * HUGE_BYTES, address_memory=3 * HUGE_BYTES)
        async with open_lobby(tmp_path, limits=few) as lobby:
            player = lobby.services.guests.new()
            own = [await Client(lobby, player).connect() for _ in range(3)]
            other, elsewhere = await Client(lobby).connect(), await Client(lobby, address="there").connect()
            clients = [*own, other, other, elsewhere]
            for client in (*own, other, elsewhere):
                await client.hello()
            answers = [(await client.new(HUGE)).get("code") for client in clients]
            assert answers == [None, None, "limit", None, None, None]
            one_more = await Client(lobby).connect()
            await one_more.hello()
            assert (await one_more.new(HUGE))["code"] == "limit"
            assert (await one_more.new())["t"] == "board"
            assert (await own[2].new())["t"] == "board"

    asyncio.run(flood())


def test_a_board_that_does_not_fit_leaves_the_game_as_it_is(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=limits(player_memory=MB)) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new())["game"]
            await client.play(game, "open", 40)
            before = lobby.services.memory.reserved
            assert (await client.new(HUGE))["code"] == "limit"
            assert lobby.services.memory.reserved == before
            assert (await client.play(game, "flag", 0, 2))["t"] == "delta"

    asyncio.run(play())


def test_a_room_that_is_loaded_again_needs_memory_too(tmp_path: Path) -> None:
    async def come_back() -> None:
        few = limits(player_memory=2 * HUGE_BYTES, rooms_per_player=3)
        async with open_lobby(tmp_path, limits=few) as lobby:
            memory = lobby.services.memory
            player = lobby.services.guests.new()
            rooms = []
            for _ in range(4):
                client = await Client(lobby, player).connect()
                await client.hello()
                board = await client.new(HUGE)
                rooms.append(board["room"])
                await client.play(board["game"], "open", 500_500)
                await client.leave()
                lobby.rooms[board["room"]].unload()
                await settle(lobby)
            assert memory.reserved == JOB
            stranger = await Client(lobby).connect()
            await stranger.hello(room=rooms[0])
            assert (await stranger.until("refused"))["code"] == "room"
            assert not lobby.rooms, "nothing is loaded for somebody else"
            clients = [await Client(lobby, player).connect() for _ in rooms]
            answers = []
            for client, room in zip(clients, rooms, strict=True):
                await client.hello(room=room)
                answers.append(await client.until("board", "refused"))
            assert [answer.get("code") for answer in answers] == [None, "limit", "limit", "limit"]
            assert "memory" in answers[1]["why"]
            await clients[0].leave()
            lobby.rooms[rooms[0]].unload()
            await settle(lobby)
            await clients[1].hello(room=rooms[1])
            assert (await clients[1].until("board", "refused"))["seq"] == 2

    asyncio.run(come_back())


def test_a_room_that_is_unloaded_is_freed_at_once(tmp_path: Path) -> None:
    """Full garbage collections are rare, so that a room must not be part of a cycle."""

    async def come_and_go() -> None:
        async with open_lobby(tmp_path) as lobby:
            player = lobby.services.guests.new()
            client = await Client(lobby, player).connect()
            await client.hello()
            board = await client.new()
            for n in range(2):  # as it was made, then as it was loaded
                await client.play(board["game"], "flag", n, n=n + 1)
                await settle(lobby)
                room = lobby.rooms[board["room"]]
                assert room.replica is not None
                parts = weakref.ref(room), weakref.ref(room.replica)
                await client.leave()
                room.unload()
                del room
                await settle(lobby)
                await until(lambda: parts[0]() is None and parts[1]() is None)  # noqa: B023
                client = await Client(lobby, player).connect()
                await client.hello(room=board["room"])
                await client.until("board")

    gc.disable()
    try:
        asyncio.run(come_and_go())
    finally:
        gc.enable()


def test_a_connection_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    def connections() -> list[object]:
        return [one for one in gc.get_objects() if isinstance(one, Connection)]

    async def come_and_go() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            await client.new("modern 100x100/1000")
            assert connections()
            await client.leave()
            del client
            await settle(lobby)
            await until(lambda: not connections())

    gc.collect()
    gc.disable()
    try:
        asyncio.run(come_and_go())
    finally:
        gc.enable()


_MANY_OBJECTS = """
import gc
from sapper.server.operations import garbage

garbage.tune()
lasting = [[] for _ in range(100_000)]
print(len(gc.get_objects()))
"""


def test_no_collection_looks_at_what_has_survived_one() -> None:
    ran = subprocess.run([sys.executable, "-c", _MANY_OBJECTS], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 40_000


def test_a_log_needs_memory_as_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replicas, "_ACTIONS_AT_ONCE", 4)
    rules = Rules.parse("modern beginner practice=on")

    async def play() -> None:
        few = limits(small_memory=room_bytes(rules, 0), player_memory=room_bytes(rules, 12))
        async with open_lobby(tmp_path, limits=few) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new(str(rules)))["game"]
            answers = [await client.play(game, "flag", n, n) for n in range(14)]
            assert [answer.get("code") for answer in answers] == [None] * 12 + ["limit"] * 2
            assert (await client.play(game, "resign", None, 20))["status"] == "abandoned"
            game = (await client.new(str(rules)))["game"]
            assert (await client.play(game, "flag", 0, 21))["t"] == "delta"

    asyncio.run(play())


def bomb(actions: int) -> bytes:
    """Return a small replay that unpacks to very many actions."""
    game = Game(Rules.parse("modern beginner practice=on"), Seed.of(3))
    game.open(4, 4)
    game.play(Action(Kind.RESIGN))
    replay = Replay.of(game, Seed.of(3))
    fields = packed._inflate(replay.pack()[5:-16], MOST_BYTES)
    played = replay.packed_actions
    flags = b"\x01\x00\x00\x03\x00\x00" * (actions // 2)
    body = b"SAPR\x01" + zlib.compress(fields[: -len(played)] + flags + played, 9)
    return body + packed._digest(body)


def test_a_replay_is_refused_before_its_actions_are_read() -> None:
    read: list[int] = []

    def allow(rules: Rules, actions: int) -> None:
        read.append(actions)
        raise NoMemory("no")

    with pytest.raises(NoMemory):
        Replay.load(bomb(100_000), Bounds(check_game=allow))
    assert 100_000 < read[0] < 200_000
    text = Replay.unpack(bomb(10)).to_text()
    with pytest.raises(NoMemory):
        Replay.load(text.encode(), Bounds(check_game=allow))
    assert read[1] >= 10


def bytes_of(process: int, name: str = "VmRSS") -> int:
    """Return a figure of the memory of a process."""
    found = re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{process}/status").read_text("utf-8"))
    assert found
    return int(found[1]) << 10


def practice_bomb() -> bytes:
    """Return a replay of some hundred bytes in which 40,000 cells change a thousand times."""
    game = Game(Rules.parse("modern 200x200/40 practice=on"), Seed.of(3))
    game.open(100, 100)
    for _ in range(200):
        game.play(Action(Kind.UNDO))
        game.play(Action(Kind.REDO))
    if not game.status.is_over:
        game.play(Action(Kind.RESIGN))
    return Replay.of(game, Seed.of(3)).pack()


def hard_position(seed: int) -> str:
    game = Game(Rules.parse("modern 200x200/8000"), Seed.of(seed))
    game.open(100, 100)
    assert game._field is not None
    for cell in random.Random(seed).sample(range(40_000), 13_000):
        if not game._field.is_mine(cell):
            game.open(*divmod(cell, 200))
    return json.dumps({"board": str(game.board)})


def receive(client: ClientConnection, *kinds: str) -> Message:
    while True:
        message: Message = json.loads(client.recv(60))
        if message["t"] in kinds:
            return message


def test_a_flood_stays_below_the_ceiling(start: Start) -> None:
    server = start("--limit", "rooms-per-minute=100000", "--limit", "room-burst=100000")
    pid = server.process.pid
    ceiling = Limits().memory + BASE
    attacks: list[Callable[[Running], None]] = [_boards, _replays, _positions]
    with ThreadPoolExecutor(len(attacks)) as pool:
        for done in [pool.submit(attack, server) for attack in attacks]:
            done.result()
    assert bytes_of(pid, "VmHWM") < ceiling
    with server.connect() as client:
        client.send('{"t":"hello"}')
        client.send('{"t":"new","n":1,"rules":"modern beginner"}')
        assert receive(client, "board", "refused")["t"] == "board", "a small board is always possible"
    assert "sapper_errors_total 0.0" in httpx.get(server.health + "/metrics").text


def _boards(server: Running) -> None:
    """Open as many large boards as there are connections, most of them refused, in practice and not."""
    sizes = ("10000x10000/20000000", "1x100000000/100", "3x33000000/1", "1000x1000/50000", "1000x1000/100")
    with ExitStack() as stack:
        clients = []
        for number in range(24):
            client = stack.enter_context(server.connect(max_size=None))
            clients.append(client)
            rules = f"modern {sizes[number % 5]}{' practice=on' if number % 2 else ''}"
            client.send('{"t":"hello"}')
            client.send(json.dumps({"t": "new", "n": 1, "rules": rules}))
        for client in clients:
            found = receive(client, "board", "refused")
            for n, kind in enumerate(("open", "undo", "redo") if found["t"] == "board" else (), 2):
                cell = {"cell": 500_500} if kind == "open" else {}
                client.send(json.dumps({"t": "play", "game": found["game"], "n": n, "kind": kind, **cell}))
                receive(client, "delta", "refused")


def _replays(server: Running) -> None:
    """Import replays that grow when they are unpacked, and ask for their steps."""
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as web:
        for actions in (100_000, 2_500_000):
            answer = web.post("/api/replays/verify", content=bomb(actions))
            assert answer.status_code in (200, 422, 503)
        imported = web.post("/api/replays", content=practice_bomb())
        if imported.status_code == 200:
            for first in range(0, 6, 2):
                page = web.get(f"/api/games/{imported.json()['id']}/steps", params={"from": first})
                assert len(page.content) < 3 * MB


def _positions(server: Running) -> None:
    """Ask about hard positions, more often than the server answers."""
    bodies = [hard_position(seed) for seed in range(3)]

    def ask(number: int) -> int:
        path = ("/api/odds", "/api/move")[number % 2]
        headers = {"origin": server.url}
        return httpx.post(server.url + path, content=bodies[number % 3], headers=headers, timeout=PATIENCE).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(40))) <= {200, 422, 503}
