"""The rooms of a server that a player may enter."""

from __future__ import annotations

import asyncio
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import msgspec

from ..phrase import Phrase
from ..server.protocol.api_types import ListedParty
from .errors import ClientError

if TYPE_CHECKING:
    from collections.abc import Sequence

_PATIENCE = 5.0  # seconds
_MOST_BYTES = 4_000_000
_decoder = msgspec.json.Decoder(list[ListedParty])


async def room_list(server: str, token: str | None = None) -> Sequence[ListedParty]:
    """Return the rooms of a server, those with a free seat first; raise `ClientError` if it cannot be asked."""
    return await asyncio.to_thread(_read, server, token)


def _read(server: str, token: str | None) -> Sequence[ListedParty]:
    address = f"{server_address(server)}/api/parties"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer:
            return _decoder.decode(answer.read(_MOST_BYTES))
    except urllib.error.HTTPError as error:
        raise ClientError(Phrase("machine-error.no-room-list", server=server, status=error.code)) from None
    except (OSError, ValueError) as error:
        raise ClientError(
            Phrase("machine-error.not-reached", server=server, reason=str(getattr(error, "reason", error)))
        ) from None
    except msgspec.DecodeError:
        raise ClientError(Phrase("machine-error.other-room-list", server=server)) from None


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
