"""`sapper replay import`, `sapper replay export` and `sapper board`: games and boards of other programs."""

from __future__ import annotations

import sys

from .. import host
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Store
    from ..replay.model import Replay

_BOARDS = ("mbf", "tatham", "diagram")
_REPLAYS = ("rawvf", "text", "packed")


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command that converts boards."""
    board = commands.add_parser("board", help="convert a board: MBF, game ids of Simon Tatham's Mines, diagrams")
    board.add_argument("file", metavar="FILE", help="a board in any of these formats, - for standard input")
    board.add_argument("--to", choices=_BOARDS, default="diagram", help="the format to write (default: diagram)")
    board.add_argument("--first", metavar="CELL", help="the cell to open first, as ROW,COL from 0 or a name such as C7")
    board.add_argument("-o", "--output", metavar="FILE", help="where to (default: standard output)")
    board.set_defaults(run=convert_board)


def add_import(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `import` to the actions on replays."""
    bring = actions.add_parser("import", help="keep the games of replay files: ours, RAWVF, AVF, RMV, EVF, MVF")
    bring.add_argument("files", nargs="+", metavar="FILE")
    arguments.add_data(bring)
    bring.set_defaults(run=import_files)


def add_export(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `export` to the actions on replays."""
    give = actions.add_parser("export", help="write a game to a file")
    give.add_argument("game", metavar="ID", help="a game's number")
    give.add_argument("file", nargs="?", metavar="FILE", help="where to (default: standard output)")
    give.add_argument("--format", choices=_REPLAYS, default="text", help="rawvf, text or packed (default: text)")
    arguments.add_data(give)
    give.set_defaults(run=export)


def import_files(options: argparse.Namespace) -> int:
    """Keep the games of files; what cannot be read is said, and the others are kept."""
    files: list[str] = options.files
    show = arguments.progress_bar(len(files), "files") if len(files) > 1 else None
    failed = 0
    with host.open_store(options.data) as store:
        for number, path in enumerate(files, 1):
            lines, is_kept = _import_one(store, path)
            failed += not is_kept
            if show is not None and lines:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
            print("\n".join(lines), flush=show is not None)
            if show is not None:
                show(number)
    if failed and len(files) > 1:
        print(f"{len(files) - failed} of {len(files)} files were kept")
    return 1 if failed else 0


def _import_one(store: Store, path: str) -> tuple[list[str], bool]:
    from ..errors import SapperError
    from ..formats import read_replay
    from ..history.recorder import import_replay

    try:
        imported = read_replay(read(path), path)
        game = import_replay(store, imported.replay, "import")
    except (SapperError, OSError) as error:
        return [f"{path}: refused: {getattr(error, 'strerror', None) or error}"], False
    kept = "is kept already" if game is None else f"kept as game {game}"
    return [f"{path}: {kept}", *(f"{path}: note: {note}" for note in imported.notes)], True


def export(options: argparse.Namespace) -> int:
    """Write a kept game in a format."""
    from ..formats import write_replay

    _write(write_replay(stored_replay(options, options.game), options.format), options.file)
    return 0


def read_replay_file(path: str) -> Replay:
    """Read a replay of any format."""
    from ..formats import read_replay

    return read_replay(read(path), path).replay


def replay_of(options: argparse.Namespace, text: str) -> Replay:
    """Find the replay that is meant by a number or a file."""
    from pathlib import Path

    is_file = not text.isdecimal() and Path(text).exists()
    return read_replay_file(text) if is_file else stored_replay(options, text)


def stored_replay(options: argparse.Namespace, text: str) -> Replay:
    """Read the replay of a game that is named by its number."""
    from ..replay.model import Replay

    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise arguments.UsageError(f"{text!r} is not the number of a game: see sapper replay list")
    with host.open_store(options.data) as store:
        data = store.replay(int(text))
    if data is None:
        raise arguments.UsageError(f"game {text} is not finished, or not there: see sapper replay list")
    return Replay.unpack(data)


def convert_board(options: argparse.Namespace) -> int:
    """Read a board in any format and write it in another."""
    from ..formats import read_board, write_board

    board = read_board(read(options.file), options.file)
    first = board.first if options.first is None else arguments.parse_cell_option(options.first)
    _write(write_board(board.minefield, options.to, first), options.output)
    return 0


def read(path: str) -> bytes:
    """Read a file, as much as any format takes."""
    from ..formats import MOST_BYTES

    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(path, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _write(data: bytes, path: str | None) -> None:
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with open(path, "xb") as file:
            file.write(data)
    except FileExistsError:
        raise arguments.UsageError(f"{path} is there already: choose another name, or move it away") from None
