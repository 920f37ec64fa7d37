"""Plays a round of a sprint on a server whose store is in the given folder."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from server.party_guests import MINES, QUICK, playing, three_mines
from server.playground import open_lobby


async def play(folder: Path) -> None:
    """Play a round, of which Ada opens most by one click, and print seats, places and points."""
    async with open_lobby(folder, limits=QUICK, layout=three_mines) as lobby:
        (ada, grace), game = await playing(lobby, "Ada", "Grace", mode="sprint")
        await ada.play(game, "open", 7, 10)
        for cell in sorted(set(range(64)) - set(MINES)):
            if (await grace.play(game, "open", cell, 100 + cell))["t"] == "refused":
                break
        party = await ada.when(stage="waiting")
        print([(score["seat"], score["place"], score.get("points", 0)) for score in party["result"]])


if __name__ == "__main__":
    asyncio.run(play(Path(sys.argv[1])))
