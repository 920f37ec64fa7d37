"""The page: bytes, requests and levels until Home and a game can be used, input to paint, frames dropped by a pan.

A real server, Chromium, and for loading a relay between them that delays every byte. The figures of an earlier review
are printed too, and for dropped frames those of a pan that only changes one pixel: the browser and the machine drop
these by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from sapper import Action, Game, Rules
from sapper.board import CellState
from sapper.server.http import static_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

ROUND_TRIP = 0.4  # seconds
SCRIPTS_KB = 50  # until the first game
FRAMES = 150
FRAME_MS = 1000 / 60
STEPS = (1, 5, 10, 24, 64)  # CSS pixels in a frame
DROPPED_BEFORE = {(10, 1): "143", (24, 1): "2 to 4", (24, 2): "10 to 65"}  # by step and device pixel ratio
SEED = "bench"
MOVES = 40
APP = "(await (await import(document.querySelector('script[type=module]').src)).start).app"
PAN = f"""async ([step, frames]) => {{
  const app = {APP};
  const times = [];
  let right = true;
  await new Promise((done) => {{
    const turn = (now) => {{
      times.push(now);
      if (times.length > frames) return done();
      if (!step) app.view.canvas.getContext("2d").fillRect(0, 0, 1, 1);
      else if (!app.view.panBy(right ? step : -step, right ? step : -step)) right = !right;
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

# From the event to the end of the paint in which the cell looks different.
LATENCY = f"""async ([row, col, kind]) => {{
  const {{ view, state }} = {APP};
  const before = state.game.at([row, col]);
  let since = 0;
  addEventListener(kind, (event) => (since = event.timeStamp), {{ capture: true, once: true }});
  window.latency = new Promise((done) => {{
    view.paint = () => {{
      Object.getPrototypeOf(view).paint.call(view);
      if (!since || state.game.at([row, col]) === before) return;
      delete view.paint;
      done(performance.now() - since);
    }};
  }});
  return view.pointOf(row, col);
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


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def hosting() -> Iterator[str]:
    """Serve the page as files, without any server of ours, and give the address."""
    with tempfile.TemporaryDirectory() as folder:
        static_site.write(Path(folder, "site"))
        host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
        threading.Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{host.server_port}/site/"
        finally:
            host.shutdown()
            host.server_close()


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

    def scripts(self) -> int:
        """Return the bytes of the scripts that came so far, as they are sent: packed with brotli, with headers."""
        return sum(size for url, size in self.sizes.items() if url.partition("?")[0].endswith(".js"))


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
    print(f"Home       {home}  usable after {usable:.2f} s  (before: 84.4 kB, 19 requests, 6 levels, 3.15 s)")
    page.wait_for_load_state("networkidle")
    started = time.perf_counter()
    page.keyboard.press("Enter")
    wait(page, "app?.state.game")
    board = time.perf_counter() - started
    print(f"first game {watch.figures()}  board after {board:.2f} s more  (before: 178.9 kB, 28 requests, 2.5 s)")
    print(f"           scripts {watch.scripts() / 1000:.1f} kB  (at most {SCRIPTS_KB} kB)")
    again = Watch(page)
    page.goto(url)
    page.locator(".home").wait_for()
    page.wait_for_load_state("networkidle")
    fetched = {path: size for path, size in again.sizes.items() if size}
    print(f"reload     {sum(fetched.values()) / 1000:5.1f} kB  {len(fetched):2} requests  (before: 24 requests)")
    page.close()


def begin(page: Page, url: str, level: str) -> None:
    """Start a game of a known board, and open a cell in the middle."""
    page.goto(url)
    page.locator(".home").wait_for()
    page.keyboard.press("Enter")
    wait(page, "app?.state.game")
    page.evaluate(f"async () => void ({APP}).session.newGame('modern {level}', '{SEED}')")
    width, height = Rules.parse(f"modern {level}").level.width, Rules.parse(f"modern {level}").level.height
    wait(page, f"app.state.game.width === {width}")
    row, col = height // 2, width // 2
    page.evaluate(f"async () => {{ const app = {APP}; app.view.centreOn({row}, {col}); }}")
    page.evaluate(f"async () => ({APP}).session.play({{ kind: 'open', row: {row}, col: {col} }})")
    wait(page, "app.state.game.seq === 1 && app.session.isSettled")


def inputs(browser: Browser, url: str, level: str, before: dict[str, str]) -> None:
    """Click on closed cells near the middle, and time each until it is painted."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    begin(page, url, level)
    rules = Rules.parse(f"modern {level}")
    row, col = rules.level.height // 2, rules.level.width // 2
    game, truth = Game(rules, SEED), Game(rules, SEED)
    game.open(row, col)
    truth.open(row, col)
    truth.play(Action("resign"))
    mines = set(truth.minefield.mines())
    near = [(row + down, col + right) for down in range(-7, 8) for right in range(-12, 13)]
    for kind, event in (("flag", "pointerdown"), ("open", "pointerup")):
        times: list[float] = []
        for cell in near:
            is_meant = (cell in mines) == (kind == "flag")
            if not is_meant or game.board[cell] != CellState.HIDDEN or len(times) == MOVES:
                continue
            x, y = page.evaluate(LATENCY, [*cell, event])
            page.mouse.click(x, y, button="right" if kind == "flag" else "left")
            times.append(page.evaluate("window.latency"))
            game.play(Action(kind, *cell))
        times.sort()
        median, late = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(
            f"{kind} to paint on {level}: median {median:.1f} ms, p95 {late:.1f} ms of {len(times)}"
            f"  (before: {before[kind]})"
        )
    page.close()


def panning(browser: Browser, url: str, ratio: int) -> None:
    """Pan over a board of a million cells, and count the frames that were not drawn."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, device_scale_factor=ratio)
    page = context.new_page()
    begin(page, url, "1000x1000/150000")
    for step in STEPS:
        floor, dropped = (_dropped(page.evaluate(PAN, [pixels, FRAMES])) for pixels in (0, step))
        before = DROPPED_BEFORE.get((step, ratio), "-")
        moved, painted = (page.evaluate(PAINT, [step, is_full]) for is_full in (False, True))
        print(
            f"pan by {step:2} px at ratio {ratio}: {dropped:3} frames dropped in {FRAMES}, {floor} by a pixel alone"
            f"  (before: {before})  a step {moved:.1f} ms, painted whole {painted:.1f} ms"
        )
    context.close()


def _dropped(times: list[float]) -> int:
    return sum(max(0, round((after - before) / FRAME_MS) - 1) for before, after in pairwise(times))


def main() -> None:
    """Measure."""
    with serving() as (url, slow), sync_playwright() as playwright:
        chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for address, words in zip(slow, ("", ", one more for each new connection"), strict=True):
            print(f"a round trip of {ROUND_TRIP * 1000:.0f} ms{words}")
            loading(browser, address)
        inputs(browser, url, "expert", {"open": "17, 32 ms", "flag": "1.7, 14 ms"})
        inputs(browser, url, "1000x1000/150000", {"open": "27, 162 ms", "flag": "-"})
        with hosting() as site:
            print(f"without a server (at most a frame of {FRAME_MS:.1f} ms)")
            inputs(browser, site, "expert", {"open": "-", "flag": "-"})
        for ratio in (1, 2):
            panning(browser, url, ratio)
        browser.close()


if __name__ == "__main__":
    main()
