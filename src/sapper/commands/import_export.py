"""`sapper replay import` and `sapper replay export`: games of other programs."""

from __future__ import annotations

import sys
from pathlib import Path

from .. import machine
from . import arguments
from .progress_bar import progress_bar
from .replay_files import read, stored_replay, unfinished_game, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Store

_FORMATS = ("rawvf", "text", "packed", "board")


def add_import(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `import` to the actions on replays."""
    parser = actions.add_parser("import", help="store the games of replay files: ours, RAWVF, AVF, RMV, EVF, MVF")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or a folder whose files are all read")
    arguments.add_store(parser)
    parser.set_defaults(run=_import)


def add_export(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `export` to the actions on replays."""
    parser = actions.add_parser("export", help="write a game to a file")
    parser.add_argument("game", metavar="ID", help="a game's number")
    parser.add_argument("file", nargs="?", metavar="FILE", help="the file to write (default: standard output)")
    parser.add_argument(
        "--format",
        choices=_FORMATS,
        help="rawvf, text, packed, or board for the position alone, also of an unfinished game "
        "(default: by the ending of FILE: .rawvf, .sapper; else text)",
    )
    arguments.add_store(parser)
    parser.set_defaults(run=_export)


def _import(options: argparse.Namespace) -> int:
    """Store the games of files, and print why a file is refused; a refused file does not stop the others."""
    files = [file for given in options.files for file in _files_in(given)]
    show = progress_bar(len(files), "files") if len(files) > 1 else None
    failed = 0
    with machine.open_store(options.data) as store:
        for number, path in enumerate(files, 1):
            lines, is_stored = _import_one(store, path)
            failed += not is_stored
            if show is not None and lines:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
            print("\n".join(lines), flush=show is not None)
            if show is not None:
                show(number)
    if failed and len(files) > 1:
        print(f"{len(files) - failed} of {len(files)} files were imported")
    return 1 if failed else 0


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
        raise arguments.UsageError(f"{given} is a folder without files")
    return files


def _import_one(store: Store, path: str) -> tuple[list[str], bool]:
    from ..errors import SapperError
    from ..formats import read_replay
    from ..history.recorder import import_replay

    try:
        imported = read_replay(read(path), path)
        game = import_replay(store, imported.replay, "import")
    except (SapperError, OSError) as error:
        return [f"{path}: refused: {getattr(error, 'strerror', None) or error}"], False
    outcome = "is stored already" if game is None else f"stored as game {game}"
    return [f"{path}: {outcome}", *(f"{path}: note: {note}" for note in imported.notes)], True


def _position(options: argparse.Namespace) -> bytes:
    """Return the visible board of a game, as far as it was played, as a diagram."""
    game = unfinished_game(options, options.game)
    if game is None:
        replay = stored_replay(options, options.game)
        game = replay.after(len(replay))
    return f"{game.board}\n".encode()


def _export(options: argparse.Namespace) -> int:
    from ..formats import write_replay
    from ..formats.export import format_of

    kind = options.format or format_of(options.file or "")
    if kind == "board":
        write(_position(options), options.file)
        return 0
    write(write_replay(stored_replay(options, options.game), kind), options.file)
    return 0
