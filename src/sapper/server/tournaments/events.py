"""The events of a tournament, from which everything about it but the results of its races is computed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from ...modes.tournaments import FORMATS
from ..parties.events import Event, ModeName

if TYPE_CHECKING:
    FormatName = str
else:
    FormatName = Literal[tuple(FORMATS)]  # which type checkers cannot read

Minutes = Annotated[int, Meta(ge=1, le=240)]
Turns = Annotated[int, Meta(ge=1, le=15)]


class TournamentTerms(Struct, omit_defaults=True, frozen=True):
    """The rules and times of a tournament."""

    format: FormatName
    mode: ModeName
    rules: str
    starts_at: int  # seconds since 1970
    name: str = ""
    minutes: Minutes = 20  # of one that is played for a time
    turns: Turns = 5  # of one that is played in rounds
    slot: Literal["", "hourly", "weekly"] = ""  # in the calendar of the server


class Announced(Event):
    """The tournament was made."""

    terms: TournamentTerms
    by: str = ""  # the key of the player who made it


class Entered(Event):
    """A player signed up, or has another name."""

    player: str  # the key, in hexadecimal
    name: str


class Readied(Event):
    """A player is ready for the next race, or not any more."""

    player: str
    is_ready: bool = True
    network: str = ""  # the mark of the address
    is_bot: bool = False


class Withdrew(Event):
    """A player sits out until they are ready again."""

    player: str


class Paired(Struct):
    """Players who play together, in a party; without one, a single player has a bye."""

    players: list[str]
    party: str = ""


class Begun(Event):
    """Races were begun."""

    races: list[Paired]


class Voided(Event):
    """A race was never played to its end."""

    party: str


class Finished(Event):
    """The tournament is over."""


AnyEvent = Announced | Entered | Readied | Withdrew | Begun | Voided | Finished

_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_encoder = msgspec.json.Encoder()


def encode(event: AnyEvent) -> bytes:
    """Return an event as the store has it."""
    return _encoder.encode(event)


def decode(data: bytes) -> AnyEvent:
    """Return the event of a row."""
    return _decoder.decode(data)
