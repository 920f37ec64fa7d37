"""Draws pictures of the page for docs/pictures, with a real server and browser."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from web.browsing import Known, Seat, Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

PHONE, LANDSCAPE = (390, 844), (844, 390)
SETTINGS = '{"controls": {"touch": "switch"}, "game": {"help": "allow", "level": "expert"}}'
FIRST = (8, 14)


def play(seat: Seat) -> Known:
    """Open a part of an Expert board and flag some of its mines."""
    seat.sit_down("modern expert")
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(FIRST))
    seat.settle()
    known = Known("modern expert", FIRST)
    for cell in list(known.openings())[:60]:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    for cell in sorted(known.mines)[:14]:
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'flag', row, col })", list(cell))
    seat.settle()
    seat.tell("app => { app.state.isCursorShown = false; app.input.refresh(); app._changed(); }")
    return known


def flagging(seat: Seat) -> None:
    """Play with the switch on flags, and pan."""
    play(seat)
    seat.tell("app => { app.input.setTouchMode('flag'); app.view.panBy(90, 40); }")


def hinted(seat: Seat) -> None:
    """Ask for a hint up to its move."""
    play(seat)
    for stage in ("Where", "Why", "Move"):
        seat.tell("app => app.run('hint')")
        seat.wait_stage(stage)


def menu(seat: Seat) -> None:
    """Open the menu of a phone."""
    play(seat)
    seat.tell("app => void app.shell.open('places')")
    seat.page.locator(".places").wait_for()


def schemes(seat: Seat) -> None:
    """Choose how a tap works."""
    seat.page.goto(f"{seat.url}touch")
    seat.page.locator(".touch-page").wait_for()


#: Each picture by its name: the size of the window, the colours, and what is done before it is drawn.
PICTURES: dict[str, tuple[tuple[int, int], Any, Callable[[Seat], object]]] = {
    "phone-dark": (PHONE, "dark", flagging),
    "phone-light": (PHONE, "light", hinted),
    "phone-landscape-dark": (LANDSCAPE, "dark", flagging),
    "phone-landscape-light": (LANDSCAPE, "light", flagging),
    "phone-menu": (PHONE, "light", menu),
    "phone-touch": (PHONE, "dark", schemes),
}


def draw(browser: Browser, folder: Path) -> list[str]:
    """Draw every picture into a folder and return their names."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            for name, ((width, height), colours, prepare) in PICTURES.items():
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=colours,
                    is_mobile=True,
                    has_touch=True,
                    device_scale_factor=2,
                    reduced_motion="reduce",
                    storage_state={
                        "origins": [
                            {
                                "origin": server.url.rstrip("/"),
                                "localStorage": [{"name": "sapper.settings", "value": SETTINGS}],
                            }
                        ]
                    },
                )
                seat = Seat(context.new_page(), server.url)
                prepare(seat)
                seat.frame()
                seat.page.screenshot(path=folder / f"{name}.png")
                context.close()
        finally:
            server.stop()
    return list(PICTURES)
