"""Several people in a room: they join, act, leave, lose their connection, come back and send again what they sent.

They do so on one server, or each on any of several that share a store. After every step the game is what the pure
engine makes of the log in the store, the people are what the stored events say, and everybody who is connected has
seen exactly that.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec import to_builtins
from msgspec.structs import replace
from server.party_guests import guest, playing, three_mines
from server.party_nodes import shared_store
from server.playground import FREE, Client, Clock, Entropy, open_lobby, settle
from server.resending import Played
from waiting import PATIENCE

from sapper import Game
from sapper.board import CellState
from sapper.game import Status
from sapper.history.store import open_store
from sapper.server.nodes.bus import LocalBus
from sapper.server.parties.events import Stage, decode
from sapper.server.parties.state import PartyState
from sapper.shares import Shares

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from sapper.action import LogEntry
    from sapper.history.store import Store
    from sapper.server.http.cookies import Player
    from sapper.server.parties.party import Party
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.rooms.room import Room as GameRoom

    Message = dict[str, Any]

T = TypeVar("T")
RULES = ("modern 6x5/6 lives=4", "modern 5x4/3", "modern 7x4/5 lives=2 questions=on")
MOST = 4  # people
CELLS = 30
LIMITS = replace(FREE, countdown=0.0, grace=0.02)
PICK = st.integers(0, 59)  # who does something: what is drawn never depends on how far the servers are
KINDS = ("open", "open", "open", "flag", "clear", "chord", "resign", "pause", "undo")


class Person:
    """A player with a client: what was sent, and what was seen."""

    def __init__(self, number: int, player: Player) -> None:
        self.number = number
        self.player = player
        self.client: Client | None = None
        self.seat: int | None = None
        self.party: Message | None = None  # the last `party`
        self.game: Played | None = None
        self.shares = Shares()
        self.sent: list[Message] = []  # plays
        self.answers: dict[int, Message] = {}  # by the number of the message
        self.is_in = self.is_at_door = False
        self._read = 0

    @property
    def tab(self) -> str:
        return "the same"  # as that of everybody else: the server tells people apart by their seats

    def send_play(self, kind: str, cell: int | None) -> None:
        assert self.client is not None
        assert self.game is not None
        play: Message = {"game": self.game.id, "kind": kind, "n": len(self.sent) + 1}
        if cell is not None:
            play["cell"] = cell % len(self.game.cells)
        self.sent.append(play)
        self.client.send("play", **play)

    def read(self) -> None:
        """Take every message that has arrived, as a page does."""
        client = self.client
        while client is not None and self._read < len(client.frames):
            message = json.loads(client.frames[self._read])
            self._read += 1
            self._take(message)

    def connected(self, client: Client) -> None:
        self.client, self._read = client, 0
        self.is_in = self.is_at_door = False

    def _take(self, message: Message) -> None:
        match message["t"]:
            case "entered":
                self.seat, self.is_in, self.is_at_door = message.get("seat"), True, False
            case "knocking":
                self.is_in, self.is_at_door = False, True
            case "refused" if message.get("n") == 0 and self.is_at_door:
                self.is_at_door = False
            case "party":
                self.party = message
            case "parted":
                self.is_in, self.game, self.party = False, None, None
            case "board":
                assert message.get("by", 0) == (self.seat or 0)
                self.game = Played(message)
            case "shares":
                self.shares = Shares()
                self.shares.opened.update({int(seat): count for seat, count in message.get("opened", {}).items()})
                self.shares.flags = {int(cell): seat for cell, seat in message.get("flags", {}).items()}
                self.shares.found = {int(cell): seat for cell, seat in message.get("found", {}).items()}
            case "delta":
                self._take_delta(message)
            case "refused" if message.get("n"):
                self.answers.setdefault(message["n"], message)

    def _take_delta(self, delta: Message) -> None:
        game = self.game
        if game is not None and game.id == delta["game"] and delta["seq"] == game.seq + 1:
            is_over = Status(delta["status"]).is_over
            is_turn = delta["seq"] > 1 or (self.party or {})["terms"].get("mode") != "duel"
            if is_turn:
                self.shares.follow(delta.get("by", 0), delta.get("cells", []), is_over=is_over)
        if game is not None and game.id == delta["game"]:
            assert game.take(delta), "nothing is missing before a delta"
        if "n" in delta and delta.get("by", 0) == self.seat and delta["tab"] == self.tab:
            known = self.answers.get(delta["n"], delta)
            assert known == delta or known["t"] == "refused", "a message that is sent again has the same answer"
            self.answers[delta["n"]] = delta


class Room(RuleBasedStateMachine):
    """The machine. Everything that a rule sends is answered before the next one."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        self.clock, self.entropy = Clock(), Entropy()
        self.stacks: list[AsyncExitStack] = []  # of the servers
        self.lobbies: list[Lobby] = []
        self.hub: list[LocalBus] = []
        self.people: list[Person] = []
        self.party_id = ""
        self.logs: dict[str, list[LogEntry]] = {}  # as they were last seen, by game

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        self.loop.run_until_complete(work)
        self.loop.run_until_complete(self._settled())

    async def _settled(self) -> None:
        """Wait until everything is answered, a round that starts has begun, and one that ended is over, everywhere."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for lobby in self.lobbies:
                    await settle(lobby)
                is_calm = self._are_alike() and all(map(_is_calm, self.parties))
                if is_calm and all(lobby._is_idle for lobby in self.lobbies):  # not one after the other
                    break
                await asyncio.sleep(0.002)
        for person in self.people:
            person.read()

    def _are_alike(self) -> bool:
        """Return whether every server has followed the others."""
        parties = self.parties
        if not self.party_id or not parties:
            return True
        with open_store(self.path / "games.db") as store:
            length = len(store.party_events(self.party_id, 0) or ())
        for party in parties:
            others, elsewhere = [other.people.here for other in parties if other is not party], party.people.elsewhere
            if party.state.seq != length or elsewhere.seats.keys() != set().union(*(other.seats for other in others)):
                return False
            if elsewhere.knocking.keys() != set().union(*(other.knocking for other in others)):
                return False
        rounds = [_lengths(party) for party in parties if party.rounds.mode is not None and party.state.is_playing]
        return all(lengths == rounds[0] for lengths in rounds)

    @property
    def parties(self) -> list[Party]:
        """The party, as the servers have it that have it."""
        found = [lobby.parties.get(self.party_id) for lobby in self.lobbies]
        return [party for party in found if party is not None]

    @property
    def party(self) -> Party | None:
        return next(iter(self.parties), None)

    @property
    def here(self) -> list[Person]:
        """The players who are connected and in the room."""
        return [person for person in self.people if person.client is not None and person.is_in]

    @property
    def players(self) -> list[Person]:
        """The players who can send a move."""
        return [person for person in self.here if person.game is not None]

    # Rules

    @initialize(
        rules=st.sampled_from(RULES),
        lives=st.sampled_from(("shared", "own")),
        mode=st.sampled_from(("coop", "coop", "race", "duel")),
        servers=st.sampled_from((1, 2, 3)),
    )
    def open(self, rules: str, lives: str, mode: str, servers: int) -> None:
        async def begin() -> None:
            self.is_shared = servers > 1
            for number in range(servers):
                await self._open_lobby(number)
            self.people = [Person(number, self.lobbies[0].services.guests.new()) for number in range(MOST)]
            client = await self._connect(self.people[0], 0)
            client.send("host", n=1, terms={"rules": rules, "lives": lives, "mode": mode})
            self.party_id = (await client.until("entered"))["party"]

        self.run(begin())

    async def _open_lobby(self, number: int) -> None:
        """Start a server, in the place of another or as one more."""
        made = open_lobby(
            self.path,
            limits=LIMITS,
            clock=self.clock,
            entropy=self.entropy,
            opener=(lambda: shared_store(self.path / "games.db")) if self.is_shared else None,
            bus=LocalBus(self.hub),
        )
        stack = AsyncExitStack()
        self.stacks[number : number + 1] = [stack]
        self.lobbies[number : number + 1] = [await stack.enter_async_context(made)]

    async def _connect(self, person: Person, server: int) -> Client:
        client = await Client(self.lobbies[server % len(self.lobbies)], person.player).connect()
        person.connected(client)
        await client.hello(tab=person.tab)
        return client

    @rule(number=st.integers(0, MOST - 1), watch=st.booleans(), forgets=st.booleans(), server=st.integers(0, 2))
    def join(self, number: int, watch: bool, forgets: bool, server: int) -> None:
        """Come for the first time, or come back with what was seen."""
        person = self.people[number]
        game = person.game if not forgets else None

        async def come() -> None:
            client = person.client or await self._connect(person, server)
            where = {"game": game.id, "seq": game.seq} if game is not None else {}
            client.send("join", n=0, party=self.party_id, watch=watch and number > 1, **where)

        if person.game is not None and forgets:
            person.game = None
        self.run(come())

    @rule(pick=PICK)
    def lose(self, pick: int) -> None:
        """Lose a connection: the seat stays."""
        if not self.here:
            return
        person = one_of(self.here, pick)

        async def go() -> None:
            assert person.client is not None
            await person.client.leave()
            person.client = None

        self.run(go())

    @rule(pick=PICK)
    def quit(self, pick: int) -> None:
        """Leave for good; somebody stays."""
        if len(self.here) < 2:
            return
        person = one_of(self.here, pick)
        if person.seat is not None and sum(other.seat is not None for other in self.here) < 2:
            return

        async def go() -> None:
            assert person.client is not None
            person.client.send("quit", n=0)

        self.run(go())
        assert not person.is_in

    @rule()
    def let_time_pass(self) -> None:
        """Wait until the seats of those who are gone are free."""
        if not any(person.seat is not None for person in self.here):
            return

        async def wait() -> None:
            self.clock.time += 1000
            async with asyncio.timeout(PATIENCE):
                while self._is_anybody_awaited():
                    await asyncio.sleep(0.005)

        self.run(wait())

    def _is_anybody_awaited(self) -> bool:
        party = self.party
        here = {person.seat for person in self.here}
        return party is not None and any(seat.number not in here for seat in party.state.present)

    @rule(pick=PICK, kind=st.sampled_from(("ready", "ready", "start")), everybody=st.booleans())
    def agree(self, pick: int, kind: str, everybody: bool) -> None:
        people = self.here if everybody or not self.here else [one_of(self.here, pick)]

        async def say() -> None:
            for person in people:
                assert person.client is not None
                person.client.send(kind, n=0)

        self.run(say())

    @rule(pick=PICK, rules=st.sampled_from(RULES))
    def choose(self, pick: int, rules: str) -> None:
        if not self.here:
            return
        person = one_of(self.here, pick)

        async def say() -> None:
            assert person.client is not None
            person.client.send("choose", n=0, terms={"rules": rules})

        self.run(say())

    @rule(pick=PICK, entry=st.sampled_from(("open", "ask", "ask", "locked")))
    def guard(self, pick: int, entry: str) -> None:
        """Change who may come, in a room that waits or plays."""
        if not self.here or self.party is None:
            return
        person, terms = one_of(self.here, pick), to_builtins(self.party.state.terms)
        before = [seat.is_ready for seat in self.party.state.seats.values()]

        async def say() -> None:
            assert person.client is not None
            person.client.send("choose", n=0, terms={**terms, "entry": entry})

        self.run(say())
        if not any(one.is_at_door for one in self.people) and self.party is not None:
            assert [seat.is_ready for seat in self.party.state.seats.values()][: len(before)] == before

    @rule(pick=PICK, which=PICK, is_admitted=st.sampled_from((True, True, False)))
    def admit(self, pick: int, which: int, is_admitted: bool) -> None:
        """Answer a knock, as the owner or not."""
        waiting = [person for person in self.people if person.client is not None and person.is_at_door]
        if not self.here or not waiting:
            return
        person, other = one_of(self.here, pick), one_of(waiting, which)
        is_owner = self.party is not None and person.seat == self.party.state.owner

        async def say() -> None:
            assert person.client is not None
            person.client.send("admit", n=0, player=other.player.id, is_admitted=is_admitted)

        self.run(say())
        assert other.is_at_door is not is_owner
        assert other.is_in is (is_owner and is_admitted)

    @rule(pick=PICK, seat=st.integers(0, MOST - 1))
    def hand_on(self, pick: int, seat: int) -> None:
        if not self.here:
            return
        person = one_of(self.here, pick)

        async def say() -> None:
            assert person.client is not None
            person.client.send("hand", n=0, seat=seat)

        self.run(say())

    @rule(pick=PICK, kind=st.sampled_from(KINDS), cell=st.integers(0, CELLS - 1))
    def act(self, pick: int, kind: str, cell: int) -> None:
        if not self.players:
            return
        person = one_of(self.players, pick)

        async def send() -> None:
            person.send_play(kind, cell if kind in ("open", "flag", "clear", "chord") else None)

        self.run(send())
        assert len(person.sent) in person.answers

    @rule(
        moves=st.lists(st.tuples(PICK, st.sampled_from(KINDS[:6])), min_size=2, max_size=6),
        cell=st.integers(0, CELLS - 1),
    )
    def act_on_one_cell_at_once(self, moves: list[tuple[int, str]], cell: int) -> None:
        if len(self.players) < 2:
            return
        kinds = [kind for _, kind in moves]
        people = [one_of(self.players, pick) for pick, _ in moves]

        async def send() -> None:
            for person, kind in zip(people, kinds, strict=True):
                person.send_play(kind, cell)

        self.run(send())
        for person in people:
            assert len(person.sent) in person.answers

    @rule(pick=PICK, which=PICK)
    def send_again(self, pick: int, which: int) -> None:
        """Send an old message again: it is answered and not played again."""
        able = [one for one in self.people if one.sent and one.client is not None]
        if not able:
            return
        person = one_of(able, pick)
        play = one_of(person.sent, which)

        async def send() -> None:
            assert person.client is not None
            person.client.send("play", **play)

        self.run(send())

    @rule(pick=PICK, cell=st.integers(0, CELLS - 1), server=st.integers(0, 2))
    def lose_the_answer(self, pick: int, cell: int, server: int) -> None:
        """Send a move, lose the connection before its answer, come back and send it again."""
        if not self.players:
            return
        person = one_of(self.players, pick)
        game = person.game
        assert game is not None

        async def send() -> None:
            person.send_play("flag", cell)
            assert person.client is not None
            await person.client.leave()
            client = await self._connect(person, server)
            watch = person.seat is None
            client.send("join", n=0, party=self.party_id, game=game.id, seq=game.seq, watch=watch)
            client.send("play", **person.sent[-1])

        self.run(send())

    @rule(number=st.integers(0, 2), server=st.integers(0, 2))
    def restart(self, number: int, server: int) -> None:
        """Stop a server and start it again. Everybody who was there comes back, to any server."""
        if self.party is None:
            return
        number %= len(self.lobbies)
        stopped = self.lobbies[number]
        lost = [one for one in self.people if one.client is not None and one.client.lobby is stopped]
        was_here = [person for person in lost if person.is_in]

        async def again() -> None:
            await self.stacks[number].aclose()
            await self._open_lobby(number)
            for person in lost:
                person.client = None
            for person in was_here:
                client = await self._connect(person, server)
                game = person.game
                where = {"game": game.id, "seq": game.seq} if game is not None else {}
                watch = person.seat is None
                client.send("join", n=0, party=self.party_id, watch=watch, **where)
                await client.until("entered", "knocking", "refused")

        self.run(again())

    # What is always so

    @invariant()
    def the_people_are_what_the_events_say(self) -> None:
        if not self.party_id:
            return
        with open_store(self.path / "games.db") as store:
            stored = store.party(self.party_id)
            assert stored is not None
            rebuilt = PartyState(map(decode, stored.events))
        if not self.parties:
            assert rebuilt.stage is Stage.CLOSED or not self.here
            return
        for party in self.parties:
            assert facts(rebuilt) == facts(party.state)
        here = {person.seat for person in self.here if person.seat is not None}
        for person in self.here:
            assert person.party is not None
            shown = person.party
            assert (shown["seq"], shown["stage"], shown["owner"]) == (rebuilt.seq, rebuilt.stage, rebuilt.owner)
            present = {seat["seat"] for seat in shown["seats"] if not seat.get("has_left")}
            assert present == {seat.number for seat in rebuilt.present}
            assert {seat["seat"] for seat in shown["seats"] if seat.get("is_here")} == here
            waiting = {one.player.id for one in self.people if one.client is not None and one.is_at_door}
            assert {knock["player"] for knock in shown.get("knocks", [])} == waiting
            if person.seat is not None:
                assert rebuilt.seats[person.seat].player == person.player.key.hex()

    @invariant()
    def the_game_is_what_the_engine_makes_of_the_log(self) -> None:
        for party in self.parties if self.party_id else ():
            if party.rounds.mode is not None and party.state.is_playing:
                for room in party.rounds.mode.rooms:
                    self._check_room(party, room)

    def _check_room(self, party: Party, room: GameRoom) -> None:
        replica = room.replica
        assert replica is not None
        log = list(replica.game.log)
        if replica.number is not None:
            with open_store(self.path / "games.db") as store:
                stored = store.load(replica.number)
                if stored.finished:
                    return
                assert list(stored.entries) == log
                self._check_answers(replica.id, store, replica.number)
        pure = Game.replay(replica.rules, replica.seed, actions=log)
        assert (pure.board, pure.status, pure.lives) == (replica.game.board, replica.game.status, replica.game.lives)
        before = self.logs.get(replica.id, [])
        assert log[: len(before)] == before, "a log only grows"
        self.logs[replica.id] = log
        shares = shares_of(replica.rules, replica.seed, log, 2 if party.state.terms.mode == "duel" else 1)
        for person in self.here:
            assert person.client is not None
            if person.client.connection.room is not room:
                continue
            seen = person.game
            assert seen is not None
            assert (seen.id, seen.seq, seen.status) == (replica.id, pure.seq, pure.status)
            assert seen.cells == list(pure.board.to_bytes())
            if party.state.terms.mode != "race":
                assert (person.shares.opened, person.shares.flags) == (shares.opened, shares.flags)
                assert person.shares.found == shares.found

    def _check_answers(self, game: str, store: Store, number: int) -> None:
        """Check that every answered move is in the log once, by its player, and that no refused one is."""
        stored = store.load(number)
        ids = [(entry.by, one.number) for entry, one in zip(stored.entries, stored.ids, strict=True) if one]
        assert max(Counter(ids).values(), default=0) <= 1
        for person in self.people:
            for play in person.sent:
                answer = person.answers.get(play["n"])
                if play["game"] != game or answer is None or person.seat is None:
                    continue
                if answer["t"] == "delta":
                    entry = stored.entries[answer["seq"] - 1]
                    assert (entry.by, entry.action.kind) == (person.seat, play["kind"])
                    assert (person.seat, play["n"]) in ids
                else:
                    assert (person.seat, play["n"]) not in ids

    def teardown(self) -> None:
        for stack in self.stacks:
            self.loop.run_until_complete(stack.aclose())
        self.loop.close()
        self.folder.cleanup()


def one_of(choices: list[T], pick: int) -> T:
    return choices[pick % len(choices)]


def _is_calm(party: Party) -> bool:
    """Return whether nothing will happen by itself: a round that started has begun, and one that ended is over."""
    mode = party.rounds.mode
    if party.state.stage is not Stage.PLAYING:
        return True
    if mode is None or not mode.is_begun:
        return False
    games = [room.replica.game for room in mode.rooms if room.replica is not None]
    has_begun = party.state.terms.mode == "coop" or all(game.first is not None for game in games)
    return has_begun and not all(game.status.is_over for game in games)


def _lengths(party: Party) -> dict[str, int]:
    assert party.rounds.mode is not None
    return {room.id: room.replica.game.seq for room in party.rounds.mode.rooms if room.replica is not None}


def facts(state: PartyState) -> dict[str, object]:
    """The state as plain values."""
    return {name: to_builtins(value) if name != "_kicked" else value for name, value in vars(state).items()}


def shares_of(rules: Any, seed: Any, log: list[LogEntry], first: int) -> Shares:
    """The shares of the players from an action on, counted by the board before and after each."""
    shares, game = Shares(), Game(rules, seed)
    before = game.board.to_bytes()
    for entry in log:
        game.apply(entry)
        after = game.board.to_bytes()
        if game.seq < first:
            before = after
            continue
        for cell, (old, new) in enumerate(zip(before, after, strict=True)):
            if old == new:
                continue
            if new <= 8:
                shares.opened[entry.by] += 1
                shares.flags.pop(cell, None)
            elif new == CellState.EXPLODED:
                shares.found[cell] = entry.by
            elif game.status.is_over:
                continue
            elif new == CellState.FLAG:
                shares.flags[cell] = entry.by
            else:
                shares.flags.pop(cell, None)
        before = after
    return shares


TestRoom = Room.TestCase
TestRoom.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)


def test_a_move_that_waits_while_its_connection_is_lost_is_of_nobody_until_it_is_sent_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines) as lobby:
            (ada, grace), game = await playing(lobby, "Ada", "Grace")
            grace.send("play", game=game, kind="flag", cell=9, n=20)
            await grace.leave()
            assert (await ada.play(game, "flag", 36, 20))["seq"] == 1
            again = await guest(lobby, player=grace.player)
            await again.join(ada.party)
            assert (await again.play(game, "flag", 9, 20))["by"] == 1

    asyncio.run(play())


def test_nobody_uses_up_the_numbers_of_another_by_the_same_tab(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=LIMITS, layout=three_mines) as lobby:
            (ada, eve), game = await playing(lobby, "Ada", "Eve")
            eve.send("hello", tab=ada.connection.tab)
            eve.send("join", n=3, party=ada.party)
            await eve.until("board")
            assert (await eve.play(game, "flag", 9, 1000))["by"] == 1
            assert (await eve.play(game, "flag", 0, 20))["code"] == "stale"
            answer = await ada.play(game, "flag", 0, 20)
            assert (answer["t"], answer["seq"]) == ("delta", 2)

    asyncio.run(play())
