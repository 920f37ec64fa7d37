"""People who play together: who is here, what they agreed on, and the round that they play."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..history.parties import PartyListing
from ..history.store import StoreError
from . import party_messages, protocol
from .memory import NoMemory
from .modes import MODES
from .party_events import Chosen, Closed, Ended, Kicked, Made, Sat, Stage, Started, Stood, decode, encode
from .party_ids import SECRET_BYTES
from .party_state import PartyState
from .party_talk import Talk
from .party_view import party_message
from .presence import People
from .refusal import Refusal, as_sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from ..rules import Rules
    from .connection import Connection
    from .lobby import Lobby
    from .message import FromServer
    from .modes.mode import Mode
    from .party_events import AnyEvent, Score, Terms
    from .services import Services

log = logging.getLogger("sapper.server")

_TRIES = 8  # against another server that is always faster
_LAST = Stood | Kicked | Ended  # what happens also in a party with as many events as it may have
_RETRY = 1.0  # seconds until what was not stored is tried again
_NOT_PLAYED = "This round could not be played. Start it again, or choose other rules."
_LINGER = 10.0  # seconds in memory without anybody here, while somebody is connected to another server


class SeatTaken(Refusal):
    """Somebody else was faster to take the seat of a quick match, or the game has begun."""

    def __init__(self) -> None:
        super().__init__("busy", "Somebody else was faster. Try again.")


class Party:
    """A party in memory. Requests are carried out one after the other; each becomes events that are stored first."""

    def __init__(self, services: Services, lobby: Lobby, party_id: str, code: str, events: list[AnyEvent]) -> None:
        self.id = party_id
        self.services = services
        self.lobby = lobby
        self.state = PartyState(events)
        self.members: set[Connection] = set()
        self.mode: Mode | None = None  # of the round in play, or of the last one
        self.address = ""  # of whoever started the round: it pays for the memory
        self.talk = Talk(self)
        self.code = code
        self.begins = 0.0  # when the countdown is over, in seconds of the server's clock
        self.elsewhere = People()  # connected to other servers
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_stopped = False
        self._is_following = False  # it is about to catch up
        self._unplayable = 0  # the round that could not be opened here
        self._alone_since = now = services.seconds()  # without anybody here
        #: The seats of those who are connected to no server, and when they become free.
        self.away = {seat.number: now + services.limits.grace for seat in self.state.present}

    async def resume(self) -> None:
        """Go on with a round that is in play: on another server, or until this one stopped."""
        self._set_begin()
        if self._is_playing:
            await self._follow_round()
        self.reschedule()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._tasks and not self._lock.locked()

    # Coming and going

    async def enter(
        self,
        connection: Connection,
        n: int,
        *,
        watch: bool = False,
        match: bool = False,
        game: str | None = None,
        seq: int = 0,
    ) -> None:
        """Let somebody sit down or watch, and send what they see. Raise `Refusal` if they may not.

        Whoever comes by a quick match takes a seat before the first round, or `SeatTaken` is raised.
        """
        self._alone_since = self.services.seconds()
        try:
            seat = await self._admit(connection, watch=watch, match=match)
        except BaseException:
            self._forget_if_empty()
            raise
        if connection.is_closed:
            connection.seat = seat
            self.lost(connection)
            return
        if connection.party is not None and (connection.party is not self or connection.seat != seat):
            connection.party.lost(connection)
        connection.party, connection.seat = self, seat
        self.members.add(connection)
        self.address = self.address or connection.address
        if seat is not None:
            self.away.pop(seat, None)
        connection.send(party_messages.Entered(n=n, party=self.id, seat=seat, said=list(self.talk.chat.lines)))
        self._people_changed()
        self.show()
        self._place(connection, game, seq)
        await self._start_if_ready()

    async def _admit(self, connection: Connection, *, watch: bool, match: bool) -> int | None:
        """Return the seat of somebody who enters, None for somebody who watches, or raise `Refusal`."""
        async with self._lock:
            if self.services.is_shared:
                await self._catch_up()
            if self._is_stopped:
                raise Refusal("room", "This room is closed.")
            seat = None if watch else await self._sit(connection, match=match)
            if seat is None:
                self.state.check_watch(connection.player.key.hex())
                if self.watching >= self.services.limits.watchers:
                    raise Refusal("limit", "Too many people are watching.")
        return seat

    async def _sit(self, connection: Connection, *, match: bool) -> int | None:
        """Return the seat of somebody, a new one if need be; None if they can only watch."""
        player, state = connection.player, self.state
        key = player.key.hex()
        is_bot = connection.device == "bot"

        def join(at: int) -> list[AnyEvent]:
            if match and not state.is_free_for_match and state.seat_of(key) is None:
                raise SeatTaken
            return state.join(at, key, player.name or f"Guest {len(state.seats) + 1}", is_bot=is_bot)

        try:
            events = await self._change(join)
        except Refusal as refusal:
            if refusal.code == "limit" and state.terms.can_watch:
                return None
            raise
        seat = self.state.seat_of(key)
        assert seat is not None
        if any(isinstance(event, Sat) for event in events) and self.mode is not None and self._is_playing:
            self.mode.joined(seat.number)
        return seat.number

    def _place(self, connection: Connection, game: str | None = None, seq: int = 0) -> None:
        """Take somebody to the room of their game, and send what they miss there."""
        mode = self.mode
        room = mode.room_of(connection.seat) if mode is not None else None
        connection.move_to(room)
        if mode is not None:
            mode.entered(connection)
        if room is not None:
            room.post(connection, protocol.Hello(tab=connection.tab, game=game, seq=seq))

    def place(self, seat: int) -> None:
        """Take somebody to another game of the round."""
        for member in self.members:
            if member.seat == seat:
                self._place(member)

    def lost(self, connection: Connection) -> None:
        """Take somebody whose connection is gone: the seat stays reserved for a while."""
        self.members.discard(connection)
        self._alone_since = self.services.seconds()
        seat = connection.seat
        if seat is not None and seat in self.state.seats and not self._is_here(seat):
            self.away[seat] = self.services.seconds() + self.services.limits.grace
        connection.seat = None
        self._people_changed()
        self.show()
        self.reschedule()
        self._forget_if_empty()

    async def quit(self, connection: Connection, n: int) -> None:
        """Let somebody leave for good."""
        seat = connection.seat
        if seat is not None:
            await self._stand_up(seat)
        self._remove(connection, party_messages.Parted(why="You left the room.", n=n))
        if seat is not None:
            self._has_left()
            await self._start_if_ready()
        else:
            self.show()
            self._forget_if_empty()

    async def _leave(self, seat: int) -> None:
        """Free the seat of somebody who has been away for too long."""
        if self.services.is_shared:  # another server may have noted a moment ago that they are there
            await self.lobby.parties.follower.look([self])
        if await self._stand_up(seat, only_if_away=True):
            self._has_left()
            await self._start_if_ready()

    async def _stand_up(self, seat: int, *, only_if_away: bool = False) -> bool:
        """Store that somebody has left; return False if they had left before, or have come back."""

        def left(at: int) -> list[AnyEvent]:
            found = self.state.seats.get(seat)
            if found is None or found.has_left or (only_if_away and self._is_here(seat)):
                return []
            return self.state.leave(at, seat)

        async with self._lock:
            return bool(await self._change(left))

    def _has_left(self) -> None:
        """Remove those who have no seat any more, here and from the round."""
        state = self.state
        for member in list(self.members):
            player = member.player.key.hex()
            seat_left = member.seat is not None and (
                state.seats[member.seat].has_left or state.seats[member.seat].player != player
            )
            if seat_left:
                is_kicked = state.is_kicked(player)
                why = "The owner removed you from this room." if is_kicked else "You left the room."
                self._remove(member, party_messages.Parted(why=why))
        for seat in [seat for seat in self.away if state.seats[seat].has_left]:
            del self.away[seat]
        if self.mode is not None and self._is_playing and self.mode.round == state.round:
            for seat in state.playing:
                if state.seats[seat].has_left:
                    self.mode.left(seat)
        if state.stage is Stage.CLOSED:
            self._close()
        else:
            self.show()

    def _remove(self, connection: Connection, parted: party_messages.Parted) -> None:
        self.members.discard(connection)
        self._alone_since = self.services.seconds()
        connection.move_to(None)
        connection.party, connection.seat = None, None
        connection.send(parted)
        self._people_changed()

    # Who is connected

    def _is_here(self, seat: int) -> bool:
        """Return whether somebody is connected, to this server or to another."""
        return seat in self.elsewhere.seats or any(member.seat == seat for member in self.members)

    @property
    def is_somebody_here(self) -> bool:
        """Whether somebody who has a seat is connected."""
        return bool(self.elsewhere.seats) or any(member.seat is not None for member in self.members)

    @property
    def watching(self) -> int:
        """How many people watch."""
        return self.elsewhere.watching + sum(member.seat is None for member in self.members)

    @property
    def people(self) -> People:
        """Those who are connected to this server."""
        seats = {member.seat: member.device for member in self.members if member.seat is not None}
        return People(seats, sum(member.seat is None for member in self.members))

    def _people_changed(self) -> None:
        self.lobby.parties.follower.note_people(self)

    def note_elsewhere(self, elsewhere: People) -> None:
        """Take who is connected to other servers."""
        if self._is_stopped or elsewhere == self.elsewhere:
            return
        self.elsewhere = elsewhere
        self._note_away()
        self.show()
        self.reschedule()

    def _note_away(self) -> None:
        """Note since when those are away who are connected to no server."""
        until = self.services.seconds() + self.services.limits.grace
        for seat in self.state.present:
            if self._is_here(seat.number):
                self.away.pop(seat.number, None)
            else:
                self.away.setdefault(seat.number, until)

    def check(self) -> None:
        """Do what another server may have left undone, and unload a party that only people on other servers are in."""
        if not self.is_idle:
            return
        if not self.members:
            if self.elsewhere and self.services.seconds() - self._alone_since > _LINGER:
                self.lobby.parties.forget(self)
        elif self.state.is_ready:
            self.spawn(self._start_if_ready())
        elif self.state.is_free_for_match:
            self.spawn(self.lobby.parties.offer_match(self))
        elif self._is_playing and self.mode is None:
            self.spawn(self._try_round_again())

    @property
    def _is_playing(self) -> bool:
        return self.state.stage is Stage.PLAYING

    # Requests

    async def ready(self, seat: int, is_ready: bool) -> None:
        """Note that somebody is ready, and start when everybody is."""
        async with self._lock:
            await self._change(lambda at: self.state.be_ready(at, seat, is_ready))
        await self._start_if_ready()

    async def start(self, seat: int, address: str) -> None:
        """Start the round at the request of the owner."""
        self.state.check_owner(seat)
        self.address = address
        await self._start(is_agreed=True)

    async def choose(self, seat: int, terms: Terms) -> None:
        """Change what is played next."""
        async with self._lock:
            await self._change(lambda at: self.state.choose(at, seat, terms))

    async def kick(self, by: int, seat: int) -> None:
        """Remove somebody."""
        async with self._lock:
            await self._change(lambda at: self.state.kick(at, by, seat))
        self._has_left()
        await self._start_if_ready()

    async def mute(self, by: int, seat: int, is_muted: bool) -> None:
        """Let somebody say nothing, or speak again."""
        async with self._lock:
            await self._change(lambda at: self.state.mute(at, by, seat, is_muted))

    async def rename(self, seat: int, name: str) -> None:
        """Give somebody another name."""
        if name:
            async with self._lock:
                await self._change(lambda at: self.state.rename(at, seat, name))

    # Rounds

    async def _start_if_ready(self) -> None:
        if self.state.is_ready:
            await self._start()

    async def _start(self, *, is_agreed: bool = False) -> None:
        async with self._lock:
            if not (is_agreed or self.state.is_ready):
                return
            countdown = self.services.limits.countdown
            secret = self.services.entropy(SECRET_BYTES)

            was_playing = self._is_playing

            def started(at: int) -> list[AnyEvent]:
                is_faster = self._is_playing and not was_playing  # another server
                is_wanted = self.state.is_ready or (is_agreed and not is_faster)
                return self.state.start(at, at + round(countdown * 1000), secret) if is_wanted else []

            if await self._change(started):
                await self._open_round()

    async def _open_round(self, *, is_own: bool = True) -> None:
        """Make or load the rooms of the round, and take everybody there.

        If that is not possible, the round is over. Where another server started it, it is tried again later.
        """
        self._close_mode()
        self.mode = mode = MODES[self.state.terms.mode](self)
        refusal = None
        try:
            await mode.open()
            mode.opened()
        except Refusal as error:
            refusal = error
        except (SapperError, MemoryError, NoMemory) as error:
            refusal = Refusal("limit", as_sentence(error))
        if refusal is None:
            if not is_own and mode.is_ready and self.services.seconds() >= self.begins:
                mode.begin()
            self.show()  # with the time until the first move
            for member in list(self.members):
                self._place(member)
            self.reschedule()
        elif is_own or not self.services.is_shared:
            await self._give_up_round(refusal)
        else:
            self._close_mode()
            self._say_unplayable(refusal)

    def _say_unplayable(self, refusal: Refusal) -> None:
        """Say once why a round of another server cannot be played here."""
        if self._unplayable != self.state.round:
            self._unplayable = self.state.round
            self.broadcast(protocol.Refused(code=refusal.code, why=refusal.why))

    async def _follow_round(self) -> None:
        """Open the round that the events say is in play, or end the one that they say is over."""
        state, mode = self.state, self.mode
        is_known = mode is not None and mode.round == state.round
        if not self._is_playing:
            if is_known:
                assert mode is not None
                mode.ended()
                if not state.result:
                    self._say_unplayable(Refusal("limit", _NOT_PLAYED))
            else:
                self._close_mode()
        elif not is_known:
            await self._open_round(is_own=False)
        else:
            assert mode is not None
            for seat in state.playing:
                if not state.seats[seat].has_left:
                    mode.joined(seat)

    async def _try_round_again(self) -> None:
        async with self._lock:
            if self._is_playing and self.mode is None and not self._is_stopped:
                await self._open_round(is_own=False)

    async def _give_up_round(self, refusal: Refusal) -> None:
        """End a round that cannot be played, and say why."""
        log.warning("party %s: a round cannot be played: %s", self.id[:4], refusal.why)
        self._close_mode()
        self._say_unplayable(refusal)
        try:
            await self._change(lambda at: self.state.end(at, []))
        except StoreError:
            self._end_later(self.state.round, [])

    def _close_mode(self) -> None:
        """Leave the rooms of the last round, and unload them."""
        if self.mode is not None:
            for member in self.members:
                member.move_to(None)
            self.mode.close()
        self.mode = None

    async def fail_round(self, mode: Mode, refusal: Refusal) -> None:
        """End the round in play without a result, because its board was not found."""
        async with self._lock:
            if self.mode is mode and self._is_playing:
                await self._give_up_round(refusal)

    def end_round(self, mode: Mode, result: list[Score]) -> None:
        """Store the result of the round in play, and show it."""
        self._end_later(mode.round, result)

    def _end_later(self, round_: int, result: list[Score]) -> None:
        """Store the result of a round as soon as the store allows it: until then nobody can go on."""

        async def end() -> None:
            while self.state.round == round_:
                try:
                    async with self._lock:
                        await self._change(lambda at: self.state.end(at, result) if self.state.round == round_ else [])
                    return
                except StoreError as error:
                    log.warning("party %s: the end of a round was not stored: %s", self.id[:4], error)
                    await asyncio.sleep(_RETRY)

        self.spawn(end())

    # Events

    async def _change(self, events: Callable[[int], list[AnyEvent]]) -> list[AnyEvent]:
        """Store the events of a request, apply them, show what changed, and return them."""
        for _ in range(_TRIES):
            made = events(self.services.time.wall())
            if not made:
                return []
            if self.state.seq >= self.services.limits.party_events and not isinstance(made[0], _LAST):
                raise Refusal("limit", "Too much has happened in this room. Open another one.")
            if await self._append(made):
                self._apply(made)
                self.show()
                self.lobby.parties.follower.publish(self)
                return made
            await self._catch_up()
            if self._is_stopped:
                raise Refusal("room", "This room is closed.")
        raise Refusal("busy", "The room is busy. Try again.")

    def _apply(self, events: list[AnyEvent]) -> None:
        for event in events:
            self.state.apply(event)
            if isinstance(event, Started):
                self._set_begin()

    def _set_begin(self) -> None:
        """Note when the countdown is over: by the time of the start in the events, but never later than it lasts."""
        services = self.services
        remaining = (self.state.starts_at - services.time.wall()) / 1000
        self.begins = services.seconds() + min(max(0.0, remaining), services.limits.countdown)

    async def _append(self, events: list[AnyEvent]) -> bool:
        seq, now = self.state.seq, self.services.now()
        listing, encoded = listing_after(self.state, events), [encode(event) for event in events]
        return await self.services.writer.run(lambda store: store.append_party(self.id, seq, encoded, listing, now=now))

    def follow(self) -> None:
        """Take what other servers have stored, as soon as nothing else is under way."""
        if not self._is_following:
            self._is_following = True
            self.spawn(self._follow())

    async def _follow(self) -> None:
        async with self._lock:
            self._is_following = False
            if not self._is_stopped:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Take the events that other servers have stored, and do what they mean for the people and the round here."""
        seq = self.state.seq
        stored = await self.services.reader.run(lambda store: store.party_events(self.id, seq))
        if stored is None:
            self._close(is_gone=True)
        elif stored:
            self._apply([decode(event) for event in stored])
            self._note_away()
            self._has_left()
            if not self._is_stopped:
                await self._follow_round()
                self.show()
                self.reschedule()

    # What is shown

    def broadcast(self, message: FromServer) -> None:
        """Send a message to everybody; it is encoded once."""
        encoded = protocol.encode(message)
        for member in self.members:
            member.send_encoded(encoded)

    def show(self) -> None:
        """Send everybody the party as it is."""
        self.broadcast(self.message())

    def show_again(self, connection: Connection) -> None:
        """Send somebody who lost messages the party, and what belongs to the round."""
        connection.send(self.message())
        if self.mode is not None:
            self.mode.entered(connection)

    def message(self) -> party_messages.Party:
        """Return the party as it is."""
        return party_message(self)

    # Time

    def reschedule(self) -> None:
        """Wake up for what comes next: the end of a countdown, of somebody's absence, or a deadline of the mode."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        times = list(self.away.values())
        mode = self.mode
        if mode is not None and self._is_playing:
            if mode.is_begun:
                times += [mode.deadline] if mode.deadline is not None else []
            elif mode.is_ready:
                times.append(self.begins)
        if times and self.state.stage is not Stage.CLOSED and not self._is_stopped:
            delay = max(0.005, min(times) - self.services.seconds())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._wake()))

    async def _wake(self) -> None:
        now, mode = self.services.seconds(), self.mode
        if mode is not None and self._is_playing:
            if not mode.is_begun and mode.is_ready and now >= self.begins:
                mode.begin()
                self.show()
            elif mode.is_begun and mode.deadline is not None and now >= mode.deadline:
                await mode.due()
        for seat in [seat for seat, until in self.away.items() if now >= until]:
            self.away[seat] = now + _RETRY  # should it not be stored
            try:
                await self._leave(seat)
            except (Refusal, StoreError) as error:
                log.warning("party %s: somebody who is away could not leave: %s", self.id[:4], error)
            else:
                self.away.pop(seat, None)
        self.reschedule()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that takes time."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Refusal):
            log.info("party %s: %s", self.id[:4], error.why)
        elif isinstance(error, StoreError):
            log.warning("party %s: %s", self.id[:4], error)
        elif error is not None:
            self.services.counters.errors += 1
            log.error("party %s: %s", self.id[:4], type(error).__name__, exc_info=error)

    # The end

    def _forget_if_empty(self) -> None:
        """Unload a party that nobody has a seat in or watches: nothing would ever wake it up."""
        if not (self.members or self.state.present or self._lock.locked()):
            self.lobby.parties.forget(self)

    def _close(self, *, is_gone: bool = False) -> None:
        for member in list(self.members):
            self._remove(member, party_messages.Parted(why="This room is closed."))
        self.lobby.parties.forget(self)
        if not (self.state.has_result or is_gone):
            self.services.spawn(self._delete())

    async def _delete(self) -> None:
        """Delete a closed party that nobody can look back on; if that fails, it expires later."""
        with contextlib.suppress(StoreError):
            await self.services.writer.run(lambda store: store.delete_parties([self.id]))

    def stop(self) -> None:
        """Stop at once."""
        self._is_stopped = True
        self.talk.stop()
        if self._timer is not None:
            self._timer.cancel()
        if self.mode is not None:
            self.mode.close()
        for task in self._tasks:
            task.cancel()


def listing_after(state: PartyState | None, events: list[AnyEvent]) -> PartyListing:
    """Return what a party is found by after some events."""
    is_public = state.terms.is_public if state else False
    stage = state.stage if state else Stage.WAITING
    for event in events:
        match event:
            case Made() | Chosen():
                is_public = event.terms.is_public
            case Started():
                stage = Stage.PLAYING
            case Ended():
                stage = Stage.WAITING
            case Closed():
                stage = Stage.CLOSED
    return PartyListing(is_public=is_public, stage=str(stage))


def check_terms(terms: Terms, rules: Rules) -> None:
    """Raise `Refusal` if a mode cannot be played by some rules."""
    if rules.practice:
        raise Refusal("rules", "Games with others cannot be practice games.")
    MODES[terms.mode].check_terms(terms, rules)
