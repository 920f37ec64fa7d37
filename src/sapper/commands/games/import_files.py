"""Reading many replay files at once: in processes of their own where there are enough files for it."""

from __future__ import annotations

from ...value import NamedTuple
from ..arguments import error_text
from .replay_files import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ...phrase import Phrase

_LEAST_FOR_PROCESSES = 200  # files: a process takes as long to start as fifty videos to read
_CHUNK = 16  # files that a process is given at a time


class FileRead(NamedTuple):
    """A file, and its game as a store takes it or why it is refused."""

    path: str
    game: dict[str, Any] | None
    notes: tuple[Phrase, ...] = ()
    refusal: str = ""


def read_file(path: str) -> FileRead:
    """Read a replay of any format, and summarise it."""
    from ...errors import SapperError
    from ...formats import read_replay
    from ...history.recorder import import_fields

    try:
        imported = read_replay(read(path), path)
        return FileRead(path, import_fields(imported.replay), imported.phrases)
    except (SapperError, OSError) as error:
        return FileRead(path, None, refusal=error_text(error))


def read_files(paths: Sequence[str], processes: int) -> Iterator[FileRead]:
    """Read files, and yield them in order."""
    if len(paths) < _LEAST_FOR_PROCESSES or processes < 2 or "-" in paths:
        yield from map(read_file, paths)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            yield from pool.map(read_file, paths, chunksize=_CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)
