"""A room where people play together, as one of them sees it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from ..display.wording import said
from ..game import Status
from ..modes import MODES, Mode
from ..server.parties.events import Stage
from ..server.protocol import game_messages, party_messages
from ..shares import Shares
from .errors import ClientError, sentence_in
from .people import emote_in

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from ..server.parties.events import Score, Terms
    from ..server.protocol.message import FromClient
    from ..server.protocol.party_messages import Aimed, Ghost, Line, PartySeat, SeatProgress, SeenBoard, Turn
    from .connection import Connection
    from .current_game import CurrentGame
    from .remote_game import RemoteGame

_REMEMBERED_LINES = 200
_AIM_EVERY = 1 / 12  # seconds: the server passes on no more


class Lost(NamedTuple):
    """The connection is gone, and the client tries to come back. `entered` follows when it has."""

    why: str


Happening = game_messages.Outbound | Lost


class RemoteParty:
    """The members and terms of a room, and the requests to it. It changes as the messages of the server arrive.

    `async for message in party` yields every message after it was taken, and ends when the client is not in the room
    any more. After a lost connection the client comes back by itself, and sends again what has no answer.
    """

    def __init__(
        self,
        connection: Connection,
        current: CurrentGame,
        entered: party_messages.Entered,
        url: str,
        device: party_messages.Device = "",
    ) -> None:
        self.id = entered.party
        self.seat: int | None = None  # None for a watcher
        self.said: deque[Line] = deque(maxlen=_REMEMBERED_LINES)
        self.shares: Shares | None = None  # of a game that several play on one board
        self.progress: dict[int, SeatProgress] = {}  # of a race or an arena, by seat
        self.ghosts: dict[int, Ghost] = {}  # by seat
        self.boards: dict[int, SeenBoard] = {}  # of a race or an arena, for those who watch; at the end for all
        self.behind = 0  # seconds by which this client watches a race or an arena late
        self.turn: Turn | None = None  # where players take turns
        self.pointers: dict[int, Aimed] = {}  # by seat
        self.pings: dict[int, int] = {}  # the round trip to each player in milliseconds, by seat
        self.parted: str | None = None  # why the client is not in the room any more
        self._connection = connection
        self._current = current
        self._url = url.rstrip("/")
        self._device = device  # what its player sits at
        self._state: party_messages.Party | None = None
        self._state_since = self._turn_since = self._progress_since = 0.0
        self._began: float | None = None  # when the clocks of a race began to run, by the clock of this machine
        self._stops_in: int | None = None  # milliseconds, in the last message about a race
        self._counted = ("", 0)  # the game and the action up to which the shares are
        self._aimed_at = 0.0
        self._readers: set[asyncio.Queue[Happening]] = set()
        self._changed = asyncio.Event()
        self._error: ClientError | None = None

    # What is so

    @property
    def is_known(self) -> bool:
        """Whether the state of the room has arrived. It has, once `host`, `join` or `match` returns."""
        return self._state is not None

    @property
    def state(self) -> party_messages.Party:
        """The last `party` message: everybody who is there, what is played, and the last result."""
        assert self._state is not None
        return self._state

    @property
    def terms(self) -> Terms:
        """The terms of the game."""
        return self.state.terms

    @property
    def mode(self) -> Mode:
        """The way in which the room plays."""
        return MODES[self.terms.mode]

    @property
    def lets_join(self) -> bool:
        """Whether a player who sits down now plays in the running round."""
        return self.mode.lets_join(has_own_lives=self.terms.lives == "own")

    @property
    def stage(self) -> Stage:
        """The stage of the room: waiting, playing or closed."""
        return self.state.stage

    @property
    def is_playing(self) -> bool:
        """Whether a round is in play, or counts down to its start."""
        return self.state.stage is Stage.PLAYING

    @property
    def result(self) -> list[Score]:
        """The result of the last round, the winner first."""
        return self.state.result

    @property
    def me(self) -> PartySeat | None:
        """The seat of this client, None if it watches."""
        return None if self.seat is None else self.seats.get(self.seat)

    @property
    def is_owner(self) -> bool:
        """Whether this client may start the round, choose what is played, and remove people."""
        return self.seat is not None and self.state.owner == self.seat

    @property
    def seats(self) -> dict[int, PartySeat]:
        """All players who have a seat or had one, by its number."""
        return {seat.seat: seat for seat in self.state.seats}

    @property
    def game(self) -> RemoteGame | None:
        """The game that this client sees: its own, or the one that all play."""
        return self._current.game

    @property
    def can_move(self) -> bool:
        """Whether this client may play now: its seat is in a game that has begun, and it is no other player's turn."""
        me, game = self.me, self.game
        has_begun = self.is_playing and self.state.starts_in is None
        if me is None or not me.plays or game is None or game.is_over or not has_begun:
            return False
        return self.turn is None or self.turn.game != game.id or (self.turn.is_running and self.turn.seat == self.seat)

    @property
    def is_apart(self) -> bool:
        """Whether this client watches a game in turns or on secret boards: only others who watch get what it says."""
        is_apart = self.mode.has_turns or self.mode.is_secret
        return self.is_playing and is_apart and not (self.me is not None and self.me.plays)

    @property
    def is_late(self) -> bool:
        """Whether this client came after the start of the arena that is in play, and has no place in it."""
        own = self.progress.get(self.seat) if self.seat is not None else None
        return self.is_playing and own is not None and own.is_late

    @property
    def starts_in(self) -> float:
        """Seconds until the first move of the round, 0 once it is possible."""
        return self._left(self.state.starts_in)

    @property
    def ends_in(self) -> float:
        """Seconds until the end of an arena."""
        return self._left(self.state.ends_in)

    @property
    def stops_in(self) -> float | None:
        """Seconds until those who still play a race have to stop, None as long as that is not near."""
        if self._stops_in is None or not self.is_playing:
            return None
        return max(0.0, self._stops_in / 1000 - self._passed(self._progress_since))

    def leaves_in(self, seat: PartySeat) -> float:
        """Return the seconds until the seat of a disconnected player becomes free."""
        return self._left(seat.leaves_in)

    def clock_of(self, seat: int) -> float:
        """Return the seconds that a player has left, where players take turns."""
        turn = self.turn
        if turn is None:
            return float(self.terms.clock)
        runs = turn.is_running and turn.seat == seat
        return max(0.0, turn.clocks.get(seat, 0) / 1000 - (self._passed(self._turn_since) if runs else 0.0))

    def _left(self, milliseconds: int | None) -> float:
        return max(0.0, milliseconds / 1000 - self._passed(self._state_since)) if milliseconds else 0.0

    def _passed(self, since: float) -> float:
        return asyncio.get_running_loop().time() - since

    @property
    def link(self) -> str:
        """The link of the room, for others to join."""
        server = self._url if "://" in self._url else f"http://{self._url}"
        return f"{server}/r/{self.id}"

    @property
    def round_link(self) -> str:
        """The link of the replay of the last round, empty as long as there is none."""
        return self.link.replace(f"/r/{self.id}", f"/round/{self.state.replay}") if self.state.replay else ""

    # What can be done

    async def ready(self, is_ready: bool = True) -> None:
        """Say that you are ready, or not any more. The round starts when everybody is."""
        await self._ask(party_messages.Ready(n=0, is_ready=is_ready))

    async def stand(self) -> None:
        """Stand up and watch: the seat is free for another player."""
        await self._ask(party_messages.Stand(n=0))

    async def sit(self) -> None:
        """Take a seat, after watching."""
        await self._ask(party_messages.Join(n=0, party=self.id, device=self._device))

    async def start(self) -> None:
        """Start the round without waiting for the others. Only the owner can."""
        await self._ask(party_messages.Start(n=0))

    async def choose(self, terms: Terms) -> None:
        """Change what is played next, between rounds, and who may come, at any time. Only the owner can."""
        await self._ask(party_messages.Choose(n=0, terms=terms))

    async def kick(self, seat: int) -> None:
        """Remove a player, who cannot come back. Only the owner can."""
        await self._ask(party_messages.Kick(n=0, seat=seat))

    async def admit(self, player: str, is_admitted: bool = True) -> None:
        """Let a person in who knocks, or refuse them for good; `player` is from `state.knocks`. Only the owner can."""
        await self._ask(party_messages.Admit(n=0, player=player, is_admitted=is_admitted))

    async def hand_on(self, seat: int) -> None:
        """Make another player the owner of the room. Only the owner can."""
        await self._ask(party_messages.Hand(n=0, seat=seat))

    async def seat_solver(self, strength: party_messages.Strength = "steady") -> None:
        """Let the solver of the server take a seat: slow, steady or fast. Only the owner can."""
        await self._ask(party_messages.Solver(n=0, strength=strength))

    async def mute(self, seat: int, is_muted: bool = True) -> None:
        """Mute a player, or let them speak again. Only the owner can."""
        await self._ask(party_messages.Mute(n=0, seat=seat, is_muted=is_muted))

    async def say(self, text: str = "", phrase: int | None = None) -> None:
        """Say something to everybody: a text, or a quick phrase by its number. A text such as :) is a face."""
        face = emote_in(text) if phrase is None else None
        said = (
            party_messages.Say(n=0, text=text, phrase=phrase) if face is None else party_messages.Say(n=0, phrase=face)
        )
        await self._ask(said)

    def aim(self, x: float, y: float, *, mark: bool = False) -> bool:
        """Show the others where the pointer is, in cells. Return whether it was sent: too many are not."""
        now = asyncio.get_running_loop().time()
        is_due = mark or now - self._aimed_at >= _AIM_EVERY
        if is_due:
            self._aimed_at = now
            self._connection.tell(party_messages.Aim(x=x, y=y, mark=mark))
        return is_due

    async def quit(self) -> None:
        """Leave the room for good. A client that only disconnects keeps its seat for a while."""
        await self._ask(party_messages.Quit(n=0))

    async def _ask(self, message: FromClient) -> None:
        if self.parted is not None:
            raise ClientError(self.parted)
        await self._connection.ask(message)

    # What happens

    async def until(self, condition: Callable[[RemoteParty], bool]) -> None:
        """Wait until something is so, and raise `ClientError` if the client leaves the room before."""
        while not condition(self):
            if self._error is not None or self.parted is not None:
                raise self._error or ClientError(self.parted or "")
            self._changed.clear()
            await self._changed.wait()

    async def __aiter__(self) -> AsyncIterator[Happening]:
        news: asyncio.Queue[Happening] = asyncio.Queue()
        self._readers.add(news)
        try:
            while (self.parted is None and self._error is None) or not news.empty():
                yield await news.get()
            if self._error is not None:
                raise self._error
        finally:
            self._readers.discard(news)

    # Called with the messages of the server

    def return_message(self, n: int) -> party_messages.Join:
        """Return the message that brings the client back to its seat, and to where it is in the game."""
        back = party_messages.Join(n=n, party=self.id, watch=self.seat is None, device=self._device)
        game = self.game
        if game is not None:
            back.game, back.seq = game.id, game.seq
        return back

    def take(self, message: game_messages.Outbound) -> None:
        """Take a message of the server, after the game has."""
        match message:
            case party_messages.Entered():
                self.id, self.seat = message.party, message.seat
                self._connection.by = message.seat or 0
                self.said = deque(message.said, maxlen=_REMEMBERED_LINES)
            case party_messages.Party():
                self._take_state(message)
            case party_messages.Said():
                self.said.append(message.line)
            case party_messages.Pings():
                self.pings = message.pings
            case party_messages.Aimed():
                self.pointers[message.seat] = message
            case party_messages.Progress():
                self.progress = {seat.seat: seat for seat in message.seats}
                self.behind = message.behind
                self._stops_in, self._progress_since = message.ends_in, asyncio.get_running_loop().time()
                self._note_start()
            case party_messages.Boards():
                self.boards = {board.seat: board for board in message.boards}
            case party_messages.Ghost():
                self.ghosts[message.seat] = message
            case party_messages.Turn():
                self.turn, self._turn_since = message, asyncio.get_running_loop().time()
            case party_messages.Shares():
                self._take_shares(message)
            case game_messages.Delta():
                self._count(message)
            case party_messages.Parted():
                self.parted = said(sentence_in(message))
                self._connection.by = 0
        self._tell_readers(message)

    def lost(self, why: str, *, for_good: bool) -> None:
        """Note that the connection is gone."""
        if for_good:
            self._error = ClientError(why)
        self._tell_readers(Lost(why))

    def _take_state(self, message: party_messages.Party) -> None:
        if self._state is None or self._state.round != message.round:
            self.progress, self.ghosts, self.boards, self.turn = {}, {}, {}, None
            self._stops_in = self._began = None
        self._state = message
        self._state_since = asyncio.get_running_loop().time()
        here = {seat.seat for seat in message.seats if seat.is_here}
        self.pointers = {seat: aimed for seat, aimed in self.pointers.items() if seat in here}

    def _note_start(self) -> None:
        """Find out when the clocks of a race began to run: as early as the time of any player says."""
        began = self._progress_since - max((seat.at for seat in self.progress.values()), default=0) / 1000
        self._began = began if self._began is None else min(self._began, began)

    @property
    def watched_for(self) -> int:
        """The playing time of a race in milliseconds, as late as the shares of those who play it; 0 without them."""
        if self._began is None or not self.is_playing:
            return 0
        if all(seat.status != "playing" for seat in self.progress.values()):
            return max(seat.at for seat in self.progress.values())
        return round(1000 * (asyncio.get_running_loop().time() - self._began))

    def _take_shares(self, message: party_messages.Shares) -> None:
        shares = self.shares = Shares()
        shares.opened.update(message.opened)
        shares.flags, shares.found = dict(message.flags), dict(message.found)
        self._counted = (message.game, message.seq)

    def _count(self, delta: game_messages.Delta) -> None:
        """Count a move that follows those in the shares."""
        game, seq = self._counted
        if self.shares is not None and (game, seq + 1) == (delta.game, delta.seq):
            if delta.seq >= self.mode.first_counted:
                self.shares.follow(delta.by, delta.cells, is_over=Status(delta.status).is_over)
            self._counted = (game, seq + 1)

    def _tell_readers(self, message: Happening) -> None:
        self._changed.set()
        for reader in self._readers:
            reader.put_nowait(message)
