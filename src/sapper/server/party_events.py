"""What happens in a party: its list of events, from which everything about it is computed."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Mode = Literal["coop", "race", "duel"]
Lives = Literal["shared", "own"]
SeatNumber = Annotated[int, Meta(ge=0, lt=256)]


class Event(Struct, tag_field="e", tag=str.lower, omit_defaults=True, frozen=True, kw_only=True):
    """Something that happened, and when, in milliseconds since 1970 by the clock of the server that noted it."""

    at: int


class Made(Event):
    """The party was made: what it plays, and who may find it."""

    mode: Mode
    rules: str
    name: str = ""
    is_public: bool = False
    lives: Lives = "shared"


class Sat(Event):
    """Somebody took a seat."""

    seat: SeatNumber
    player: str  # the key of the player, in hexadecimal: it stays in the store
    name: str = ""
    is_bot: bool = False


class Stood(Event):
    """Somebody left a seat for good."""

    seat: SeatNumber


class Named(Event):
    """Somebody has another name."""

    seat: SeatNumber
    name: str


class Ready(Event):
    """Somebody is ready, or is not any more."""

    seat: SeatNumber
    is_ready: bool


class Chosen(Event):
    """The owner changed what is played next. Nobody is ready for it yet."""

    mode: Mode
    rules: str
    lives: Lives = "shared"
    is_public: bool = False


class Started(Event):
    """A round starts at a time, with the game of each seat; a game of all seats is listed for each of them."""

    starts_at: int
    games: dict[int, str]


class Ended(Event):
    """A round is over: the seats in the order of their places, and what each achieved."""

    places: list[int]
    scores: dict[int, int] = {}


class Kicked(Event):
    """The owner removed somebody, who cannot come back."""

    seat: SeatNumber


class Muted(Event):
    """The owner muted somebody, or let them speak again."""

    seat: SeatNumber
    is_muted: bool


class Owned(Event):
    """The party has another owner."""

    seat: SeatNumber


class Closed(Event):
    """The party is over."""


AnyEvent = Made | Sat | Stood | Named | Ready | Chosen | Started | Ended | Kicked | Muted | Owned | Closed

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """Return an event as the store has it."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """Return the event of a row."""
    return _decoder.decode(data)
