"""The common part of all modes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Protocol

from ....phrase import Phrase
from ....rules import Rules
from ...protocol.refusal import Refusal
from ...rooms.inbox import OpenSeal
from ...rooms.room import Room
from .. import ids

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ....board import Board
    from ....history.store.seals import Seal
    from ....layouts import Layout
    from ....rules import Level
    from ....seed import Seed
    from ...protocol import game_messages
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ...socket.connection import Connection
    from ..events import Score, Terms
    from ..party import Party
    from ..state import Seat

MOVES = frozenset({"open", "flag", "question", "clear", "chord"})


class RoomPolicy(Protocol):
    """The rules of a party for a room, and its reactions to the game there."""

    source: ClassVar[str]  # of the games, in the store

    @property
    def seal(self) -> Seal | None:
        """The seal of the games here: None where everybody sees the same board, and once the round is over."""

    @property
    def seats(self) -> Mapping[int, Seat]:
        """All players who ever sat here, by seat, which is `by` in the log."""

    def check(self, replica: GameReplica, seat: int | None, play: game_messages.Play) -> None:
        """Raise `Refusal` if a player may not play an action now."""

    def gives_back(self, replica: GameReplica, seat: int, connection: Connection) -> int:
        """Return the milliseconds of the round trip that a move of a player gives back to the clock."""

    def check_help(self, replica: GameReplica, seat: int | None) -> None:
        """Raise `Refusal` if a player may not ask for help."""

    def has_neighbour(self, player: bytes) -> bool:
        """Return whether another player at the same address has the board of this player."""

    def layout(self, rules: Rules, seed: Seed) -> Layout:
        """Return the layout of a game."""

    def shown(self, replica: GameReplica, connection: Connection) -> None:
        """Send a client that was sent the board what belongs to it."""

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Take actions that were committed and shown."""

    def finished(self, replica: GameReplica) -> None:
        """Take the end of a game, which is stored."""


class Mode(ABC):
    """A round: it makes the rooms, says who is in which, allows and follows what is played, and knows the result."""

    source: ClassVar[str]
    deadline: float | None = None  # in seconds of the server's clock: then `due` is called

    def __init__(self, party: Party) -> None:
        self.party = party
        self.services = party.services
        self.round = party.state.round
        self.terms = party.state.terms
        self.secret = party.state.secret
        self.is_ready = True  # it can begin when the countdown is over
        self.is_begun = False  # the countdown is over
        self.is_over = False  # the end is stored
        self._is_closed = False  # the rooms are unloaded

    # The round

    @classmethod
    def check_terms(cls, terms: Terms, rules: Rules) -> None:
        """Raise `Refusal` if something cannot be played like this."""

    @abstractmethod
    async def open(self) -> None:
        """Make the rooms of the round, or load them."""

    @abstractmethod
    def room_of(self, seat: int | None) -> Room | None:
        """Return the room that a member plays in or watches."""

    @property
    @abstractmethod
    def rooms(self) -> list[Room]:
        """The rooms of the round."""

    def begin(self) -> None:
        """Let people play: the countdown is over."""
        self.is_begun = True

    @property
    def ends_in(self) -> int | None:
        """The milliseconds until the round ends by itself, None if it does not."""
        return None

    @property
    def seals(self) -> list[str]:
        """The seals of a list of boards, in hexadecimal."""
        return []

    @property
    def public_board(self) -> Board | None:
        """The board that all play, of which a list may show what is open; None where that would help a player."""
        return None

    @property
    def level(self) -> Level:
        """The size of the boards."""
        return Rules.parse(self.terms.rules).level

    def joined(self, seat: int) -> None:
        """Add a player who came in the middle of the round."""

    def left(self, seat: int) -> None:
        """Remove a player who left for good in the middle of the round."""

    def entered(self, connection: Connection) -> None:
        """Send a client that entered or came back what belongs to the round, in addition to the board."""

    async def due(self) -> None:
        """Do what the deadline was for."""

    def end(self, result: list[Score]) -> None:
        """End the round: `ended` is called when that is stored."""
        self.deadline = None
        self.party.rounds.end(self, result)

    def ended(self) -> None:
        """Take the end of the round, which this server or another one has stored: everything is shown."""
        self.deadline = None
        self.is_over = True
        for room in self.rooms:
            room.post(None, OpenSeal())

    def close(self) -> None:
        """Unload the rooms."""
        self.deadline = None
        self._is_closed = True
        for room in self.rooms:
            room.retire()

    @property
    def seats(self) -> Mapping[int, Seat]:
        """All players who ever sat here, by seat."""
        return self.party.state.seats

    # What the rooms ask

    @property
    def seal(self) -> Seal | None:
        """The seal of the games: none where everybody sees the same board, whose game ends for all together."""
        return None

    def check(self, replica: GameReplica, seat: int | None, play: game_messages.Play) -> None:
        """Raise `Refusal` if a player may not play an action now."""
        if seat is None:
            raise Refusal("room", Phrase("refusal.watching"))
        if not self.is_begun:
            raise Refusal("rules", Phrase("refusal.not-started"))
        if play.kind not in MOVES and play.kind != "resign":
            raise Refusal("rules", Phrase("refusal.not-with-others"))

    def begins_turn(self, replica: GameReplica, seat: int) -> bool:
        """Return whether the next move of a player answers to what the server has shown: the first one of a turn."""
        return False

    def gives_back(self, replica: GameReplica, seat: int, connection: Connection) -> int:
        """Return the milliseconds of the round trip that a move of a player gives back to the clock.

        That is once in a turn, what the line takes at least, and never more than the limit. A race is one turn: the
        square that the server opens is seen half a round trip late, and the last move comes half a round trip late.
        """
        if not self.begins_turn(replica, seat):
            return 0
        return min(connection.lag.least, round(self.services.limits.lag * 1000))

    def check_help(self, replica: GameReplica, seat: int | None) -> None:
        """Raise `Refusal` if a player may not ask for help."""
        if replica.game.status.is_over:
            return
        if not self.terms.hints:
            raise Refusal("rules", Phrase("refusal.no-help"))
        if seat is None:
            raise Refusal("room", Phrase("refusal.watching"))

    def has_neighbour(self, player: bytes) -> bool:
        """Return whether another player at the same address has the board of this player."""
        return False

    def layout(self, rules: Rules, seed: Seed) -> Layout:
        """Return the layout of a game."""
        return self.services.layout(rules, seed)

    def shown(self, replica: GameReplica, connection: Connection) -> None:
        """Send a client that was sent the board what belongs to it."""

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Take actions that were committed and shown."""

    @abstractmethod
    def finished(self, replica: GameReplica) -> None:
        """Take the end of a game, which is stored."""

    # Parts

    async def make_room(
        self, part: str, rules: Rules, owner: int, board: int = 0, *, known_board: bool = False
    ) -> Room:
        """Return a room of the round with its game, loaded if it has begun; `owner` is the seat that it belongs to."""
        party = self.party
        seat = party.state.seats[owner]
        room_id = ids.room_id(party.id, self.round, part)
        room = Room(self.services, party.lobby, room_id, bytes.fromhex(seat.player), self)
        try:
            if not await party.lobby.load_into(room, party.address):
                party.lobby.check_room()
                identity = ids.game_identity(self.secret, part, board)
                await room.start_game(rules, identity, party.address, known_board=known_board)
        except BaseException:
            room.release()
            raise
        party.lobby.add_room(room)
        return room
