"""The view of an opponent: the room, its board and whose turn it is, as any client has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ...board import SYMBOLS, Board
from ...game import Status
from ...modes import MODES
from ...rules import Level
from ..parties.events import Stage
from ..protocol import game_messages, party_messages

if TYPE_CHECKING:
    from ..protocol.party_messages import PartySeat

_VALUES = {symbol: value for value, symbol in enumerate(SYMBOLS)}
_Seen = (
    game_messages.Board
    | game_messages.Delta
    | game_messages.Refused
    | game_messages.Bye
    | party_messages.Entered
    | party_messages.Party
    | party_messages.Parted
    | party_messages.Turn
)
_decoder: msgspec.json.Decoder[_Seen] = msgspec.json.Decoder(_Seen)
_PREFIXES = tuple(
    f'{{"t":"{kind}"'.encode() for kind in ("board", "delta", "refused", "bye", "entered", "party", "parted", "turn")
)


def is_seen(payload: bytes) -> bool:
    """Return whether an opponent looks at a message."""
    return payload.startswith(_PREFIXES)


class Sight:
    """The state of a room and of the board in it, as the messages of the server show them."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.party: party_messages.Party | None = None
        self.turn: party_messages.Turn | None = None
        self.game = ""
        self.seq = 0
        self.asked: int | None = None  # the number of a move without an answer
        self.refusals = 0  # of moves in this game
        self.has_parted = False
        self._status = ""
        self._level: Level | None = None
        self._cells = bytearray()

    def take(self, payload: bytes, tab: str) -> None:
        """Take a message."""
        match _decoder.decode(payload):
            case game_messages.Board() as board:
                self._take_board(board)
            case game_messages.Delta() as delta if delta.game == self.game:
                self._take_delta(delta, tab)
            case game_messages.Refused() as refused:
                if refused.n is not None and refused.n == self.asked:
                    self.asked = None
                    self.refusals += 1
            case party_messages.Entered() as entered:
                self.seat = entered.seat
            case party_messages.Party() as party:
                self.party = party
            case party_messages.Turn() as turn:
                self.turn = turn
            case party_messages.Parted() | game_messages.Bye():
                self.has_parted = True

    def _take_board(self, board: game_messages.Board) -> None:
        if board.game != self.game:
            self.refusals = 0
        self.game, self.seq, self._status, self.asked = board.game, board.seq, board.status, None
        self._level = Level(board.width, board.height, board.mines)
        symbols = "" if board.cells is None else board.cells
        if len(symbols) == 1:
            symbols *= self._level.cells
        self._cells = bytearray(map(_VALUES.__getitem__, symbols))

    def _take_delta(self, delta: game_messages.Delta, tab: str) -> None:
        self.seq, self._status = delta.seq, delta.status
        if delta.chunks is not None:
            self._cells.clear()
        elif self._cells:
            for at in range(0, len(delta.cells), 2):
                self._cells[delta.cells[at]] = delta.cells[at + 1]
        if delta.tab == tab and delta.n == self.asked:
            self.asked = None

    # What follows

    @property
    def board(self) -> Board | None:
        """The visible board, None where it is not sent whole."""
        level = self._level
        return Board.from_bytes(level, self._cells) if level is not None and self._cells else None

    @property
    def own(self) -> PartySeat | None:
        """The seat of the opponent."""
        seats = self.party.seats if self.party is not None else []
        return next((seat for seat in seats if seat.seat == self.seat and not seat.has_left), None)

    @property
    def must_say_ready(self) -> bool:
        """Whether the others wait until the opponent is ready."""
        own = self.own
        return self.party is not None and self.party.stage is Stage.WAITING and own is not None and not own.is_ready

    @property
    def is_playing(self) -> bool:
        """Whether the first square of a game is open and the opponent may play in it, at its turn."""
        own, party = self.own, self.party
        is_due = party is not None and party.stage is Stage.PLAYING and party.starts_in is None
        is_free = self.asked is None and self._status == Status.PLAYING.value
        return is_due and own is not None and own.plays and is_free and (not self.has_turns or self._is_turn)

    @property
    def _is_turn(self) -> bool:
        turn = self.turn
        is_new = turn is not None and turn.game == self.game and turn.seq >= self.seq
        return turn is not None and is_new and turn.is_running and turn.seat == self.seat

    @property
    def has_turns(self) -> bool:
        """Whether the players take turns to find mines."""
        return self.party is not None and MODES[self.party.terms.mode].has_turns

    @property
    def is_team(self) -> bool:
        """Whether all win or lose together."""
        return self.party is not None and MODES[self.party.terms.mode].is_team

    @property
    def time_left(self) -> float | None:
        """The seconds of the opponent's clock, None where there is none."""
        turn = self.turn
        return turn.clocks.get(self.seat, 0) / 1000 if self.has_turns and turn and self.seat is not None else None

    def is_closed(self, cell: tuple[int, int]) -> bool:
        """Return whether a cell of the board is not open."""
        level = self._level
        return level is not None and bool(self._cells) and self._cells[level.index(*cell)] > 8
