"""The page over a slow line: bytes, requests and levels until Home and a game can be used; frames dropped by a pan.

A real server, Chromium, and between them a relay that delays every byte; the figures of an earlier review are beside.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import sys
import tempfile
import threading
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROUND_TRIP = 0.4  # seconds
FRAMES = 150
FRAME_MS = 1000 / 60
STEPS = (10, 24)  # CSS pixels in a frame
APP = "(await import(document.querySelector('script[type=module]').src)).start.app"
PAN = f"""async ([step, frames]) => {{
  const app = {APP};
  const times = [];
  let right = true;
  await new Promise((done) => {{
    const turn = (now) => {{
      times.push(now);
      if (times.length > frames) return done();
      if (!app.view.panBy(right ? step : -step, right ? step : -step)) right = !right;
      requestAnimationFrame(turn);
    }};
    requestAnimationFrame(turn);
  }});
  return times;
}}"""

# The pixel that is read makes the browser finish its drawing.
PAINT = f"""async ([step, isFull]) => {{
  const {{ view }} = {APP};
  const times = [];
  for (let i = 0; i < 80; i++) {{
    const began = performance.now();
    view.panBy(i < 40 ? step : -step, i < 40 ? step : -step);
    if (isFull) view.invalidateAll();
    view.paint();
    view.canvas.getContext("2d").getImageData(0, 0, 1, 1);
    times.push(performance.now() - began);
  }}
  return times.sort((a, b) => a - b)[40];
}}"""


class Relay:
    """Passes bytes on after half a round trip; a new connection costs a whole one first if there are handshakes."""

    def __init__(self, port: int, *, has_handshakes: bool) -> None:
        self._target = port
        self._handshake = ROUND_TRIP if has_handshakes else 0.0
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self.port = 0
        threading.Thread(target=self._run, args=(started,), daemon=True).start()
        started.wait()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(self._handshake)
        to_reader, to_writer = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(_pass_on(reader, to_writer), _pass_on(to_reader, writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    loop = asyncio.get_running_loop()
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            loop.call_later(ROUND_TRIP / 2, writer.write, data)
    loop.call_later(ROUND_TRIP / 2, writer.close)


@contextlib.contextmanager
def serving() -> Iterator[tuple[str, list[str]]]:
    """Run a server; give its own address, and those of slow lines to it: without and with handshakes."""
    with tempfile.TemporaryDirectory() as folder:
        port = _free_port()
        command = [sys.executable, "-m", "sapper", "web", "--no-open", "--port", str(port), "--data", folder]
        relays = [Relay(port, has_handshakes=has_handshakes) for has_handshakes in (False, True)]
        slow = [f"http://127.0.0.1:{relay.port}" for relay in relays]
        process = subprocess.Popen(
            [*command, *(word for address in slow for word in ("--origin", address))],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdout is not None
        url = re.findall(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0]
        try:
            yield url, slow
        finally:
            process.terminate()
            process.wait(20)
            process.stdout.close()


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Watch:
    """Counts what comes over the line: bytes with headers, requests, and how many wait for one another."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Network.enable")
        self._levels: dict[str, int] = {}
        self._urls: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        url, initiator = event["request"]["url"], event["initiator"]
        frames: list[dict[str, Any]] = []
        stack = initiator.get("stack")
        while stack:
            frames += stack["callFrames"]
            stack = stack.get("parent")
        by = [initiator.get("url"), *(frame["url"] for frame in frames)]
        above = max((self._levels.get(name, 0) for name in by if name and name != url), default=0)
        self._levels[url] = 1 if event["type"] == "Document" else max(2, 1 + above)
        self._urls[event["requestId"]] = url

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._urls.get(event["requestId"], "")
        self.sizes[url] = self.sizes.get(url, 0) + int(event["encodedDataLength"])

    def figures(self) -> str:
        """Say what came so far."""
        levels = max(self._levels[url] for url in self.sizes)
        return f"{sum(self.sizes.values()) / 1000:5.1f} kB  {len(self.sizes):2} requests  {levels} levels"


def wait(page: Page, condition: str) -> None:
    """Wait until the app is as it should be."""
    while not page.evaluate(f"async () => {{ const app = {APP}; return Boolean({condition}); }}"):
        time.sleep(0.005)


def loading(browser: Browser, url: str) -> None:
    """Load Home with an empty cache and start a game."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    watch = Watch(page)
    started = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator(".home").wait_for()
    usable = time.perf_counter() - started
    home = watch.figures()
    print(f"Home       {home}  usable after {usable:.2f} s  (before: 46.5 kB, 19 requests, 6 levels, 3.15 s)")
    page.wait_for_load_state("networkidle")
    started = time.perf_counter()
    page.keyboard.press("Enter")
    wait(page, "app?.state.game")
    board = time.perf_counter() - started
    print(f"first game {watch.figures()}  board after {board:.2f} s more  (before: 28 requests, 2.5 s)")
    again = Watch(page)
    page.goto(url)
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    fetched = {path: size for path, size in again.sizes.items() if size}
    print(f"reload     {sum(fetched.values()) / 1000:5.1f} kB  {len(fetched):2} requests  (before: 24 requests)")
    page.close()


def panning(browser: Browser, url: str, ratio: int) -> None:
    """Pan over a board of a million cells, and count the frames that were not drawn."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=ratio)
    page = context.new_page()
    page.goto(url)
    page.locator(".home").wait_for()
    page.keyboard.press("Enter")
    wait(page, "app?.state.game")
    page.evaluate(f"async () => void ({APP}).session.newGame('modern 1000x1000/150000')")
    wait(page, "app.state.game.width === 1000")
    page.evaluate(f"async () => ({APP}).session.play({{ kind: 'open', row: 500, col: 500 }})")
    wait(page, "app.state.game.seq === 1")
    for step in STEPS:
        times = page.evaluate(PAN, [step, FRAMES])
        gaps = [after - before for before, after in pairwise(times)]
        dropped = sum(max(0, round(gap / FRAME_MS) - 1) for gap in gaps)
        before = {(10, 1): "143", (24, 1): "2 to 4", (24, 2): "10 to 65"}.get((step, ratio), "-")
        moved, painted = (page.evaluate(PAINT, [step, is_full]) for is_full in (False, True))
        print(
            f"pan by {step:2} px at ratio {ratio}: {dropped:3} frames dropped in {FRAMES}  (before: {before})", end=""
        )
        print(f"  a step {moved:.1f} ms, painted whole {painted:.1f} ms: {painted / moved:.1f} times faster")
    context.close()


def main() -> None:
    """Measure."""
    with serving() as (url, slow), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for address, words in zip(slow, ("", ", one more for each new connection"), strict=True):
            print(f"a round trip of {ROUND_TRIP * 1000:.0f} ms{words}")
            loading(browser, address)
        for ratio in (1, 2):
            panning(browser, url, ratio)
        browser.close()


if __name__ == "__main__":
    main()
