"""Commits the actions of a room to the log, before anybody sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..history.store import StoreError
from ..replay.model import Replay
from .refusal import Refusal

if TYPE_CHECKING:
    from ..action import LogEntry
    from ..history.store import Stored
    from . import protocol
    from .connection import Connection
    from .replica import GameReplica
    from .services import Services
    from .workers import Work

_TRIES = 8  # against another server that is always faster


class Pending(NamedTuple):
    """An action that is applied to the replica and not committed yet. The server's own actions have no `play`."""

    connection: Connection | None
    play: protocol.Play | None
    entry: LogEntry
    delta: protocol.Delta


class Committed(NamedTuple):
    """The actions that were committed, and those that the rules refuse after what another server played."""

    stored: list[Pending]
    refused: list[tuple[Pending, Refusal]]


async def commit(services: Services, room: str, owner: bytes, replica: GameReplica, pending: list[Pending]) -> bool:
    """Append actions to the log; return False if another server appended first."""
    if replica.number is None:
        replica.number = await _create(services, room, owner, replica)
    return await _append(services, replica, replica.number, pending)


async def commit_after_conflict(services: Services, replica: GameReplica, pending: list[Pending]) -> Committed:
    """Load what another server played, apply the actions on top of it, and append again."""
    number = replica.number
    assert number is not None
    refused: list[tuple[Pending, Refusal]] = []
    for _ in range(_TRIES):
        await reload(services, replica)
        pending, new = _apply_again(services, replica, pending)
        refused += new
        if not pending or await _append(services, replica, number, pending):
            return Committed(pending, refused)
    raise StoreError("another server is always faster")


async def _append(services: Services, replica: GameReplica, number: int, pending: list[Pending]) -> bool:
    entries = [item.entry for item in pending]
    if await services.writer.append(number, replica.game.seq - len(entries), entries):
        return True
    services.counters.conflicts += 1
    return False


async def reload(services: Services, replica: GameReplica) -> None:
    """Restore the replica from the log."""
    number = replica.number
    if number is None:
        replica.live.restore((), services.clock())
    else:
        await restore(services, replica, await services.writer.run(lambda store: store.load(number)))


async def restore(services: Services, replica: GameReplica, stored: Stored) -> None:
    """Apply a stored log to the replica, of a game in play or of a finished one."""
    now = services.clock()

    def apply(_: Work) -> None:
        replay = Replay.unpack(stored.replay) if stored.replay is not None else None
        replica.live.restore(replay.entries if replay else stored.entries, now)

    await services.workers.run(apply)
    if stored.finished:
        replica.finished_id = stored.id


async def _create(services: Services, room: str, owner: bytes, replica: GameReplica) -> int:
    services.counters.games += 1
    return await services.writer.run(
        lambda store: store.begin_round(
            str(replica.rules),
            replica.seed,
            created_at=services.now(),
            source="web",
            known_board=replica.known_board,
            public_id=replica.id,
            room=room,
            player=owner,
            salt=replica.salt,
        )
    )


def _apply_again(
    services: Services, replica: GameReplica, pending: list[Pending]
) -> tuple[list[Pending], list[tuple[Pending, Refusal]]]:
    applied, refused = [], []
    for item in pending:
        now = services.clock()
        try:
            action = item.entry.action if item.play is None else replica.action(item.play)
            entry = replica.entry(action, now, device=item.entry.device, pointer=item.entry.pointer)
            delta = replica.message(replica.apply(entry, now), item.delta.tab, item.delta.n)
        except Refusal as refusal:
            refused.append((item, refusal))
        else:
            applied.append(Pending(item.connection, item.play, entry, delta))
    return applied, refused
