"""The places of things in windows of every size: nothing covers the board, and everything can be reached."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from web.board.test_page_phone import LEAST_TARGET, TARGETS
from web.browsing import Known, Seat, Server, wait, wait_for_none, watch
from web.screens.test_page_daily import open_daily

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator
    from web.browsing import Cell

LOW = [(1366, 625), (1280, 580), (1180, 520), (960, 475), (844, 390), (720, 450)]  # the last two: at 200 % zoom
SIZES = [(1440, 900), (1024, 768), (820, 1180), (390, 844), (360, 640), (320, 568), *LOW]
TOUCHED = [(1024, 768), (820, 1180), (844, 390), (390, 844), (320, 568)]
FIRST = (8, 14)

# What is wrong with the places: something lies over a board, or something cannot be reached.
FAULTS = """app => {
  const at = (x, y) => document.elementFromPoint(x, y);
  const name = (node) => `${node?.tagName} ${node?.className?.baseVal ?? node?.className} ${node?.title ?? ""}`;
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const faults = [];
  const inWindow = ({ left, right, top, bottom }) =>
    left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;

  for (const board of document.querySelectorAll(".console .field-area > canvas:not(.trail)")) {
    if (!isShown(board)) continue;
    const box = board.getBoundingClientRect();
    if (!app.state.screen && !inWindow(box)) faults.push(`the board ends at ${box.right}, ${box.bottom}`);
    const covering = new Set();
    for (let across = 1; across < 24; across++) {
      for (let down = 1; down < 24; down++) {
        const [x, y] = [box.left + (box.width * across) / 24, box.top + (box.height * down) / 24];
        const found = at(x, y);
        if (found && !found.closest(".field-area")) covering.add(name(found));
      }
    }
    for (const node of covering) faults.push(`the board is covered by ${node}`);
  }

  const scrolls = (node) => /auto|scroll/.test(getComputedStyle(node).overflowY);
  const canBeReached = (node) => {
    let box = node.getBoundingClientRect();
    for (let above = node.parentElement; above; above = above.parentElement) {
      if (scrolls(above) || /auto|scroll/.test(getComputedStyle(above).overflowX)) {
        if (above === document.body) return true;
        box = above.getBoundingClientRect();
      }
    }
    return box.left < innerWidth && box.top < innerHeight && (inWindow(box) || box.height > 100);
  };
  const buttons = [...document.querySelectorAll("button, a[href], input, select, summary")];
  for (const node of buttons.filter((button) => isShown(button) && !button.closest("[inert]"))) {
    if (!canBeReached(node)) faults.push(`out of reach: ${name(node)} ${node.textContent}`);
  }
  return faults;
}"""
# Whether a cell is in the window, after the board was panned to it where it does not fit.
REACHES = """(app, [row, col]) => {
  if (!app.view.fits) app.view.centreOn(row, col);
  const [x, y] = app.view.pointOf(row, col);
  return document.elementFromPoint(x, y) === app.view.canvas;
}"""
# The three left edges and the two right ones of a game in play.
EDGES = """app => {
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const [chips, tools, console, first] = [".chips", ".play .tools", ".console", ".chips .chip"].map(box);
  return { left: first.left - console.left, right: tools.right - console.right, rows: chips.height };
}"""


@contextmanager
def seated(browser: Browser, server: Server, complaints: list[str], *, has_touch: bool) -> Iterator[Seat]:
    """The page in a window that will have many sizes."""
    chosen = {"controls": {"touch": "switch"}, "game": {"help": "allow"}}
    stored: Any = [{"name": "sapper.settings", "value": json.dumps(chosen)}]
    context = browser.new_context(
        viewport={"width": 1440, "height": 900},
        is_mobile=has_touch,
        has_touch=has_touch,
        reduced_motion="reduce",
        storage_state={"cookies": [], "origins": [{"origin": server.url.rstrip("/"), "localStorage": stored}]},
    )
    watch(context, complaints)
    yield Seat(context.new_page(), server.url)
    context.close()


def play(seat: Seat, cell: Cell, kind: str = "open") -> None:
    seat.tell("(app, [kind, row, col]) => app.session.play({ kind, row, col })", [kind, *cell])


def resize(seat: Seat, size: tuple[int, int]) -> None:
    seat.page.set_viewport_size({"width": size[0], "height": size[1]})
    seat.frame()


def check(seat: Seat, where: str, sizes: list[tuple[int, int]]) -> None:
    """Look at a screen in windows of all sizes."""
    for width, height in sizes:
        resize(seat, (width, height))
        expect_no_faults(seat, f"{where} at {width}x{height}")


def expect_no_faults(seat: Seat, where: str) -> None:
    wait_for_none(lambda: seat.tell(FAULTS), where)


def in_play(seat: Seat, rules: str) -> Known:
    seat.new(rules, "a rainy day")
    play(seat, FIRST)
    seat.settle()
    return Known(rules, FIRST)


def screens(seat: Seat) -> Iterator[str]:
    """Go from one screen with a board to the next, and name each."""
    seat.sit_down()
    yield "beginner"
    seat.new("modern intermediate", "a rainy day")
    yield "intermediate"
    known = in_play(seat, "modern expert")
    yield "expert"
    offline = "(app, isOffline) => { app.state.isOffline = isOffline; app.changed({ isLayout: true }); }"
    seat.tell(offline, True)
    seat.page.locator("#news").wait_for()
    yield "news"
    seat.tell(offline, False)
    for _ in ("Where", "Why", "Move"):
        seat.tell("app => app.run('hint')")
        seat.settle()
    seat.wait_stage("Move")
    yield "hint"
    seat.tell("app => app.run('odds')")
    seat.page.locator(".side .odds").wait_for()
    yield "odds"
    seat.tell("app => app.run('best-move')")
    wait(lambda: seat.tell("app => Boolean(app.state.bestMove)"), "the best move")
    yield "best move"
    seat.tell("app => app.clearAdvice?.()")
    seat.tell("app => app.run('pause')")
    seat.page.locator(".cover").wait_for()
    yield "pause"
    seat.tell("app => app.run('pause')")
    seat.page.locator("canvas.board").wait_for()
    play(seat, max(known.mines))
    seat.page.locator(".end .result").wait_for()
    wait(lambda: seat.tell("app => Boolean(app.state.review && app.state.over?.finished_id)"), "the review")
    yield "lost"
    lost = seat.tell("app => app.state.over.finished_id")
    known = in_play(seat, "modern intermediate")
    for cell in known.openings():
        play(seat, cell)
    seat.wait_status("won")
    seat.page.locator(".end .result").wait_for()
    yield "won"
    seat.tell("(app, id) => void app.shell.open('replay', String(id))", lost)
    seat.page.locator(".replay:not(.loading)").wait_for()
    yield "replay"
    seat.tell("app => void app.shell.open('analysis')")
    seat.page.locator(".analysis").wait_for()
    yield "analysis"
    open_daily(seat)
    yield "daily"


@pytest.mark.long
def test_nothing_covers_the_board_and_everything_can_be_reached(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    with seated(browser, server, complaints, has_touch=False) as seat:
        for where in screens(seat):
            check(seat, where, SIZES)
            if where == "intermediate":
                check_squares_and_edges(seat)
            resize(seat, SIZES[0])


def check_squares_and_edges(seat: Seat) -> None:
    """Every square is in the window or panned into it; chips, tools and console have the same edges, in one row."""
    for size in SIZES:
        resize(seat, size)
        for cell in ((0, 0), (15, 0), (15, 15)):
            wait(lambda cell=cell: seat.tell(REACHES, list(cell)), f"{cell} at {size}")  # type: ignore[misc]
        if size[0] >= 720 and size[1] > 520:
            edges = seat.tell(EDGES)
            assert abs(edges["left"]) < 1, (size, edges)
            assert abs(edges["right"]) < 1, (size, edges)
            assert edges["rows"] < 40, (size, edges)


@pytest.mark.long
def test_nothing_covers_the_board_of_a_device_that_is_touched(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    names_squares = {"hint", "odds", "best move", "lost", "won"}
    with seated(browser, server, complaints, has_touch=True) as seat:
        for where in screens(seat):
            check(seat, where, TOUCHED)
            if where in names_squares | {"expert"}:  # the size is that of a phone
                is_named = where in names_squares
                wait(lambda is_named=is_named: (seat.tell("app => app.view.ruler") > 0) == is_named, where)  # type: ignore[misc]
            if where in ("analysis", "daily"):
                check_targets(seat, where)
            resize(seat, TOUCHED[0])
        seat.tell("app => void app.shell.open('touch')")
        button = seat.page.locator(".touch-page > .btn.primary")
        for size in TOUCHED:
            resize(seat, size)
            wait(lambda size=size: below(button) <= size[1], f"the button of the question at {size}")  # type: ignore[misc]


def below(node: Locator) -> float:
    """Return where something ends."""
    box = node.bounding_box()
    return box["y"] + box["height"] if box else float("inf")


def check_targets(seat: Seat, where: str) -> None:
    """All targets are large enough for a finger."""
    for size in TOUCHED:
        resize(seat, size)
        small = [target for target in seat.page.evaluate(TARGETS) if target[1] < LEAST_TARGET - 0.1]
        assert small == [], (where, size, small)
