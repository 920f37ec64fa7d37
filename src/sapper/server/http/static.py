"""The files of the page: compressed once, when they are asked for, under addresses that never change their content.

The page itself is revalidated at every request, by its ETag. It names everything else with the hash of all files in
the address, `/assets/HASH/...`, which a browser stores for good. Without the hash every file is there too, for programs
and for work on the page. `web/built` has what `sapper.web.build` makes of the sources, `web/assets` the rest.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple, cast

from starlette.responses import Response

from ...display.wording import ENGLISH, languages, wording
from . import page_build

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from importlib.resources.abc import Traversable

    from starlette.requests import Request

_KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "webp": "image/webp",
    "woff2": "font/woff2",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm",
}
#: The addresses of the page's screens: app/shell/screens.ts lists the same ones.
SCREENS = (
    "/",
    "/g/{room}",
    "/r/{party}",
    "/together",
    "/tournaments",
    "/tournament/{id}",
    "/daily",
    "/link",
    "/player",
    "/player/{id}",
    "/replays",
    "/replay/{id}",
    "/report/{id}",
    "/round/{id}",
    "/statistics",
    "/analysis",
    "/learn",
    "/lesson/{name}",
    "/path",
    "/trainer",
    "/trainer/{which}",
    "/puzzles",
    "/puzzles/{which}",
    "/rush",
    "/insights",
    "/settings",
    "/touch",
    "/menu",
    "/times",
    "/help",
    "/about",
)
_MANIFEST = re.compile(r"manifest\.[\w-]+\.json")  # of each language
_MANIFEST_KIND = "application/manifest+json"
_BINARY = {_KINDS[ending] for ending in ("png", "ico", "wasm")}
_INDEX = "web/index.html"
_BUILT = "web/built"
_WORKER = "sw.js"
_FILES = "files.json"  # which files the start page and a game need
_THEMES = "display/themes.json"
_ENGINE = "kernel.wasm"
_REST = "rest.json"  # what the service worker stores in addition to the start page and a game
_STYLES = "styles.css"  # those of index.html
# Of the start page, of a game, of its hints, of refusals, of all other pages.
_WORDS = ("schema", "words", "advice-words", "refusal-words", "page-words")
_WORDS_OF_FOLDERS = ("study-words", "together-words", "settings-words")
# The service worker stores those of the language in use.
_OF_A_LANGUAGE = (*_WORDS, *_WORDS_OF_FOLDERS, "help", "lessons", "manifest")
_LANGUAGE_COOKIE = "sapper-language"  # the page sets it when a language is chosen
_GAME_STYLES = ("game.css",)
_LARGE = 1 << 15  # bytes: to compress fewer takes about a millisecond
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


def _kind(name: str) -> str | None:
    """Return the media type of a file by its name, None for one that is not sent."""
    return _MANIFEST_KIND if _MANIFEST.fullmatch(name) else _KINDS.get(name.rpartition(".")[2])


class File(NamedTuple):
    """A file as it is sent."""

    data: bytes
    kind: str
    tag: str
    is_immutable: bool = False
    brotli: bytes | None = None  # made with the page

    def encoded(self, accepted: Container[str]) -> tuple[str, bytes]:
        """Return the shortest encoding that a client accepts, empty for none, and the file in it."""
        if self.brotli is not None and "br" in accepted:
            return "br", self.brotli
        packed = compressed(self.data) if "gzip" in accepted else self.data
        return ("gzip", packed) if len(packed) < len(self.data) else ("", self.data)


@lru_cache(maxsize=2048)
def compressed(data: bytes) -> bytes:
    """Return a file compressed by gzip: once, also where it is part of several versions of the page."""
    return gzip.compress(data, mtime=0)


def _file(data: bytes, kind: str, *, is_immutable: bool = False, brotli: bytes | None = None) -> File:
    return File(data, kind, sha256(data).hexdigest()[:24], is_immutable, brotli)


class Files:
    """Finds files of the package. `fresh` builds the page again when its sources change, for work on it."""

    def __init__(self, *, fresh: bool = False) -> None:
        self._fresh = fresh
        self._known: dict[str, File] = {}
        page_build.make_current()
        self._release = None if fresh or not _is_built() else Release()

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
            return self._release.page(request.url.path, _language(_wanted_languages(request)))
        if self._fresh:
            page_build.make_current()
        found = self._find(_INDEX) if _is_built() else None
        return found or _file(_NO_PAGE, _KINDS["html"])

    def asset(self, path: str) -> File | None:
        """Return a file that belongs to the page, None if there is none."""
        if self._release is not None and path in self._release.files:
            return self._release.files[path]
        if path == "themes.json":
            return self.themes()
        return self._find(f"{_BUILT}/{path}") or self._find(f"web/assets/{path}")

    def worker(self) -> File | None:
        """Return the service worker of this version, None for work on the page: that is not to be stored."""
        return None if self._release is None else self._release.worker

    def themes(self) -> File | None:
        """Return the colours."""
        return self._find(_THEMES)

    def _find(self, path: str) -> File | None:
        parts = path.split("/")
        kind = _kind(parts[-1])
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
        self.files = released(contents, brotli={name[: -len(".br")]: data for name, data in _built("br").items()})
        self.parts = {path.partition("/")[2]: file for path, file in self.files.items()}
        self.parts[_INDEX] = _file(contents[_INDEX], _KINDS["html"])
        self.worker = _file(_worker(version).encode(), _KINDS["js"])
        self.files[f"{version}/{_REST}"] = _file(_rest(self.files), _KINDS["json"], is_immutable=True)
        self.files |= {f"{version}/{name}": _file(data, _KINDS["map"]) for name, data in _built("map").items()}
        page = _index(version)
        self._pages = {
            (language, place): _file(
                _in_language(page, language)
                .replace("<script ", _preloads(version, language, place) + "<script ", 1)
                .encode(),
                _KINDS["html"],
            )
            for language in (None, *languages())
            for place in ("home", "board", "page")
        }

    def static_page(self) -> str:
        """Return the page for a host that has nothing but files: it finds them next to itself."""
        page = _index(self.version).replace("<html ", '<html data-server="none" ', 1)
        preloads = _preloads(self.version, None, "home")
        return page.replace("<script ", preloads + "<script ", 1).replace('"/assets/', '"assets/')

    def page(self, path: str, language: str | None) -> File:
        """Return the page for the address of a screen and the language that it will be in, where that is known."""
        place = "home" if path == "/" else "board" if path.startswith(("/g/", "/r/")) else "page"
        return self._pages[language, place]


def version_of(contents: Mapping[str, bytes]) -> str:
    """Return the version of the page that has these files and this source of the page itself."""
    digest = sha256()
    for name, data in sorted(contents.items()):
        digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def released(contents: Mapping[str, bytes], brotli: Mapping[str, bytes] | None = None) -> dict[str, File]:
    """Return the files of a version by their paths below `/assets/`, with those that are compressed already."""
    version, brotli = version_of(contents), brotli or {}

    def made(name: str, data: bytes) -> File:
        return _file(data, _kind(name) or "", is_immutable=True, brotli=brotli.get(name))

    return {f"{version}/{name}": made(name, data) for name, data in contents.items() if name != _INDEX}


def _index(version: str) -> str:
    """Return the source of the page with the addresses of a version."""
    return _place(_INDEX).read_text("utf-8").replace("/assets/", f"/assets/{version}/")


def _is_built() -> bool:
    return _place(f"{_BUILT}/{_FILES}").is_file()


def _built(*kinds: str) -> dict[str, bytes]:
    """Return the built files of some kinds by their names."""
    places = {place.name: place for place in _place(_BUILT).iterdir()}
    return {name: place.read_bytes() for name, place in places.items() if name.rpartition(".")[2] in kinds}


def _scripts(part: str) -> list[str]:
    """Return the scripts that the start page or a game needs, or what the start page loads after them."""
    return cast("list[str]", json.loads(_place(f"{_BUILT}/{_FILES}").read_bytes())[part])


def _sent_files() -> dict[str, bytes]:
    """Return every file of a version by its name."""
    built = _built("js", "css", "json", "wasm")
    sent = {name: data for name, data in built.items() if name not in (_WORKER, _FILES)}
    for place in _place("web/assets").iterdir():
        if place.name.rpartition(".")[2] in _KINDS:
            sent[place.name] = place.read_bytes()
    return sent | {"themes.json": _place(_THEMES).read_bytes()}


def _worker(version: str) -> str:
    """Return the service worker of a version, with what it stores at once."""
    files = ", ".join(f'"assets/{version}/{name}"' for name in _stored_first())
    source = _place(f"{_BUILT}/{_WORKER}").read_text("utf-8")
    words = ", ".join(f'"assets/{version}/{name}.LANGUAGE.json"' for name in _OF_A_LANGUAGE)
    source = source.replace('"VERSION"', f'"{version}"').replace('"FILES"', files).replace('"WORDS"', words)
    source = source.replace('"ENGINE"', f'"assets/{version}/{_ENGINE}"')
    return source.replace('"REST"', f'"assets/{version}/{_REST}"')


def _stored_first() -> list[str]:
    """Return the names of the files that the start page and a game need."""
    scripts = [name for part in ("start", "game", "after") for name in _scripts(part)]
    return [*scripts, _STYLES, *_GAME_STYLES, "icons.svg", "favicon.svg"]


def _rest(files: Mapping[str, File]) -> bytes:
    """Return all other texts of a version in one file, each by its address with its kind: one request has them all."""
    others = {*_stored_first(), *(f"{name}.{language}.json" for language in languages() for name in _OF_A_LANGUAGE)}
    texts = {
        f"assets/{path}": [file.kind, file.data.decode()]
        for path, file in files.items()
        if path.partition("/")[2] not in others and file.kind not in _BINARY
    }
    return json.dumps(texts, separators=(",", ":")).encode()


def _in_language(page: str, language: str | None) -> str:
    """Return the source of the page with its few words in a language, for readers without scripts."""
    if language in (None, ENGLISH):
        return page
    english, words = wording(ENGLISH), wording(language)
    for key in ("help.slogan", "page.no-script"):
        page = page.replace(english.message(key), escape(words.message(key)))
    page = page.replace("manifest.en.json", f"manifest.{language}.json")
    return page.replace('<html lang="en"', f'<html lang="{language}" dir="{words.direction}"')


def _preloads(version: str, language: str | None, place: str) -> str:
    """Return the links to what the page will ask for, so that it comes with the first wave of requests.

    The other screens show a board or lead to one: what a game needs is loaded with them.
    """
    styles, scripts = ((), ["start"]) if place == "home" else (_GAME_STYLES, ["start", "game"])
    links = [f'<link rel="stylesheet" href="/assets/{version}/{name}">\n' for name in styles]
    _, *others = (name for part in scripts for name in _scripts(part))  # the first is the script of index.html
    links += [f'<link rel="modulepreload" href="/assets/{version}/{name}">\n' for name in others]
    words = {"home": 1, "board": 2, "page": len(_WORDS)}[place] if language else 0
    for name in _WORDS[:words]:
        address = f"/assets/{version}/{name}.{language}.json"
        links.append(f'<link rel="preload" href="{address}" as="fetch" crossorigin>\n')
    return "".join(links)


def _wanted_languages(request: Request) -> list[str]:
    """Return the languages that a reader wants, best first: of the address, chosen on the page, of the browser."""
    chosen = [request.query_params.get("language"), request.cookies.get(_LANGUAGE_COOKIE)]
    accepted = request.headers.get("accept-language", "").split(",")
    return [*filter(None, chosen), *(entry.partition(";")[0].strip() for entry in accepted)]


def _language(wanted: Iterable[str]) -> str | None:
    """Return the first language that the page has, as ui/language.ts chooses it; None if it has none of them."""
    known = languages()
    by_name = {_base(name): name for name in reversed(known)} | {name.lower(): name for name in known}
    found = (by_name.get(code.lower()) or by_name.get(_base(code)) for code in wanted)
    return next(filter(None, found), None)


def _base(code: str) -> str:
    """Return a language without its country: pt of pt-BR."""
    return code.partition("-")[0].lower()


def _place(path: str) -> Traversable:
    return files("sapper").joinpath(*path.split("/"))


async def send_asset(request: Request, file: File | None) -> Response:
    """Return a response with a file of any size, which may have to be compressed first."""
    if file is None or len(file.data) < _LARGE:
        return send(request, file)
    return await asyncio.to_thread(send, request, file)


def send(request: Request, file: File | None, status: int = 200) -> Response:
    """Return a response with a file, or with status 304 if the browser has it."""
    if file is None:
        return Response(b'{"error":"There is no such file."}', 404, media_type="application/json")
    accepted = _accepted(request.headers.get("accept-encoding", ""))
    encoding, data = file.encoded(accepted)
    tag = f'"{file.tag}-{encoding}"' if encoding else f'"{file.tag}"'
    headers = {
        "cache-control": _FOREVER,
        "vary": "accept-encoding, accept-language, cookie" if file.kind == _KINDS["html"] else "accept-encoding",
    }
    if not file.is_immutable:
        headers |= {"etag": tag, "cache-control": "no-cache"}
    known = [tag.strip() for tag in request.headers.get("if-none-match", "").split(",")]
    if tag in known and status == 200:
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["content-encoding"] = encoding
    return Response(data, status, media_type=file.kind, headers=headers)


def _accepted(header: str) -> set[str]:
    """Return the encodings that an Accept-Encoding header names without q=0, and none of them as an empty name."""
    entries = [entry.partition(";") for entry in header.lower().split(",")]
    refused = ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return {"", *(name.strip() for name, _, weight in entries if weight.replace(" ", "") not in refused)}
