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
from .chat import Chat
from .guests import public_id
from .memory import NoMemory
from .modes import MODES
from .party_events import Chosen, Closed, Ended, Kicked, Made, Sat, Stage, Started, Stood, decode, encode
from .party_ids import SECRET_BYTES
from .party_state import PartyState
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
_AIM = 0.08  # seconds between pointers that are passed on
_LAST = Stood | Kicked | Ended  # what happens also in a party with as many events as it may have
_RETRY = 1.0  # seconds until what was not stored is tried again


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
        self.chat = Chat(services)
        self._code = code
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_stopped = False
        self._begins = 0.0  # when the countdown is over, in seconds of the server's clock
        self._aims: dict[int, party_messages.Aim] = {}
        self._aim_timer: asyncio.TimerHandle | None = None
        now = services.seconds()
        self._away = {seat.number: now + services.limits.grace for seat in self.state.present}

    async def resume(self) -> None:
        """Go on with a round that was in play when the server stopped."""
        if self._is_playing:
            remaining = self.state.starts_at / 1000 - self.services.now()
            self._begins = self.services.seconds() + max(0.0, remaining)
            await self._open_round()
            if self.mode is not None and self.mode.is_ready and remaining <= 0:
                self.mode.begin()
        self.reschedule()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._tasks and not self._lock.locked()

    # Coming and going

    async def enter(
        self, connection: Connection, n: int, *, watch: bool = False, game: str | None = None, seq: int = 0
    ) -> None:
        """Let somebody sit down or watch, and send what they see. Raise `Refusal` if they may not."""
        try:
            seat = await self._admit(connection, watch=watch)
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
            self._away.pop(seat, None)
        connection.send(party_messages.Entered(n=n, party=self.id, seat=seat, said=list(self.chat.lines)))
        self.show()
        self._place(connection, game, seq)
        await self._start_if_ready()

    async def _admit(self, connection: Connection, *, watch: bool) -> int | None:
        """Return the seat of somebody who enters, None for somebody who watches, or raise `Refusal`."""
        async with self._lock:
            if self._is_stopped:
                raise Refusal("room", "This room is closed.")
            seat = None if watch else await self._sit(connection)
            if seat is None:
                self.state.check_watch(connection.player.key.hex())
                if self.watching >= self.services.limits.watchers:
                    raise Refusal("limit", "Too many people are watching.")
        return seat

    async def _sit(self, connection: Connection) -> int | None:
        """Return the seat of somebody, a new one if need be; None if they can only watch."""
        player, state = connection.player, self.state
        key = player.key.hex()
        name = player.name or f"Guest {len(state.seats) + 1}"
        is_bot = connection.device == "bot"
        try:
            events = await self._change(lambda at: self.state.join(at, key, name, is_bot=is_bot))
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
        seat = connection.seat
        if seat is not None and seat in self.state.seats and not self._is_here(seat):
            self._away[seat] = self.services.seconds() + self.services.limits.grace
        connection.seat = None
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
            self._has_left(seat, "You left the room.")
            await self._start_if_ready()
        else:
            self.show()
            self._forget_if_empty()

    async def _leave(self, seat: int) -> None:
        """Free the seat of somebody who has been away for too long."""
        if await self._stand_up(seat, only_if_away=True):
            self._has_left(seat, "You left the room.")
            await self._start_if_ready()

    async def _stand_up(self, seat: int, *, only_if_away: bool = False) -> bool:
        """Store that somebody has left; return False if they had left before, or have come back."""
        async with self._lock:
            found = self.state.seats.get(seat)
            if found is None or found.has_left or (only_if_away and self._is_here(seat)):
                return False
            await self._change(lambda at: self.state.leave(at, seat))
        return True

    def _has_left(self, seat: int, why: str) -> None:
        self._away.pop(seat, None)
        for member in [member for member in self.members if member.seat == seat]:
            self._remove(member, party_messages.Parted(why=why))
        if self.mode is not None and self._is_playing:
            self.mode.left(seat)
        if self.state.stage is Stage.CLOSED:
            self._close()
        else:
            self.show()

    def _remove(self, connection: Connection, parted: party_messages.Parted) -> None:
        self.members.discard(connection)
        connection.move_to(None)
        connection.party, connection.seat = None, None
        connection.send(parted)

    def _is_here(self, seat: int) -> bool:
        return any(member.seat == seat for member in self.members)

    @property
    def is_somebody_here(self) -> bool:
        """Whether somebody who has a seat is connected."""
        return any(member.seat is not None for member in self.members)

    @property
    def watching(self) -> int:
        """How many people watch."""
        return sum(member.seat is None for member in self.members)

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
        self._has_left(seat, "The owner removed you from this room.")
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

    def say(self, connection: Connection, message: party_messages.Say) -> None:
        """Pass on what somebody says."""
        seat = None if connection.seat is None else self.state.seats[connection.seat]
        if self.state.is_muted(connection.player.key.hex()):
            raise Refusal("rules", "The owner of the room has muted you.")
        is_race = self._is_playing and self.state.terms.mode in ("race", "arena")
        if is_race and message.phrase is None:  # whoever has finished knows the board that others still play
            raise Refusal("rules", "While a race is on there are only quick phrases.")
        player = connection.player
        name = seat.name if seat else player.name or "Guest"
        line = self.chat.say(player.key, connection.seat, name, message.text, message.phrase)
        self.broadcast(party_messages.Said(line=line, n=message.n, tab=connection.tab))

    def aim(self, connection: Connection, aim: party_messages.Aim) -> None:
        """Pass on where somebody's pointer is, some twelve times a second; never in a race, where it would help."""
        seat = connection.seat
        if seat is None or (self._is_playing and self.state.terms.mode in ("race", "arena")):
            return
        waiting = self._aims.get(seat)
        self._aims[seat] = waiting if waiting is not None and waiting.mark and not aim.mark else aim
        if self._aim_timer is None:
            self._aim_timer = asyncio.get_running_loop().call_later(_AIM, self._pass_on_aims)

    def _pass_on_aims(self) -> None:
        self._aim_timer = None
        for seat, aim in self._aims.items():
            encoded = protocol.encode(party_messages.Aimed(seat=seat, x=aim.x, y=aim.y, mark=aim.mark))
            for member in self.members:
                if member.seat != seat:
                    member.send_encoded(encoded)
        self._aims.clear()

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

            def started(at: int) -> list[AnyEvent]:
                events = self.state.start(at, at + round(countdown * 1000), secret)
                self._begins = self.services.seconds() + countdown
                return events

            await self._change(started)
            await self._open_round()
        self.show()  # with the time until the first move
        for member in list(self.members):
            self._place(member)
        self.reschedule()

    async def _open_round(self) -> None:
        """Make or load the rooms of the round. If that is not possible, the round is over."""
        self._close_mode()
        self.mode = mode = MODES[self.state.terms.mode](self)
        try:
            await mode.open()
            mode.opened()
        except Refusal as refusal:
            await self._give_up_round(refusal)
        except (SapperError, MemoryError, NoMemory) as error:
            await self._give_up_round(Refusal("limit", as_sentence(error)))

    async def _give_up_round(self, refusal: Refusal) -> None:
        """End a round that cannot be played, and say why."""
        log.warning("party %s: a round cannot be played: %s", self.id[:4], refusal.why)
        self._close_mode()
        self.broadcast(protocol.Refused(code=refusal.code, why=refusal.why))
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
                        if self.state.round == round_:
                            await self._change(lambda at: self.state.end(at, result))
                    return
                except StoreError as error:
                    log.warning("party %s: the end of a round was not stored: %s", self.id[:4], error)
                    await asyncio.sleep(_RETRY)

        self.spawn(end())

    # Events

    async def _change(self, events: Callable[[int], list[AnyEvent]]) -> list[AnyEvent]:
        """Store the events of a request, apply them, show what changed, and return them."""
        for _ in range(_TRIES):
            made = events(self.services.now() * 1000)
            if not made:
                return []
            if self.state.seq >= self.services.limits.party_events and not isinstance(made[0], _LAST):
                raise Refusal("limit", "Too much has happened in this room. Open another one.")
            if await self._append(made):
                for event in made:
                    self.state.apply(event)
                self.show()
                return made
            await self._reload()
        raise Refusal("busy", "The room is busy. Try again.")

    async def _append(self, events: list[AnyEvent]) -> bool:
        seq, now = self.state.seq, self.services.now()
        listing, encoded = listing_after(self.state, events), [encode(event) for event in events]
        return await self.services.writer.run(lambda store: store.append_party(self.id, seq, encoded, listing, now=now))

    async def _reload(self) -> None:
        """Take what another server has stored."""
        stored = await self.services.writer.run(lambda store: store.party(self.id))
        if stored is None:
            raise Refusal("room", "This room is closed.")
        self.state = PartyState(map(decode, stored.events))

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
        state, now = self.state, self.services.seconds()
        mode = self.mode if self.mode is not None and self.mode.round == state.round else None
        is_begun = mode is not None and mode.is_begun
        here = {member.seat: member for member in self.members if member.seat is not None}
        return party_messages.Party(
            party=self.id,
            seq=state.seq,
            terms=state.terms,
            stage=state.stage,
            owner=state.owner,
            seats=[self._seat_message(seat.number, here, now) for seat in state.seats.values()],
            code=self._code if state.stage is Stage.WAITING else "",
            round=state.round,
            starts_in=max(0, round((self._begins - now) * 1000)) if self._is_playing and not is_begun else None,
            ends_in=mode.ends_in if mode is not None and self._is_playing else None,
            seals=mode.seals if mode is not None else [],
            result=state.result,
            match_winner=state.match_winner,
            watching=self.watching,
            is_quick=state.is_quick,
        )

    def _seat_message(self, number: int, here: dict[int, Connection], now: float) -> party_messages.PartySeat:
        state = self.state
        seat, away = state.seats[number], self._away.get(number)
        device = here[number].device if number in here else "bot" if seat.is_bot else ""
        return party_messages.PartySeat(
            seat=number,
            name=seat.name,
            colour=seat.colour,
            player=public_id(bytes.fromhex(seat.player)),
            is_ready=seat.is_ready,
            is_here=number in here,
            leaves_in=None if away is None or seat.has_left else max(0, round((away - now) * 1000)),
            is_muted=seat.is_muted,
            has_left=seat.has_left,
            plays=self._is_playing and number in state.playing,
            wins=seat.wins,
            device=device,
        )

    # Time

    def reschedule(self) -> None:
        """Wake up for what comes next: the end of a countdown, of somebody's absence, or a deadline of the mode."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        times = list(self._away.values())
        mode = self.mode
        if mode is not None and self._is_playing:
            if mode.is_begun:
                times += [mode.deadline] if mode.deadline is not None else []
            elif mode.is_ready:
                times.append(self._begins)
        if times and self.state.stage is not Stage.CLOSED and not self._is_stopped:
            delay = max(0.005, min(times) - self.services.seconds())
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.spawn(self._wake()))

    async def _wake(self) -> None:
        now, mode = self.services.seconds(), self.mode
        if mode is not None and self._is_playing:
            if not mode.is_begun and mode.is_ready and now >= self._begins:
                mode.begin()
                self.show()
            elif mode.is_begun and mode.deadline is not None and now >= mode.deadline:
                await mode.due()
        for seat in [seat for seat, until in self._away.items() if now >= until]:
            self._away[seat] = now + _RETRY  # should it not be stored
            try:
                await self._leave(seat)
            except (Refusal, StoreError) as error:
                log.warning("party %s: somebody who is away could not leave: %s", self.id[:4], error)
            else:
                self._away.pop(seat, None)
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
        elif error is not None:
            self.services.counters.errors += 1
            log.error("party %s: %s", self.id[:4], type(error).__name__, exc_info=error)

    # The end

    def _forget_if_empty(self) -> None:
        """Unload a party that nobody has a seat in or watches: nothing would ever wake it up."""
        if not (self.members or self.state.present or self._lock.locked()):
            self.lobby.parties.forget(self)

    def _close(self) -> None:
        for member in list(self.members):
            self._remove(member, party_messages.Parted(why="This room is closed."))
        self.lobby.parties.forget(self)
        if not self.state.has_result:
            self.services.spawn(self._delete())

    async def _delete(self) -> None:
        """Delete a closed party that nobody can look back on; if that fails, it expires later."""
        with contextlib.suppress(StoreError):
            await self.services.writer.run(lambda store: store.delete_parties([self.id]))

    def stop(self) -> None:
        """Stop at once."""
        self._is_stopped = True
        for handle in (self._timer, self._aim_timer):
            if handle is not None:
                handle.cancel()
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
