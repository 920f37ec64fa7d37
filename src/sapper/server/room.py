"""A room: one task with an inbox and the replica of a game. It applies, commits, then broadcasts."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..action import Kind
from ..game import Status
from ..history import best_times
from ..history.store import StoreError
from ..seed import Seed
from . import finish, help_messages, outside_help, protocol, start
from .audience import Audience
from .background import BackgroundWork
from .commit import Actions, reload, restore
from .refusal import Refusal
from .workers import Busy

if TYPE_CHECKING:
    from ..board import Board
    from ..history.rows import Round
    from ..history.store import Stored
    from ..rules import Rules
    from .commit import Pending
    from .connection import Connection
    from .lobby import Lobby
    from .replica import GameReplica
    from .services import Services

log = logging.getLogger("sapper.server")

_MOST_WAITING = 256  # messages in an inbox
_AT_ONCE = 64  # messages handled before other rooms get a turn


class _Resync(NamedTuple):
    """A client lost messages and needs the whole board."""


class _BoardReady(NamedTuple):
    """A no-guess board was found, and the opening that needs it can be played."""

    play: protocol.Play

    @property
    def n(self) -> int:
        return self.play.n


class _Unload(NamedTuple):
    """A request to unload the room, which has been empty for `Limits.idle` seconds."""


class _Helped(NamedTuple):
    """The API gives advice on a position that may be the one of this game."""

    board: Board
    is_owner: bool
    counted: asyncio.Future[None]


_Item = protocol.Inbound | _Resync | _BoardReady | _Unload | _Helped


class Room:
    """One game after another. Only the task of the room changes the replica and sends messages about it."""

    def __init__(self, services: Services, lobby: Lobby, room_id: str, owner: bytes) -> None:
        self.id = room_id
        self.owner = owner
        self.replica: GameReplica | None = None
        self.idle_since = services.seconds()
        self._services = services
        self._lobby = lobby
        self._inbox: asyncio.Queue[tuple[Connection | None, _Item, int] | None] = asyncio.Queue()
        self._actions = Actions(services, room_id, owner)
        self._audience = Audience(services, room_id)
        self._background = BackgroundWork(services, owner)
        self._is_gone = False
        self._is_waiting = False  # for a message
        self._task: asyncio.Task[None] | None = None

    @property
    def members(self) -> set[Connection]:
        """The clients in the room."""
        return self._audience.members

    @property
    def cells(self) -> int:
        """The number of cells of the board in memory."""
        return self.replica.rules.level.cells if self.replica else 0

    @property
    def elapsed(self) -> int | None:
        """The playing time of the game in milliseconds, None if there is no game."""
        return self.replica.live.elapsed(self._services.clock()) if self.replica else None

    @property
    def is_idle(self) -> bool:
        """Whether every message was handled and nothing runs in the background."""
        return self._is_waiting and self._inbox.empty() and not self._background.is_busy

    # Called by connections and the lobby

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run())

    def post(self, connection: Connection | None, message: _Item) -> bool:
        """Put a message into the inbox; return False if it is full."""
        if self._is_gone or self._inbox.qsize() >= _MOST_WAITING:
            return False
        self._inbox.put_nowait((connection, message, self._services.clock()))
        return True

    def resync(self, connection: Connection) -> None:
        """Send the whole board to a client that missed messages."""
        self.post(connection, _Resync())

    def join(self, connection: Connection) -> None:
        """Add a client to the members."""
        self.members.add(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a client from the members."""
        self.members.discard(connection)
        self.idle_since = self._services.seconds()

    def unload(self) -> None:
        """Ask the room to pause its game and unload, unless a client joins first."""
        self.post(None, _Unload())

    async def count_help(self, board: Board, *, is_owner: bool) -> None:
        """Log help from outside, if it still is help when its turn comes, and return when it is committed."""
        counted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self.post(None, _Helped(board, is_owner, counted)):
            raise Busy("Your game is busy. Try again in a moment.")
        await counted

    def stop(self) -> asyncio.Task[None]:
        """Ask the task to end after the waiting messages, and return it."""
        assert self._task is not None
        self._inbox.put_nowait(None)
        return self._task

    async def load(self, round_: Round, stored: Stored) -> None:
        """Continue a stored game, in play or finished."""
        replica = await start.stored_replica(self._services, round_, stored)
        await restore(self._services, replica, stored)
        self.replica = replica
        await finish.load_end(self._services, self._audience, replica, self.owner)

    # The task

    async def _run(self) -> None:
        while True:
            self._is_waiting = True
            items = [await self._inbox.get()]
            self._is_waiting = False
            while len(items) < _AT_ONCE and not self._inbox.empty():
                items.append(self._inbox.get_nowait())
            try:
                for item in items:
                    if item is not None:
                        await self._handle(*item)
                await self._flush()
            except Exception as error:
                self._services.counters.errors += 1
                log.error("room %s: %s in its task", self.id[:4], type(error).__name__, exc_info=True)
                self._actions.drop()
            if self._is_gone or None in items:
                self._background.stop()
                return

    async def _handle(self, connection: Connection | None, message: _Item, arrived: int) -> None:
        try:
            if self._actions.is_stale:
                await self._reload()
            if isinstance(message, _Unload):
                await self._unload()
            elif isinstance(message, _Helped):
                await self._count_help(message)
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
        match message:
            case protocol.Hello():
                self.join(connection)
                if self.replica is not None:
                    self._audience.send_missing(self.replica, connection, message)
            case protocol.New():
                await self._new(connection, message)
            case protocol.Retry():
                await self._retry(connection, message)
            case protocol.Help():
                await self._help(connection, message)
            case protocol.Cancel():
                self._background.cancel(message.n)
            case protocol.View():
                await self._audience.show_view(self._current(message.game), connection, message)
            case protocol.Rename():
                await self._rename(connection)
            case _Resync():
                if self.replica is not None:
                    self._audience.send_board(self.replica, connection)
                    await self._audience.send_chunks(self.replica, connection, None)
            case _BoardReady():
                self._background.end_generation()
                await self._play(connection, message.play, arrived)

    # Playing

    async def _play(self, connection: Connection, play: protocol.Play, arrived: int) -> None:
        replica = self._current(play.game)
        if self._was_played(connection, play):
            return
        if self._background.is_generating:
            raise Refusal("busy", "The board is still being generated.")
        action = replica.action(play)
        pointer = None if play.x is None or play.y is None else (play.x, play.y)
        entry = replica.entry(action, arrived, device=play.device, pointer=pointer)
        first = replica.live.cell_to_prepare(action)
        if first is not None:
            await self._flush()
            self._generate(connection, play, replica, first)
            return
        await self._actions.apply(replica, connection, play, entry, arrived)

    def _current(self, game: str) -> GameReplica:
        """Return the game in play if it is the one that a client means, or raise `Refusal`."""
        if self.replica is None or self.replica.id != game:
            raise Refusal("game", "This room has started another game.")
        return self.replica

    def _was_played(self, connection: Connection, play: protocol.Play) -> bool:
        """Return whether a message arrived before. It is answered as it was then, and not played again."""
        if self._audience.send_again(connection, play):
            return True
        return any(pending.connection is connection and pending.play == play for pending in self._actions.pending)

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
        for kind in kinds:
            self._actions.apply_own(replica, kind)
        await self._flush()
        if self._actions.is_stale:
            raise StoreError(f"{kinds[-1]} was not committed")

    async def _flush(self) -> None:
        """Commit what was played, then acknowledge and show it."""
        replica = self.replica
        if replica is None or not self._actions.pending:
            return
        stored, refused, had_conflict = await self._actions.commit(replica)
        for item, refusal in refused:
            self._refuse(item.connection, refusal, item.delta.n)
        if self._actions.is_stale:
            for member in self.members:
                self.resync(member)
            return
        if had_conflict:
            self._audience.forget()
            self._audience.send_boards(replica)
        self._services.counters.moves += len(stored)
        await self._audience.send_moves(replica, stored)
        if replica.game.status.is_over and replica.finished_id is None:
            await finish.finish(self._services, self._audience, replica, self.owner)
            self._review(replica, stored)

    async def _reload(self) -> None:
        """Restore the replica from the log."""
        if self.replica is not None:
            await reload(self._services, self.replica)
            self._actions.is_stale = False
            await finish.load_end(self._services, self._audience, self.replica, self.owner)
        self._actions.is_stale = False

    # Help

    async def _help(self, connection: Connection, asked: protocol.Help) -> None:
        replica = self._current(asked.game)
        help_messages.check(asked, replica, self._services.limits)
        if self._background.is_busy:
            raise Refusal("busy", "The server is still working on your last request.")
        if asked.topic != "proof" and replica.live.counts_help:
            await self._play_own(replica, Kind.HINT)
        self._background.help(
            replica,
            asked,
            address=connection.address,
            view=connection.view,
            send=connection.send,
            refuse=lambda refusal: connection.refuse(refusal.code, refusal.why, asked.n, replica.id),
        )

    async def _count_help(self, asked: _Helped) -> None:
        try:
            await self._flush()
            replica = self.replica
            if replica is not None and outside_help.is_helped(replica, asked.board, is_owner=asked.is_owner):
                await self._play_own(replica, *outside_help.actions(replica))
        except Exception:
            if not asked.counted.done():
                asked.counted.set_exception(Busy("Your game could not be saved. Try again in a moment."))
            raise
        if not asked.counted.done():
            asked.counted.set_result(None)

    # Starting and finishing

    async def _new(self, connection: Connection, message: protocol.New) -> None:
        other_cells = self._lobby.live_cells - self.cells
        rules = start.read_rules(message.rules, self._services.limits, other_cells)
        seed = Seed(self._services.entropy(16)) if message.seed is None else Seed.of(message.seed)
        await self._start(connection, message.n, rules, seed, known_board=message.seed is not None)

    async def _retry(self, connection: Connection, message: protocol.Retry) -> None:
        last = self.replica
        if last is None:
            raise Refusal("game", "There is no game to play again.")
        await self._start(connection, message.n, last.game.rules, last.seed, known_board=True)

    async def _start(self, connection: Connection, n: int, rules: Rules, seed: Seed, *, known_board: bool) -> None:
        await self._leave_game()
        self.replica = await start.new_replica(self._services, rules, seed, known_board=known_board)
        if best_times.is_amiga_custom(rules):
            await self._note_custom_level(self.replica)
        self._audience.send_new_game(self.replica, n, connection.tab)

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
        if replica.in_progress:
            await self._play_own(replica, Kind.RESIGN)
        if replica.game.status.is_over and replica.finished_id is None:
            await finish.finish(self._services, self._audience, replica, self.owner, leaving=True)

    def _review(self, replica: GameReplica, played: list[Pending]) -> None:
        """Start to judge the move that lost a game."""
        game = replica.game
        connection = played[-1].connection if played else None
        is_small = game.rules.level.cells <= self._services.limits.helped_cells
        if game.status is not Status.LOST or connection is None or not is_small:
            return

        def send(review: protocol.Review) -> None:
            if self.replica is replica and replica.game.seq == review.seq:  # it may have been undone
                self._audience.send_review(review)

        self._background.review(replica, address=connection.address, send=send)

    async def _rename(self, connection: Connection) -> None:
        """Put the new name of a player on the game that is over, and confirm the name."""
        name, replica = connection.player.name, self.replica
        if name and replica is not None and replica.finished_id is not None:
            await finish.rename_finished(self._services, replica, name)
        connection.send(protocol.Named(name=name))

    async def _unload(self) -> None:
        """Pause the game and unload the room, unless a client has joined in the meantime."""
        if self.members or not self._inbox.empty():
            return
        self._background.stop()
        if self.replica is not None and self.replica.game.status is Status.PLAYING:
            await self._play_own(self.replica, Kind.PAUSE)
        if not self.members and self._inbox.empty():
            self._is_gone = True
            self._lobby.forget(self)
