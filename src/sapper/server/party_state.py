"""The people of a party and what they agreed on: computed from its events, as a game is from its actions.

Requests are answered with the events that they lead to, or with a `Refusal`; nothing changes until an event is applied.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from .party_events import (
    AnyEvent,
    Chosen,
    Closed,
    Ended,
    Kicked,
    Lives,
    Made,
    Mode,
    Muted,
    Named,
    Owned,
    Ready,
    Sat,
    Started,
    Stood,
)
from .refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

COLOURS = 8  # that players are told apart by, in every theme
_SEATS: dict[Mode, int] = {"coop": 16, "race": 16, "duel": 2}
_LEAST: dict[Mode, int] = {"coop": 1, "race": 2, "duel": 2}


class Stage(StrEnum):
    """What a party does."""

    WAITING = "waiting"
    PLAYING = "playing"
    CLOSED = "closed"


class Seat(Struct):
    """Somebody in a party."""

    number: int
    player: str
    name: str
    colour: int
    is_bot: bool = False
    is_ready: bool = False
    is_muted: bool = False
    has_left: bool = False
    wins: int = 0


class PartyState:
    """Who is in a party, what it plays, and how its rounds ended."""

    def __init__(self, events: Iterable[AnyEvent] = ()) -> None:
        self.seq = 0
        self.stage = Stage.WAITING
        self.mode: Mode = "coop"
        self.rules = ""
        self.lives: Lives = "shared"
        self.name = ""
        self.is_public = False
        self.owner = 0  # a seat
        self.seats: dict[int, Seat] = {}
        self.round = 0
        self.starts_at = 0
        self.games: dict[int, str] = {}  # of the round, by seat
        self.result: Ended | None = None  # of the last round
        self._kicked: set[str] = set()
        for event in events:
            self.apply(event)

    # What is so

    @property
    def present(self) -> list[Seat]:
        """The seats that are taken, in their order."""
        return [seat for seat in self.seats.values() if not seat.has_left]

    def seat_of(self, player: str) -> Seat | None:
        """Return the seat of a player, None if there is none."""
        return next((seat for seat in self.present if seat.player == player), None)

    @property
    def is_ready(self) -> bool:
        """Whether everybody is ready, and they are enough."""
        present = self.present
        return len(present) >= _LEAST[self.mode] and all(seat.is_ready for seat in present)

    @property
    def most_seats(self) -> int:
        """How many people the mode has room for."""
        return _SEATS[self.mode]

    # What is asked for

    def join(self, at: int, player: str, name: str, *, is_bot: bool = False) -> list[AnyEvent]:
        """Return the events of somebody who comes, none for somebody who is here already."""
        self._check_open()
        if player in self._kicked:
            raise Refusal("room", "You were removed from this room.")
        if self.seat_of(player) is not None:
            return []
        if len(self.present) >= self.most_seats or (self.stage is Stage.PLAYING and self.mode == "duel"):
            raise Refusal("limit", "Every seat is taken. You can watch.")
        number = self._former_seat(player)
        return [Sat(at=at, seat=number, player=player, name=name, is_bot=is_bot)]

    def leave(self, at: int, seat: int) -> list[AnyEvent]:
        """Return the events of somebody who goes for good: the party passes on to the next, or closes."""
        self._seat(seat)
        return [Stood(at=at, seat=seat), *self._pass_on(at, seat)]

    def be_ready(self, at: int, seat: int, is_ready: bool) -> list[AnyEvent]:
        """Return the event of somebody who is ready or not any more, none if nothing changes."""
        self._check_waiting()
        return [] if self._seat(seat).is_ready == is_ready else [Ready(at=at, seat=seat, is_ready=is_ready)]

    def choose(self, at: int, by: int, mode: Mode, rules: str, lives: Lives, *, is_public: bool) -> list[AnyEvent]:
        """Return the event of other rules for the next round."""
        self._check_owner(by)
        self._check_waiting()
        if len(self.present) > _SEATS[mode]:
            raise Refusal("rules", f"A {mode} is for {_SEATS[mode]} players at most.")
        return [Chosen(at=at, mode=mode, rules=rules, lives=lives, is_public=is_public)]

    def start(self, at: int, starts_at: int, games: dict[int, str]) -> list[AnyEvent]:
        """Return the event of a round that starts."""
        self._check_waiting()
        if not self.is_ready:
            raise Refusal("rules", "Not everybody is ready.")
        return [Started(at=at, starts_at=starts_at, games=games)]

    def end(self, at: int, places: list[int], scores: dict[int, int]) -> list[AnyEvent]:
        """Return the event of a round that is over, none if it was over before."""
        return [Ended(at=at, places=places, scores=scores)] if self.stage is Stage.PLAYING else []

    def kick(self, at: int, by: int, seat: int) -> list[AnyEvent]:
        """Return the event of somebody who is removed."""
        self._check_owner(by)
        self._seat(seat)
        if by == seat:
            raise Refusal("rules", "You cannot remove yourself: leave instead.")
        return [Kicked(at=at, seat=seat)]

    def mute(self, at: int, by: int, seat: int, is_muted: bool) -> list[AnyEvent]:
        """Return the event of somebody who may not speak, or may again, none if nothing changes."""
        self._check_owner(by)
        return [] if self._seat(seat).is_muted == is_muted else [Muted(at=at, seat=seat, is_muted=is_muted)]

    def rename(self, at: int, seat: int, name: str) -> list[AnyEvent]:
        """Return the event of another name, none if nothing changes."""
        return [] if self._seat(seat).name == name else [Named(at=at, seat=seat, name=name)]

    # Events

    def apply(self, event: AnyEvent) -> None:
        """Take the next event of the list."""
        self.seq += 1
        match event:
            case Made():
                self.mode, self.rules, self.lives = event.mode, event.rules, event.lives
                self.name, self.is_public = event.name, event.is_public
            case Sat():
                self._sit(event)
            case Stood() | Kicked():
                self._stand(event)
            case Named():
                self.seats[event.seat].name = event.name
            case Ready():
                self.seats[event.seat].is_ready = event.is_ready
            case Chosen():
                self.mode, self.rules, self.lives = event.mode, event.rules, event.lives
                self.is_public = event.is_public
                self._nobody_ready()
            case Started():
                self.stage = Stage.PLAYING
                self.round += 1
                self.starts_at, self.games, self.result = event.starts_at, dict(event.games), None
            case Ended():
                self.stage = Stage.WAITING
                self.result = event
                if event.places:
                    self.seats[event.places[0]].wins += 1
                self._nobody_ready()
            case Muted():
                self.seats[event.seat].is_muted = event.is_muted
            case Owned():
                self.owner = event.seat
            case Closed():
                self.stage = Stage.CLOSED

    def _sit(self, event: Sat) -> None:
        before = self.seats.get(event.seat)
        wins = before.wins if before else 0
        colour = before.colour if before else self._free_colour()
        self.seats[event.seat] = Seat(event.seat, event.player, event.name, colour, event.is_bot, wins=wins)

    def _stand(self, event: Stood | Kicked) -> None:
        seat = self.seats[event.seat]
        seat.has_left, seat.is_ready = True, False
        if isinstance(event, Kicked):
            self._kicked.add(seat.player)

    def _nobody_ready(self) -> None:
        for seat in self.seats.values():
            seat.is_ready = False

    # Parts

    def _former_seat(self, player: str) -> int:
        """Return the seat that a player had before, else a new one: a seat is never given to somebody else."""
        return next((seat.number for seat in self.seats.values() if seat.player == player), len(self.seats))

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
            raise Refusal("rules", "There is nobody at this seat.")
        return seat

    def _check_open(self) -> None:
        if self.stage is Stage.CLOSED:
            raise Refusal("room", "This room is closed.")

    def _check_waiting(self) -> None:
        self._check_open()
        if self.stage is Stage.PLAYING:
            raise Refusal("rules", "A game is in play.")

    def _check_owner(self, seat: int) -> None:
        self._check_open()
        if seat != self.owner:
            raise Refusal("rules", "Only who opened the room can do this.")
