"""The files of the page: read and compressed once, sent with an ETag, and revalidated at every request."""

from __future__ import annotations

import gzip
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
}
#: The addresses of the page's screens: assets/screens.js lists the same ones.
SCREENS = ("/", "/g/{room}", "/settings", "/times", "/help", "/about")
_NO_PAGE = b"<!doctype html><meta charset=utf-8><title>Sapper</title><p>The server runs. This copy has no page.</p>"


def is_screen(path: str) -> bool:
    """Return whether the page itself answers at a path."""
    parts = path.split("/")
    return any(_fits(parts, screen.split("/")) for screen in SCREENS)


def _fits(parts: list[str], pattern: list[str]) -> bool:
    """Compare part by part; `{room}` stands for anything but nothing."""
    if len(parts) != len(pattern):
        return False
    return all(part == wanted or (part and wanted.startswith("{")) for part, wanted in zip(parts, pattern, strict=True))


class _File(NamedTuple):
    data: bytes
    kind: str
    tag: str
    packed: bytes | None  # compressed, where that is shorter


def _file(data: bytes, kind: str) -> _File:
    packed = gzip.compress(data, mtime=0)
    tag = sha256(data).hexdigest()[:24]
    return _File(data, kind, tag, packed if len(packed) < len(data) else None)


class Files:
    """Finds files of the package. `fresh` reads them at every request, for work on the page."""

    def __init__(self, *, fresh: bool = False) -> None:
        self._fresh = fresh
        self._known: dict[str, _File] = {}

    def page(self) -> _File:
        """Return the page itself."""
        return self._find("web/index.html") or _file(_NO_PAGE, _KINDS["html"])

    def asset(self, path: str) -> _File | None:
        """Return a file that belongs to the page, None if there is none."""
        return self._find(f"web/assets/{path}") or self._find(f"web/{path}")

    def themes(self) -> _File | None:
        """Return the colours."""
        return self._find("display/themes.json")

    def _find(self, path: str) -> _File | None:
        parts = path.split("/")
        kind = _KINDS.get(parts[-1].rpartition(".")[2])
        if kind is None or any(part.startswith((".", "_")) or not part or "\\" in part for part in parts):
            return None
        if path in self._known and not self._fresh:
            return self._known[path]
        place: Traversable = files("sapper").joinpath(*parts)
        if not place.is_file():
            return None
        self._known[path] = found = _file(place.read_bytes(), kind)
        return found


def send(request: Request, file: _File | None) -> Response:
    """Return a response with a file, or with status 304 if the browser has it."""
    if file is None:
        return Response(b'{"error":"There is no such file."}', 404, media_type="application/json")
    is_packed = file.packed is not None and _accepts_gzip(request.headers.get("accept-encoding", ""))
    tag = f'"{file.tag}-gzip"' if is_packed else f'"{file.tag}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=headers)
    if is_packed:
        headers["content-encoding"] = "gzip"
    return Response(file.packed if is_packed else file.data, media_type=file.kind, headers=headers)


def _accepts_gzip(header: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip: named, and not with q=0."""
    for entry in header.lower().split(","):
        name, _, weight = entry.partition(";")
        if name.strip() == "gzip":
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
