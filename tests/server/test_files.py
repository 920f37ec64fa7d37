"""The page's files as they are sent: bundles that mean the same as the sources, hashed addresses, few headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest

from sapper.server import bundle
from sapper.server.app import FILE_HEADERS, HEADERS
from sapper.server.static import Files
from sapper.web import ASSETS

if TYPE_CHECKING:
    from server.conftest import Running, Start


def read(name: str) -> str:
    return (ASSETS / name).read_text("utf-8")


MODULES = sorted(path.name for path in ASSETS.glob("*.js"))


def test_every_module_is_sent_once() -> None:
    sent = bundle.bundled(MODULES, read)
    inside = {name for roots in bundle.BUNDLES.values() for name in bundle.loaded_with(roots, read)}
    assert set(sent) == set(bundle.BUNDLES) | (set(MODULES) - inside)
    for name in inside - {bundle.ENTRY}:
        variable = "$" + name.removesuffix(".js").replace("-", "_")
        assert sum(f"const {variable} = (" in text for text in sent.values()) == 1


TOKEN = re.compile(
    r"""/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\s+|."""
)


@pytest.mark.parametrize("name", MODULES)
def test_what_is_left_out_are_comments_and_space_only(name: str) -> None:
    def tokens(source: str) -> list[str]:
        return [token for token in TOKEN.findall(source) if not token.startswith(("/*", "//")) and token.strip()]

    found = tokens(read(name))
    assert tokens(bundle.stripped(read(name))) == found
    assert not [text for text in found if text.startswith("`") and "\n" in text], "a text of several lines"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("export default 5;\n", "cannot be bundled"),
        ('import * as words from "./words.js";\n', "cannot be bundled"),
        ("export let count = 0;\n", "cannot be bundled"),
        ('import { start } from "./main.js";\n', "imports itself"),
    ],
)
def test_a_module_that_cannot_be_bundled_is_named(source: str, problem: str) -> None:
    with pytest.raises(bundle.BundleError, match=problem):
        bundle.bundled(MODULES, lambda name: source if name == "dom.js" else read(name))


def test_comments_go_and_code_stays() -> None:
    source = """// @ts-check
/**
 * What it does.
 * @param {string} a
 */
export const f = (a) => /** @type {any} */ (a); // why
  /** @type {number} */ (g)();

  const text = "// no comment";
  const other = "; // no comment either";
"""
    wanted = """export const f = (a) => /** @type {any} */ (a);
/** @type {number} */ (g)();
const text = "// no comment";
const other = "; // no comment either";
"""
    assert bundle.stripped(source) == wanted


def test_files_with_a_hash_are_stored_for_good_and_the_page_is_asked_for_again(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        page = web.get("/")
        assert page.headers["cache-control"] == "no-cache"
        again = web.get("/", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        addresses = re.findall(r'(?:href|src)="([^"]+)"', page.text)
        assert addresses
        for address in addresses:
            assert re.fullmatch(r"/assets/[0-9a-f]{16}/[\w.-]+", address)
            answer = web.get(address)
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert address.endswith(".png") or answer.headers["content-encoding"] == "gzip"
            carried = {name: value for name, value in HEADERS if name.decode() in answer.headers}
            assert carried == dict(FILE_HEADERS)
            assert "set-cookie" not in answer.headers
            assert sum(len(name) + len(value) + 4 for name, value in answer.headers.raw) < 400
        version = addresses[0].split("/")[2]
        assert web.get(f"/assets/{version}/../server.key").status_code == 404
        assert web.get(f"/assets/{'0' * 16}/start.bundle.js").status_code == 404  # of another version
        assert web.get("/assets/main.js").headers["cache-control"] == "no-cache"  # as it was written


def test_the_service_worker_is_asked_for_again_and_stores_this_version_only(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        worker = web.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in worker.headers
        assert worker.headers["content-security-policy"] == dict(HEADERS)[b"content-security-policy"].decode()
        version = re.findall(r"/assets/([0-9a-f]{16})/start", web.get("/").text)[0]
        stored = re.findall(r'"(/assets/[^"]+)"', worker.text)
        assert f'const VERSION = "{version}"' in worker.text
        assert len(stored) >= 6
        for address in stored:
            assert address.startswith(f"/assets/{version}/")
            assert web.get(address).status_code == 200


def test_the_page_can_be_installed(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        page = web.get("/")
        assert "manifest-src 'self'" in page.headers["content-security-policy"]
        address = re.findall(r'<link rel="manifest" href="([^"]+)">', page.text)[0]
        answer = web.get(address)
        assert answer.headers["content-type"] == "application/manifest+json"
        manifest = answer.json()
        assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
        sizes = set()
        for icon in manifest["icons"]:
            drawn = web.get(f"{address.rpartition('/')[0]}/{icon['src']}")
            assert drawn.headers["content-type"] == icon["type"]
            if icon["type"] == "image/png":
                width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
                assert icon["sizes"] == f"{width}x{height}"
                sizes.add((width, icon.get("purpose", "any")))
        assert {(192, "any"), (512, "any"), (512, "maskable")} <= sizes
        assert len(re.findall(r'<meta name="theme-color" content="#\w+" media=', page.text)) == 2
        assert web.get("/favicon.ico").headers["content-type"] == "image/x-icon"


def test_the_page_of_a_game_names_what_a_game_needs(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        home, game = web.get("/").text, web.get("/g/anything").text
    assert "game.bundle.js" not in home
    assert re.search(r'<link rel="modulepreload" href="/assets/[0-9a-f]{16}/game\.bundle\.js">', game)


def test_the_words_are_named_in_the_language_of_the_reader(server: Running) -> None:
    def preloaded(accepted: str) -> list[str]:
        return re.findall(r"/(schema\.\w+\.json)", httpx.get(server.url, headers={"accept-language": accepted}).text)

    assert preloaded("en-GB,en;q=0.9") == ["schema.en.json"]
    assert preloaded("fr,en;q=0.5") == ["schema.en.json"]
    assert preloaded("fr") == []  # the page finds out by itself which language fits best


def test_work_on_the_page_sees_the_sources(start: Start) -> None:
    server = start("--fresh")
    page = httpx.get(server.url).text
    assert '<script type="module" src="/assets/main.js">' in page
    assert httpx.get(server.url + "/assets/main.js").text == read("main.js")
    assert httpx.get(server.url + "/sw.js").status_code == 404


def test_the_hash_follows_the_content(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(files: Files) -> str:
        assert files._release is not None
        (found,) = {path.partition("/")[0] for path in files._release.files}
        return found

    first = version(Files())
    assert version(Files()) == first
    monkeypatch.setattr(bundle, "stripped", lambda source: source + " ")
    assert version(Files()) != first
