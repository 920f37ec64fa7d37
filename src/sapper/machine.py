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
from .errors import os_reason
from .extras import MissingExtra
from .phrase import Phrase
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .controls.settings import Settings
    from .history.recorder import Recorder
    from .history.store import Store

NAME = "sapper"
PROGRAM = f"{NAME} {__version__}"  # as replays name it
PATIENCE = 5.0  # seconds to wait for another program that writes
RETRY_PATIENCE = 0.25  # the same while a game is played without a store


def seconds() -> int:
    """Return the time of day, in seconds since 1970."""
    return int(time.time())


def milliseconds() -> int:
    """Return the time of a clock that only runs forward."""
    return time.monotonic_ns() // 1_000_000


def new_seed() -> Seed:
    """Return a seed from the system's entropy."""
    return Seed.fresh()


def data_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the games."""
    chosen = _chosen(given, "SAPPER_DATA")
    if chosen is not None:
        return chosen
    return _usual_folder("user_data_path", "--data, SAPPER_DATA")


def config_folder(given: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the settings."""
    chosen = _chosen(given, "SAPPER_CONFIG")
    if chosen is not None:
        return chosen
    return _usual_folder("user_config_path", "SAPPER_CONFIG")


def _usual_folder(function: str, instead: str) -> Path:
    """Return a folder as the system places it; `MissingExtra` says what to do where that cannot be found out."""
    try:
        import platformdirs
    except ImportError:
        command = "pip install platformdirs"
        raise MissingExtra(Phrase("machine-error.no-platformdirs", command=command, instead=instead)) from None
    found: Path = getattr(platformdirs, function)(NAME, appauthor=False)
    return found


def store_place(given: str | os.PathLike[str] | None = None) -> Path | str:
    """Return the store of the games: a file, or the address of a database."""
    from .history.store import is_address

    return str(given) if is_address(given) else database(given)


def database(data: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the games."""
    return data_folder(data) / "games.db"


def settings_file(config: str | os.PathLike[str] | None = None) -> Path:
    """Return the file of the settings."""
    return config_folder(config) / "settings.toml"


def themes_folder(config: str | os.PathLike[str] | None = None) -> Path:
    """Return the folder of the player's own themes."""
    return config_folder(config) / "themes"


def _chosen(given: str | os.PathLike[str] | None, variable: str) -> Path | None:
    chosen = given or os.environ.get(variable)
    return Path(chosen).expanduser() if chosen else None


def load_settings() -> Settings:
    """Return the player's settings; for a bad file, print the error and return the defaults."""
    from .controls.settings_file import load

    settings, complaint = load(settings_file())
    if complaint:
        from .display.wording import said

        print(f"sapper: {said(complaint)}", file=sys.stderr)
    return settings


def open_store(
    data: str | os.PathLike[str] | None = None,
    *,
    patience: float = PATIENCE,
    shows_progress: bool = True,
    rebuilds: bool = True,
) -> Store:
    """Open the store of games, and create its folder. With `rebuilds`, compute the summaries that are missing."""
    from .history.store import StoreError
    from .history.store import open_store as open_at
    from .history.store.databases.sqlite_database import NO_FOLDER

    file = store_place(data)
    try:
        if isinstance(file, Path):
            file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sentence = Phrase("machine-error.data-folder", place=str(error.filename), reason=os_reason(error))
        raise StoreError(sentence, NO_FOLDER) from None
    store = open_at(file, patience=patience)
    if rebuilds and store.is_stale():
        _complete(store, shows_progress=shows_progress)
    return store


def _complete(store: Store, *, shows_progress: bool) -> None:
    """Compute the summaries that are missing; many of them show their progress."""
    from .history.rebuild import summarise_missing

    _read_all(summarise_missing(store), shows_progress=shows_progress)


def _read_all(steps: Iterator[int], *, shows_progress: bool = True) -> int:
    """Read replays step by step and return how many there were; many of them show their progress."""
    from .display.wording import message

    shows_progress = shows_progress and sys.stderr.isatty()
    done = 0
    try:
        for done in steps:
            if done % 100 == 0 and shows_progress:
                print(f"\r{message('cli-data.reading', count=done)}", end="", file=sys.stderr, flush=True)
    finally:
        if done >= 100 and shows_progress:
            print(file=sys.stderr)
    return done


@contextmanager
def recorder(data: str | os.PathLike[str] | None, source: str, player: str) -> Iterator[Recorder]:
    """Record games in the store, and try again where it cannot be opened; at the end, print what is not saved."""
    from .history.recorder import Recorder

    is_first = True

    def open_or_raise() -> Store:
        nonlocal is_first
        patience, is_first = PATIENCE if is_first else RETRY_PATIENCE, False
        return open_store(data, patience=patience, shows_progress=patience == PATIENCE)

    recorder = Recorder(open_or_raise, now=seconds, source=source, program=PROGRAM, player=player)
    try:
        yield recorder
    finally:
        recorder.close()
        if recorder.unsaved and recorder.reason != recorder.reported:
            from .display.wording import message

            unsaved = message("machine-error.games-not-saved", count=recorder.unsaved, reason=recorder.reason)
            print(f"sapper: {unsaved}", file=sys.stderr)


def rebuild(store: Store) -> tuple[int, list[int]]:
    """Compute all summaries from the replays again; return how many there are, and the games that cannot be read."""
    from .history.rebuild import rebuild as steps_of

    unreadable: list[int] = []
    read = _read_all(steps_of(store, unreadable))
    return read - len(unreadable), unreadable


def rebuild_ratings(store: Store) -> tuple[int, int]:
    """Compute all ratings from the rounds again; return how many rounds there are, and how many ratings were wrong."""
    wrong = store.differing_ratings()
    store.drop_ratings()
    rounds = 0
    while some := store.rate_rounds():
        rounds += some
    return rounds, wrong


def report_fault(error: Exception, data: str | os.PathLike[str] | None = None) -> str:
    """Write the traceback of a fault into the data folder, and return the sentence about it, without an end."""
    import traceback

    from .display.wording import message

    fault = f"{type(error).__name__}: {error}"
    file = database(None if isinstance(store_place(data), str) else data).with_name("fault.txt")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{PROGRAM}\n{''.join(traceback.format_exception(error))}", encoding="utf-8")
    except OSError:
        return message("machine-error.fault", fault=fault)
    return message("machine-error.fault-described", fault=fault, file=file)


_LAST = "last"  # the name of the server that was used last, among those of players on servers


def last_server(data: str | os.PathLike[str] | None = None) -> str:
    """Return the server that was used last, empty if there was none."""
    found = _server_tokens(data).get(_LAST)
    return found if isinstance(found, str) else ""


def server_token(url: str, name: str, data: str | os.PathLike[str] | None = None) -> str | None:
    """Return the token of this player on a server, None for a new player."""
    found = _server_tokens(data).get(f"{url} {name}".strip())
    return found if isinstance(found, str) else None


def save_server_token(url: str, name: str, token: str, data: str | os.PathLike[str] | None = None) -> None:
    """Store who this player is on a server, in a file that only its owner can read; a full disk is no obstacle."""
    import json
    from contextlib import suppress

    file = _tokens_file(data)
    known = _server_tokens(data) | {f"{url} {name}".strip(): token, _LAST: url}
    own = file.with_name(f"{file.name}.{os.getpid()}")
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(known, out, indent=1)
        own.replace(file)


def _tokens_file(data: str | os.PathLike[str] | None) -> Path:
    return data_folder(data) / "servers.json"


def _server_tokens(data: str | os.PathLike[str] | None) -> dict[str, object]:
    import json

    try:
        known = json.loads(_tokens_file(data).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}
