"""Networks that deliver messages twice and in another order, and clients that all come back at once."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from server.nodes.timed_nodes import open_service
from server.party_guests import three_mines
from server.playground import Client, open_lobby, settle

from sapper.action import Action, LogEntry
from sapper.history.store import Append, MessageId, open_store
from sapper.history.store.rows import NewRound
from sapper.seed import Seed
from sapper.server.protocol import game_messages

RULES = "modern 8x8/3"
PLAYERS = 80


@settings(max_examples=25)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=30))
def test_messages_in_any_order_are_played_once_or_refused(order: list[int]) -> None:
    """The message n sets or removes a flag; a copy that comes late is answered as before, or refused, never played."""

    async def play(folder: Path) -> None:
        async with open_lobby(folder, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            game = (await client.new(RULES))["game"]
            for n in order:
                client.send("play", game=game, kind=("flag", "clear")[n % 2], cell=n, n=n)
            await settle(lobby)
            answers = [json.loads(frame) for frame in client.frames]
            played = {answer["n"] for answer in answers if answer["t"] == "delta"}
            refused = {answer["n"] for answer in answers if answer["t"] == "refused"}
            assert played | refused == set(order)
            stored = await lobby.services.reader.run(lambda store: store.load(1))
        numbers = [one.number for one in stored.ids if one is not None]
        assert sorted(numbers) == sorted(played), "what was acknowledged, each once"
        assert [entry.action.row * 8 + entry.action.col for entry in stored.entries] == numbers

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))


def test_a_move_that_is_sent_again_before_it_is_committed_is_played_once(tmp_path: Path) -> None:
    """The first copy waits in the room while its connection is lost, and the second comes over the next connection."""

    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            first = await Client(lobby).connect()
            await first.hello(tab="t")
            board = await first.new(RULES)
            await first.play(board["game"], "flag", 1, 1)
            second = await Client(lobby, first.player).connect()
            await second.hello(tab="t", room=board["room"])
            for client in (first, second):
                client.send("play", game=board["game"], kind="flag", cell=2, n=2)
            await settle(lobby)
            for client in (first, second):
                deltas = [json.loads(frame) for frame in client.frames if '"t":"delta"' in frame]
                assert [(delta["n"], delta["seq"]) for delta in deltas if delta["n"] == 2] == [(2, 2)]
            stored = await lobby.services.reader.run(lambda store: store.load(1))
        assert stored.ids == (MessageId("t", 1), MessageId("t", 2))

    asyncio.run(play())


def test_a_new_game_of_somebody_who_has_left_abandons_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            first = await Client(lobby).connect()
            await first.hello(tab="t")
            board = await first.new(RULES)
            await first.play(board["game"], "flag", 1, 1)
            (room,) = lobby.rooms.values()
            assert room.post(first.connection, game_messages.New(n=2, rules=RULES))
            first.connection.lost()
            await settle(lobby)
            second = await Client(lobby, first.player).connect()
            await second.hello(tab="t", room=board["room"])
            assert (await second.play(board["game"], "flag", 2, 3))["seq"] == 2

    asyncio.run(play())


def test_a_new_game_that_is_older_than_a_move_abandons_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 1, 7)
            client.send("new", n=6, rules=RULES)
            assert (await client.until("board", "refused"))["code"] == "stale"
            assert (await client.play(board["game"], "flag", 2, 8))["seq"] == 2
            client.send("new", n=9, rules=RULES)
            assert (await client.until("board", "refused"))["game"] != board["game"]

    asyncio.run(play())


def test_a_new_game_abandons_no_game_that_its_player_has_not_seen(tmp_path: Path) -> None:
    """It was begun at another server, and its moves were on their way to the log when the new one was asked for."""

    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            await service.start("b")
            here = await service.enter("a", None)
            first = await here.new(RULES)
            await here.play(first["game"], "flag", 9, 1)
            there = await service.enter("b", here.player, room=first["room"])
            assert (await there.until("board"))["game"] == first["game"]
            second = await here.new(RULES)
            await here.play(second["game"], "flag", 1, 3)
            there.send("new", n=4, rules=RULES, game=first["game"])
            assert (await there.until("board"))["game"] == second["game"]
            assert (await there.until("refused"))["code"] == "game"
            assert (await here.play(second["game"], "flag", 2, 5))["seq"] == 2
            there.send("new", n=6, rules=RULES, game=second["game"])
            third = await there.until("board")
            assert third["game"] not in (first["game"], second["game"])

    asyncio.run(play())


def test_a_game_whose_first_move_is_on_its_way_to_the_log_is_not_abandoned(tmp_path: Path) -> None:
    """Another server has stored the game, and is about to store its moves."""

    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            client = await service.enter("a", None)
            first = await client.new(RULES)
            await client.play(first["game"], "flag", 9, 1)
            with open_store(tmp_path / "games.db") as other:
                begun = NewRound("second", first["room"], client.player.key, created_at=1, salt=bytes(16), after=1)
                number = other.begin_round(RULES, Seed.of(1), begun)
                client.send("new", n=3, rules=RULES, game=first["game"])
                assert (await client.until("board"))["game"] == "second"
                assert (await client.until("refused"))["code"] == "game"
                later = Append(number, 0, [LogEntry(Action("flag", 0, 3), 5)], [MessageId("tab", 2)])
                assert other.append_many([later]) == [True]
            answer = await client.play("second", "flag", 3, 2)
            assert (answer["t"], answer["seq"]) == ("delta", 1), "sent again, it is answered"

    asyncio.run(play())


def test_a_new_game_passes_over_no_game_that_ended_unseen(tmp_path: Path) -> None:
    """Its moves were on their way to the log, and one of them lost it: they are answered when they are sent again."""

    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            client = await service.enter("a", None)
            first = await client.new(RULES)
            await client.play(first["game"], "flag", 9, 1)
            with open_store(tmp_path / "games.db") as other:
                begun = NewRound("second", first["room"], client.player.key, created_at=1, salt=bytes(16), after=1)
                number = other.begin_round(RULES, Seed.of(1), begun)
                later = Append(number, 0, [LogEntry(Action("resign"), 5)], [MessageId("tab", 2)])
                assert other.append_many([later]) == [True]
            client.send("new", n=3, rules=RULES, game=first["game"])
            assert (await client.until("board"))["game"] == "second"
            assert (await client.until("refused"))["code"] == "game"
            client.send("play", game="second", kind="resign", n=2)
            assert (await client.until("delta"))["seq"] == 1
            client.send("new", n=4, rules=RULES, game="second")
            assert (await client.until("board"))["game"] not in (first["game"], "second")

    asyncio.run(play())


def test_a_message_that_is_older_than_what_another_server_played_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            client = await Client(lobby).connect()
            await client.hello(tab="t")
            board = await client.new(RULES)
            await client.play(board["game"], "flag", 1, 1)
            with open_store(tmp_path / "games.db") as other:
                later = Append(1, 1, [LogEntry(Action("flag", 0, 3), 5)], [MessageId("t", 3)])
                assert other.append_many([later]) == [True]
            refused = await client.play(board["game"], "flag", 2, 2)
            assert (refused["t"], refused["code"]) == ("refused", "stale")
            stored = await lobby.services.reader.run(lambda store: store.load(1))
        assert stored.ids == (MessageId("t", 1), MessageId("t", 3))

    asyncio.run(play())


def test_everybody_comes_back_at_once_and_finds_everything(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            clients = [await Client(lobby, address=f"address {number}").connect() for number in range(PLAYERS)]
            boards = await asyncio.gather(*map(_begin, clients))
            for client, board in zip(clients, boards, strict=True):
                client.send("play", game=board["game"], kind="flag", cell=2, n=2)  # whose answer nobody reads
        async with open_lobby(tmp_path, layout=three_mines) as lobby:

            async def come_back(number: int) -> None:
                board = boards[number]
                client = await Client(lobby, clients[number].player, address=f"address {number}").connect()
                client.send("hello", tab="t", room=board["room"])
                client.send("play", game=board["game"], kind="flag", cell=2, n=2)
                client.send("play", game=board["game"], kind="flag", cell=3, n=3)
                while (answer := await client.until("delta", "refused")).get("n") != 3:
                    pass
                assert (answer["t"], answer["seq"]) == ("delta", 3)

            await asyncio.gather(*map(come_back, range(PLAYERS)))
            assert len(lobby.rooms) == PLAYERS
        with open_store(tmp_path / "games.db") as store:
            for listed in store.unfinished():
                assert store.load(listed.id).ids == tuple(MessageId("t", n) for n in (1, 2, 3))

    asyncio.run(play())


async def _begin(client: Client) -> dict[str, object]:
    await client.hello(tab="t")
    board = await client.new(RULES)
    await client.play(board["game"], "flag", 1, 1)
    return board
