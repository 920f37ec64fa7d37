"""Reading many replay files at once: in processes of their own where there are enough files for it."""

from __future__ import annotations

from functools import partial

from ...display.wording import wording
from ...value import NamedTuple
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
    is_known: bool = True  # whether the file looks like a replay of any format


def read_file(path: str, encoding: str = "") -> FileRead:
    """Read a replay of any format, and summarise it; names that are not UTF-8 are in the encoding."""
    from ...errors import SapperError
    from ...formats import read_replay, recognise
    from ...history.recorder import import_fields

    data = b""
    try:
        data = read(path)
        imported = read_replay(data, path, encoding)
        return FileRead(path, import_fields(imported.replay), imported.phrases)
    except (SapperError, OSError) as error:
        is_known = not data or recognise(data, path) is not None
        return FileRead(path, None, refusal=wording().error(error), is_known=is_known)


def read_files(paths: Sequence[str], processes: int, encoding: str = "") -> Iterator[FileRead]:
    """Read files, and yield them in order."""
    if len(paths) < _LEAST_FOR_PROCESSES or processes < 2 or "-" in paths:
        yield from (read_file(path, encoding) for path in paths)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        try:
            yield from pool.map(partial(read_file, encoding=encoding), paths, chunksize=_CHUNK)
        finally:
            pool.shutdown(cancel_futures=True)
