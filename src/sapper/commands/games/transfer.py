"""`sapper export-all` and `import-all`: move everything from one kind of store to another."""

from __future__ import annotations

from pathlib import Path

from ... import machine
from ...display.wording import message, wording
from .. import arguments
from .backup import size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    export = commands.add_parser("export-all")
    export.add_argument("file", metavar="FILE")
    export.add_argument("--force", action="store_true")
    arguments.add_store(export)
    export.set_defaults(run=_export)
    take = commands.add_parser("import-all")
    take.add_argument("file", metavar="FILE")
    arguments.add_store(take)
    take.set_defaults(run=_import)


def _export(options: argparse.Namespace) -> int:
    from ...history.transfer.export_all import export_all
    from ...history.transfer.server_key import known_server_key

    target = Path(options.file)
    if target.exists() and not options.force:
        raise arguments.UsageError(message("cli-data.is-there", path=target))
    place = machine.store_place(options.data)
    if isinstance(place, Path) and not place.is_file():
        raise arguments.UsageError(message("cli-data.no-games-in", folder=place.parent))
    with machine.open_store(options.data, rebuilds=False) as store:
        key = known_server_key(place)
        rows = export_all(store, key, target, program=machine.PROGRAM, created_at=machine.seconds())
    print(message("cli-data.exported", path=target, contents=_description(rows), bytes=size_words(target)))
    return 0


def _import(options: argparse.Namespace) -> int:
    from ...history.transfer.import_all import import_all

    source = Path(options.file)
    if not source.is_file():
        raise arguments.UsageError(message("cli-usage.no-file", path=source))
    with machine.open_store(options.data, rebuilds=False) as store:
        rows = import_all(store, source)
        where = store.place
    machine.open_store(options.data).close()  # computes the statistics
    print(message("cli-data.imported", place=where, contents=_description(rows), path=source))
    return 0


def _description(rows: dict[str, int]) -> str:
    number = wording().number
    return ", ".join(
        (
            message("cli-data.games", count=number(rows.get("game", 0))),
            message("cli-data.names", count=number(rows.get("player", 0))),
            message("cli-data.rows", count=number(sum(rows.values()))),
        )
    )
