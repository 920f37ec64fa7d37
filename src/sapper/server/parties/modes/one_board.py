"""One board that everybody sees, and who did what on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....game import Game
from ....shares import Shares
from ...protocol import game_messages, party_messages
from ..ids import COMMON
from .mode import Mode

if TYPE_CHECKING:
    from ....board import Board
    from ....rules import Rules
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ...rooms.room import Room
    from ...socket.connection import Connection
    from ..party import Party


class OneBoard(Mode):
    """A round in one room, where everybody is: those who play and those who watch."""

    def __init__(self, party: Party, rules: Rules) -> None:
        super().__init__(party)
        self.rules = rules
        self.room: Room | None = None
        self.shares = Shares()
        self.followed = 0  # actions that are counted

    async def open(self) -> None:
        """Make the room of the round, or load it."""
        self.room = await self.make_room(COMMON, self.rules, self.party.state.playing[0])
        for seat in self.party.state.playing:
            self.joined(seat)
        self.count(self.replica)
        if self.replica.game.status.is_over:
            self.finished(self.replica)

    def joined(self, seat: int) -> None:
        """Note whose game it is."""
        if self.room is not None:
            self.party.lobby.add_player(self.room, bytes.fromhex(self.seats[seat].player))

    @property
    def replica(self) -> GameReplica:
        """The game of the round."""
        assert self.room is not None
        assert self.room.replica is not None
        return self.room.replica

    @property
    def public_board(self) -> Board | None:
        """The board of the round, which everybody sees."""
        replica = self.room.replica if self.room is not None else None
        return replica.game.board if replica is not None else None

    def room_of(self, seat: int | None) -> Room | None:
        """Return the room: everybody is there."""
        return self.room

    @property
    def rooms(self) -> list[Room]:
        """The rooms of the round."""
        return [self.room] if self.room is not None else []

    def shown(self, replica: GameReplica, connection: Connection) -> None:
        """Send who did what so far."""
        shares = self.count(replica)
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
        if not stored or stored[0].delta.seq != self.followed + 1:  # a fault, or another server played in between
            self.count(replica, stored[-1].delta.seq if stored else None)
            return
        shares, status = self.shares, replica.game.status
        self.followed += len(stored)
        for item in stored:
            if item.delta.seq >= self.party.state.mode.first_counted:
                shares.follow(item.delta.by, item.delta.cells, is_over=status.is_over)
        for item in stored:
            if item.delta.chunks is not None:  # too many cells to be listed
                shares.opened[item.delta.by] += replica.game.board.opened - shares.opened.total()

    def count(self, replica: GameReplica, seq: int | None = None) -> Shares:
        """Return the share of each player, up to the present or up to an earlier action, on all servers."""
        seq = replica.game.seq if seq is None else seq
        if self.followed != seq:
            self.shares, self.followed = shares_of(replica, seq, self.party.state.mode.first_counted), seq
        return self.shares


def shares_of(replica: GameReplica, seq: int, first: int = 1) -> Shares:
    """Return who did what in a game, from an action to another."""
    shares = Shares()
    game = Game(replica.rules, layout=replica.live.layout)
    for entry in replica.game.log[:seq]:
        opened = game.board.opened
        delta = game.apply(entry)
        if delta.seq < first:
            continue
        if len(delta.cells) <= game_messages.LISTED_CELLS:
            shares.follow(delta.by, delta.cells.flat(), is_over=game.status.is_over)
        else:
            shares.opened[delta.by] += game.board.opened - opened
    return shares
