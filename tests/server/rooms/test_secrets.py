"""What nobody may guess: seeds, ids and tokens come from the system, and nothing tells one that exists from another."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.playground import Client, open_lobby, settle

from sapper import Seed
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.serve import ServerConfig, make_services
from sapper.server.services import ID_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MANY = 10_000
SIGMAS = 6.0  # that a fair count may be away from its mean: less than one in a hundred million
ORIGIN = "http://test"
api = cache(make_api)


@pytest.mark.parametrize(
    ("make", "size"),
    [(lambda: Seed.fresh().bits, 16), (lambda: secrets.token_bytes(ID_BYTES), 12)],
    ids=["seeds", "ids"],
)
def test_secrets_are_as_random_as_they_are_long(make: Callable[[], bytes], size: int) -> None:
    drawn = [make() for _ in range(MANY)]
    assert len(set(drawn)) == MANY
    assert {len(one) for one in drawn} == {size}
    for place in range(size):
        counts = Counter(one[place] for one in drawn)
        chi = sum((counts[value] - MANY / 256) ** 2 / (MANY / 256) for value in range(256))
        assert abs(chi - 255) < SIGMAS * sqrt(2 * 255), f"byte {place}"
    for bit in range(8 * size):
        ones = sum(one[bit // 8] >> bit % 8 & 1 for one in drawn)
        assert abs(ones - MANY / 2) < SIGMAS * sqrt(MANY) / 2, f"bit {bit}"


def test_the_server_draws_everything_from_the_system(tmp_path: Path) -> None:
    async def make() -> None:
        services = make_services(ServerConfig(tmp_path / "games.db", Limits()))
        assert services.entropy is secrets.token_bytes
        assert services.guests._entropy is secrets.token_bytes
        assert services.new_id() != services.new_id()
        await services.opened()
        await services.close()

    asyncio.run(make())


def test_every_game_has_a_seed_and_a_salt_of_its_own(tmp_path: Path) -> None:
    async def play() -> tuple[list[Any], list[str]]:
        async with open_lobby(tmp_path, entropy=secrets.token_bytes) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            boards = [await client.new() for _ in range(60)]
            rooms = list(lobby.rooms.values())
            assert len(rooms) == 1
            return boards, [board["digest"] for board in boards]

    boards, digests = asyncio.run(play())
    assert len(set(digests)) == len(boards)
    assert len({board["game"] for board in boards}) == len(boards)


def test_what_exists_and_what_does_not_is_answered_alike(tmp_path: Path) -> None:
    """A stranger asks for the room of another, for its party, for games in play and for what was never there."""

    async def ask() -> list[list[str]]:
        async with open_lobby(tmp_path) as lobby:
            owner = await Client(lobby).connect()
            await owner.hello()
            board = await owner.new()
            await owner.play(board["game"], "open", 0)
            stranger = await Client(lobby).connect()
            await stranger.hello()
            found = []
            for room, game in ((board["room"], board["game"]), ("A" * 16, "B" * 16)):
                before = len(stranger.frames)
                stranger.send("hello", room=room, game=game, seq=1)
                stranger.send("play", game=game, n=1, kind="open", cell=1)
                stranger.send("help", game=game, n=2, topic="odds")
                stranger.send("view", game=game, top=0, left=0, height=9, width=9)
                await settle(lobby)
                answers = [frame.replace(game, "GAME") for frame in stranger.frames[before:]]
                found.append(answers + await _over_http(lobby, stranger, game, room))
            return found

    known, unknown = asyncio.run(ask())
    assert known == unknown


async def _over_http(lobby: Any, client: Client, game: str, room: str) -> list[str]:
    app = App(lobby.services, lobby, [ORIGIN], api())
    headers = {"cookie": f"sapper={client.player.token}"}
    paths = [f"/api/games/{number}{part}" for number in (1, 999) for part in ("", "/replay", "/steps", "/picture")]
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers=headers) as web:
        answers = [await web.get(path) for path in paths]
        answers += [await web.get(f"/api/arenas/{room}/1")]
    half = len(paths) // 2
    said = [f"{answer.status_code} {answer.text}" for answer in answers]
    assert said[:half] == said[half : 2 * half], "a game in play looks like none"
    return said
