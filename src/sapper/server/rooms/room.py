"""A room: an inbox and a game. It applies, commits, then broadcasts.

Moves are the common case and are played as they come, without a task: a turn applies all that have arrived, and hands
them to the writer. Everything else takes time, and is handled one by one in a task, while the inbox waits.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from ...action import Kind
from ...errors import SapperError
from ...game import Status
from ...history.store import StoreError, Tail
from ...phrase import Phrase
from ..nodes import catch_up
from ..operations.workers import Busy
from ..protocol.refusal import Refusal
from . import requests
from .game import RoomGame
from .help import outside_help
from .inbox import Follow, Helped, Inbox, OpenSeal, Own, Recover, Resync, Unload

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from ...history.store.rows import Head, LastGame
    from ...rules import Rules
    from ..parties.ids import GameIdentity
    from ..parties.modes.mode import RoomPolicy
    from ..protocol import game_messages
    from ..services import Services
    from ..socket.connection import Connection
    from .inbox import Item
    from .lobby import Lobby
    from .pending import Pending
    from .position import Position
    from .replica import GameReplica


log = logging.getLogger("sapper.server")

_AT_ONCE = 64  # moves played in one turn
# While another server plays in a room, this one waits for that server's turn after each of its own commits: for a hint
# that the log has grown, but no longer than a multiple of what the commit took, within these seconds.
_TURN = 8
_SHORTEST_TURN, _LONGEST_TURN = 0.05, 0.5
_FOLLOWS = 4  # times that the log is read before the moves that wait are played, however fast others are
_LONGEST = 60.0  # seconds until a room that fails again and again tries to recover


class Room:
    """A place to play. Nothing but its turns and its task changes the game and sends messages about it."""

    def __init__(
        self, services: Services, lobby: Lobby, room_id: str, owner: bytes, policy: RoomPolicy | None = None
    ) -> None:
        self.id = room_id
        self.owner = owner
        self.policy = policy  # of a party
        self.players = {owner}  # everybody whose game it is
        self.idle_since = services.seconds()
        self._services = services
        self._lobby = lobby
        self._inbox = Inbox(services)
        self.game = RoomGame(services, lobby.follower, self._inbox, room_id, owner, policy)
        self._loop = asyncio.get_running_loop()
        self._is_retired = False  # the party needs it no more: it is unloaded as soon as it is empty
        self._is_due = False  # a turn is scheduled
        self._waits_for_store = False  # for a commit, or for what others have played
        self._task: asyncio.Task[None] | None = None  # of the message that is being handled
        self._pause = 0.0  # seconds until it recovers from the next fault
        self._began = 0.0  # when the last commit began, in seconds of the event loop
        self._waits_until = 0.0  # for the turn of another server
        self._timer: asyncio.TimerHandle | None = None  # for the same
        self._followed = 0  # how often the log was read while moves were waiting

    @property
    def replica(self) -> GameReplica | None:
        """The game in play, or the last one; None before the first."""
        return self.game.replica

    @property
    def members(self) -> set[Connection]:
        """The clients in the room."""
        return self.game.publication.audience.members

    @property
    def elapsed(self) -> int | None:
        """The playing time of the game in milliseconds, None if there is no game."""
        return self.replica.live.elapsed(self._services.clock()) if self.replica else None

    @property
    def is_idle(self) -> bool:
        """Whether every message was handled and nothing runs in the background."""
        has_messages = self._inbox.waiting or self._inbox.head
        return not (has_messages or self._is_due or self._is_busy or self.game.background.is_busy)

    @property
    def _is_busy(self) -> bool:
        return self._waits_for_store or self._task is not None

    @property
    def known(self) -> catch_up.Known:
        """The part of its newest game that the room knows."""
        return self.game.known

    @property
    def waiting(self) -> int:
        """The number of messages in the inbox."""
        return len(self._inbox.waiting)

    # Called by connections and the lobby

    def post(self, connection: Connection | None, message: Item) -> bool:
        """Put a message into the inbox; return False if it is full, which it never is for what the server does."""
        if not self._inbox.put(connection, message):
            return False
        self._wake()
        return True

    def resync(self, connection: Connection) -> None:
        """Send the whole board to a client that missed messages."""
        self.post(connection, Resync())

    def follow(self, head: Head = catch_up.UNKNOWN) -> None:
        """Take what another server has played, unless the room knows of it."""
        inbox = self._inbox
        if head is not catch_up.UNKNOWN:
            self.game.note_rivals()
        if not inbox.is_closed and self.game.is_behind(head):
            inbox.head = max(head, inbox.head or head)
            self._wake()

    def join(self, connection: Connection) -> None:
        """Add a client to the members."""
        self.members.add(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a client from the members."""
        self.members.discard(connection)
        self.idle_since = self._services.seconds()
        if not self.members:
            self.game.background.cancel_all()
            if self._is_retired:
                self.unload()

    def retire(self) -> None:
        """Unload the room of a party once everybody has left it."""
        self._is_retired = True
        self.unload()

    def unload(self) -> None:
        """Ask the room to pause its game and unload, unless a client joins first."""
        self.post(None, Unload())

    def unload_if_idle(self, now: float) -> None:
        """Unload a room that has been empty for long enough."""
        is_idle = self._is_retired or (self.policy is None and now - self.idle_since > self._services.limits.idle)
        if is_idle and not self.members:
            self.unload()

    def is_waited_in(self, now: int, quiet: int) -> bool:
        """Return whether a client has the game open, and the last move was at least `quiet` milliseconds ago."""
        replica = self.replica
        return (
            replica is not None
            and replica.number is not None
            and replica.game.status is Status.PLAYING
            and bool(self.members or self.policy)
            and replica.live.elapsed(now) - replica.game.log[-1].at >= quiet
        )

    def seat_of(self, player: bytes) -> int | None:
        """Return the seat of a player, 0 outside parties, None if there is none."""
        if self.policy is None:
            return 0 if player == self.owner else None
        seats = self.policy.seats.values()
        return next((seat.number for seat in seats if seat.player == player.hex() and not seat.has_left), None)

    async def count_help(self, position: Position, *, is_own: bool, by: int) -> None:
        """Log help from outside, if it still is help when its turn comes, and return when it is committed."""
        counted: asyncio.Future[None] = self._loop.create_future()
        if not self.post(None, Helped(position, is_own, by, counted)):
            raise Busy(Phrase("refusal.game-busy"))
        await counted

    def stop(self) -> None:
        """Stop at once, whatever is under way."""
        self._inbox.is_closed = True
        self.game.background.stop()
        if self._task is not None:
            self._task.cancel()

    def release(self) -> None:
        """Give the memory back."""
        self.game.memory.release()

    async def load(self, found: LastGame, address: str) -> None:
        """Continue a stored game, in play or finished, or raise `NoMemory`."""
        await self.game.load(found, address)

    async def start_game(
        self, rules: Rules, identity: GameIdentity, address: str, *, known_board: bool = False
    ) -> None:
        """Start a game of a party; others may have seen the end of a known board."""
        await self.game.start_game(rules, identity, address, known_board=known_board)

    # Turns

    def _wake(self) -> None:
        inbox = self._inbox
        if not (inbox.waiting or inbox.head) or self._is_due or self._waits_for_store or self._task is not None:
            return
        if self._waits_until and not inbox.head and self.game.is_quick(inbox.waiting[0][1]):
            if self._timer is None:
                self._timer = self._loop.call_at(self._waits_until, self._end_wait)
            return
        self._is_due = True
        self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        """Read the log if it has grown, or play the moves that have arrived, up to a message that takes time."""
        self._is_due = False
        if self._waits_until:
            self._waits_until = 0.0
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        try:
            if self._inbox.head and not (self._followed > _FOLLOWS and self._inbox.waiting):
                self._follow()
                return
            self._followed = 0
            self._play_waiting()
            self._begin_commit()
        except Exception as error:
            self._waits_for_store = False
            self._failed(error)

    def _play_waiting(self) -> None:
        """Play the moves that have arrived, up to a message that takes time."""
        waiting, game = self._inbox.waiting, self.game
        for _ in range(min(len(waiting), _AT_ONCE)):
            connection, message, arrived = item = waiting.popleft()
            if not game.is_quick(message):
                if game.actions.pending:
                    waiting.appendleft(item)
                else:
                    self._run(self._handle(connection, message, arrived))
                break
            if not self._play_quickly(connection, message, arrived):  # type: ignore[arg-type]
                waiting.appendleft(item)
                if not game.actions.pending:
                    self._follow()
                break

    def _follow(self) -> None:
        """Read what another server has played."""
        inbox, game = self._inbox, self.game
        hint, inbox.head = inbox.head, None
        self._followed = self._followed + 1 if inbox.waiting else 0
        if game.actions.is_stale or not self._services.is_shared:
            self._run(self._handle(None, Follow(), 0))
            return
        self._waits_for_store = True
        game.ask(hint or catch_up.UNKNOWN, partial(self._take_news, game.replica))

    def _take_news(self, replica: GameReplica | None, news: catch_up.News | Exception | None) -> None:
        """Apply and show what another server has played: some moves at once, and in a task what takes time."""
        self._waits_for_store = False
        game = self.game
        if self._inbox.is_closed:
            return
        if game.replica is not replica:  # the party has begun another game meanwhile
            self._inbox.head = catch_up.UNKNOWN
        elif isinstance(news, catch_up.News):
            try:
                played = catch_up.take_moves(game, news)
                if played is None:
                    self._run(catch_up.follow(game, news))
                elif replica is not None and replica.live.game.status.is_over:
                    self._run(game.end_if_over(replica, played))
            except (Refusal, SapperError) as error:  # the log is read again
                log.warning("room %s: %s", self.id[:4], error)
            except Exception as error:
                self._failed(error)
        elif news is not None and not isinstance(news, SapperError):
            self._failed(news)
        self._forget_head()
        self._wake()

    def _forget_head(self) -> None:
        """Forget a hint about what the room knows by now."""
        head = self._inbox.head
        if head and not self.game.is_behind(head):
            self._inbox.head = None

    def _begin_commit(self) -> None:
        game = self.game
        if game.actions.pending:
            assert game.replica is not None
            self._waits_for_store = True
            self._began = self._loop.time()
            game.actions.begin_commit(game.replica, self._committed)
        else:
            self._wake()

    def _play_quickly(self, connection: Connection, play: game_messages.Play, arrived: int) -> bool:
        """Play or refuse a move; return False if it has to wait for a commit, or for what another server has played."""
        game = self.game
        try:
            entry = game.entry(connection, play, arrived)
            if entry is not None:
                assert game.replica is not None
                game.actions.apply(game.replica, connection, play, entry, arrived)
        except Refusal as refusal:
            if game.actions.pending or self._inbox.head:
                return False
            game.refuse(connection, refusal, play.n)
        except Exception as error:
            self._failed(error)
            game.refuse(connection, _fault(), play.n)
        return True

    def _committed(self, pending: list[Pending], result: object) -> None:
        """Acknowledge and show what was committed, or deal with what was not."""
        self._waits_for_store = False
        try:
            self._take(pending, result)
        except Exception as error:
            self._failed(error)

    def _take(self, pending: list[Pending], result: object) -> None:
        game = self.game
        replica = game.replica
        assert replica is not None
        if result is not True:
            self._run(self._settle(replica, pending, result))
            return
        game.publication.show(replica, pending)
        if game.has_rivals:
            self._wait_for_rivals()
        if replica.live.game.status.is_over and replica.finished_id is None:
            self._run(game.end_if_over(replica, pending))
        else:
            self._wake()

    async def _settle(self, replica: GameReplica, pending: list[Pending], result: object) -> None:
        if isinstance(result, Tail):
            self.game.publication.notify_moves(replica)  # others then know that somebody plays here, and wait
        await self.game.settle(replica, pending, result)
        if self.game.has_rivals:
            self._wait_for_rivals()

    def _wait_for_rivals(self) -> None:
        """Let another server commit next, if it has anything to commit."""
        now = self._loop.time()
        self._waits_until = now + min(max(_SHORTEST_TURN, _TURN * (now - self._began)), _LONGEST_TURN)

    def _end_wait(self) -> None:
        self._timer = None
        self._waits_until = 0.0
        self._wake()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run what takes time in a task; the inbox waits for it."""
        self._task = self._loop.create_task(self._guard(work))
        self._task.add_done_callback(lambda _: work.close())  # it may be cancelled before it begins

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
            await self.game.flush()
        except Exception as error:
            self._failed(error)
        finally:
            self._task = None
            self._forget_head()
            self._wake()

    def _failed(self, error: Exception) -> None:
        """Log a fault, and recover from the log: at once, or after a growing pause if that fails, too."""
        self._services.counters.errors += 1
        log.error("room %s: %s", self.id[:4], type(error).__name__, exc_info=error)
        for item in self.game.actions.drop():
            self.game.refuse(item.connection, _fault(), item.delta.n)
        self._loop.call_later(self._pause, self.post, None, Recover())
        self._pause = min(_LONGEST, 2 * self._pause or 0.1)
        self._wake()

    def _recover(self) -> None:
        if self.replica is not None:
            self.game.publication.recover(self.replica)
        self._pause = 0.0

    async def _handle(self, connection: Connection | None, message: Item, arrived: int) -> None:
        game = self.game
        try:
            if game.actions.is_stale:
                await game.reload()
            if isinstance(message, Follow):
                await catch_up.follow(game)
            elif isinstance(message, Recover):
                self._recover()
            elif isinstance(message, Unload):
                await self._unload()
            elif isinstance(message, Helped):
                await outside_help.count_in_room(game, message)
            elif isinstance(message, Own):
                await game.play_for(message)
            elif isinstance(message, OpenSeal):
                if game.replica is not None:
                    await game.publication.open_seal(game.replica, game.memory.address)
            elif connection is not None:
                await requests.answer(self, connection, message, arrived)
        except Refusal as refusal:
            game.refuse(connection, refusal, getattr(message, "n", None))
        except StoreError as error:
            log.warning("room %s: %s", self.id[:4], error)
            game.actions.is_stale = True
            unsaved = Refusal("store", Phrase("refusal.game-not-saved"))
            game.refuse(connection, unsaved, getattr(message, "n", None))
        except Exception:
            game.refuse(connection, _fault(), getattr(message, "n", None))
            raise

    # Unloading

    async def _unload(self) -> None:
        """Pause the game and unload the room, unless a client has joined in the meantime."""
        if self._is_wanted:
            return
        game = self.game
        game.background.stop()
        await catch_up.follow(game)
        replica = game.replica
        if replica is not None and self._is_running and not await self._is_open_elsewhere(replica):
            await game.play_own(replica, Kind.PAUSE)
        if not self._is_wanted:
            self._inbox.is_closed = True
            self.release()
            self._lobby.forget(self)

    @property
    def _is_wanted(self) -> bool:
        """Whether a client is in the room, or a message waits that is more than a hint."""
        return bool(self.members) or self._inbox.has_requests

    @property
    def _is_running(self) -> bool:
        """Whether the clock of a game without a party runs."""
        return self.policy is None and self.replica is not None and self.replica.game.status is Status.PLAYING

    async def _is_open_elsewhere(self, replica: GameReplica) -> bool:
        """Return whether a client has had the game open on another node since all left this one."""
        number = replica.number
        if number is None:
            return False
        last = await self._services.reader.run(lambda store: store.last_open(number))
        return last > self._services.time.wall(round(self.idle_since * 1000))


def _fault() -> Refusal:
    """Return the answer to a message that the server failed at."""
    return Refusal("busy", Phrase("refusal.fault"))
