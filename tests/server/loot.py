"""The loot of a scout: every byte, searched for secrets and for something to win by."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b32encode, b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

from sapper.board import CellState
from sapper.errors import SapperError
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sapper import Level, Seed

TOKEN = re.compile(rb"[A-Za-z0-9+/_-]{16,}={0,2}")
DEEPEST = 3  # encodings inside each other that are decoded
FEW = 6  # cells of a list that are all mines, or all safe, by accident


class Secret(NamedTuple):
    """A board that others play: where its mines are, what opens its seal, and what the scout has seen itself."""

    level: Level
    mines: frozenset[int]
    seed: Seed
    salt: bytes
    seen: frozenset[int]  # cells that the scout has opened, the mine that was hit included

    @property
    def hidden_mines(self) -> frozenset[int]:
        """The mines that the scout may not know."""
        return self.mines - self.seen

    @property
    def hidden_safe(self) -> frozenset[int]:
        """The safe cells that the scout may not know."""
        return frozenset(range(self.level.cells)) - self.mines - self.seen


class Loot:
    """All bytes that a scout was sent, and what is packed in them."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.pieces = list(dict.fromkeys(pieces))
        self.decoded = list(dict.fromkeys(found for piece in self.pieces for found in _unpacked(piece, DEEPEST)))
        self.values = [value for piece in self.decoded for value in _json(piece)]

    @property
    def size(self) -> int:
        """The number of bytes that were collected."""
        return sum(map(len, self.pieces))

    def finds(self, secret: Secret) -> list[str]:
        """Return what of a secret is in the loot, in words."""
        found = [f"{name} as {form}" for name, form, needle in _needles(secret) if self._has(needle)]
        for value in self.values:
            found += _about_cells(value, secret)
        found += ["a replay of the board" for replay in self._replays() if replay.seed == secret.seed]
        return found

    def _has(self, needle: bytes) -> bool:
        return any(needle in piece for piece in self.decoded)

    def _replays(self) -> Iterator[Replay]:
        for piece in self.decoded:
            try:
                yield Replay.unpack(piece)
            except SapperError:
                continue

    def mines(self, level: Level, hit: frozenset[int]) -> set[int] | None:
        """Return where the mines are, if anything in the loot says so: the second window plays by it.

        A candidate has as many mines as the board, and those that the scout has hit.
        """
        for candidate in self._candidates(level):
            if len(candidate) == level.mines and hit <= candidate:
                return candidate
        return None

    def _candidates(self, level: Level) -> Iterator[set[int]]:
        for replay in self._replays():
            if replay.minefield is not None:
                yield {level.index(*cell) for cell in replay.minefield.mines()}
        for value in self.values:
            for numbers in _lists(value):
                yield set(numbers)
                pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
                yield {cell for cell, shown in pairs if shown in (CellState.MINE, CellState.EXPLODED)}
            for text in _texts(value):
                rows = text.replace("\n", "")
                yield {cell for cell, symbol in enumerate(rows) if symbol in "*!"}


def _unpacked(piece: bytes, depth: int) -> Iterator[bytes]:
    """Yield a piece, and what is written in it in other encodings."""
    yield piece
    if not depth:
        return
    for token in set(TOKEN.findall(piece)):
        for decode in (b64decode, urlsafe_b64decode, lambda text: bytes.fromhex(text.decode())):
            try:
                inner = decode(token + b"=" * (-len(token) % 4))
            except ValueError:
                continue
            yield from _unpacked(inner, depth - 1)
    for start in (0, 4, 8):
        try:
            yield zlib.decompress(piece[start:])
        except zlib.error:
            continue


def _json(piece: bytes) -> list[Any]:
    try:
        return [json.loads(piece)]
    except ValueError:
        return []


def _needles(secret: Secret) -> Iterator[tuple[str, str, bytes]]:
    """Yield what may be in no message: the secret, the form and its bytes."""
    size = -(-secret.level.cells // 8)
    bits = "".join("1" if cell in secret.mines else "0" for cell in range(secret.level.cells)).ljust(8 * size, "0")
    bitmap = int(bits, 2).to_bytes(size)
    other = bytes(int(f"{byte:08b}"[::-1], 2) for byte in bitmap)
    inverse = bytes(byte ^ 255 for byte in bitmap)
    texts = {"seed": secret.seed.text, "mines": ",".join(map(str, sorted(secret.mines)))}
    binary = {"seed": secret.seed.bits, "salt": secret.salt}
    maps = {"mines": bitmap, "mines, lowest bit first": other, "safe cells": inverse}
    for name, text in texts.items():
        for form in (text, text.lower(), text[::-1], text.replace(",", ", "), text.replace(",", " ")):
            yield name, "text", form.encode()
    for name, data in [*binary.items(), *maps.items()]:
        for form, needle in _forms(data):
            yield name, form, needle


def _forms(data: bytes) -> Iterator[tuple[str, bytes]]:
    for order, bits in (("", data), ("reversed ", data[::-1])):
        yield f"{order}bytes", bits
        yield f"{order}hexadecimal", bits.hex().encode()
        yield f"{order}capital hexadecimal", bits.hex().upper().encode()
        yield f"{order}base32", b32encode(bits).rstrip(b"=")
        yield f"{order}small base32", b32encode(bits).rstrip(b"=").lower()
        yield f"{order}decimal", str(int.from_bytes(bits)).encode()
        yield f"{order}list", ",".join(map(str, bits)).encode()
        for shift in range(3):  # where it begins inside something longer
            padded = bytes(shift) + bits
            for encode in (b64encode, urlsafe_b64encode):
                inner = encode(padded).rstrip(b"=")[-(-shift * 8 // 6) : len(padded) * 8 // 6]
                yield f"{order}base64", inner


def _about_cells(value: Any, secret: Secret) -> list[str]:
    """Return what lists and pictures in a message say about cells that the scout has not opened."""
    found = []
    for numbers in _lists(value):
        hidden = set(numbers) & (secret.hidden_mines | secret.hidden_safe)
        pairs = dict(zip(numbers[::2], numbers[1::2], strict=False))
        shown = [cell for cell in secret.hidden_mines if pairs.get(cell) in (CellState.MINE, CellState.EXPLODED)]
        if shown or any(pairs.get(cell) == CellState.WRONG_FLAG for cell in range(secret.level.cells)):
            found.append(f"values of mines in {numbers[:20]}")
        elif len(hidden) >= FEW and (hidden <= secret.hidden_mines or hidden == secret.hidden_safe):
            found.append(f"mines, or all that is safe, in {numbers[:20]}")
    for text in _texts(value):
        cells = text.replace("\n", "")
        if len(cells) == secret.level.cells and not _mixed(cells, secret):
            found.append(f"a picture that tells mines from others: {cells[:80]}")
    return found


def _mixed(cells: str, secret: Secret) -> bool:
    """Return whether a picture shows hidden mines as it shows hidden safe cells."""
    mines, safe = ({cells[cell] for cell in some} for some in (secret.hidden_mines, secret.hidden_safe))
    return not mines or not safe or (bool(mines & safe) and not mines - safe - set("⚑FfP?"))


def _lists(value: Any) -> Iterator[list[int]]:
    """Yield every list of numbers in a message, and the keys of every object that has numbers for keys."""
    if isinstance(value, dict):
        keys = [int(key) for key in value if str(key).isdecimal()]
        if keys:
            yield keys
        for inner in value.values():
            yield from _lists(inner)
    elif isinstance(value, list):
        if value and all(type(one) is int for one in value):
            yield value
        else:
            for inner in value:
                yield from _lists(inner)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
