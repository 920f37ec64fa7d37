"""What a store knows a player by: a key, an id that others may see, and the hashes of codes."""

from __future__ import annotations

from hashlib import sha256

#: Crockford's letters and digits: none is read as another one.
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("OIL", "011")
_GROUP = 4
RECOVERY_LENGTH = 20  # 100 bits: valid until the player makes another one
LINK_LENGTH = 8  # 40 bits: valid once, for some minutes


def public_id(key: bytes) -> str:
    """Return the id of a player that others may see. The key cannot be computed from it."""
    return sha256(b"sapper public" + key).hexdigest()[:16]


def ended_hash(key: bytes) -> bytes:
    """Return what the store has of the key of a player who has deleted everything."""
    return sha256(b"sapper ended" + key).digest()


def code_from(random: bytes, length: int) -> str:
    """Return a code of random letters, in groups that can be read aloud."""
    number = int.from_bytes(random)
    letters = []
    for _ in range(length):
        number, letter = divmod(number, len(LETTERS))
        letters.append(LETTERS[letter])
    text = "".join(letters)
    return "-".join(text[start : start + _GROUP] for start in range(0, length, _GROUP))


def tidy_code(text: str) -> str:
    """Return the letters of a code as people type it: small, with spaces or dashes, with O for 0."""
    return "".join(letter for letter in text.upper() if letter.isalnum()).translate(_READ_AS)


def code_hash(code: str) -> bytes:
    """Return what the store has of a code."""
    return sha256(b"sapper code" + tidy_code(code).encode()).digest()
