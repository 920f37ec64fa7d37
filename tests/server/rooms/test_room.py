"""Rooms: actions are committed before they are acknowledged, and everybody hears the same."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from server.playground import RULES, Client, Clock, open_lobby, settle, three_mines
from waiting import PATIENCE

from sapper.action import Action, LogEntry
from sapper.history.store import Append, Store, StoreError, open_store
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.server.limits import Limits
from sapper.server.protocol.game_messages import Play

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path


def test_an_action_is_committed_before_it_is_acknowledged(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            with open_store(tmp_path / "games.db") as other:
                for n, cell in enumerate((9, 10, 17), 1):
                    delta = await client.play(game, "flag", cell, n)
                    (stored,) = other.unfinished()
                    assert (delta["seq"], stored.seq) == (n, n)

    asyncio.run(play())


def test_deltas_have_no_gaps_and_rebuild_the_board(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            assert board["cells"] == "."
            cells = [9] * 64
            for n, (kind, cell) in enumerate([("flag", 9), ("open", 0), ("open", 56), ("clear", 9), ("flag", 9)], 1):
                delta = await client.play(board["game"], kind, cell, n)
                assert (delta["seq"], delta["n"], delta["tab"], delta["cell"]) == (n, n, "t", cell)
                for index, value in zip(delta["cells"][::2], delta["cells"][1::2], strict=True):
                    cells[index] = value
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            assert bytes(cells) == room.replica.game.board.to_bytes()
            assert delta["mines_left"] == 2

    asyncio.run(play())


def test_many_actions_in_many_rooms_share_commits(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            clients = [await Client(lobby).connect() for _ in range(20)]
            games = []
            for client in clients:
                await client.hello()
                games.append((await client.new(RULES))["game"])
                await client.play(games[-1], "flag", 0)
            writer, began, free = lobby.services.writer, threading.Event(), threading.Event()

            def block(_: Store) -> bool:
                began.set()
                return free.wait(PATIENCE)

            blocked = asyncio.ensure_future(writer.run(block))
            await asyncio.to_thread(began.wait, 20)
            for n in range(2, 12):
                for client, game in zip(clients, games, strict=True):
                    client.send("play", game=game, kind="flag", cell=n, n=n)
            async with asyncio.timeout(PATIENCE):
                while writer.waiting < 20:
                    await asyncio.sleep(0.001)
            before = writer.commits
            free.set()
            for client in clients:
                while (await client.receive()).get("n") != 11:
                    pass
            assert await blocked
            assert lobby.services.counters.moves == 220
            assert writer.commits - before == 2, "the one that was blocked, and one for all rooms"

    asyncio.run(play())


def test_a_message_that_comes_twice_is_answered_twice_and_played_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            first = await client.play(game, "flag", 9, 1)
            assert await client.play(game, "flag", 9, 1) == first
            await client.leave()
            again = await Client(lobby, client.player).connect()
            await again.hello(tab="t", room=next(iter(lobby.rooms)), game=game, seq=1)
            assert await again.play(game, "flag", 9, 1) == first
            assert (await again.play(game, "flag", 10, 2))["seq"] == 2

    asyncio.run(play())


def test_a_move_for_which_there_is_no_room_is_refused_by_its_game_and_number(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            (room,) = lobby.rooms.values()
            waiting = Play(game=game, n=1, kind="flag", cell=9)
            while room.post(client.connection, waiting):
                pass
            client.send("play", game=game, n=7, kind="flag", cell=10)
            refused = await client.until("refused")
            assert (refused["code"], refused["game"], refused["n"]) == ("busy", game, 7)

    asyncio.run(play())


def test_fields_of_a_newer_page_are_ignored_and_wrong_ones_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello(later={"version": 9})
            board = await client.new(later=True)
            assert (await client.play(board["game"], "flag", 3, n=1, later=[1]))["t"] == "delta"
            client.send("play", game=board["game"], kind="flag", cell="3", n=2, later=1)
            assert (await client.until("refused"))["code"] == "message"

    asyncio.run(play())


def test_a_welcome_says_how_fast_to_send_and_how_long_the_game_has_lasted(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        limits = Limits(messages_per_second=30, message_burst=50)
        async with open_lobby(tmp_path, layout=three_mines, clock=clock, limits=limits) as lobby:
            client = await Client(lobby).connect()
            welcome = await client.hello(tab="t")
            assert (welcome["rate"], welcome["burst"], welcome.get("at")) == (30, 50, None)
            board = await client.new(RULES)
            await client.play(board["game"], "open", 0, 1)
            clock.time += 7000
            again = await Client(lobby, client.player).connect()
            welcome = await again.hello(tab="u", room=board["room"], game=board["game"], seq=1)
            assert welcome["at"] == 7000

    asyncio.run(play())


def test_everybody_in_a_room_hears_the_same_bytes(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            one = await Client(lobby).connect()
            await one.hello(tab="a")
            board = await one.new(RULES)
            two = await Client(lobby, one.player).connect()
            await two.hello(tab="b", room=board["room"])
            await two.until("board")
            await one.play(board["game"], "open", 56)
            await two.until("delta")
            assert one.frames[-1] == two.frames[-1]

    asyncio.run(play())


def test_a_room_is_nobody_elses(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            owner = await Client(lobby).connect()
            await owner.hello()
            board = await owner.new(RULES)
            await owner.play(board["game"], "flag", 0)
            stranger = await Client(lobby).connect()
            for room in (board["room"], "nowhere"):
                stranger.send("hello", room=room)
                assert "room" not in await stranger.until("welcome")
                refused = await stranger.receive()
                assert (refused["code"], refused["why"]) == ("room", "There is no such room, or it is not yours.")
            refused = await stranger.play(board["game"], "flag", 1)
            assert refused["code"] == "game"
            assert len(owner.frames) == 3

    asyncio.run(play())


def test_a_pause_hides_the_board_until_it_is_over(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, layout=three_mines, clock=clock) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            game = board["game"]
            clock.time += 5000
            assert (await client.play(game, "pause", None, 1))["at"] == 0
            assert (await client.play(game, "pause", None, 8))["code"] == "paused"
            assert (await client.play(game, "resume", None, 9))["status"] == "ready"
            assert (await client.play(game, "resume", None, 10))["code"] == "rules"
            assert (await client.play(game, "open", 56, 2))["at"] == 0
            clock.time += 700
            paused = await client.play(game, "pause", None, 3)
            assert (paused["at"], paused["status"], paused.get("cells")) == (700, "paused", None)
            clock.time += 60_000
            loaded = await Client(lobby, client.player).connect()
            await loaded.hello(room=board["room"])
            hidden = await loaded.until("board")
            assert ("cells" in hidden, hidden["at"], hidden["status"]) == (False, 700, "paused")
            assert (await client.play(game, "open", 0, 4))["code"] == "paused"
            client.send("help", game=game, n=5, topic="odds")
            assert (await client.until("refused"))["code"] == "paused"
            assert (await client.play(game, "resume", None, 6))["at"] == 700
            shown = await client.until("board")
            assert shown["cells"].count("0") > 20
            clock.time += 50
            assert (await client.play(game, "flag", 9, 7))["at"] == 750

    asyncio.run(play())


def test_a_board_says_how_many_clicks_were_made(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(f"{RULES} practice=on")
            assert board.get("clicks", 0) == 0
            for n, (kind, cell) in enumerate(
                [("open", 56), ("flag", 9), ("undo", None), ("redo", None), ("pause", None)]
            ):
                await client.play(board["game"], kind, cell, n + 1)
            await client.play(board["game"], "resume", None, 6)
            await client.until("board")
            client.send("help", game=board["game"], n=7, topic="hint")
            await client.until("hint")
            again = await Client(lobby, client.player).connect()
            await again.hello(room=board["room"])
            shown = await again.until("board")
            assert (shown["clicks"], shown["hints"], shown["seq"]) == (2, 1, 7)

    asyncio.run(play())


def test_a_reload_in_a_pause_shows_no_chunk(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 100x100/1000")
            assert board["chunked"]
            await client.play(board["game"], "open", 0, 1)
            await client.play(board["game"], "pause", None, 2)
            client.send("view", game=board["game"], top=0, left=0, height=100, width=100)
            await settle(lobby)
            assert not [frame for frame in client.frames if '"t":"chunk"' in frame]
            client.send("play", game=board["game"], kind="resume", n=3)
            await settle(lobby)
            assert len([frame for frame in client.frames if '"t":"chunk"' in frame]) == 4

    asyncio.run(play())


def test_who_came_in_a_pause_sees_the_board_when_the_game_is_given_up(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "open", 0, 1)
            await client.play(board["game"], "pause", None, 2)
            late = await Client(lobby, client.player).connect()
            await late.hello(room=board["room"])
            assert "cells" not in await late.until("board")
            await client.play(board["game"], "resign", None, 3)
            shown = await late.until("board")
            assert (shown["status"], shown["cells"][0]) == ("abandoned", "1")

    asyncio.run(play())


def test_another_node_that_was_faster_is_caught_up_with(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            with open_store(tmp_path / "games.db") as other:
                assert other.append(1, 1, [LogEntry(Action("flag", 0, 1), 5), LogEntry(Action("flag", 0, 2), 6)])
            delta = await client.play(board["game"], "flag", 3, 2)
            assert (delta["seq"], lobby.services.counters.conflicts) == (4, 1)
            deltas = [json.loads(frame) for frame in client.frames if '"t":"delta"' in frame]
            assert [(delta["seq"], delta["cell"]) for delta in deltas] == [(1, 0), (2, 1), (3, 2), (4, 3)]
            with open_store(tmp_path / "games.db") as other:
                assert other.unfinished()[0].seq == 4

    asyncio.run(play())


def test_an_action_that_another_node_made_illegal_is_refused_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            with open_store(tmp_path / "games.db") as other:
                assert other.append(1, 1, [LogEntry(Action("resign"), 5)])
            client.send("play", game=board["game"], kind="flag", cell=3, n=2)
            assert (await client.until("delta"))["status"] == "abandoned"
            refused = await client.until("refused")
            assert (refused["code"], refused["n"], refused["game"]) == ("over", 2, board["game"])
            assert refused["why"][0].isupper()
            assert (await client.until("over"))["seq"] == 2
            await settle(lobby)
            assert len([frame for frame in client.frames if '"t":"refused"' in frame]) == 1

    asyncio.run(play())


class _FailingStore(SqliteStore):
    """A store that fails on demand."""

    fails = False

    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        if type(self).fails:
            raise StoreError("the disk is full")
        return super().append_many(batch)


class _NamelessStore(SqliteStore):
    """A store that cannot read names."""

    def name_of(self, player: bytes) -> str:
        raise StoreError("the disk is broken")


def test_a_game_whose_end_cannot_be_stored_is_over_all_the_same(tmp_path: Path) -> None:
    async def play() -> None:
        opener = lambda: _NamelessStore(str(tmp_path / "games.db"))  # noqa: E731
        async with open_lobby(tmp_path, layout=three_mines, opener=opener) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "resign", None, 1)
            over = await client.until("over")
            assert (over["status"], over.get("finished_id")) == ("abandoned", None)
            assert lobby.services.counters.errors == 0

    asyncio.run(play())


@asynccontextmanager
async def _flagged_on_failing_store(folder: Path) -> AsyncIterator[tuple[Client, str]]:
    """Yield a client and its game, with a flag, on a store that fails on demand."""
    opener = lambda: _FailingStore(str(folder / "games.db"))  # noqa: E731
    try:
        async with open_lobby(folder, layout=three_mines, opener=opener) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 0, 1)
            yield client, board["game"]
    finally:
        _FailingStore.fails = False


def test_an_action_that_cannot_be_stored_is_refused_and_not_played(tmp_path: Path) -> None:
    async def play() -> None:
        async with _flagged_on_failing_store(tmp_path) as (client, game):
            _FailingStore.fails = True
            refused = await client.play(game, "flag", 1, 2)
            _FailingStore.fails = False
            assert refused["code"] == "store"
            assert (await client.until("board"))["cells"].startswith("F.")
            assert (await client.play(game, "flag", 2, 3))["seq"] == 2

    asyncio.run(play())


def test_no_move_is_refused_for_one_that_could_not_be_stored(tmp_path: Path) -> None:
    async def play() -> None:
        async with _flagged_on_failing_store(tmp_path) as (client, game):
            _FailingStore.fails = True
            client.send("play", game=game, kind="resign", n=2)
            client.send("play", game=game, kind="flag", cell=1, n=3)
            refused = await client.until("refused")
            _FailingStore.fails = False
            assert (refused["n"], refused["code"]) == (2, "store")
            flagged = await client.until("delta", "refused")
            assert (flagged["t"], flagged["n"], flagged["seq"]) == ("delta", 3, 2)

    asyncio.run(play())


def test_large_openings_are_announced_as_chunks_and_those_in_view_follow(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            board = await client.new("modern 200x130/1")
            game = board["game"]
            client.send("view", game=game, top=0, left=0, height=64, width=70)
            first = [await client.until("chunk") for _ in range(2)]
            assert [(chunk["chunk"], chunk["cells"]) for chunk in first] == [(0, "."), (1, ".")]
            delta = await client.play(game, "open", 0)
            assert delta["chunks"] == list(range(12))
            assert "cells" not in delta
            shown = [await client.until("chunk") for _ in range(2)]
            (room,) = lobby.rooms.values()
            assert room.replica is not None
            rows = list(room.replica.game.board.rows())
            drawn = "".join("".join("012345678.F?*!x"[value] for value in row[64:128]) for row in rows[:64])
            assert shown[1]["cells"] in (drawn, drawn[0])
            client.send("view", game=game, top=66, left=64, height=200, width=500)
            corner = [await client.until("chunk") for _ in range(6)]
            assert [chunk["chunk"] for chunk in corner] == [5, 6, 7, 9, 10, 11]

    asyncio.run(play())


def test_rules_that_this_server_does_not_play_are_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            for rules, code in (
                ("modern 0x0/0", "rules"),
                ("modern -1x5/2", "rules"),
                ("modern 2147483648x2/1", "rules"),
                ("modern 99999999999x9/1", "rules"),
                ("modern NaNx3/1", "rules"),
                ("modern 8x8/64", "rules"),
                ("modern 100000x100000/5", "rules"),
                ("modern 20000x10000/5", "limit"),
                ("modern 500x500/5 layout=no-guess", "limit"),
                ("modern expert lives=0", "rules"),
                ("amiga 33x33/5", "rules"),
                ("", "board"),
            ):
                answer = await client.new(rules)
                assert answer.get("code", answer["t"]) == code, rules

    asyncio.run(play())
