"""A player on a server: starts games there and goes on with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from ..server import protocol
from .connection import Connection
from .remote_game import RemoteGame

if TYPE_CHECKING:
    from types import TracebackType


class Client:
    """A connection to a server. It comes back by itself, and goes on where it was.

    `token` makes it the same player as before: a new player has one after connecting, in `token`. `device` says what
    plays; what a bot plays has best times and statistics of its own.

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
        device: protocol.Device = "bot",
    ) -> None:
        self._url = url
        self._name = name
        self._token = token
        self._device = device
        self._connection: Connection | None = None
        self.game: RemoteGame | None = None
        self._room: str | None = None

    async def __aenter__(self) -> Self:
        self._connection = Connection(self._url, self._token, self._hello, self._receive)
        try:
            await self._connection.opened
        except BaseException:
            await self._connection.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._open_connection.close()

    @property
    def token(self) -> str | None:
        """What makes a later client the same player. It is a secret."""
        return self._open_connection.token

    async def new(self, rules: str = "modern beginner", seed: str | None = None) -> RemoteGame:
        """Start a game, and give up the one in play; raise `Refused` if the rules cannot be played there."""
        self.game = None
        await self._open_connection.ask(protocol.New(n=0, rules=rules, seed=seed))
        game: RemoteGame | None = self.game
        assert game is not None
        return game

    @property
    def _open_connection(self) -> Connection:
        if self._connection is None:
            raise RuntimeError("a client is used inside `async with`")
        return self._connection

    def _hello(self) -> protocol.Hello:
        game = self.game
        hello = protocol.Hello(room=self._room, name=self._name)
        if game is not None:
            hello.game, hello.seq = game.id, game.seq
        return hello

    def _receive(self, message: protocol.Outbound) -> None:
        game = self.game
        if isinstance(message, protocol.Board):
            self._room = message.room
            if game is None or game.id != message.game:
                self.game = RemoteGame(self._open_connection, message, self._device)
            else:
                game.take_board(message)
        elif game is None or getattr(message, "game", None) != game.id:
            return
        elif isinstance(message, protocol.Delta):
            if not game.take_delta(message):
                self._open_connection.catch_up()
        elif isinstance(message, protocol.Over):
            game.take_over(message)
