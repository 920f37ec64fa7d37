"""The packed form of a replay: an expert game takes about a kilobyte, and five more with its track.

Version 2 is version 1 with a signature, version 3 has parts that may be absent: signature, mode and track.
"""

from __future__ import annotations

import zlib
from hashlib import sha256

from ..errors import as_value
from ..game import Status
from ..minefield import Minefield
from ..phrase import Phrase
from ..rules import RulesError
from ..seed import Seed
from .action_list import Damaged, Reader, unpack, write_number, write_text
from .bounds import LIBRARY
from .ed25519 import KEY_BYTES, SIGNATURE_BYTES
from .errors import ReplayError
from .model import Replay
from .rules_text import MOST_LETTERS as MOST_RULES_LETTERS
from .rules_text import parse_rules
from .signature import Signature
from .track import Track

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .bounds import Bounds

MAGIC = b"SAPR"
VERSION, SIGNED_VERSION, VERSION_WITH_PARTS = 1, 2, 3
DIGEST_BYTES = 16

#: The order is part of the format.
_STATUSES = (Status.READY, Status.PLAYING, Status.PAUSED, Status.WON, Status.LOST, Status.ABANDONED)
_KNOWN_BOARD, _SAME_ADDRESS = 1 << 3, 1 << 4  # bits above the number of a status
_SIGNED, _MODE, _TRACK = 1, 2, 4  # which parts version 3 has
_LEVEL, _LEVEL_WITH_TRACK = 9, 3  # of compression: nearly all of a replay with a track is compressed already
_MOST_TEXT = 4 * MOST_RULES_LETTERS  # bytes; of names, only the letters count
_LEAST_NUMBERS = 2  # of an action: what it is, and when
_UNENDED = bytes(range(0x80, 0x100))  # bytes after which a number goes on


def write(replay: Replay) -> bytes:
    """Return the packed form of a replay."""
    head = bytearray()
    version = VERSION if replay.signature is None else SIGNED_VERSION
    if replay.mode or replay.track is not None:
        version = VERSION_WITH_PARTS
        has_signature, has_track = replay.signature is not None, replay.track is not None
        head.append(_SIGNED * has_signature | _MODE * bool(replay.mode) | _TRACK * has_track)
    if replay.signature is not None:
        head += replay.signature.key + replay.signature.proof
        write_text(head, replay.signature.game)
    if replay.mode:
        write_text(head, replay.mode)
    if replay.track is not None:
        track = replay.track.pack()
        write_number(head, len(track))
        head += track
    level = _LEVEL if replay.track is None else _LEVEL_WITH_TRACK
    data = MAGIC + bytes([version]) + zlib.compress(bytes(head) + body(replay), level)
    return data + _digest(data)


def body(replay: Replay) -> bytes:
    """Return a replay without signature, mode and track, not compressed: the same bytes whichever form it was in."""
    out = bytearray()
    write_text(out, str(replay.rules))
    write_text(out, replay.seed.text if replay.seed else "")
    write_text(out, replay.program)
    write_number(out, replay.played_at)
    write_number(out, len(replay.players))
    for player in replay.players:
        write_text(out, player)
    flags = _KNOWN_BOARD * replay.known_board | _SAME_ADDRESS * replay.same_address
    write_number(out, _STATUSES.index(replay.status) | flags)
    out.append(replay.minefield is not None)
    if replay.minefield is not None:
        out += replay.minefield.to_bytes()
    out += replay.packed_actions
    return bytes(out)


def read(data: bytes, bounds: Bounds = LIBRARY) -> Replay:
    """Read and verify the packed form."""
    if len(data) > bounds.bytes:
        raise ReplayError(Phrase("error.replay-bytes", most=bounds.bytes, given=len(data)))
    body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if not body.startswith(MAGIC) or len(body) <= len(MAGIC):
        raise ReplayError(Phrase("error.not-packed"))
    version = body[len(MAGIC)]
    if not VERSION <= version <= VERSION_WITH_PARTS:
        raise ReplayError(Phrase("error.replay-version", version=version))
    if digest != _digest(body):
        raise ReplayError(Phrase("error.replay-digest"))
    try:
        reader = Reader(_inflate(body[len(MAGIC) + 1 :], bounds.bytes))
        parts = {VERSION: 0, SIGNED_VERSION: _SIGNED}.get(version)
        if parts is None:
            parts = _bounded(reader.take(1)[0], _SIGNED | _MODE | _TRACK, "parts")
        signature = _read_signature(reader) if parts & _SIGNED else None
        mode = reader.text(_MOST_TEXT) if parts & _MODE else ""
        track = Track.unpack(reader.take(reader.number()), bounds.bytes) if parts & _TRACK else None
        replay = _read_fields(reader, bounds, signature, mode, track)
        bounds.check_undone(replay)
    except (Damaged, RulesError) as error:
        raise ReplayError(Phrase("error.replay-damaged", reason=as_value(error))) from None
    replay.verify()
    return replay


def _read_signature(reader: Reader) -> Signature:
    key, proof = reader.take(KEY_BYTES), reader.take(SIGNATURE_BYTES)
    try:
        return Signature(key, reader.text(_MOST_TEXT), proof)
    except ValueError as error:
        raise Damaged(str(error)) from None


def _read_fields(reader: Reader, bounds: Bounds, signature: Signature | None, mode: str, track: Track | None) -> Replay:
    rules = parse_rules(reader.text(_MOST_TEXT))
    bounds.check(rules, _most_actions(reader.rest))
    seed = reader.text(_MOST_TEXT)
    program = reader.text(_MOST_TEXT)
    played_at = reader.number()
    count = reader.number()
    bounds.check_players(count)
    players = [reader.text(_MOST_TEXT) for _ in range(count)]
    result = _bounded(reader.number(), 2 * _SAME_ADDRESS - 1, "results")
    status = _STATUSES[_bounded(result % _KNOWN_BOARD, len(_STATUSES) - 1, "results")]
    level = rules.level
    minefield = None
    if reader.take(1) != b"\0":
        minefield = Minefield.from_bytes(level.width, level.height, reader.take((level.cells + 7) // 8))
    actions = reader.rest
    if len(actions) > 2 * bounds.actions:  # an action takes at least two bytes
        bounds.check_actions(len(unpack(actions, level, bounds.actions + 1)))
    return Replay(
        rules,
        Seed.of(seed) if seed else None,
        minefield,
        actions,
        status=status,
        players=players,
        program=program,
        played_at=played_at,
        known_board=bool(result & _KNOWN_BOARD),
        same_address=bool(result & _SAME_ADDRESS),
        signature=signature,
        mode=mode,
        track=track,
    )


def _most_actions(data: bytes) -> int:
    """Return how many actions some bytes can hold at most, without reading them."""
    return len(data.translate(None, _UNENDED)) // _LEAST_NUMBERS


def _bounded(value: int, most: int, what: str) -> int:
    if value > most:
        raise Damaged(Phrase("file.invalid", name=what))
    return value


def _digest(body: bytes) -> bytes:
    return sha256(body).digest()[:DIGEST_BYTES]


def _inflate(data: bytes, most: int) -> bytes:
    """Decompress, but never to more than the limit."""
    inflater = zlib.decompressobj()
    try:
        out = inflater.decompress(data, most)
    except zlib.error:
        raise Damaged(Phrase("file.invalid", name="zlib")) from None
    if inflater.unconsumed_tail:
        raise Damaged(Phrase("file.too-large", most=most, given=f"> {most}"))
    if not inflater.eof or inflater.unused_data:
        raise Damaged(Phrase("file.cut"))
    return out
