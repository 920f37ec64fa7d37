"""Co-op: one board for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ....action import Action, Kind
from ....board import CellState
from ....modes.coop import COOP
from ....phrase import Phrase
from ....rules import Rules
from ...protocol.refusal import Refusal
from ...rooms.inbox import Own
from ..events import Score
from .one_board import OneBoard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....rules import Level
    from ...protocol import game_messages
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ..party import Party


class Coop(OneBoard):
    """One room in which everybody plays; each may have lives of their own."""

    source: ClassVar[str] = COOP.name

    def __init__(self, party: Party) -> None:
        own = Rules.parse(party.state.terms.rules)
        has_own = party.state.terms.lives == "own"
        super().__init__(party, own.replace(lives=own.lives * len(party.state.playing)) if has_own else own)
        self._own_lives = own.lives if has_own else None

    def check(self, replica: GameReplica, seat: int | None, play: game_messages.Play) -> None:
        """Raise `Refusal` if a player may not play an action now."""
        super().check(replica, seat, play)
        state = self.party.state
        assert seat is not None
        if play.kind == "resign" and seat != state.owner:
            raise Refusal("rules", Phrase("refusal.owner-gives-up"))
        if self._own_lives is None or play.kind == "resign":
            return
        if seat not in state.playing:
            raise Refusal("rules", Phrase("refusal.next-game"))
        if self._hits(replica, seat) >= self._own_lives:
            raise Refusal("rules", Phrase("refusal.no-lives"))

    def _hits(self, replica: GameReplica, seat: int) -> int:
        """Return the mines that a player has opened, those included that are on their way to the store."""
        game = replica.game
        waiting = [entry.action for entry in game.log[self.followed :] if entry.by == seat]
        around = {cell for action in waiting if action.row >= 0 for cell in _around(action, game.rules.level)}
        level = game.rules.level
        new = [cell for cell in around if game.board[cell] == CellState.EXPLODED]
        return self.shares.hits[seat] + sum(level.index(*cell) not in self.shares.found for cell in new)

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Count the actions of each player; the game is over when no player has a life left."""
        super().played(replica, stored)
        if not replica.game.status.is_over:
            self._give_up_if_no_player_is_left()

    def left(self, seat: int) -> None:
        """Give up if everybody who is left has no lives."""
        self._give_up_if_no_player_is_left()

    def _give_up_if_no_player_is_left(self) -> None:
        own, room, state = self._own_lives, self.room, self.party.state
        if own is None or room is None:
            return
        here = [seat.number for seat in state.present if seat.number in state.playing]
        hits = self.shares.hits
        if all(hits[seat] >= own for seat in here):
            room.post(None, Own(Action(Kind.RESIGN), state.owner))

    def finished(self, replica: GameReplica) -> None:
        """End the round: everybody shares the place, and what each opened is said."""
        game, opened = replica.game, self.count(replica).opened
        safe = game.rules.level.cells - game.rules.level.mines
        at = game.log[-1].at if game.log else 0
        self.end(
            [
                Score(
                    seat=seat,
                    place=1,
                    status=game.status.value,
                    share=opened[seat] / safe,
                    at=at,
                    finished_id=replica.finished_id,
                )
                for seat in self.party.state.playing
            ]
        )


def _around(action: Action, level: Level) -> Iterator[tuple[int, int]]:
    """Yield the cells that an action may have opened a mine at: its own, and for a chord those around it."""
    reach = 1 if action.kind is Kind.CHORD else 0
    for row in range(action.row - reach, action.row + reach + 1):
        for col in range(action.col - reach, action.col + reach + 1):
            if level.contains(row, col):
                yield row, col
