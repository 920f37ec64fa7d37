"""A player on a server: starts games there and goes on with them, alone or in a room with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ..phrase import Phrase
from ..server.protocol import game_messages, party_messages
from ..server.protocol.refusal import parted
from .connection import Connection
from .current_game import CurrentGame
from .errors import ClientError
from .party import RemoteParty
from .room_address import room_address

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from ..server.parties.events import Terms
    from ..server.protocol.message import FromClient
    from .remote_game import RemoteGame

_COMING_BACK = 0  # the number of the `join` after a reconnect; requests are numbered from 1
_SEATS: dict[game_messages.Device, party_messages.Device] = {"bot": "bot", "key": "terminal", "text": "terminal"}


class Client:
    """A connection to a server. It comes back by itself, and goes on where it was.

    `token` makes it the same player as before: a new player has one after connecting, in `token`. `device` says what
    plays; what a bot plays has best times and statistics of its own, and in a room the others see that it is one.
    `is_own_server`: the server runs only as long as this program.
    `knocking` is called when `join` has to wait until the owner of the room lets the client in.

    For example::

        async with Client("http://localhost:8000", name="My bot") as client:
            game = await client.new("modern expert")
            await game.open(0, 0)
            print(game.board)
    """

    def __init__(
        self,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        device: game_messages.Device = "bot",
        is_own_server: bool = False,
        knocking: Callable[[party_messages.Knocking], None] | None = None,
    ) -> None:
        self._url = url
        self._name = name
        self._token = token
        self._knocking = knocking
        self.is_own_server = is_own_server
        self._seat_device = _SEATS.get(device, "")
        self._connection: Connection | None = None
        self._current = CurrentGame(device)
        self._room: str | None = None
        self.party: RemoteParty | None = None  # the room with others that the client is in
        self.you = ""  # the public id of the player

    async def __aenter__(self) -> Self:
        self._connection = Connection(self._url, self._token, self._place, self._receive, self._lost)
        try:
            await self._connection.opened
        except BaseException:
            await self._connection.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.party is not None:
            self.party.take(parted(Phrase("machine-error.client-gone")))
            self.party = None
        await self._open_connection.close()

    @property
    def token(self) -> str | None:
        """The token that makes a later client the same player. It is a secret."""
        return self._open_connection.token

    @property
    def is_connected(self) -> bool:
        """Whether the server is there now; otherwise the client tries to come back."""
        return self._connection is not None and self._connection.is_connected

    @property
    def tries_in(self) -> float:
        """Seconds until the client tries again to come back."""
        return self._open_connection.tries_in

    # Alone

    @property
    def game(self) -> RemoteGame | None:
        """The game that the client sees."""
        return self._current.game

    async def new(self, rules: str = "modern beginner", seed: str | None = None) -> RemoteGame:
        """Start a game, and give up the one in play; raise `Refused` if the rules cannot be played there.

        A game that was begun elsewhere and not seen here is not given up: that raises `Refused`, too.
        """
        seen, self._current.game = self._current.game, None
        await self._open_connection.ask(game_messages.New(n=0, rules=rules, seed=seed, game=seen.id if seen else None))
        game: RemoteGame | None = self._current.game
        assert game is not None
        return game

    # Together

    async def host(self, terms: Terms) -> RemoteParty:
        """Open a room and take a seat in it, or raise `Refused`."""
        return await self._enter(party_messages.Host(n=0, terms=terms, device=self._seat_device))

    async def join(self, where: str, *, watch: bool = False) -> RemoteParty:
        """Enter a room by its link, its id or its code, or raise `Refused`.

        A client that was there before has the same seat. Where every seat is taken, or with `watch`, it watches. Where
        the owner decides who may come in, this waits for the answer.
        """
        address = room_address(where)
        return await self._enter(
            party_messages.Join(n=0, party=address.party, code=address.code, watch=watch, device=self._seat_device)
        )

    async def match(self, terms: Terms, *, bots: bool = False) -> RemoteParty:
        """Find a player who wants to play the same: enter such a room, or open one and wait there.

        With `bots` the other player may be a bot. The server may move a client that waits to another room.
        """
        return await self._enter(party_messages.Match(n=0, terms=terms, device=self._seat_device, bots=bots))

    async def _enter(self, message: FromClient) -> RemoteParty:
        await self._open_connection.ask(message)
        party = self.party
        if party is None:
            raise ClientError(Phrase("machine-error.left-at-once"))
        await party.until(lambda party: party.is_known)
        return party

    # The connection

    @property
    def _open_connection(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("a client is used inside `async with`")
        return self._connection

    def _place(self) -> tuple[game_messages.Hello, *tuple[FromClient, ...]]:
        game, party = self._current.game, self.party
        if party is not None:
            return game_messages.Hello(name=self._name), party.return_message(_COMING_BACK)
        hello = game_messages.Hello(room=self._room, name=self._name)
        if game is not None:
            hello.game, hello.seq = game.id, game.seq
        return (hello,)

    def _receive(self, message: game_messages.Outbound) -> None:
        if isinstance(message, game_messages.Welcome):
            self.you = message.you
        elif isinstance(message, party_messages.Entered):
            self._entered(message)
        elif isinstance(message, party_messages.Knocking) and self._knocking is not None:
            self._knocking(message)
        elif isinstance(message, game_messages.Board) and self.party is None:
            self._room = message.room
        self._current.take(message, self._open_connection)
        party = self.party
        if party is None:
            return
        if isinstance(message, game_messages.Refused) and message.n == _COMING_BACK:
            message = party_messages.Parted(why=message.why, phrase=message.phrase)
        party.take(message)
        if isinstance(message, party_messages.Parted):
            self.party = self._current.game = self._room = None

    def _entered(self, message: party_messages.Entered) -> None:
        party = self.party
        if party is not None and (party.id == message.party or message.n is None):
            if message.at is not None and self._current.game is not None:
                self._current.game.take_time(message.at)
            return  # back again, or moved by a quick match: `party` takes the message
        if party is not None:
            party.take(parted(Phrase("machine-error.other-room")))
        self._current.game = None
        self.party = RemoteParty(self._open_connection, self._current, message, self._url, self._seat_device)

    def _lost(self, why: str, for_good: bool) -> None:
        if self.party is not None:
            self.party.lost(why, for_good=for_good)
