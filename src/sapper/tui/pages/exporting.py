"""Writing a kept game to a file that the player names."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import SapperError
from ...formats import write_replay
from ...replay.model import Replay

if TYPE_CHECKING:
    from ...history.store import Store

_KINDS = {"rawvf": "rawvf", "sapper": "packed"}


class ExportError(SapperError):
    """A game that cannot be written, with a sentence that says why."""


def usual_name(game: int) -> str:
    """Offer a name for the file of a game."""
    return f"sapper-{game}.rawvf"


def replay_of(store: Store, game: int) -> Replay:
    """Read the replay of a finished game."""
    data = store.replay(game)
    if data is None:
        raise ExportError(f"game {game} is not finished: there is nothing to show yet")
    return Replay.unpack(data)


def export(store: Store, game: int, name: str) -> Path:
    """Write a game: `.rawvf` for other programs, `.sapper` packed, anything else as text. Nothing is overwritten."""
    name = name.strip()
    if not name:
        raise ExportError("a file needs a name")
    path = Path(name).expanduser()
    data = write_replay(replay_of(store, game), _KINDS.get(path.suffix.lower().removeprefix("."), "text"))
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise ExportError(f"{path} is there already: choose another name") from None
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from None
    return path
