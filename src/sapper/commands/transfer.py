"""`sapper export-all` and `import-all`: move everything from one kind of store to another."""

from __future__ import annotations

from pathlib import Path

from .. import machine
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    export = commands.add_parser(
        "export-all", help="write everything into a file that any store can import, also while servers run"
    )
    export.add_argument("file", metavar="FILE", help="the file to write: only for you, because it has the key")
    export.add_argument("--force", action="store_true", help="replace a file that is there")
    arguments.add_store(export)
    export.set_defaults(run=_export)
    take = commands.add_parser("import-all", help="take a file of export-all into an empty store, while no server runs")
    take.add_argument("file", metavar="FILE", help="a file that sapper export-all wrote")
    arguments.add_store(take)
    take.set_defaults(run=_import)


def _export(options: argparse.Namespace) -> int:
    from ..history.transfer.export_all import export_all
    from ..history.transfer.server_key import known_server_key

    target = Path(options.file)
    if target.exists() and not options.force:
        raise arguments.UsageError(f"{target} is there already: choose another name, or --force")
    place = machine.store_place(options.data)
    if isinstance(place, Path) and not place.is_file():
        raise arguments.UsageError(f"there are no games in {place.parent}: choose another folder with --data")
    with machine.open_store(options.data, rebuilds=False) as store:
        key = known_server_key(place)
        rows = export_all(store, key, target, program=machine.PROGRAM, created_at=machine.seconds())
    print(f"{target}: {_description(rows)}; {target.stat().st_size:,} bytes")
    return 0


def _import(options: argparse.Namespace) -> int:
    from ..history.transfer.import_all import import_all

    source = Path(options.file)
    if not source.is_file():
        raise arguments.UsageError(f"there is no file {source}")
    with machine.open_store(options.data, rebuilds=False) as store:
        rows = import_all(store, source)
        where = store.place
    machine.open_store(options.data).close()  # computes the statistics
    print(f"{where}: {_description(rows)}, compared with {source}")
    return 0


def _description(rows: dict[str, int]) -> str:
    return f"{rows.get('game', 0):,} games, {rows.get('player', 0):,} names, {sum(rows.values()):,} rows in all"
