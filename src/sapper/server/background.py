"""Work for a room that takes long: laying boards without guessing, and help. It runs in threads and can be stopped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..generator import NoBoard
from . import advice, protocol
from .workers import Busy, Cancelled, Work, lay_without_guessing

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..minefield import Minefield
    from .connection import Connection
    from .lobby import Lobby
    from .replica import GameReplica

_LAYING_NEWS = 0.5  # seconds


class Assistant:
    """One piece of work at a time for each room, so that nobody takes all the threads."""

    __slots__ = ("_helping", "_laying", "_lobby", "_owner")

    def __init__(self, lobby: Lobby, owner: bytes) -> None:
        self._lobby = lobby
        self._owner = owner
        self._laying: tuple[int, asyncio.Task[None]] | None = None
        self._helping: tuple[int, asyncio.Task[None]] | None = None

    @property
    def is_laying(self) -> bool:
        """Whether a board is being laid."""
        return self._laying is not None

    @property
    def is_busy(self) -> bool:
        """Whether anything is being worked on."""
        return self._laying is not None or self._helping is not None

    def cancel(self, n: int) -> None:
        """Stop what was asked for with a counter."""
        if self._laying is not None and self._laying[0] == n:
            self._laying[1].cancel()
            self._laying = None
        if self._helping is not None and self._helping[0] == n:
            self._helping[1].cancel()
            self._helping = None

    def stop(self) -> None:
        """Stop everything."""
        for work in (self._laying, self._helping):
            if work is not None:
                work[1].cancel()
        self._laying = self._helping = None

    def laid(self) -> None:
        """Note that the board that was laid is played on."""
        self._laying = None

    def lay(
        self,
        connection: Connection,
        message: protocol.Play,
        playing: GameReplica,
        first: tuple[int, int],
        announce: Callable[[bytes], None],
        done: Callable[[], bool],
    ) -> None:
        """Begin to lay a board: `announce` tells everybody how far it is, `done` that the opening can be played."""
        work = self._lay(connection, message, playing, first, announce, done)
        self._laying = (message.n, self._lobby.spawn(work))

    async def _lay(
        self,
        connection: Connection,
        message: protocol.Play,
        playing: GameReplica,
        first: tuple[int, int],
        announce: Callable[[bytes], None],
        done: Callable[[], bool],
    ) -> None:
        work, began = Work(), self._lobby.clock()

        def job(work: Work) -> Minefield:
            return lay_without_guessing(playing.rules, first, playing.seed, work)

        running = asyncio.ensure_future(
            self._lobby.workers.run(job, work=work, player=self._owner, address=connection.address)
        )
        try:
            while not (await asyncio.wait({running}, timeout=_LAYING_NEWS))[0]:
                elapsed, share = self._lobby.clock() - began, round(work.share, 4)
                announce(protocol.encode(protocol.Laying(game=playing.id, n=message.n, elapsed=elapsed, share=share)))
            playing.live.layout.remember(first, running.result())
        except asyncio.CancelledError:
            running.cancel()
            connection.refuse("cancelled", "the board was not laid, as you asked", message.n, playing.id)
            raise
        except NoBoard as error:
            self._laying = None
            connection.refuse("no-board", str(error), message.n, playing.id)
        except (Busy, Cancelled) as error:
            self._laying = None
            connection.refuse("busy", str(error), message.n, playing.id)
        else:
            if not done():
                self._laying = None

    def help(self, connection: Connection, asked: protocol.Help, playing: GameReplica) -> None:
        """Begin to work out an answer, for the one who asked."""
        self._helping = (asked.n, self._lobby.spawn(self._help(connection, asked, playing)))

    async def _help(self, connection: Connection, asked: protocol.Help, playing: GameReplica) -> None:
        seq, board, view = playing.game.seq, playing.game.board.copy(), connection.view
        task = asyncio.current_task()

        def job(work: Work) -> protocol.FromServer:
            if asked.topic == "proof":
                return advice.proof_of(playing.game, public_id=playing.id, n=asked.n)
            return advice.answer(asked, board, seq, work, view)

        try:
            connection.say(await self._lobby.workers.run(job, player=self._owner, address=connection.address))
        except asyncio.CancelledError:
            connection.refuse("cancelled", "as you asked", asked.n, asked.game)
            raise
        except (Busy, Cancelled) as error:
            connection.refuse("busy", str(error), asked.n, asked.game)
        except SapperError as error:
            connection.refuse("no-answer", str(error), asked.n, asked.game)
        finally:
            if self._helping is not None and self._helping[1] is task:
                self._helping = None
