"""The key that signs guests and replays: a file beside the games, or a row where servers share the store."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from .store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

_BYTES = 32


def key_file(database: Path) -> Path:
    """Return the file of the key of the server that stores its games in a file."""
    return database.with_name("server.key")


def server_key(place: Path | str, entropy: Callable[[int], bytes]) -> bytes:
    """Return the key of the servers that use the store at a path or an address; it is made once."""
    if isinstance(place, Path):
        return signing_key(key_file(place), entropy)
    with open_store(place) as store:
        return store.server_key(entropy(_BYTES))


def known_server_key(place: Path | str) -> bytes | None:
    """Return the key of the servers that use the store at a path or an address, None if there has been no server."""
    if isinstance(place, Path):
        try:
            key = key_file(place).read_bytes()
        except OSError:
            return None
    else:
        with open_store(place) as store:
            key = store.server_key()
    return key if len(key) == _BYTES else None


def signing_key(path: Path, entropy: Callable[[int], bytes]) -> bytes:
    """Return the key that signs tokens. It is made once, in a file that only its owner can read."""
    try:
        key = path.read_bytes()
        if len(key) == _BYTES:
            return key
    except FileNotFoundError:
        pass
    key = entropy(_BYTES)
    own = _written(path, key)
    try:
        _name_once(own, path)
    except FileExistsError:  # another server was faster
        key = path.read_bytes()
        if len(key) != _BYTES:
            os.replace(own, path)
            return path.read_bytes()
    own.unlink(missing_ok=True)
    return key


def replace_key(path: Path, key: bytes) -> None:
    """Make a key that of the server whose key is in a file, in place of another."""
    os.replace(_written(path, key), path)


def _written(path: Path, key: bytes) -> Path:
    """Return a new file beside the path, which only its owner can read, with a key."""
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
