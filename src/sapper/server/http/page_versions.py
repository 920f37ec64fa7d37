"""The files of other versions of the page: a page that is open while servers are updated still loads its parts.

Every server puts the files of its version into the store and notes every hour that it has them. A server that is asked
for files of another version looks there: an updated server for those of the version before, until a day after the last
server had it; a server that is not updated yet for those of the next one.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import re
import zlib
from typing import TYPE_CHECKING

import msgspec

from ...history.store import StoreError
from . import static

if TYPE_CHECKING:
    from ...history.store import Store
    from ..services import Services

log = logging.getLogger("sapper.server")

SERVED_FOR = 86_400  # seconds after the last server had a version
INTERVAL = 3_600  # seconds between notes that this server has its version
_MOST = 3  # versions in memory, in addition to the server's own
_VERSION = re.compile(r"[0-9a-f]{16}")
_decoder = msgspec.msgpack.Decoder(dict[str, bytes])


class PageVersions:
    """Finds files of the page in any version that the store has."""

    def __init__(self, own: static.Files) -> None:
        self._own = own
        self._others: dict[str, dict[str, static.File]] = {}

    async def asset(self, path: str, services: Services) -> static.File | None:
        """Return a file that belongs to the page, None if there is none."""
        found = self._own.asset(path)
        version = path.partition("/")[0]
        if found is not None or not _VERSION.fullmatch(version) or version == self._own.version:
            return found
        if version not in self._others:
            files = await services.reader.run(lambda store: _read(store, version))
            if files is None:
                return None
            self._others[version] = files
            if len(self._others) > _MOST:
                del self._others[next(iter(self._others))]
        return self._others[version].get(path)


async def watch(services: Services, own: static.Files) -> None:
    """Note every hour that this server has its version of the page, until the task is cancelled."""
    while own.version:
        try:
            await note(services, own)
        except StoreError as error:
            log.warning("the files of the page could not be stored: %s", error)
        await asyncio.sleep(INTERVAL)


async def note(services: Services, own: static.Files) -> None:
    """Note that this server has its version of the page, and store its files if they are not stored."""
    version, now = own.version, services.now()
    if not await services.writer.run(lambda store: store.use_page(version, now, now - SERVED_FOR - INTERVAL)):
        packed = await asyncio.to_thread(pack, own)
        await services.writer.run(lambda store: store.add_page(version, packed, now))


def pack(own: static.Files) -> bytes:
    """Return the files of a version as they are stored, each of them compressed."""
    return msgspec.msgpack.encode({name: static.compressed(file.data) for name, file in own.parts().items()})


def _read(store: Store, version: str) -> dict[str, static.File] | None:
    """Return the stored files of a version by their paths; what does not have its digest is not served."""
    packed = store.page(version)
    if packed is None:
        return None
    try:
        contents = {name: gzip.decompress(data) for name, data in _decoder.decode(packed).items()}
    except (msgspec.DecodeError, OSError, EOFError, zlib.error):
        return None
    return static.released(contents) if static.version_of(contents) == version else None
