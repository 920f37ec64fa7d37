"""Commits the actions of a room to the log, before anybody sees them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, NamedTuple

from ..action import Action
from ..history.store import StoreError
from ..replay.model import Replay
from .refusal import Refusal

if TYPE_CHECKING:
    from ..action import Kind, LogEntry
    from ..history.store import Stored
    from . import protocol
    from .connection import Connection
    from .replica import GameReplica
    from .services import Services
    from .workers import Work

log = logging.getLogger("sapper.server")

_TRIES = 8  # against another server that is always faster


class Pending(NamedTuple):
    """An action that is applied to the replica and not committed yet. The server's own actions have no `play`."""

    connection: Connection | None
    play: protocol.Play | None
    entry: LogEntry
    delta: protocol.Delta


class Committed(NamedTuple):
    """The actions that were committed, and those that were not, each with the reason."""

    stored: list[Pending]
    refused: list[tuple[Pending, Refusal]]
    had_conflict: bool = False  # another server played in between: clients need the whole board


class Actions:
    """The actions of a room on their way to the log: applied to the replica at once, committed together."""

    __slots__ = ("_owner", "_room", "_services", "is_stale", "pending")

    def __init__(self, services: Services, room: str, owner: bytes) -> None:
        self.pending: list[Pending] = []
        self.is_stale = False  # the replica differs from the log
        self._services = services
        self._room = room
        self._owner = owner

    async def apply(
        self, replica: GameReplica, connection: Connection, play: protocol.Play, entry: LogEntry, now: int
    ) -> None:
        """Apply the action of a client to the replica, or raise `Refusal`."""
        tab, n = connection.tab, play.n
        if replica.is_large:
            delta = await self._services.workers.run(
                lambda _: replica.message(replica.apply(entry, self._services.clock()), tab, n),
                address=connection.address,
            )
        else:
            delta = replica.message(replica.apply(entry, now), tab, n)
        self.pending.append(Pending(connection, play, entry, delta))

    def apply_own(self, replica: GameReplica, kind: Kind) -> None:
        """Apply an action that no client sent."""
        now = self._services.clock()
        entry = replica.entry(Action(kind), now)
        self.pending.append(Pending(None, None, entry, replica.message(replica.apply(entry, now))))

    def drop(self) -> None:
        """Forget the pending actions after an error. The replica has to be reloaded."""
        self.pending.clear()
        self.is_stale = True

    async def commit(self, replica: GameReplica) -> Committed:
        """Append the pending actions to the log: many actions, one commit."""
        pending, self.pending = self.pending, []
        try:
            if replica.number is None:
                replica.number = await self._create(replica)
            if await self._append(replica, replica.number, pending):
                return Committed(pending, [])
            return await self._commit_after_conflict(replica, replica.number, pending)
        except StoreError as error:
            log.warning("room %s: %d actions were not committed: %s", self._room[:4], len(pending), error)
            self.is_stale = True
            refusal = Refusal("store", "The move could not be saved and was not played.")
            return Committed([], [(item, refusal) for item in pending])

    async def _commit_after_conflict(self, replica: GameReplica, number: int, pending: list[Pending]) -> Committed:
        """Load what another server played, apply the actions on top of it, and append again."""
        refused: list[tuple[Pending, Refusal]] = []
        for _ in range(_TRIES):
            await reload(self._services, replica)
            pending, new = self._apply_again(replica, pending)
            refused += new
            if not pending or await self._append(replica, number, pending):
                return Committed(pending, refused, had_conflict=True)
        raise StoreError("another server writes to this game all the time")

    def _apply_again(
        self, replica: GameReplica, pending: list[Pending]
    ) -> tuple[list[Pending], list[tuple[Pending, Refusal]]]:
        applied, refused = [], []
        for item in pending:
            now = self._services.clock()
            try:
                action = item.entry.action if item.play is None else replica.action(item.play)
                entry = replica.entry(action, now, device=item.entry.device, pointer=item.entry.pointer)
                delta = replica.message(replica.apply(entry, now), item.delta.tab, item.delta.n)
            except Refusal as refusal:
                refused.append((item, refusal))
            else:
                applied.append(Pending(item.connection, item.play, entry, delta))
        return applied, refused

    async def _append(self, replica: GameReplica, number: int, pending: list[Pending]) -> bool:
        entries = [item.entry for item in pending]
        if await self._services.writer.append(number, replica.game.seq - len(entries), entries):
            return True
        self._services.counters.conflicts += 1
        return False

    async def _create(self, replica: GameReplica) -> int:
        services = self._services
        services.counters.games += 1
        return await services.writer.run(
            lambda store: store.begin_round(
                str(replica.rules),
                replica.seed,
                created_at=services.now(),
                source="web",
                known_board=replica.known_board,
                public_id=replica.id,
                room=self._room,
                player=self._owner,
                salt=replica.salt,
            )
        )


async def reload(services: Services, replica: GameReplica) -> None:
    """Restore the replica from the log."""
    number = replica.number
    if number is None:
        replica.live.restore((), services.clock())
    else:
        await restore(services, replica, await services.writer.run(lambda store: store.load(number)))


async def restore(services: Services, replica: GameReplica, stored: Stored, address: str = "") -> None:
    """Apply a stored log to the replica, of a game in play or of a finished one."""
    now = services.clock()

    def apply(_: Work) -> None:
        replay = Replay.unpack(stored.replay) if stored.replay is not None else None
        replica.live.restore(replay.entries if replay else stored.entries, now)

    await services.workers.run(apply, address=address)
    if stored.finished:
        replica.finished_id = stored.id
