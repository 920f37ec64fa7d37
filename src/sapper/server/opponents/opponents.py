"""The opponents of a server: as many as it has time for, and not too many for one address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...phrase import Phrase
from ...rules import Rules
from ..parties.events import Admitted
from ..protocol.refusal import Refusal
from ..socket.networks import network_of
from .opponent import Opponent

if TYPE_CHECKING:
    from ..parties.party import Party
    from ..services import Services


class Opponents:
    """Seats the solver in parties."""

    name = "opponents"  # by which the server's own threads give them turns
    pace = 1.0  # by which every pause is multiplied

    def __init__(self, services: Services) -> None:
        self._services = services
        self._seated: set[Opponent] = set()

    def __len__(self) -> int:
        return len(self._seated)

    async def seat(self, party: Party, strength: str, address: str, *, is_match: bool = False) -> None:
        """Seat the solver in a party, for a client at an address, or raise `Refusal`.

        In a quick match it comes only while no other player has.
        """
        self._check(party, address)
        number = 1 + sum(one.party is party for one in self._seated)
        opponent = Opponent(self, party, strength, address, number)
        self._seated.add(opponent)
        try:
            await self._admit(party, opponent.connection.player.key.hex())
            await opponent.sit(is_match=is_match)
        except BaseException:
            self.forget(opponent)
            raise

    def _check(self, party: Party, address: str) -> None:
        """Raise `Refusal` if the solver does not play there, or plays elsewhere as often as it can."""
        limits, state, network = self._services.limits, party.state, network_of(address)
        if state.mode.has_boards:
            raise Refusal("rules", Phrase("refusal.solver-mode"))
        if Rules.parse(state.terms.rules).level.cells > limits.solver_cells:
            raise Refusal("limit", Phrase("refusal.solver-size", count=limits.solver_cells))
        if not state.has_free_seat:
            raise Refusal("limit", Phrase("refusal.seats-taken"))
        here = sum(network_of(one.address) == network for one in self._seated)
        if len(self._seated) >= limits.solvers or here >= limits.solvers_per_address:
            raise Refusal("limit", Phrase("refusal.solver-busy"))

    async def _admit(self, party: Party, player: str) -> None:
        """Let the solver in where newcomers have to ask, or cannot come: it was asked to come."""
        if party.state.terms.entry != "open":
            await party.log.change(lambda at: [Admitted(at=at, player=player)])

    def forget(self, opponent: Opponent) -> None:
        """Count an opponent no more that has stood up."""
        self._seated.discard(opponent)
