"""The content of a store as one file that any other kind of store can take: lines of JSON, compressed.

The first line names the tables and their columns, the last one says how many rows each has, with digests of the rows
and of the file. Statistics are not in it: they are computed from the replays again.
"""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from ...errors import os_reason
from ...phrase import Phrase
from ...whole_file import put_in_place
from ..store import StoreError
from .all_tables import Total, lines_of, stored_tables

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

    from ..store import Store

FORMAT = 1
TITLE = "sapper-export"


def export_all(store: Store, key: bytes | None, target: Path, *, program: str, created_at: int) -> dict[str, int]:
    """Write everything into a file, and return how many rows each table has.

    The file is a snapshot, also while servers run, and appears only when it is complete.
    """
    own = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with (
            os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file,
            store.database.transaction(reading=True),
        ):
            totals = _write(store, key, file, program=program, created_at=created_at)
            file.flush()
            os.fsync(file.fileno())
        put_in_place(own, target)
    except OSError as error:
        raise StoreError(Phrase("backup.not-writable", place=str(target), reason=os_reason(error))) from error
    finally:
        with suppress(OSError):
            own.unlink()
    return totals


def _write(store: Store, key: bytes | None, file: BinaryIO, *, program: str, created_at: int) -> dict[str, int]:
    tables = stored_tables(store.database)
    head = {
        TITLE: FORMAT,
        "program": program,
        "created_at": created_at,
        "tables": {table.name: table.columns for table in tables},
        "key": key.hex() if key else "",
    }
    whole = sha256()
    totals = {table.name: Total() for table in tables}
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=1, mtime=0) as packed:
        first = json.dumps(head).encode() + b"\n"
        whole.update(first)
        packed.write(first)
        for table in tables:
            for line in lines_of(store.database, table, table.columns):
                totals[table.name].add(line)
                whole.update(line)
                packed.write(line)
        found = {name: total.result() for name, total in totals.items()}
        packed.write(json.dumps({"totals": found, "sha256": whole.hexdigest()}).encode() + b"\n")
    return {name: total.rows for name, total in totals.items()}
