"""Two seats of one address: who wins the race is told why the win is not ranked, once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sapper.client import Client, Terms
from sapper.client.news import Reporter, not_ranked_words

if TYPE_CHECKING:
    from server.conftest import Start

    from sapper.client import RemoteParty

SENTENCE = "Not ranked: another player at this address had the same board."


def test_the_winner_reads_why_the_win_is_not_ranked(start: Start) -> None:
    async def play() -> None:
        server = start("--limit", "countdown=0.05")
        async with (
            Client(server.url, name="Ada", device="key") as ada,
            Client(server.url, name="Bo", device="key") as bo,
        ):
            hers = await ada.host(Terms(mode="race", rules="modern 2x1/1"))
            his = await bo.join(hers.id)
            news: list[str] = []
            listening = asyncio.create_task(listen(hers, news))
            for party in (hers, his):
                await party.ready()
            await hers.until(lambda party: bool(party.result))
            assert [score.status for score in hers.result] == ["won", "won"], "the first square is the whole board"
            async with asyncio.timeout(60):
                while SENTENCE not in news:
                    await asyncio.sleep(0.01)
            assert news.count(SENTENCE) == 1
            assert hers.game is not None
            assert not_ranked_words(hers.game.over) == SENTENCE
            listening.cancel()

    asyncio.run(asyncio.wait_for(play(), 120))


async def listen(party: RemoteParty, news: list[str]) -> None:
    reporter = Reporter(party, "rooms.knocks-text")
    async for message in party:
        news += [one.words for one in reporter.take(message)]
