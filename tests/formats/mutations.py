"""Damages files at random: bytes changed, dropped, repeated, cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

_HEAD = 400  # bytes where most of the damage is: what a reader trusts


def mutated(good: bytes, chance: Random, head: int = _HEAD) -> bytes:
    """Return a file with one to eight faults."""
    data = bytearray(good)
    for _ in range(chance.choice((1, 1, 2, 8))):
        place = chance.randrange(min(len(data), head) if chance.random() < 0.7 else len(data))
        match chance.randrange(6):
            case 0:
                del data[place : place + chance.randrange(1, 9)]
            case 1:
                data[place:place] = data[place : place + chance.randrange(1, 9)]
            case 2:
                data[place] = chance.choice((0, 1, 127, 128, 255))
            case 3 if chance.random() < 0.2:
                del data[place:]
            case _:
                data[place] = chance.randrange(256)
        if not data:
            data = bytearray(b"\0")
    return bytes(data)
