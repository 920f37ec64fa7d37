"""The names of what belongs to a party: its code, and the rooms and games of its rounds.

Everything about the games of a round follows from the secret of the round, so a server that stops between the start
of a round and its first move goes on with the same games.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from ...seed import Seed
from ..services import ID_BYTES

if TYPE_CHECKING:
    from ..services import Services

CODE_LENGTH = 8
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which are read as digits
SECRET_BYTES = 16
COMMON = "all"  # the part of a round that everybody plays
_SEPARATOR = "."  # which no id has


def new_code(services: Services) -> str:
    """Return a code that can be read aloud: 24 to the power of 8 possibilities."""
    number = int.from_bytes(services.entropy(16))
    letters = []
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)


def tidy_code(text: str) -> str:
    """Return a code as people type it: in small letters, with spaces or dashes."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def room_id(party: str, round_: int, part: str) -> str:
    """Return the id of a room of a round."""
    return _SEPARATOR.join((party, str(round_), part))


def is_of_party(room: str) -> bool:
    """Return whether a room belongs to a party, which alone may load it."""
    return _SEPARATOR in room


def round_of(room: str) -> tuple[str, int] | None:
    """Return the party of a room and the number of its round, None if it belongs to no party."""
    if not is_of_party(room):
        return None
    party, number, _ = room.split(_SEPARATOR, 2)
    return party, int(number)


class GameIdentity(NamedTuple):
    """The seed, salt and id of a game of a round."""

    seed: Seed
    salt: bytes
    public_id: str


def game_identity(secret: bytes, part: str, board: int = 0) -> GameIdentity:
    """Return the seed and salt of a board of a round, which all have in common, and the id of the game of one part."""
    return GameIdentity(
        Seed(_derived(secret, f"seed {board}")[:16]),
        _derived(secret, f"salt {board}")[:16],
        urlsafe_b64encode(_derived(secret, f"game {board} {part}")[:ID_BYTES]).decode(),
    )


def round_identity(secret: bytes) -> str:
    """Return the public id of a round, by which the party cannot be found."""
    return urlsafe_b64encode(_derived(secret, "round")[:ID_BYTES]).decode()


def drawn_cell(secret: bytes, board: int, attempt: int, cells: int) -> int:
    """Return the cell that is opened first on a board of a round; another one for each attempt."""
    return int.from_bytes(_derived(secret, f"first {board} {attempt}")[:16]) % cells


def _derived(secret: bytes, what: str) -> bytes:
    return sha256(b"sapper party " + secret + what.encode()).digest()
