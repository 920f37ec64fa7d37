"""Fingers on the page: touches as the browser gets them from a screen, several at once, with holds and slides."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from web.browsing import SEED, Seat, Server, wait, watch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
    from web.browsing import Cell

    Point = tuple[float, float]

AHEAD = 30.0  # seconds: longer than any machine takes between two touches
PHONE: ViewportSize = {"width": 390, "height": 844}
LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
TABLET: ViewportSize = {"width": 820, "height": 1180}


class Fingers:
    """Touches a page through the browser's own input, finger by finger."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._down: dict[int, Point] = {}
        self._ahead = 0.0

    @contextmanager
    def in_time(self) -> Iterator[None]:
        """Let events say that they come later than they do: a busy machine then makes no hold of a quick touch."""
        before, self._ahead = self._ahead, AHEAD
        yield
        self._ahead = before

    def _send(self, kind: str, **fields: float) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._down.items()]
        given = {"timestamp": time.time() + self._ahead, **fields}
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, **given})

    def press(self, point: Point, finger: int = 0) -> None:
        self._down[finger] = point
        self._send("touchStart")

    def move(self, point: Point, finger: int = 0) -> None:
        self._down[finger] = point
        self._send("touchMove")

    def lift(self, finger: int = 0) -> None:
        del self._down[finger]
        self._send("touchEnd")

    def tap(self, point: Point) -> None:
        self.tap_for(point, 0.02)

    def tap_for(self, point: Point, seconds: float) -> None:
        """Press and lift at once, as events that say how many seconds the finger was down."""
        began = time.time() + AHEAD
        self._down[0] = point
        self._send("touchStart", timestamp=began)
        self._down.clear()
        self._send("touchEnd", timestamp=began + seconds)

    def drag(self, points: Iterable[Point]) -> None:
        start, *rest = points
        with self.in_time():
            self.press(start)
            for point in rest:
                self.move(point)
            self.lift()


class Hand(Seat):
    """A player with fingers."""

    def __init__(self, page: Page, url: str) -> None:
        super().__init__(page, url)
        self.fingers = Fingers(page)

    def sit_down(self, rules: str = "modern beginner", seed: str | None = SEED) -> None:
        """Open the page where a scheme is chosen, with a hold time that leaves a slow machine the time for a tap."""
        super().sit_down(rules, seed)
        self.choose(touch="tap-opens", hold_ms=600)

    def choose(self, **controls: Any) -> None:
        for name, value in controls.items():
            self.tell(
                "(app, [name, value]) => app.settings.set('controls', name, value)", [name.replace("_", "-"), value]
            )

    def bring(self, cell: Cell) -> Point:
        """Pan with a finger until a cell is well within the board's window, and return where it is."""
        for _ in range(40):
            x, y = self.point(cell)
            left, top, right, bottom = self.window()
            dx = (left + right) / 2 - x if not left + 6 < x < right - 6 else 0.0
            dy = (top + bottom) / 2 - y if not top + 6 < y < bottom - 6 else 0.0
            if not dx and not dy:
                return x, y
            reach_x, reach_y = (right - left) * 0.8, (bottom - top) * 0.8
            dx, dy = max(-reach_x, min(dx, reach_x)), max(-reach_y, min(dy, reach_y))
            start = ((left + right - dx) / 2, (top + bottom - dy) / 2)
            self.fingers.drag([start, (start[0] + dx / 2, start[1] + dy / 2), (start[0] + dx, start[1] + dy)])
            self.frame()
        raise AssertionError(f"{cell} cannot be brought into view")

    def window(self) -> tuple[float, float, float, float]:
        """The part of the board's canvas that is on the screen: left, top, right, bottom."""
        script = """app => {
          const { left, top, right, bottom } = app.view.canvas.getBoundingClientRect();
          const ruler = app.view.ruler;
          return [Math.max(0, left + ruler), Math.max(0, top + ruler),
            Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
        }"""
        left, top, right, bottom = self.tell(script)
        return left, top, right, bottom

    def wait_for_game(self) -> None:
        super().wait_for_game()
        wait(lambda: self.tell("app => Boolean(app.input.touch)"), "what follows fingers")

    def tap(self, cell: Cell) -> None:
        self.fingers.tap(self.bring(cell))

    def hold(self, cell: Cell) -> None:
        """Hold a finger until it has done something."""
        self.fingers.press(self.bring(cell))
        wait(lambda: not self.tell("app => app.input.touch.facePressed"), "the hold")
        self.fingers.lift()


def handed(browser: Browser, server: Server, complaints: list[str], size: Any) -> tuple[BrowserContext, Hand]:
    """Return a player at a touch screen of a size."""
    context = browser.new_context(viewport=size, device_scale_factor=2, is_mobile=True, has_touch=True)
    watch(context, complaints)
    return context, Hand(context.new_page(), server.url)
