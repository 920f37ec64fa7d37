"""Rooms through the Python client, on a real server: people who play one board, talk, come back and leave."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from client.rooms import begun
from waiting import PATIENCE

from sapper import Action, best_move
from sapper.board import CellState
from sapper.client import Client, ClientError, Lost, Refused, RemoteParty, RoomAddress, Terms, room_address
from sapper.server.protocol import party_messages

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from typing import Any

    from server.conftest import Running, Start

QUICK = ("--limit", "countdown=0.05", "--limit", "connections-per-address=100")
BOT = Path(__file__).parents[2] / "examples" / "room_bot.py"


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold a server whose rounds start at once."""
    from server.conftest import Running

    running = Running(tmp_path_factory.mktemp("rooms"), *QUICK)
    yield running
    running.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, PATIENCE))


async def saw(party: RemoteParty, seq: int) -> None:
    """Wait until a client has the board after `seq` actions."""
    await party.until(lambda party: party.game is not None and party.game.seq >= seq)


async def play_in_turn(*parties: RemoteParty) -> None:
    """Let everybody open the best cell in turn, each when all have seen the move before, to the end of the round."""
    turn = 0
    while parties[0].can_move:
        party = parties[turn % len(parties)]
        assert party.game is not None
        move = best_move(party.game.board)
        seq = (await party.game.play(Action("open", move.row, move.col))).seq
        for other in parties:
            await saw(other, seq)
        turn += 1


def test_everybody_sees_the_round_trip_of_each_player(rooms: Running) -> None:
    async def play() -> None:
        async with Client(rooms.url, name="Ada") as hers, Client(rooms.url, name="Grace") as his:
            ada = await hers.host(Terms())
            grace = await his.join(ada.id)
            for party in (ada, grace):
                await party.until(lambda party: set(party.pings) == {0, 1} and min(party.pings.values()) > 0)

    run(play())


def test_several_squares_are_on_their_way_at_once(rooms: Running) -> None:
    """Nothing of the server reaches the client until all three moves have gone out."""

    async def play() -> None:
        held, outgoing = asyncio.Event(), 0
        held.set()

        async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, is_up: bool) -> None:
            nonlocal outgoing
            while data := await reader.read(65536):
                outgoing += is_up * len(data)
                if not is_up:
                    await held.wait()
                writer.write(data.replace(own, rooms.url.removeprefix("http://").encode()))  # the name in the head
                await writer.drain()
            writer.close()

        async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", rooms.port)
            await asyncio.gather(carry(reader, up_writer, is_up=True), carry(up_reader, writer, is_up=False))

        line = await asyncio.start_server(relay, "127.0.0.1", 0)
        own = b"127.0.0.1:%d" % line.sockets[0].getsockname()[1]
        async with Client(f"http://{own.decode()}") as client:
            game = await client.new("modern 8x8/10 layout=random")
            held.clear()
            before, moves = outgoing, [asyncio.create_task(game.flag(0, col)) for col in range(3)]
            while outgoing < before + 3 * 60:  # bytes of a move, at least
                await asyncio.sleep(0.001)
            assert not any(move.done() for move in moves)
            held.set()
            await asyncio.gather(*moves)
            assert [game.board[0, col] for col in range(4)] == [CellState.FLAG] * 3 + [CellState.HIDDEN]
        line.close()

    run(play())


def test_two_play_one_board_and_both_see_who_did_what(rooms: Running) -> None:
    async def play() -> None:
        async with Client(rooms.url, name="Ada", device="key") as ada, Client(rooms.url, name="Bot") as bot:
            hers = await ada.host(Terms(rules="modern beginner lives=20"))
            his = await bot.join(hers.link)
            assert (hers.seat, his.seat, hers.is_owner, his.is_owner) == (0, 1, True, False)
            await hers.until(lambda party: len(party.seats) == 2)
            assert [seat.device for seat in hers.state.seats] == ["terminal", "bot"]
            await begun(hers, his)
            await play_in_turn(hers, his)
            for party in (hers, his):
                await party.until(lambda party: not party.is_playing)
            assert hers.game is not None
            assert his.game is not None
            assert (hers.game.board, hers.game.seq) == (his.game.board, his.game.seq)
            end = await his.game.ended()
            assert end.status == hers.result[0].status == "won"
            assert hers.shares is not None
            assert his.shares is not None
            assert (hers.shares.opened, hers.shares.hits) == (his.shares.opened, his.shares.hits)
            assert hers.shares.opened.total() == hers.game.board.opened
            safe = hers.game.board.opened
            assert [score.share for score in hers.result] == [hers.shares.opened[seat] / safe for seat in (0, 1)]
        async with Client(rooms.url, token=bot.token) as again:
            assert (await again.join(hers.id)).seat == 1

    run(play())


def test_what_happens_in_a_room_is_iterated_until_it_is_left(rooms: Running) -> None:
    async def play() -> None:
        async with (
            Client(rooms.url, name="Ada", device="key") as ada,
            Client(rooms.url, name="Bo", device="mouse") as bo,
        ):
            hers = await ada.host(Terms(rules="modern beginner"))
            code = hers.state.code
            his = await bo.join(f"{code[:4].lower()}-{code[4:].lower()}")
            happened: list[object] = []

            async def listen() -> None:
                happened.extend([message async for message in his])

            listening = asyncio.create_task(listen())
            await asyncio.sleep(0)
            await hers.say("Good luck")
            await hers.say(phrase=3)
            await his.until(lambda party: len(party.said) == 2)
            assert [(line.name, line.text, line.phrase) for line in his.said] == [
                ("Ada", "Good luck", None),
                ("Ada", "", 3),
            ]
            hers.aim(2.5, 3.5, mark=True)
            await his.until(lambda party: 0 in party.pointers)
            await hers.mute(1)
            with pytest.raises(Refused, match="muted"):
                await his.say("Hm")
            with pytest.raises(Refused, match="owner"):
                await his.start()
            await hers.quit()
            await his.until(lambda party: party.is_owner)
            with pytest.raises(ClientError, match="left"):
                await hers.ready()
            await his.quit()
            await listening
            assert ada.party is bo.party is None
            assert isinstance(happened[-1], party_messages.Parted)
            kinds = {type(message) for message in happened}
            assert {party_messages.Said, party_messages.Aimed, party_messages.Party} <= kinds

    run(play())


def test_a_client_knocks_and_the_owner_lets_it_in_refuses_another_and_hands_the_room_on(rooms: Running) -> None:
    async def play() -> None:
        asked: list[str] = []
        async with (
            Client(rooms.url, name="Ada", device="key") as ada,
            Client(rooms.url, name="Bo", device="key", knocking=lambda message: asked.append(message.owner)) as bo,
            Client(rooms.url, name="Eve") as eve,
        ):
            hers = await ada.host(Terms(rules="modern beginner", entry="ask"))
            coming, refused = asyncio.create_task(bo.join(hers.id)), asyncio.create_task(eve.join(hers.id))
            await hers.until(lambda party: len(party.state.knocks) == 2)
            ids = {knock.name: knock.player for knock in hers.state.knocks}
            await hers.admit(ids["Bo"])
            await hers.admit(ids["Eve"], False)
            his = await coming
            assert (asked, his.seat) == (["Ada"], 1)
            with pytest.raises(Refused, match="did not let you in"):
                await refused
            await hers.hand_on(1)
            await his.until(lambda party: party.is_owner)

    run(play())


def test_somebody_who_is_removed_cannot_come_back_and_others_watch(rooms: Running) -> None:
    async def play() -> None:
        async with Client(rooms.url) as ada, Client(rooms.url) as bo, Client(rooms.url) as eve:
            hers = await ada.host(Terms(rules="modern beginner", seats=2))
            his = await bo.join(hers.id)
            seen = await eve.join(hers.id)  # every seat is taken
            assert (seen.seat, seen.me, seen.can_move) == (None, None, False)
            await hers.kick(1)
            await asyncio.wait_for(_parted(his), PATIENCE)
            with pytest.raises(Refused, match="removed"):
                await bo.join(hers.id)
            await begun(hers)
            assert hers.game is not None
            await hers.game.open(0, 0)
            await seen.until(lambda party: party.game is not None and party.game.seq == 1)
            assert seen.game is not None
            with pytest.raises(Refused, match="watching"):
                await seen.game.open(5, 5)

    async def _parted(party: RemoteParty) -> None:
        with pytest.raises(ClientError, match="removed you"):
            await party.until(lambda _: False)

    run(play())


@pytest.mark.parametrize("watch", [False, True])
def test_a_client_is_back_at_its_seat_after_the_server_was_killed(start: Start, watch: bool) -> None:
    async def play() -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        server = start("--port", port, *QUICK)
        async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
            hers = await ada.host(Terms(rules="modern 20x20/40"))
            his = await bo.join(hers.id, watch=watch)
            await begun(*([hers] if watch else [hers, his]))
            happened: list[object] = []
            listening = asyncio.create_task(_listen(his, happened))
            assert hers.game is not None
            await hers.game.open(0, 0)
            rows = [[(row, col) for col in range(20)] for row in range(8)]
            players = [hers] if watch else [hers, his]
            marking = asyncio.gather(
                *(_flag(party, rows[number :: len(players)]) for number, party in enumerate(players))
            )
            await his.until(lambda party: party.game is not None and party.game.seq > 15)
            server.stop(signal.SIGKILL)
            start("--port", port, *QUICK)
            await marking
            for party in (hers, his):
                await party.until(lambda party: party.game is not None and party.game.seq == 161)
            assert his.game is not None
            assert his.game.board == hers.game.board
            assert his.seat == (None if watch else 1)
            assert any(isinstance(message, Lost) for message in happened)
            with sqlite3.connect(server.folder / "games.db") as store:
                query = "select count(*), count(distinct row * 20 + col) from action where seq > 1"
                assert store.execute(query).fetchone() == (160, 160)
        await listening

    async def _flag(party: RemoteParty, rows: list[list[tuple[int, int]]]) -> None:
        for row in rows:
            for cell in row:
                assert party.game is not None
                await party.game.flag(*cell)

    async def _listen(party: RemoteParty, happened: list[object]) -> None:
        async for message in party:
            happened.append(message)  # noqa: PERF401

    run(play())


def test_a_match_finds_somebody_who_wants_to_play_the_same(rooms: Running) -> None:
    async def play() -> None:
        async with Client(rooms.url) as ada, Client(rooms.url) as bo:
            terms = Terms(rules="modern intermediate", is_public=True)
            hers, his = await ada.match(terms), await bo.match(terms)
            assert hers.id == his.id
            for party in (hers, his):
                await party.until(lambda party: party.can_move)

    run(play())


def test_a_room_is_named_by_its_link_its_id_or_its_code() -> None:
    room = "dGhlIHJvb20gaXM_"
    assert room_address(f" https://example.org/r/{room} ") == RoomAddress("https://example.org", party=room)
    assert room_address(f"localhost:8000/r/{room}/") == RoomAddress("http://localhost:8000", party=room)
    assert room_address(room) == RoomAddress("", party=room)
    assert room_address("abcd-efgh") == room_address("ABCD EFGH") == RoomAddress("", code="ABCDEFGH")
    for wrong in ("", "K7QX", "https://example.org/", f"https://example.org/g/{room}", "ftp://host/r/abcdefgh"):
        with pytest.raises(ClientError, match="is not a room"):
            room_address(wrong)


@pytest.mark.parametrize("mode", ["coop", "race"])
def test_the_example_joins_a_room_by_its_link_and_plays_as_a_bot(rooms: Running, mode: str, tmp_path: Path) -> None:
    async def play() -> None:
        token = tmp_path / "token"
        async with Client(rooms.url, name="Ada", device="key") as ada:
            party = await ada.host(Terms(mode=mode, rules="modern beginner lives=30"))
            command = [sys.executable, str(BOT), party.link, "--pace", "0.01", "--token-file", str(token)]
            bot = await asyncio.create_subprocess_exec(
                *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
            )
            await party.until(lambda party: 1 in party.seats)
            assert (party.seats[1].device, party.seats[1].name) == ("bot", "Solver")
            await party.ready()
            await party.until(lambda party: party.can_move)
            if mode == "race":
                await party.until(lambda party: party.progress[1].status == "won")
                assert party.game is not None
                await party.game.play(Action("resign"))
            await party.until(lambda party: not party.is_playing)
            assert [score.status for score in party.result if score.seat == 1] == ["won"]
            out, errors = await bot.communicate()
            assert (bot.returncode, errors.decode()) == (0, "")
            assert out.decode().splitlines()[-1] == "round 1: won, place 1"
        assert token.stat().st_mode & 0o077 == 0
        async with Client(rooms.url, token=token.read_text()) as again:
            assert again.you == party.seats[1].player

    run(play())
    with sqlite3.connect(rooms.folder / "games.db") as store:
        query = "select device from summary join game on id = game_id where source = ? order by id desc limit 2"
        assert ("bot",) in store.execute(query, (mode,)).fetchall()


def test_ten_play_one_board_one_comes_late_and_the_owner_leaves(rooms: Running) -> None:
    async def play() -> None:
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(rooms.url, name=f"P{number}", device="key"))
                for number in range(10)
            ]
            owner = await clients[0].host(Terms(rules="modern 16x16/40 lives=40"))
            others = [await client.join(owner.link) for client in clients[1:9]]
            await begun(owner, *others)
            assert owner.game is not None
            await owner.game.open(0, 0)
            late = await clients[9].join(owner.id)
            await late.until(lambda party: party.can_move)
            people = [*others, late]
            await asyncio.gather(*(_mark(party, number) for number, party in enumerate(people, 1)))
            await owner.quit()
            for party in people:
                await party.until(
                    lambda party: party.state.owner == 1 and party.game is not None and party.game.seq == 46
                )
            assert people[0].is_owner
            boards = {str(party.game.board) for party in people if party.game is not None}
            assert len(boards) == 1
            assert all(party.shares is not None and party.shares.flags for party in people)
            assert len({str(sorted(party.shares.flags.items())) for party in people if party.shares}) == 1
            assert people[0].game is not None
            await people[0].game.play(Action("resign"))
            for party in people:
                await party.until(lambda party: not party.is_playing)

    async def _mark(party: RemoteParty, row: int) -> None:
        for col in range(5):
            assert party.game is not None
            await party.game.flag(row, 15 - col)

    run(play())
