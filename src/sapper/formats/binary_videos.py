"""AVF, RMV, EVF and MVF: the binary videos of Arbiter, Viennasweeper, Metasweeper and Minesweeper Clone.

They are decoded by ms_toollib (an optional extra) in a process of its own, and played again by our engine: of its
answers only the board, the mouse events and the header are used.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Lock, Timer

from ..errors import SapperError
from ..layouts import fixed_layout
from ..minefield import Minefield
from ..replay import Replay
from . import timestamps
from .common import FormatError, Imported, Notes, check_size
from .video import EVENTS, VideoPlayer, printable, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

KINDS = ("avf", "rmv", "evf", "mvf")
MOST_BYTES = 1 << 22
MOST_SECONDS = 20.0  # to decode a file
_MOST_ANSWER = 1 << 27
_KNOWN_BOARDS = (1, 2)  # UPK and cheat
_MARKS_ON, _MARKS_OFF = 17, 127  # in AVF
_EVENTS = frozenset((*EVENTS, "cc", "pf"))  # the second of two buttons; a flag set before the start


def kind_of(data: bytes) -> str | None:
    """Return which format a file is, by what it begins with; EVF has no such mark."""
    if data[:4] == b"*rmv":
        return "rmv"
    if data[:2] == b"\x11\x4d" or (data[:1] == b"\x00" and data[27:32] == b"Clone"):
        return "mvf"
    if b"Arbiter" in data[-4096:] and b"[" in data[:4096]:
        return "avf"
    return "evf" if data[:1] in b"\x00\x01\x02\x03\x04" and "元".encode() in data[:512] else None


def read(data: bytes, kind: str) -> Imported:
    """Read a video and play it again."""
    if len(data) > MOST_BYTES:
        raise FormatError(f"an {kind.upper()} video has at most {MOST_BYTES} bytes, and this has {len(data)}")
    video = _decoder.ask(kind, data)
    field = _minefield(video["board"])
    marks = _marks(data, kind)
    if marks is not None:
        return _played(video, field, marks)
    without = _played(video, field, False)  # the file does not say: believe the way that ends as it says
    with_marks = _played(video, field, True) if without.notes else without
    return with_marks if len(with_marks.notes) < len(without.notes) else without


def _played(video: dict[str, Any], field: Minefield, questions: bool) -> Imported:
    notes = Notes()
    player = VideoPlayer(rules_of(str(field.level), questions), fixed_layout(field), square=_square(video["square"]))
    for number, (at, kind, x, y) in enumerate(video["events"], 1):
        try:
            if kind in _EVENTS:
                player.mouse(at, kind, x, y)
        except SapperError as error:
            raise FormatError(f"event {number} of the video cannot be played: {error}") from None
    if player.game.first is None:
        raise FormatError("no square is opened in this video: there is no game in it")
    game = player.finish()
    elapsed = video["elapsed"]
    for sentence in player.disagreements(won=True if video["completed"] else None, elapsed=elapsed or None):
        notes.add(sentence)
    replay = Replay.of(
        game,
        None,
        players=[name] if (name := printable(video["player"])) else [],
        program=printable(video["program"]),
        played_at=timestamps.parse(str(video["started"])),
        known_board=video["mode"] in _KNOWN_BOARDS,
    )
    return Imported(replay, notes.sentences)


def _minefield(board: list[list[int]]) -> Minefield:
    if not board:
        raise FormatError("no board is found in this video: it is damaged, or of another format")
    check_size(len(board[0]), len(board))
    mines = [(row, col) for row, cells in enumerate(board) for col, value in enumerate(cells) if value == -1]
    try:
        return Minefield.from_mines(len(board[0]), len(board), mines)
    except (SapperError, IndexError) as error:
        raise FormatError(f"the video's board cannot be played: {error}") from None


def _square(pixels: int) -> int:
    if not 1 <= pixels <= 10_000:
        raise FormatError(f"the squares of the video are {pixels} pixels wide, and 1 to 10000 are read")
    return pixels


def _marks(data: bytes, kind: str) -> bool | None:
    """Return whether question marks were on, which ms_toollib does not report."""
    if kind == "avf":
        return next((byte == _MARKS_ON for byte in _before_brackets(data) if byte in (_MARKS_ON, _MARKS_OFF)), None)
    if kind == "rmv":
        return _rmv_marks(data)
    return None


def _before_brackets(data: bytes) -> Iterator[int]:
    """Yield the bytes two places before each `[` near the beginning: one of them holds the marks."""
    place = data.find(b"[", 2, 1 << 17)
    while place >= 0:
        yield data[place - 2]
        place = data.find(b"[", place + 1, 1 << 17)


def _rmv_marks(data: bytes) -> bool | None:
    """Add up the sizes of all that comes before the properties, of which the marks are the first."""
    is_first_version = data[4:6] == b"\x00\x01"
    sizes_at, texts = (10, 5) if is_first_version else (12, 4)
    sizes = [int.from_bytes(data[place : place + 2], "big") for place in range(sizes_at, sizes_at + 2 * (texts + 2), 2)]
    after_sizes = sizes_at + 2 * (texts + 1) + (0 if is_first_version else 2) + 4 + 2
    place = after_sizes + sum(sizes[:texts])
    return bool(data[place]) if place < len(data) and data[place] in (0, 1) else None


class _Decoder:
    """Asks the decoding process, which is started when it is needed and again after it ended itself."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None  # a crash leaves a log in the working folder
        self._lock = Lock()

    def ask(self, kind: str, data: bytes) -> dict[str, Any]:
        """Decode a file; raise `FormatError` where that fails."""
        with self._lock:
            answer = self._exchange(kind, data)
        if answer is None:
            raise FormatError(f"this {kind.upper()} video is damaged: ms_toollib cannot decode it")
        if answer.get("missing"):
            raise FormatError(f"{kind.upper()} videos are read with ms_toollib: pip install 'sapper[formats]'")
        if "error" in answer:
            raise FormatError(f"this {kind.upper()} video is damaged: {printable(str(answer['error']), 100)}")
        return answer

    def _exchange(self, kind: str, data: bytes) -> dict[str, Any] | None:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        watchdog = Timer(MOST_SECONDS, process.kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            process.stdin.write(kind.ljust(4).encode() + len(data).to_bytes(4, "big") + data)
            process.stdin.flush()
            size = int.from_bytes(process.stdout.read(4), "big")
            body = process.stdout.read(size) if 0 < size < _MOST_ANSWER else b""
            answer: dict[str, Any] = json.loads(body)
        except (OSError, ValueError):
            self.stop()
            return None
        finally:
            watchdog.cancel()
        return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.stop()
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="sapper-")
                atexit.register(self.close)
            self._process = subprocess.Popen(
                [sys.executable, "-P", str(Path(__file__).with_name("decoder.py"))],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder.name,
            )
        return self._process

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except OSError:
                continue
        process.wait()

    def close(self) -> None:
        """End the process and remove its folder."""
        self.stop()
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()


_decoder = _Decoder()
