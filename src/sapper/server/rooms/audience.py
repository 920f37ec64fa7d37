"""The clients in a room, and everything that they are sent about its game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...action import Kind
from ...game import Status
from ..protocol import game_messages, views
from ..socket.frames import text_frame
from .resend_buffer import ResendBuffer, key_of, old_message

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..services import Services
    from ..socket.connection import Connection
    from .pending import Pending
    from .replica import GameReplica
    from .restore import LastActions


_RESIGN, _RESUME = Kind.RESIGN, Kind.RESUME


class Audience:
    """The members of a room. A message to all of them is encoded once."""

    __slots__ = ("_end", "_is_committed", "_resend", "_room", "_services", "members")

    def __init__(self, services: Services, room: str, is_committed: Callable[[GameReplica], bool]) -> None:
        self.members: set[Connection] = set()
        self._is_committed = is_committed
        self._services = services
        self._room = room
        self._resend = ResendBuffer()
        self._end: list[bytes] = []  # what is sent about the end of the game: it follows every board

    def broadcast(self, *encoded: bytes) -> None:
        """Send encoded messages to everybody; they become frames once, and are written together."""
        framed = b"".join(map(text_frame, encoded))
        for member in self.members:
            member.send_framed(encoded, framed)

    def forget(self) -> None:
        """Forget the deltas and the end of the game: another one starts, or the log differs."""
        self._resend.clear()
        self._end.clear()

    def restore(self, restored: list[Pending] | LastActions) -> None:
        """Remember the last actions of a game that was loaded from the log, and the messages that they answered."""
        self.forget()
        if isinstance(restored, list):
            for item in restored:
                self._resend.remember(item.delta, game_messages.encode(item.delta), item.key)
            return
        last = restored
        self._resend.remember_later(
            last.ids, lambda: [(item.delta, game_messages.encode(item.delta), item.key) for item in last.make()]
        )

    # Moves

    def send_again(self, by: int, connection: Connection, play: game_messages.Play) -> bool:
        """Send the answer to a message that was already played; return False if it was not."""
        if self._resend.is_new(by, connection, play):
            return False
        encoded = self._resend.answer(key_of(by, connection, play))
        if encoded is not None:
            connection.send_encoded(encoded)
        elif self._resend.is_old(by, connection, play):
            raise old_message()
        return encoded is not None

    def check_age(self, connection: Connection, message: game_messages.New | game_messages.Retry) -> None:
        """Raise `Refusal` for a new game that was asked for before moves of the game in play: it must not end that."""
        if self._resend.is_old(connection.seat or 0, connection, message):
            raise old_message()

    def send_moves(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Acknowledge committed actions and show them to everybody."""
        if self._end and not replica.game.status.is_over:
            self._end.clear()  # a practice game goes on after an undo
        resumed = False
        messages = []
        for item in stored:
            delta = item.delta
            encoded = game_messages.encode(delta)
            messages.append(encoded)
            self._resend.remember(delta, encoded, item.key)
            resumed = resumed or _ends_pause(replica, delta)
        if messages:
            self.broadcast(*messages)
        if resumed:
            self.send_boards(replica)
        if replica.is_chunked:
            touched = {chunk for item in stored for chunk in item.delta.chunks or ()}
            if touched or resumed:
                for member in self.members:
                    self.send_chunks(replica, member, None if resumed else touched)

    def send_over(self, over: game_messages.Over) -> None:
        """Send the end of the game, also to everybody who comes later."""
        self.remember_over(over)
        self.broadcast(self._end[0])

    def remember_over(self, over: game_messages.Over) -> None:
        """Send the end of the game only to those who come later."""
        self._end = [game_messages.encode(over)]

    def send_review(self, review: game_messages.Review) -> None:
        """Send the review of a lost game, also to everybody who comes later."""
        self._end.append(game_messages.encode(review))
        self.broadcast(self._end[-1])

    # Boards

    def send_missing(self, replica: GameReplica, connection: Connection, hello: game_messages.Hello) -> None:
        """Send a client that comes, or comes back, what it does not have."""
        game = replica.game
        missing = None
        if hello.game == replica.id and game.status is not Status.PAUSED and not game.status.is_over:
            missing = self._resend.between(hello.seq, game.seq)
        if missing is None:
            self.send_board(replica, connection)
            return
        for encoded in missing:
            connection.send_encoded(encoded)

    def send_board(self, replica: GameReplica, connection: Connection, n: int | None = None, tab: str = "") -> None:
        """Send a client the game as it stands; `n` and `tab` name the message that this answers."""
        board = replica.board(self._room, self._services.clock(), n=n, tab=tab)
        board.by = connection.seat or 0
        connection.send(board)
        for encoded in self._end:
            connection.send_encoded(encoded)

    def send_boards(self, replica: GameReplica, n: int | None = None, tab: str = "") -> None:
        """Send everybody the game as it stands."""
        for member in self.members:
            self.send_board(replica, member, n, tab)

    def send_new_game(self, replica: GameReplica, n: int | None, tab: str) -> None:
        """Send everybody the game that starts."""
        for member in self.members:
            member.view = None
            member.chunks.clear()
        self.send_boards(replica, n, tab)

    # Chunks

    def show_view(self, replica: GameReplica, connection: Connection, view: game_messages.View) -> None:
        """Note which part of a chunked board a client sees, and send the chunks that came into view."""
        if not replica.is_chunked or connection not in self.members:
            return
        level = replica.rules.level
        before = set(views.of_rectangle(level, connection.view))
        bottom, right = min(view.top + view.height, level.height), min(view.left + view.width, level.width)
        connection.view = (view.top, view.left, bottom, right)
        self.send_chunks(replica, connection, set(views.of_rectangle(level, connection.view)) - before)

    def send_chunks(self, replica: GameReplica, connection: Connection, only: set[int] | None) -> None:
        """Send the chunks in view, or those of them in `only`; none while the game is paused."""
        if not replica.is_chunked or replica.game.status is Status.PAUSED:
            return
        in_view = views.of_rectangle(replica.rules.level, connection.view)
        connection.chunks.want(connection, replica, in_view, only, partial(self._is_committed, replica))

    def note_commit(self) -> None:
        """Let the chunks go on that waited for a commit."""
        for member in self.members:
            member.chunks.note_commit()


def _ends_pause(replica: GameReplica, delta: game_messages.Delta) -> bool:
    """Return whether an action shows a board that a pause has hidden: those who came meanwhile have not seen it."""
    if delta.kind is not _RESIGN:
        return delta.kind is _RESUME
    return delta.seq > 1 and replica.game.log[delta.seq - 2].action.kind is Kind.PAUSE
