"""Players without an account: a signed cookie holds a secret that cannot be guessed. A name is optional.

The token of a new player has a secret, from which the key follows. A device that was linked later has a token with the
key itself and the generation of the player's tokens, so that the player can end all earlier ones.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from ...history.identity import ended_hash, public_id
from ..parties.tidy_text import tidy
from ..socket.networks import network_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COOKIE = "sapper"
YEAR = 365 * 24 * 3600
_SECRET_BYTES = 16
_SIGNATURE_BYTES = 16
_KEY_BYTES = 16
_GENERATION_BYTES = 4
_DEVICE = b"device"  # is signed with the tokens of linked devices, which are no secrets of new players
_MARK_BYTES = 8
LONGEST_NAME = 24  # in letters, without the marks on them


class Player:
    """A player. The store knows only the key; the token stays between server and browser."""

    __slots__ = ("generation", "id", "key", "name", "token")

    def __init__(self, token: str, key: bytes, name: str = "", generation: int = 0) -> None:
        self.token = token
        self.key = key
        self.id = public_id(key)
        self.name = name
        self.generation = generation

    def __repr__(self) -> str:
        return f"<Player {self.id}>"


class Guests:
    """Makes tokens and recognises them."""

    def __init__(self, key: bytes, entropy: Callable[[int], bytes]) -> None:
        self._key = key
        self._entropy = entropy
        self._generations: Mapping[bytes, int] = {}
        self._ended: frozenset[bytes] = frozenset()

    def new(self) -> Player:
        """Return a new player."""
        secret = self._entropy(_SECRET_BYTES)
        return Player(_text(secret + self._sign(secret)), key_of(secret))

    def linked(self, key: bytes, generation: int, name: str = "") -> Player:
        """Return a player who is known already, with a token for another device."""
        data = key + generation.to_bytes(_GENERATION_BYTES)
        return Player(_text(data + self._sign(_DEVICE + data)), key, name, generation)

    def recognise(self, token: str | None) -> Player | None:
        """Return the player of a token, None if this server did not sign it or the player has ended it."""
        if not token or len(token) > 64:
            return None
        try:
            data = urlsafe_b64decode(token.encode("ascii") + b"=" * (-len(token) % 4))
        except ValueError:
            return None
        content, signature = data[:-_SIGNATURE_BYTES], data[-_SIGNATURE_BYTES:]
        is_linked = len(content) == _KEY_BYTES + _GENERATION_BYTES
        signed = self._sign(_DEVICE + content if is_linked else content)
        if not hmac.compare_digest(signature, signed) or _text(data) != token:
            return None
        if is_linked:
            player = Player(token, content[:_KEY_BYTES], generation=int.from_bytes(content[_KEY_BYTES:]))
        else:
            player = Player(token, key_of(content))
        return player if self.is_valid(player) else None

    def is_valid(self, player: Player) -> bool:
        """Return whether a player has not ended the token, as far as this server knows."""
        if player.generation < self._generations.get(player.key, 0):
            return False
        return not self._ended or ended_hash(player.key) not in self._ended

    def end_tokens(self, generations: Mapping[bytes, int], ended: frozenset[bytes]) -> None:
        """Take the generations of tokens that are valid, and the hashes of the keys of players who are deleted."""
        self._generations = generations
        self._ended = ended

    def network_mark(self, address: str) -> str:
        """Return what the store has instead of an address: the same for one network, and nothing without the key."""
        data = b"sapper network " + network_of(address).encode()
        return hmac.digest(self._key, data, "sha256")[:_MARK_BYTES].hex()

    def _sign(self, secret: bytes) -> bytes:
        return hmac.digest(self._key, secret, "sha256")[:_SIGNATURE_BYTES]


def key_of(secret: bytes) -> bytes:
    """Return the key of the player whose first token has a secret."""
    return sha256(b"sapper player" + secret).digest()[:_KEY_BYTES]


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
