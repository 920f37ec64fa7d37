"""A room: an inbox and the replica of a game. It applies, commits, then broadcasts.

Moves are the common case and are played as they come, without a task: a turn applies all that have arrived, and hands
them to the writer. Everything else takes time, and is handled one by one in a task, while the inbox waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..action import Action, Kind
from ..errors import SapperError
from ..game import Status
from ..history import best_times
from ..history.rows import ON_SERVER
from ..history.store import StoreError
from ..rules import Rules
from ..seed import Seed
from . import daily, finish, help_messages, outside_help, protocol, start
from .audience import Audience
from .background import BackgroundWork
from .catch_up import Known, apply_news
from .commit import Actions
from .memory import NoMemory, room_bytes
from .refusal import Refusal, as_sentence
from .resend_buffer import key_of
from .restore import reload, restore
from .workers import Busy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from typing import Any

    from ..action import LogEntry
    from ..board import Board
    from ..history.rows import Round
    from ..history.store import Stored
    from .commit import Committed
    from .connection import Connection
    from .lobby import Lobby
    from .modes.mode import RoomPolicy
    from .party_ids import GameIdentity
    from .pending import Pending
    from .replica import GameReplica
    from .services import Services

log = logging.getLogger("sapper.server")

_MOST_WAITING = 256  # messages in an inbox
_AT_ONCE = 64  # moves played in one turn
_TRIES = 8  # to end a game that another server goes on with


class _Resync(NamedTuple):
    """A client lost messages and needs the whole board."""


class _Follow(NamedTuple):
    """Another server may have played in this room."""


class _BoardReady(NamedTuple):
    """A no-guess board was found, and the opening that needs it can be played."""

    play: protocol.Play

    @property
    def n(self) -> int:
        return self.play.n


class Own(NamedTuple):
    """An action that the party of the room plays, for a seat; with `seq` only if the game is still there."""

    action: Action
    by: int
    seq: int | None = None


class _Unload(NamedTuple):
    """A request to unload the room, which has been empty for `Limits.idle` seconds."""


class _Helped(NamedTuple):
    """The API gives advice on a position that may be the one of this game."""

    board: Board
    is_owner: bool
    counted: asyncio.Future[None]


_Item = protocol.Inbound | _Resync | _Follow | _BoardReady | _Unload | _Helped | Own


class Room:
    """One game after another. Nothing but its turns and its task changes the replica and sends messages about it."""

    def __init__(
        self, services: Services, lobby: Lobby, room_id: str, owner: bytes, policy: RoomPolicy | None = None
    ) -> None:
        self.id = room_id
        self.owner = owner
        self.policy = policy  # of a party
        self.replica: GameReplica | None = None
        self.idle_since = services.seconds()
        self._services = services
        self._lobby = lobby
        self._inbox: deque[tuple[Connection | None, _Item, int]] = deque()
        self._loop = asyncio.get_running_loop()
        source, check = (policy.source, policy.check) if policy else (ON_SERVER, None)
        self._actions = Actions(services, room_id, owner, source, check)
        self._audience = Audience(services, room_id)
        self._background = BackgroundWork(services, owner)
        self._memory = services.memory.reserve(0, player=owner, can_be_small=True)
        self._layout = policy.layout if policy else None
        self._is_gone = False
        self._is_retired = False  # the party needs it no more: it is unloaded as soon as nobody is in it
        self._is_due = False  # a turn is scheduled
        self._is_following = False  # it waits in the inbox to look at the log
        self._shown_end: tuple[int, int | None] | None = None  # the end that was shown: its length and number
        self._previous = 0  # the number of the last game before the present one, 0 if there is none
        self._is_committing = False
        self._task: asyncio.Task[None] | None = None  # of the message that is being handled

    @property
    def members(self) -> set[Connection]:
        """The clients in the room."""
        return self._audience.members

    @property
    def elapsed(self) -> int | None:
        """The playing time of the game in milliseconds, None if there is no game."""
        return self.replica.live.elapsed(self._services.clock()) if self.replica else None

    @property
    def is_idle(self) -> bool:
        """Whether every message was handled and nothing runs in the background."""
        return not (self._inbox or self._is_due or self._is_busy or self._background.is_busy)

    @property
    def _is_busy(self) -> bool:
        return self._is_committing or self._task is not None

    @property
    def known(self) -> Known:
        """How far the room knows its newest game."""
        replica = self.replica
        if replica is None:
            return Known(self.id, 0, self._previous, "", 0, is_finished=False)
        number = replica.number or 0
        is_finished = replica.finished_id is not None and self._shown_end == (replica.game.seq, replica.finished_id)
        return Known(self.id, number, number or self._previous, replica.id, self._actions.shown, is_finished)

    @property
    def waiting(self) -> int:
        """How many messages are in the inbox."""
        return len(self._inbox)

    # Called by connections and the lobby

    def post(self, connection: Connection | None, message: _Item) -> bool:
        """Put a message into the inbox; return False if it is full, which it never is for what the server does."""
        if self._is_gone or (len(self._inbox) >= _MOST_WAITING and not isinstance(message, Own | _Unload | _Follow)):
            return False
        self._inbox.append((connection, message, self._services.clock()))
        self._wake()
        return True

    def resync(self, connection: Connection) -> None:
        """Send the whole board to a client that missed messages."""
        self.post(connection, _Resync())

    def follow(self) -> None:
        """Take what another server may have played."""
        if not self._is_following:
            self._is_following = self.post(None, _Follow())

    def join(self, connection: Connection) -> None:
        """Add a client to the members."""
        self.members.add(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a client from the members."""
        self.members.discard(connection)
        self.idle_since = self._services.seconds()
        if not self.members:
            self._background.cancel_all()
            if self._is_retired:
                self.unload()

    def retire(self) -> None:
        """Unload the room of a party once everybody has left it."""
        self._is_retired = True
        self.unload()

    def unload(self) -> None:
        """Ask the room to pause its game and unload, unless a client joins first."""
        self.post(None, _Unload())

    def unload_if_idle(self, now: float) -> None:
        """Unload a room that has been empty for long enough."""
        is_idle = self._is_retired or (self.policy is None and now - self.idle_since > self._services.limits.idle)
        if is_idle and not self.members:
            self.unload()

    def is_waited_in(self, now: int, quiet: int) -> bool:
        """Return whether somebody has the game open, and nobody has played for so many milliseconds."""
        replica = self.replica
        return (
            replica is not None
            and replica.number is not None
            and replica.game.status is Status.PLAYING
            and bool(self.members or self.policy)
            and replica.live.elapsed(now) - replica.game.log[-1].at >= quiet
        )

    async def count_help(self, board: Board, *, is_owner: bool) -> None:
        """Log help from outside, if it still is help when its turn comes, and return when it is committed."""
        counted: asyncio.Future[None] = self._loop.create_future()
        if not self.post(None, _Helped(board, is_owner, counted)):
            raise Busy("Your game is busy. Try again in a moment.")
        await counted

    def stop(self) -> None:
        """Stop at once, whatever is under way."""
        self._is_gone = True
        self._background.stop()
        if self._task is not None:
            self._task.cancel()

    def reserve(self, rules: Rules, actions: int, address: str) -> None:
        """Reserve the memory of a game of some rules and so many actions, or raise `NoMemory`."""
        self._memory.resize(room_bytes(rules, actions), address)

    def release(self) -> None:
        """Give the memory back."""
        self._memory.release()

    async def load(self, rules: Rules, round_: Round, stored: Stored) -> None:
        """Continue a stored game, in play or finished, for which memory was reserved."""
        replica = await start.stored_replica(self._services, rules, round_, stored, self._memory, self._layout)
        restored = await restore(self._services, replica, stored, self._memory.address)
        self.replica = replica
        self._audience.restore(restored)
        paused = await self._pause_if_left_alone(replica)
        if paused is not None and paused.restored is not None:
            self._audience.restore(paused.restored)
        self._actions.shown = replica.game.seq
        await finish.load_end(self._services, self._audience, replica, self._played)
        self._shown_end = (replica.game.seq, replica.finished_id)

    async def start_game(self, rules: Rules, identity: GameIdentity, address: str) -> None:
        """Start a game of a party, which nobody has seen yet."""
        self.reserve(rules, 0, address)
        seed, salt, public_id = identity
        self.replica = await start.new_replica(
            self._services,
            rules,
            seed,
            self._memory,
            known_board=False,
            identity=(salt, public_id),
            layout=self._layout,
        )

    # Turns

    def _wake(self) -> None:
        if self._inbox and not (self._is_due or self._is_committing or self._task is not None):
            self._is_due = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Play the moves that have arrived, up to a message that takes time, and begin to commit them."""
        self._is_due = False
        inbox = self._inbox
        for _ in range(min(len(inbox), _AT_ONCE)):
            connection, message, arrived = inbox[0]
            if self._is_quick(message):
                inbox.popleft()
                self._play_quickly(connection, message, arrived)  # type: ignore[arg-type]
                continue
            if not self._actions.pending:
                inbox.popleft()
                self._run(self._handle(connection, message, arrived))
            break
        if self._actions.pending:
            assert self.replica is not None
            self._is_committing = True
            self._actions.begin_commit(self.replica, self._committed)
        else:
            self._wake()

    def _is_quick(self, message: _Item) -> bool:
        """Return whether a message is a move that can be played at once."""
        replica = self.replica
        return (
            isinstance(message, protocol.Play)
            and replica is not None
            and replica.number is not None
            and (not replica.is_searched_for or replica.game.first is not None)
            and not self._actions.is_stale
            and not replica.is_large
        )

    def _play_quickly(self, connection: Connection, play: protocol.Play, arrived: int) -> None:
        try:
            entry = self._entry(connection, play, arrived)
            if entry is not None:
                assert self.replica is not None
                self._actions.apply(self.replica, connection, play, entry, arrived)
        except Refusal as refusal:
            self._refuse(connection, refusal, play.n)
        except Exception as error:
            self._failed(error)

    def _committed(self, pending: list[Pending], result: object) -> None:
        """Acknowledge and show what was committed, or deal with what was not."""
        self._is_committing = False
        replica = self.replica
        assert replica is not None
        if result is not True:
            self._run(self._settle(replica, pending, result))
            return
        self._show(replica, pending)
        if replica.game.status.is_over and replica.finished_id is None:
            self._run(self._finish(replica, pending))
        else:
            self._wake()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run what takes time in a task; the inbox waits for it."""
        self._task = self._loop.create_task(self._guard(work))
        self._task.add_done_callback(lambda _: work.close())  # it may be cancelled before it begins

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
            await self._flush()
        except Exception as error:
            self._failed(error)
        finally:
            self._task = None
            self._wake()

    def _failed(self, error: Exception) -> None:
        self._services.counters.errors += 1
        log.error("room %s: %s", self.id[:4], type(error).__name__, exc_info=error)
        self._actions.drop()

    async def _handle(self, connection: Connection | None, message: _Item, arrived: int) -> None:
        try:
            if isinstance(message, _Follow):
                self._is_following = False
            if self._actions.is_stale:
                await self._reload()
            if isinstance(message, _Follow):
                await self._follow()
            elif isinstance(message, _Unload):
                await self._unload()
            elif isinstance(message, _Helped):
                await self._count_help(message)
            elif isinstance(message, Own):
                await self._play_for(message)
            elif connection is not None:
                await self._answer(connection, message, arrived)
        except Refusal as refusal:
            self._refuse(connection, refusal, getattr(message, "n", None))
        except StoreError as error:
            log.warning("room %s: %s", self.id[:4], error)
            self._actions.is_stale = True
            unsaved = Refusal("store", "The game could not be saved. Try again.")
            self._refuse(connection, unsaved, getattr(message, "n", None))

    def _refuse(self, connection: Connection | None, refusal: Refusal, n: int | None) -> None:
        if connection is not None:
            connection.refuse(refusal.code, refusal.why, n, self.replica.id if self.replica else None)

    async def _answer(self, connection: Connection, message: _Item, arrived: int) -> None:
        if isinstance(message, protocol.Play):
            await self._play(connection, message, arrived)
            return
        await self._flush()
        if isinstance(message, protocol.Hello):
            try:
                await self._catch_up()
            except StoreError:
                connection.retry_later()
                return
        elif isinstance(message, _Resync):
            await self._follow()
        elif isinstance(message, protocol.New | protocol.Retry):
            await self._catch_up()
        match message:
            case protocol.Hello():
                self.join(connection)
                if self.replica is not None:
                    self._audience.send_missing(self.replica, connection, message)
                    if self.policy is not None:
                        self.policy.shown(self.replica, connection)
            case protocol.New() | protocol.Retry() if connection.is_closed:
                return  # the client may have begun another game elsewhere, which must not be abandoned
            case protocol.New() | protocol.Retry() if self.policy is not None:
                raise Refusal("room", "You are in a room with others: leave it first.")
            case protocol.New():
                await self._new(connection, message)
            case protocol.Retry():
                await self._retry(connection, message)
            case protocol.Help():
                await self._help(connection, message)
            case protocol.Cancel():
                self._background.cancel(message.n)
            case protocol.View():
                self._audience.show_view(self._current(message.game), connection, message)
            case protocol.Rename():
                await self._rename(connection)
            case _Resync():
                if self.replica is not None:
                    self._audience.send_board(self.replica, connection)
                    self._audience.send_chunks(self.replica, connection, None)
                    if self.policy is not None:
                        self.policy.shown(self.replica, connection)
            case _BoardReady():
                self._background.end_generation()
                await self._play(connection, message.play, arrived)

    # Playing

    async def _play(self, connection: Connection, play: protocol.Play, arrived: int) -> None:
        entry = self._entry(connection, play, arrived)
        if entry is None:
            return
        replica = self._current(play.game)
        first = replica.live.cell_to_prepare(entry.action)
        if first is not None:
            await self._flush()
            self._generate(connection, play, replica, first)
        elif replica.is_large:
            await self._actions.apply_in_thread(replica, connection, play, entry)
        else:
            self._actions.apply(replica, connection, play, entry, arrived)

    def _entry(self, connection: Connection, play: protocol.Play, arrived: int) -> LogEntry | None:
        """Return the log entry of a move, None if it was played before, or raise `Refusal`."""
        replica = self._current(play.game)
        seat = self._seat(connection)
        if seat is None and self.policy is not None:
            raise Refusal("room", "You are watching.")
        by = seat or 0
        if self._was_played(by, connection, play):
            return None
        if self._background.is_generating:
            raise Refusal("busy", "The board is still being generated.")
        if self.policy is not None:
            self.policy.check(replica, seat, play)
        action = replica.action(play)
        pointer = None if play.x is None or play.y is None else (play.x, play.y)
        return replica.entry(action, arrived, by=by, device=play.device, pointer=pointer)

    def _current(self, game: str) -> GameReplica:
        """Return the game in play if it is the one that a client means, or raise `Refusal`."""
        if self.replica is None or self.replica.id != game:
            raise Refusal("game", "This room has started another game.")
        return self.replica

    def _seat(self, connection: Connection) -> int | None:
        """Return the seat of somebody in a party, None for those who watch.

        A message may have waited in the inbox while its sender left, perhaps for a seat in another party.
        """
        if self.policy is not None and connection.room is not self:
            raise Refusal("room", "You have left this game.")
        return connection.seat

    def _was_played(self, by: int, connection: Connection, play: protocol.Play) -> bool:
        """Return whether a message arrived before. It is answered as it was then, and not played again."""
        if self._audience.send_again(by, connection, play):
            return True
        pending = self._actions.pending
        if not pending:
            return False
        key = key_of(by, connection, play)  # the connection before may have sent it, too
        return any(item.key == key for item in pending)

    def _generate(
        self, connection: Connection, play: protocol.Play, replica: GameReplica, first: tuple[int, int]
    ) -> None:
        self._background.generate(
            replica,
            first,
            n=play.n,
            address=connection.address,
            report=lambda message: self._audience.broadcast(protocol.encode(message)),
            refuse=lambda refusal: connection.refuse(refusal.code, refusal.why, play.n, replica.id),
            done=lambda: self.post(connection, _BoardReady(play)),
        )

    async def _play_own(self, replica: GameReplica, *kinds: Kind) -> None:
        """Play and commit actions that no client sent."""
        await self._play_actions(replica, *map(Action, kinds))

    async def _play_actions(self, replica: GameReplica, *actions: Action) -> None:
        for action in actions:
            self._actions.apply_own(replica, action)
        await self._flush()
        if self._actions.is_stale:
            raise StoreError(f"{actions[-1].kind} was not committed")

    async def _play_for(self, own: Own) -> None:
        """Play an action of the party, unless the game is over."""
        await self._flush()
        replica = self.replica
        if replica is None or replica.game.status.is_over or own.seq not in (None, replica.game.seq):
            return
        self._actions.apply_own(replica, own.action, own.by, only_at=own.seq)

    async def _flush(self) -> None:
        """Commit what was played, then acknowledge and show it."""
        replica = self.replica
        if replica is not None and self._actions.pending:
            await self._take(replica, await self._actions.commit(replica))

    async def _settle(self, replica: GameReplica, pending: list[Pending], result: object) -> None:
        """Finish a commit that had a conflict or failed."""
        await self._take(replica, await self._actions.settle(replica, pending, result))

    async def _take(self, replica: GameReplica, committed: Committed) -> None:
        stored, restored = committed.stored, committed.restored
        for item, refusal in committed.refused:
            self._refuse(item.connection, refusal, item.delta.n)
        if self._actions.is_stale:
            for member in self.members:
                self.resync(member)
            return
        if committed.is_superseded:
            await self._load_newest()
            return
        self._show_others(replica, restored or [])
        self._show(replica, stored)
        await self._end_if_over(replica, stored or restored or [])

    def _show(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Acknowledge committed actions and show them to everybody."""
        self._services.counters.moves += len(stored)
        self._show_others(replica, stored)
        if stored:
            self._lobby.follower.publish(self.id)
        now, observe = self._services.clock(), self._services.counters.acknowledge.observe
        for item in stored:
            observe((now - item.arrived) / 1000)

    def _show_others(self, replica: GameReplica, played: list[Pending]) -> None:
        """Show everybody those of the actions that were not shown yet; another server may have played them."""
        new = [item for item in played if item.delta.seq > self._actions.shown]
        if new:
            self._actions.shown = new[-1].delta.seq
            self._audience.send_moves(replica, new)
            if self.policy is not None:
                self.policy.played(replica, new)

    async def _end_if_over(self, replica: GameReplica, played: list[Pending]) -> None:
        """Store and show the end of a game that is over, or show the one that another server has stored."""
        if not replica.game.status.is_over or self._shown_end == (replica.game.seq, replica.finished_id):
            return
        if replica.finished_id is None:
            await self._finish(replica, played)
            return
        self._audience.send_over(await finish.load_finished(self._services, replica, self._played))
        self._ended(replica, played)

    @property
    def _played(self) -> finish.Played:
        return finish.Played(self.owner, self.policy.seats if self.policy is not None else None)

    async def _finish(self, replica: GameReplica, stored: list[Pending]) -> None:
        if await finish.finish(self._services, self._audience, replica, self._played):
            self._lobby.follower.publish(self.id)
            self._ended(replica, stored)
        else:
            self._actions.is_stale = True
            self.follow()

    def _ended(self, replica: GameReplica, played: list[Pending]) -> None:
        self._shown_end = (replica.game.seq, replica.finished_id)
        self._review(replica, played)
        if self.policy is not None:
            self.policy.finished(replica)

    async def _reload(self) -> None:
        """Restore the replica from the log."""
        replica = self.replica
        if replica is not None:
            restored = await reload(self._services, replica, self._actions.shown)
            self._actions.is_stale = False
            self._show_others(replica, restored)
            if (paused := await self._pause_if_left_alone(replica)) is not None:
                await self._take(replica, paused)
            await self._end_if_over(replica, restored)
        self._actions.is_stale = False

    async def _pause_if_left_alone(self, replica: GameReplica) -> Committed | None:
        """Log the pause of a game that nobody had open for long, so that every node counts the same time."""
        since, replica.left_alone = replica.left_alone, None
        if since is None:
            return None
        self._actions.apply_own(replica, Action(Kind.PAUSE), now=since)
        if self.policy is not None:  # a game with others does not stay paused
            self._actions.apply_own(replica, Action(Kind.RESUME))
        return await self._actions.commit(replica)

    # Following other servers

    async def _follow(self) -> None:
        """Catch up, if the store can be read: what is missing then is taken the next time."""
        with suppress(Refusal, SapperError):
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Take what other servers have played in this room, or the game that they began; raise `StoreError`."""
        if not self._services.is_shared:
            return
        news = await self._lobby.follower.news(self.known)
        if news is None:
            return
        replica = self.replica
        if replica is not None and news.game:
            replica.number = news.game
            self._actions.is_stale = True  # until all of it is applied
            played = await apply_news(self._services, replica, news)
            self._actions.is_stale = False
            if news.stored is not None and news.stored.finished:
                replica.finished_id = news.game
            self._show_others(replica, played)
            await self._end_if_over(replica, played)
        if news.newest != news.game:
            await self._load_newest()

    async def _load_newest(self) -> None:
        """Go on with the newest game of the room, which another server began."""
        reader = self._services.reader
        found = await reader.run(lambda store: start.outline(store, self.id, self.owner))
        if found is None:
            return
        round_, text, actions = found
        self._background.stop()
        rules = Rules.parse(text)
        try:
            self.reserve(rules, actions, self._memory.address)
        except NoMemory as error:
            raise Refusal("limit", as_sentence(error)) from None
        await self.load(rules, round_, await reader.run(lambda store: store.load(round_.game)))
        assert self.replica is not None
        self._audience.send_new_game(self.replica, None, "")

    # Help

    async def _help(self, connection: Connection, asked: protocol.Help) -> None:
        replica = self._current(asked.game)
        if self.policy is not None:
            self.policy.check_help(replica, self._seat(connection))
        help_messages.check(asked, replica, self._services.limits)
        if self._background.is_busy:
            raise Refusal("busy", "The server is still working on your last request.")
        if asked.topic != "proof" and replica.live.counts_help:
            await self._play_own(replica, Kind.HINT)
        self._background.help(
            replica,
            asked,
            address=connection.address,
            view=connection.view if replica.is_chunked and connection in self.members else None,
            send=connection.send,
            refuse=lambda refusal: connection.refuse(refusal.code, refusal.why, asked.n, replica.id),
        )

    async def _count_help(self, asked: _Helped) -> None:
        try:
            await self._flush()
            replica = self.replica
            if replica is not None and outside_help.is_helped(replica, asked.board, is_owner=asked.is_owner):
                await self._play_own(replica, *outside_help.actions(replica))
        except BaseException:
            if not asked.counted.done():
                asked.counted.set_exception(Busy("Your game could not be saved. Try again in a moment."))
            raise
        if not asked.counted.done():
            asked.counted.set_result(None)

    # Starting and finishing

    async def _new(self, connection: Connection, message: protocol.New) -> None:
        if message.daily is not None:
            await self._new_daily(connection, message.n, message.daily)
            return
        rules = start.read_rules(message.rules, self._services.limits)
        if message.moment is not None:
            await self._new_at_moment(connection, message.n, rules, message.moment)
            return
        seed = Seed(self._services.entropy(16)) if message.seed is None else Seed.of(message.seed)
        await self._start(connection, message.n, rules, seed, known_board=message.seed is not None)

    async def _new_daily(self, connection: Connection, n: int, level: str) -> None:
        """Start the player's ranked try at today's board; after that try, the same board for practice."""
        services = self._services
        board = daily.board_of(daily.today(services), level)
        is_try = await daily.check_try(services, board, self.owner)
        begin = partial(daily.begin_try, services, board, room=self.id, player=self.owner) if is_try else None
        await self._start(connection, n, board.rules, board.seed, known_board=not is_try, begin=begin)
        replica = self.replica
        assert replica is not None
        if not is_try:
            await self._play_actions(replica, Action(Kind.OPEN, *board.first))
        elif replica.game.status.is_over:
            await self._finish(replica, [])

    async def _new_at_moment(self, connection: Connection, n: int, rules: Rules, moment: protocol.Moment) -> None:
        """Start a game at a moment of a finished one."""
        source = await start.read_moment(self._services, rules, moment, self.owner, connection.address)

        async def begin(replica: GameReplica) -> None:
            await source.play(self._services, replica, connection.address)
            await self._actions.store_played(replica)

        actions = len(source.entries)
        await self._start(connection, n, rules, source.seed, known_board=True, actions=actions, begin=begin)

    async def _retry(self, connection: Connection, message: protocol.Retry) -> None:
        if self.replica is None:
            raise Refusal("game", "There is no game to play again.")
        rules, seed = self.replica.game.rules, self.replica.seed
        await self._start(connection, message.n, rules, seed, known_board=True)

    async def _start(
        self,
        connection: Connection,
        n: int,
        rules: Rules,
        seed: Seed,
        *,
        known_board: bool,
        actions: int = 0,
        begin: Callable[[GameReplica], Awaitable[None]] | None = None,
    ) -> None:
        """Start a game; `begin` may store and play so many actions before anybody sees it."""
        before, needed = self._memory.size, room_bytes(rules, actions)
        try:
            self._memory.resize(max(before, needed), connection.address)
        except NoMemory as error:
            raise Refusal("limit", as_sentence(error)) from None
        try:
            await self._leave_game()
        except BaseException:
            self._memory.resize(before)
            raise
        self._previous = self.known.last
        self.replica = None  # its memory is used by the next one
        replica = await start.new_replica(self._services, rules, seed, self._memory, known_board=known_board)
        replica.previous = self._previous
        self._memory.resize(needed)
        if begin is not None:
            await begin(replica)
        self.replica = replica
        self._actions.shown = replica.game.seq
        self._shown_end = None
        self._audience.forget()
        if replica.number is not None:
            self._lobby.follower.publish(self.id)
        if best_times.is_amiga_custom(rules):
            await self._note_custom_level(replica)
        self._audience.send_new_game(replica, n, connection.tab)

    async def _note_custom_level(self, replica: GameReplica) -> None:
        change = partial(best_times.change_custom_level, rules=replica.rules, owner=self.owner)
        try:
            replica.forgotten = await self._services.writer.run(change)
        except StoreError as error:
            log.warning("the change of a custom level was not stored: %s", error)

    async def _leave_game(self) -> None:
        """Abandon the game in play, and finish a practice game that could have gone on."""
        self._background.stop()
        replica = self.replica
        if replica is None:
            return
        for _ in range(_TRIES):
            if replica.in_progress:
                await self._play_own(replica, Kind.RESIGN)
            if not replica.game.status.is_over or replica.finished_id is not None:
                return
            if await finish.finish(self._services, self._audience, replica, self._played, leaving=True):
                self._lobby.follower.publish(self.id)
                return
            await self._reload()
        raise StoreError("another server goes on with this game all the time")

    def _review(self, replica: GameReplica, played: list[Pending]) -> None:
        """Start to judge the move that lost a game."""
        game = replica.game
        connection = played[-1].connection if played else None
        is_small = game.rules.level.cells <= self._services.limits.helped_cells
        if game.status is not Status.LOST or not played or not is_small:
            return

        def send(review: protocol.Review) -> None:
            if self.replica is replica and replica.game.seq == review.seq:  # it may have been undone
                self._audience.send_review(review)

        self._background.review(replica, address=connection.address if connection else "", send=send)

    async def _rename(self, connection: Connection) -> None:
        """Put the new name of a player on their game that is over, and confirm the name."""
        name, replica = connection.player.name, self.replica
        if name and replica is not None and replica.finished_id is not None:
            await finish.rename_finished(self._services, replica, name, connection.seat or 0)
        connection.send(protocol.Named(name=name))

    @property
    def _is_wanted(self) -> bool:
        """Whether somebody is in the room, or a message waits that is more than a hint."""
        return bool(self.members) or any(not isinstance(item, _Follow) for _, item, _ in self._inbox)

    async def _unload(self) -> None:
        """Pause the game and unload the room, unless a client has joined in the meantime."""
        if self._is_wanted:
            return
        self._background.stop()
        await self._follow()
        replica = self.replica
        if replica is not None and self._is_running and not await self._is_open_elsewhere(replica):
            await self._play_own(replica, Kind.PAUSE)
        if not self._is_wanted:
            self._is_gone = True
            self.release()
            self._lobby.forget(self)

    @property
    def _is_running(self) -> bool:
        """Whether the clock of a game without a party runs."""
        return self.policy is None and self.replica is not None and self.replica.game.status is Status.PLAYING

    async def _is_open_elsewhere(self, replica: GameReplica) -> bool:
        """Return whether somebody has played or had the game open on another node since everybody left this one."""
        number = replica.number
        if number is None:
            return False
        last = await self._services.reader.run(lambda store: store.last_open(number))
        return last > self._services.time.wall(round(self.idle_since * 1000))
