"""The game of a room: actions are applied to the replica, committed to the log, then published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...history.store import StoreError
from ...phrase import Phrase
from ..nodes import catch_up
from ..operations.memory import room_bytes
from ..protocol import game_messages
from ..protocol.refusal import Refusal
from . import restore, secrecy, start
from .background import BackgroundWork
from .commit import Actions
from .inbox import Resync
from .publication import Publication
from .resend_buffer import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import LogEntry
    from ...history.store.rows import Head, LastGame
    from ...history.store.seals import Seal
    from ...rules import Rules
    from ...seed import Seed
    from ..nodes.room_follower import RoomFollower
    from ..parties.ids import GameIdentity
    from ..parties.modes.mode import RoomPolicy
    from ..services import Services
    from ..socket.connection import Connection
    from .commit import Committed
    from .inbox import Inbox, Item, Own
    from .pending import Pending
    from .replica import GameReplica


_RECENT = 1000  # milliseconds


class RoomGame:
    """One game after another: the replica of the newest, and its actions on their way to the log.

    It does not know its room, so that a room that is unloaded is freed at once. What it puts into the inbox needs no
    turn to be scheduled: a task of the room runs meanwhile, and looks at the inbox when it ends.
    """

    __slots__ = (
        "_follower",
        "_inbox",
        "_layout",
        "_previous",
        "_rivals_at",
        "actions",
        "background",
        "memory",
        "owner",
        "policy",
        "publication",
        "replica",
        "room",
        "services",
    )

    def __init__(
        self,
        services: Services,
        follower: RoomFollower,
        inbox: Inbox,
        room_id: str,
        owner: bytes,
        policy: RoomPolicy | None = None,
    ) -> None:
        self.services = services
        self.room = room_id
        self.owner = owner
        self.policy = policy  # of a party
        self.replica: GameReplica | None = None
        self.actions = Actions(services, room_id, owner, policy)
        self.background = BackgroundWork(services, owner)
        self.publication = Publication(services, follower, room_id, owner, policy, self.actions, self.background)
        self.memory = services.memory.reserve(0, player=owner, can_be_small=True)
        self._follower = follower
        self._inbox = inbox
        self._layout = policy.layout if policy else None
        self._previous = 0  # the number of the last game before the present one, 0 if there is none
        self._rivals_at: int | None = (
            None  # when another server last played here, in milliseconds of the server's clock
        )

    @property
    def known(self) -> catch_up.Known:
        """The part of its newest game that the room knows."""
        replica = self.replica
        if replica is None:
            return catch_up.Known(self.room, 0, self._previous, "", 0, is_finished=False)
        number = replica.number or 0
        is_finished = replica.finished_id is not None and self.publication.is_end_shown(replica)
        return catch_up.Known(self.room, number, number or self._previous, replica.id, self.actions.shown, is_finished)

    def is_behind(self, head: Head) -> bool:
        """Return whether the room has gone on elsewhere, by a hint, which nearly always is about the game in play."""
        replica = self.replica
        if replica is not None and replica.number == head.game and replica.finished_id is None:
            return head.is_finished or head.seq > self.actions.shown
        return self.known.is_behind(head)

    @property
    def has_rivals(self) -> bool:
        """Whether another server has played in the room in the last second."""
        return self._rivals_at is not None and self.services.clock() - self._rivals_at < _RECENT

    def note_rivals(self) -> None:
        """Note that another server has played in the room."""
        self._rivals_at = self.services.clock()

    def ask(self, hint: Head, done: Callable[[catch_up.News | Exception | None], None]) -> None:
        """Call `done` with what other servers have played in the room, None if nothing, or with an error."""
        self._follower.ask(self.known, hint, done)

    async def news(self) -> catch_up.News | None:
        """Return what other servers have played in the room, None if nothing; raise `StoreError`."""
        return await self._follower.news(self.known)

    def refuse(self, connection: Connection | None, refusal: Refusal, n: int | None) -> None:
        """Send a client why something was not done, if one asked for it."""
        if connection is not None:
            connection.refuse(refusal, n, self.replica.id if self.replica else None)

    # One game after another

    def seal_of(self, seed: Seed | None) -> Seal | None:
        """Return the seal of a game here on the board of a seed."""
        return secrecy.seal_of(self.services, self.policy, seed)

    def reserve(self, rules: Rules, actions: int, address: str) -> None:
        """Reserve the memory of a game of some rules and a number of actions, or raise `NoMemory`."""
        self.memory.resize(room_bytes(rules, actions), address)

    async def start_game(
        self, rules: Rules, identity: GameIdentity, address: str, *, known_board: bool = False
    ) -> None:
        """Start a game of a party; others may have seen the end of a known board."""
        self.reserve(rules, 0, address)
        seed, salt, public_id = identity
        self.replica = await start.new_replica(
            self.services,
            rules,
            seed,
            self.memory,
            known_board=known_board,
            identity=(salt, public_id),
            layout=self._layout,
            seal=self.seal_of(seed),
        )

    async def load(self, found: LastGame, address: str) -> None:
        """Continue a stored game, in play or finished, or raise `NoMemory`."""
        round_, rules = found.round_, start.stored_rules(found.rules)
        self.reserve(rules, found.actions, address)
        stored = found.stored
        if stored is None:
            stored = await self.services.reader.run(lambda store: store.load(round_.game))
        seal = self.seal_of(stored.seed)
        replica = await start.stored_replica(self.services, rules, round_, stored, self.memory, self._layout, seal)
        restored = await restore.restore(self.services, replica, stored, self.memory.address)
        self.replica = replica
        self.publication.audience.restore(restored)
        paused = await self._pause_if_left_alone(replica)
        if paused is not None and paused.restored is not None:
            self.publication.audience.restore(paused.restored)
        await self.publication.resume(replica)

    def drop(self) -> int:
        """Forget the game: its memory is used by the next one. Return the number of the last game that was stored."""
        self._previous = self.known.last
        self.replica = None
        return self._previous

    def go_on_with(self, replica: GameReplica) -> None:
        """Make a new game the one of the room."""
        self.replica = replica
        self.publication.begin(replica)

    # Playing

    def is_quick(self, message: Item) -> bool:
        """Return whether a message is a move that can be played at once."""
        replica = self.replica
        return (
            isinstance(message, game_messages.Play)
            and replica is not None
            and (not replica.is_searched_for or replica.game.first is not None)
            and not self.actions.is_stale
            and not replica.is_large
        )

    def entry(self, connection: Connection, play: game_messages.Play, arrived: int) -> LogEntry | None:
        """Return the log entry of a move, None if it was played before, or raise `Refusal`."""
        replica = self.current(play.game)
        seat = self.seat(connection)
        if seat is None and self.policy is not None:
            raise Refusal("room", Phrase("refusal.watching"))
        by = seat or 0
        if self._was_played(by, connection, play):
            return None
        if self.background.is_generating:
            raise Refusal("busy", Phrase("refusal.still-generating"))
        back = 0
        if self.policy is not None:
            self.policy.check(replica, seat, play)
            back = self.policy.gives_back(replica, by, connection)
        action = replica.action(play)
        pointer = None if play.x is None or play.y is None else (play.x, play.y)
        return replica.entry(action, arrived, by, play.device, pointer, back)

    def current(self, game: str) -> GameReplica:
        """Return the game in play if it is the one that a client means, or raise `Refusal`."""
        if self.replica is None or self.replica.id != game:
            raise Refusal("game", Phrase("refusal.another-game"))
        return self.replica

    def seat(self, connection: Connection) -> int | None:
        """Return the seat of a client in a party, None for a watcher.

        A message may have waited in the inbox while its sender left, perhaps for a seat in another party.
        """
        if self.policy is not None and (connection.room is None or connection.room.game is not self):
            raise Refusal("room", Phrase("refusal.left-game"))
        return connection.seat

    def _was_played(self, by: int, connection: Connection, play: game_messages.Play) -> bool:
        """Return whether a message arrived before. It is answered as it was then, and not played again."""
        if self.publication.audience.send_again(by, connection, play):
            return True
        pending = self.actions.pending
        if not pending:
            return False
        key = key_of(by, connection, play)  # the connection before may have sent it, too
        return any(item.key == key for item in pending)

    async def play_own(self, replica: GameReplica, *kinds: Kind, by: int = 0) -> None:
        """Play and commit actions that no client sent, for a seat."""
        await self.play_actions(replica, *map(Action, kinds), by=by)

    async def play_actions(self, replica: GameReplica, *actions: Action, by: int = 0) -> None:
        """Play and commit actions that no client sent, for a seat, or raise `StoreError`."""
        for action in actions:
            self.actions.apply_own(replica, action, by)
        await self.flush()
        if self.actions.is_stale:
            raise StoreError(f"{actions[-1].kind} was not committed")

    async def play_for(self, own: Own) -> None:
        """Play an action of the party, unless the game is over."""
        await self.flush()
        replica = self.replica
        if replica is None or replica.game.status.is_over or own.seq not in (None, replica.game.seq):
            return
        self.actions.apply_own(replica, own.action, own.by, only_at=own.seq)

    # Committing

    async def flush(self) -> None:
        """Commit what was played, then acknowledge and show it."""
        replica = self.replica
        if replica is not None and self.actions.pending:
            await self._take(replica, await self.actions.commit(replica))

    async def settle(self, replica: GameReplica, pending: list[Pending], result: object) -> None:
        """Finish a commit that had a conflict or failed."""
        await self._take(replica, await self.actions.settle(replica, pending, result))

    async def _take(self, replica: GameReplica, committed: Committed) -> None:
        stored, restored = committed.stored, committed.restored
        if restored:
            self.note_rivals()
        self.publication.show_others(replica, restored or [])
        self.publication.show(replica, stored)
        for item, refusal in committed.refused:
            self.refuse(item.connection, refusal, item.delta.n)
        if self.actions.is_stale:
            for member in self.publication.audience.members:
                self._inbox.put(member, Resync())
        elif committed.is_superseded:
            await catch_up.load_newest(self)
        else:
            await self.end_if_over(replica, stored or restored or [])

    async def reload(self) -> None:
        """Restore the replica from the log."""
        replica = self.replica
        if replica is not None:
            restored = await restore.reload(self.services, replica, self.actions.shown)
            self.actions.is_stale = False
            self.publication.show_others(replica, restored)
            if (paused := await self._pause_if_left_alone(replica)) is not None:
                await self._take(replica, paused)
            await self.end_if_over(replica, restored)
        self.actions.is_stale = False

    async def _pause_if_left_alone(self, replica: GameReplica) -> Committed | None:
        """Log the pause of a game that no client had open for long, so that every node counts the same time."""
        since, replica.left_alone = replica.left_alone, None
        if since is None:
            return None
        self.actions.apply_own(replica, Action(Kind.PAUSE), now=since)
        if self.policy is not None:  # a game with others does not stay paused
            self.actions.apply_own(replica, Action(Kind.RESUME))
        return await self.actions.commit(replica)

    async def end_if_over(self, replica: GameReplica, played: list[Pending]) -> None:
        """Store and show the end of a game that is over; catch up if another server has gone on with it."""
        if not await self.publication.end(replica, played):
            self.actions.is_stale = True
            self._inbox.head = catch_up.UNKNOWN
