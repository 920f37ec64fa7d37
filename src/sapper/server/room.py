"""A room: one task with an inbox and the replica of a game. It plays, keeps, and only then tells."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from ..action import Action, Kind
from ..game import Status
from ..history.store import StoreError
from ..rules import Rules, RulesError
from ..seed import Seed
from . import commit, protocol, views
from .background import Assistant
from .commit import Pending
from .finish import keep_finished, over_message, recall_finished, sign_finished
from .replica import GameReplica, Refusal
from .resend_buffer import ResendBuffer, key_of

if TYPE_CHECKING:
    from ..history.rows import Round
    from ..history.store import Stored
    from .connection import Connection
    from .lobby import Lobby
    from .workers import Work

log = logging.getLogger("sapper.server")

_MOST_WAITING = 256  # messages in an inbox
_AT_ONCE = 64  # messages served before others get a turn
_CHUNKS_AT_ONCE = 8
_MADE_IN_THREAD = 1 << 20  # cells


class _Retell(NamedTuple):
    """A client lost messages, and is told everything anew."""


class _Laid(NamedTuple):
    """A board was laid, and the opening that asked for it can be played."""

    message: protocol.Play


class _Unload(NamedTuple):
    """Nobody has been here for long."""


_Item = protocol.Inbound | _Retell | _Laid | _Unload


class Room:
    """Where one game after the other is played. Its task is the only one that touches the replica."""

    def __init__(self, lobby: Lobby, room_id: str, owner: bytes) -> None:
        self.id = room_id
        self.owner = owner
        self.members: set[Connection] = set()
        self.playing: GameReplica | None = None
        self.idle_since = lobby.seconds()
        self._lobby = lobby
        self._inbox: asyncio.Queue[tuple[Connection | None, _Item, int] | None] = asyncio.Queue()
        self._pending: list[Pending] = []
        self._recent = ResendBuffer()
        self._assistant = Assistant(lobby, owner)
        self._over: bytes | None = None  # the end of the game, encoded
        self._is_stale = False  # the replica is not what the log says
        self._is_gone = False
        self._task: asyncio.Task[None] | None = None

    @property
    def cells(self) -> int:
        """How many cells the board in memory has."""
        return self.playing.rules.level.cells if self.playing else 0

    # Called by connections and the lobby

    def start(self) -> None:
        """Begin to serve."""
        self._task = asyncio.create_task(self._run())

    def post(self, connection: Connection | None, message: _Item) -> bool:
        """Put a message into the inbox, or say that it is full."""
        if self._is_gone or self._inbox.qsize() >= _MOST_WAITING:
            return False
        self._inbox.put_nowait((connection, message, self._lobby.clock()))
        return True

    def resync(self, connection: Connection) -> None:
        """Tell a client everything anew."""
        self.post(connection, _Retell())

    def join(self, connection: Connection) -> None:
        """Let somebody in."""
        self.members.add(connection)

    def leave(self, connection: Connection) -> None:
        """Let somebody go."""
        self.members.discard(connection)
        self.idle_since = self._lobby.seconds()

    def unload(self) -> None:
        """Ask the room to go, if nobody comes first."""
        self.post(None, _Unload())

    def stop(self) -> asyncio.Task[None]:
        """Serve what waits, and then end."""
        assert self._task is not None
        self._inbox.put_nowait(None)
        return self._task

    async def take_up(self, round_: Round, stored: Stored) -> None:
        """Continue a game from its log, in play or finished."""
        playing = await self._lobby.workers.run(lambda _: self._lobby.revive(round_, stored))
        await commit.replay(self._lobby, playing, stored)
        self.playing = playing
        await self._note_end(playing)

    async def _note_end(self, playing: GameReplica) -> None:
        """Tell the end of a game that was over when it was read; pack it, if the server ended before it could."""
        self._over = None
        if playing.kept is not None:
            self._over = await recall_finished(self._lobby, playing)
        elif playing.game.status.is_over:
            await self._end(playing)

    # The task

    async def _run(self) -> None:
        while True:
            items = [await self._inbox.get()]
            while len(items) < _AT_ONCE and not self._inbox.empty():
                items.append(self._inbox.get_nowait())
            try:
                for item in items:
                    if item is not None:
                        await self._serve(*item)
                await self._flush()
            except Exception as error:
                self._lobby.figures.errors += 1
                log.error("room %s: %s in its task", self.id[:4], type(error).__name__, exc_info=True)
                self._pending.clear()
                self._is_stale = True
            if self._is_gone or None in items:
                self._assistant.stop()
                return

    async def _serve(self, connection: Connection | None, message: _Item, arrived: int) -> None:
        try:
            if self._is_stale:
                await self._refresh()
            if isinstance(message, _Unload):
                await self._leave_idle()
            elif connection is not None:
                await self._answer(connection, message, arrived)
        except Refusal as refusal:
            self._refuse(connection, message, refusal.code, refusal.why)
        except StoreError as error:
            log.warning("room %s: %s", self.id[:4], error)
            self._is_stale = True
            self._refuse(connection, message, "store", "this could not be kept: try again")

    def _refuse(self, connection: Connection | None, message: _Item, code: protocol.Code, why: str) -> None:
        if connection is not None:
            n = message.message.n if isinstance(message, _Laid) else getattr(message, "n", None)
            connection.refuse(code, why, n, self.playing.id if self.playing else None)

    async def _answer(self, connection: Connection, message: _Item, arrived: int) -> None:
        if isinstance(message, protocol.Play):
            await self._play(connection, message, arrived)
            return
        await self._flush()
        match message:
            case protocol.Hello():
                self._greet(connection, message)
            case protocol.New() | protocol.Retry():
                await self._new(connection, message)
            case protocol.Help():
                await self._help(connection, message)
            case protocol.Cancel():
                self._assistant.cancel(message.n)
            case protocol.View():
                await self._look(connection, message)
            case protocol.Rename():
                if connection.player.name and self.playing is not None and self.playing.kept is not None:
                    await sign_finished(self._lobby, self.playing, connection.player.name)
                connection.say(protocol.Named(name=connection.player.name))
            case _Retell():
                self._tell_board(connection)
                await self._tell_chunks(connection, None)
            case _Laid():
                self._assistant.laid()
                await self._play(connection, message.message, arrived)

    # GameReplica

    async def _play(self, connection: Connection, message: protocol.Play, arrived: int) -> None:
        playing = self._must_play(message.game)
        if self._was_played(connection, message):
            return
        if self._assistant.is_laying:
            raise Refusal("busy", "the board is still being laid")
        action = playing.action(message)
        pointer = None if message.x is None or message.y is None else (message.x, message.y)
        entry = playing.entry(action, arrived, device=message.device, pointer=pointer)
        first = playing.live.cell_to_prepare(action)
        if first is not None:
            await self._flush()
            self._assistant.lay(
                connection, message, playing, first, self._broadcast, lambda: self.post(connection, _Laid(message))
            )
            return
        tab, n = connection.tab, message.n
        if playing.takes_long(message):
            told = await self._lobby.workers.run(
                lambda _: playing.message(playing.apply(entry, self._lobby.clock()), tab, n)
            )
        else:
            told = playing.message(playing.apply(entry, arrived), tab, n)
        self._pending.append(Pending(connection, message, entry, told))

    def _must_play(self, game: str) -> GameReplica:
        if self.playing is None or self.playing.id != game:
            raise Refusal("game", "this room plays another game by now, or none")
        return self.playing

    def _was_played(self, connection: Connection, message: protocol.Play) -> bool:
        """Answer a message that came twice as the first time, and play it once."""
        text = self._recent.answer(key_of(connection, message))
        if text is not None:
            connection.tell(text)
            return True
        return any(pending.connection is connection and pending.message == message for pending in self._pending)

    async def _control(self, playing: GameReplica, kind: Kind) -> None:
        """Play an action that nobody sent."""
        now = self._lobby.clock()
        entry = playing.entry(Action(kind), now)
        told = playing.message(playing.apply(entry, now))
        self._pending.append(Pending(None, None, entry, told))
        await self._flush()
        if self._is_stale:
            raise StoreError(f"{kind} was not kept")

    async def _flush(self) -> None:
        """Keep what was played, then acknowledge and show it: many actions, one commit."""
        if not self._pending:
            return
        pending, self._pending = self._pending, []
        playing = self.playing
        assert playing is not None
        try:
            kept = await commit.keep(self._lobby, self.id, self.owner, playing, pending)
            if kept is None:
                kept = await commit.keep_after_others(self._lobby, playing, pending)
                self._recent.clear()
                for member in self.members:
                    self._tell_board(member)
        except StoreError as error:
            self._not_kept(pending, error)
            return
        self._lobby.figures.moves += len(kept)
        for item in kept:
            self._show(playing, item)
        if any(item.told.kind == "resume" for item in kept):
            for member in self.members:
                self._tell_board(member)
        if playing.is_chunked:
            await self._show_chunks(kept)
        if playing.game.status.is_over and playing.kept is None:
            await self._end(playing)

    def _not_kept(self, pending: list[Pending], error: StoreError) -> None:
        log.warning("room %s: %d actions were not kept: %s", self.id[:4], len(pending), error)
        self._is_stale = True
        for item in pending:
            if item.connection is not None and item.message is not None:
                item.connection.refuse("store", "this could not be kept, and was not played", item.message.n)
        for member in self.members:
            self.resync(member)

    async def _refresh(self) -> None:
        """Bring the replica back to what the log says."""
        if self.playing is not None:
            await commit.reload(self._lobby, self.playing)
            self._recent.clear()
            self._is_stale = False
            await self._note_end(self.playing)
        self._is_stale = False

    # Telling

    def _broadcast(self, text: bytes) -> None:
        for member in self.members:
            member.tell(text)

    def _show(self, playing: GameReplica, item: Pending) -> None:
        text = protocol.encode(item.told)
        key = None if item.message is None or item.connection is None else key_of(item.connection, item.message)
        self._recent.remember(item.told, text, key)
        if not playing.game.status.is_over:
            self._over = None  # a practice game goes on
        self._broadcast(text)

    async def _show_chunks(self, kept: list[Pending]) -> None:
        touched = {chunk for item in kept for chunk in item.told.chunks or ()}
        resumed = any(item.told.kind == "resume" for item in kept)
        if touched or resumed:
            for member in list(self.members):
                await self._tell_chunks(member, None if resumed else touched)

    def _greet(self, connection: Connection, hello: protocol.Hello) -> None:
        """Tell somebody who comes, or comes back, what is missing."""
        self.join(connection)
        playing = self.playing
        if playing is None:
            return
        missing = None
        if hello.game == playing.id and playing.game.status is not Status.PAUSED:
            missing = self._recent.between(hello.seq, playing.game.seq)
        if missing is None:
            self._tell_board(connection)
            return
        for text in missing:
            connection.tell(text)
        if self._over is not None:
            connection.tell(self._over)

    def _tell_board(self, connection: Connection, n: int | None = None, tab: str = "") -> None:
        if self.playing is None:
            return
        connection.say(self.playing.board(self.id, self._lobby.clock(), n=n, tab=tab))
        if self._over is not None:
            connection.tell(self._over)

    async def _look(self, connection: Connection, view: protocol.View) -> None:
        playing = self._must_play(view.game)
        if not playing.is_chunked:
            return
        level = playing.rules.level
        before = set(views.of_rectangle(level, connection.view))
        bottom, right = min(view.top + view.height, level.height), min(view.left + view.width, level.width)
        connection.view = (view.top, view.left, bottom, right)
        await self._tell_chunks(connection, set(views.of_rectangle(level, connection.view)) - before)

    async def _tell_chunks(self, connection: Connection, only: set[int] | None) -> None:
        """Send the chunks in view, or those of them that are meant; none while the game is paused."""
        playing = self.playing
        if playing is None or not playing.is_chunked or playing.game.status is Status.PAUSED:
            return
        wanted = views.of_rectangle(playing.rules.level, connection.view)
        wanted = [chunk for chunk in wanted if only is None or chunk in only]
        for start in range(0, len(wanted), _CHUNKS_AT_ONCE):
            for chunk, cells in views.chunks(playing.game.board, wanted[start : start + _CHUNKS_AT_ONCE]):
                connection.say(protocol.Chunk(game=playing.id, seq=playing.game.seq, chunk=chunk, cells=cells))
            await asyncio.sleep(0)

    async def _help(self, connection: Connection, asked: protocol.Help) -> None:
        playing = self._must_play(asked.game)
        game, most = playing.game, self._lobby.limits.helped_cells
        if asked.topic == "proof":
            if playing.kept is None:
                raise Refusal("rules", "the whole solution is told when the game is over and left")
            if game.first is None:
                raise Refusal("no-answer", "no cell was opened")
        elif game.status.is_over:
            raise Refusal("over", f"the game is over: {game.status}")
        elif game.status is Status.PAUSED:
            raise Refusal("paused", "the game is paused: resume it first")
        if game.rules.level.cells > most:
            raise Refusal("limit", f"help is for boards of at most {most} cells")
        if self._assistant.is_busy:
            raise Refusal("busy", "one thing at a time")
        if asked.topic == "why" and (asked.cell is None or asked.cell >= game.rules.level.cells):
            raise Refusal("rules", "why needs a cell of the board")
        if asked.topic != "proof" and playing.live.counts_help:
            await self._control(playing, Kind.HINT)
        self._assistant.help(connection, asked, playing)

    # Beginning and ending

    async def _new(self, connection: Connection, message: protocol.New | protocol.Retry) -> None:
        if isinstance(message, protocol.New):
            rules = self._allowed(message.rules)
            seed = Seed.of(message.seed) if message.seed is not None else Seed(self._lobby.entropy(16))
            known_board = message.seed is not None
        elif self.playing is None:
            raise Refusal("game", "there is no game to play again")
        else:
            rules, seed, known_board = self.playing.rules, self.playing.seed, True
        self._assistant.stop()
        if self.playing is not None:
            await self._let_go(self.playing)
        salt, public_id = self._lobby.entropy(16), self._lobby.new_id()

        def make(_: Work | None = None) -> GameReplica:
            return GameReplica(
                rules, seed, salt, public_id, known_board=known_board, layout=self._lobby.layout(rules, seed)
            )

        try:
            large = rules.level.cells > _MADE_IN_THREAD
            self.playing = await self._lobby.workers.run(make) if large else make()
        except MemoryError as error:
            raise Refusal("limit", str(error)) from None
        self._over = None
        self._recent.clear()
        for member in self.members:
            member.view = None
            self._tell_board(member, message.n, connection.tab)

    def _allowed(self, text: str) -> Rules:
        """Read rules, within what this server plays."""
        limits = self._lobby.limits
        try:
            rules = Rules.parse(text)
        except RulesError as error:
            raise Refusal("rules", str(error)) from None
        cells = rules.level.cells
        if cells > limits.most_cells:
            raise Refusal("limit", f"this server plays boards of at most {limits.most_cells} cells")
        if rules.layout.grade is not None and cells > limits.no_guess_cells:
            raise Refusal("limit", f"without guessing, boards have at most {limits.no_guess_cells} cells")
        if self._lobby.live_cells - self.cells + cells > limits.live_cells:
            raise Refusal("limit", "the boards in play fill the server's memory: choose a smaller one")
        return rules

    async def _let_go(self, playing: GameReplica) -> None:
        """Abandon a game in play, and finish a practice game that could have gone on."""
        if playing.in_progress:
            await self._control(playing, Kind.RESIGN)
        if playing.game.status.is_over and playing.kept is None:
            await self._end(playing, leaving=True)

    async def _end(self, playing: GameReplica, *, leaving: bool = False) -> None:
        """Pack the game into its replay and open the seal; a practice game stays open until it is left."""
        if leaving or not playing.rules.practice:
            message = await keep_finished(self._lobby, playing, self.owner)
        else:
            message = over_message(playing, None, None)
        self._over = protocol.encode(message)
        self._broadcast(self._over)

    async def _leave_idle(self) -> None:
        """Pause the game, note that, and go, unless somebody came in the meantime."""
        if self.members or not self._inbox.empty():
            return
        self._assistant.stop()
        if self.playing is not None and self.playing.game.status is Status.PLAYING:
            await self._control(self.playing, Kind.PAUSE)
        if not self.members and self._inbox.empty():
            self._is_gone = True
            self._lobby.forget(self)
