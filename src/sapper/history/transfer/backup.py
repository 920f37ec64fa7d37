"""Backups: everything that a server needs to continue elsewhere, in one archive that is made while it runs.

The archive is a ZIP file with the database, the keys next to it, and `backup.json`, which describes them. The key
signs the cookies of players: without it, no player gets back to a game or a name.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import sys
import zipfile
import zlib
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ...value import Value
from ...whole_file import put_in_place
from ..store import StoreError
from ..store.databases.locks import SERVER_LOCK, LockFiles
from ..store.schema import migrations

if TYPE_CHECKING:
    from collections.abc import Iterator

DATABASE = "games.db"
KEYS = "*.key"
_MANIFEST = "backup.json"
_FORMAT = 1
_MOST_MANIFEST = 1 << 20  # bytes
_SHARED_LOCK = (510, 0x40000002)  # the length and the place of the lock that SQLite has on an open file
# The errors of reading a damaged archive; a `RuntimeError` where it claims to be encrypted.
_DAMAGES = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OverflowError, ValueError)
_SUFFIXES = ("-wal", "-shm", "-journal")  # of the other files of a SQLite database


class BackupError(StoreError):
    """A backup that cannot be made, read or restored, with a sentence that says why."""


class Contents(Value):
    """The contents of a backup."""

    program: str
    created_at: int  # seconds since 1970
    schema: int  # the version of the database
    finished: int  # games
    in_play: int
    digests: dict[str, str]  # SHA-256 of each file, by its name

    @property
    def keys(self) -> list[str]:
        """The names of the files with keys."""
        return [name for name in self.digests if name != DATABASE]


def write_backup(database: Path, target: Path, *, program: str, created_at: int) -> Contents:
    """Write a backup of a database and the keys next to it, and return its contents.

    The file appears only when it is complete and was read again without a fault. It has every commit from before the
    call.
    """
    if not database.is_file():
        raise BackupError(Phrase("backup.no-database", place=str(database)))
    with TemporaryDirectory(prefix=".sapper-backup-", dir=target.parent) as folder:
        copy, archive = Path(folder, DATABASE), Path(folder, "archive")
        copy_database(database, copy)
        files = [copy, *sorted(database.parent.glob(KEYS))]
        contents = _describe(files, program=program, created_at=created_at)
        _pack(archive, files, contents)
        if read_backup(archive) != contents:
            raise BackupError(Phrase("backup.not-as-written", place=str(target)))
        put_in_place(archive, target)
        _sync_folder(target.parent)
    return contents


def copy_database(source: Path, target: Path) -> None:
    """Copy a database that others may be writing to, as it is at one moment, and check the copy."""
    with _sentences(source):
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as here,
            closing(sqlite3.connect(target)) as there,
        ):
            here.backup(there)  # in one step: other programs may write, and the copy has none of it
            there.execute("pragma journal_mode = delete")  # one file, without a log
        target.chmod(0o600)
        _check_integrity(target, source)


def _check_integrity(database: Path, source: Path) -> None:
    """Raise `BackupError` if a database is damaged; `source` is where it comes from."""
    with _sentences(source), closing(sqlite3.connect(database)) as connection:
        (found,) = connection.execute("pragma integrity_check(1)").fetchone()
    if found != "ok":
        raise BackupError(Phrase("backup.source-damaged", place=str(source)))


def _describe(files: list[Path], *, program: str, created_at: int) -> Contents:
    with _sentences(files[0]), closing(sqlite3.connect(files[0])) as connection:
        (schema,) = connection.execute("select version from schema_version").fetchone()
        finished, in_play = connection.execute("select count(replay), count(*) - count(replay) from game").fetchone()
    return Contents(
        program=program,
        created_at=created_at,
        schema=schema,
        finished=finished,
        in_play=in_play,
        digests={file.name: _digest(file) for file in files},
    )


def _pack(archive: Path, files: list[Path], contents: Contents) -> None:
    fields = dict(zip(contents.field_names(), contents.field_values(), strict=True))
    manifest = json.dumps({"format": _FORMAT, **fields}, indent=2)
    with os.fdopen(os.open(archive, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "r+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr(_MANIFEST, manifest)
            for path in files:
                packed.write(path, path.name)
        file.flush()
        os.fsync(file.fileno())


def read_backup(archive: Path) -> Contents:
    """Return the contents of a backup, after comparing every file in it with its digest."""
    with _opened(archive) as packed:
        contents = _contents(packed, archive)
        for name, digest in contents.digests.items():
            found = sha256()
            with packed.open(name) as file:
                while part := file.read(1 << 20):
                    found.update(part)
            if found.hexdigest() != digest:
                raise BackupError(Phrase("backup.file-damaged", place=str(archive), name=name))
    return contents


def unpack_backup(archive: Path, folder: Path) -> Contents:
    """Write the files of a backup into a folder, for their owner only, and return its contents."""
    contents = read_backup(archive)
    with _opened(archive) as packed:
        for name in contents.digests:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with packed.open(name) as source, os.fdopen(os.open(folder / name, flags, 0o600), "wb") as file:
                copyfileobj(source, file, 1 << 20)
                file.flush()
                os.fsync(file.fileno())
    return contents


def _contents(packed: zipfile.ZipFile, archive: Path) -> Contents:
    """Return the description in a backup, after checking that it lists exactly the files that are there."""
    try:
        if packed.getinfo(_MANIFEST).file_size > _MOST_MANIFEST:
            raise ValueError
        described = json.loads(packed.read(_MANIFEST))
        format_ = described.pop("format")
        contents = Contents(**described)
        if not _is_well_formed(contents):
            raise ValueError
        names = sorted([_MANIFEST, *contents.digests])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise BackupError(Phrase("backup.not-a-backup", place=str(archive))) from None
    if format_ != _FORMAT:
        raise BackupError(Phrase("backup.other-format", place=str(archive), format=str(format_), known=_FORMAT))
    if sorted(packed.namelist()) != names or DATABASE not in names or any(Path(name).name != name for name in names):
        raise BackupError(Phrase("backup.other-files", place=str(archive)))
    return contents


def _is_well_formed(contents: Contents) -> bool:
    numbers = (contents.created_at, contents.schema, contents.finished, contents.in_play)
    return (
        isinstance(contents.program, str)
        and all(type(number) is int for number in numbers)
        and isinstance(contents.digests, dict)
        and all(isinstance(digest, str) for digest in contents.digests.values())
    )


def _damaged(archive: Path, reason: Phrase | str) -> BackupError:
    return BackupError(Phrase("backup.damaged", place=str(archive), reason=reason))


@contextmanager
def _opened(archive: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(archive) as packed:
            yield packed
    except _DAMAGES as error:
        raise _damaged(archive, str(error)) from None
    except OSError as error:
        if error.errno != errno.EINVAL:  # a place before the beginning of the file
            raise
        raise _damaged(archive, Phrase("backup.contents-wrong")) from None


def restore_backup(archive: Path, folder: Path, *, aside: Path, replace: bool) -> Contents:
    """Put the files of a backup into a data folder, and those that were there into the folder `aside`.

    Nothing is touched unless the backup is sound and no program uses the data. Without `replace`, the folder must
    not have any games or keys.
    """
    database = folder / DATABASE
    check_unused(database)
    present = _present(folder)
    if present and not replace:
        raise BackupError(Phrase("backup.is-there", folder=str(folder), name=present[0].name))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".sapper-restore-", dir=folder) as temporary:
        contents = unpack_backup(archive, Path(temporary))
        if contents.schema > len(migrations("sqlite")):
            raise BackupError(Phrase("backup.newer", place=str(archive), program=contents.program))
        _check_integrity(Path(temporary, DATABASE), archive)
        if present:
            aside.mkdir(mode=0o700)
        for file in present:
            file.rename(aside / file.name)
        for name in (*contents.keys, DATABASE):
            Path(temporary, name).rename(folder / name)
        _sync_folder(folder)
    return contents


def _present(folder: Path) -> list[Path]:
    """Return the files of a data folder that a backup replaces: the database with its log last, as it needs it."""
    files = [folder / DATABASE, *(folder / f"{DATABASE}{ending}" for ending in _SUFFIXES), *sorted(folder.glob(KEYS))]
    return [file for file in files if file.exists()]


def check_unused(database: Path) -> None:
    """Raise `BackupError` if a server or another program uses a database."""
    for name, process in LockFiles(database).held().items():
        if not process:
            raise BackupError(Phrase("backup.used-by-program", place=str(database)))
        by = "backup.used-by-server" if name.startswith(SERVER_LOCK) else "backup.used-by-window"
        raise BackupError(Phrase(by, place=str(database), process=process))
    if database.is_file() and _is_open_elsewhere(database):
        raise BackupError(Phrase("backup.used-by-program", place=str(database)))


def _is_open_elsewhere(database: Path) -> bool:
    """Return whether another process has locked a database, as SQLite does while it has it open.

    SQLite is not asked, because it would change a file that is damaged, and delete its log.
    """
    if sys.platform == "win32":  # there, a file that is open cannot be moved away
        return False
    import fcntl

    with open(database, "r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *_SHARED_LOCK)
        except OSError as error:
            return error.errno in (errno.EACCES, errno.EAGAIN)
    return False


@contextmanager
def _sentences(database: Path) -> Iterator[None]:
    """Raise the errors of SQLite as `BackupError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise BackupError(Phrase("backup.not-readable", place=str(database), reason=str(error))) from error


def _digest(path: Path) -> str:
    found = sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            found.update(part)
    return found.hexdigest()


def _sync_folder(folder: Path) -> None:
    """Make new names in a folder survive a loss of power, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
