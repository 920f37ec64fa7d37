"""The state of play in a room: the game of the server, the players, their chat and their pointers."""

from __future__ import annotations

from base64 import b64decode
from collections import deque
from typing import TYPE_CHECKING

from ...client.news import Reporter, absence_words, limit_words
from ...client.people import initials
from ...client.remote_session import RemoteSession
from ...display.wording import wording
from ...errors import GameError
from ...rules import Rules
from ...server.protocol.party_messages import Entered
from ...server.protocol.party_messages import Party as PartyMessage
from ..board.marks import Person
from ..drawers.text_field import TextField
from ..play.state import Outcome, PlayState

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import Action
    from ...client import Client, RemoteParty
    from ...client.news import News
    from ...client.party import Happening
    from ...errors import SapperError
    from ...game import Delta
    from ..board.marks import Cell, Marks
    from ..options import Options

COLOURS = 8
LIT_MS = 4000  # how long a cell that is pointed out stays lit
MOST_NEWS = 50
MOST_LETTERS = 200  # of a line


class RoomState(PlayState):
    """One player in a room. Moves go to the server, and nothing waits for them."""

    session: RemoteSession

    def __init__(
        self,
        client: Client,
        party: RemoteParty,
        options: Options,
        clock: Callable[[], int],
        on_failure: Callable[[SapperError], None],
    ) -> None:
        self.client = client
        self.party = party
        self.moves: deque[News] = deque(maxlen=MOST_NEWS)
        self.talk: TextField | None = None  # the line that is being typed
        self._reporter = Reporter(party, "rooms.knocks-key")
        self._clock = clock
        self._lit: dict[Cell, int] = {}  # until when
        #: What happened while this player was away, and the round until whose end it is shown, once that is known.
        self._absence: tuple[str, int | None] = ("", 0)
        super().__init__(RemoteSession(party, Rules.parse, on_failure), options)

    # What happens

    def take(self, happened: Happening) -> tuple[list[News], Delta | None]:
        """Take a message: return what is new, and what changed on the board; None if that is all of it."""
        news = self._reporter.take(happened)
        if isinstance(happened, Entered) and happened.missed:
            self._absence = (absence_words(happened), None)
        elif isinstance(happened, PartyMessage) and self._absence[1] is None:
            self._absence = (self._absence[0], happened.round)
        self.moves.extend(one for one in news if one.is_move)
        aimed = self.party.pointers.get(getattr(happened, "seat", -1))
        if aimed is happened and aimed is not None and aimed.mark:
            self._lit[(int(aimed.y), int(aimed.x))] = self._clock() + LIT_MS
        game = self.session.game
        delta = self.session.follow(happened)
        if self.session.game is not game:
            self.moves.clear()
        if delta is not None and (len(delta) or delta.action.kind.has_cell):
            self._position_changed(keeps_note=delta.by != self.party.seat)
        return news, delta

    def _position_changed(self, *, keeps_note: bool = False) -> None:
        note = self.note
        super()._position_changed()
        if keeps_note:
            self.note = note

    @property
    def notice(self) -> str:
        """The notice for this player: a note, the time left, or a summary of their absence."""
        words, round_ = self._absence
        return self.note or limit_words(self.party) or (words if round_ == self.party.state.round else "")

    # Moves

    @property
    def is_open(self) -> bool:
        """Whether this player may move now."""
        return not self.why_not

    @property
    def why_not(self) -> str:
        """The reason why this player may not move now, empty if the move is possible."""
        try:
            self.session.check_move()
        except GameError as error:
            return wording().error(error)
        return ""

    def play(self, action: Action, device: str) -> Outcome:
        """Send a move; a mark is shown at once."""
        delta = self.session.apply(action, device=device)
        self.last = (action.row, action.col)
        self.note = self.asked_help = ""
        return Outcome(delta)

    # What is shown

    def begin_talk(self) -> None:
        """Open the line in which something is said."""
        self.talk = TextField(most=MOST_LETTERS)

    @property
    def people(self) -> dict[int, Person]:
        """All players by seat: a letter, and the token of a colour."""
        letters = initials(self.party)
        return {
            seat.seat: Person(letters[seat.seat], f"players.{seat.colour % COLOURS + 1}")
            for seat in self.party.state.seats
        }

    def marks(self) -> Marks:
        """Return the marks on the board: hints, the owners of flags, and the pointers of others."""
        marks = super().marks()
        people, width = self.people, self.session.game.rules.level.width
        shares = self.party.shares if self.party.game else None
        if shares:
            both = {**shares.flags, **shares.found}
            marks.owners = {divmod(cell, width): people[by] for cell, by in both.items() if by in people}
            if self.party.mode.has_turns:
                marks.finds = frozenset(divmod(cell, width) for cell in shares.found)
        level = self.session.game.rules.level
        is_private = self.party.is_playing and self.party.mode.is_secret
        pointers = {} if is_private else self.party.pointers
        marks.pointers = {
            (int(aimed.y), int(aimed.x)): people[seat]
            for seat, aimed in pointers.items()
            if seat != self.party.seat and seat in people and level.contains(int(aimed.y), int(aimed.x))
        }
        now = self._clock()
        self._lit = {cell: until for cell, until in self._lit.items() if until > now}
        marks.lit = frozenset(self._lit)
        marks.ghost = self._ghost()
        return marks

    def _ghost(self) -> frozenset[Cell]:
        """Return the cells that the leader had open, once a race is over."""
        party, level = self.party, self.session.game.rules.level
        if not party.ghosts:
            return frozenset()
        share = {seat: progress.share for seat, progress in party.progress.items()}
        seat = max(party.ghosts, key=lambda seat: share.get(seat, 0.0))
        ghost = party.ghosts[seat]
        if (ghost.width, ghost.height) != (level.width, level.height):
            return frozenset()
        bits = b64decode(ghost.cells)
        return frozenset(
            divmod(cell, level.width) for cell in range(level.cells) if bits[cell // 8] >> (7 - cell % 8) & 1
        )

    @property
    def connection_words(self) -> tuple[bool, int]:
        """Whether the connection is gone, and the seconds until the next try."""
        return not self.client.is_connected, int(self.client.tries_in) + 1
