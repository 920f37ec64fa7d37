"""The machine: its clocks, its entropy, its folders, and the store and settings that live in them.

A folder is the argument if there is one, else that of the environment variable SAPPER_DATA or SAPPER_CONFIG, else the
usual one of the system.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from . import __version__
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .controls.settings import Settings
    from .history.store import Store
    from .history.summary import Summary

NAME = "sapper"
PROGRAM = f"{NAME} {__version__}"  # as replays name it


def seconds() -> int:
    """Return the time of day, in seconds since 1970."""
    return int(time.time())


def milliseconds() -> int:
    """Return the time of a clock that only runs forward."""
    return time.monotonic_ns() // 1_000_000


def new_seed() -> Seed:
    """Return a seed from the system's entropy."""
    import secrets

    return Seed(secrets.token_bytes(16))


def data_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the games."""
    chosen = _chosen(given, "SAPPER_DATA")
    if chosen is not None:
        return chosen
    from platformdirs import user_data_path

    return user_data_path(NAME, appauthor=False)


def config_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the settings."""
    chosen = _chosen(given, "SAPPER_CONFIG")
    if chosen is not None:
        return chosen
    from platformdirs import user_config_path

    return user_config_path(NAME, appauthor=False)


def database(data: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the games."""
    return data_folder(data) / "games.db"


def settings_file(config: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the settings."""
    return config_folder(config) / "settings.toml"


def _chosen(given: str | os.PathLike[str] | None, variable: str) -> Path | None:
    chosen = given or os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None


def load_settings() -> Settings:
    """Return the player's settings; for a bad file, print the error and return the defaults."""
    from .controls.settings_file import load

    settings, complaint = load(settings_file())
    if complaint:
        print(f"sapper: {complaint}", file=sys.stderr)
    return settings


def open_store(data: str | os.PathLike[str] | None = None) -> Store:
    """Open the store of games, and create its folder."""
    from .history.store import StoreError
    from .history.store import open_store as open_at

    file = database(data)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = f"the folder {file.parent} cannot be created ({error.strerror})"
        raise StoreError(f"{why}: choose another with --data") from None
    store = open_at(file)
    if store.is_stale():
        rebuild(store)
    return store


@contextmanager
def store_or_none(data: str | os.PathLike[str] | None = None) -> Iterator[Store | None]:
    """Open the store of games; if that fails, print why and go on without one."""
    from .history.store import StoreError

    try:
        store = open_store(data)
    except StoreError as error:
        print(f"sapper: games are not saved: {error}", file=sys.stderr)
        yield None
        return
    with store:
        yield store


def rebuild(store: Store) -> int:
    """Compute all summaries from the replays again and return how many there are; a long history shows its progress."""
    from .history.summary import summary_of_packed

    done = 0

    def summarise_next(replay: bytes) -> Summary:
        nonlocal done
        done += 1
        if done % 100 == 0 and sys.stderr.isatty():
            print(f"\rreading {done} replays", end="", file=sys.stderr, flush=True)
        return summary_of_packed(replay)

    try:
        return store.rebuild(summarise_next)
    finally:
        if done >= 100 and sys.stderr.isatty():
            print(file=sys.stderr)
