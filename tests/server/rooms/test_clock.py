"""The clock of a game is a function of its log: no node, reload, crash or wrong clock changes what is counted."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from server.nodes.timed_nodes import SINCE_1970, Service, open_service
from server.playground import Client, settle

from sapper.layouts import layout_of
from sapper.server.nodes.service_time import ServiceTime

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.http.cookies import Player
    from sapper.server.rooms.room import Room

RULES = "modern 8x8/3"
SAFE = [cell for cell in range(64) if cell not in (9, 36, 54)]
IDLE = 120_000  # milliseconds until an empty room is unloaded


class Seat:
    """One player with one game, who goes from node to node."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.player: Player | None = None
        self.room = self.game = ""
        self.n = 0
        self.clients: dict[str, Client] = {}

    async def begin(self, node: str) -> None:
        """Start a game, and its clock."""
        client = self.clients[node] = await self.service.enter(node, None)
        self.player = client.player
        board = await client.new(RULES)
        self.room, self.game = board["room"], board["game"]
        assert (await self.play(node, "open", 0))["at"] == 0

    async def arrive(self, node: str) -> dict[str, Any]:
        """Connect to a node and return the board that it shows."""
        client = self.clients[node] = await self.service.enter(node, self.player, room=self.room)
        return await client.until("board")

    async def play(self, node: str, kind: str = "", cell: int | None = None) -> dict[str, Any]:
        """Play something, a mark if nothing is said, and return the answer."""
        if node not in self.clients:
            await self.arrive(node)
        self.n += 1
        if not kind:
            kind, cell = ("flag", 9) if self.n % 2 else ("clear", 9)
        return await self.clients[node].play(self.game, kind, cell, self.n)

    async def leave(self, node: str) -> None:
        """Lose the connection."""
        if node in self.clients:
            await self.clients.pop(node).leave()

    def open_room(self, node: str) -> Room:
        return self.service.nodes[node].rooms[self.room]

    async def win(self, node: str) -> int:
        """Open what is left, and return the time of the stored win."""
        for cell in SAFE:
            delta = await self.play(node, "open", cell)
            if delta["status"] == "won":
                break
        over = await self.clients[node].until("over")
        lobby = self.service.nodes[node]
        stored = await lobby.services.reader.run(lambda store: store.finished(over["finished_id"]))
        assert stored is not None
        assert stored.summary is not None
        assert set(stored.summary.unranked_because) <= {"too fast"}  # all of it in no time
        return stored.summary.elapsed


@pytest.mark.parametrize("kind", ["sqlite", "shared", "postgresql"])
def test_a_player_who_alternates_between_nodes_gains_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    is_shared = kind != "sqlite"
    url = request.getfixturevalue("postgres_url") if kind == "postgresql" else ""

    async def play() -> None:
        async with open_service(tmp_path, is_shared=is_shared, url=url) as service:
            await service.start("a")
            await service.start("b", skew=0 if not is_shared else 40_000)
            seat = Seat(service)
            await seat.begin("a")
            for turn in range(20):
                await service.wait(1065)
                node = "ba"[turn % 2]
                await seat.leave("ab"[turn % 2])
                await seat.play(node)
            await service.wait(1000)
            assert await seat.win("a") == 20 * 1065 + 1000

    asyncio.run(play())


def test_a_node_that_loads_the_game_shows_the_time_since_the_last_action(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            await service.start("b", skew=-3_600_000)
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(7_000)
            await service.stop("a")  # and "b" is still up: nothing is lost
            await service.wait(11_000)
            board = await seat.arrive("b")
            assert (board["status"], board["at"]) == ("playing", 18_000)
            assert service.nodes["b"].services.now() == (SINCE_1970 + service.time) // 1000
            await service.wait(500)
            assert (await seat.play("b"))["at"] == 18_500

    asyncio.run(play())


def test_a_reload_loses_no_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_service(tmp_path, is_shared=False) as service:
            lobby = await service.start("a")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(400_000)  # longer than a room without anybody would be open
            seat.open_room("a").game.actions.is_stale = True
            seat.clients["a"].send("hello", room=seat.room, tab="tab")
            await settle(lobby)
            assert (await seat.play("a"))["at"] == 400_000

    asyncio.run(play())


@pytest.mark.parametrize("is_shared", [True, False])
def test_time_in_which_no_server_ran_is_not_counted(tmp_path: Path, is_shared: bool) -> None:
    async def play() -> None:
        async with open_service(tmp_path, is_shared=is_shared) as service:
            await service.start("a")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(3_000)
            assert (await seat.play("a"))["at"] == 3_000
            await service.wait(2_000)
            await service.stop("a")
            service.time += 60_000  # nobody is up
            await service.start("b")
            await service.wait(4_000)
            board = await seat.arrive("b")
            assert (board["status"], board["at"]) == ("playing", 7_000)
            if is_shared:
                await service.start("c")
                await service.wait(1_000)
                assert (await seat.arrive("c"))["at"] == 8_000, "every node counts the same"

    asyncio.run(play())


def test_who_returns_after_days_finds_the_game_paused_as_if_the_node_had_lived_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            await service.start("b")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(70_000)
            last = service.time - service.time % 30_000  # when the game was noted as open
            began = service.time - 70_000
            await service.stop("a")
            service.time += 3 * 24 * 3_600_000
            board = await seat.arrive("b")
            assert (board["status"], board["at"]) == ("paused", last - began + IDLE)
            await service.start("c")
            await service.wait(200_000)
            assert (await seat.arrive("c"))["at"] == board["at"], "the pause is in the log"
            assert (await seat.play("b", "resume"))["at"] == board["at"]
            await service.wait(1_000)
            assert (await seat.play("b"))["at"] == board["at"] + 1_000

    asyncio.run(play())


def test_a_node_that_the_player_has_left_does_not_pause_the_game_on_another(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            await service.start("b")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(1_000)
            await seat.leave("a")
            await seat.arrive("b")  # and thinks for long
            await service.wait(IDLE + 5_000)
            await service.sweep("a")
            assert not service.nodes["a"].rooms
            assert (await seat.play("b"))["at"] == IDLE + 6_000
            await seat.leave("b")
            await service.wait(IDLE + 1)
            await service.sweep("b")
            board = await seat.arrive("a")
            assert (board["status"], board["at"]) == ("paused", 2 * IDLE + 6_001)

    asyncio.run(play())


@pytest.mark.parametrize("jump", [-30 * 365 * 86_400_000, -60_000, 60_000, 86_400_000])
def test_a_wall_clock_that_was_set_between_two_starts_costs_nothing(tmp_path: Path, jump: int) -> None:
    async def play() -> None:
        async with open_service(tmp_path, is_shared=False) as service:
            await service.start("a")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(5_000)
            assert (await seat.play("a"))["at"] == 5_000
            await service.stop("a")
            await service.start("b", skew=jump)
            await service.wait(2_000)
            board = await seat.arrive("b")
            if board["status"] == "paused":  # for this clock the player was away for longer than a room is open
                assert jump > IDLE
                assert (board["at"], (await seat.play("b", "resume"))["at"]) == (5_000, 5_000)
            else:
                assert 5_000 <= board["at"] <= 7_000
            before = board["at"]
            for turn in range(1, 4):
                await service.wait(1_000)
                assert (await seat.play("b"))["at"] == before + turn * 1_000

    asyncio.run(play())


@pytest.mark.parametrize("jump", [-3_600_000, 3_600_000])
def test_a_clock_of_the_store_that_is_set_gives_nobody_time(tmp_path: Path, jump: int) -> None:
    async def play() -> None:
        async with open_service(tmp_path) as service:
            await service.start("a")
            await service.start("b")
            seat = Seat(service)
            await seat.begin("a")
            await service.wait(20_000)
            service.store_skew = jump
            await service.wait(20_000)
            assert (await seat.play("a"))["at"] == 40_000
            await service.start("c")
            for turn in range(1, 7):
                await service.wait(1_000)
                assert (await seat.play("abc"[turn % 3]))["at"] == 40_000 + turn * 1_000

    asyncio.run(play())


def test_games_that_begin_with_actions_run_from_the_start(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_service(tmp_path, layout=layout_of) as service:
            await service.start("a")
            await service.start("b")
            client = await service.enter("a", None)
            tried = await client.new("", daily="beginner")
            await service.wait(5_000)
            seat = Seat(service)
            seat.player, seat.room, seat.game = client.player, tried["room"], tried["game"]
            assert (await seat.arrive("b"))["at"] == 5_000
            ended = Seat(service)
            await ended.begin("a")
            await service.wait(1_000)
            await ended.play("a", "resign")
            over = await ended.clients["a"].until("over")
            moment = {"game": over["finished_id"], "actions": 1}
            other = await service.enter("a", None)
            board = await other.new(RULES, moment=moment)
            await service.wait(2_000)
            seat = Seat(service)
            seat.player, seat.room = other.player, board["room"]
            assert (await seat.arrive("b"))["at"] == board["at"] + 2_000

    asyncio.run(play())


class _Model:
    """A model of the clock: all time since the first opening that is not paused."""

    def __init__(self) -> None:
        self.at = 0
        self.is_paused = False

    def wait(self, milliseconds: int) -> None:
        self.at += 0 if self.is_paused else milliseconds


NODES = st.sampled_from("abc")
WAIT = st.integers(0, 50_000)
STEP = st.one_of(
    st.tuples(st.just("wait"), st.just(""), st.one_of(WAIT, st.integers(100_000, 300_000))),
    st.tuples(st.sampled_from(["play", "arrive", "leave", "reload", "pause", "start", "stop"]), NODES, WAIT),
)


@settings(max_examples=15, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(st.lists(STEP, min_size=4, max_size=16), st.lists(st.integers(-(10**9), 10**9), min_size=3, max_size=3))
def test_the_time_is_that_of_the_schedule_whatever_the_nodes_do(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str, int]], skews: list[int]
) -> None:
    folder = tmp_path_factory.mktemp("nodes")

    async def play() -> None:
        async with open_service(folder) as service:
            for name, skew in zip("ab", skews, strict=False):
                await service.start(name, skew)
            seat, model = Seat(service), _Model()
            await seat.begin("a")
            for what, node, milliseconds in steps:
                if not seat.clients and not model.is_paused:
                    milliseconds = min(milliseconds, 50_000)
                    await seat.arrive(min(service.nodes))  # nobody stays away for so long that the game is paused
                await service.wait(milliseconds)
                model.wait(milliseconds)
                await _step(service, seat, model, what, node, skews["abc".index(node)] if node else 0)
            node = min(service.nodes)
            _let_it_reload(seat, node)
            if model.is_paused:
                assert (await seat.play(node, "resume"))["at"] == model.at
            assert await seat.win(node) == model.at

    asyncio.run(play())


async def _step(service: Service, seat: Seat, model: _Model, what: str, node: str, skew: int) -> None:
    if what == "start" and node not in service.nodes:
        await service.start(node, skew)
    if what == "wait" or node not in service.nodes:
        return
    if what == "stop" and len(service.nodes) > 1:
        seat.clients.pop(node, None)
        await service.stop(node)
    elif what == "arrive":
        board = await seat.arrive(node)
        if board["seq"] == seat.n:  # what was played elsewhere it may not know yet
            assert board["at"] == model.at
    elif what == "leave" and len(seat.clients) > 1:
        await seat.leave(node)
    elif what == "reload":
        _let_it_reload(seat, node)
    elif what in ("play", "pause"):
        room = service.nodes[node].rooms.get(seat.room)
        if room is not None and room.replica is not None:
            is_known = (room.replica.game.status.value == "paused") == model.is_paused
            if not is_known or what == "pause":
                _let_it_reload(seat, node)
        if what == "pause":
            answer = await seat.play(node, "resume" if model.is_paused else "pause")
            model.is_paused = not model.is_paused
            assert answer["at"] == model.at
        elif not model.is_paused:
            assert (await seat.play(node))["at"] == model.at


def _let_it_reload(seat: Seat, node: str) -> None:
    """Let the room of a node read its log before the next message, as after an error of the store."""
    room = seat.service.nodes[node].rooms.get(seat.room)
    if room is not None:
        room.game.actions.is_stale = True


def test_a_server_that_is_held_up_while_it_reads_the_clock_reads_it_again() -> None:
    now, pauses = 0, [7]

    def read() -> int:
        nonlocal now
        now += pauses.pop() if pauses else 0
        return SINCE_1970 + now

    assert ServiceTime(lambda: now, read).wall() == SINCE_1970 + now
