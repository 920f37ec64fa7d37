"""The log: bounded in size, with times, and with the id of the request in every line that one causes.

A line is text for people, or a JSON object for programs: then what a line is about, such as its room, is a field.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import os
import sys
import threading
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import TextIOWrapper
    from pathlib import Path
    from typing import Literal

    Format = Literal["text", "json"]

ACCESS = "sapper.access"  # the logger of the access log

#: The id of the request that the running task serves, empty outside of requests.
request_id: ContextVar[str] = ContextVar("request_id", default="")

_FORMAT = "%(asctime)s %(levelname)s %(name)s%(at)s%(request)s: %(message)s"
_SUBJECTS = {"room %s: ": "room", "party %s: ": "party"}  # how a line about one begins, and its field
_OF_EVERY_RECORD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
_MOST = 5  # lines of one kind in `_WINDOW` seconds; the others are counted
_WINDOW = 10.0
_FILE_BYTES = 10_000_000
_FILES = 5


def configure(file: Path | None = None, form: Format = "text", node: str = "") -> None:
    """Send the log of the whole process to stderr, or to a file that is replaced when it has grown.

    `node` is the name of this server, for every line.
    """
    target: logging.Handler = logging.StreamHandler(sys.stderr) if file is None else _PrivateFile(file)
    target.setFormatter(JsonLines(node) if form == "json" else TextLines(node))
    logging.raiseExceptions = False  # a log that cannot be written must not flood stderr
    logging.basicConfig(level=logging.INFO, handlers=[RateLimit(target)])
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # its warnings are about what clients do wrong


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self, node: str = "") -> None:
        super().__init__(_FORMAT)
        self._at = f" {node}" if node else ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        found = request_id.get()
        record.at, record.request = self._at, f" [{found}]" if found else ""
        return super().format(record)


class JsonLines(logging.Formatter):
    """One JSON object a line. What is logged with `extra` becomes fields of it, and the room that a line is about."""

    def __init__(self, node: str = "") -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "node": self._node,
            "request": request_id.get() or None,
        }
        for start, field in _SUBJECTS.items():
            if record.msg.startswith(start) and isinstance(record.args, tuple):
                line[field] = record.args[0]
        line |= {name: value for name, value in record.__dict__.items() if name not in _OF_EVERY_RECORD}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps({name: value for name, value in line.items() if value is not None}, default=str)


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A log file that only its owner can read: it has addresses of players."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, maxBytes=_FILE_BYTES, backupCount=_FILES - 1, encoding="utf-8")

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600))


class _Window(NamedTuple):
    first: logging.LogRecord
    started: float
    counts: list[int]  # of all records, in a list because it grows


class RateLimit(logging.Handler):
    """Passes few records of each kind on and counts the others: a kind is the line of code that logs it.

    The access log is not limited: there, every line is wanted.
    """

    def __init__(
        self,
        target: logging.Handler,
        most: int = _MOST,
        seconds: float = _WINDOW,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._target = target
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._windows: dict[tuple[str, int], _Window] = {}
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Pass a record on, or count it."""
        if record.name == ACCESS:
            self._target.handle(record)
            return
        kind = (record.pathname, record.lineno)
        self._end_windows(self._clock())
        window = self._windows.get(kind)
        if window is None:
            window = self._windows[kind] = _Window(record, self._clock(), [0])
        window.counts[0] += 1
        if window.counts[0] <= self._most:
            self._target.handle(record)
        elif self._timer is None:
            self._timer = threading.Timer(self._seconds, self._end_in_time)
            self._timer.daemon = True
            self._timer.start()

    def _end_in_time(self) -> None:
        with self.lock or threading.RLock():
            self._timer = None
            self._end_windows(self._clock())
            waits = any(window.counts[0] > self._most for window in self._windows.values())
            if waits:
                self._timer = threading.Timer(self._seconds, self._end_in_time)
                self._timer.daemon = True
                self._timer.start()

    def _end_windows(self, now: float) -> None:
        ended = [kind for kind, window in self._windows.items() if now - window.started >= self._seconds]
        for kind in ended:
            window = self._windows.pop(kind, None)
            if window is not None:  # a report may itself be interrupted by a record
                self._report(window, now)

    def _report(self, window: _Window, now: float) -> None:
        more = window.counts[0] - self._most
        if more <= 0:
            return
        first = window.first
        text = f"{first.getMessage()} ... and {more:,} more in {now - window.started:.0f} s"
        self._target.handle(
            logging.LogRecord(first.name, first.levelno, first.pathname, first.lineno, text, None, None)
        )

    def flush(self) -> None:
        """Write what the target holds back."""
        self._target.flush()

    def close(self) -> None:
        """Report what was counted, and close the target."""
        now = self._clock()
        for window in self._windows.values():
            self._report(window, now)
        self._windows.clear()
        if self._timer is not None:
            self._timer.cancel()
        self._target.close()
        super().close()
