"""Rooms whose people are on different servers of one store."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from server.party_guests import RULES, three_mines
from server.playground import FREE, Client, settle
from server.resending import Played
from server.shared_nodes import BadBus, SharedStore, check_replicas, log_of, open_nodes, settled
from waiting import PATIENCE

from sapper.action import Action, LogEntry
from sapper.history.store import StoreError
from sapper.history.store.rows import Head
from sapper.server.nodes.catch_up import UNKNOWN
from sapper.server.rooms.help import outside_help
from sapper.server.rooms.inbox import Own
from sapper.server.rooms.position import Position
from sapper.server.rooms.room import Room
from sapper.server.socket.frames import RESTART

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sapper.history.store import Stored
    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

    Message = dict[str, Any]


async def come(node: Lobby, player: Player | None = None, **hello: object) -> Client:
    client = await Client(node, player).connect()
    await client.hello(tab=f"tab {client.connection.number}", **hello)
    return client


async def two_tabs(first: Lobby, second: Lobby, rules: str = RULES) -> tuple[Client, Client, Message]:
    """Return two tabs of a player on two servers in a room with one flag, and the board that both know."""
    one = await come(first)
    board = await one.new(rules)
    await one.play(board["game"], "flag", 63)
    other = await come(second, one.player, room=board["room"])
    assert (await other.until("board"))["seq"] == 1
    return one, other, board


def room(node: Lobby, board: Message) -> Room:
    return node.rooms[board["room"]]


def a_mine(room: Room) -> int:
    """Return a cell with a mine and without a flag."""
    replica = room.replica
    assert replica is not None
    assert replica.game.first is not None
    mines = replica.live.layout(replica.rules, replica.game.first).mines()
    return min(replica.rules.level.index(*cell) for cell in mines)


def kinds(client: Client, *wanted: str) -> list[Message]:
    return [message for message in map(json.loads, client.frames) if message["t"] in wanted]


async def delta(client: Client, seq: int) -> Message:
    while (message := await client.until("delta"))["seq"] != seq:
        pass
    return message


def test_a_move_on_one_server_is_a_delta_on_the_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            played = await one.play(board["game"], "open", 0, 2)
            assert await delta(other, 2) == played
            answered = await other.play(board["game"], "flag", 9, 1)
            assert await delta(one, 3) == answered
            await settled(a, b)
            assert len(kinds(other, "board")) == len(kinds(one, "board")) == 1
            check_replicas(tmp_path, room(a, board), room(b, board))

    asyncio.run(play())


def test_the_moves_of_another_server_take_one_query_and_no_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.server.nodes.follower.Follower.slowly", 1000.0)

    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            queries: list[str] = []
            for name in ("heads", "entries_after"):
                method = getattr(SharedStore, name)
                monkeypatch.setattr(SharedStore, name, _noted(queries, name, method))
            monkeypatch.setattr(Room, "_run", None)
            for n in range(2, 8):
                queries.clear()
                await one.play(board["game"], "flag", n, n)
                await delta(other, n)
                await settle(b)
                assert queries == ["entries_after"]

    asyncio.run(play())


def _noted(queries: list[str], name: str, method: Callable[..., object]) -> Callable[..., object]:
    def call(*values: object) -> object:
        queries.append(name)
        return method(*values)

    return call


def test_a_hint_about_a_game_that_is_over_or_left_is_followed_to_the_newest(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            bus = b.services.bus
            assert isinstance(bus, BadBus)
            bus.is_up = False
            await one.play(board["game"], "resign", None, 2)
            await one.until("over")
            behind = room(b, board)
            behind.follow(Head(behind.known.game, "", 2, is_finished=False))
            assert (await other.until("over"))["game"] == board["game"]
            newer = await one.new(RULES)
            await one.play(newer["game"], "flag", 1, 4)
            behind.follow(Head(behind.known.game, "", 3, is_finished=False))
            await settle(b)
            behind.follow()
            assert (await other.until("board"))["game"] == newer["game"]

    asyncio.run(play())


def test_what_a_room_raises_about_its_news_ends_there(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            heard: list[object] = []
            known = room(b, board).known

            def fail(_: object) -> None:
                raise RuntimeError("news")

            b.follower.ask(known, UNKNOWN, fail)
            b.follower.ask(known, UNKNOWN, heard.append)
            await one.play(board["game"], "flag", 2, 2)
            await delta(other, 2)
            assert len(heard) == 1
            assert b.services.counters.errors == 1

    asyncio.run(play())


def test_a_burst_is_few_hints(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            bus = b.services.bus
            assert isinstance(bus, BadBus)
            before = bus.heard
            for n in range(2, 42):
                one.send("play", game=board["game"], kind="flag", cell=n, n=n)
            await delta(other, 41)
            assert 1 <= bus.heard - before <= 20

    asyncio.run(play())


@pytest.mark.parametrize("is_up", [True, False])
def test_without_hints_rooms_follow_by_reading_the_log(is_up: bool, tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            bus = b.services.bus
            assert isinstance(bus, BadBus)
            if is_up:
                bus.unsubscribe(f"room:{board['room']}")  # every hint is lost, and nobody knows it
            else:
                bus.is_up = False
            played = await one.play(board["game"], "open", 0, 2)
            assert await delta(other, 2) == played

    asyncio.run(play())


def test_the_log_is_read_often_only_while_the_bus_is_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    sleep = asyncio.sleep

    async def count(seconds: float, *rest: Any) -> Any:
        if seconds in (0.25, 2.0):
            waited.append(seconds)
            seconds = 0.001
        return await sleep(seconds, *rest)

    async def play() -> None:
        async with open_nodes(tmp_path, 1) as (a,):
            a.services.bus.is_up = False
            monkeypatch.setattr("sapper.server.nodes.follower.asyncio.sleep", count)
            while waited.count(0.25) < 3:
                await sleep(0.001)
            a.services.bus.is_up = True
            while 2.0 not in waited:
                await sleep(0.001)
            monkeypatch.undo()

    asyncio.run(play())


def test_whoever_comes_back_on_another_server_sees_every_acknowledged_move(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            for node in (a, b):
                node.services.bus.is_up = False
            await other.leave()
            for n in range(2, 6):
                await one.play(board["game"], "flag", n, n)
            one.send("play", game=board["game"], kind="flag", cell=6, n=6)  # its answer never arrives
            await settle(a)
            await one.leave()
            again = await Client(b, one.player).connect()
            await again.hello(tab=one.connection.tab, room=board["room"], game=board["game"], seq=5)
            assert (await again.until("board", "delta"))["seq"] == 6
            sent_again = await again.play(board["game"], "flag", 6, 6)
            assert (sent_again["seq"], sent_again["n"]) == (6, 6)
            assert (await again.play(board["game"], "flag", 7, 7))["seq"] == 7
            assert len(log_of(tmp_path, 1)) == 7

    asyncio.run(play())


def test_a_message_sent_to_two_servers_is_played_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one = await come(a)
            board = await one.new(RULES)
            await one.play(board["game"], "flag", 0)
            twin = await Client(b, one.player).connect()
            await twin.hello(tab=one.connection.tab, room=board["room"])
            await settled(a, b)
            for client in (one, twin):
                client.send("play", game=board["game"], kind="flag", cell=1, n=2)
            assert (await delta(one, 2))["n"] == (await delta(twin, 2))["n"] == 2
            await settled(a, b)
            assert [one.number if one else 0 for _, one in log_of(tmp_path, 1)] == [1, 2]
            assert a.services.counters.conflicts + b.services.counters.conflicts == 1

    asyncio.run(play())


def test_the_slower_of_two_servers_reads_only_what_it_does_not_have(tmp_path: Path) -> None:
    read: list[int] = []

    class Counted(SharedStore):
        def load(self, game: int) -> Stored:
            read.append(game)
            return super().load(game)

    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines, opener=lambda: Counted(str(tmp_path / "games.db"))) as (
            a,
            b,
        ):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            bus = b.services.bus
            assert isinstance(bus, BadBus)
            bus.unsubscribe(f"room:{board['room']}")  # no hint forestalls the conflict
            await one.play(board["game"], "open", 0, 2)
            read.clear()
            assert (await other.play(board["game"], "flag", 9, 1))["seq"] == 3
            assert b.services.counters.conflicts == 1
            assert [message["seq"] for message in kinds(other, "delta")] == [2, 3]
            assert read == []
            await settled(a, b)
            check_replicas(tmp_path, room(a, board), room(b, board))

    asyncio.run(play())


def test_two_servers_that_play_all_the_time_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint ends the wait for the other server, even if the wait alone would take long."""
    monkeypatch.setattr("sapper.server.rooms.room._SHORTEST_TURN", 30.0)
    monkeypatch.setattr("sapper.server.rooms.room._LONGEST_TURN", 30.0)
    moves = 20

    async def play() -> int:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            room(a, board).game.note_rivals()
            room(b, board).game.note_rivals()

            async def go_on(client: Client) -> None:
                for n in range(2, 2 + moves):
                    await client.play(board["game"], "flag" if n % 2 else "clear", client.connection.number % 2, n)

            await asyncio.gather(go_on(one), go_on(other))
            await settled(a, b)
            check_replicas(tmp_path, room(a, board), room(b, board))
            assert room(a, board).known.seq == 1 + 2 * moves
            return a.services.counters.conflicts + b.services.counters.conflicts

    assert asyncio.run(play()) <= 2, "only the first moves come at the same time"


def test_a_new_game_on_one_server_is_the_game_on_the_other(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path) as (a, b):
            one, other, board = await two_tabs(a, b)
            await one.play(board["game"], "open", 0, 2)
            new = await one.new(RULES)
            over = await other.until("over")
            assert (over["game"], over["status"]) == (board["game"], "abandoned")
            await one.play(new["game"], "flag", 5, 3)
            shown = await other.until("board")
            assert shown["game"] == new["game"]
            if not shown["seq"]:  # the game is stored before its first move
                assert (await delta(other, 1))["cell"] == 5
            refused = await other.play(board["game"], "flag", 1, 1)
            assert (refused["code"], refused["why"]) == ("game", "This room has started another game.")
            assert (await other.play(new["game"], "flag", 6, 2))["seq"] == 2
            assert (await delta(one, 2))["cell"] == 6
            late = await come(b, one.player, room=board["room"])
            assert (await late.until("board"))["game"] == new["game"]
            check_replicas(tmp_path, room(a, board), room(b, board))

    asyncio.run(play())


def test_of_two_new_games_the_first_that_is_played_is_the_game_of_the_room(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            for node in (a, b):
                node.services.bus.is_up = False
            first, second = await one.new(RULES), await other.new(RULES)
            assert (await one.play(first["game"], "flag", 1, 2))["seq"] == 1
            refused = await other.play(second["game"], "flag", 2, 1)
            assert (refused["t"], refused["code"]) == ("refused", "game")
            shown = await other.until("board")
            assert (shown["game"], shown["seq"]) == (first["game"], 1)
            await settled(a, b)
            assert room(b, board).known == room(a, board).known
            with SharedStore(str(tmp_path / "games.db")) as store:
                assert [listed.seq for listed in store.unfinished()] == [1]

    asyncio.run(play())


@pytest.mark.parametrize("practice", ["", " practice=on"])
def test_an_end_on_one_server_is_the_end_on_the_other_and_is_stored_once(practice: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path) as (a, b):
            one, other, board = await two_tabs(a, b, RULES + practice)
            await one.play(board["game"], "open", 0, 2)
            await one.play(board["game"], "open", a_mine(room(a, board)), 3)
            ends = [await client.until("over") for client in (one, other)]
            assert [end["status"] for end in ends] == ["lost", "lost"]
            if practice:
                await other.play(board["game"], "undo", None, 1)
                assert (await delta(one, 4))["status"] == "playing"
                await one.new(RULES)
                ends = [kinds(one, "over")[-1], await other.until("over")]
                if "finished_id" not in ends[1]:  # it could still be undone
                    ends[1] = await other.until("over")
            assert [end.get("finished_id") for end in ends] == [1, 1]
            await settled(a, b)
            assert a.services.counters.finished.total() + b.services.counters.finished.total() == 1
            assert a.services.counters.errors == b.services.counters.errors == 0

    asyncio.run(play())


def test_an_end_that_no_server_shows_yet_is_stored_by_the_one_that_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server dies between the last move and the end."""

    async def play() -> None:
        async with open_nodes(tmp_path) as (a, b):
            one, other, board = await two_tabs(a, b)
            await one.play(board["game"], "open", 0, 2)
            room(a, board).stop()
            row, col = divmod(a_mine(room(a, board)), 8)
            with SharedStore(str(tmp_path / "games.db")) as store:
                assert store.append(1, 2, [LogEntry(Action("open", row, col), 5)])
            over = await other.until("over")
            assert (over["status"], over["finished_id"]) == ("lost", 1)

    asyncio.run(play())


def test_three_servers_and_six_tabs_play_one_game(tmp_path: Path) -> None:
    """The bus loses, delays and doubles; each acknowledged move is in the log once, and everybody sees the same."""

    async def play() -> None:
        luck = random.Random(7)
        async with open_nodes(tmp_path, 3, luck=3) as nodes:
            one = await come(nodes[0])
            board = await one.new("modern 20x20/40 lives=40")
            await one.play(board["game"], "flag", 399, 1)
            tabs = [one] + [await come(nodes[n % 3], one.player, room=board["room"]) for n in range(1, 6)]
            acknowledged: set[tuple[str, int]] = set()

            async def moves(client: Client, start: int) -> None:
                for n in range(start, start + 25):
                    kind = luck.choice(("flag", "flag", "clear", "open"))
                    answer = await client.play(board["game"], kind, luck.randrange(399), n)
                    if answer["t"] == "delta":
                        acknowledged.add((client.connection.tab, n))
                    await asyncio.sleep(luck.uniform(0, 0.004))

            await asyncio.gather(*(moves(client, 100 * n + 2) for n, client in enumerate(tabs)))
            await settled(*nodes)
            log = log_of(tmp_path, 1)
            ids = [one for _, one in log if one is not None]
            assert len(ids) == len(set(ids))
            assert {(one.tab, one.number) for one in ids} == acknowledged | {(one.connection.tab, 1)}
            assert len(log) == 1 + len(acknowledged)
            assert sum(node.services.counters.conflicts for node in nodes) > 0
            check_replicas(tmp_path, *(room(node, board) for node in nodes))
            replica = room(nodes[0], board).replica
            assert replica is not None
            for client in tabs:
                seen = Played(kinds(client, "board")[0])
                for message in kinds(client, "delta", "board"):
                    if message["t"] == "board":
                        seen.show(message)
                    else:
                        assert seen.take(message), "nothing is missing before a delta"
                assert seen.seq == len(log)
                assert bytes(seen.cells) == replica.game.board.to_bytes()

    asyncio.run(play())


def test_a_store_that_fails_is_said_once_and_rooms_follow_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await settled(a, b)
            b.services.bus.is_up = False
            heads = SharedStore.heads
            failures = 0

            def fail(*_: object) -> Any:
                nonlocal failures
                failures += 1
                raise StoreError("the database is gone")

            monkeypatch.setattr(SharedStore, "heads", fail)
            played = await one.play(board["game"], "open", 0, 2)
            async with asyncio.timeout(PATIENCE):
                while failures < 4:
                    await asyncio.sleep(0.01)
            late = await come(b, one.player, room=board["room"])
            assert await late.closing_code() == RESTART, "nobody is shown a game as it was"
            monkeypatch.setattr(SharedStore, "heads", heads)
            assert await delta(other, 2) == played
            again = await come(b, one.player, room=board["room"])
            assert (await again.until("board"))["seq"] == 2

    asyncio.run(play())
    assert sum("cannot follow" in record.message for record in caplog.records) <= 2


def test_a_store_for_one_server_is_never_looked_at(tmp_path: Path) -> None:
    async def play() -> None:
        from sapper.history.store import open_store

        opener = lambda: open_store(tmp_path / "games.db")  # noqa: E731
        async with open_nodes(tmp_path, 1, opener=opener, layout=three_mines) as (a,):
            one = await come(a)
            board = await one.new(RULES)
            await one.play(board["game"], "flag", 0)
            await settle(a)
            assert a.follower.polls == 0
            bus = a.services.bus
            assert isinstance(bus, BadBus)
            assert not bus._topics

    asyncio.run(play())


def test_advice_of_one_server_counts_in_the_game_on_another(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one = await come(a)
            board = await one.new(RULES)
            await one.play(board["game"], "open", 0, 1)
            replica = room(a, board).replica
            assert replica is not None
            shown = Position(replica.game.board)
            for _ in range(2):
                await outside_help.count(b, one.player, "elsewhere", shown)
            assert (await delta(one, 2))["kind"] == "hint"
            await outside_help.count(b, (await come(b)).player, "elsewhere", shown)  # somebody else
            await settled(a, b)
            assert [entry.action.kind for entry, _ in log_of(tmp_path, 1)] == ["open", "hint"]
            assert replica.game.is_assisted
            assert not b.rooms

    asyncio.run(play())


def test_a_room_that_is_unloaded_does_not_pause_the_game_on_another_server(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            await one.play(board["game"], "open", 0, 2)
            await settled(a, b)
            await one.leave()
            a.services.clock.time += 1000  # type: ignore[attr-defined]
            assert (await other.play(board["game"], "flag", 9, 1))["seq"] == 3
            room(a, board).unload()
            await settled(a, b)
            assert not a.rooms
            assert [entry.action.kind for entry, _ in log_of(tmp_path, 1)] == ["flag", "open", "flag"]
            await other.leave()
            a.services.clock.time += 1000  # type: ignore[attr-defined]
            room(b, board).unload()
            await settled(a, b)
            assert not b.rooms
            assert log_of(tmp_path, 1)[-1][0].action.kind == "pause"

    asyncio.run(play())


def test_a_game_that_is_open_on_another_server_does_not_expire(tmp_path: Path) -> None:
    limits = replace(FREE, unfinished_per_player=0)

    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines, limits=limits) as (a, b):
            one = await come(a)
            board = await one.new(RULES)
            await one.play(board["game"], "open", 0, 1)
            with SharedStore(str(tmp_path / "games.db")) as store:
                (round_,) = store.surplus_rounds(one.player.key, 0, 10)
                await b.expiry._delete([round_])
                assert [game.id for game in store.unfinished()] == [1]
                await one.leave()
                room(a, board).unload()
                await settled(a, b)
                for node in (a, b):
                    node.services.clock.time += 25 * 3600 * 1000  # type: ignore[attr-defined]
                await b.expiry._delete([round_])
                assert not store.unfinished()

    asyncio.run(play())


def test_an_action_of_the_party_that_two_servers_play_is_in_the_log_once(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_nodes(tmp_path, layout=three_mines) as (a, b):
            one, other, board = await two_tabs(a, b)
            for node in (a, b):
                room(node, board).post(None, Own(Action("open", 0, 0), 0, 1))
            assert [(await delta(client, 2))["kind"] for client in (one, other)] == ["open", "open"]
            await settled(a, b)
            assert len(log_of(tmp_path, 1)) == 2
            check_replicas(tmp_path, room(a, board), room(b, board))

    asyncio.run(play())
