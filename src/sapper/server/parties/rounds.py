"""The rounds of a party: each is started, played by its mode in rooms of its own, and ended with a result."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...errors import SapperError
from ...history.store import StoreError
from ...phrase import Phrase
from ..operations.memory import NoMemory
from ..protocol import game_messages
from ..protocol.refusal import Refusal, as_sentence
from .ids import SECRET_BYTES
from .modes import MODES

if TYPE_CHECKING:
    from ..rooms.replica import GameReplica
    from ..socket.connection import Connection
    from .events import AnyEvent, Score
    from .modes.mode import Mode
    from .party import Party

log = logging.getLogger("sapper.server")

_NOT_PLAYED = Phrase("refusal.round-not-played")


class PartyRounds:
    """Opens the round that the events of a party say is in play, and stores how it ended."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self._services = party.services
        self.mode: Mode | None = None  # of the round in play, or of the last one
        self.begins = 0.0  # when the countdown is over, in seconds of the server's clock
        self._unplayable = 0  # the round that could not be opened here

    # The start

    @property
    def is_ready(self) -> bool:
        """Whether all players are ready; in a quick match they have to be connected for that."""
        state, people = self._party.state, self._party.people
        is_first_match = state.is_quick and not state.round
        is_here = not is_first_match or all(people.is_connected(seat.number) for seat in state.present)
        return is_here and state.is_ready

    async def start_if_ready(self) -> None:
        """Start a round if everybody is ready."""
        if self.is_ready:
            await self.start()

    async def start(self, *, is_agreed: bool = False) -> None:
        """Start a round if everybody is ready, or if that is agreed."""
        party, state = self._party, self._party.state
        async with party.log.lock:
            if not (is_agreed or self.is_ready):
                return
            countdown = self._services.limits.countdown
            secret = self._services.entropy(SECRET_BYTES)
            was_playing = state.is_playing

            def started(at: int) -> list[AnyEvent]:
                is_faster = state.is_playing and not was_playing  # another server
                is_wanted = self.is_ready or (is_agreed and not is_faster)
                return state.start(at, at + round(countdown * 1000), secret) if is_wanted else []

            if await party.log.change_locked(started):
                await self._open()

    def set_begin(self) -> None:
        """Note when the countdown is over: by the time of the start in the events, but never later than it lasts."""
        services = self._services
        remaining = (self._party.state.starts_at - services.time.wall()) / 1000
        self.begins = services.seconds() + min(max(0.0, remaining), services.limits.countdown)

    async def _open(self, *, is_own: bool = True) -> None:
        """Make or load the rooms of the round, and take everybody there.

        If that is not possible, the round is over. Where another server started it, it is tried again later.
        """
        party = self._party
        self._close_mode()
        self.mode = mode = MODES[party.state.terms.mode](party)
        refusal = None
        try:
            await mode.open()
        except Refusal as error:
            refusal = error
        except (SapperError, MemoryError, NoMemory) as error:
            refusal = Refusal("limit", as_sentence(error))
        except Exception as error:
            party.note_fault(error)
            refusal = Refusal("limit", _NOT_PLAYED)
        if refusal is None:
            if not is_own and mode.is_ready and self._services.seconds() >= self.begins:
                mode.begin()
            party.show()  # with the time until the first move
            for member in list(party.people.members):
                self.place(member)
            party.timer.reschedule()
        elif is_own or not self._services.is_shared:
            await self._give_up(refusal)
        else:
            self._close_mode()
            self._say_unplayable(refusal)

    # Rounds of other servers

    async def follow(self) -> None:
        """Open the round that the events say is in play, or end the one that they say is over."""
        state, mode = self._party.state, self.mode
        is_known = mode is not None and mode.round == state.round
        if not state.is_playing:
            if is_known:
                assert mode is not None
                if not mode.is_over:
                    mode.ended()
                if not state.result:
                    self._say_unplayable(Refusal("limit", _NOT_PLAYED))
            else:
                self._close_mode()
        elif not is_known:
            await self._open(is_own=False)
        else:
            assert mode is not None
            for seat in state.playing:
                if not state.seats[seat].has_left:
                    mode.joined(seat)

    async def try_again(self) -> None:
        """Open the round of another server that could not be opened here before."""
        party = self._party
        async with party.log.lock:
            if party.state.is_playing and self.mode is None and not party.is_stopped:
                await self._open(is_own=False)

    # The people

    def replica_of(self, seat: int | None, game: str | None) -> GameReplica | None:
        """Return a game that a client has seen before, if it is still theirs."""
        room = self.mode.room_of(seat) if self.mode is not None else None
        replica = room.replica if room is not None else None
        return replica if replica is not None and replica.id == game else None

    def place(self, connection: Connection, game: str | None = None, seq: int = 0) -> None:
        """Take a client to the room of their game, and send what they miss there."""
        mode = self.mode
        room = mode.room_of(connection.seat) if mode is not None else None
        connection.move_to(room)
        if mode is not None:
            mode.entered(connection)
        if room is not None:
            room.post(connection, game_messages.Hello(tab=connection.tab, game=game, seq=seq))

    def place_seat(self, seat: int) -> None:
        """Take a client to another game of the round."""
        for member in self._party.people.members:
            if member.seat == seat:
                self.place(member)

    def joined(self, seat: int) -> None:
        """Take in a player who sat down, perhaps in the middle of the round."""
        if self.mode is not None and self._party.state.is_playing:
            self.mode.joined(seat)

    def note_left(self) -> None:
        """Take those who have left in the middle of the round."""
        state = self._party.state
        if self.mode is not None and state.is_playing and self.mode.round == state.round:
            for seat in state.playing:
                if state.seats[seat].has_left:
                    self.mode.left(seat)

    # The end

    def end(self, mode: Mode, result: list[Score]) -> None:
        """Store the result of the round in play, and show it."""
        self._end_later(mode.round, result)

    async def fail(self, mode: Mode, refusal: Refusal) -> None:
        """End the round in play without a result, because its board was not found."""
        async with self._party.log.lock:
            if self.mode is mode and self._party.state.is_playing:
                await self._give_up(refusal)

    async def _give_up(self, refusal: Refusal) -> None:
        """End a round that cannot be played, and say why."""
        party, state = self._party, self._party.state
        log.warning("party %s: a round cannot be played: %s", party.id[:4], refusal.why)
        self._close_mode()
        self._say_unplayable(refusal)
        try:
            await party.log.change_locked(lambda at: state.end(at, []))
        except StoreError:
            self._end_later(state.round, [])

    def _say_unplayable(self, refusal: Refusal) -> None:
        """Say once why a round cannot be played here."""
        party = self._party
        if self._unplayable != party.state.round:
            self._unplayable = party.state.round
            party.broadcast(refusal.message())

    def _end_later(self, round_: int, result: list[Score]) -> None:
        """Store the result of a round as soon as the store allows it: until then the party cannot go on."""
        party, state = self._party, self._party.state

        async def end() -> None:
            while state.round == round_:
                try:
                    await party.log.change(lambda at: state.end(at, result) if state.round == round_ else [])
                    break
                except StoreError as error:
                    log.warning("party %s: the end of a round was not stored: %s", party.id[:4], error)
                    await asyncio.sleep(party.log.retry)
            if self.mode is not None and self.mode.round == round_ and not self.mode.is_over:
                self.mode.ended()

        party.spawn(end())

    def _close_mode(self) -> None:
        """Leave the rooms of the last round, and unload them."""
        if self.mode is not None:
            for member in self._party.people.members:
                member.move_to(None)
            self.mode.close()
        self.mode = None

    def stop(self) -> None:
        """Unload the rooms at once."""
        if self.mode is not None:
            self.mode.close()
