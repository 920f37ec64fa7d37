"""Players without an account: a signed cookie holds a secret that cannot be guessed. A name is optional."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from ..parties.tidy_text import tidy
from ..socket.networks import network_of

if TYPE_CHECKING:
    from collections.abc import Callable

COOKIE = "sapper"
YEAR = 365 * 24 * 3600
_SECRET_BYTES = 16
_SIGNATURE_BYTES = 16
_MARK_BYTES = 8
LONGEST_NAME = 24  # in letters, without the marks on them


class Player:
    """A player. The store knows only the key; the token stays between server and browser."""

    __slots__ = ("id", "key", "name", "token")

    def __init__(self, token: str, secret: bytes, name: str = "") -> None:
        self.token = token
        self.key = sha256(b"sapper player" + secret).digest()[:16]
        self.id = public_id(self.key)
        self.name = name

    def __repr__(self) -> str:
        return f"<Player {self.id}>"


def public_id(key: bytes) -> str:
    """Return the id of a player that others may see. The key cannot be computed from it."""
    return sha256(b"sapper public" + key).hexdigest()[:16]


class Guests:
    """Makes tokens and recognises them."""

    def __init__(self, key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._key = key
        self._entropy = entropy

    def new(self) -> Player:
        """Return a new player."""
        secret = self._entropy(_SECRET_BYTES)
        return Player(_text(secret + self._sign(secret)), secret)

    def recognise(self, token: str | None) -> Player | None:
        """Return the player of a token, None if this server did not sign it."""
        if not token or len(token) > 64:
            return None
        try:
            data = urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
        except ValueError:
            return None
        secret, signature = data[:_SECRET_BYTES], data[_SECRET_BYTES:]
        if not hmac.compare_digest(signature, self._sign(secret)) or _text(data) != token:
            return None
        return Player(token, secret)

    def network_mark(self, address: str) -> str:
        """Return what the store has instead of an address: the same for one network, and nothing without the key."""
        data = b"sapper network " + network_of(address).encode()
        return hmac.digest(self._key, data, "sha256")[:_MARK_BYTES].hex()

    def _sign(self, secret: bytes) -> bytes:
        return hmac.digest(self._key, secret, "sha256")[:_SIGNATURE_BYTES]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def cookie(token: str, *, secure: bool) -> str:
    """Return the header that stores a token in the browser, out of reach of scripts."""
    ending = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{ending}"


def token_in(header: str) -> str | None:
    """Return the token in a cookie header, None if there is none."""
    for part in header.split(";"):
        name, equals, value = part.strip().partition("=")
        if equals and name == COOKIE:
            return value
    return None


def tidy_name(text: str) -> str:
    """Return a name that cannot deceive: composed letters, no controls, nothing invisible, at most 24 letters."""
    return tidy(text, LONGEST_NAME)
