"""The packed form of a replay: an expert game takes about a kilobyte."""

from __future__ import annotations

import zlib
from hashlib import sha256

from ..game import Status
from ..minefield import Minefield
from ..rules import RulesError
from ..seed import Seed
from .action_list import Damaged, Reader, write_number, write_text
from .model import MOST_BYTES, Replay, ReplayError
from .rules_text import parse_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .model import Allow

MAGIC = b"SAPR"
VERSION = 1
DIGEST_BYTES = 16

#: The order is part of the format.
_STATUSES = (Status.READY, Status.PLAYING, Status.PAUSED, Status.WON, Status.LOST, Status.ABANDONED)
_KNOWN_BOARD = 1 << 3  # a bit above the number of a status
_MOST_PLAYERS = 1000
_LEAST_NUMBERS = 2  # of an action: what it is, and when
_UNENDED = bytes(range(0x80, 0x100))  # bytes after which a number goes on


def write(replay: Replay) -> bytes:
    """Return the packed form of a replay."""
    out = bytearray()
    write_text(out, str(replay.rules))
    write_text(out, replay.seed.text if replay.seed else "")
    write_text(out, replay.program)
    write_number(out, replay.played_at)
    write_number(out, len(replay.players))
    for player in replay.players:
        write_text(out, player)
    write_number(out, _STATUSES.index(replay.status) | (_KNOWN_BOARD if replay.known_board else 0))
    out.append(replay.minefield is not None)
    if replay.minefield is not None:
        out += replay.minefield.to_bytes()
    out += replay.packed_actions
    body = MAGIC + bytes([VERSION]) + zlib.compress(bytes(out), 9)
    return body + _digest(body)


def read(data: bytes, allow: Allow | None = None) -> Replay:
    """Read and verify the packed form."""
    if len(data) > MOST_BYTES:
        raise ReplayError(f"a replay has at most {MOST_BYTES} bytes, and this has {len(data)}")
    body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if not body.startswith(MAGIC) or len(body) <= len(MAGIC):
        raise ReplayError("this is not a packed replay")
    if body[len(MAGIC)] != VERSION:
        raise ReplayError(f"this replay is of version {body[len(MAGIC)]}, and this program reads {VERSION}")
    if digest != _digest(body):
        raise ReplayError("the digest does not match: the replay was changed or damaged")
    try:
        replay = _read_fields(_inflate(body[len(MAGIC) + 1 :]), allow)
    except (Damaged, RulesError) as error:
        raise ReplayError(f"the replay is damaged: {error}") from None
    replay.verify()
    return replay


def _read_fields(data: bytes, allow: Allow | None) -> Replay:
    reader = Reader(data)
    rules = parse_rules(reader.text())
    seed = reader.text()
    program = reader.text()
    played_at = reader.number()
    players = [reader.text() for _ in range(_bounded(reader.number(), _MOST_PLAYERS, "players"))]
    result = _bounded(reader.number(), 2 * _KNOWN_BOARD - 1, "results")
    status = _STATUSES[_bounded(result % _KNOWN_BOARD, len(_STATUSES) - 1, "results")]
    level = rules.level
    if allow is not None:
        allow(rules, _most_actions(data[reader.place :]))
    minefield = None
    if reader.take(1) != b"\0":
        minefield = Minefield.from_bytes(level.width, level.height, reader.take((level.cells + 7) // 8))
    return Replay(
        rules,
        Seed.of(seed) if seed else None,
        minefield,
        data[reader.place :],
        status=status,
        players=players,
        program=program,
        played_at=played_at,
        known_board=bool(result & _KNOWN_BOARD),
    )


def _most_actions(data: bytes) -> int:
    """Return how many actions some bytes can hold at most, without reading them."""
    return len(data.translate(None, _UNENDED)) // _LEAST_NUMBERS


def _bounded(value: int, most: int, what: str) -> int:
    if value > most:
        raise Damaged(f"there are no {value} {what}")
    return value


def _digest(body: bytes) -> bytes:
    return sha256(body).digest()[:DIGEST_BYTES]


def _inflate(data: bytes) -> bytes:
    """Decompress, but never to more than the limit."""
    inflater = zlib.decompressobj()
    try:
        out = inflater.decompress(data, MOST_BYTES)
    except zlib.error:
        raise Damaged("it cannot be decompressed") from None
    if inflater.unconsumed_tail or not inflater.eof or inflater.unused_data:
        raise Damaged("it holds more, or less, than it should")
    return out
