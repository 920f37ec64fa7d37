"""A game on a server, as far as its player may see it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..action import Action, Kind
from ..board import SYMBOLS, Board
from ..game import Status
from ..phrase import Phrase
from ..rules import Level, Rules
from ..server.protocol import game_messages
from .errors import ClientError

if TYPE_CHECKING:
    from .connection import Connection


class RemoteGame:
    """The visible board of a game, and what can be done there. It changes as the messages of the server arrive."""

    def __init__(self, connection: Connection, message: game_messages.Board, device: game_messages.Device) -> None:
        self._connection = connection
        self._device = device
        self.id = message.game
        self.room = message.room
        self.rules = Rules.parse(message.rules)
        self.over: game_messages.Over | None = None  # once the game is over: what was hidden, and the result
        self._ended = asyncio.Event()
        self.take_board(message)

    @property
    def board(self) -> Board:
        """A copy of the visible board. Nothing is visible while the game is paused."""
        return Board.from_bytes(self._level, bytes(self._cells))

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.status.is_over

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.status is Status.WON

    @property
    def elapsed(self) -> int:
        """The playing time in milliseconds: between messages, by the clock of this machine."""
        if self.status is not Status.PLAYING:
            return self._at
        return self._at + round(1000 * (asyncio.get_running_loop().time() - self._since))

    async def open(self, row: int, col: int) -> None:
        """Open a cell."""
        await self.play(Action(Kind.OPEN, row, col))

    async def flag(self, row: int, col: int) -> None:
        """Mark a closed cell as a mine."""
        await self.play(Action(Kind.FLAG, row, col))

    async def clear(self, row: int, col: int) -> None:
        """Remove the mark from a closed cell."""
        await self.play(Action(Kind.CLEAR, row, col))

    async def chord(self, row: int, col: int) -> None:
        """Open around a number whose mines are marked."""
        await self.play(Action(Kind.CHORD, row, col))

    async def play(
        self, action: Action, device: game_messages.Device | None = None, pointer: tuple[float, float] | None = None
    ) -> game_messages.Delta:
        """Play an action and return what it changed when the server has stored it, or raise `Refused`."""
        answer = await self._connection.ask(
            game_messages.Play(
                game=self.id,
                n=0,
                kind=action.kind.value,  # type: ignore[arg-type]
                cell=self._level.index(action.row, action.col) if action.kind.has_cell else None,
                device=self._device if device is None else device,
                x=pointer[0] if pointer else None,
                y=pointer[1] if pointer else None,
            )
        )
        assert isinstance(answer, game_messages.Delta)
        return answer

    async def help(
        self, topic: game_messages.Topic, cell: tuple[int, int] | None = None, stage: int = 4
    ) -> game_messages.Outbound:
        """Ask for help and return the answer, or raise `Refused`. The game then counts as assisted."""
        place = None if cell is None else self._level.index(*cell)
        return await self._connection.ask(game_messages.Help(game=self.id, n=0, topic=topic, stage=stage, cell=place))

    async def ended(self) -> game_messages.Over:
        """Wait for the end, and return what the server reveals then.

        While others play the same board, that is nothing but how the game ended; `over` changes when it is shown.
        """
        await self._ended.wait()
        assert self.over is not None
        return self.over

    # Called with the messages of the server

    def take_board(self, message: game_messages.Board) -> None:
        """Take the whole board from a message."""
        self._level = Level(message.width, message.height, message.mines)
        if message.chunked or self._level.cells > game_messages.WHOLE_CELLS:
            raise ClientError(Phrase("machine-error.client-board-size", most=game_messages.WHOLE_CELLS))
        self.by = self._connection.by  # the number of this player in the game
        self.digest, self.known_board = message.digest, message.known_board
        shown = message.cells if message.cells is not None else "."
        cells = shown * self._level.cells if len(shown) == 1 else shown
        if len(cells) != self._level.cells:
            raise ClientError(Phrase("machine-error.nonsense", reason=f"{len(cells)}, {self._level}"))
        self._cells = bytearray(map(SYMBOLS.index, cells))
        self._follow(message)

    def take_delta(self, message: game_messages.Delta) -> bool:
        """Apply a change; return False if something was missed before it."""
        if message.seq <= self.seq:
            return True
        if message.seq > self.seq + 1:
            return False
        for cell, value in zip(message.cells[::2], message.cells[1::2], strict=True):
            if not (0 <= cell < self._level.cells and 0 <= value < len(SYMBOLS)):
                raise ClientError(Phrase("machine-error.nonsense", reason=f"{cell}, {value}, {self._level}"))
            self._cells[cell] = value
        self._follow(message)
        return True

    def _follow(self, message: game_messages.Board | game_messages.Delta) -> None:
        self.seq = message.seq
        self.status = Status(message.status)
        self.mines_left = message.mines_left
        self.lives = message.lives
        self.hints = message.hints
        self.take_time(message.at)

    def take_time(self, at: int) -> None:
        """Take the playing time as the server has it."""
        self._at, self._since = at, asyncio.get_running_loop().time()

    def take_over(self, message: game_messages.Over) -> None:
        """Take the end from a message."""
        self.over = message
        self._ended.set()
