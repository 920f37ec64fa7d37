"""Co-op: one board for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ...action import Action, Kind
from ...game import Game
from ...rules import Rules
from ...shares import Shares
from .. import party_messages
from ..party_events import Score
from ..refusal import Refusal
from ..room import Own
from .mode import Mode

if TYPE_CHECKING:
    from ...board import Board
    from .. import protocol
    from ..commit import Pending
    from ..connection import Connection
    from ..party import Party
    from ..replica import GameReplica
    from ..room import Room


class Coop(Mode):
    """One room in which everybody plays; each may have lives of their own."""

    source: ClassVar[str] = "coop"

    def __init__(self, party: Party) -> None:
        super().__init__(party)
        self._room: Room | None = None
        self._shares = Shares()
        own = Rules.parse(self.terms.rules)
        self._own_lives = own.lives if self.terms.lives == "own" else None
        self._rules = own.replace(lives=own.lives * len(party.state.playing)) if self._own_lives else own

    async def open(self) -> None:
        """Make the room of the round, or load it."""
        room = await self.make_room("all", self._rules, self.party.state.playing[0])
        replica = room.replica
        assert replica is not None
        self._room = room
        self._shares = shares_of(replica)
        if replica.game.status.is_over:
            self.finished(replica)

    def room_of(self, seat: int | None) -> Room | None:
        """Return the room: everybody is there."""
        return self._room

    @property
    def rooms(self) -> list[Room]:
        """The rooms of the round."""
        return [self._room] if self._room is not None else []

    @property
    def public_board(self) -> Board | None:
        """The board of the room."""
        replica = self._room.replica if self._room is not None else None
        return replica.game.board if replica is not None else None

    def check(self, replica: GameReplica, seat: int | None, play: protocol.Play) -> None:
        """Raise `Refusal` if somebody may not play an action now."""
        super().check(replica, seat, play)
        state = self.party.state
        assert seat is not None
        if play.kind == "resign" and seat != state.owner:
            raise Refusal("rules", "Only the owner of the room can give up.")
        if self._own_lives is None or play.kind == "resign":
            return
        if seat not in state.playing:
            raise Refusal("rules", "You play from the next game on: this one began with lives for those who were here.")
        if self._shares.hits[seat] >= self._own_lives:
            raise Refusal("rules", "You have no lives left.")

    def shown(self, replica: GameReplica, connection: Connection) -> None:
        """Send who did what so far."""
        shares = self._shares
        connection.send(
            party_messages.Shares(
                game=replica.id,
                seq=replica.game.seq,
                opened=dict(shares.opened),
                hits=dict(shares.hits),
                flags=shares.flags,
                found=shares.found,
            )
        )

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Count who did what."""
        shares, status = self._shares, replica.game.status
        for item in stored:
            shares.follow(item.delta.by, item.delta.cells, is_over=status.is_over)
        for item in stored:
            if item.delta.chunks is not None:  # too many cells to be listed
                shares.opened[item.delta.by] += replica.game.board.opened - shares.opened.total()
        if not status.is_over:
            self._give_up_if_nobody_is_left()

    def left(self, seat: int) -> None:
        """Give up if everybody who is left has no lives."""
        self._give_up_if_nobody_is_left()

    def _give_up_if_nobody_is_left(self) -> None:
        own, room, state = self._own_lives, self._room, self.party.state
        if own is None or room is None:
            return
        here = [seat.number for seat in state.present if seat.number in state.playing]
        hits = self._shares.hits
        if all(hits[seat] >= own for seat in here):
            room.post(None, Own(Action(Kind.RESIGN), state.owner))

    def finished(self, replica: GameReplica) -> None:
        """End the round: everybody shares the place, and what each opened is said."""
        game, opened = replica.game, self._shares.opened
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


def shares_of(replica: GameReplica) -> Shares:
    """Return who did what in a game, as far as it was played."""
    shares = Shares()
    game = Game(replica.rules, layout=replica.live.layout)
    for entry in replica.game.log:
        delta = game.apply(entry)
        shares.follow(delta.by, delta.cells.flat(), is_over=game.status.is_over)
    return shares
