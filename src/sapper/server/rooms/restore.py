"""Replicas of games that are read from the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...replay.model import Replay
from .pending import Pending
from .resend_buffer import REMEMBERED

if TYPE_CHECKING:
    from ...action import LogEntry
    from ...game import Delta, Game
    from ...history.store import Stored
    from ...history.store.rows import MessageId
    from ..services import Services
    from .replica import GameReplica

_AT_ONCE = 256  # actions that are applied without a thread


async def reload(services: Services, replica: GameReplica, shown: int) -> list[Pending]:
    """Restore the replica from the log, and return its last actions, among them all after the first `shown`."""
    number = replica.number
    if number is None:
        replica.live.restore((), services.clock())
        return []
    stored = await services.writer.run(lambda store: store.load(number))
    return await _restore_in_thread(services, replica, stored, "", shown)


async def restore(
    services: Services, replica: GameReplica, stored: Stored, address: str = ""
) -> list[Pending] | LastActions:
    """Apply a stored log to the replica, of a game in play or of a finished one.

    Returned are its last actions, for clients that send again what was not acknowledged: those that have ids.
    """
    if replica.is_large or replica.is_searched_for or stored.seq > _AT_ONCE:
        return await _restore_in_thread(services, replica, stored, address, stored.seq)
    entries, now = entries_of(stored), services.clock()
    replica.live.restore(entries, now)
    _run_clock(services, replica, stored, now)
    return LastActions(replica, entries, all_ids(stored), now)


async def _restore_in_thread(
    services: Services, replica: GameReplica, stored: Stored, address: str, shown: int
) -> list[Pending]:
    now = services.clock()

    def apply() -> list[Pending]:
        entries, ids = entries_of(stored), all_ids(stored)
        before = min(max(0, stored.seq - min(REMEMBERED, len(stored.ids))), shown)
        replica.live.restore(entries[:before], now)
        last = _played(replica, replica.game, entries[before:], ids[before:], now)
        _run_clock(services, replica, stored, now)
        return last

    return await services.workers.run(lambda _: apply(), address=address)


def _run_clock(services: Services, replica: GameReplica, stored: Stored, now: int) -> None:
    time = services.time
    time.run_clock(replica, stored.played_at, now, time.left_at(stored, services.limits.idle))
    if stored.finished:
        replica.finished_id = stored.id


class LastActions:
    """The last actions of a game that was loaded. The messages about them are made when a client needs one."""

    def __init__(self, replica: GameReplica, entries: list[LogEntry], ids: list[MessageId | None], now: int) -> None:
        self._replica = replica
        self._entries = entries
        self._ids = ids
        self._now = now

    @property
    def ids(self) -> list[tuple[int, str, int]]:
        """The players, tabs and numbers of the messages that they answer."""
        return [(entry.by, *one) for entry, one in zip(self._entries, self._ids, strict=True) if one is not None]

    def make(self) -> list[Pending]:
        """Return them as what is shown to people, by playing the game again."""
        return _played(self._replica, self._replica.live.new_game(), self._entries, self._ids, self._now)


def _played(
    replica: GameReplica, game: Game, entries: list[LogEntry], ids: list[MessageId | None], now: int
) -> list[Pending]:
    """Apply actions to a game, and return them as what is shown to people."""
    return [
        from_log(replica, game.apply(entry), entry, one, now, game) for entry, one in zip(entries, ids, strict=True)
    ]


def entries_of(stored: Stored) -> list[LogEntry]:
    """Return all actions of a stored game, in play or finished."""
    return list(stored.entries if stored.replay is None else Replay.unpack(stored.replay).entries)


def all_ids(stored: Stored) -> list[MessageId | None]:
    """Return the ids of all actions: a finished game has those of its last ones only."""
    return [None] * (stored.seq - len(stored.ids)) + list(stored.ids)


def from_log(
    replica: GameReplica, delta: Delta, entry: LogEntry, one: MessageId | None, now: int, game: Game | None = None
) -> Pending:
    """Return an action that was read from the log and just applied, with the id of the message that it answers.

    `game` is what it was applied to, if not the one in play.
    """
    tab, number = one or ("", None)
    message = replica.message(delta, tab, number, game)
    key = None if one is None else (entry.by, one.tab, one.number, message.kind, message.cell)
    return Pending(None, None, entry, message, now, key)
