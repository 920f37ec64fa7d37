"""Writing EVF, version 3: the events of the mouse with their times in full, without a check sum."""

from __future__ import annotations

from struct import Struct

from ..action import Kind
from ..analysis.metrics import bbbv
from ..errors import SapperError
from ..game import Status
from ..phrase import Phrase, listed
from . import evf
from .common import FormatError
from .gesture_events import gesture_events
from .recording import MODES, play
from .video import SQUARE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..action import Action
    from ..minefield import Minefield
    from ..replay import Replay
    from ..replay.track import TrackEvent

_VERSION = 3
_MOST_SIDE, _MOST_MINES, _MOST_PLACE, _MOST_TIME = 0xFF, 0xFFFF, 0xFFFF, 0xFFFFFF
_WON, _FAIR, _NO_FLAGS = 1 << 7, 1 << 5, 1 << 4
_KINDS = {kind: code for code, kind in enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr"), 1)}
_EVENT = Struct(">BBHHH")
_END = 255  # no check sum follows


def write(replay: Replay) -> bytes:
    """Write a game that a mouse can play; raise `FormatError` for any other."""
    level, field = replay.rules.level, replay.final_minefield
    if field is None:
        raise FormatError(Phrase("file.no-game"))
    if max(level.width, level.height) > _MOST_SIDE or level.mines > _MOST_MINES:
        raise FormatError(Phrase("file.board-limit", most=f"{_MOST_SIDE}x{_MOST_SIDE}/{_MOST_MINES}", size=str(level)))
    if replay.track is not None and replay.track.square <= _MOST_SIDE:
        written = _written(replay, field, replay.track.square, replay.track.events)
        if written is not None and _means(written, replay):
            return written
    written = _written(replay, field, SQUARE, gesture_events(replay, SQUARE))
    if written is None:
        raise FormatError(Phrase("file.too-long", kind="EVF"))
    if not _means(written, replay):
        raise FormatError(Phrase("file.mouse-only", kind="EVF", choices=listed(("rawvf", "sapper"))))
    return written


def _written(replay: Replay, field: Minefield, square: int, events: Iterable[TrackEvent]) -> bytes | None:
    """Return a game with its events as bytes; None if they are too late or too far away."""
    level = field.level
    out = bytearray([_VERSION, _summary(replay), 0, level.height, level.width])
    out += level.mines.to_bytes(2, "big") + bytes([square])
    mode = MODES.index(replay.mode) if replay.mode in MODES else _mode_of_board(replay)
    out += mode.to_bytes(2, "big") + bbbv(field).to_bytes(2, "big")
    out += min(replay.elapsed, _MOST_TIME).to_bytes(3, "big")
    started = str(replay.played_at * 1_000_000) if replay.played_at else ""
    player = replay.players[0] if replay.players else ""
    for text in (replay.program, player, "", "", started, "", "", ""):
        out += text.encode() + b"\0"
    rows = "".join(field.to_text().split()).replace("*", "1").replace(".", "0")
    size = -(-len(rows) // 8)
    out += int(rows.ljust(8 * size, "0"), 2).to_bytes(size, "big")
    recorded = list(events)
    if recorded[-1].at < replay.elapsed:  # the player thought before giving up
        recorded.append(recorded[-1]._replace(at=replay.elapsed, kind="mv"))
    before = min(recorded[0].at, 0)
    for at, kind, x, y, _ in recorded:
        at -= before
        if kind not in _KINDS or at > _MOST_TIME or max(x, y) > _MOST_PLACE:
            return None
        # The board's size stands for every place outside of it.
        inside = 0 <= x < level.width * square and 0 <= y < level.height * square
        place = (x, y) if inside else (level.width * square, level.height * square)
        out += _EVENT.pack(_KINDS[kind], at >> 16, at & 0xFFFF, *place)
    out.append(_END)
    return bytes(out)


def _summary(replay: Replay) -> int:
    flags = any(entry.action.kind is Kind.FLAG for entry in replay.entries)
    return _WON * (replay.status is Status.WON) | _FAIR * (not replay.known_board) | _NO_FLAGS * (not flags)


def _mode_of_board(replay: Replay) -> int:
    return MODES.index("classic" if replay.rules.layout.grade is None else "no-guess")


def _means(written: bytes, replay: Replay) -> bool:
    """Return whether a reader gets the same moves at the same times, and the same end."""
    try:
        read = play(evf.decode(written)).replay
    except SapperError:
        return False
    return _moves(read) == _moves(replay) and read.status is replay.status


def _moves(replay: Replay) -> list[tuple[Action, int]]:
    """Return the actions with their times; breaks are no part of playing time, and a video has none."""
    breaks = (Kind.PAUSE, Kind.RESUME)
    return [(entry.action, entry.at) for entry in replay.entries if entry.action.kind not in breaks]
