"""`sapper replay import` and `sapper replay export`: games of other programs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ... import machine
from ...display.wording import message, said
from .. import arguments
from ..solving.progress_bar import progress_bar
from .import_files import read_files
from .replay_files import stored_replay, unfinished_game, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ...history.store import Store
    from .import_files import FileRead

_FORMATS = ("rawvf", "evf", "text", "packed", "board")


def add_import(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `import` to the actions on replays."""
    parser = actions.add_parser("import")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments.add_store(parser)
    parser.set_defaults(run=_import)


def add_export(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `export` to the actions on replays."""
    parser = actions.add_parser("export")
    parser.add_argument("game", metavar="ID")
    parser.add_argument("file", nargs="?", metavar="FILE")
    parser.add_argument("--format", choices=_FORMATS)
    arguments.add_store(parser)
    parser.set_defaults(run=_export)


def _import(options: argparse.Namespace) -> int:
    """Store the games of files; a refused file does not stop the others, and is named at the end."""
    files = [file for given in options.files for file in _files_in(given)]
    show = progress_bar(len(files), message("cli-solver.files")) if len(files) > 1 else None
    refused = []
    paths: dict[bytes, str] = {}  # of the games that these files hold
    with machine.open_store(options.data) as store:
        for number, found in enumerate(read_files(files, os.cpu_count() or 1), 1):
            if found.game is None:
                refused.append(message("cli-games.refused", path=found.path, reason=found.refusal))
            else:
                _print_over(show, _store(store, found, paths))
            if show is not None:
                show(number)
    if refused:
        print("\n".join(refused))
        if len(files) > 1:
            print(message("cli-games.imported", done=len(files) - len(refused), count=len(files)))
    return 1 if refused else 0


def _store(store: Store, found: FileRead, paths: dict[bytes, str]) -> list[str]:
    """Add the game of a file, and return what to say about it."""
    from hashlib import sha256  # here, because the help of every command reads this file

    assert found.game is not None
    game = store.add(**found.game, source="import")
    other = paths.setdefault(sha256(found.game["replay"]).digest(), found.path)
    if game is not None:
        outcome = message("cli-games.stored-as", path=found.path, game=game)
    elif other == found.path:
        outcome = message("cli-games.is-stored", path=found.path)
    else:
        outcome = message("cli-games.same-as", path=found.path, other=other)
    return [outcome, *(message("cli-games.note", path=found.path, note=said(note)) for note in found.notes)]


def _print_over(show: Callable[[int], None] | None, lines: list[str]) -> None:
    """Print lines where a progress bar may be."""
    if show is not None:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    print("\n".join(lines), flush=show is not None)


def _files_in(given: str) -> list[str]:
    """Return a file itself, or the files below a folder in the order of their names; hidden ones are left out."""
    folder = Path(given)
    if not folder.is_dir():
        return [given]
    below = (
        path for path in folder.rglob("*") if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    files = sorted(str(path) for path in below if path.is_file())
    if not files:
        raise arguments.UsageError(message("cli-games.no-files", path=given))
    return files


def _position(options: argparse.Namespace) -> bytes:
    """Return the visible board of a game, as far as it was played, as a diagram."""
    game = unfinished_game(options, options.game)
    if game is None:
        replay = stored_replay(options, options.game)
        game = replay.after(len(replay))
    return f"{game.board}\n".encode()


def _export(options: argparse.Namespace) -> int:
    from ...formats import write_replay
    from ...formats.export import format_of

    kind = options.format or format_of(options.file or "")
    if kind == "board":
        write(_position(options), options.file)
        return 0
    write(write_replay(stored_replay(options, options.game), kind), options.file)
    return 0
