"""A scout takes a second seat to see the board that a friend plays for a place, and gets nothing for it.

It loses, gives up, disconnects, watches, asks for help and for backups, over WebSockets and every HTTP route of two
servers that share a store. Everything that it is ever sent is collected and searched for mines, seed and salt, and the
friend tries to win by it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from msgspec.structs import replace
from server.loot import Loot, Secret
from server.party_guests import QUICK, Guest, eventually, game_of, guest, party_of, replica_of, run
from server.party_nodes import Nodes, cells_of
from server.playground import settle
from waiting import PATIENCE

from sapper.daily import GRADES, daily_board, day_of
from sapper.layouts import layout_of
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.operations.health import make_health
from sapper.server.parties.ids import round_identity
from sapper.server.parties.modes import arena
from sapper.server.parties.modes.contest import Contest
from sapper.server.rooms import secrecy
from sapper.server.tournaments.events import TournamentTerms
from sapper.server.tournaments.races import COUNTDOWN

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.rooms.replica import GameReplica

ORIGIN = "http://test"
RULES = "modern 16x16/40"
TERMS: dict[str, dict[str, Any]] = {"race": {"mode": "race"}, "arena": {"mode": "arena", "boards": 2, "minutes": 60}}
ANSWER = {"subject": "puzzle", "item": "one", "answered_at": 1, "grade": 3, "elapsed": 900}
TOPICS = ("hint", "odds", "move", "next", "why", "proof")
WAYS = ("loses", "gives up", "disconnects", "quits")
FREE = replace(
    QUICK,
    requests_per_second=1e9,
    request_burst=1e9,
    advice_per_second=1e9,
    advice_burst=1e9,
    imports_per_hour=1e9,
    watch_delay=0.0,
)
PATIENT = replace(FREE, ping=1e9)  # with clients that were quiet while the clock leapt by a day
api = cache(make_api)


class Listener(logging.Handler):
    """Records every line of the log."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).encode())


@contextmanager
def listening() -> Iterator[list[bytes]]:
    logger, listener = logging.getLogger("sapper"), Listener()
    level = logger.level
    logger.addHandler(listener)
    logger.setLevel(logging.DEBUG)
    try:
        yield listener.lines
    finally:
        logger.removeHandler(listener)
        logger.setLevel(level)


class Scout:
    """A spy for the friend: all of its windows, and every byte that they were sent."""

    numbers = range(1, 4)  # of games that it asks for: there are no more

    def __init__(self, nodes: Nodes, day: str) -> None:
        self.nodes = nodes
        self.day = day
        self.windows: list[Guest] = []
        self.answers: list[bytes] = []
        self.party = "none"
        self.round = "none"
        self.tournament = "none"
        self.friend = "none"

    def take(self, *windows: Guest) -> None:
        self.windows += windows

    def loot(self, log: list[bytes]) -> Loot:
        frames = [frame.encode() for window in self.windows for frame in window.frames]
        return Loot([*frames, *self.answers, *log])

    async def ask(self, one: Guest) -> None:
        """Ask for every kind of help in the game of a window."""
        room = one.connection.room
        game = room.replica.id if room is not None and room.replica is not None else "A" * 16
        for n, topic in enumerate(TOPICS, 500):
            one.send("help", game=game, n=n, topic=topic, cell=0)
        one.send("view", game=game, top=0, left=0, height=16, width=16)
        one.send("rename", name="Eve")
        await one.until("named")  # it is answered after all that was asked before

    async def read_everything(self) -> None:
        """Ask every route of both servers that lets a player stay, as each window and as a stranger."""
        for lobby in self.nodes.lobbies:
            for player in {window.player.key: window.player for window in self.windows}.values():
                await self._read(lobby, player)
            await self._read(lobby, lobby.services.guests.new())
            health = httpx.ASGITransport(app=make_health(lobby.services, lobby))
            async with httpx.AsyncClient(transport=health, base_url="http://localhost") as web:
                self.answers.append((await web.get("/metrics")).content)

    async def end(self, *windows: Guest) -> None:
        """Ask the routes that sign the players of windows out, and delete what is stored about them."""
        for player in {window.player.key: window.player for window in windows}.values():
            lobby = self.nodes.lobbies[0]
            async with self._browser(lobby, player) as web:
                for method, path in ENDS_THE_SCOUT:
                    answer = await web.request(method, path)
                    assert answer.status_code == 200, path
                    web.headers["cookie"] = answer.headers["set-cookie"].partition(";")[0]
                    self._note(answer)

    def _browser(self, lobby: Lobby, player: Player) -> httpx.AsyncClient:
        app = App(lobby.services, lobby, [ORIGIN], api())
        headers = {"cookie": f"sapper={player.token}", "host": "test", "origin": ORIGIN}
        return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers=headers)

    async def _read(self, lobby: Lobby, player: Player) -> None:
        async with self._browser(lobby, player) as web:
            for method, path in routes():
                for address in self._filled(path):
                    for content in self._bodies(method, path):
                        answer = await web.request(method, address, content=content)
                        assert answer.status_code < 500 or answer.status_code == 503, address
                        self._note(answer)

    def _note(self, answer: httpx.Response) -> None:
        self.answers.append(answer.content + repr(sorted(answer.headers.items())).encode())

    def _filled(self, path: str) -> list[str]:
        """Return a path with everything in its places that the scout may try."""
        addresses = [path]
        places = {
            "number": [str(number) for number in self.numbers],
            "party": [self.party],
            "round": ["1"],
            "day": [self.day],
            "level": list(GRADES),
            "path": ["app-main.js"],
            "id": [self.round, self.tournament, self.friend],
        }
        for name in re.findall(r"{(\w+)(?::\w+)?}", path):
            pattern = rf"{{{name}(:\w+)?}}"
            assert name in places, f"a new place in a route: tell the scout what to try for {name}"
            addresses = [re.sub(pattern, value, one) for one in addresses for value in places[name]]
        return [f"{one}{query}" for one in addresses for query in ("", "?mine=1&together=all&source=all&device=all")]

    def _bodies(self, method: str, path: str) -> list[bytes | None]:
        """Return what is sent with a request: what its route wants, the position that the scout sees, and nothing."""
        if method != "POST":
            return [None]
        now = self.nodes.lobbies[0].services.now()
        rules = {
            "rules": "modern 8x8/10",
            "seed": "a guess",
            "status": "abandoned",
            "began_at": now - 100,
            "ended_at": now,
        }
        actions = [{"kind": "open", "at": 0, "cell": 0}, {"kind": "resign", "at": 900}]
        wanted: dict[str, list[dict[str, Any]]] = {
            "/api/answers": [{"answers": [], "known": 7}, {"answers": [ANSWER]}],
            "/api/games/alone": [{**rules, "actions": actions}, {**rules, "actions": actions, "daily": self.day}],
            "/api/tournaments": [{"format": "races", "mode": "race", "rules": RULES}],
            "/api/tournaments/entry": [{"tournament": self.tournament, "wants": wants} for wants in ("in", "out")],
        }
        boards = [game_of(one).board for one in self.windows if one.connection.room and one.connection.room.replica]
        sent = wanted.get(path, [{"board": str(board)} for board in boards[:1]])
        return [b"", *[json.dumps(one).encode() for one in sent]]


#: They end the connections of a player: `Scout.end` asks them.
ENDS_THE_SCOUT = [("DELETE", "/api/me/tokens"), ("DELETE", "/api/me")]


@cache
def routes() -> list[tuple[str, str]]:
    """Return the method and the path of every route that can tell something; what deletes comes last."""
    found = {(method, str(route.path)) for route in api().routes for method in route.methods}  # type: ignore[attr-defined]
    assert found.issuperset(ENDS_THE_SCOUT)
    told = [one for one in found.difference(ENDS_THE_SCOUT) if one[0] != "HEAD" and one[1].startswith("/api/")]
    return sorted(told, key=lambda one: (one[0] == "DELETE", one))


def secret_of(replica: GameReplica, *scouts: GameReplica) -> Secret:
    """Return what nobody may know of a board, of which scouts have opened some cells."""
    level, first = replica.rules.level, replica.game.first
    assert first is not None
    field = layout_of(replica.rules, replica.seed)(replica.rules, first)
    shown = [one.game.board.to_bytes() for one in scouts]
    seen = {cell for board in shown for cell, value in enumerate(board) if value <= 8 or value == 13}
    mines = frozenset(level.index(*cell) for cell in field.mines())
    return Secret(level, mines, replica.seed, replica.salt, frozenset(seen))


async def racing(nodes: Nodes, mode: str) -> tuple[Guest, Guest, Guest, Scout]:
    """Return somebody honest, the friend and the scout in a round in play, and a scout that watches."""
    ada, eve, friend = people = await nodes.guests("Ada", "Eve", "Friend")
    scout = Scout(nodes, day_of(nodes.lobbies[0].services.now()))
    if mode == "tournament":
        scout.tournament = await into_tournament(nodes, people)
    else:
        await ada.host(rules=RULES, **TERMS[mode])
        for other in (eve, friend):
            await other.join(ada.party)
        for one in people:
            one.send("ready", n=2)
    for one in people:
        one.game = (await one.board())["game"]
        await one.first_opening()
    scout.party, scout.friend = ada.party, friend.player.id
    scout.round = round_identity(party_of(ada).state.secret)
    watcher = await guest(nodes.lobbies[1], "Watcher")
    await watcher.join(ada.party, watch=True)
    scout.take(eve, watcher)
    return ada, eve, friend, scout


async def into_tournament(nodes: Nodes, people: list[Guest]) -> str:
    """Let people come to a race of a tournament, and return the id of that."""
    lobby = nodes.lobbies[0]
    terms = TournamentTerms(format="races", mode="race", rules=RULES, starts_at=lobby.services.now(), minutes=60)
    id_ = (await lobby.tournaments.make(terms, "")).id
    for number, one in enumerate(people):
        tournament = await lobby.tournaments.find(id_)
        await tournament.enter(one.player.key.hex(), f"Player {number}")
    for number, one in enumerate(people):
        await tournament.be_ready(one.player.key.hex(), is_ready=True, network=f"network {number}")
    await lobby.tournaments.tick()
    race = tournament.state.race_of(people[0].player.key.hex())
    assert race is not None
    assert len(race.players) == len(people)
    for one in people:
        await one.join(race.party)
    await nodes.let_pass(COUNTDOWN + 1000)
    return id_


async def end_own_game(nodes: Nodes, eve: Guest, way: str) -> GameReplica:
    """Let the scout's game end, and return it."""
    replica = replica_of(eve)
    safe, mines = cells_of(eve)
    await eve.play(replica.id, "flag", safe[0], 10)
    await eve.play(replica.id, "flag", mines[1], 11)
    await eve.play(replica.id, "question", mines[2], 12)
    if way == "loses":
        assert (await eve.play(replica.id, "open", mines[0], 13))["status"] == "lost"
    elif way == "gives up":
        await eve.play(replica.id, "resign", n=13)
    elif way == "quits":
        await eve.ask("quit")
    else:
        await eve.leave()
        for _ in range(int(PATIENCE * 50)):
            await nodes.let_pass(1000)
            await asyncio.sleep(0.02)
            if replica.finished_id is not None:
                break
    await eventually(lambda: replica.finished_id is not None)
    return replica


async def wins_by(loot: Loot, friend: Guest) -> bool:
    """Let the friend play by what was collected, and return whether that won; without anything it does not try."""
    replica = replica_of(friend)
    mines = loot.mines(replica.rules.level, frozenset())
    if mines is None:
        return False
    for cell in sorted(set(range(replica.rules.level.cells)) - mines):
        if game_of(friend).status.is_over:
            break
        await friend.play(replica.id, "open", cell, 1000 + cell)
    return replica.game.is_won


async def scouted(nodes: Nodes, mode: str, way: str, log: list[bytes]) -> tuple[Loot, Secret, Guest, Guest]:
    """Return what a scout gets out of a round that others play, and what it was after."""
    ada, eve, friend, scout = await racing(nodes, mode)
    played = await end_own_game(nodes, eve, way)
    if way not in ("quits", "disconnects"):
        await scout.ask(eve)
    for lobby in nodes.lobbies:  # comes back to both servers, to its seat or without one
        for watch in (False, True):
            again = await guest(lobby, player=eve.player)
            await again.join(ada.party, watch=watch, game=played.id, seq=1)
            scout.take(again)
            await scout.ask(again)
    await scout.read_everything()
    await scout.end(*scout.windows)
    return scout.loot(log), secret_of(replica_of(friend), played), ada, friend


@pytest.fixture(autouse=True)
def long_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scout stay at the board that it has finished."""
    monkeypatch.setattr(arena, "_BREAK", 1000.0)


@pytest.mark.parametrize("mode", [*TERMS, "tournament"])
@pytest.mark.parametrize("way", WAYS)
def test_a_scout_gets_nothing_while_others_play_its_board(tmp_path: Path, mode: str, way: str) -> None:
    async def play() -> None:
        with listening() as log:
            async with Nodes(tmp_path, 2, limits=FREE) as nodes:
                loot, secret, ada, friend = await scouted(nodes, mode, way, log)
                assert loot.size > 100_000
                assert loot.finds(secret) == []
                assert loot.mines(secret.level, frozenset()) is None
                assert not await wins_by(loot, friend)
                if mode != "arena":
                    await opens_for_all(ada, friend, secret)

    run(play())


async def opens_for_all(ada: Guest, friend: Guest, secret: Secret) -> None:
    """Let the others end the race: everybody gets everything."""
    for one in (ada, friend):
        await one.play(one.game, "resign", n=2000)
    for one in (ada, friend):
        while "sealed" in (over := await one.until("over")):
            pass
        assert sorted(over["mines"]) == sorted(secret.mines)
        assert (over["seed"], over["salt"]) == (secret.seed.text, secret.salt.hex())


def test_without_the_seal_the_scout_finds_everything_and_the_friend_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search and the friend are good enough: they succeed as soon as a round seals nothing."""
    monkeypatch.setattr(Contest, "seal", None)

    async def play() -> None:
        with listening() as log:
            async with Nodes(tmp_path, 2, limits=FREE) as nodes:
                loot, secret, _, friend = await scouted(nodes, "race", "loses", log)
                found = " ".join(loot.finds(secret))
                for what in ("seed as text", "salt as hexadecimal", "values of mines", "a replay", "picture"):
                    assert what in found
                assert await wins_by(loot, friend)

    run(play())


async def try_daily(eve: Guest, end: str) -> GameReplica:
    """Let a scout lose or give up a daily board, which stays sealed."""
    game = (await eve.new("", daily="expert"))["game"]
    await eventually(lambda: game_of(eve).first is not None)
    replica = replica_of(eve)
    assert replica.id == game
    _, mines = cells_of(eve)
    last = {"kind": "open", "cell": mines[0]} if end == "lost" else {"kind": "resign"}
    eve.send("play", game=game, n=50, **last)
    assert (await eve.until("over"))["sealed"] == "day"
    return replica


@pytest.mark.parametrize("end", ["lost", "abandoned"])
def test_a_scout_gets_nothing_of_the_board_of_the_day(tmp_path: Path, end: str) -> None:
    async def play() -> None:
        with listening() as log:
            async with Nodes(tmp_path, 2, limits=PATIENT) as nodes:
                services = nodes.lobbies[0].services
                board = daily_board(day_of(services.now()), "expert")
                scout = Scout(nodes, board.day)
                leaver, eve = await nodes.guests("Leaver", "Eve")
                scout.take(eve, leaver)
                played = []
                for one in (leaver, eve, eve):  # Eve's ranked try, and practice
                    played.append(await try_daily(one, end))
                    await scout.ask(one)
                    again = await guest(nodes.lobbies[0], player=one.player)
                    again.send("hello", room=one.connection.room.id)  # type: ignore[union-attr]
                    await settle(nodes.lobbies[0])
                    scout.take(again)
                await scout.read_everything()
                await scout.end(leaver)
                loot, secret = scout.loot(log), secret_of(played[0], *played)
                assert loot.finds(secret) == []
                assert loot.mines(secret.level, frozenset()) is None
                nodes.clock.time += 24 * 3600 * 1000
                for lobby in nodes.lobbies:
                    await secrecy.open_day(lobby)
                while "sealed" in (over := await eve.until("over")):
                    pass
                assert set(over["mines"]) == secret.mines

    run(play())
