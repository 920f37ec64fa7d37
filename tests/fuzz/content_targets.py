"""The cost of every endpoint over stored content: a history, answers, rounds, a tournament, and requests that succeed.

Long bodies and queries, as in `cost_targets`, are refused by most handlers before they do anything. Here each request
is one that a page makes, and its work has to be linear in what the player has stored.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from fuzz import server_targets
from fuzz.server_targets import ORIGIN, Lobbies
from httpx import ASGITransport, AsyncClient
from own_history import fill, replays
from server.http.test_alone import won
from server.party_guests import guest, let_pass
from server.playground import settle

from sapper.daily import day_of
from sapper.history.store.learning import Answered
from sapper.replay.model import Replay
from sapper.server.app import App
from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.tournaments.events import Announced, Entered, Finished, TournamentTerms, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from fuzz.cost import Measure
    from fuzz.target import Draw

    from sapper.history.store import Store
    from sapper.server.http.cookies import Player
    from sapper.server.http.endpoint import Endpoint
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.tournaments.events import AnyEvent

GAMES = 160  # of the shorter history, before `Measure.shorter`
NOW = 1_800_000_000  # of the lobby
YESTERDAY = day_of(NOW - 86_400)
BYTES = 400  # of a game in the store, and of what comes with it
POSITION = {"board": "4x2/1\n01F.\n011."}
CERTAIN = {"board": "4x2/1\n01..\n011."}
#: Endpoints that answer otherwise, and why.
NOT_2XX = {
    ("DELETE", "/api/games/{number:int}"): "there is nothing to delete the second time",
    ("DELETE", "/api/games"): "it has to be said how many games go, which is none the second time",
    ("DELETE", "/api/me"): "nothing of the content is left afterwards",
    ("DELETE", "/api/me/tokens"): "the player of the content is not known any more afterwards",
    ("GET", "/api/games/{number:int}/track"): "the mouse of these games was not recorded",
    ("POST", "/api/me/restore"): "each code is good for one use, and each attempt counts",
}


class Content:
    """A lobby with a player who has played a number of games, and answered as many questions."""

    def __init__(self, games: int) -> None:
        self._games = games
        self.lobbies = Lobbies(inputs=1 << 30)
        self.lobbies.run(self._fill)

    async def _fill(self, lobby: Lobby) -> None:
        self.player: Player = lobby.services.guests.new()
        key, hex_ = self.player.key, self.player.key.hex()
        terms = TournamentTerms(format="races", mode="race", rules="modern beginner", starts_at=NOW - 60)
        entered = [Entered(at=1, player=f"{number:064x}", name="x") for number in range(self._games)]
        events: list[AnyEvent] = [Entered(at=1, player=hex_, name="Ann"), *entered, Finished(at=2)]

        def store(store: Store) -> list[int]:
            numbers = fill(store, key, self._games, NOW - 1000)
            answers = [("puzzle", Answered(f"item {at}", at, 3, 900)) for at in range(self._games)]
            store.add_answers(answers, key, 1 << 20)
            announced = encode(Announced(at=1, terms=terms))
            for id_ in ("tournament", "open"):
                store.begin_tournament(id_, announced, starts_at=NOW - 60, ends_at=NOW + 60, now=NOW)
            store.append_tournament("tournament", 1, list(map(encode, events)), now=NOW, is_over=True)
            return numbers

        self.numbers = await lobby.services.writer.run(store)
        await self.send(lobby, "POST", "/api/me/public", b'{"is_public": true}')
        self.arena, self.met = await _play_arena(lobby, self.player)
        host = await guest(lobby, "Ann", player=self.player)
        await host.host(mode="race")
        self.waiting = host.party
        while not (rounds := (await self.send(lobby, "GET", "/api/rounds")).json()):
            await asyncio.sleep(0.01)
        self.round = rounds[0]["id"]
        self.backup = (await self.send(lobby, "GET", "/api/backup")).content

    async def look(self, lobby: Lobby) -> None:
        """Let the server look at all games, some with each request, as it does once for each game."""
        while (await self.send(lobby, "GET", "/api/insights")).json()["left"]:
            pass

    async def send(self, lobby: Lobby, method: str, path: str, content: bytes = b"") -> Any:
        """Send a request as the player, and return the answer."""
        app = App(lobby.services, lobby, [ORIGIN], server_targets.http().api)
        headers = {"origin": ORIGIN, "authorization": f"Bearer {self.player.token}"}
        async with AsyncClient(transport=ASGITransport(app), base_url=ORIGIN, headers=headers) as web:
            return await web.request(method, path, content=content)

    def path(self, one: Endpoint) -> str:
        """Return the address of something that there is."""
        ids = {"tournaments": "tournament", "rounds": self.round, "players": self.player.id}
        values = {
            "{number:int}": str(self.numbers[0]),
            "{party}": self.arena,
            "{round:int}": "1",
            "{day}": YESTERDAY,
            "{level}": "beginner",
            "{id}": ids.get(one.route.split("/")[2], ""),
        }
        path = one.route
        for name, value in values.items():
            path = path.replace(name, value)
        return path

    def body(self, one: Endpoint) -> bytes:
        """Return a body that the endpoint wants."""
        replay = replays(self._games, NOW - 1000)[0].pack()
        wanted: dict[str, object] = {
            "/api/proof": CERTAIN,
            "/api/games/alone": _alone(),
            "/api/answers": {"answers": [], "known": 0},
            "/api/me/name": {"name": "Ann"},
            "/api/me/public": {"is_public": True},
            "/api/me/seen": {"is_seen": True},
            "/api/me/block": {"player": self.met},
            "/api/me/report": {"player": self.met, "reason": "talk", "words": "rude"},
            "/api/me/challenge": {"player": self.met, "party": self.waiting},
            "/api/me/decline": {"party": self.waiting},
            "/api/tournaments": {"format": "swiss", "mode": "race", "rules": "modern beginner"},
            "/api/tournaments/entry": {"tournament": "open", "wants": "in"},
            "/api/replays": replay,
            "/api/replays/verify": replay,
            "/api/replays/playable": Replay.load(replay).to_text().encode(),
            "/api/backup": self.backup,
            "/api/position": POSITION["board"].encode(),
        }
        found = wanted.get(one.route, POSITION if one.body is not None else b"")
        return found if isinstance(found, bytes) else json.dumps(found).encode()


async def _play_arena(lobby: Lobby, player: Player) -> tuple[str, str]:
    """Play an arena until its time is over, and return its party and the id of the other player."""
    other = lobby.services.guests.new()
    people = [await guest(lobby, "Ann", player=player), await guest(lobby, "Ben", player=other)]
    await people[0].host(mode="arena", boards=2, minutes=1)
    await people[1].join(people[0].party)
    for one in people:
        await one.ask("ready")
    clock: Any = lobby.services.clock
    let_pass(lobby, clock, 5)
    for one in people:
        await one.board()
        await one.first_opening()
    let_pass(lobby, clock, 70)
    await settle(lobby)
    for one in people:
        await one.leave()
    return people[0].party, other.id


@cache
def _alone() -> dict[str, Any]:
    game = won("alone")
    took = game["ended_at"] - game["began_at"]
    return game | {"began_at": NOW - took, "ended_at": NOW}


@cache
def content(games: int) -> Content:
    """Return content of a size; it stays until `close_content`."""
    return Content(games)


def close_content() -> None:
    """Close the lobbies of all content."""
    for games in _OPENED:
        content(games).lobbies.close()
    _OPENED.clear()
    content.cache_clear()


_OPENED: set[int] = set()


def _of_endpoint(one: Endpoint) -> Callable[[Draw, Measure], None]:
    """Return a subject: a request that succeeds, by a player with a short history and by one with a long one."""

    def prepare(games: int) -> Callable[[], object]:
        _OPENED.add(games)
        found = content(games)
        path, body = found.path(one), found.body(one)
        found.lobbies.run(found.look)

        async def ask(lobby: Lobby) -> None:
            answer = await found.send(lobby, one.method, path, body)
            assert 200 <= answer.status_code < 300, f"{one.method} {path}: {answer.status_code} {answer.text[:200]}"

        return lambda: found.lobbies.run(ask)

    def check(_: Draw, measure: Measure) -> None:
        least = measure.shorter(GAMES)
        longer = measure.growth * least
        measure.check(f"content {one.method} {one.path}", prepare(least), prepare(longer), longer * BYTES)

    return check


SUBJECTS = {
    f"content {one.method} {one.path}": _of_endpoint(one) for one in ENDPOINTS if (one.method, one.route) not in NOT_2XX
}
