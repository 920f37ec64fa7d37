"""The solver at a seat: a client without a socket, which plays by what it is sent and at the pace of people.

It obeys the rules of the room like any client, because it is one to the rest of the server: its messages go through a
`Connection`, and it knows nothing but the messages that come back.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from random import Random
from typing import TYPE_CHECKING

from ...analysis.odds import SolverError
from ...analysis.opponent import SKILLS, think
from ...errors import SapperError
from ..operations.workers import Work
from ..socket.connection import Connection
from .sight import Sight, is_seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...analysis.opponent import Thought
    from ...board import Board
    from ..parties.party import Party
    from .opponents import Opponents

log = logging.getLogger("sapper.server")

NAME = "Solver"
_TAB = "solver"
_MOST_REFUSALS = 3  # of moves in a game, until the opponent leaves it to the others
_BUSY = 1.0  # seconds until it thinks again where the server has no time
_GUESS_TOGETHER = 8.0  # seconds that a team has to find something better than a guess
_SHARE_OF_CLOCK = 0.2  # of the time that is left, at most for one move


class Opponent:
    """The solver at a seat of a party."""

    is_writable = True  # it is the socket of its connection
    received = sent = 0

    def __init__(self, opponents: Opponents, party: Party, strength: str, address: str, number: int) -> None:
        services = party.services
        self.party = party
        self.address = address  # of the client that asked for it
        self.strength = strength
        self._opponents = opponents
        self._services = services
        player = services.guests.new()
        player.name = NAME if number == 1 else f"{NAME} {number}"
        self.connection = Connection(services, party.lobby, player, f"{_TAB} {player.id}")
        self.connection.device, self.connection.strength, self.connection.tab = "bot", strength, _TAB
        self._random = Random(services.entropy(16))
        self._sight = Sight()
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._sent = 0  # the number of the last message
        self._ready_at = -1  # the length of the party's list of events when it last said that it is ready
        self._last: tuple[int, int] | None = None  # the square that it opened last

    async def sit(self, *, is_match: bool = False) -> None:
        """Take a seat, or raise `Refusal`."""
        self.connection.open(self)
        try:
            await self.party.enter(self.connection, None, match=is_match)
        except BaseException:
            self.connection.lost()
            raise
        self._task = asyncio.create_task(self._live())

    # The socket of the connection

    def send_text(self, payload: bytes) -> None:
        """Note a message; it is read later, as the caller must not wait."""
        if is_seen(payload):
            self._waiting.append(payload)
            self._news.set()

    def send_frames(self, texts: Sequence[bytes], framed: bytes) -> None:
        """Note messages."""
        for text in texts:
            self.send_text(text)

    def ping(self, payload: bytes = b"") -> None:
        """Answer at once."""
        self.connection.charge_read(0)

    def stop_reading(self) -> None:
        """Do nothing: an opponent sends little."""

    def go_on_reading(self) -> None:
        """Do nothing, as above."""

    def close(self, code: int) -> None:
        """Stand up."""
        self.abort()

    def abort(self) -> None:
        """Stand up at once."""
        if self._task is not None:
            self._task.cancel()
        asyncio.get_running_loop().call_soon(self.connection.lost)
        self._opponents.forget(self)

    def _send(self, t: str, **fields: object) -> int:
        self._sent += 1
        if not self.connection.is_closed and self.connection.charge_read(0):
            self.connection.receive(json.dumps({"t": t, "n": self._sent, **fields}).encode())
        return self._sent

    # What it does

    async def _live(self) -> None:
        self.connection.receive(json.dumps({"t": "hello", "tab": _TAB}).encode())
        try:
            while not self._sight.has_parted:
                await self._next()
        except SapperError as error:
            log.warning("an opponent stands up: %s", error)
        except Exception as error:
            self._services.counters.errors += 1
            log.error("an opponent failed: %s", type(error).__name__, exc_info=error)
        finally:
            self.abort()

    async def _next(self) -> None:
        """Do the next thing that there is to do, or wait for a message."""
        self._news.clear()
        self._read()
        sight = self._sight
        self._say_ready()
        thought = None
        if sight.is_playing and sight.refusals < _MOST_REFUSALS:
            thought = await self._think()
        if thought is None:
            await self._news.wait()
        elif await self._wait(thought):
            self._last = thought.cell
            board = sight.board
            assert board is not None
            sight.asked = self._send("play", game=sight.game, kind="open", cell=board.level.index(*thought.cell))

    def _read(self) -> None:
        while self._waiting:
            self._sight.take(self._waiting.popleft(), _TAB)

    def _say_ready(self) -> None:
        sight = self._sight
        if sight.must_say_ready and sight.party is not None and sight.party.seq > self._ready_at:
            self._ready_at = sight.party.seq
            self._send("ready")

    async def _think(self) -> Thought | None:
        """Return the next move, found in a thread of the server's own work; None if there is none."""
        board = self._sight.board
        if board is None:
            return None
        try:
            return await self._services.workers.run(
                lambda _: self._choose(board),
                work=Work(self._services.limits.solver_seconds),
                address=self._opponents.name,
            )
        except SolverError:  # it is too hard for the time that there is
            return None
        except SapperError:
            await asyncio.sleep(_BUSY)
            self._news.set()
            return None

    def _choose(self, board: Board) -> Thought | None:
        skill, wants_mines = SKILLS[self.strength], self._sight.has_turns
        return think(board, skill, self._random.random, self._last, wants_mines=wants_mines)

    async def _wait(self, thought: Thought) -> bool:
        """Wait until a move is due; return False if something has made it needless, or a guess too early."""
        sight, loop = self._sight, asyncio.get_running_loop()
        game, seq, seconds = sight.game, sight.seq, thought.seconds
        if thought.is_guess and sight.is_team:
            seconds = max(seconds, _GUESS_TOGETHER)
        if sight.time_left is not None:
            seconds = min(seconds, _SHARE_OF_CLOCK * sight.time_left)
        until = loop.time() + seconds * self._opponents.pace
        while (left := until - loop.time()) > 0:
            self._news.clear()
            try:
                async with asyncio.timeout(left):
                    await self._news.wait()
            except TimeoutError:
                break
            self._read()
            is_moot = thought.is_guess and sight.seq != seq
            if is_moot or sight.has_parted or sight.game != game or not sight.is_playing:
                return False
            if not sight.is_closed(thought.cell):
                return False
        return sight.game == game and sight.is_playing
