"""Chat and pointers of a party: passed on to all members, on every server, and never stored."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from ...history.identity import public_id
from ...phrase import Phrase
from ..http.cookies import tidy_name
from ..protocol import game_messages, party_messages, peer_messages
from ..protocol.peer_messages import Pinged, Pointed, Spoken
from ..protocol.refusal import Refusal
from .chat import Chat

if TYPE_CHECKING:
    from ..socket.connection import Connection
    from .party import Party
    from .state import Seat

_AIM = 0.08  # seconds between pointers that are passed on
_REMEMBERED = 256  # lines, by which those that arrive twice are known
_SERVER = "Sapper"
_SPLIT = Phrase("refusal.chat-split")
_WHOLE = Phrase("refusal.chat-whole")


class Talk:
    """The chat and the pointers of a party."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._services = party.services
        self.chat = Chat(party.services)
        self._aims: dict[int, Pointed] = {}  # of the people here and elsewhere, by seat
        self._own_aims: set[int] = set()  # the seats of those here
        self._timer: asyncio.TimerHandle | None = None
        self._heard: deque[str] = deque(maxlen=_REMEMBERED)  # the ids of lines of other servers
        self._is_split = False  # what is said here does not reach those on other servers

    # Of the people here

    def say(self, connection: Connection, message: party_messages.Say) -> None:
        """Pass on a line of the chat."""
        state, player = self._party.state, connection.player
        if state.is_muted(player.key.hex()):
            raise Refusal("rules", Phrase("refusal.muted"))
        seat = connection.seat
        is_apart = self._is_apart(seat)
        if self._is_race and message.phrase is None and not is_apart:  # who has finished knows what others still play
            raise Refusal("rules", Phrase("refusal.race-phrases"))
        name = state.seats[seat].name if seat is not None else player.name or "Guest"
        line = self.chat.say(player.id, seat, name, message.text, message.phrase, for_watchers=is_apart)
        self._pass_on(party_messages.Said(line=line, n=message.n, tab=connection.tab))
        if self._services.is_shared:
            spoken = Spoken(id=self._services.new_id(), player=player.id, at=line.at, seat=seat, name=name)
            spoken.text, spoken.phrase = line.text, line.phrase
            self._publish(spoken)

    def aim(self, connection: Connection, aim: party_messages.Aim) -> None:
        """Pass on the place of a pointer, some twelve times a second; never in a race, where it would help."""
        if connection.seat is not None:
            self._own_aims.add(connection.seat)
            self._aim(Pointed(seat=connection.seat, x=aim.x, y=aim.y, mark=aim.mark))

    def _aim(self, aim: Pointed) -> None:
        if self._is_race:
            return
        waiting = self._aims.get(aim.seat)
        self._aims[aim.seat] = waiting if waiting is not None and waiting.mark and not aim.mark else aim
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_AIM, self._pass_on_aims)

    def _pass_on_aims(self) -> None:
        self._timer = None
        for seat, aim in self._aims.items():
            encoded = game_messages.encode(party_messages.Aimed(seat=seat, x=aim.x, y=aim.y, mark=aim.mark))
            for member in self._party.people.members:
                if member.seat != seat:
                    member.send_encoded(encoded)
            if seat in self._own_aims and self._services.is_shared:
                self._publish(aim)
        self._aims.clear()
        self._own_aims.clear()

    @property
    def _is_race(self) -> bool:
        state = self._party.state
        return state.is_playing and state.mode.is_secret

    def _is_apart(self, seat: int | None) -> bool:
        """Return whether only watchers read a line: in turns and on secret boards they must not advise the players."""
        state = self._party.state
        is_apart = state.mode.has_turns or state.mode.is_secret
        return state.is_playing and is_apart and seat not in state.playing

    def _pass_on(self, said: party_messages.Said) -> None:
        """Send a line to those who may read it."""
        encoded = game_messages.encode(said)
        for member in self._party.people.members:
            if not said.line.for_watchers or self._is_apart(member.seat):
                member.send_encoded(encoded)

    def _publish(self, what: Spoken | Pointed) -> None:
        self._party.lobby.parties.follower.publish(self._party.id, peer_messages.encode(what))

    # Of the people on other servers

    def hear(self, payload: bytes) -> None:
        """Pass on what came from another server, perhaps of another version: what cannot be is dropped."""
        heard = peer_messages.decode(payload)
        if isinstance(heard, Spoken):
            self._hear_line(heard)
        elif isinstance(heard, Pinged):
            self._party.pings.hear(heard.pings)
        elif heard is not None and self._present(heard.seat) is not None and heard.seat not in self._own_aims:
            self._aim(heard)

    def _hear_line(self, spoken: Spoken) -> None:
        seat = self._present(spoken.seat)
        if spoken.id in self._heard or (seat is None and spoken.seat is not None):
            return
        self._heard.append(spoken.id)
        player = spoken.player if seat is None else public_id(bytes.fromhex(seat.player))
        is_apart = self._is_apart(spoken.seat)
        if self._is_muted(player) or (self._is_race and spoken.phrase is None and not is_apart):
            return
        name = (tidy_name(spoken.name) or "Guest") if seat is None else seat.name
        line = party_messages.Line(spoken.seat, name, spoken.at, spoken.text, spoken.phrase, is_apart)
        if self.chat.hear(player, line) is not None:
            self._pass_on(party_messages.Said(line=line))

    def _present(self, number: int | None) -> Seat | None:
        seat = self._party.state.seats.get(number) if number is not None else None
        return None if seat is None or seat.has_left else seat

    def _is_muted(self, player: str) -> bool:
        seats = self._party.state.seats.values()
        return any(seat.is_muted and public_id(bytes.fromhex(seat.player)) == player for seat in seats)

    def note_split(self, is_split: bool) -> None:
        """Say once that what is said does not reach those on other servers, and once that it does again."""
        if is_split != self._is_split:
            self._is_split = is_split
            line = self.chat.note(_SERVER, _SPLIT if is_split else _WHOLE)
            self._party.broadcast(party_messages.Said(line=line))

    def stop(self) -> None:
        """Pass on nothing more."""
        if self._timer is not None:
            self._timer.cancel()
