"""The events of a party, from which everything about it is computed."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ...modes import MODES

if TYPE_CHECKING:
    ModeName = str
else:
    ModeName = Literal[tuple(MODES)]  # which type checkers cannot read

MOST_SEATS = 16

Entry = Literal["open", "ask", "locked"]
Missed = Literal["", "seat", "game", "round"]  # what a player lost while away: the seat, also the game, or the end
SeatNumber = Annotated[int, Meta(ge=0, lt=256)]


class Stage(StrEnum):
    """The stage of a party."""

    WAITING = "waiting"
    PLAYING = "playing"
    CLOSED = "closed"


class Terms(Struct, omit_defaults=True, frozen=True):
    """The terms of a party: the mode, its rules, and who may come."""

    mode: ModeName = "coop"
    rules: Annotated[str, Meta(max_length=500)] = ""  # as in `new`
    name: Annotated[str, Meta(max_length=200)] = ""  # of the party
    is_public: bool = False  # listed for everybody
    can_watch: bool = True
    entry: Entry = "open"  # for newcomers: all, those whom the owner lets in, or none
    watch_delay: Annotated[int, Meta(ge=0, le=600)] = 0  # race and arena: seconds by which those who watch are late
    shows_boards: bool = False  # race and arena: those who watch see the boards, and no game is ranked
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 10  # at most
    grace: Annotated[int, Meta(ge=0, le=3600)] = 0  # seconds that a seat waits for a lost player; 0 for what is usual
    lives: Literal["shared", "own"] = "shared"  # co-op: the lives of the rules are for all together, or for each
    hints: bool = False  # whether help may be asked for
    best_of: Literal[1, 3, 5, 7] = 1  # rounds of a match, in modes that count wins
    clock: Annotated[int, Meta(ge=10, le=3600)] = 120  # seconds that each player has, in modes with turns
    bonus: Annotated[int, Meta(ge=0, le=60)] = 5  # seconds that each turn adds
    boards: Annotated[int, Meta(ge=1, le=50)] = 20  # arena
    minutes: Annotated[int, Meta(ge=1, le=60)] = 10  # arena


class Event(Struct, tag_field="e", tag=str.lower, omit_defaults=True, kw_only=True):
    """Something that happened, and when, in milliseconds since 1970 by the clock of the server that noted it."""

    at: int


class Made(Event):
    """The party was made: what it plays, and who may find it."""

    terms: Terms
    is_quick: bool = False  # it starts by itself as soon as there are enough people
    allows_bots: bool = False  # in a quick match: the player who opened it agreed to play with a bot
    tournament: str = ""  # that the first round is a race of


class Sat(Event):
    """A player took a seat."""

    seat: SeatNumber
    player: str  # the key of the player, in hexadecimal: it stays in the store
    name: str = ""
    is_bot: bool = False
    strength: str = ""  # of the solver of the server, which plays here
    network: str = ""  # the mark of the address, as `Guests.network_mark` makes it


class Stood(Event):
    """A player left a seat for good, or was away for too long."""

    seat: SeatNumber
    away: int = 0  # seconds that the seat has waited


class Named(Event):
    """A player has another name."""

    seat: SeatNumber
    name: str


class Ready(Event):
    """A player is ready, or is not any more."""

    seat: SeatNumber
    is_ready: bool


class Chosen(Event):
    """The owner changed the terms of the next round. No player is ready for it yet."""

    terms: Terms


class Started(Event):
    """A round starts at a time, for some seats."""

    starts_at: int
    seats: list[int]
    secret: str  # in hexadecimal: what the seeds of the round are made from, never sent before its end


class Score(Struct, omit_defaults=True, frozen=True):
    """The result of a player in a round."""

    seat: int
    place: int  # from 1; equal results share a place; 0 for those who came late to an arena
    status: str = ""  # of the game of this seat: won, lost, abandoned or drawn
    share: float = 0.0  # of the safe cells that were opened there
    at: int = 0  # the playing time in milliseconds
    points: int = 0  # in modes that are won by points
    finished_id: int | None = None  # of the game in /api/games


class Ended(Event):
    """A round is over."""

    result: list[Score]


class Kicked(Event):
    """The owner removed a player, who cannot come back."""

    seat: SeatNumber


class Admitted(Event):
    """The owner let a person in who knocked, or refused them: they cannot come back."""

    player: str  # the key, as in `Sat`
    is_admitted: bool = True


class Muted(Event):
    """The owner muted a player, or let them speak again."""

    seat: SeatNumber
    is_muted: bool


class Owned(Event):
    """The party has another owner."""

    seat: SeatNumber


class Closed(Event):
    """The party is over."""


AnyEvent = Made | Sat | Stood | Named | Ready | Chosen | Started | Ended | Kicked | Admitted | Muted | Owned | Closed

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """Return an event as the store has it."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """Return the event of a row."""
    return _decoder.decode(data)
