"""The publication of a room's game: actions, boards and the end, for its clients, its party and other servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import Status
from . import finish
from .audience import Audience

if TYPE_CHECKING:
    from ..nodes.room_follower import RoomFollower
    from ..parties.modes.mode import RoomPolicy
    from ..protocol import game_messages
    from ..services import Services
    from ..socket.connection import Connection
    from .background import BackgroundWork
    from .commit import Actions
    from .pending import Pending
    from .replica import GameReplica


class Publication:
    """Shows the game of a room. What it shows is in the log already."""

    __slots__ = (
        "_actions",
        "_background",
        "_follower",
        "_owner",
        "_policy",
        "_services",
        "_shown_end",
        "audience",
        "room",
    )

    def __init__(
        self,
        services: Services,
        follower: RoomFollower,
        room_id: str,
        owner: bytes,
        policy: RoomPolicy | None,
        actions: Actions,
        background: BackgroundWork,
    ) -> None:
        self._services = services
        self._follower = follower
        self.room = room_id
        self._owner = owner
        self._policy = policy
        self._actions = actions
        self._background = background
        self._shown_end: tuple[str, int, int | None] | None = None  # the game, its length and its number when stored
        self.audience = Audience(services, room_id, actions.is_committed)

    @property
    def players(self) -> finish.Players:
        """The players of the game."""
        if self._policy is None:
            return finish.Players(self._owner, addresses=frozenset(one.address for one in self.audience.members))
        return finish.Players(self._owner, self._policy.seats, has_neighbour=self._policy.has_neighbour(self._owner))

    def notify(self) -> None:
        """Notify the other servers that the room has gone on."""
        self._follower.publish(self.room)

    def notify_moves(self, replica: GameReplica) -> None:
        """Notify the other servers how far the game is shown here."""
        self._follower.publish(self.room, b"%d %d" % (replica.number or 0, self._actions.shown))

    def begin(self, replica: GameReplica) -> None:
        """Show a new game from now on."""
        self._actions.shown = replica.game.seq
        self._shown_end = None
        self.audience.forget()
        if replica.number is not None:
            self.notify()

    async def resume(self, replica: GameReplica) -> None:
        """Show a game that was loaded from the log from now on, with its end if it is over."""
        self._actions.shown = replica.game.seq
        await finish.load_end(self._services, self.audience, replica, self.players)
        self._shown_end = _end_of(replica)

    # Actions and boards

    def show(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Acknowledge committed actions and show them to everybody."""
        self._services.counters.moves += len(stored)
        self.show_others(replica, stored)
        if stored:
            self.notify_moves(replica)
        now, observe = self._services.clock(), self._services.counters.acknowledge.observe
        for item in stored:
            observe((now - item.arrived) / 1000)

    def show_others(self, replica: GameReplica, played: list[Pending]) -> None:
        """Show everybody those of the actions that were not shown yet; another server may have played them."""
        actions = self._actions
        new = [item for item in played if item.delta.seq > actions.shown]
        if new:
            self.audience.send_moves(replica, new)
            actions.shown = new[-1].delta.seq
            if replica.is_chunked:
                self.audience.note_commit()
            if self._policy is not None:
                self._policy.played(replica, new)

    def send_board(self, replica: GameReplica, connection: Connection) -> None:
        """Send a client the game as it stands, and what belongs to it."""
        self.audience.send_board(replica, connection)
        self.audience.send_chunks(replica, connection, None)
        if self._policy is not None:
            self._policy.shown(replica, connection)

    def send_missing(self, replica: GameReplica, connection: Connection, hello: game_messages.Hello) -> None:
        """Send a client that comes, or comes back, what it does not have."""
        self.audience.send_missing(replica, connection, hello)
        if self._policy is not None:
            self._policy.shown(replica, connection)

    def recover(self, replica: GameReplica) -> None:
        """Send everybody the game as the log has it, after a fault, and let the party look at it again."""
        for member in self.audience.members:
            self.send_board(replica, member)
        if self._policy is not None:
            self._policy.played(replica, [])

    # The end

    def is_end_shown(self, replica: GameReplica) -> bool:
        """Return whether everything about the end of a game was shown."""
        return self._shown_end == _end_of(replica)

    async def end(self, replica: GameReplica, played: list[Pending]) -> bool:
        """Store and show the end of a game that is over, or show the one that another server has stored.

        Return False if another server has gone on with the game: then it is not over.
        """
        if not replica.game.status.is_over or self.is_end_shown(replica):
            return True
        if replica.finished_id is not None:
            self.audience.send_over(await finish.load_finished(self._services, replica, self.players))
        elif not await self.finish(replica):
            return False
        if played and replica.seal is None:
            connection = played[-1].connection
            self._review(replica, connection.address if connection else "")
        if self._policy is not None:
            self._policy.finished(replica)
        self._shown_end = _end_of(replica)
        return True

    async def finish(self, replica: GameReplica, *, leaving: bool = False) -> bool:
        """Store the replay and reveal the board, for other servers too; return False if one has gone on with it."""
        is_over = await finish.finish(self._services, self.audience, replica, self.players, leaving=leaving)
        if is_over:
            self.notify()
        return is_over

    async def open_seal(self, replica: GameReplica, address: str) -> None:
        """Show everything about a game to everybody here: its round is over."""
        if replica.seal is None:
            return
        replica.open_seal()
        if replica.game.status.is_over:
            await finish.load_end(self._services, self.audience, replica, self.players)
            self._shown_end = _end_of(replica)
            self.audience.send_boards(replica)
            self._review(replica, address)

    def _review(self, replica: GameReplica, address: str) -> None:
        """Start to judge the move that lost a game."""
        game = replica.game
        is_small = game.rules.level.cells <= self._services.limits.helped_cells
        if game.status is not Status.LOST or not is_small:
            return

        def send(review: game_messages.Review) -> None:
            if self.is_end_shown(replica) and review.seq == replica.game.seq:  # it may have been undone
                self.audience.send_review(review)

        self._background.review(replica, address=address, send=send)


def _end_of(replica: GameReplica) -> tuple[str, int, int | None]:
    return replica.id, replica.game.seq, replica.finished_id
