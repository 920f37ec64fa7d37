"""The people of a party and what they agreed on: computed from its events, as a game is from its actions.

Requests are answered with the events that they lead to, or with a `Refusal`; nothing changes until an event is applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ...modes import MODES, Mode
from ...phrase import Phrase
from ..protocol.refusal import Refusal
from .events import (
    Admitted,
    AnyEvent,
    Chosen,
    Closed,
    Ended,
    Kicked,
    Made,
    Missed,
    Muted,
    Named,
    Owned,
    Ready,
    Sat,
    Score,
    Stage,
    Started,
    Stood,
    Terms,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

COLOURS = 8  # that players are distinguished by, in every theme
_MOST_NUMBERS = 256  # of seats that were ever taken
_OF_PEOPLE = ("name", "is_public", "can_watch", "entry", "grace")  # terms that are not about the game
_MANY = 32  # seats, from which on those that are not needed are given to others


class MustKnock(Refusal):
    """A newcomer has to be let in by the owner of the room."""

    def __init__(self) -> None:
        super().__init__("room", Phrase("refusal.must-knock"))


class Seat(Struct):
    """A player in a party."""

    number: int
    player: str  # the key, in hexadecimal
    name: str
    colour: int
    is_bot: bool = False
    strength: str = ""  # of the solver of the server, which plays here
    is_ready: bool = False
    is_muted: bool = False
    has_left: bool = False
    has_played: bool = False
    wins: int = 0
    away: int = 0  # seconds that it waited for this player, who was away for longer
    gave_up: bool = False  # a game, because of that
    network: str = ""  # the mark of the address that the player sat down at
    since: int = 0  # when the player sat down, in milliseconds since 1970


class PartyState:
    """The members of a party, its terms, and the results of its rounds."""

    def __init__(self, events: Iterable[AnyEvent] = ()) -> None:
        self.seq = 0
        self.stage = Stage.WAITING
        self.terms = Terms()
        self.is_quick = False
        self.allows_bots = False
        self.tournament = ""
        self.owner = 0  # a seat
        self.seats: dict[int, Seat] = {}
        self.round = 0
        self.starts_at = 0
        self.secret = b""  # of the round
        self.playing: list[int] = []  # the seats of the round
        self.late: set[int] = set()  # those of them that came in the middle of an arena: they have no place
        self.result: list[Score] = []  # of the last round
        self.match_winner: int | None = None
        self.has_result = False  # some round was played to its end
        self._kicked: set[str] = set()
        self._admitted: dict[str, bool] = {}  # those who knocked, and whether they were let in
        for event in events:
            self.apply(event)

    # What is so

    @property
    def is_playing(self) -> bool:
        """Whether a round is in play."""
        return self.stage is Stage.PLAYING

    @property
    def present(self) -> list[Seat]:
        """The seats that are taken, in their order."""
        return [seat for seat in self.seats.values() if not seat.has_left]

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player, None if there is none."""
        for seat in self.seats.values():
            if seat.player == player and not seat.has_left:
                return seat
        return None

    def has_neighbour(self, player: str) -> bool:
        """Return whether another player of the round sat down at the same address, also one who has left."""
        seats = [self.seats[number] for number in self.playing]
        own = {seat.network for seat in seats if seat.player == player} - {""}
        return any(seat.network in own for seat in seats if seat.player != player)

    def is_kicked(self, player: str) -> bool:
        """Return whether a player was removed, and cannot come back."""
        return player in self._kicked

    def must_knock(self, player: str) -> bool:
        """Return whether a player can only come in if the owner agrees."""
        is_open = self.stage is not Stage.CLOSED and self.terms.entry == "ask"
        return is_open and self._is_newcomer(player) and player not in self._admitted

    def _is_newcomer(self, player: str) -> bool:
        """Return whether a player has never had a seat here. The first one, who opens the party, is none."""
        return bool(self.seats) and all(seat.player != player for seat in self.seats.values())

    def absence_of(self, player: str) -> tuple[int, Missed]:
        """Return the seconds that a seat has waited for a player who was away for longer, and what that cost."""
        seat = next((seat for seat in self.seats.values() if seat.player == player and seat.away), None)
        if seat is None:
            return 0, ""
        return seat.away, "game" if seat.gave_up else "seat"

    def is_muted(self, player: str) -> bool:
        """Return whether a player may say nothing here, from whatever seat or from none."""
        return any(seat.is_muted for seat in self.seats.values() if seat.player == player)

    @property
    def mode(self) -> Mode:
        """The way in which the party plays."""
        return MODES[self.terms.mode]

    @property
    def is_ready(self) -> bool:
        """Whether everybody is ready, and they are enough; a party of a quick match needs only enough."""
        present = self.present
        is_agreed = self.is_quick and not self.round
        return self.is_enough and (is_agreed or all(seat.is_ready for seat in present))

    @property
    def is_enough(self) -> bool:
        """Whether there are enough people to play."""
        return self.stage is Stage.WAITING and len(self.present) >= (2 if self.is_quick else self.mode.least)

    @property
    def most_seats(self) -> int:
        """The number of seats."""
        return _most_seats(self.terms)

    @property
    def has_free_seat(self) -> bool:
        """Whether one more may sit down now."""
        is_open = self.stage is Stage.WAITING or (self.is_playing and not self.mode.has_turns)
        return is_open and len(self.present) < self.most_seats

    @property
    def is_free_for_match(self) -> bool:
        """Whether this is a quick match that another player can come to: its first round has not started."""
        is_new = self.is_quick and self.stage is Stage.WAITING and not self.round
        return is_new and self.terms.entry == "open" and self.has_free_seat

    @property
    def is_listed(self) -> bool:
        """Whether everybody may find the party in the list."""
        return self.terms.is_public and self.terms.entry != "locked" and bool(self.present)

    def admits(self, player: str, *, is_bot: bool) -> bool:
        """Return whether a player may come to this party by a quick match."""
        return self.is_free_for_match and not self.is_kicked(player) and not (is_bot and self._is_for_people)

    @property
    def _is_for_people(self) -> bool:
        """Whether people play here who came by a quick match, and did not agree to play with a bot."""
        return self.is_quick and not self.allows_bots and any(not seat.is_bot for seat in self.present)

    # What is asked for

    def join(
        self, at: int, player: str, name: str, *, is_bot: bool = False, strength: str = "", network: str = ""
    ) -> list[AnyEvent]:
        """Return the events of a player who comes, none for one who is here already."""
        self.check_open()
        self._check_welcome(player)
        if self.seat_of(player) is not None:
            return []
        self._check_lock(player)
        if is_bot and self._is_for_people:
            raise Refusal("rules", Phrase("refusal.people-only"))
        if not self.has_free_seat:
            raise Refusal("limit", Phrase("refusal.seats-taken"))
        if self.must_knock(player):
            raise MustKnock
        number = self._former_seat(player)
        if number >= _MOST_NUMBERS:
            raise Refusal("limit", Phrase("refusal.too-many-came"))
        sat = Sat(at=at, seat=number, player=player, name=name, is_bot=is_bot, strength=strength, network=network)
        events: list[AnyEvent] = [sat]
        if not any(not seat.is_bot for seat in self.present) and not is_bot and self.owner != number:
            events.append(Owned(at=at, seat=number))
        return events

    def check_watch(self, player: str) -> None:
        """Raise `Refusal` if a client may not watch."""
        self.check_open()
        self._check_welcome(player)
        self._check_lock(player)
        if not self.terms.can_watch:
            raise Refusal("room", Phrase("refusal.no-watching"))

    def leave(self, at: int, seat: int, away: int = 0) -> list[AnyEvent]:
        """Return the events of a player who goes for good: the party passes on to the next, or closes."""
        self._seat(seat)
        return [Stood(at=at, seat=seat, away=away), *self._pass_on(at, seat)]

    def stand(self, at: int, seat: int) -> list[AnyEvent]:
        """Return the events of a player who watches from now on."""
        standing = self._seat(seat)
        self.check_watch(standing.player)
        if self.is_playing and seat in self.playing:
            raise Refusal("rules", Phrase("refusal.stand-in-round"))
        if all(other.is_bot for other in self.present if other is not standing):
            raise Refusal("rules", Phrase("refusal.stand-alone"))
        return self.leave(at, seat)

    def be_ready(self, at: int, seat: int, is_ready: bool) -> list[AnyEvent]:
        """Return the event of a player who is ready or not any more, none if nothing changes."""
        self._check_waiting()
        return [] if self._seat(seat).is_ready == is_ready else [Ready(at=at, seat=seat, is_ready=is_ready)]

    def choose(self, at: int, by: int, terms: Terms) -> list[AnyEvent]:
        """Return the event of other terms: for the next round, or at any time for who may come."""
        self.check_owner(by)
        if not self._is_same_game(terms):
            self._check_waiting()
        if len(self.present) > _most_seats(terms):
            raise Refusal("rules", Phrase("refusal.too-many-people", count=_most_seats(terms)))
        return [] if terms == self.terms else [Chosen(at=at, terms=terms)]

    def start(self, at: int, starts_at: int, secret: bytes) -> list[AnyEvent]:
        """Return the event of a round that starts."""
        self._check_waiting()
        if not self.is_enough:
            least = 2 if self.is_quick else self.mode.least
            raise Refusal("rules", Phrase("refusal.too-few-players", count=least))
        seats = [seat.number for seat in self.present]
        return [Started(at=at, starts_at=starts_at, seats=seats, secret=secret.hex())]

    def end(self, at: int, result: list[Score]) -> list[AnyEvent]:
        """Return the event of a round that is over, none if it was over before."""
        return [Ended(at=at, result=result)] if self.is_playing else []

    def kick(self, at: int, by: int, seat: int) -> list[AnyEvent]:
        """Return the event of a player who is removed."""
        self.check_owner(by)
        self._seat(seat)
        if by == seat:
            raise Refusal("rules", Phrase("refusal.not-yourself"))
        return [Kicked(at=at, seat=seat)]

    def admit(self, at: int, by: int, player: str, is_admitted: bool) -> list[AnyEvent]:
        """Return the event of a player who knocks and is let in or refused, none if that is decided."""
        self.check_owner(by)
        return [Admitted(at=at, player=player, is_admitted=is_admitted)] if self.must_knock(player) else []

    def hand_on(self, at: int, by: int, seat: int) -> list[AnyEvent]:
        """Return the event of another owner, none if nothing changes."""
        self.check_owner(by)
        if self._seat(seat).is_bot:
            raise Refusal("rules", Phrase("refusal.no-program-owner"))
        return [] if by == seat else [Owned(at=at, seat=seat)]

    def pass_to(self, at: int, seat: int) -> list[AnyEvent]:
        """Return the event of another owner, for one who is not there for the others."""
        return [] if self._seat(seat).number == self.owner else [Owned(at=at, seat=seat)]

    def mute(self, at: int, by: int, seat: int, is_muted: bool) -> list[AnyEvent]:
        """Return the event of a player who may not speak, or may again, none if nothing changes."""
        self.check_owner(by)
        return [] if self._seat(seat).is_muted == is_muted else [Muted(at=at, seat=seat, is_muted=is_muted)]

    def rename(self, at: int, seat: int, name: str) -> list[AnyEvent]:
        """Return the event of another name, none if nothing changes."""
        return [] if self._seat(seat).name == name else [Named(at=at, seat=seat, name=name)]

    def check_open(self) -> None:
        """Raise `Refusal` if the party is closed."""
        if self.stage is Stage.CLOSED:
            raise Refusal("room", Phrase("refusal.room-closed"))

    def check_owner(self, seat: int) -> None:
        """Raise `Refusal` if a player is not the owner."""
        self.check_open()
        if seat != self.owner:
            raise Refusal("rules", Phrase("refusal.owner-only"))

    # Events

    def apply(self, event: AnyEvent) -> None:
        """Take the next event of the list."""
        self.seq += 1
        match event:
            case Made():
                self.terms, self.is_quick, self.allows_bots = event.terms, event.is_quick, event.allows_bots
                self.tournament = event.tournament
            case Sat():
                self._sit(event)
            case Stood() | Kicked():
                self._stand(event)
            case Named():
                self.seats[event.seat].name = event.name
            case Ready():
                self.seats[event.seat].is_ready = event.is_ready
            case Chosen():
                self._choose(event.terms)
            case Started():
                self._start(event)
            case Ended():
                self._end(event)
            case Admitted():
                self._admitted[event.player] = event.is_admitted
            case Muted():
                self.seats[event.seat].is_muted = event.is_muted
            case Owned():
                self.owner = event.seat
            case Closed():
                self.stage = Stage.CLOSED

    def _sit(self, event: Sat) -> None:
        seat = self.seats.get(event.seat)
        if seat is None or seat.player != event.player:
            colour = self._free_colour()
            seat = self.seats[event.seat] = Seat(event.seat, event.player, event.name, colour, event.is_bot)
        seat.name, seat.network, seat.has_left, seat.is_ready = event.name, event.network, False, False
        seat.away, seat.gave_up, seat.strength, seat.since = 0, False, event.strength, event.at
        terms = self.terms
        can_join = self.mode.lets_join(has_own_lives=terms.lives == "own")
        if self.is_playing and can_join and event.seat not in self.playing:
            self.playing.append(event.seat)
            if self.mode.is_secret:
                self.late.add(event.seat)
            seat.has_played = True

    def _stand(self, event: Stood | Kicked) -> None:
        seat = self.seats[event.seat]
        seat.has_left, seat.is_ready = True, False
        if isinstance(event, Kicked):
            self._kicked.add(seat.player)
        else:
            seat.away = event.away
            seat.gave_up = self.is_playing and event.seat in self.playing and not self.mode.is_team

    def _choose(self, terms: Terms) -> None:
        is_same_game, self.terms = self._is_same_game(terms), terms
        if not is_same_game:
            self._reset_ready()
            self._new_match()

    def _start(self, event: Started) -> None:
        if self.match_winner is not None:
            self._new_match()
        self.stage = Stage.PLAYING
        self.round += 1
        self.starts_at, self.secret, self.playing = event.starts_at, bytes.fromhex(event.secret), list(event.seats)
        self.late.clear()
        for seat in event.seats:
            self.seats[seat].has_played = True
        self.result = []

    def _end(self, event: Ended) -> None:
        self.stage = Stage.WAITING
        self.result = event.result
        self.has_result = self.has_result or bool(event.result)
        self._reset_ready()
        if not self.mode.is_match:
            return
        first = [score.seat for score in event.result if score.place == 1]
        if len(first) == 1:
            winner = self.seats[first[0]]
            winner.wins += 1
            if 2 * winner.wins > self.terms.best_of:
                self.match_winner = winner.number

    def _new_match(self) -> None:
        self.match_winner = None
        for seat in self.seats.values():
            seat.wins = 0

    def _reset_ready(self) -> None:
        for seat in self.seats.values():
            seat.is_ready = False

    # Parts

    def _former_seat(self, player: str) -> int:
        """Return the seat that a player had before, else a new one.

        Where very many have come and gone, it is the seat of a player who left and never played: no replay names it.
        """
        free = len(self.seats)
        if free >= _MANY:
            unused = (seat for seat in self.seats.values() if seat.has_left and not seat.has_played)
            free = next((seat.number for seat in unused if not seat.is_muted), free)
        return next((seat.number for seat in self.seats.values() if seat.player == player), free)

    def _free_colour(self) -> int:
        """Return the colour that the fewest people here have."""
        used = [seat.colour for seat in self.present]
        return min(range(COLOURS), key=lambda colour: (used.count(colour), colour))

    def _pass_on(self, at: int, leaving: int) -> list[AnyEvent]:
        others = [seat for seat in self.present if seat.number != leaving]
        people = [seat for seat in others if not seat.is_bot]
        if not people:
            return [Closed(at=at)]
        return [Owned(at=at, seat=people[0].number)] if self.owner == leaving else []

    def _seat(self, number: int) -> Seat:
        seat = self.seats.get(number)
        if seat is None or seat.has_left:
            raise Refusal("rules", Phrase("refusal.seat-empty"))
        return seat

    def _check_welcome(self, player: str) -> None:
        if self.is_kicked(player):
            raise Refusal("room", Phrase("refusal.removed"))
        if not self._admitted.get(player, True):
            raise Refusal("room", Phrase("refusal.not-let-in"))

    def _check_lock(self, player: str) -> None:
        if self.terms.entry == "locked" and self._is_newcomer(player) and player not in self._admitted:
            raise Refusal("room", Phrase("refusal.room-locked"))

    def _is_same_game(self, terms: Terms) -> bool:
        """Return whether other terms change at most who may come."""
        return replace(terms, **{name: getattr(self.terms, name) for name in _OF_PEOPLE}) == self.terms

    def _check_waiting(self) -> None:
        self.check_open()
        if self.is_playing:
            raise Refusal("rules", Phrase("refusal.game-in-play"))


def _most_seats(terms: Terms) -> int:
    return MODES[terms.mode].seats or terms.seats
