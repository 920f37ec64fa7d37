"""Players who come back to a room find everything, and nothing is played twice."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from server.party_guests import eventually
from server.playground import RULES, Client, Clock, Entropy, open_lobby, settle, three_mines
from waiting import PATIENCE

from sapper.history.store import StoreError
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.server.operations.workers import Busy
from sapper.server.socket.frames import RESTART

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from sapper.server.rooms.lobby import Lobby


def test_somebody_who_comes_back_gets_what_is_missing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            deltas = [await client.play(board["game"], "flag", cell, cell) for cell in range(5)]
            again = await Client(lobby, client.player).connect()
            welcome = await again.hello(tab="u", room=board["room"], game=board["game"], seq=2)
            assert welcome["room"] == board["room"]
            assert [await again.receive() for _ in range(3)] == deltas[2:]
            fresh = await Client(lobby, client.player).connect()
            await fresh.hello(tab="v", room=board["room"])
            whole = await fresh.receive()
            assert (whole["t"], whole["seq"], whole["cells"][:6]) == ("board", 5, "FFFFF.")
            liar = await Client(lobby, client.player).connect()
            await liar.hello(tab="w", room=board["room"], game=board["game"], seq=99)
            assert (await liar.receive())["t"] == "board"

    asyncio.run(play())


def test_a_room_that_nobody_is_in_is_unloaded_paused_and_comes_back(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, layout=three_mines, clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "open", 56, 1)
            (room,) = lobby.rooms.values()
            room.unload()
            await settle(lobby)
            assert lobby.rooms, "somebody is here"
            clock.time += 3000
            await client.leave()
            room.unload()
            async with asyncio.timeout(PATIENCE):
                while lobby.rooms:
                    await asyncio.sleep(0.005)
            clock.time += 99_000
            again = await Client(lobby, client.player).connect()
            await again.hello(room=board["room"], game=board["game"], seq=1)
            back = await again.until("board")
            assert (back["game"], back["seq"], back["status"], back["at"]) == (board["game"], 2, "paused", 3000)
            await again.play(board["game"], "resume", None, 2)
            assert (await again.until("board"))["cells"].count("0") > 20

    asyncio.run(play())


def test_a_finished_game_is_still_there_when_the_page_is_loaded_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern expert layout=no-guess")
            opened = await client.play(board["game"], "open", 9, 1)
            await client.play(board["game"], "resign", None, 2)
            over = await client.until("over")
            player = client.player
        async with open_lobby(tmp_path) as lobby:
            again = await Client(lobby, player).connect()
            await again.hello(room=board["room"])
            shown = await again.until("board")
            assert (shown["status"], shown["cells"].count(".")) == ("abandoned", 480 - len(opened["cells"]) // 2)
            assert await again.until("over") == over

    asyncio.run(play())


def test_an_end_that_was_not_packed_is_packed_when_the_room_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise StoreError("the power went")

    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            with monkeypatch.context() as patch:
                patch.setattr(SqliteStore, "finish", fails)
                await client.play(board["game"], "open", 9)
                await client.until("over")
            player = client.player
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            again = await Client(lobby, player).connect()
            await again.hello(room=board["room"])
            assert (await again.until("over"))["finished_id"] == 1

    asyncio.run(play())


def test_a_message_sent_again_after_a_restart_is_answered_and_not_played_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new("modern expert", seed="rain")
            game = board["game"]
            answers = [await client.play(game, "open", 0, n=10)]
            answers += [await client.play(game, "flag", 470 + n, n=11 + n) for n in range(3)]
            player = client.player
        async with open_lobby(tmp_path, entropy=Entropy(1000)) as lobby:
            back = await Client(lobby, player).connect()
            await back.hello(tab="t", room=board["room"])
            assert (await back.until("board"))["seq"] == 4
            for answer, (kind, cell) in zip(
                answers, [("open", 0), *(("flag", 470 + n) for n in range(3))], strict=True
            ):
                assert await back.play(game, kind, cell, n=answer["n"]) == answer
            assert (await back.play(game, "flag", 473, n=14))["seq"] == 5
            assert (await back.play(game, "resign", n=15))["seq"] == 6
            over = await back.until("over")
        async with open_lobby(tmp_path, entropy=Entropy(2000)) as lobby:
            last = await Client(lobby, player).connect()
            await last.hello(tab="t", room=board["room"])
            assert (await last.until("over"))["finished_id"] == over["finished_id"]
            assert (await last.play(game, "resign", n=15))["seq"] == 6, "also after the end"
            other = await Client(lobby, player).connect()
            await other.hello(tab="another", room=board["room"])
            assert (await other.play(game, "flag", 473, n=14))["code"] == "over", "another tab counts for itself"

    asyncio.run(play())


def test_a_message_that_was_answered_long_ago_is_not_played_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new("modern expert"))["game"]
            for n in range(1, 301):
                await client.play(game, "flag" if n % 2 else "clear", 5, n=n)
            again = await client.play(game, "flag", 5, n=1)
            assert (again["t"], again["code"]) == ("refused", "stale")

    asyncio.run(play())


def test_a_room_that_cannot_be_loaded_at_the_moment_is_not_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise Busy("The server is busy. Try again in a moment.")

    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 8x8/3 layout=no-guess")
            await client.play(board["game"], "flag", 1, 1)
        async with open_lobby(tmp_path) as lobby:
            with monkeypatch.context() as patch:
                patch.setattr(lobby.services.workers, "run", refuse)  # which finds the board of such a game
                early = await Client(lobby, client.player).connect()
                early.send("hello", room=board["room"])
                assert await early.closing_code() == RESTART
                assert not any('"welcome"' in frame for frame in early.frames)
            again = await Client(lobby, client.player).connect()
            assert (await again.hello(room=board["room"]))["room"] == board["room"]

    asyncio.run(play())


def test_chunks_show_nothing_that_is_not_committed(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern 100x100/1"))["game"]
            await client.play(game, "flag", 0, n=2)
            client.is_stuck = True
            client.send("view", game=game, top=0, left=0, width=100, height=100)
            await settle_but_chunks(lobby)
            held: list[Any] = []
            writer = lobby.services.writer
            append, writer.append = writer.append, lambda *asked: held.append(asked)  # type: ignore[method-assign]
            client.send("play", game=game, kind="flag", cell=1, n=3)
            await eventually(lambda: held)
            client.is_stuck = False
            for _ in range(20):
                await asyncio.sleep(0)
            assert not chunks(client), "the second flag is not committed"
            for asked in held:
                append(*asked)
            await eventually(lambda: len(chunks(client)) >= 4)
            assert {chunk["seq"] for chunk in chunks(client)} == {2}

    asyncio.run(play())


async def settle_but_chunks(lobby: Lobby) -> None:
    """Wait until the rooms have handled what was sent; chunks wait for a client that reads nothing."""
    await asyncio.sleep(0)
    await eventually(lambda: all(room.is_idle for room in lobby.rooms.values()))


def chunks(client: Client) -> list[dict[str, Any]]:
    return [found for frame in client.frames if (found := json.loads(frame))["t"] == "chunk"]
