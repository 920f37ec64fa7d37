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

_BATCH = 64  # games that are stored in one commit
_FORMATS = ("rawvf", "evf", "text", "packed", "board")


def add_import(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `import` to the actions on replays."""
    parser = actions.add_parser("import")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--encoding", default="", metavar="NAME")
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
    if options.encoding:
        from ...formats.byte_reader import check_encoding

        check_encoding(options.encoding)
    files = [file for given in options.files for file in _files_in(given)]
    show = progress_bar(len(files), message("cli-solver.files")) if len(files) > 1 else None
    refused, skipped = [], []
    paths: dict[bytes, str] = {}  # of the games that these files hold
    batch: list[FileRead] = []
    with machine.open_store(options.data) as store:
        for number, file in enumerate(read_files(files, _processors(), options.encoding), 1):
            if file.game is not None:
                batch.append(file)
            elif file.is_known or file.path in options.files:
                refused.append(message("cli-games.refused", path=file.path, reason=file.refusal))
            else:
                skipped.append(message("cli-games.skipped", path=file.path))
            if len(batch) == _BATCH or number == len(files):
                with store.one_commit():
                    lines = [line for read in batch for line in _store(store, read, paths)]
                _print_over(show, lines)
                batch.clear()
            if show is not None:
                show(number)
    if refused or skipped:
        print("\n".join([*skipped, *refused]))
        if len(files) > 1:
            print(message("cli-games.imported", done=len(files) - len(refused) - len(skipped), count=len(files)))
    return 1 if refused else 0


def _processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _store(store: Store, found: FileRead, paths: dict[bytes, str]) -> list[str]:
    """Add the game of a file, and return what to say about it."""
    from hashlib import sha256  # here, because the help of every command reads this file

    assert found.game is not None
    game = store.add(**found.game, source="import")
    other = paths.setdefault(sha256(found.game["replay"]).digest(), found.path)
    if game is not None:
        outcome = message("cli-games.stored-as", path=found.path, game=game)
    else:
        known = store.same_replay(found.game["replay"])
        outcome = (
            message("cli-games.is-stored", path=found.path, game=known)
            if other == found.path
            else message("cli-games.same-as", path=found.path, other=other, game=known)
        )
    return [outcome, *(message("cli-games.note", path=found.path, note=said(note)) for note in found.notes)]


def _print_over(show: Callable[[int], None] | None, lines: list[str]) -> None:
    """Print lines where a progress bar may be."""
    if not lines:
        return
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
