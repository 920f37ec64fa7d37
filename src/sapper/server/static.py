"""The files of the page: read once, and sent with an ETag that browsers check each time."""

from __future__ import annotations

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
_NO_PAGE = b"<!doctype html><meta charset=utf-8><title>Sapper</title><p>The server runs. This copy has no page.</p>"


class _File(NamedTuple):
    data: bytes
    kind: str
    tag: str


class Files:
    """Finds files of the package. `fresh` reads them at every request, for work on the page."""

    def __init__(self, *, fresh: bool = False) -> None:
        self._fresh = fresh
        self._known: dict[str, _File] = {}

    def page(self) -> _File:
        """Return the page itself."""
        return self._find("web/index.html") or _File(_NO_PAGE, _KINDS["html"], _tag(_NO_PAGE))

    def asset(self, path: str) -> _File | None:
        """Return a file of the page, None if there is none."""
        return self._find(f"web/assets/{path}") or self._find(f"web/{path}")

    def themes(self) -> _File | None:
        """Return the themes."""
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
        data = place.read_bytes()
        self._known[path] = found = _File(data, kind, _tag(data))
        return found


def send(request: Request, file: _File | None) -> Response:
    """Return a response with a file, or with status 304 if the browser has it."""
    if file is None:
        return Response(b'{"error":"There is no such file."}', 404, media_type="application/json")
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if file.tag in known:
        return Response(status_code=304, headers=headers)
    return Response(file.data, media_type=file.kind, headers=headers)


def _tag(data: bytes) -> str:
    return f'"{sha256(data).hexdigest()[:24]}"'
