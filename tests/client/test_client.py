"""The Python client against a real server: the same boards as the engine, and every move once."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from waiting import PATIENCE
from websockets.asyncio.server import serve

from sapper import Action, Game, Rules
from sapper.client import Client, ClientError, Refused, RemoteGame
from sapper.client.connection import pause
from sapper.client.pace import Pace

if TYPE_CHECKING:
    from server.conftest import Running, Start
    from websockets.asyncio.server import ServerConnection

RULES, SEED = "modern beginner", "a rainy day"
BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def known_game() -> tuple[Game, list[tuple[int, int]]]:
    """The engine's own game of the seed, and its safe cells."""
    game, truth = Game(Rules.parse(RULES), SEED), Game(Rules.parse(RULES), SEED)
    truth.open(0, 0)
    truth.play(Action("resign"))
    mines = set(truth.minefield.mines())
    level = game.rules.level
    return game, [(r, c) for r in range(level.height) for c in range(level.width) if (r, c) not in mines]


def test_the_board_is_the_engines_after_every_move(server: Running) -> None:
    async def play() -> None:
        game, safe = known_game()
        async with Client(server.url, name="Ada") as client:
            remote = await client.new(RULES, SEED)
            for cell in safe:
                if game.status.is_over:
                    break
                game.open(*cell)
                await remote.open(*cell)
                assert (remote.board, remote.status) == (game.board, game.status)
            end = await remote.ended()
            assert (remote.is_won, end.status, remote.mines_left) == (True, "won", game.mines_left)
            assert end.seed is not None

    asyncio.run(play())


def test_a_refusal_has_its_code_and_its_sentence(server: Running) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            with pytest.raises(Refused, match="Rules have one level") as refused:
                await client.new("no such rules")
            assert refused.value.code == "rules"
            game = await client.new(RULES, SEED)
            await game.open(0, 0)
            await game.play(Action("resign"))
            with pytest.raises(Refused) as refused:
                await game.open(7, 7)
            assert refused.value.code == "over"

    asyncio.run(play())


def test_a_token_is_the_same_player_again(server: Running) -> None:
    async def play() -> None:
        async with Client(server.url, name="Grace") as client:
            token = client.token
            assert token
        async with Client(server.url, token=token) as client:
            assert client.token == token
            game = await client.new(RULES)
            await game.open(0, 0)

    asyncio.run(play())


def test_more_moves_than_the_server_allows_at_once_wait_for_their_turn(server: Running) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            game = await client.new(RULES, SEED)
            await game.open(0, 0)
            moves = [game.flag(7, 7) if number % 2 else game.clear(7, 7) for number in range(150)]
            await asyncio.gather(*moves)
            assert game.seq == 151

    asyncio.run(play())


def moves_in_log(folder: Path, game: RemoteGame) -> list[tuple[int, int]]:
    with sqlite3.connect(folder / "games.db") as store:
        query = "select row, col from action join round using (game_id) where public_id = ? order by seq"
        return store.execute(query, (game.id,)).fetchall()


def test_a_client_goes_on_after_the_server_was_killed_and_no_move_is_lost_or_twice(start: Start) -> None:
    async def play() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        server = start("--port", port)
        async with Client(server.url) as client:
            game = await client.new("modern 20x20/40", SEED)
            await game.open(0, 0)
            cells = [(row, col) for row in range(3) for col in range(20)]
            playing = asyncio.create_task(flag_all(game, cells))
            while game.seq < 10:
                await asyncio.sleep(0.01)
            server.stop(signal.SIGKILL)
            start("--port", port)
            await asyncio.wait_for(playing, 60)
            assert game.seq == 1 + len(cells)
            assert moves_in_log(server.folder, game) == [(0, 0), *cells]

    async def flag_all(game: RemoteGame, cells: list[tuple[int, int]]) -> None:
        for cell in cells:
            await game.flag(*cell)

    asyncio.run(play())


@pytest.mark.parametrize("url", ["ftp://somewhere", "", "http://"])
def test_an_address_that_is_none_is_named(url: str) -> None:
    async def connect() -> None:
        async with Client(url):
            pass

    with pytest.raises(ClientError, match="is not the address of a server"):
        asyncio.run(connect())


def test_a_server_that_cannot_be_reached_is_named() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    async def connect() -> None:
        async with Client(f"http://127.0.0.1:{port}"):
            pass

    with pytest.raises(ClientError, match=f"{port}.* cannot be reached"):
        asyncio.run(asyncio.wait_for(connect(), PATIENCE))


def test_a_path_where_no_server_answers_is_refused_at_once(server: Running) -> None:
    async def connect() -> None:
        async with Client(server.health):
            pass

    with pytest.raises(ClientError):
        asyncio.run(asyncio.wait_for(connect(), PATIENCE))


WELCOME = {"t": "welcome", "you": "x", "time": 1, "rate": 40, "burst": 80}
SOME_BOARD: dict[str, object] = {
    "t": "board",
    "room": "r",
    "game": "g",
    "seq": 0,
    "at": 0,
    "status": "playing",
    "rules": "modern 5x4/3 v1",
    "n": 1,
    "width": 5,
    "height": 4,
    "mines": 3,
    "mines_left": 3,
    "lives": 1,
    "digest": "",
    "choices": {},
    "cells": ".",
}
NONSENSE: list[object] = [
    {"nothing": "t"},
    {"t": 1},
    [1, 2],
    SOME_BOARD | {"width": -5},
    SOME_BOARD | {"cells": "Z" * 20},
    SOME_BOARD | {"width": 99_999_992, "height": 2, "cells": "."},
    SOME_BOARD | {"rules": "no rules at all"},
    SOME_BOARD | {"status": "won", "cells": "é" * 20},
    {"t": "party", "party": "x", "seq": 0, "terms": {}, "stage": "waiting", "owner": 99, "seats": [{"seat": "x"}]},
    {"t": "board"},
    {"t": "\x1b[2J\nboard"},
    {"t": "refused", "code": "rules", "why": "\x1b]0;title\x07no\nboard", "n": 1},
    {"t": "bye", "why": "\x1b[2Jgone \u202eyes"},
]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=lambda value: str(value)[:30])
def test_a_server_that_talks_nonsense_is_named(nonsense: object) -> None:
    async def talk(socket: ServerConnection) -> None:
        async for data in socket:
            asked = json.loads(data)
            if asked["t"] == "hello":
                await socket.send(json.dumps(WELCOME))
            elif asked["t"] == "ping":
                await socket.send(json.dumps({"t": "pong", "at": asked["at"], "time": 1}))
            elif asked["t"] == "new":
                await socket.send(json.dumps(nonsense))
                if isinstance(nonsense, dict) and nonsense["t"] == "bye":
                    await socket.close()

    async def play() -> None:
        async with serve(talk, "127.0.0.1", 0, subprotocols=["sapper.1"]) as server:  # type: ignore[list-item]
            port = server.sockets[0].getsockname()[1]
            async with Client(f"http://127.0.0.1:{port}") as client:
                await client.new()

    with pytest.raises((ClientError, Refused)) as error:
        asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert str(error.value).isprintable(), "its text is drawn in a terminal"


def test_messages_and_fields_of_a_later_version_are_ignored() -> None:
    async def talk(socket: ServerConnection) -> None:
        async for data in socket:
            asked = json.loads(data)
            await socket.send(json.dumps({"t": "weather", "rain": True}))
            if asked["t"] == "hello":
                tab = asked["tab"]
                await socket.send(json.dumps(WELCOME | {"moon": "full"}))
            elif asked["t"] == "ping":
                await socket.send(json.dumps({"t": "pong", "at": asked["at"], "time": 1, "moon": "full"}))
            elif asked["t"] == "new":
                await socket.send(json.dumps(SOME_BOARD | {"tab": tab, "moon": "full"}))

    async def play() -> None:
        async with serve(talk, "127.0.0.1", 0, subprotocols=["sapper.1"]) as server:  # type: ignore[list-item]
            port = server.sockets[0].getsockname()[1]
            async with Client(f"http://127.0.0.1:{port}") as client:
                assert (await client.new()).id == "g"

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


@pytest.mark.parametrize(
    ("answers", "waits"),
    [
        pytest.param(False, [0.25, 0.5, 1, 2, 4, 8, 10, 10], id="accepts and closes"),
        pytest.param(True, [0.25] * 8, id="answers and closes"),
    ],
)
def test_the_pauses_between_connections_grow_until_the_server_answers(
    answers: bool, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    paused: list[float] = []
    really_sleep = asyncio.sleep

    async def sleep(seconds: float) -> None:
        is_pause = seconds in (0.25, 0.5, 1, 2, 4, 8, 10)
        if is_pause:
            paused.append(seconds)
        await really_sleep(0 if is_pause else seconds)

    monkeypatch.setattr("sapper.client.connection.uniform", lambda *_: 1.0)
    monkeypatch.setattr("sapper.client.connection.asyncio.sleep", sleep)

    async def greet(socket: ServerConnection) -> None:
        if answers:
            while json.loads(await socket.recv())["t"] != "ping":
                pass
            await socket.send(json.dumps({"t": "pong", "at": 1, "time": 1}))

    async def try_again() -> None:
        async with serve(greet, "127.0.0.1", 0, subprotocols=["sapper.1"]) as server:  # type: ignore[list-item]
            port = server.sockets[0].getsockname()[1]

            async def stay() -> None:
                async with Client(f"http://127.0.0.1:{port}"):
                    await asyncio.Event().wait()

            staying = asyncio.create_task(stay())
            while len(paused) < len(waits):
                await really_sleep(0.001)
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)

    asyncio.run(asyncio.wait_for(try_again(), PATIENCE))
    assert paused[: len(waits)] == waits


def test_the_pause_after_a_day_without_the_server_is_the_longest() -> None:
    assert pause(100_000) == 10


def test_a_request_that_cannot_be_sent_fails_alone(server: Running) -> None:
    async def play() -> None:
        async with Client(server.url) as client:
            with pytest.raises(TypeError):
                await client.new(rules=object())  # type: ignore[arg-type]
            assert (await client.new(RULES)).status == "ready"

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_the_example_plays_whole_games_as_a_bot(server: Running) -> None:
    command = [sys.executable, str(BOT), server.url, "--rules", RULES, "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert lines[-1].endswith("of 2 won")
    with sqlite3.connect(server.folder / "games.db") as store:
        assert store.execute("select count(*) from summary where device = 'bot'").fetchone()[0] >= 2


def test_the_pace_waits_for_what_is_not_allowed_yet() -> None:
    now = 0.0
    pace = Pace(lambda: now)
    assert [pace.delay() for _ in range(100)] == [0.0] * 100
    pace.allow(10, 20)
    waits = [pace.delay() for _ in range(20)]
    assert waits[:8] == [0.0] * 8
    assert waits[-1] == pytest.approx(11 / 9)
    now = 60.0
    assert pace.delay() == 0.0
