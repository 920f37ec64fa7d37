"""Puts what a room played into the log, before anybody is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..history.store import StoreError
from ..replay.model import Replay
from .replica import Refusal

if TYPE_CHECKING:
    from ..action import LogEntry
    from ..history.store import Stored
    from . import protocol
    from .connection import Connection
    from .lobby import Lobby
    from .replica import GameReplica
    from .workers import Work

_TRIES = 8  # against another node that is always faster


class Pending(NamedTuple):
    """An action that is played on the replica and not kept yet; nobody sent it if it has no message."""

    connection: Connection | None
    message: protocol.Play | None
    entry: LogEntry
    told: protocol.Delta


async def keep(
    lobby: Lobby, room: str, owner: bytes, playing: GameReplica, pending: list[Pending]
) -> list[Pending] | None:
    """Append to the log and give what was kept, None if another node was faster."""
    if playing.number is None:
        playing.number = await _begin(lobby, room, owner, playing)
    entries = [item.entry for item in pending]
    if await lobby.writer.append(playing.number, playing.game.seq - len(entries), entries):
        return pending
    lobby.figures.conflicts += 1
    return None


async def keep_after_others(lobby: Lobby, playing: GameReplica, pending: list[Pending]) -> list[Pending]:
    """Read what another node played, play on top of it, and try again. What the rules refuse by then is refused."""
    for _ in range(_TRIES):
        await reload(lobby, playing)
        pending = _play_again(lobby, playing, pending)
        if not pending:
            return []
        assert playing.number is not None
        entries = [item.entry for item in pending]
        if await lobby.writer.append(playing.number, playing.game.seq - len(entries), entries):
            return pending
        lobby.figures.conflicts += 1
    raise StoreError("another server is always faster")


async def reload(lobby: Lobby, playing: GameReplica) -> None:
    """Bring the replica to what the log says."""
    number = playing.number
    if number is None:
        playing.live.restore((), lobby.clock())
    else:
        await replay(lobby, playing, await lobby.writer.run(lambda store: store.load(number)))


async def replay(lobby: Lobby, playing: GameReplica, stored: Stored) -> None:
    """Play a log again, of a game in play or of a finished one."""
    now = lobby.clock()

    def again(_: Work) -> None:
        found = Replay.unpack(stored.replay) if stored.replay is not None else None
        playing.live.restore(found.entries if found else stored.entries, now)

    await lobby.workers.run(again)
    if stored.finished:
        playing.kept = stored.id


async def _begin(lobby: Lobby, room: str, owner: bytes, playing: GameReplica) -> int:
    lobby.figures.games += 1
    return await lobby.writer.run(
        lambda store: store.begin_round(
            str(playing.rules),
            playing.seed,
            created_at=lobby.now(),
            source="web",
            known_board=playing.known_board,
            public_id=playing.id,
            room=room,
            player=owner,
            salt=playing.salt,
        )
    )


def _play_again(lobby: Lobby, playing: GameReplica, pending: list[Pending]) -> list[Pending]:
    again = []
    for item in pending:
        now = lobby.clock()
        try:
            action = item.entry.action if item.message is None else playing.action(item.message)
            entry = playing.entry(action, now, device=item.entry.device, pointer=item.entry.pointer)
            told = playing.message(playing.apply(entry, now), item.told.tab, item.told.n)
        except Refusal as refusal:
            if item.connection is not None and item.message is not None:
                item.connection.refuse(refusal.code, refusal.why, item.message.n, playing.id)
            continue
        again.append(Pending(item.connection, item.message, entry, told))
    return again
