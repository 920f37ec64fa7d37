"""People who play together: how they come and go, and what they are shown."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError
from ...phrase import Phrase
from ..protocol import game_messages, party_messages
from ..protocol.refusal import Refusal, parted
from .door import PartyDoor
from .events import Sat, Stage
from .log import PartyLog
from .owner import PartyOwner
from .people import PartyPeople
from .pings import Pings
from .quick_match import SeatTaken
from .ratings import PartyRatings
from .rounds import PartyRounds
from .state import PartyState
from .talk import Talk
from .timer import PartyTimer
from .view import party_message

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from ..protocol.message import FromServer
    from ..rooms.lobby import Lobby
    from ..services import Services
    from ..socket.connection import Connection
    from .events import AnyEvent, Missed

log = logging.getLogger("sapper.server")


class Party:
    """A party in memory. Requests are carried out one after the other; each becomes events that are stored first."""

    def __init__(self, services: Services, lobby: Lobby, party_id: str, code: str, events: list[AnyEvent]) -> None:
        self.id = party_id
        self.code = code
        self.services = services
        self.lobby = lobby
        self.address = ""  # of the player who started the round: it pays for the memory
        self.state = PartyState(events)
        self.log = PartyLog(self)
        self.people = PartyPeople(self)
        self.door = PartyDoor(self)
        self.rounds = PartyRounds(self)
        self.owner = PartyOwner(self)
        self.timer = PartyTimer(self)
        self.talk = Talk(self)
        self.pings = Pings(self)
        self.ratings = PartyRatings(self)
        self.is_stopped = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def resume(self) -> None:
        """Go on with a round that is in play: on another server, or until this one stopped."""
        self.ratings.read()
        self.rounds.set_begin()
        if self.state.is_playing:
            await self.rounds.follow()
        self.timer.reschedule()

    # Coming

    async def enter(
        self,
        connection: Connection,
        n: int | None,
        *,
        watch: bool = False,
        match: bool = False,
        came_from: Party | None = None,
        game: str | None = None,
        seq: int = 0,
    ) -> None:
        """Seat a client or let it watch, and send what it sees. Raise `Refusal` if it may not.

        A client of a quick match takes a seat before the first round, or `SeatTaken` is raised; a client that is gone
        by then, or has left the party that they came from, has no seat.
        """
        self.people.expect()
        try:
            seat, away, missed = await self._admit(connection, watch=watch, match=match)
        except BaseException:
            self._forget_if_empty()
            raise
        has_left = came_from is not None and connection.party is not came_from
        if match and seat is not None and (connection.is_closed or has_left):
            self.people.note_away()
            self.timer.reschedule()
            await self.free_seat(seat)
            return
        if connection.is_closed:
            connection.seat = seat
            self.lost(connection)
            return
        if connection.party is not None and (connection.party is not self or connection.seat != seat):
            connection.party.lost(connection)
        connection.party, connection.seat = self, seat
        self.people.add(connection)
        self.address = self.address or connection.address
        replica = self.rounds.replica_of(seat, game)
        if replica is not None and replica.game.status.is_over and seq < replica.game.seq:
            missed = missed or "round"
        connection.send(
            party_messages.Entered(
                n=n,
                party=self.id,
                seat=seat,
                said=self.talk.chat.lines_for(is_watching=seat is None),
                at=None if replica is None else replica.live.elapsed(self.services.clock()),
                away=away,
                missed=missed,
            )
        )
        self.people.publish()
        self.show()
        self.pings.show(connection)
        connection.measure(self.services.seconds())
        self.rounds.place(connection, game, seq)
        self.timer.match_now()
        await self.rounds.start_if_ready()

    async def _admit(self, connection: Connection, *, watch: bool, match: bool) -> tuple[int | None, int, Missed]:
        """Return the seat of a player who enters, None for a watcher, or raise `Refusal`.

        With it comes how long the seat has waited for a player who was away for longer, and what they have missed.
        """
        async with self.log.lock:
            if self.services.is_shared:
                await self.log.catch_up()
            if self.is_stopped:
                raise Refusal("room", Phrase("refusal.room-closed"))
            key = connection.player.key.hex()
            away, missed = self.state.absence_of("" if watch else key)
            seat = None if watch else await self._sit(connection, match=match)
            if seat is None:
                self.state.check_watch(key)
                self._check_watchers()
        return seat, away, missed

    def _check_watchers(self) -> None:
        """Raise `Refusal` if no more clients may watch."""
        if self.people.watching >= self.services.limits.watchers:
            raise Refusal("limit", Phrase("refusal.too-many-watchers"))

    async def _sit(self, connection: Connection, *, match: bool) -> int | None:
        """Return the seat of a player, a new one if need be; None if they can only watch."""
        player, state = connection.player, self.state
        key = player.key.hex()
        is_bot = connection.device == "bot"
        network = self.services.guests.network_mark(connection.address)

        def join(at: int) -> list[AnyEvent]:
            if match and not state.is_free_for_match and state.seat_of(key) is None:
                raise SeatTaken
            name, strength = player.name or f"Guest {len(state.seats) + 1}", connection.strength
            return state.join(at, key, name, is_bot=is_bot, strength=strength, network=network)

        try:
            events = await self.log.change_locked(join)
        except Refusal as refusal:
            if refusal.code == "limit" and state.terms.can_watch:
                return None
            raise
        seat = state.seat_of(key)
        assert seat is not None
        if any(isinstance(event, Sat) for event in events):
            self.rounds.joined(seat.number)
        return seat.number

    # Going

    def lost(self, connection: Connection) -> None:
        """Note that the connection of a member is gone: the seat stays reserved for a while."""
        self.people.lose(connection)
        connection.seat = None
        self.people.publish()
        self.show()
        self.timer.reschedule()
        if self.state.is_free_for_match and not self.people.has_connected_player:
            self.spawn(self.lobby.parties.matches.leave_queue(self))
        self._forget_if_empty()

    async def quit(self, connection: Connection, n: int) -> None:
        """Let a member leave for good."""
        seat = connection.seat
        if seat is not None:
            await self._stand_up(seat)
        self._remove(connection, parted(Phrase("refusal.you-left"), n))
        if seat is not None:
            self.remove_gone()
            await self.rounds.start_if_ready()
        else:
            self.show()
            self._forget_if_empty()

    async def stand(self, connection: Connection, n: int) -> None:
        """Let a player watch from now on: the seat becomes free, and nobody waits for them."""
        seat = connection.seat
        assert seat is not None
        self._check_watchers()
        await self.log.change(lambda at: self.state.stand(at, seat))
        if connection.party is self:
            connection.seat = None
            said = self.talk.chat.lines_for(is_watching=True)
            connection.send(party_messages.Entered(n=n, party=self.id, said=said))
            self.rounds.place(connection)
        self.remove_gone()
        self.people.publish()
        await self.rounds.start_if_ready()

    async def leave_for(self, other: Party, connection: Connection) -> None:
        """Free the seat of a player whom a quick match has moved to another party."""
        seat = self.state.seat_of(connection.player.key.hex())
        if seat is not None and connection.party is other:
            await self.free_seat(seat.number)

    @property
    def waiting_for_match(self) -> list[Connection]:
        """The connections of the players who wait here for a quick match."""
        return [one for one in self.people.members if one.seat is not None] if self.state.is_free_for_match else []

    async def free_seat(self, seat: int, away: int = 0) -> None:
        """Free the seat of a player who is away, and has been for some seconds."""
        if self.services.is_shared:  # another server may have noted a moment ago that they are there
            await self.lobby.parties.follower.look([self])
        if await self._stand_up(seat, away, only_if_away=True):
            self.remove_gone()
            await self.rounds.start_if_ready()

    async def _stand_up(self, seat: int, away: int = 0, *, only_if_away: bool = False) -> bool:
        """Store that a player has left; return False if they had left before, or have come back."""

        def left(at: int) -> list[AnyEvent]:
            found = self.state.seats.get(seat)
            if found is None or found.has_left or (only_if_away and self.people.is_connected(seat)):
                return []
            return self.state.leave(at, seat, away)

        return bool(await self.log.change(left))

    def remove_gone(self) -> None:
        """Remove those who have no seat any more, here and from the round."""
        state = self.state
        for member in list(self.people.members):
            player = member.player.key.hex()
            seat_left = member.seat is not None and (
                state.seats[member.seat].has_left or state.seats[member.seat].player != player
            )
            if seat_left:
                is_kicked = state.is_kicked(player)
                why = Phrase("refusal.owner-removed-you" if is_kicked else "refusal.you-left")
                self._remove(member, parted(why))
        self.people.note_left()
        self.rounds.note_left()
        if state.stage is Stage.CLOSED:
            self.close()
        else:
            self.show()

    def _remove(self, connection: Connection, parted: party_messages.Parted) -> None:
        self.people.remove(connection)
        connection.move_to(None)
        connection.party, connection.seat = None, None
        connection.send(parted)
        self.people.publish()

    # What is shown

    def broadcast(self, message: FromServer) -> None:
        """Send a message to everybody; it is encoded once."""
        encoded = game_messages.encode(message)
        for member in self.people.members:
            member.send_encoded(encoded)

    def show(self) -> None:
        """Send everybody the party as it is."""
        self.broadcast(self.message())

    def show_again(self, connection: Connection) -> None:
        """Send the party and what belongs to the round to a client that lost messages."""
        connection.send(self.message())
        if self.rounds.mode is not None:
            self.rounds.mode.entered(connection)

    def message(self) -> party_messages.Party:
        """Return the party as it is."""
        return party_message(self)

    # What takes time

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._tasks and not self.log.lock.locked()

    def check(self) -> None:
        """Do what another server may have left undone, and unload a party that only people on other servers are in."""
        if not self.is_idle:
            return
        if not self.people.members:
            if self.people.is_only_elsewhere:
                self.lobby.parties.forget(self)
        elif self.rounds.is_ready:
            self.spawn(self.rounds.start_if_ready())
        elif self.state.is_playing and self.rounds.mode is None:
            self.spawn(self.rounds.try_again())

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that takes time."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.note_fault(error)

    def note_fault(self, error: BaseException) -> None:
        """Log what failed."""
        if isinstance(error, Refusal):
            log.info("party %s: %s", self.id[:4], error.why)
        elif isinstance(error, StoreError):
            log.warning("party %s: %s", self.id[:4], error)
        else:
            self.services.counters.errors += 1
            log.error("party %s: %s", self.id[:4], type(error).__name__, exc_info=error)

    # The end

    def _forget_if_empty(self) -> None:
        """Unload a party without players and watchers: nothing would ever wake it up."""
        if not (self.people.members or self.state.present or self.log.lock.locked()):
            self.lobby.parties.forget(self)

    def close(self, *, is_gone: bool = False) -> None:
        """Remove everybody, and unload and delete the party; `is_gone` if another server has deleted it."""
        for member in list(self.people.members):
            self._remove(member, parted(Phrase("refusal.room-closed")))
        self.door.close()
        self.lobby.parties.forget(self)
        if not (self.state.has_result or is_gone):
            self.services.spawn(self._delete())

    async def _delete(self) -> None:
        """Delete a closed party without rounds to look back on; if that fails, it expires later."""
        with contextlib.suppress(StoreError):
            await self.services.writer.run(lambda store: store.delete_parties([self.id]))

    def stop(self) -> None:
        """Stop at once."""
        self.is_stopped = True
        self.talk.stop()
        self.pings.stop()
        self.timer.stop()
        self.rounds.stop()
        for task in self._tasks:
            task.cancel()
