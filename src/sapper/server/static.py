"""The files of the page: bundled and compressed once, under addresses that never change their content.

The page itself is revalidated at every request, by its ETag. It names everything else with the hash of all files in
the address, `/assets/HASH/...`, which a browser stores for good. Without the hash every file is there as it was
written, for programs and for work on the page.
"""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from starlette.responses import Response

from ..display.wording import languages
from . import bundle

if TYPE_CHECKING:
    from collections.abc import Mapping
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
SCREENS = (
    "/",
    "/g/{room}",
    "/r/{party}",
    "/together",
    "/daily",
    "/replays",
    "/replay/{id}",
    "/statistics",
    "/analysis",
    "/settings",
    "/touch",
    "/menu",
    "/times",
    "/help",
    "/about",
)
_INDEX = "web/index.html"
_WORKER = "web/sw.js"
_THEMES = "display/themes.json"
_STYLES = "styles.bundle.css"  # the style sheets of index.html, in their order
_GAME_STYLES = ("game.css", "phone.css")  # those of a game, in their order
_STYLESHEET = re.compile(r'<link rel="stylesheet" href="/assets/([\w-]+\.css)">\n')
_FOREVER = "public, max-age=31536000, immutable"
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


class File(NamedTuple):
    """A file as it is sent."""

    data: bytes
    kind: str
    tag: str
    packed: bytes | None  # compressed, where that is shorter
    is_immutable: bool = False


def _file(data: bytes, kind: str, packed: bytes | None = None, *, is_immutable: bool = False) -> File:
    packed = packed or gzip.compress(data, mtime=0)
    tag = sha256(data).hexdigest()[:24]
    return File(data, kind, tag, packed if len(packed) < len(data) else None, is_immutable)


class Files:
    """Finds files of the package. `fresh` reads them at every request as they are, for work on the page."""

    def __init__(self, *, fresh: bool = False) -> None:
        self._fresh = fresh
        self._known: dict[str, File] = {}
        self._release = None if fresh or self._find(_INDEX) is None else Release()

    @property
    def version(self) -> str:
        """The version of the page, empty for work on it."""
        return self._release.version if self._release else ""

    def parts(self) -> dict[str, File]:
        """Return everything of which the version is the hash, by its name."""
        return self._release.parts if self._release else {}

    def page(self, request: Request) -> File:
        """Return the page itself."""
        if self._release is not None:
            return self._release.page(request.url.path, request.headers.get("accept-language", ""))
        return self._find(_INDEX) or _file(_NO_PAGE, _KINDS["html"])

    def asset(self, path: str) -> File | None:
        """Return a file that belongs to the page, None if there is none."""
        if self._release is not None and path in self._release.files:
            return self._release.files[path]
        if path == "themes.json":
            return self.themes()
        return self._find(f"web/assets/{path}")

    def worker(self) -> File | None:
        """Return the service worker of this version, None for work on the page: that is not to be stored."""
        return None if self._release is None else self._release.worker

    def themes(self) -> File | None:
        """Return the colours."""
        return self._find(_THEMES)

    def _find(self, path: str) -> File | None:
        parts = path.split("/")
        kind = _KINDS.get(parts[-1].rpartition(".")[2])
        if kind is None or any(part.startswith((".", "_")) or not part or "\\" in part for part in parts):
            return None
        if path in self._known and not self._fresh:
            return self._known[path]
        place = _place(path)
        try:
            data = place.read_bytes() if place.is_file() else None
        except OSError:  # the name is longer than the system allows
            return None
        if data is None:
            return None
        self._known[path] = found = _file(data, kind)
        return found


class Release:
    """All files of one version of the page as they are sent, by their paths below `/assets/`."""

    def __init__(self) -> None:
        contents = _sent_files() | {_INDEX: _place(_INDEX).read_bytes()}
        self.version = version = version_of(contents)
        self.files = released(contents)
        self.parts = {path.partition("/")[2]: file for path, file in self.files.items()}
        self.parts[_INDEX] = _file(contents[_INDEX], _KINDS["html"])
        self.worker = _file(_worker(version).encode(), _KINDS["js"])
        page = _page(_place(_INDEX).read_text("utf-8"), version)
        self._pages = {
            (language, is_home): _file(
                page.replace("<script ", _preloads(version, language, is_home=is_home) + "<script ", 1).encode(),
                _KINDS["html"],
            )
            for language in (None, *languages())
            for is_home in (True, False)
        }

    def page(self, path: str, accepted: str) -> File:
        """Return the page for the address of a screen and the languages that a browser accepts."""
        return self._pages[_language(accepted), path == "/"]


def version_of(contents: Mapping[str, bytes]) -> str:
    """Return the version of the page that has these files and this source of the page itself."""
    digest = sha256()
    for name, data in sorted(contents.items()):
        digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def released(contents: Mapping[str, bytes], packed: Mapping[str, bytes] | None = None) -> dict[str, File]:
    """Return the files of a version by their paths below `/assets/`; `packed` has them compressed, if that is done."""
    version, packed = version_of(contents), packed or {}
    return {
        f"{version}/{name}": _file(data, _KINDS[name.rpartition(".")[2]], packed.get(name), is_immutable=True)
        for name, data in contents.items()
        if name != _INDEX
    }


def _sent_files() -> dict[str, bytes]:
    """Return every file of a version by its name."""
    assets = {place.name: place for place in _place("web/assets").iterdir()}
    modules = [name for name in assets if name.endswith(".js")]
    texts = bundle.bundled(modules, lambda name: assets[name].read_text("utf-8"))
    texts |= {
        name: bundle.stripped(place.read_text("utf-8")) for name, place in assets.items() if name.endswith(".css")
    }
    texts[_STYLES] = "".join(texts[name] for name in _STYLESHEET.findall(_place(_INDEX).read_text("utf-8")))
    sent = {name: text.encode() for name, text in texts.items()}
    for name, place in assets.items():
        kind = name.rpartition(".")[2]
        if kind in _KINDS and kind not in ("js", "css"):
            sent[name] = place.read_bytes()
    return sent | {"themes.json": _place(_THEMES).read_bytes()}


def _page(index: str, version: str) -> str:
    """Return the page with the addresses of a version: one style sheet, and the bundle of the start page."""
    first, *others = _STYLESHEET.finditer(index)
    for other in others:
        index = index.replace(other[0], "")
    index = index.replace(first[0], f'<link rel="stylesheet" href="/assets/{_STYLES}">\n')
    index = index.replace(f"/assets/{bundle.ENTRY}", f"/assets/{bundle.START}")
    return index.replace("/assets/", f"/assets/{version}/")


def _worker(version: str) -> str:
    """Return the service worker of a version, with what it stores at once: what the start page and a game need."""
    words = [f"{name}.{language}.json" for language in languages() for name in ("schema", "words")]
    names = [bundle.START, bundle.GAME, _STYLES, "icons.svg", "favicon.svg", *words]
    files = ", ".join(f'"/assets/{version}/{name}"' for name in names)
    source = bundle.stripped(_place(_WORKER).read_text("utf-8"))
    return source.replace('"VERSION"', f'"{version}"').replace('"FILES"', files)


def _preloads(version: str, language: str | None, *, is_home: bool) -> str:
    """Return the links to what the page will ask for, so that it comes with the first wave of requests.

    The other screens are beside a board or lead to one: what a game needs is loaded with them.
    """
    links = []
    if not is_home:
        links = [f'<link rel="stylesheet" href="/assets/{version}/{name}">\n' for name in _GAME_STYLES]
        links.append(f'<link rel="modulepreload" href="/assets/{version}/{bundle.GAME}">\n')
    for name in () if language is None else ("schema",) if is_home else ("schema", "words"):
        address = f"/assets/{version}/{name}.{language}.json"
        links.append(f'<link rel="preload" href="{address}" as="fetch" crossorigin>\n')
    return "".join(links)


def _language(header: str) -> str | None:
    """Return the first language of an Accept-Language header that the page has; None if it names none of them."""
    for entry in header.split(","):
        code = entry.partition(";")[0].strip()
        for name in (code, code.partition("-")[0]):
            if name in languages():
                return name
    return None


def _place(path: str) -> Traversable:
    return files("sapper").joinpath(*path.split("/"))


def send(request: Request, file: File | None) -> Response:
    """Return a response with a file, or with status 304 if the browser has it."""
    if file is None:
        return Response(b'{"error":"There is no such file."}', 404, media_type="application/json")
    is_packed = file.packed is not None and _accepts_gzip(request.headers.get("accept-encoding", ""))
    tag = f'"{file.tag}-gzip"' if is_packed else f'"{file.tag}"'
    headers = {
        "cache-control": _FOREVER,
        "vary": "accept-encoding, accept-language" if file.kind == _KINDS["html"] else "accept-encoding",
    }
    if not file.is_immutable:
        headers |= {"etag": tag, "cache-control": "no-cache"}
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
