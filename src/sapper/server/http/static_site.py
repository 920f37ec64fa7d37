"""The page as a folder of files that any host can serve, below any address: solo games need nothing more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ...errors import SapperError, os_reason
from ...phrase import Phrase
from .static import Release

if TYPE_CHECKING:
    from pathlib import Path

_INDEX = "index.html"
_MAPS = ".map"  # of the sources, which a site does not need


def write(folder: Path) -> int:
    """Write the site into a folder that is empty or has an older one; return the number of its bytes.

    Files of the version before stay, for pages that are open.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        raise SapperError(Phrase("error.not-a-site", path=str(folder)))
    try:
        return sum(_write(folder / path, data) for path, data in _contents().items())
    except OSError as error:
        raise SapperError(Phrase("error.site-not-written", path=str(folder), why=os_reason(error))) from None


def _contents() -> dict[str, bytes]:
    """Return every file of the site by its path; what names the others comes last."""
    release = Release()
    sent = {f"assets/{path}": file.data for path, file in release.files.items() if not path.endswith(_MAPS)}
    manifests = {name: file.data for name, file in release.parts.items() if name.startswith("manifest.")}
    page = release.static_page().replace(f"assets/{release.version}/manifest.", "manifest.")
    return {
        **sent,
        **{name: _manifest(data, release.version) for name, data in manifests.items()},
        "sw.js": release.worker.data,
        _INDEX: page.encode(),
    }


def _manifest(data: bytes, version: str) -> bytes:
    """Return a manifest with addresses below its own folder."""
    manifest = json.loads(data)
    manifest |= {"id": "./", "start_url": "./", "scope": "./"}
    for icon in manifest["icons"]:
        icon["src"] = f"assets/{version}/{icon['src']}"
    for shortcut in manifest["shortcuts"]:
        shortcut["url"] = f"./?at={shortcut['url']}"
    manifest["share_target"]["action"] = "./share?to=./%3Fat=/replays"
    for handler in manifest["file_handlers"]:
        handler["action"] = f"./?at={handler['action']}"
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode()


def _write(path: Path, data: bytes) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return len(data)
