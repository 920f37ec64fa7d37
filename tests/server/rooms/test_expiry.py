"""Unfinished games expire by a rule: those that nobody opens for long, and those beyond a player's quota."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from server.playground import FREE, Client, open_lobby, settle

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

DAY = 24 * 60 * 60
BEGUN = 1_800_000_000  # the time at which a lobby of the tests stands still


def unfinished(lobby: Lobby) -> list[int]:
    opener = lobby.services.writer._opener
    with opener() as store:
        return sorted(game.id for game in store.unfinished())


async def play_in_rooms(client: Client, count: int) -> None:
    """Begin a game in each of some rooms, and leave them."""
    for _ in range(count):
        await client.hello()
        board = await client.new("modern beginner")
        await client.play(board["game"], "open", 3)


async def unload(lobby: Lobby) -> None:
    await settle(lobby)
    for room in list(lobby.rooms.values()):
        room.unload()
    await settle(lobby)
    assert not lobby.rooms


def test_a_game_that_nobody_opens_expires_and_one_in_memory_does_not(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, expire=30)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=limits) as lobby:
            services = lobby.services
            client = await Client(lobby).connect()
            await play_in_rooms(client, 1)
            await client.leave()
            await unload(lobby)
            other = await Client(lobby).connect()
            await play_in_rooms(other, 1)
            assert unfinished(lobby) == [1, 2]
            for day in (29, 30, 31):
                services.now = lambda day=day: BEGUN + day * DAY  # type: ignore[misc]
                await lobby.expiry.sweep()
                assert unfinished(lobby) == ([1, 2] if day <= 30 else [2])
            assert lobby.expiry.expired == 1
            await other.leave()
            await unload(lobby)
            for day in (60, 62):
                services.now = lambda day=day: BEGUN + day * DAY  # type: ignore[misc]
                await lobby.expiry.sweep()
                assert unfinished(lobby) == ([2] if day == 60 else [])

    asyncio.run(play())


def test_beyond_the_quota_the_game_left_alone_for_longest_expires(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, unfinished_per_player=2)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=limits) as lobby:
            client = Client(lobby)
            player = client.player
            await client.connect()
            for number in range(5):
                lobby.services.now = lambda number=number: BEGUN + number  # type: ignore[misc]
                await client.hello()
                board = await client.new("modern beginner")
                await client.play(board["game"], "open", 3)
                await client.leave()
                await unload(lobby)
                client = await Client(lobby, player).connect()
            stranger = await Client(lobby).connect()
            await play_in_rooms(stranger, 1)
            assert unfinished(lobby) == [1, 2, 3, 4, 5, 6]
            await lobby.expiry.sweep()
            assert unfinished(lobby) == [1, 2, 3, 4, 5, 6]  # nobody of these has begun or opened another one
            await play_in_rooms(client, 1)
            await lobby.expiry.sweep()
            assert unfinished(lobby) == [5, 6, 7]

    asyncio.run(play())


def test_a_game_in_memory_does_not_expire_by_the_quota(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(FREE, unfinished_per_player=0)

    async def play() -> None:
        async with open_lobby(tmp_path, limits=limits) as lobby:
            client = await Client(lobby).connect()
            await play_in_rooms(client, 1)
            await lobby.expiry.sweep()
            assert unfinished(lobby) == [1]

    asyncio.run(play())
