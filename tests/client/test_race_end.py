"""The end of a race that no player wins, as a client is told of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from client.rooms import racing
from waiting import PATIENCE

from sapper import Action, Kind
from sapper.client import Client
from sapper.client.news import Reporter

if TYPE_CHECKING:
    from server.conftest import Start

    from sapper.client import RemoteParty


def test_whoever_still_plays_reads_how_long_that_is_possible(start: Start) -> None:
    async def play() -> None:
        server = start("--limit", "countdown=0.05", "--limit", "race-rest=1")
        async with (
            Client(server.url, name="Ada", device="key") as ada,
            Client(server.url, name="Bo", device="key") as bo,
        ):
            hers, his = await racing(ada, bo)
            told = [asyncio.create_task(heard(party)) for party in (hers, his)]
            await asyncio.sleep(0)  # both listen
            assert hers.game is not None
            await hers.game.play(Action(Kind.RESIGN))
            await hers.until(lambda party: not party.is_playing)
            assert [score.status for score in hers.result] == ["abandoned", "abandoned"]
            assert "left, then your game is given up." in (await told[1])
            for task in told:
                task.cancel()

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


async def heard(party: RemoteParty) -> str:
    """Return the first news about the time that is left."""
    reporter = Reporter(party, "rooms.knocks-text")
    async for message in party:
        for one in reporter.take(message):
            if "left, then" in one.words or "at the latest" in one.words:
                return one.words
    return ""
