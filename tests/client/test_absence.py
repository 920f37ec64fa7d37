"""A client that was away: what it is told when it comes back, and what time it shows."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest
from client.rooms import racing
from waiting import PATIENCE

from sapper.client import Client
from sapper.client.news import Reporter, absence_words
from sapper.server.protocol.party_messages import Entered

if TYPE_CHECKING:
    from server.conftest import Start

    from sapper.client import RemoteParty


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        (Entered(party="p", seat=1), ""),
        (
            Entered(party="p", seat=1, away=45, missed="game"),
            "You were away for more than 45 seconds, so your game was given up.",
        ),
        (
            Entered(party="p", seat=1, away=120, missed="seat"),
            "You were away for more than 2 minutes, so your seat became free. You have it again.",
        ),
        (
            Entered(party="p", away=45, missed="seat"),
            "You were away for more than 45 seconds, and your seat was taken. You are watching.",
        ),
        (Entered(party="p", seat=1, missed="round"), "The round ended while you were away."),
    ],
)
def test_what_a_player_is_told_who_was_away(entered: Entered, words: str) -> None:
    assert absence_words(entered) == words


class Line:
    """The line between a client and a server, which can be cut."""

    def __init__(self) -> None:
        self.port = 0  # of the server
        self._writers: set[asyncio.StreamWriter] = set()
        self.is_cut = False

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        self._server.close()

    def cut(self) -> None:
        """Lose every connection, and carry nothing until `is_cut` is set to False."""
        self.is_cut = True
        for writer in self._writers:
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        while self.is_cut and not writer.is_closing():
            await asyncio.sleep(0.02)
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers.add(back)
        await asyncio.gather(_copy(reader, back), _copy(there, writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
    writer.close()


def test_a_client_whose_connection_was_lost_is_told_and_shows_the_time_of_the_server(start: Start) -> None:
    async def play() -> None:
        line = Line()
        async with AsyncExitStack() as stack:
            url = await stack.enter_async_context(line)
            server = start("--limit", "countdown=0.05", "--origin", url)
            line.port = server.port
            ada = await stack.enter_async_context(Client(server.url, name="Ada", device="key"))
            bo = await stack.enter_async_context(Client(url, name="Bo", device="key"))
            hers, his = await racing(ada, bo, grace=1)
            game, news = his.game, asyncio.create_task(told(his))
            assert game is not None
            game.take_time(500_000)  # a wrong clock
            line.cut()
            line.is_cut = False
            await his.until(lambda _: game.elapsed < 400_000)
            line.cut()
            await hers.until(lambda party: party.seats[1].has_left)
            line.is_cut = False
            assert await news == "You were away for more than 1 second, so your game was given up."

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


async def told(party: RemoteParty) -> str:
    """Return the first news about an absence."""
    reporter = Reporter(party, "rooms.knocks-text")
    async for message in party:
        for one in reporter.take(message):
            if "away" in one.words:
                return one.words
    raise AssertionError(party.parted)
