"""The seed of a game: 128 bits from which its minefield follows."""

from __future__ import annotations

from . import _kernel
from .buffers import to_bytes
from .errors import shown, whole_number
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .buffers import Readable

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TEXT_LENGTH = 26
_BITS = 128


class Seed(Value):
    """128 bits. Neither its `repr` nor its `str` shows them, because the mines follow from them.

    >>> Seed.of("a rainy day").text
    '5MA2XJCGQ7ADCPSCGA69S0WTZX'
    >>> Seed.of("a rainy day")
    <Seed>
    """

    bits: bytes

    def __init__(self, bits: Readable) -> None:
        bits = to_bytes(bits)
        if len(bits) != _BITS // 8:
            raise ValueError(f"a seed is {_BITS // 8} bytes long, not {len(bits)}")
        self._set(bits=bits)

    @classmethod
    def of(cls, given: Seed | str | int) -> Seed:
        """Return the seed that a text or number means: the text form of a seed, or else a hash.

        The hash is the first 16 bytes of the SHA-256 of the UTF-8 text.
        """
        if isinstance(given, Seed):
            return given
        if not isinstance(given, str) and not hasattr(given, "__index__"):
            raise TypeError(f"a seed is a Seed, a text or a whole number, not {shown(given)}")
        text = str(given)
        value = _decode(text)
        if value is not None:
            return cls(value.to_bytes(_BITS // 8, "big"))
        from hashlib import sha256

        return cls(sha256(text.encode("utf-8", "surrogatepass")).digest()[: _BITS // 8])

    @classmethod
    def fresh(cls) -> Seed:
        """Return a new seed from the system's entropy."""
        from os import urandom

        return cls(urandom(_BITS // 8))

    def derive(self, index: int) -> Seed:
        """Return the seed of the index-th game of a series, as `simulate` and `generate_many` number them.

        >>> Seed.of("a rainy day").derive(0).text
        '0PHKK3JAVJ9DDKZ3Q7W6Z2A67P'
        """
        number = whole_number("number of a game", index)
        if not 0 <= number < 1 << 64:
            raise ValueError(f"the games of a series are numbered from 0 to 2**64 - 1, not {number}")
        return Seed(_kernel.derive_seed(self.bits, number))

    @property
    def text(self) -> str:
        """Twenty-six digits in base 32, which `Seed.of` reads back."""
        value = int.from_bytes(self.bits, "big")
        digits = [_ALPHABET[value >> shift & 31] for shift in range(0, _TEXT_LENGTH * 5, 5)]
        return "".join(reversed(digits))

    def __repr__(self) -> str:
        return "<Seed>"


def _decode(text: str) -> int | None:
    if len(text) != _TEXT_LENGTH:
        return None
    value = 0
    for letter in text.upper():
        digit = _ALPHABET.find(letter)
        if digit < 0:
            return None
        value = value << 5 | digit
    return value if value < 1 << _BITS else None
