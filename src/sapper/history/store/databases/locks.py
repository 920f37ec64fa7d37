"""Locks on games in play, which the operating system releases with the process that holds them.

A lock is a file with the number of the process, in a folder next to the database, and an advisory lock of the system
on it. The file alone means nothing: after a kill or a loss of power it stays, and no process holds it.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from ..errors import GameInUse

SERVER_LOCK = "server-"  # and its process: the name of the lock that a running server holds
_IN_USE = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)
_ATTEMPTS = 1000  # while other processes only check a lock, which takes microseconds
_MOST_DIGITS = 20

# The locks of this process by their files: every store of the process shares them.
_held: dict[str, int] = {}

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # beyond the text: Windows does not let others read a locked byte

    def _lock(file: int, shared: bool) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(file: int, shared: bool) -> None:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


class LockFiles:
    """The locks of a database. Where the system has none, as on some network folders, `problem` says why."""

    def __init__(self, database: str | os.PathLike[str]) -> None:
        self.folder = Path(f"{os.fspath(database)}.playing")
        self.problem: str | None = None

    def take(self, name: str) -> None:
        """Hold a lock until `release` or the end of the process; raise `GameInUse` if another process holds it."""
        path = self._path(name)
        if path in _held:
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self._locked(path)
        except OSError as error:
            self.problem = f"games in play cannot be locked in {self.folder} ({error.strerror or error})"
            return
        self.problem = None
        if file is None:
            raise GameInUse(_process(path))
        _held[path] = file
        with suppress(OSError):  # the lock is held, though a full disk does not take the number of its process
            os.ftruncate(file, 0)
            os.write(file, str(os.getpid()).encode())

    def release(self, name: str) -> None:
        """Give a lock back, if this process holds it."""
        path = self._path(name)
        file = _held.pop(path, None)
        if file is None:
            return
        if sys.platform == "win32":  # an open file cannot be deleted there
            os.close(file)
            _remove(path)
        else:
            _remove(path)
            os.close(file)

    def forget(self, name: str) -> None:
        """Delete the file of a lock that no process holds."""
        if self.holder(name) is None:
            _remove(self._path(name))

    def holder(self, name: str) -> int | None:
        """Return the process that holds a lock, 0 if its number is not known; None for this process or none."""
        path = self._path(name)
        if path in _held:
            return None
        try:
            file = os.open(path, os.O_RDWR)
        except OSError:
            return None
        try:
            _lock(file, shared=True)
        except OSError as error:
            return _process(path) if error.errno in _IN_USE else None
        else:
            return None
        finally:
            os.close(file)

    def held(self) -> dict[str, int]:
        """Return the locks that other processes hold, with their processes."""
        try:
            names = os.listdir(self.folder)
        except OSError:
            return {}
        holders = {name: self.holder(name) for name in names}
        return {name: process for name, process in holders.items() if process is not None}

    def _path(self, name: str) -> str:
        return str(self.folder / name)

    def _locked(self, path: str) -> int | None:
        """Return a locked file, None if another process holds it."""
        for _ in range(_ATTEMPTS):
            file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(file, shared=False)
                if _is_same(file, path):
                    return file
            except OSError as error:
                if error.errno not in _IN_USE:
                    os.close(file)
                    raise
                if _is_exclusive(file):
                    os.close(file)
                    return None
            os.close(file)  # it was released and deleted, or another process only checked it
        return None


def _is_exclusive(file: int) -> bool:
    """Return whether another process holds the lock exclusively. A process that only checks takes a shared lock."""
    try:
        _lock(file, shared=True)
    except OSError:
        return sys.platform != "win32"  # locks cannot be shared there, so the attempts decide
    return False


def _is_same(file: int, path: str) -> bool:
    """Return whether the open file is still the one at the path."""
    try:
        return os.path.samestat(os.fstat(file), os.stat(path))
    except OSError:
        return False


def _process(path: str) -> int:
    try:
        digits = Path(path).read_text("ascii")[:_MOST_DIGITS]
    except (OSError, ValueError):
        return 0
    return int(digits) if digits.isdecimal() else 0


def _remove(path: str) -> None:
    with suppress(OSError):
        os.remove(path)
