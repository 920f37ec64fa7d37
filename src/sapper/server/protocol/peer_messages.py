"""Messages between the servers of one store for the members of a party; they are never stored."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from ..parties.events import SeatNumber
from .message import Counter, Point, Text
from .party_messages import QuickPhrase

_MOST_BYTES = 4096

_Name = Annotated[str, Meta(max_length=64)]


class Spoken(Struct, tag_field="p", tag="line", omit_defaults=True, kw_only=True):
    """A line for the people who are connected to other servers."""

    id: _Name
    player: _Name  # the public id
    at: Counter
    seat: SeatNumber | None = None
    name: Text = ""  # of a watcher
    text: Text = ""
    phrase: QuickPhrase | None = None


class Pointed(Struct, tag_field="p", tag="aim", omit_defaults=True, kw_only=True):
    """The place of a member's pointer, for the clients of other servers."""

    seat: SeatNumber
    x: Point
    y: Point
    mark: bool = False


class Pinged(Struct, tag_field="p", tag="ping", omit_defaults=True, kw_only=True):
    """The round trips to the players at a server, for the clients of other servers."""

    pings: dict[SeatNumber, Counter]  # milliseconds, by seat


Payload = Spoken | Pointed | Pinged

_decoder: msgspec.json.Decoder[Payload] = msgspec.json.Decoder(Payload)
_encoder = msgspec.json.Encoder()


def encode(what: Payload) -> bytes:
    """Return a payload for the bus."""
    return _encoder.encode(what)


def decode(payload: bytes) -> Payload | None:
    """Return what another server sent, None if it cannot be read: that server may be of another version."""
    try:
        return _decoder.decode(payload) if len(payload) <= _MOST_BYTES else None
    except msgspec.DecodeError:
        return None
