"""A race: the same board and the same first square for everybody, each in a game of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from ....action import Action, Kind
from ....game import Status
from ....modes import race
from ....phrase import Phrase
from ....rules import Rules
from ...protocol import game_messages, party_messages
from ...protocol.refusal import Refusal
from ...rooms.inbox import Own
from ..events import Score
from .contest import Contest, share_of
from .ghosts import ghost
from .opening import Opening
from .race_limit import WARNING, race_limit

if TYPE_CHECKING:
    from ....board import Board
    from ....layouts import Layout
    from ....seed import Seed
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ...rooms.room import Room
    from ...socket.connection import Connection
    from ..events import Terms
    from ..party import Party
    from .race_limit import RaceLimit

_RETRY = 1.0  # seconds until a resignation that was not stored is tried again
_MOST_LATE = 10.0  # seconds of such tries


class Race(Contest):
    """A room for each player. The others get the progress of each, and nothing else until the round is over."""

    source: ClassVar[str] = race.RACE.name
    tell: ClassVar[float] = 0.25

    def __init__(self, party: Party) -> None:
        super().__init__(party)
        self._rules = Rules.parse(self.terms.rules)
        self._opening = Opening(party, self._rules)
        self._rooms: dict[int, Room] = {}  # by seat
        self._over: set[int] = set()  # the seats whose game is over and stored
        self._shown_end: tuple[int, bool] | None = (
            None  # when those who still play have to stop, and whether it is near
        )
        self._late_since: float | None = None  # when that was
        self._retry_at = 0.0  # should a resignation not be stored
        self._is_ended = False

    @classmethod
    def check_terms(cls, terms: Terms, rules: Rules) -> None:
        """Raise `Refusal` if the board is too large for everybody to see those of the others."""
        if rules.level.cells > game_messages.WHOLE_CELLS:
            raise Refusal("limit", Phrase("refusal.race-size", count=game_messages.WHOLE_CELLS))

    # The round

    async def open(self) -> None:
        """Make the rooms of the round, or load them."""
        for seat in self.party.state.playing:
            self._rooms[seat] = await self.make_room(str(seat), self._rules, seat, known_board=self.terms.shows_boards)
        now, replicas = self.services.clock(), self._replicas
        latest = max(replica.live.elapsed(now) for replica in replicas.values())
        for seat, replica in replicas.items():
            replica.live.restart_clock(now, latest if replica.in_progress else 0)
            if replica.game.status.is_over:
                self._over.add(seat)
        self._set_deadline()
        if len(self._over) == len(self._rooms):
            self._end()
        else:
            self._opening.prepare(self)

    def begin(self) -> None:
        """Open the first cell for all players; those who have left in the meantime have given up."""
        super().begin()
        for seat, room in self._rooms.items():
            if self._replicas[seat].game.first is None:
                room.post(None, Own(Action(Kind.OPEN, *self._opening.cell), seat, 0))
            if self.party.state.seats[seat].has_left:
                room.post(None, Own(Action(Kind.RESIGN), seat))

    def room_of(self, seat: int | None) -> Room | None:
        """Return the room of a player; those who watch are in none."""
        return self._rooms.get(seat) if seat is not None else None

    @property
    def rooms(self) -> list[Room]:
        """The rooms of the round."""
        return list(self._rooms.values())

    @property
    def _replicas(self) -> dict[int, GameReplica]:
        return {seat: room.replica for seat, room in self._rooms.items() if room.replica is not None}

    def left(self, seat: int) -> None:
        """Give up the game of a player who left; before the first opening that is done then."""
        if self.is_begun and seat in self._rooms:
            self._rooms[seat].post(None, Own(Action(Kind.RESIGN), seat))

    def entered(self, connection: Connection) -> None:
        """Send a client that entered or came back the progress of all, and after the end the cells that they opened."""
        super().entered(connection)
        if self.is_over:
            for one in self._ghosts():
                connection.send_encoded(one)

    def ended(self) -> None:
        """Take the end of the round: everybody sees what the others have opened."""
        super().ended()
        for one in self._ghosts():
            for member in self.party.people.members:
                member.send_encoded(one)

    def _ghosts(self) -> list[bytes]:
        return [ghost(self.party, seat, replica.game.board) for seat, replica in self._replicas.items()]

    # What the rooms ask

    def layout(self, rules: Rules, seed: Seed) -> Layout:
        """Return the layout that all games share, so that a board is searched for once."""
        return self._opening.layout

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Note that a player has moved: the others get the progress a moment later."""
        self.tell_later()

    def finished(self, replica: GameReplica) -> None:
        """Send the progress at once when a player has finished, and end the round after the last one."""
        self._over.add(self._seat_of(replica))
        self.tell_now()
        self._set_deadline()
        if len(self._over) == len(self._rooms):
            self._end()

    # What the others see

    def tell_now(self) -> None:
        """Send everybody how far all are, and how long that is possible."""
        self._shown_end = self._end_to_show(self._time_left())
        super().tell_now()
        self._set_deadline()

    def progress(self) -> list[party_messages.SeatProgress]:
        """Return how far everybody is."""
        now = self.services.clock()
        return [
            party_messages.SeatProgress(
                seat=seat, status=self._status(seat, replica), share=share_of(replica), at=replica.live.elapsed(now)
            )
            for seat, replica in self._replicas.items()
        ]

    def boards(self) -> dict[int, Board]:
        """Return the board of everybody."""
        return {seat: replica.game.board for seat, replica in self._replicas.items()}

    def _status(self, seat: int, replica: GameReplica) -> str:
        """Return the status of a game; an end that is not stored yet is none."""
        status = replica.game.status
        return Status.PLAYING.value if status.is_over and seat not in self._over else status.value

    # Time

    def _time_left(self) -> RaceLimit | None:
        return race_limit(self._replicas.values(), self.services.clock(), self.services.limits.race_rest)

    def stops_in(self) -> int | None:
        """Return the milliseconds until those who still play have to stop, once the players see it."""
        limit = self._time_left()
        return max(0, round(limit.left * 1000)) if limit is not None and limit.is_shown else None

    def _set_deadline(self) -> None:
        """Wake up for a warning, or for the end of the time; tell everybody if they are to see another time."""
        now, limit = self.services.seconds(), self._time_left()
        self.deadline = None
        if limit is not None:
            end = now + limit.left
            self.deadline = max(end if limit.is_near else end - WARNING, self._retry_at)
        if self.is_begun and not _is_same(self._end_to_show(limit), self._shown_end):
            self.tell_now()
        self.party.timer.reschedule()

    def _end_to_show(self, limit: RaceLimit | None) -> tuple[int, bool] | None:
        """Return when those who still play have to stop and whether that is near, None if it is not shown."""
        if limit is None or not limit.is_shown:
            return None
        return round(self.services.seconds() + limit.left), limit.is_near

    async def due(self) -> None:
        """End the games of those who are too late."""
        now, limit = self.services.seconds(), self._time_left()
        if limit is not None and limit.left <= 0:
            self._stop_late(now)
        if not self._is_ended:
            self._set_deadline()

    def _stop_late(self, now: float) -> None:
        """Give up the games of those who are too late; if that fails again and again, the round ends without it."""
        self._retry_at = now + _RETRY
        self._late_since = self._late_since or now
        if now - self._late_since > _MOST_LATE:
            self._end()
            return
        for seat, room in self._rooms.items():
            if seat not in self._over:
                room.post(None, Own(Action(Kind.RESIGN), seat))

    # The end

    def _end(self) -> None:
        if not self._is_ended:
            self._is_ended = True
            self.end(ranked([_score(seat, replica) for seat, replica in self._replicas.items()]))

    def _seat_of(self, replica: GameReplica) -> int:
        return next(seat for seat, room in self._rooms.items() if room.replica is replica)


def _is_same(end: tuple[int, bool] | None, shown: tuple[int, bool] | None) -> bool:
    """Return whether everybody knows an end; the clocks of the server may differ by a second when rounded."""
    if end is None or shown is None:
        return end is shown
    return end[1] == shown[1] and abs(end[0] - shown[0]) <= 1


def _score(seat: int, replica: GameReplica) -> Score:
    game = replica.game
    return Score(
        seat=seat,
        place=0,
        status=(game.status if game.status.is_over else Status.ABANDONED).value,
        share=share_of(replica),
        at=game.log[-1].at if game.log else 0,
        finished_id=replica.finished_id,
    )


def ranked(scores: list[Score]) -> list[Score]:
    """Return scores in their order, each with its place."""
    places = race.places([(Status(score.status), score.at, score.share) for score in scores])
    placed = [structs.replace(score, place=place) for place, score in zip(places, scores, strict=True)]
    return sorted(placed, key=lambda score: (score.place, score.seat))
