"""Commits the actions of a room to the log, before any client sees them."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from ...errors import SapperError
from ...history.store import Append, RoomWentOn, StoreError, Tail
from ...history.store.rows import ON_SERVER, NewRound
from ...phrase import Phrase
from ..nodes.catch_up import apply_tail
from ..protocol.refusal import Refusal, as_sentence
from .pending import Pending
from .resend_buffer import key_of, old_message
from .restore import reload

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import Action, LogEntry
    from ...game import Game
    from ...history.store import Store
    from ..parties.modes.mode import RoomPolicy
    from ..protocol import game_messages
    from ..services import Services
    from ..socket.connection import Connection
    from .replica import GameReplica

log = logging.getLogger("sapper.server")

_TRIES = 32  # against another server that is always faster


class Committed(NamedTuple):
    """The actions that were committed, and those that were not, each with the reason."""

    stored: list[Pending]
    refused: list[tuple[Pending, Refusal]]
    restored: list[Pending] | None = None  # the log as it was before, if another server played in between
    is_superseded: bool = False  # the room has gone on to another game


class Actions:
    """The actions of a room on their way to the log: applied to the replica at once, committed together."""

    __slots__ = (
        "_before",
        "_is_applying",
        "_owner",
        "_policy",
        "_room",
        "_services",
        "is_stale",
        "pending",
        "shown",
    )

    def __init__(
        self,
        services: Services,
        room: str,
        owner: bytes,
        policy: RoomPolicy | None = None,
    ) -> None:
        self.pending: list[Pending] = []
        self.is_stale = False  # the replica differs from the log
        self.shown = 0  # actions of the game that were shown to everybody
        self._before: Game | None = None  # before the pending actions, where another server may be faster
        self._is_applying = False  # in a thread
        self._services = services
        self._room = room
        self._owner = owner
        self._policy = policy  # of a party

    def apply(
        self, replica: GameReplica, connection: Connection, play: game_messages.Play, entry: LogEntry, now: int
    ) -> None:
        """Apply the action of a client to the replica, or raise `Refusal`."""
        self._remember(replica)
        back = self._back(replica, entry, now)
        delta = replica.message(replica.apply(entry, now), connection.tab, play.n)
        if back > 0:
            replica.live.clock.go_back(back)
        self.pending.append(Pending(connection, play, entry, delta, now, key_of(entry.by, connection, play)))

    def _back(self, replica: GameReplica, entry: LogEntry, now: int) -> int:
        """Return the milliseconds that an action gives back to the clock: rooms of a party have a reason for that."""
        return 0 if self._policy is None else replica.live.elapsed(now) - entry.at

    async def apply_in_thread(
        self, replica: GameReplica, connection: Connection, play: game_messages.Play, entry: LogEntry, arrived: int
    ) -> None:
        """Apply an action that takes long, or raise `Refusal`."""
        self._before = None
        back = self._back(replica, entry, arrived)
        tab, n, now = connection.tab, play.n, self._services.clock()
        self._is_applying = True
        try:
            delta = await self._services.workers.run(
                lambda _: replica.message(replica.apply(entry, self._services.clock()), tab, n),
                address=connection.address,
            )
        finally:
            self._is_applying = False
        if back > 0:
            replica.live.clock.go_back(back)
        self.pending.append(Pending(connection, play, entry, delta, now, key_of(entry.by, connection, play)))

    def apply_own(
        self, replica: GameReplica, action: Action, by: int = 0, *, now: int | None = None, only_at: int | None = None
    ) -> None:
        """Apply an action that no client sent, now or at an earlier time."""
        now = self._services.clock() if now is None else now
        self._remember(replica)
        entry = replica.entry(action, now, by=by)
        delta = replica.message(replica.apply(entry, now))
        self.pending.append(Pending(None, None, entry, delta, now, only_at=only_at))

    def _remember(self, replica: GameReplica) -> None:
        """Remember the game as the log has it, before the first action is applied that another server may forestall."""
        if not self.pending:
            self._before = replica.game.copy() if self._services.is_shared and not replica.is_large else None

    async def store_played(self, replica: GameReplica) -> None:
        """Store a game that begins with actions which no client of the room sent; raise `StoreError` if that fails."""
        if not replica.game.log:
            return
        played_at = self._services.time.played_at(replica, self._services.clock())
        begin = self._beginning(replica, Append(0, 0, replica.game.log, played_at=played_at))
        try:
            replica.number, is_stored = await self._services.writer.change(begin)
        except RoomWentOn as error:
            raise Refusal("game", as_sentence(error)) from None
        if not is_stored:
            raise StoreError("the moves before this moment were not saved")

    def is_committed(self, replica: GameReplica) -> bool:
        """Return whether everything on the board is in the log, and was shown."""
        return not (self._is_applying or self.is_stale) and self.shown == replica.game.seq

    def drop(self) -> list[Pending]:
        """Forget the pending actions after an error, and return them. The replica has to be reloaded."""
        dropped, self.pending = self.pending, []
        self.is_stale = True
        return dropped

    def begin_commit(self, replica: GameReplica, done: Callable[[list[Pending], object], None]) -> None:
        """Append the pending actions to the log: many actions, one commit. `done` gets them and how it went.

        That is True, after a conflict what other servers have appended, or an error; `settle` deals with both.
        """
        pending = self.pending
        what = _append(self._services, replica, pending)
        self.pending = []
        if replica.number is None:
            self._begin(replica, what, partial(done, pending))
        else:
            self._services.writer.append(what, partial(done, pending))

    async def settle(self, replica: GameReplica, pending: list[Pending], result: object) -> Committed:
        """Finish a commit that had a conflict or failed."""
        try:
            if isinstance(result, Exception):
                raise result
            if isinstance(result, Tail):
                return await self._commit_after_conflict(replica, pending, result)
            return Committed(pending, [])
        except RoomWentOn as error:
            refusal = Refusal("game", as_sentence(error))
            return Committed([], [(item, refusal) for item in pending], is_superseded=True)
        except Exception as error:
            return self._failed(pending, error)

    async def commit(self, replica: GameReplica) -> Committed:
        """Append the pending actions to the log and return what became of them."""
        done: asyncio.Future[tuple[list[Pending], object]] = asyncio.get_running_loop().create_future()
        self.begin_commit(replica, lambda *result: None if done.cancelled() else done.set_result(result))
        return await self.settle(replica, *await done)

    def _failed(self, pending: list[Pending], error: Exception) -> Committed:
        fault = None if isinstance(error, SapperError) else error
        log.warning("room %s: %d actions were not committed: %s", self._room[:4], len(pending), error, exc_info=fault)
        self.is_stale = True
        refusal = Refusal("store", Phrase("refusal.move-not-saved"))
        return Committed([], [(item, refusal) for item in pending])

    async def _commit_after_conflict(self, replica: GameReplica, pending: list[Pending], tail: Tail) -> Committed:
        """Apply what another server has played, the actions on top of it, and append again."""
        old: list[tuple[Pending, Refusal]] = []
        restored: list[Pending] = []
        for _ in range(_TRIES):
            self._services.counters.conflicts += 1
            restored = await self._go_back(replica, tail, restored)
            pending, older = _not_played(pending, restored)
            old += older
            applied, refused = self._apply_again(replica, pending)
            result = await self._append(replica, applied) if applied else True
            if result is True:
                return Committed(applied, old + refused, restored)
            tail = result
        raise StoreError("another server writes to this game all the time")

    async def _go_back(self, replica: GameReplica, tail: Tail, restored: list[Pending]) -> list[Pending]:
        """Take back the actions that were refused, apply what others have played, and return all that they have."""
        before, self._before = self._before, None
        if before is None or not tail.entries:
            return await reload(self._services, replica, self.shown)
        replica.live.game = before
        return restored + await apply_tail(self._services, replica, tail)

    def _apply_again(
        self, replica: GameReplica, pending: list[Pending]
    ) -> tuple[list[Pending], list[tuple[Pending, Refusal]]]:
        applied, refused = [], []
        self._remember(replica)
        for item in pending:
            now = self._services.clock()
            if item.only_at not in (None, replica.game.seq):
                continue
            try:
                played, back = item.entry, 0
                if self._policy is not None and item.play is not None and item.connection is not None:
                    self._policy.check(replica, played.by, item.play)
                    back = self._policy.gives_back(replica, played.by, item.connection)
                action = played.action if item.play is None else replica.action(item.play)
                entry = replica.entry(action, now, played.by, played.device, played.pointer, back)
                back = self._back(replica, entry, now)
                delta = replica.message(replica.apply(entry, now), item.delta.tab, item.delta.n)
                if back > 0:
                    replica.live.clock.go_back(back)
            except Refusal as refusal:
                refused.append((item, refusal))
            else:
                applied.append(replace(item, entry=entry, delta=delta))
        return applied, refused

    async def _append(self, replica: GameReplica, pending: list[Pending]) -> Literal[True] | Tail:
        return await self._services.writer.appended(_append(self._services, replica, pending))

    def _begin(self, replica: GameReplica, first: Append, done: Callable[[object], None]) -> None:
        """Begin a game in the store; `done` gets what it would get after an append, or `RoomWentOn`."""

        def begun(result: object) -> None:
            if isinstance(result, tuple):
                replica.number, is_appended = result
                result = is_appended or Tail()
            done(result)

        self._services.writer.begin_change(self._beginning(replica, first), begun, actions=len(first.entries))

    def _beginning(self, replica: GameReplica, first: Append) -> Callable[[Store], tuple[int, bool]]:
        """Return a function that begins a game with its first actions, and returns its number and if they are stored.

        It raises `RoomWentOn` if another server has begun another game in the room.
        """
        services = self._services
        services.counters.games += 1
        new = NewRound(
            public_id=replica.id,
            room=self._room,
            player=self._owner,
            salt=replica.salt,
            created_at=services.now(),
            source=self._policy.source if self._policy is not None else ON_SERVER,
            known_board=replica.known_board,
            after=replica.previous,
        )

        def begin(store: Store) -> tuple[int, bool]:
            number = store.begin_round(str(replica.rules), replica.seed, new)
            return number, store.append_many([first._replace(game=number)])[0]

        return begin


def _not_played(pending: list[Pending], restored: list[Pending]) -> tuple[list[Pending], list[tuple[Pending, Refusal]]]:
    """Answer the messages that another server has already played; return the others, and apart those that are old."""
    played = {(item.entry.by, item.id): item.delta for item in restored if item.id is not None}
    newest: dict[tuple[int, str], int] = {}
    for by, (tab, number) in played:
        newest[by, tab] = max(number, newest.get((by, tab), 0))
    rest, old = [], []
    for item in pending:
        by, one = item.entry.by, item.id
        answer = None if one is None else played.get((by, one))
        if answer is not None:
            if item.connection is not None:
                item.connection.send(answer)
        elif one is not None and one.number < newest.get((by, one.tab), 0):
            old.append((item, old_message()))  # as every server that knows the log refuses it
        else:
            rest.append(item)
    return rest, old


def _append(services: Services, replica: GameReplica, pending: list[Pending]) -> Append:
    """Return what is appended to the log: applied actions, with the messages that they answer, and when that was."""
    before = len(replica.live.game.log) - len(pending)
    played_at = services.time.played_at(replica, services.clock())
    entries, ids = [item.entry for item in pending], [item.id for item in pending]
    return Append(replica.number or 0, before, entries, ids, played_at)
