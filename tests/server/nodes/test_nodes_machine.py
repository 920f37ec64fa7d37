"""Several servers on one store, tabs of one player on each of them, and a bus that loses, delays, doubles and reorders.

After every step each server's replica is what the pure engine makes of the log in the store, every acknowledged move is
there once, and everybody who is connected has seen exactly that.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from server.playground import Client, Clock, settle
from server.resending import Played
from server.shared_nodes import check_replicas, log_of, open_nodes, settled

from sapper.history.store import MessageId

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

    Message = dict[str, Any]

NODES = 3
TABS = 4
CELLS = 30
KINDS = ("open", "open", "open", "flag", "clear", "chord", "pause", "resume", "undo", "redo", "resign")


class Tab:
    """A tab of the player: the messages that it sent, and what it has seen."""

    def __init__(self, number: int) -> None:
        self.name = f"tab {number}"
        self.client: Client | None = None
        self.game: Played | None = None
        self.sent: list[Message] = []
        self.acknowledged: dict[int, tuple[str, int]] = {}  # by number: the game and the place in its log
        self._read = 0

    def connected(self, client: Client) -> None:
        self.client, self._read = client, 0

    def read(self) -> None:
        """Take every message that has arrived, as a page does."""
        client = self.client
        while client is not None and self._read < len(client.frames):
            message = json.loads(client.frames[self._read])
            self._read += 1
            if message["t"] == "board":
                if self.game is not None and self.game.id == message["game"]:
                    assert message["seq"] >= self.game.seq, "nobody goes back in a game"
                    self.game.show(message)
                else:
                    self.game = Played(message)
            elif message["t"] == "delta" and self.game is not None and message["game"] == self.game.id:
                assert self.game.take(message), "nothing is missing before a delta"
                if message.get("tab") == self.name:
                    place = self.acknowledged.setdefault(message["n"], (message["game"], message["seq"]))
                    assert place == (message["game"], message["seq"]), "a message has one answer"


class Nodes(RuleBasedStateMachine):
    """The machine. Between steps everything that was sent is answered; hints may still be on their way."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.stack = AsyncExitStack()
        self.clock = Clock()
        self.nodes: list[Lobby] = []
        self.tabs = [Tab(number) for number in range(TABS)]
        self.player: Player
        self.room = ""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(work)
        self.loop.run_until_complete(self._settled())

    async def _settled(self) -> None:
        for node in self.nodes:
            await settle(node)
        self._read()

    def _read(self) -> None:
        for tab in self.tabs:
            tab.read()

    @property
    def here(self) -> list[Tab]:
        return [tab for tab in self.tabs if tab.client is not None and tab.game is not None]

    # Rules

    @initialize(luck=st.integers(0, 1000), practice=st.booleans())
    def open(self, luck: int, practice: bool) -> None:
        async def begin() -> None:
            made = open_nodes(self.path, NODES, luck=luck, clock=self.clock)
            self.nodes = await self.stack.enter_async_context(made)
            client = await Client(self.nodes[0]).connect()
            self.player = client.player
            self.tabs[0].connected(client)
            await client.hello(tab=self.tabs[0].name)
            rules = "modern 6x5/6 lives=4" + (" practice=on" if practice else "")
            self.room = (await client.new(rules))["room"]
            await client.play((await self._board(client))["game"], "flag", 29, 10_000)

        self.run(begin())

    async def _board(self, client: Client) -> Message:
        return next(message for message in map(json.loads, client.frames) if message["t"] == "board")

    @rule(tab=st.integers(0, TABS - 1), node=st.integers(0, NODES - 1), forgets=st.booleans())
    def come(self, tab: int, node: int, forgets: bool) -> None:
        """Come to a server, or come back to another one, with what was seen or with nothing."""
        one = self.tabs[tab]

        async def connect() -> None:
            if one.client is not None:
                await one.client.leave()
                one.read()
            client = await Client(self.nodes[node], self.player).connect()
            if forgets:
                one.game = None
            known = {} if one.game is None else {"game": one.game.id, "seq": one.game.seq}
            one.connected(client)
            client.send("hello", tab=one.name, room=self.room, **known)

        self.run(connect())

    @precondition(lambda self: len(self.here) > 1)
    @rule(data=st.data())
    def lose(self, data: st.DataObject) -> None:
        """Lose a connection."""
        tab = data.draw(st.sampled_from(self.here))

        async def go() -> None:
            assert tab.client is not None
            await tab.client.leave()
            tab.read()
            tab.client = None

        self.run(go())

    @precondition(lambda self: self.here)
    @rule(
        data=st.data(),
        moves=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, CELLS - 1)), min_size=1, max_size=5),
    )
    def play(self, data: st.DataObject, moves: list[tuple[str, int]]) -> None:
        """Send moves at once, each from some tab."""
        tabs = [data.draw(st.sampled_from(self.here)) for _ in moves]

        async def send() -> None:
            for tab, (kind, cell) in zip(tabs, moves, strict=True):
                assert tab.client is not None
                assert tab.game is not None
                play: Message = {"game": tab.game.id, "kind": kind, "n": len(tab.sent) + 1}
                if kind in ("open", "flag", "clear", "chord"):
                    play["cell"] = cell
                tab.sent.append(play)
                tab.client.send("play", **play)

        self.run(send())

    @precondition(lambda self: any(tab.sent for tab in self.here))
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """Send a message again, perhaps on another server than the first time."""
        tab = data.draw(st.sampled_from([tab for tab in self.here if tab.sent]))
        play = tab.sent[-1 - data.draw(st.integers(0, min(3, len(tab.sent) - 1)))]

        async def send() -> None:
            assert tab.client is not None
            tab.client.send("play", **play)

        self.run(send())

    @precondition(lambda self: self.here)
    @rule(data=st.data())
    def begin_again(self, data: st.DataObject) -> None:
        """Start another game."""
        tab = data.draw(st.sampled_from(self.here))

        async def send() -> None:
            assert tab.client is not None
            tab.client.send("new", n=len(tab.sent) + 1, rules="modern 6x5/6 lives=4")

        tab.sent.append({"game": "", "kind": "flag", "cell": 0, "n": len(tab.sent) + 1})  # its number is used
        self.run(send())

    @rule(node=st.integers(0, NODES - 1), is_up=st.booleans())
    def cut(self, node: int, is_up: bool) -> None:
        """Cut a server off from the bus, or connect it again."""
        self.nodes[node].services.bus.is_up = is_up

    @rule(node=st.integers(0, NODES - 1))
    def unload(self, node: int) -> None:
        """Unload the room of a server that nobody is connected to."""

        async def go() -> None:
            for room in list(self.nodes[node].rooms.values()):
                room.unload()

        self.clock.time += 1000
        self.run(go())

    # What is always so

    @invariant()
    def every_server_agrees_with_the_log(self) -> None:
        if not self.nodes:
            return
        self.loop.run_until_complete(settled(*self.nodes))
        self._read()
        assert not any(node.services.counters.errors for node in self.nodes)
        stored = self.nodes[0].services.reader.run(lambda store: store.last_round(self.room))
        last = self.loop.run_until_complete(stored)
        assert last is not None
        rooms = [node.rooms[self.room] for node in self.nodes if self.room in node.rooms]
        begun = [room for room in rooms if room.replica is not None and room.replica.number is not None]
        assert all(room.known.last == last.game for room in rooms)
        check_replicas(self.path, *begun)
        self._check_log(last.game, last.public_id)
        for tab in self.here:
            assert tab.client is not None
            room = tab.client.connection.room
            assert room is not None
            assert room.replica is not None
            assert tab.game is not None
            assert (tab.game.id, tab.game.seq) == (room.replica.id, room.replica.game.seq)
            if tab.game.status != "paused":
                assert bytes(tab.game.cells) == room.replica.game.board.to_bytes()

    def _check_log(self, number: int, public_id: str) -> None:
        log = log_of(self.path, number)
        ids = [one for _, one in log if one is not None]
        assert len(ids) == len(set(ids)), "nothing is played twice"
        for tab in self.tabs:
            for n, (game, seq) in tab.acknowledged.items():
                if game == public_id:
                    assert log[seq - 1][1] == MessageId(tab.name, n), "what was acknowledged is in its place"

    def teardown(self) -> None:
        self.loop.run_until_complete(self.stack.aclose())
        self.loop.close()
        self.folder.cleanup()


TestNodes = Nodes.TestCase
TestNodes.settings = settings(max_examples=10, stateful_step_count=20, deadline=None)
