"""The address of a room: its link, or the server with its id or with the code that people read aloud."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from ..phrase import Phrase
from .errors import ClientError

_CODE_LETTERS = 8
_SHORTEST_ID = 12


class RoomAddress(NamedTuple):
    """A room: the address of its server, empty if that is not part of it, and either its id or its code."""

    server: str
    party: str | None = None
    code: str | None = None


def room_address(text: str) -> RoomAddress:
    """Read a link such as https://example.org/r/ID, an id, or a code; raise `ClientError` if it is none of them."""
    text = text.strip()
    if "/" not in text:
        return _of_name("", text, text)
    parts = urlsplit(text if "://" in text else f"http://{text}")
    folder, _, name = parts.path.rstrip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or folder != "/r":
        raise _no_room(text)
    return _of_name(f"{parts.scheme}://{parts.netloc}", name, text)


def _of_name(server: str, name: str, text: str) -> RoomAddress:
    letters = "".join(name.replace("-", " ").split())
    if len(letters) == _CODE_LETTERS and letters.isascii() and letters.isalnum():
        return RoomAddress(server, code=letters.upper())
    if len(name) >= _SHORTEST_ID and name.isascii() and all(sign.isalnum() or sign in "-_" for sign in name):
        return RoomAddress(server, party=name)
    raise _no_room(text)


def _no_room(text: str) -> ClientError:
    return ClientError(Phrase("machine-error.not-a-room", given=repr(text)))
