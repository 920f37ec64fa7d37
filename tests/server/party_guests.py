"""People in parties, without sockets: what tests of every way to play together use."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from server.playground import FREE, Client
from server.playground import MINES as MINES
from server.playground import RULES as RULES
from server.playground import three_mines as three_mines
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from server.playground import Clock

    from sapper import Game
    from sapper.server.http.cookies import Player
    from sapper.server.parties.party import Party
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.rooms.replica import GameReplica
    from sapper.server.rooms.room import Room

QUICK = replace(FREE, countdown=0.0, grace=0.02)
PATIENT = replace(QUICK, grace=1000.0)
#: The least that every way to play together is asked for with.
TERMS: dict[str, dict[str, Any]] = {
    "coop": {},
    "race": {"mode": "race"},
    "duel": {"mode": "duel"},
    "arena": {"mode": "arena", "boards": 3, "minutes": 1},
}
Message = dict[str, Any]


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def eventually(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.001)


def real_time() -> int:
    """Return the milliseconds of a clock that runs."""
    return time.monotonic_ns() // 1_000_000


class Guest(Client):
    """A guest in a party."""

    seat: int | None = None
    party = ""
    game = ""  # that they play, in a race

    async def host(self, **terms: object) -> Message:
        """Open a party and return it."""
        self.send("host", n=1, terms={"rules": RULES, **terms})
        return await self.entered()

    async def join(self, party: str, **fields: object) -> Message:
        self.send("join", n=1, party=party, **fields)
        return await self.entered()

    async def entered(self) -> Message:
        entered = await self.until("entered", "refused")
        if entered["t"] == "refused":
            return entered
        self.seat, self.party = entered.get("seat"), entered["party"]
        return await self.until("party")

    async def when(self, **wanted: object) -> Message:
        """Wait for the party to be so."""
        while True:
            message = await self.until("party")
            if all(message.get(name) == value for name, value in wanted.items()):
                return message

    async def ask(self, t: str, **fields: object) -> Message:
        """Send a request and wait for its answer."""
        self.send(t, n=7, **fields)
        while (answer := await self.until("done", "refused", "parted")).get("n") != 7:
            pass
        return answer

    async def board(self) -> Message:
        """Wait for the game that starts, and until it may be played: a busy machine sends them in either order."""
        board, has_begun = None, False
        while board is None or not has_begun:
            message = await self.until("board", "party")
            if message["t"] == "board":
                is_over = message["status"] in ("won", "lost", "abandoned")  # of the round before, which is shown now
                board = board if is_over else message
            else:
                has_begun = message["stage"] == "playing" and "starts_in" not in message
        return board

    async def first_opening(self) -> None:
        """Wait until the server has opened the first square."""
        async with asyncio.timeout(PATIENCE):
            while game_of(self).first is None:
                await asyncio.sleep(0.001)


async def guest(lobby: Lobby, name: str = "", player: Player | None = None, address: str = "here") -> Guest:
    client = Guest(lobby, player, address)
    await client.connect()
    await client.hello(tab=f"tab {client.connection.number}", **({"name": name} if name else {}))
    return client


async def playing(lobby: Lobby, *names: str, **terms: object) -> tuple[list[Guest], str]:
    """Return people whose round has begun, and the id of its game."""
    guests = [await guest(lobby, name, address=f"the address of {name}") for name in names]
    await guests[0].host(**terms)
    for other in guests[1:]:
        await other.join(guests[0].party)
    for one in guests:
        one.send("ready", n=2)
    boards = [await one.board() for one in guests]
    return guests, boards[0]["game"]


def room_of(client: Client) -> Room:
    room = client.connection.room
    assert room is not None, f"no room after {client.frames[-3:]}, closed with {client.closed}"
    return room


def replica_of(client: Client) -> GameReplica:
    replica = room_of(client).replica
    assert replica is not None
    return replica


def game_of(client: Client) -> Game:
    return replica_of(client).game


def party_of(client: Client) -> Party:
    party = client.connection.party
    assert party is not None
    return party


def let_pass(lobby: Lobby, clock: Clock, seconds: float) -> None:
    """Let time pass, and wake the parties."""
    clock.time += round(seconds * 1000)
    for party in lobby.parties.in_memory:
        party.timer.reschedule()


def held(lobby: Lobby) -> tuple[int, int, int]:
    """Return the bytes that are reserved, and how many rooms and parties are in memory."""
    return lobby.services.memory.reserved, len(lobby.rooms), len(lobby.parties.in_memory)


def names(party: Message) -> list[str]:
    return [seat["name"] for seat in party["seats"] if not seat.get("has_left")]
