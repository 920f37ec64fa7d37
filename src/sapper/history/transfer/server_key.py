"""The key that signs guests and replays: a file next to the games, or a row where servers share the store."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ..store import StoreError, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BYTES = 32
_FEWEST_VALUES = 8  # different bytes: a random key has fewer once in 10^36


def key_file(database: Path) -> Path:
    """Return the file of the key of the server that stores its games in a file."""
    return database.with_name("server.key")


def server_key(place: Path | str, entropy: Callable[[int], bytes]) -> bytes:
    """Return the key of the servers that use the store at a path or an address; it is made once."""
    if isinstance(place, Path):
        return signing_key(key_file(place), entropy)
    with open_store(place) as store:
        return _checked(store.server_key(entropy(_BYTES)), Phrase("backup.key-row"))


def key_problem(key: bytes) -> Phrase | None:
    """Return why a key must not sign anything, None if it may: one that can be guessed proves nothing."""
    if len(key) != _BYTES:
        return Phrase("backup.key-bytes", bytes=len(key), expected=_BYTES)
    steps = {(after - before) % 256 for before, after in pairwise(key)}
    return Phrase("backup.key-guessable") if len(steps) == 1 or len(set(key)) < _FEWEST_VALUES else None


def _checked(key: bytes, place: Phrase | str) -> bytes:
    """Return a key; raise `StoreError` if it must not be used."""
    if problem := key_problem(key):
        raise StoreError(Phrase("backup.key-unfit", place=place, problem=problem))
    return key


def known_server_key(place: Path | str) -> bytes | None:
    """Return the key of the servers that use the store at a path or an address, None if there is none to trust."""
    if isinstance(place, Path):
        try:
            key = key_file(place).read_bytes()
        except OSError:
            return None
    else:
        with open_store(place) as store:
            key = store.server_key()
    return None if key_problem(key) else key


def signing_key(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Return the key that signs tokens. It is made once, in a file that only its owner can read."""
    if not path.exists():
        own = _written(path, entropy(_BYTES))
        with suppress(FileExistsError):  # another server was faster
            _name_once(own, path)
        own.unlink(missing_ok=True)
    return _checked(path.read_bytes(), str(path))


@contextmanager
def replacing_key(path: Path, key: bytes) -> Iterator[None]:
    """Put a key into the file of a server's key when the block ends; after an exception the old key stays."""
    own = _written(path, key)
    try:
        yield
        os.replace(own, path)
    finally:
        own.unlink(missing_ok=True)


def _written(path: Path, key: bytes) -> Path:
    """Return a new file with a key in the folder of the path, which only its owner can read."""
    # Servers in containers may all have the number 1, so that does not name the file.
    descriptor, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return Path(name)


def _name_once(own: Path, path: Path) -> None:
    """Give a file another name; raise `FileExistsError` if something has it."""
    try:
        os.link(own, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links, such as exFAT
        if path.exists():
            raise FileExistsError(path) from None
        os.rename(own, path)
