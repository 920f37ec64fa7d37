"""The seal of a game: a digest of what decides its mines, shown at the start and opened at the end.

With the seal, and later the seed and the salt, a player can check that the board was not changed in between. Without
the salt, a seed that a person chose could be found by trying many. A game alone has a salt of zeros, which need not
be stored: its board is made on this machine, and its seed comes from the system.
"""

from __future__ import annotations

from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Rules
    from ..seed import Seed

SALT_BYTES = 16
SALT_ALONE = bytes(SALT_BYTES)
TITLE = "sapper seal 1"


def seal(rules: Rules, seed: Seed, salt: bytes) -> str:
    """Return the SHA-256, in hexadecimal, of the title, rules, seed and salt: four lines of UTF-8.

    >>> from sapper import Rules, Seed
    >>> seal(Rules("expert"), Seed.of("a rainy day"), bytes(16))[:16]
    '32fc25c81b2f5f6c'
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt is {SALT_BYTES} bytes long, not {len(salt)}")
    text = f"{TITLE}\n{rules}\n{seed.text}\n{salt.hex()}\n"
    return sha256(text.encode()).hexdigest()


def is_opened_by(digest: str, rules: Rules, seed: Seed, salt: bytes) -> bool:
    """Return whether a seal belongs to these rules, this seed and this salt."""
    return digest.lower() == seal(rules, seed, salt)
