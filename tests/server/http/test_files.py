"""The page's files as they are sent: built from all sources, hashed addresses, few headers."""

from __future__ import annotations

import gzip
import json
import os
import re
from typing import TYPE_CHECKING, Any, cast

import httpx
from web.modules import run_all

from sapper.display.wording import wording
from sapper.server.app import FILE_HEADERS, HEADERS
from sapper.server.http import page_build, static
from sapper.server.http.static import Files
from sapper.web import ASSETS, BUILT, SOURCES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from server.conftest import Running, Start


FIRST = json.loads((BUILT / "files.json").read_bytes())["start"]
SCRIPT = max(FIRST, key=lambda name: (BUILT / name).stat().st_size)  # the first one may only import it


def sources_of(file: Path) -> set[str]:
    """Return the sources that a built file was made of."""
    listed = json.loads(file.with_name(file.name + ".map").read_bytes())["sources"]
    return {os.path.normpath(BUILT / name) for name in listed}


def test_every_module_and_style_sheet_is_sent_once() -> None:
    files = [*BUILT.glob("*.js"), *BUILT.glob("*.css")]
    sources = [name for file in files if file.name != "sw.js" for name in sources_of(file)]
    found = [name for name in sources if "node_modules" not in name]
    of_worker = set(sources_of(BUILT / "local-worker.js"))  # a thread of its own, with its own copy
    assert len(found) == len(set(found)) + sum(found.count(name) > 1 for name in of_worker)
    written = {str(path) for path in SOURCES.rglob("*.*")}
    assert set(found) <= written
    only_types = {"types.ts", "protocol.ts", "catalogue.ts", "series.ts"}
    sheets = {path.name: path.read_text("utf-8") for path in SOURCES.rglob("*.css")}
    only_imports = {name for name, text in sheets.items() if "@import" in text and "{" not in text}
    assert {os.path.basename(name) for name in written - set(found)} == {"sw.ts", *only_types, *only_imports}


def test_a_game_needs_two_scripts_more_than_the_start_page() -> None:
    files = json.loads((BUILT / "files.json").read_bytes())
    assert [len(files["start"]), len(files["game"])] == [2, 2]
    game = set().union(*(sources_of(BUILT / name) for name in files["game"]))
    assert {str(SOURCES / "app" / "app.ts"), str(SOURCES / "play" / "play-screen.ts")} <= game
    assert not [name for name in game if "/replay/" in name or "/statistics/" in name]


def test_every_text_is_packed_and_unpacks_to_itself() -> None:
    texts = [path for path in (*BUILT.iterdir(), *ASSETS.iterdir()) if path.suffix in (".js", ".css", ".json", ".svg")]
    script = """async ([file, packed]) => {
      const [{ brotliDecompressSync }, { readFileSync }] = await Promise.all([import("node:zlib"), import("node:fs")]);
      return brotliDecompressSync(readFileSync(packed)).equals(readFileSync(file));
    }"""
    packed = [(str(path), str(BUILT / f"{path.name}.br")) for path in texts if path.stat().st_size > 200]
    assert len(packed) > 80
    assert all(run_all(script, packed))


def test_browsers_get_the_shortest_form_that_they_read(server: Running) -> None:
    (address,) = re.findall(rf'"(/assets/\w+/{SCRIPT})"', httpx.get(server.url).text)

    def answered(accepted: str) -> tuple[str | None, bytes]:
        with httpx.stream("GET", server.url + address, headers={"accept-encoding": accepted}) as answer:
            return answer.headers.get("content-encoding"), b"".join(answer.iter_raw())

    plain = (BUILT / SCRIPT).read_bytes()
    assert answered("gzip, deflate, br, zstd") == ("br", (BUILT / f"{SCRIPT}.br").read_bytes())
    assert answered("gzip, br;q=0") == ("gzip", gzip.compress(plain, mtime=0))
    assert answered("identity") == (None, plain)


def test_a_server_compresses_a_file_when_it_is_asked_for_and_once() -> None:
    static.compressed.cache_clear()
    file = Files().asset(SCRIPT)
    assert static.compressed.cache_info().misses == 0
    assert file is not None
    assert file.encoded({"gzip", ""}) == file.encoded({"gzip", ""}) == ("gzip", gzip.compress(file.data, mtime=0))
    assert static.compressed.cache_info().misses == 1


def test_the_page_is_built_when_a_source_is_newer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source, built = tmp_path / "src" / "one.ts", tmp_path / "files.json"
    source.parent.mkdir()
    source.write_text("", "utf-8")
    monkeypatch.setattr(page_build, "_SOURCES", source.parent)
    monkeypatch.setattr(page_build, "_BUILT", built)
    monkeypatch.setattr(page_build, "_sources", source.parent.iterdir)
    monkeypatch.setattr(page_build, "_COMMAND", ["touch", str(built)])
    assert not page_build.is_current()
    page_build.make_current()
    assert page_build.is_current()
    os.utime(source, ns=(0, built.stat().st_mtime_ns + 1))
    assert not page_build.is_current()
    monkeypatch.setattr(page_build, "_SOURCES", tmp_path / "none")
    assert page_build.is_current()  # an installed copy has no sources


def test_a_page_that_cannot_be_built_is_said_and_the_server_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(page_build, "_BUILT", tmp_path / "files.json")
    monkeypatch.setattr(page_build, "_COMMAND", ["sh", "-c", "echo 'sapper: no tools.' >&2; exit 1"])
    monkeypatch.setattr(static, "_BUILT", "web/none")
    files = Files()
    assert "No tools. `make page` builds it." in caplog.text
    assert files.version == ""
    assert files.asset("app-main.js") is None


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
            is_small = address.endswith(".png") or len(answer.content) < 200
            assert is_small or answer.headers["content-encoding"] == "gzip"
            carried = {name: value for name, value in HEADERS if name.decode() in answer.headers}
            assert carried == dict(FILE_HEADERS)
            assert "set-cookie" not in answer.headers
            assert sum(len(name) + len(value) + 4 for name, value in answer.headers.raw) < 400
        version = addresses[0].split("/")[2]
        assert web.get(f"/assets/{version}/../server.key").status_code == 404
        assert web.get(f"/assets/{'0' * 16}/app-main.js").status_code == 404  # of another version
        assert web.get("/assets/app-main.js").headers["cache-control"] == "no-cache"  # of any version
        assert json.loads(web.get(f"/assets/{version}/{SCRIPT}.map").text)["sourcesContent"]


def test_the_service_worker_is_asked_for_again_and_stores_this_version_only(server: Running) -> None:
    with httpx.Client(base_url=server.url) as web:
        worker = web.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert "set-cookie" not in worker.headers
        assert worker.headers["content-security-policy"] == dict(HEADERS)[b"content-security-policy"].decode()
        version = re.findall(r"/assets/([0-9a-f]{16})/app-main", web.get("/").text)[0]
        stored = [f"/{path}" for path in re.findall(r'"(assets/[^"]+)"', worker.text)]
        assert f'VERSION = "{version}"' in worker.text
        assert len(stored) >= 6
        for address in stored:
            assert address.startswith(f"/assets/{version}/")
            assert web.get(address.replace("LANGUAGE", "en")).status_code == 200
        words = [address.rpartition("/")[2] for address in stored if "LANGUAGE" in address]
        assert set(words) == {path.name.replace(".en.", ".LANGUAGE.") for path in BUILT.glob("*.en.json")}
        rest = {f"/{path}": given for path, given in web.get(f"/assets/{version}/rest.json").json().items()}
        assert [path for path in rest if re.search(r"/(schema|(\w+-)?words|help|lessons|manifest)\.", path)] == []


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


def test_the_page_names_what_it_needs(server: Running) -> None:
    def preloaded(path: str) -> list[str]:
        return re.findall(r'modulepreload" href="/assets/[0-9a-f]{16}/([^"]+)"', httpx.get(server.url + path).text)

    files = json.loads((BUILT / "files.json").read_bytes())
    home = preloaded("/")
    assert files["start"] == ["app-main.js", *home]
    assert [*home, *files["game"]] == preloaded("/g/anything")


def test_the_words_are_named_in_the_language_of_the_reader(server: Running) -> None:
    def preloaded(accepted: str, path: str = "", **cookies: str) -> list[str]:
        given = {"accept-language": accepted} | ({"cookie": f"sapper-language={cookies['cookie']}"} if cookies else {})
        return re.findall(r"/(schema\.[\w-]+\.json)", httpx.get(server.url + path, headers=given).text)

    assert preloaded("en-GB,en;q=0.9") == ["schema.en.json"]
    assert preloaded("xx,en;q=0.5") == ["schema.en.json"]
    assert preloaded("zh-TW,en;q=0.5") == ["schema.zh.json"]
    assert preloaded("xx") == []  # the page finds out by itself which language fits best
    assert preloaded("en", cookie="pl") == ["schema.pl.json"]
    assert preloaded("en", cookie="xx") == ["schema.en.json"]
    assert preloaded("en", "?language=JA", cookie="pl") == ["schema.ja.json"]


def test_the_page_without_scripts_is_in_the_language_of_the_reader(server: Running) -> None:
    page = httpx.get(server.url, headers={"accept-language": "pl"}).text
    assert '<html lang="pl" dir="ltr" data-languages="' in page
    assert wording("pl").message("page.no-script") in page
    assert wording("pl").message("help.slogan") in page
    assert wording("en").message("help.slogan") not in page


def test_an_installed_page_is_known_in_the_language_of_the_reader(server: Running) -> None:
    def manifest(accepted: str) -> dict[str, Any]:
        page = httpx.get(server.url, headers={"accept-language": accepted}).text
        address = re.findall(r'<link rel="manifest" href="([^"]+)">', page)[0]
        return cast("dict[str, Any]", httpx.get(server.url.rstrip("/") + address).json())

    polish, unknown = manifest("pl"), manifest("xx")
    assert (polish["lang"], polish["dir"]) == ("pl", "ltr")
    assert (unknown["lang"], unknown["id"], polish["id"]) == ("en", "/", "/")
    words = wording("pl")
    assert polish["description"] == words.message("help.slogan")
    named = {shortcut["url"]: shortcut["name"] for shortcut in polish["shortcuts"]}
    assert named["/daily"] == words.message("page.daily")
    assert all(httpx.get(server.url.rstrip("/") + address).status_code == 200 for address in named)


def test_work_on_the_page_sees_what_is_built(start: Start) -> None:
    server = start("--fresh")
    page = httpx.get(server.url).text
    assert '<script type="module" src="/assets/app-main.js">' in page
    assert httpx.get(server.url + "/assets/app-main.js").content == (BUILT / "app-main.js").read_bytes()
    assert httpx.get(server.url + "/sw.js").status_code == 404


def test_the_hash_follows_the_content(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Files().version
    assert Files().version == first
    sent = static._sent_files()
    monkeypatch.setattr(static, "_sent_files", lambda: sent | {"app-main.js": b""})
    assert Files().version != first
