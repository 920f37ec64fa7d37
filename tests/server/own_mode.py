"""A way to play together in one file: all open one board, and the most squares win.

Run with a folder, it plays a round of it on a server there and prints the result.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from sapper import modes
from sapper.modes import Mode
from sapper.rules import Rules

SPRINT = Mode("sprint", rules="modern 8x8/3", wins_by="points", least=2)
modes.MODES[SPRINT.name] = SPRINT  # before the server is loaded, as an entry in sapper/modes/__init__.py would be

from sapper.server.parties import modes as server_modes  # noqa: E402
from sapper.server.parties.events import Score  # noqa: E402
from sapper.server.parties.modes.one_board import OneBoard  # noqa: E402

if TYPE_CHECKING:
    from sapper.server.parties.party import Party
    from sapper.server.rooms.replica import GameReplica


class Sprint(OneBoard):
    """One room in which everybody opens squares for themselves."""

    source: ClassVar[str] = SPRINT.name

    def __init__(self, party: Party) -> None:
        super().__init__(party, Rules.parse(party.state.terms.rules))

    def finished(self, replica: GameReplica) -> None:
        """End the round: who has opened more is in front."""
        opened = self.count(replica).opened
        seats = self.party.state.playing
        places = {seat: 1 + sum(opened[other] > opened[seat] for other in seats) for seat in seats}
        status = replica.game.status.value
        self.end([Score(seat=seat, place=places[seat], status=status, points=opened[seat]) for seat in seats])


server_modes.MODES[Sprint.source] = Sprint


async def play(folder: Path) -> None:
    """Play a round, of which Ada opens most by one click, and print seats, places and points."""
    from server.party_guests import MINES, QUICK, playing, three_mines
    from server.playground import open_lobby

    async with open_lobby(folder, limits=QUICK, layout=three_mines) as lobby:
        (ada, grace), game = await playing(lobby, "Ada", "Grace", mode=SPRINT.name)
        await ada.play(game, "open", 7, 10)
        for cell in sorted(set(range(64)) - set(MINES)):
            if (await grace.play(game, "open", cell, 100 + cell))["t"] == "refused":
                break
        party = await ada.when(stage="waiting")
        print([(score["seat"], score["place"], score.get("points", 0)) for score in party["result"]])


if __name__ == "__main__":
    import asyncio

    asyncio.run(play(Path(sys.argv[1])))
