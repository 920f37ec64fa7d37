"""Draws pictures of the page for docs/pictures, with a real server and browser."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from own_history import fill, player_of
from web.browsing import Known, Seat, Server, wait
from web.small_png import small_png
from web.test_page_daily import card, open_daily, solve, today
from web.test_page_replay import made

from sapper.history.store import open_store

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

DESKTOP, PHONE, LANDSCAPE = (1440, 900), (390, 844), (844, 390)
PHONE_SCALE = 2  # pixels of the picture to one of the page
LINKS = json.loads((Path(__file__).parents[1] / "data" / "links.json").read_text("utf-8"))["links"]
SETTINGS = '{"controls": {"touch": "switch"}, "game": {"help": "allow", "level": "expert"}}'
FIRST = (8, 14)


class Sitter(Seat):
    """A player whose server is known."""

    server: Server


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


def won(seat: Seat) -> None:
    """Win an Intermediate board."""
    seat.sit_down("modern intermediate")
    seat.tell("app => app.session.play({ kind: 'open', row: 8, col: 8 })")
    seat.settle()
    for cell in Known("modern intermediate", (8, 8)).openings():
        seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.wait_status("won")
    seat.page.locator(".end").wait_for()


def statistics(seat: Sitter) -> None:
    """Look at the statistics of some games."""
    seat.go()
    (token,) = [one["value"] for one in seat.page.context.cookies() if one["name"] == "sapper"]
    with open_store(seat.server.folder / "games.db") as store:
        fill(store, player_of(token).key, 180, int(time.time()))
    seat.page.goto(f"{seat.url}statistics")
    seat.page.wait_for_selector(".results[aria-busy=false]")


def watching(seat: Sitter) -> None:
    """Watch a game up to its fourth mistake."""
    seat.go()
    data = made("a rainy day", rules="modern expert", luck=7, first=8).pack()
    headers = {"origin": seat.url.rstrip("/")}
    answer = seat.page.context.request.post(f"{seat.url}api/replays", data=data, headers=headers)
    seat.page.goto(f"{seat.url}replay/{answer.json()['id']}")
    seat.page.locator(".replay:not(.loading)").wait_for()
    wait(lambda: seat.tell("app => app.shell._screen.judged.size"), "the review")
    for _ in range(4):
        seat.page.locator(".controls .next-mistake").click()
    seat.page.evaluate("document.activeElement.blur()")


def analysis(seat: Seat) -> None:
    """Look at a position of the middle of a game."""
    link = next(link for link in LINKS if link["what"] == "a middle game")
    seat.page.goto(f"{seat.url}analysis{link['fragment']}")
    seat.page.locator(".answer .sentence").first.wait_for()


def daily(seat: Seat) -> None:
    """Solve the first of today's boards."""
    open_daily(seat)
    board = today(seat, "beginner")
    card(seat, "beginner").get_by_role("button").first.click()
    seat.wait_for_game()
    wait(lambda: seat.path.startswith("/g/"), "the board")
    seat.wait_status("playing")
    solve(seat, board)
    open_daily(seat)


def settings(seat: Seat) -> None:
    """Open the settings."""
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator(".settings .themes, .settings .part").first.wait_for()


#: Each picture by its name: the size of the window, the colours, and what is done before it is drawn.
PICTURES: dict[str, tuple[tuple[int, int], Any, Callable[[Any], object]]] = {
    "browser": (DESKTOP, "dark", play),
    "page-hint": (DESKTOP, "light", hinted),
    "page-replay": (DESKTOP, "dark", watching),
    "page-statistics": (DESKTOP, "light", statistics),
    "page-analysis": (DESKTOP, "dark", analysis),
    "page-daily": (DESKTOP, "light", daily),
    "page-settings": (DESKTOP, "dark", settings),
    "phone-dark": (PHONE, "dark", flagging),
    "phone-light": (PHONE, "light", hinted),
    "phone-landscape-dark": (LANDSCAPE, "dark", flagging),
    "phone-menu": (PHONE, "light", menu),
    "phone-touch": (PHONE, "dark", schemes),
    "phone-won": (PHONE, "dark", won),
    "phone-replay": (PHONE, "light", watching),
    "phone-statistics": (PHONE, "dark", statistics),
    "phone-analysis": (PHONE, "light", analysis),
    "phone-daily": (PHONE, "dark", daily),
}


def draw(browser: Browser, folder: Path) -> list[str]:
    """Draw every picture into a folder and return their names."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        try:
            for name, ((width, height), colours, prepare) in PICTURES.items():
                is_phone = (width, height) != DESKTOP
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=colours,
                    is_mobile=is_phone,
                    has_touch=is_phone,
                    device_scale_factor=PHONE_SCALE if is_phone else 1,
                    service_workers="block",
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
                seat = Sitter(context.new_page(), server.url)
                seat.server = server
                prepare(seat)
                seat.page.wait_for_load_state("networkidle")
                seat.frame()
                blank = context.new_page()
                (folder / f"{name}.png").write_bytes(small_png(blank, seat.page.screenshot()))
                context.close()
        finally:
            server.stop()
    return list(PICTURES)
