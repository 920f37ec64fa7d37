"""Ed25519 signatures (RFC 8032) on the integers of Python: a server signs a result once per finished game.

A library would be larger than the rest of the server's dependencies together. What it would add is speed, which is not
needed here, and arithmetic in constant time. In place of that, signing multiplies the base point by a table with always
the same number of additions, so that the time of a signature does not follow the bits of its secret; integers of
Python still take a little longer or shorter with their values. Checking a signature involves no secret.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512

KEY_BYTES = 32
SIGNATURE_BYTES = 64

_P = 2**255 - 19
_ORDER = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)
_BASE_Y = 4 * pow(5, -1, _P) % _P
_WINDOW = 4  # bits of a scalar that one addition of the table takes care of

TYPE_CHECKING = False
if TYPE_CHECKING:
    Point = tuple[int, int, int, int]  # extended homogeneous coordinates X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z

_NEUTRAL = (0, 1, 1, 0)


def public_key(secret: bytes) -> bytes:
    """Return the public key of a secret of 32 bytes."""
    return _expand(secret)[2]


def sign(secret: bytes, message: bytes) -> bytes:
    """Return the signature of a message, 64 bytes."""
    scalar, prefix, key = _expand(secret)
    nonce = _number(sha512(prefix + message).digest()) % _ORDER
    commitment = _encode(_times_base(nonce))
    challenge = _number(sha512(commitment + key + message).digest()) % _ORDER
    return commitment + ((nonce + challenge * scalar) % _ORDER).to_bytes(32, "little")


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature of a message was made with the secret of a public key."""
    if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    point, commitment = _decode(key), _decode(signature[:32])
    response = _number(signature[32:])
    if point is None or commitment is None or response >= _ORDER:
        return False
    challenge = _number(sha512(signature[:32] + key + message).digest()) % _ORDER
    return _encode(_times_base(response)) == _encode(_add(commitment, _times(challenge, point)))


@lru_cache(maxsize=8)  # a server signs with one secret, and its key costs as much as a signature
def _expand(secret: bytes) -> tuple[int, bytes, bytes]:
    """Return the scalar of a secret, the prefix of what its nonces are made from, and the public key."""
    if len(secret) != KEY_BYTES:
        raise ValueError(f"a secret is {KEY_BYTES} bytes long, not {len(secret)}")
    digest = sha512(secret).digest()
    scalar = _number(digest[:32]) & ((1 << 254) - 8) | 1 << 254
    return scalar, digest[32:], _encode(_times_base(scalar))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _add(a: Point, b: Point) -> Point:
    """Add two points: one formula for all cases, the neutral one and doubling included."""
    low = (a[1] - a[0]) * (b[1] - b[0]) % _P
    high = (a[1] + a[0]) * (b[1] + b[0]) % _P
    t = 2 * a[3] * b[3] * _D % _P
    z = 2 * a[2] * b[2] % _P
    e, f, g, h = high - low, z - t, z + t, high + low
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(scalar: int, point: Point) -> Point:
    """Multiply a point; the time depends on the scalar, which is not a secret here."""
    total = _NEUTRAL
    for bit in range(scalar.bit_length() - 1, -1, -1):
        total = _add(total, total)
        if scalar >> bit & 1:
            total = _add(total, point)
    return total


def _times_base(scalar: int) -> Point:
    """Multiply the base point, with one addition for each window of the scalar, whatever its bits are."""
    total = _NEUTRAL
    for number, multiples in enumerate(_table()):
        total = _add(total, multiples[scalar >> number * _WINDOW & (1 << _WINDOW) - 1])
    return total


@lru_cache(maxsize=1)
def _table() -> list[list[Point]]:
    """Return the multiples of the base point that each window of a scalar chooses from."""
    x = _x_of(_BASE_Y, 0)
    assert x is not None
    step: Point = (x, _BASE_Y, 1, x * _BASE_Y % _P)
    table = []
    for _ in range(0, 256, _WINDOW):
        multiples: list[Point] = [_NEUTRAL]
        for _ in range(1 << _WINDOW):
            multiples.append(_add(multiples[-1], step))
        step = multiples.pop()
        table.append(multiples)
    return table


def _encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _decode(data: bytes) -> Point | None:
    """Return the point that 32 bytes mean, None if they mean none."""
    number = _number(data)
    y, sign_of_x = number & (1 << 255) - 1, number >> 255
    x = _x_of(y, sign_of_x) if y < _P else None
    return None if x is None else (x, y, 1, x * y % _P)


def _x_of(y: int, sign_of_x: int) -> int | None:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    if square == 0:
        return None if sign_of_x else 0
    x = pow(square, (_P + 3) // 8, _P)
    if x * x % _P != square:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if x * x % _P != square:
        return None
    return _P - x if x & 1 != sign_of_x else x
