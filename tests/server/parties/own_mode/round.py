"""A round of a sprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sapper.rules import Rules
from sapper.server.parties.events import Score
from sapper.server.parties.modes.one_board import OneBoard

if TYPE_CHECKING:
    from sapper.server.parties.party import Party
    from sapper.server.rooms.replica import GameReplica


class Sprint(OneBoard):
    """One room in which everybody opens squares for themselves."""

    source: ClassVar[str] = "sprint"

    def __init__(self, party: Party) -> None:
        super().__init__(party, Rules.parse(party.state.terms.rules))

    def finished(self, replica: GameReplica) -> None:
        """End the round: who has opened more is in front."""
        opened = self.count(replica).opened
        seats = self.party.state.playing
        places = {seat: 1 + sum(opened[other] > opened[seat] for other in seats) for seat in seats}
        status = replica.game.status.value
        self.end([Score(seat=seat, place=places[seat], status=status, points=opened[seat]) for seat in seats])
