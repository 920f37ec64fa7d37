"""A client: its messages within the limits, and an outbox, so that the rooms never wait for it."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from typing import TYPE_CHECKING

from ...history.store import StoreError
from ...phrase import Phrase
from ..limits import Bucket
from ..operations.logs import request_id
from ..parties import requests
from ..protocol import game_messages, party_messages
from ..protocol.refusal import Refusal, as_sent
from ..rooms.player_names import load_name, rename
from .chunk_stream import ChunkStream
from .frames import BAD_TEXT, NAMES, NORMAL, POLICY, RESTART
from .lag import Lag

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from ..http.cookies import Player
    from ..parties.door import PartyDoor
    from ..parties.party import Party
    from ..protocol.views import Rectangle
    from ..rooms.lobby import Lobby
    from ..rooms.room import Room
    from ..services import Services

    class Socket(Protocol):
        """The socket that a connection writes to."""

        is_writable: bool
        received: int  # bytes
        sent: int

        def send_text(self, payload: bytes) -> None:
            """Send a text message."""

        def send_frames(self, texts: Sequence[bytes], framed: bytes) -> None:
            """Send text messages that are frames already."""

        def ping(self, payload: bytes = b"") -> None:
            """Ask the client whether it is there: it answers with the same bytes."""

        def stop_reading(self) -> None:
            """Read nothing until `go_on_reading` or `close`."""

        def go_on_reading(self) -> None:
            """Read again."""

        def close(self, code: int) -> None:
            """Close with a code."""

        def abort(self) -> None:
            """Close at once."""


log = logging.getLogger("sapper.server")

_MOST_BAD = 16  # messages that are not of the protocol, until a client is closed
_CLOSING = 2.0  # seconds for a client to read the last messages
_BYTES = 1024  # that cost as much as a frame
_MOST_WAITING = 80  # messages, until nothing more is read; one read may bring as many again
_numbers = itertools.count()


class Connection:
    """A client. Its outbox is bounded: when it overflows, it is emptied, and the room sends the whole board."""

    __slots__ = (
        "_bad",
        "_bucket",
        "_clock",
        "_closing_since",
        "_greeted",
        "_heard",
        "_is_handling",
        "_is_paused",
        "_lobby",
        "_lost_party",
        "_opened",
        "_outbox",
        "_pinged",
        "_services",
        "_shared_bucket",
        "_size",
        "_socket",
        "_stuck_since",
        "_waiting",
        "_drained",
        "address",
        "chunks",
        "device",
        "door",
        "is_closed",
        "is_known",
        "lag",
        "number",
        "party",
        "player",
        "request",
        "room",
        "seat",
        "strength",
        "tab",
        "view",
    )

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        player: Player,
        address: str,
        *,
        is_known: bool = False,
        request: str = "",
    ) -> None:
        self.number = next(_numbers)
        self.player = player
        self.address = address
        self.tab = ""
        self.room: Room | None = None
        self.party: Party | None = None
        self.seat: int | None = None  # in the party; a watcher has none
        self.door: PartyDoor | None = None  # of a party that the client asks to be let in to
        self.device = ""  # of a member of a party
        self.strength = ""  # of the solver, where this is its seat
        self.lag = Lag()  # measured in a party
        self.view: Rectangle | None = None  # of a chunked board
        self.chunks = ChunkStream(services)  # of a chunked board
        self.is_closed = False
        self.request = request  # the id of the handshake, for the log
        self.is_known = is_known  # the player was here before and may have a name
        self._services = services
        self._lobby = lobby
        self._socket: Socket | None = None
        self._clock = services.seconds
        limits, now = services.limits, services.seconds()
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst, now)
        self._shared_bucket = services.rates.messages.of(address, now)
        self._outbox: deque[bytes] = deque()
        self._size = 0  # of the outbox, in bytes
        self._lost_party = False  # messages of the party were dropped: it is sent again when the client reads
        self._waiting: deque[game_messages.Inbound] = deque()  # messages that arrived while one was handled
        self._is_handling = False
        self._is_paused = False  # nothing is read because too many messages wait
        self._greeted = False  # by hello
        self._opened = self._heard = now
        self._pinged = False
        self._stuck_since: float | None = None
        self._closing_since: float | None = None
        self._drained: asyncio.Future[None] | None = None
        self._bad = 0

    def open(self, socket: Socket) -> None:
        """Begin to serve the client."""
        self._socket = socket
        self._lobby.add(self)

    @property
    def is_idle(self) -> bool:
        """Whether every message was handled and every answer was sent."""
        return not (self._is_handling or self._waiting or self._outbox)

    # What is sent

    def send(self, message: game_messages.FromServer) -> None:
        """Send a message to this client only."""
        self.send_encoded(game_messages.encode(message))

    def send_encoded(self, text: bytes) -> None:
        """Send an encoded message: at once if the client reads, otherwise through the outbox."""
        socket = self._socket
        if self._closing_since is not None or socket is None:
            return
        if socket.is_writable and not self._outbox:
            socket.send_text(text)
            return
        limits = self._services.limits
        if len(self._outbox) >= limits.outbox_messages or self._size + len(text) > limits.outbox_bytes:
            self._overflow()
        else:
            self._outbox.append(text)
            self._size += len(text)

    def send_framed(self, texts: Sequence[bytes], framed: bytes) -> None:
        """Send encoded messages that others get too; `framed` is all of them as frames."""
        socket = self._socket
        if socket is not None and socket.is_writable and not self._outbox and self._closing_since is None:
            socket.send_frames(texts, framed)
            return
        for text in texts:
            self.send_encoded(text)

    def _overflow(self) -> None:
        self._services.counters.overflows += 1
        text = game_messages.encode(game_messages.Resync(game=None))
        self._outbox.clear()
        self._outbox.append(text)
        self._size = len(text)
        self._lost_party = self.party is not None
        if self.room is not None:
            self.room.resync(self)

    def refuse(self, refusal: Refusal, n: int | None = None, game: str | None = None) -> None:
        """Send why a request was not carried out."""
        self._services.counters.refused[refusal.code] += 1
        self.send(refusal.message(n, game))

    def close(self, code: int, why: Phrase | str, retry_in: float = 0.0) -> None:
        """Send `bye` and close."""
        if self._closing_since is not None or self._socket is None:
            return
        self._services.counters.closed[code] += 1
        bye = game_messages.Bye(why=str(why), retry_in=retry_in, phrase=as_sent(why))
        for text in (*self._outbox, game_messages.encode(bye)):
            self._socket.send_text(text)
        self._outbox.clear()
        self._waiting.clear()
        self._is_paused = False
        self._closing_since = self._clock()
        self._socket.close(code)

    def retry_later(self) -> None:
        """Close, because the game of the client cannot be read now: shown as it was, moves would seem to be lost."""
        self.close(RESTART, Phrase("refusal.game-unreadable"), retry_in=1.0)

    def stop_reading(self) -> None:
        """Take no more messages."""
        self._is_paused = False
        if self._socket is not None:
            self._socket.stop_reading()

    def abort(self) -> None:
        """Close at once."""
        if self._socket is not None:
            self._socket.abort()

    def check(self, now: float) -> None:
        """Cut off a client that does not read, does not answer or does not say hello in time; ping a quiet one."""
        limits, socket = self._services.limits, self._socket
        if socket is None:
            return
        if self._stuck_since is not None and now - self._stuck_since > limits.stalled:
            self._services.counters.stalled += 1
            socket.abort()
        elif self._closing_since is not None:
            if now - self._closing_since > _CLOSING:
                socket.abort()
        elif not self._greeted and now - self._opened > limits.hello:
            self.close(POLICY, "No hello arrived in time.")
        elif self._is_paused:
            return
        elif now - self._heard > 2 * limits.ping:
            socket.abort()
        elif now - self._heard > limits.ping and not self._pinged:
            self._pinged = True
            socket.ping()
        elif self.party is not None:
            self.measure(now)

    def measure(self, now: float) -> None:
        """Measure the round trip, if it is time for that."""
        payload = self.lag.ask(now) if self._socket is not None else None
        if self._socket is not None and payload is not None:
            self._socket.ping(payload)

    # Called by the socket

    def charge_read(self, size: int) -> bool:
        """Charge the client and its address for bytes with at most one frame, and note that the client is there."""
        self._heard = now = self._clock()
        self._pinged = False
        return self._charge(now, 1 + size / _BYTES)

    def charge_frame(self) -> bool:
        """Charge the client and its address for one more frame."""
        return self._charge(self._clock(), 1)

    def _charge(self, now: float, cost: float) -> bool:
        """Take a cost from the buckets; a client that sends too much is closed."""
        if self._bucket.take(now, cost) and self._shared_bucket.take(now, cost):
            return True
        self.close(POLICY, Phrase("refusal.too-many-messages"), retry_in=5.0)
        return False

    def take_pong(self, payload: bytes) -> None:
        """Take the answer to a ping."""
        now = self._clock()
        if self.lag.take(payload, now) and self.party is not None:
            self.party.pings.note()
            self.measure(now)

    def count_frame(self, kind: int) -> None:
        """Count a frame that is not a whole message."""
        self._services.counters.frames[NAMES[kind]] += 1

    @property
    def traffic(self) -> tuple[int, int]:
        """The bytes that were received from the client and sent to it."""
        return (self._socket.received, self._socket.sent) if self._socket is not None else (0, 0)

    def stuck(self) -> None:
        """Note that the client does not read."""
        self._stuck_since = self._clock()

    def writable(self) -> None:
        """Send what waits in the outbox."""
        self._stuck_since = None
        socket, outbox = self._socket, self._outbox
        while outbox and socket is not None and socket.is_writable:
            text = outbox.popleft()
            self._size -= len(text)
            socket.send_text(text)
        if self._lost_party and not outbox:
            self._lost_party = False
            if self.party is not None:
                self.party.show_again(self)
        self._note_drained()

    async def drained(self) -> None:
        """Wait until the client has read what was sent, or is gone."""
        while not self.is_closed and (self._outbox or (self._socket is not None and not self._socket.is_writable)):
            if self._drained is None:
                self._drained = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._drained)

    def _note_drained(self) -> None:
        if self._drained is not None and not self._outbox:
            self._drained.set_result(None)
            self._drained = None

    def lost(self) -> None:
        """Leave the room: the connection is closed."""
        if self.is_closed:
            return
        self.is_closed = True
        self._socket = None
        self._outbox.clear()
        self._waiting.clear()
        self.chunks.clear()
        self._note_drained()
        if self.room is not None:
            self.room.leave(self)
        if self.party is not None:
            self.party.lost(self)
            self.party = None
        self.leave_door()
        self._lobby.remove(self)
        self.room = None  # it holds a board, which would wait for the garbage collector

    def receive(self, data: bytes) -> None:
        """Handle a message; those that take time are handled one after the other."""
        self._services.counters.messages += 1
        try:
            message = game_messages.decode(data)
        except game_messages.BadMessage as error:
            self._refuse_bad(data, error)
            return
        if self._is_handling:
            self.queue(message)
        elif isinstance(message, game_messages.Play) and self._greeted:
            self._forward(message)
        elif isinstance(message, game_messages.Ping) and self._greeted:
            self._answer_ping(message)
        else:
            self.queue(message)

    def queue(self, message: game_messages.Inbound) -> None:
        """Handle a message after those that arrived before."""
        self._waiting.append(message)
        if not self._is_handling:
            self._is_handling = True
            self._services.spawn(self._handle_waiting())
        elif len(self._waiting) >= _MOST_WAITING and self._socket is not None:
            self._is_paused = True
            self._socket.stop_reading()

    def _go_on_reading(self) -> None:
        """Read again if too many messages were waiting. Meanwhile the client could not be heard."""
        if self._is_paused and self._socket is not None:
            self._is_paused = False
            self._heard = self._clock()
            self._socket.go_on_reading()

    def _refuse_bad(self, data: bytes, error: game_messages.BadMessage) -> None:
        self._bad += 1
        try:
            data.decode()
        except UnicodeDecodeError:
            self.close(BAD_TEXT, "Messages have to be UTF-8.")
            return
        if self._bad > _MOST_BAD:
            self.close(POLICY, "Too many messages that are not of this protocol.")
        else:
            self.refuse(Refusal("message", str(error)), error.n)

    # Messages

    async def _handle_waiting(self) -> None:
        request_id.set(self.request)
        try:
            while self._waiting:
                try:
                    await self._handle(self._waiting.popleft())
                except Exception as error:
                    self._services.counters.errors += 1
                    log.error("connection: %s", type(error).__name__, exc_info=True)
        finally:
            self._is_handling = False
            self._go_on_reading()

    async def _handle(self, message: game_messages.Inbound) -> None:
        if not self._greeted and not isinstance(message, game_messages.Hello):
            self.close(POLICY, "The first message has to be hello.")
            return
        match message:
            case game_messages.Ping():
                self._answer_ping(message)
            case game_messages.Hello():
                await self._hello(message)
            case game_messages.Leave():
                self.close(NORMAL, "Closed by the client.")
            case party_messages.Host() | party_messages.Join() | party_messages.Match():
                await requests.enter(self, self._lobby, message)
            case party_messages.FromParty():
                await requests.handle(self, message)
            case game_messages.Rename():
                if self.party is None:
                    await rename(self._services, self.player, message.name)
                elif not await requests.rename(self, self.party, message.name):
                    return
                if self.door is not None:
                    self.door.publish()
                if self.room is None or not self.room.post(self, message):
                    self.send(game_messages.Named(name=self.player.name))
            case game_messages.New() | game_messages.Retry():
                self._start_game(message)
            case _:
                self._forward(message)

    async def _hello(self, hello: game_messages.Hello) -> None:
        self._greeted = True
        self.tab = hello.tab
        self.leave_door()
        if hello.name is not None:
            await rename(self._services, self.player, hello.name)
        elif self.is_known:
            await load_name(self._services, self.player)
        self.is_known = False
        found = None
        no_room = Refusal("room", Phrase("refusal.not-your-room"))
        if hello.room is not None:
            try:
                found = await self._lobby.find(hello.room, self.player, self.address)
            except Refusal as refusal:
                no_room = refusal
            except StoreError:
                self.retry_later()
                return
        elif self.party is not None:
            found = self.room
        if self.is_closed:
            return
        if self.party is not None and found is not None and found is not self.room:
            self.party.lost(self)
            self.party = None
        if self.party is None:
            self.move_to(found)
        limits = self._services.limits
        self.send(
            game_messages.Welcome(
                you=self.player.id,
                time=self._services.now() * 1000,
                name=self.player.name,
                room=found.id if found else None,
                program=self._services.program,
                page=self._services.page,
                most_cells=limits.most_cells,
                countdown=limits.countdown,
                rate=limits.messages_per_second,
                burst=limits.message_burst,
                at=found.elapsed if found else None,
            )
        )
        if found is not None:
            self._forward(hello)
        elif hello.room is not None:
            self.refuse(no_room)

    def move_to(self, room: Room | None) -> None:
        """Leave the room for another one, or for none."""
        if self.room is not None and self.room is not room:
            self.room.leave(self)
            self.view = None
        self.room = room

    def leave_door(self) -> None:
        """Do not ask any more to be let in to a party."""
        if self.door is not None:
            self.door.leave(self)

    def _answer_ping(self, ping: game_messages.Ping) -> None:
        self.send(game_messages.Pong(at=ping.at, time=self._services.now() * 1000))

    def _start_game(self, message: game_messages.New | game_messages.Retry) -> None:
        now = self._clock()
        if self.party is not None:
            self.refuse(Refusal("room", Phrase("refusal.leave-room-first")), message.n)
            return
        if not self._services.rates.games.of(self.address, now).take(now):
            self.refuse(Refusal("limit", Phrase("refusal.too-many-games")), message.n)
            return
        self.leave_door()
        if self.room is None and isinstance(message, game_messages.New):
            room = self._lobby.new_room(self.player)
            if room is None:
                self.refuse(Refusal("limit", Phrase("refusal.too-many-rooms")), message.n)
                return
            self.room = room
            room.join(self)
        self._forward(message)

    def _forward(self, message: game_messages.Inbound) -> None:
        room = self.room
        if room is None:
            why = Phrase("refusal.no-game" if self.party is None else "refusal.no-game-here")
            self.refuse(Refusal("game", why), getattr(message, "n", None))
        elif not room.post(self, message):
            game = message.game if isinstance(message, game_messages.Play) else None
            self.refuse(Refusal("busy", Phrase("refusal.room-busy")), getattr(message, "n", None), game)
