"""The common part of race and arena: all players have the same board, and see the progress of the others."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from ....game import Status
from ....history.store.seals import Seal
from ....modes import race
from ...protocol import game_messages, party_messages, views
from ...rooms import secrecy
from .delayed import Delayed
from .mode import Mode

if TYPE_CHECKING:
    from ....board import Board
    from ...rooms.replica import GameReplica
    from ...socket.connection import Connection
    from ..party import Party


_BOARDS = 1.0  # seconds between two looks of those who watch at the boards
_LOOKS = 10  # of those who watch at how far all are, in the time by which they are late; at least one a second


class Contest(Mode):
    """A round with a game for each player. No player gets a square of another's game before the round is over."""

    tell: ClassVar[float]  # seconds between messages about how far everybody is, at least

    def __init__(self, party: Party) -> None:
        super().__init__(party)
        self._timer: asyncio.TimerHandle | None = None
        self._told_at = float("-inf")  # when that was sent last, in seconds of the event loop
        self._boards_timer: asyncio.TimerHandle | None = None
        self._watched_timer: asyncio.TimerHandle | None = None
        waiting = [party_messages.SeatProgress(seat, Status.PLAYING.value) for seat in party.state.playing]
        delay = max(self.services.limits.watch_delay, self.terms.watch_delay)
        self._behind = round(delay)
        self._look = min(1.0, delay / _LOOKS)  # seconds
        first = game_messages.encode(self._message(waiting, behind=self._behind))
        self._delayed = Delayed(delay, first, self._send_to_watchers)
        self._delayed_boards = Delayed(delay, game_messages.encode(self._boards({})), self._send_to_watchers)

    @property
    def seal(self) -> Seal | None:
        """The seal of the games, until the round is over."""
        return None if self.is_over else Seal(party=self.party.id)

    def begins_turn(self, replica: GameReplica, seat: int) -> bool:
        """Return whether a player has seen no more than the square that the server has opened."""
        return replica.game.seq == 1

    def has_neighbour(self, player: bytes) -> bool:
        """Return whether another player of the round sat down at the same address."""
        return self.party.state.has_neighbour(player.hex())

    @abstractmethod
    def progress(self) -> list[party_messages.SeatProgress]:
        """Return how far everybody is."""

    def stops_in(self) -> int | None:
        """Return the milliseconds until those who still play have to stop, None as long as that is not near."""
        return None

    @abstractmethod
    def boards(self) -> dict[int, Board]:
        """Return the board of everybody who plays, by seat."""

    def _message(
        self, seats: list[party_messages.SeatProgress], stops_in: int | None = None, behind: int = 0
    ) -> party_messages.Progress:
        id_, round_ = self.party.id, self.round
        return party_messages.Progress(party=id_, round=round_, seats=seats, ends_in=stops_in, behind=behind)

    def _watched(self) -> party_messages.Progress:
        """Return what those who watch see: also the shapes of the boards."""
        boards, seats = self.boards(), self.progress()
        for one in seats:
            one.shape = secrecy.shape_of(boards[one.seat]) if one.seat in boards else None
        return self._message(seats, self.stops_in(), self._behind)

    def _boards(self, boards: dict[int, Board]) -> party_messages.Boards:
        seen = [
            party_messages.SeenBoard(seat, board.level.width, board.level.height, views.whole(board))
            for seat, board in boards.items()
        ]
        return party_messages.Boards(party=self.party.id, round=self.round, boards=seen)

    def is_watching(self, seat: int | None) -> bool:
        """Return whether a member has no game in the round."""
        return self.room_of(seat) is None

    def entered(self, connection: Connection) -> None:
        """Send a client that entered or came back the progress of all players."""
        if self.is_watching(connection.seat):
            connection.send_encoded(self._delayed.shown)
            if secrecy.shows_boards(self.terms, is_over=self.is_over):
                connection.send_encoded(self._delayed_boards.shown)
        else:
            connection.send(self._message(self.progress(), self.stops_in()))
        if self.is_over:
            connection.send(self._boards(self.boards()))

    @property
    def watched(self) -> bytes:
        """The progress of all players that watchers see now, as an encoded `progress`."""
        return self._delayed.shown

    def tell_later(self) -> None:
        """Send everybody how far all are: at once, unless that was sent a moment ago."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), self._told_at + self.tell), self.tell_now)

    def tell_now(self) -> None:
        """Send those who play how far all are; those who watch get it later."""
        self._stop_timer()
        self._told_at = asyncio.get_running_loop().time()
        encoded = game_messages.encode(self._message(self.progress(), self.stops_in()))
        for member in self.party.people.members:
            if not self.is_watching(member.seat):
                member.send_encoded(encoded)
        if self._watched_timer is None:
            self._watched_timer = asyncio.get_running_loop().call_later(self._look, self._tell_watchers)
        if secrecy.shows_boards(self.terms, is_over=False) and self._boards_timer is None:
            self._boards_timer = asyncio.get_running_loop().call_later(_BOARDS, self._tell_boards)

    def _tell_watchers(self) -> None:
        """Send those who watch how far all are, later."""
        self._watched_timer = None
        self._delayed.put(game_messages.encode(self._watched()))

    def _tell_boards(self) -> None:
        """Send those who watch the boards, later."""
        self._boards_timer = None
        self._delayed_boards.put(game_messages.encode(self._boards(self.boards())))

    def _send_to_watchers(self, encoded: bytes) -> None:
        for member in self.party.people.members:
            if self.is_watching(member.seat):
                member.send_encoded(encoded)

    def ended(self) -> None:
        """Take the end of the round: those who watch have nothing to wait for."""
        super().ended()
        if self._watched_timer is not None:
            self._watched_timer.cancel()
            self._tell_watchers()
        self._delayed.release_all()
        self._delayed_boards.stop()
        self.party.broadcast(self._boards(self.boards()))

    def close(self) -> None:
        """Unload the rooms."""
        self._stop_timer()
        for timer in (self._boards_timer, self._watched_timer):
            if timer is not None:
                timer.cancel()
        self._delayed.stop()
        self._delayed_boards.stop()
        super().close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def share_of(replica: GameReplica) -> float:
    """Return the share of the safe cells that are open."""
    return race.share_of(replica.game)
