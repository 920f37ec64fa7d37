"""The rooms of a server that a player may enter."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ..errors import as_value
from ..phrase import Phrase
from ..server.protocol.api_types import ListedParty, PeopleHere
from .errors import ClientError

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

_PATIENCE = 5.0  # seconds
_MOST_BYTES = 4_000_000
_decoder = msgspec.json.Decoder(list[ListedParty])
_people_decoder = msgspec.json.Decoder(PeopleHere)


async def room_list(server: str, token: str | None = None) -> Sequence[ListedParty]:
    """Return the rooms of a server, those with a free seat first; raise `ClientError` if it cannot be asked."""
    return _decoded(_decoder, await asyncio.to_thread(_read, server, "parties", token), server)


async def people_here(server: str, token: str | None = None) -> PeopleHere:
    """Return how many people are connected to a server, and look for others; raise `ClientError` as `room_list`."""
    return _decoded(_people_decoder, await asyncio.to_thread(_read, server, "people", token), server)


def _decoded(decoder: msgspec.json.Decoder[T], answer: bytes, server: str) -> T:
    try:
        return decoder.decode(answer)
    except msgspec.DecodeError:
        raise ClientError(Phrase("machine-error.other-room-list", server=server)) from None


def _read(server: str, what: str, token: str | None) -> bytes:
    address = f"{server_address(server)}/api/{what}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            data: bytes = answer.read(_MOST_BYTES)
            return data
    except urllib.error.HTTPError as error:
        raise ClientError(Phrase("machine-error.no-room-list", server=server, status=error.code)) from None
    except (OSError, ValueError) as error:
        raise ClientError(
            Phrase("machine-error.not-reached", server=server, reason=as_value(getattr(error, "reason", error)))
        ) from None


def server_address(text: str) -> str:
    """Return the address of a server as browsers write it, or raise `ClientError`.

    >>> server_address("mines.example:8000/")
    'http://mines.example:8000'
    """
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(text.strip() if "://" in text else f"http://{text.strip()}")
        parts.port  # noqa: B018  (raises where it is no number)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ClientError(Phrase("machine-error.not-a-server", given=repr(text)))
    return f"{parts.scheme}://{parts.netloc}"
