"""One fault, one room: what a callback raises ends at its room, and all others are answered and play on."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from server.party_guests import MINES, PATIENT, TERMS, eventually, guest, playing, replica_of, run
from server.playground import Client, open_lobby, settle, three_mines
from waiting import PATIENCE

from sapper.action import Action, LogEntry
from sapper.history.store import Append, StoreError, open_store
from sapper.seed import Seed
from sapper.server.parties import modes
from sapper.server.rooms import lobby as lobbies
from sapper.server.rooms.game import RoomGame
from sapper.server.rooms.publication import Publication
from sapper.server.socket.connection import Connection
from sapper.server.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.history.store import Store
    from sapper.server.rooms.replica import GameReplica

FAULTS: list[type[BaseException]] = [ValueError, KeyError, AssertionError, StopIteration, StoreError]
FAULTS += [asyncio.CancelledError, MemoryError, RecursionError]


# The writer

#: What becomes of an append: its answer raises, its game does not exist, or all is well; and what is asked meanwhile.
APPENDS = st.lists(
    st.tuples(st.sampled_from([None, *FAULTS]), st.booleans(), st.integers(0, 3)), min_size=1, max_size=12
)


@settings(max_examples=40, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(batches=st.lists(APPENDS, min_size=1, max_size=4))
def test_whatever_an_answer_raises_every_append_is_answered_and_the_writer_goes_on(
    batches: list[list[tuple[type[BaseException] | None, bool, int]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(asyncio.wait_for(_append_all(Path(folder), batches), PATIENCE))


async def _append_all(folder: Path, batches: list[list[tuple[type[BaseException] | None, bool, int]]]) -> None:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    writer = Writer(lambda: open_store(folder / "games.db"))
    await writer.opened()
    answers: dict[int, list[object]] = {}
    asked = 0

    def append(game: int, seq: int, fault: type[BaseException] | None, more: int) -> None:
        nonlocal asked
        asked += 1
        mine = answers[asked] = []

        def done(result: object) -> None:
            mine.append(result)
            for _ in range(more):  # from within an answer, as rooms do
                append(game, seq, None, 0)
            if fault is not None:
                raise fault

        writer.append(Append(game, seq, [LogEntry(Action("flag", 0, 0))]), done)

    for batch in batches:
        for fault, is_known, more in batch:
            game = await writer.run(_create) if is_known else 10**6
            append(game, 0, fault, more)
    while not all(answers.values()):
        await asyncio.sleep(0.001)
    assert await writer.run(lambda _: "goes on") == "goes on"
    await writer.close()
    assert all(len(one) == 1 for one in answers.values()), "each is answered once"


def _create(store: Store) -> int:
    return store.create("modern 8x8/10 v1", Seed.of("a"), created_at=0)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_whatever_the_store_raises_its_thread_goes_on(tmp_path: Path, fault: type[BaseException]) -> None:
    async def write() -> None:
        writer = Writer(lambda: open_store(tmp_path / "games.db"))
        await writer.opened()
        with pytest.raises(StoreError):
            await writer.run(_raise(fault))
        game = await writer.run(_create)
        assert await writer.appended(Append(game, 0, [LogEntry(Action("flag", 0, 0))]))
        await writer.close()

    asyncio.run(asyncio.wait_for(write(), PATIENCE))


def _raise(fault: type[BaseException]) -> Callable[[object], None]:
    def work(_: object) -> None:
        raise fault

    return work


# Rooms


async def _one_game(lobby: Any) -> tuple[Client, str]:
    client = await Client(lobby).connect()
    await client.hello(tab=f"tab {client.connection.number}")
    board = await client.new("modern 8x8/3")
    assert (await client.play(board["game"], "open", 0, n=2))["status"] == "playing"
    return client, board["game"]


@pytest.mark.parametrize("part", ["show", "show_others", "is_quick", "entry", "notify_moves"])
def test_a_fault_in_one_room_is_answered_there_and_leaves_the_others_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            (ada, first), (grace, second) = await _one_game(lobby), await _one_game(lobby)
            owner = RoomGame if hasattr(RoomGame, part) else Publication
            room, original, faults = _room(ada), getattr(owner, part), [1]

            def faulty(self: RoomGame | Publication, *values: Any) -> Any:
                if self.room == room and faults:
                    faults.pop()
                    raise AssertionError("put in by the test")
                return original(self, *values)

            monkeypatch.setattr(owner, part, faulty)
            ada.send("play", game=first, kind="flag", cell=9, n=3)
            grace.send("play", game=second, kind="flag", cell=9, n=3)
            assert (await grace.until("delta"))["n"] == 3
            assert (await grace.play(second, "flag", 36, n=4))["t"] == "delta"
            board = await ada.until("board")
            assert not faults
            answer = await ada.play(first, "flag", 36, n=4)
            assert (answer["t"], answer["seq"]) == ("delta", board["seq"] + 1)
            await settle(lobby)
            stored = await lobby.services.reader.run(lambda store: store.load(_number(ada)))
            assert stored.seq == answer["seq"], "the room follows its log"
            assert lobby.services.counters.errors == 1

    run(play())


def _room(client: Client) -> str:
    room = client.connection.room
    assert room is not None
    return room.id


def _number(client: Client) -> int:
    number = replica_of(client).number
    assert number is not None
    return number


@pytest.mark.parametrize("part", ["is_quick", "entry", "show"])
def test_a_room_that_always_fails_pauses_longer_and_longer_and_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            (ada, first), (grace, second) = await _one_game(lobby), await _one_game(lobby)
            owner = RoomGame if hasattr(RoomGame, part) else Publication
            room, original = _room(ada), getattr(owner, part)

            def faulty(self: RoomGame | Publication, *values: Any) -> Any:
                if self.room == room:
                    raise AssertionError("put in by the test")
                return original(self, *values)

            monkeypatch.setattr(owner, part, faulty)
            ada.send("play", game=first, kind="flag", cell=9, n=3)
            for n, cell in enumerate(MINES, 3):
                assert (await grace.play(second, "flag", cell, n=n))["t"] == "delta"
            await eventually(lambda: lobby.services.counters.errors)
            assert lobby.services.counters.errors < 30

    run(play())


@pytest.mark.parametrize("mode", TERMS)
@pytest.mark.parametrize("always", [False, True], ids=["once", "always"])
@pytest.mark.parametrize("part", ["played", "finished"])
def test_a_mode_that_raises_leaves_other_rooms_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, always: bool, part: str
) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines, limits=PATIENT) as lobby:
            alone, game = await _one_game(lobby)
            (ada, *_), _ = await playing(lobby, "Ada", "Grace", **TERMS[mode])
            if mode != "coop":
                await ada.first_opening()
            await settle(lobby)
            faults = [1]

            def faulty(self: object, replica: GameReplica, *values: object) -> None:
                if always or faults:
                    faults.clear()
                    raise KeyError("put in by the test")
                original(self, replica, *values)

            kind = modes.MODES[mode]
            original = getattr(kind, part)
            monkeypatch.setattr(kind, part, faulty)
            ada.send("play", game=replica_of(ada).id, n=3, **_play(part))
            for n, cell in enumerate(MINES, 3):
                assert (await alone.play(game, "flag", cell, n=n))["t"] == "delta"
            while faults:
                await asyncio.sleep(0.001)
            again = await guest(lobby, "Late")
            assert (await again.new("modern 8x8/3"))["t"] == "board"

    run(play())


def _play(part: str) -> dict[str, object]:
    return {"kind": "resign"} if part == "finished" else {"kind": "open", "cell": 1}


def test_a_check_that_raises_ends_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, layout=three_mines) as lobby:
            (ada, _), (grace, _) = await _one_game(lobby), await _one_game(lobby)
            checked: list[Connection] = []

            def check(self: Connection, now: float) -> None:
                checked.append(self)
                raise KeyError("put in by the test")

            monkeypatch.setattr(Connection, "check", check)
            monkeypatch.setattr(lobbies, "_SWEEP", 0.0)
            lobby._sweeper.cancel()
            lobby._sweeper = asyncio.create_task(lobby._sweep())
            await eventually(lambda: checked.count(ada.connection) >= 2 and checked.count(grace.connection) >= 2)

    run(play())
