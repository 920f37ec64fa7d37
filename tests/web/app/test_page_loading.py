"""What the page costs on the line: bytes with headers, levels of requests that wait for one another, a reload."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from web.browsing import Seat, Server, wait, watch

from sapper.web import BUILT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

HOME_BYTES = 32_000
GAME_BYTES = 75_000  # straight into a game, everything included
SCRIPT_BYTES = 50_000  # the scripts of that, packed
KERNEL_BYTES = 130_000  # which is loaded when something is played without a server
ROUND_TRIPS = 3
#: What the first hint and the end of a game need.
AHEAD = ["/assets/play-advice-advice.js", "/assets/play-notices.js", "/assets/play-end-page.js", "/assets/end.css"]
FILES: dict[str, list[str]] = json.loads((BUILT / "files.json").read_bytes())
HOME = {f"/assets/{name}" for name in (*FILES["start"], "styles.css", "schema.en.json", "icons.svg", "favicon.svg")}
GAME = HOME | {f"/assets/{name}" for name in (*FILES["game"], "game.css", "words.en.json")}


class Traffic:
    """Notes every request of a page: its bytes on the line, and how many answers it had to wait for."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, int] = {}
        self.levels: dict[str, int] = {}
        self.cached: set[str] = set()
        self._page = page
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.requestServedFromCache", lambda event: self.cached.add(self._urls[event["requestId"]]))
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        url, initiator = _path(event["request"]["url"]), event["initiator"]
        callers, stack = [initiator.get("url")], initiator.get("stack")
        while stack:
            callers += [frame["url"] for frame in stack["callFrames"]]
            stack = stack.get("parent")
        above = [self.levels.get(_path(caller), 0) for caller in callers if caller]
        is_document = event["type"] == "Document"
        self.levels.setdefault(url, 1 if is_document else max(2, 1 + max(above, default=0)))
        self._urls[event["requestId"]] = url

    def _received(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached.add(self._urls[event["requestId"]])

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._urls[event["requestId"]]
        self.bytes[url] = self.bytes.get(url, 0) + int(event["encodedDataLength"])

    def has(self, path: str) -> bool:
        """Whether a file has come by now: what happens is heard of while the browser is asked something."""
        self._page.evaluate("0")
        return path in self.bytes

    @property
    def fetched(self) -> set[str]:
        """The paths that came over the line, without the hash of the version."""
        return {path for path in self.bytes if path not in self.cached}


def _path(url: str) -> str:
    path = "/" + url.partition("://")[2].partition("/")[2]
    parts = path.split("/")
    return "/".join([*parts[:2], *parts[3:]]) if parts[1] == "assets" else path


def needed(traffic: Traffic, files: set[str]) -> dict[str, int]:
    """Return the bytes of the document, of answers, and of the files that are not loaded ahead."""
    return {path: size for path, size in traffic.bytes.items() if path in files or not path.startswith("/assets/")}


def test_home_takes_three_round_trips_and_30_kb(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    traffic = Traffic(page)
    page.goto(server.url)
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    sizes = needed(traffic, HOME)
    assert HOME - {"/assets/favicon.svg"} <= set(sizes)
    assert len(sizes) <= 9
    assert sum(sizes.values()) <= HOME_BYTES, sizes
    assert max(traffic.levels[path] for path in sizes) <= ROUND_TRIPS
    assert {traffic.levels[path] for path in HOME & set(sizes)} == {2}, "all of it comes with the first wave"
    assert not [path for path in traffic.levels if "kernel" in path or "/local-" in path], "a server plays"
    wait(lambda: traffic.has("/assets/app-app.js"), "the game, which is loaded when nothing else is to do")


def test_the_kernel_has_at_most_130_kb() -> None:
    assert (BUILT / "kernel.wasm.br").stat().st_size <= KERNEL_BYTES


def test_a_game_comes_with_two_waves(seat: Seat, browser: Browser, complaints: list[str]) -> None:
    seat.sit_down("modern expert")
    address = seat.page.url
    fresh = browser.new_context(storage_state=seat.page.context.storage_state())  # nothing is in its cache
    watch(fresh, complaints)
    page = fresh.new_page()
    traffic = Traffic(page)
    page.goto(address)
    page.locator("canvas.board").wait_for()
    page.wait_for_load_state("networkidle")
    wait(lambda: all(map(traffic.has, AHEAD)), "the parts of a hint and of the end, which come when nothing is to do")
    sizes = needed(traffic, GAME)
    assert {path: traffic.levels[path] for path in GAME & set(sizes)} == dict.fromkeys(GAME & set(sizes), 2)
    assert GAME - {"/assets/favicon.svg"} <= set(sizes)
    assert sum(sizes.values()) <= GAME_BYTES, sizes
    page.wait_for_load_state("networkidle")
    loaded = set(traffic.levels)
    page.keyboard.press("h")
    page.locator(".side .hint").wait_for()
    assert set(traffic.levels) == loaded, "the first hint waits for no part of the page"
    fresh.close()


def test_the_scripts_of_a_first_game_are_50_kb() -> None:
    packed = {name: BUILT / f"{name}.br" for name in FILES["start"] + FILES["game"]}
    sizes = {name: (path if path.exists() else BUILT / name).stat().st_size for name, path in packed.items()}
    assert sum(sizes.values()) <= SCRIPT_BYTES, sizes


def test_a_reload_fetches_the_document_only(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(server.url)
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    traffic = Traffic(page)
    page.reload()
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    assert "/" in traffic.fetched
    assert not {path for path in traffic.fetched if path.startswith("/assets/")}
    assert traffic.bytes["/"] < 1500  # not even its text


def test_everything_comes_from_the_server_itself(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(server.url)
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    assert all(url.startswith(server.url) for url in urls)
