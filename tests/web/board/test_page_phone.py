"""The page on phones and tablets: dock, switch, sheets, the first touch, targets, and what is brought into view."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Known, Seat, Server, wait, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, FloatRect, StorageState

PHONE, LANDSCAPE, SMALL, TABLET = (390, 844), (844, 390), (320, 568), (1024, 768)
CHOSEN = {"controls": {"touch": "switch"}, "game": {"help": "allow"}}
LEAST_TARGET = 44

# The size of everything that is there to be touched: a box in a label is as large as the label.
TARGETS = """() => {
  const wanted = "button, a[href], input, select, summary, [role=switch]";
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isUsable = (node) => isShown(node) && !node.disabled && !node.closest("[inert]");
  return [...document.querySelectorAll(wanted)].filter(isUsable).map((node) => {
    const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
    const name = node.getAttribute("aria-label") || node.textContent || node.name || node.className;
    return [`${node.tagName} ${name}`, Math.min(width, height)];
  });
}"""
NAMED = "({ state: { hint: { cells } } }) => ['reason', 'safe', 'mine'].flatMap((kind) => cells[kind] ?? [])"
# Whether the middle of each cell can be seen.
IN_VIEW = """(app, cells) => cells.every((index) => {
  const [x, y] = app.view.pointOf(Math.floor(index / app.state.game.width), index % app.state.game.width);
  return document.elementFromPoint(x, y) === app.view.canvas;
})"""
OVERFLOW = """() => {
  const right = innerWidth + 0.5;
  const nodes = [...document.querySelectorAll("body *")].filter((node) => {
    const { left, width, right: end } = node.getBoundingClientRect();
    const isShown = width > 1 && node.checkVisibility();
    return isShown && !node.closest(".unseen, canvas, svg, .field-area") && (end > right || left < -0.5);
  });
  const wide = nodes.map((node) => node.className || node.tagName);
  return document.documentElement.scrollWidth > innerWidth ? ["the page", ...wide] : wide;
}"""


@contextmanager
def seated(
    browser: Browser,
    server: Server,
    complaints: list[str],
    size: tuple[int, int] = PHONE,
    chosen: dict[str, Any] | None = CHOSEN,
    *,
    has_touch: bool = True,
) -> Iterator[Seat]:
    """The page on a device that is touched, or in a window of its size."""
    width, height = size
    state: StorageState = {
        "origins": [
            {
                "origin": server.url.rstrip("/"),
                "localStorage": [{"name": "sapper.settings", "value": json.dumps(chosen or {})}],
            }
        ]
    }
    context = browser.new_context(
        viewport={"width": width, "height": height},
        is_mobile=has_touch,
        has_touch=has_touch,
        reduced_motion="reduce",
        storage_state=state,
    )
    watch(context, complaints)
    yield Seat(context.new_page(), server.url)
    context.close()


@pytest.fixture
def phone(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Seat]:
    with seated(browser, server, complaints) as seat:
        yield seat


def box(seat: Seat, selector: str) -> FloatRect:
    found = seat.page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found


def play_at(seat: Seat, cell: tuple[int, int]) -> None:
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.settle()


def in_play(seat: Seat, rules: str = "modern expert", first: tuple[int, int] = (3, 10)) -> Known:
    seat.sit_down(rules)
    play_at(seat, first)
    return Known(rules, first)


def swipe(seat: Seat, start: tuple[float, float], way: tuple[float, float]) -> None:
    """Move a finger in a few steps."""
    session = seat.page.context.new_cdp_session(seat.page)
    for step in range(11):
        x, y = (at + far * step / 10 for at, far in zip(start, way, strict=True))
        kind = "touchMove" if step else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


# The layout


def test_a_phone_has_the_board_from_edge_to_edge_and_a_dock_at_the_thumb(phone: Seat) -> None:
    in_play(phone)
    assert box(phone, ".triad")["height"] == 64
    assert not phone.page.locator("#rail").is_visible()
    area, dock, switch = box(phone, ".field-area"), box(phone, ".dock"), box(phone, ".mode")
    assert (area["x"], area["width"], area["y"]) == (0, 390, 64)
    assert (dock["height"], dock["y"] + dock["height"]) == (132, 844)
    assert area["y"] + area["height"] == dock["y"]
    assert (switch["width"], switch["height"]) == (150, 76)
    tools = [tool.bounding_box() for tool in phone.page.locator(".dock-tool:visible").all()]
    assert [(tool["width"], tool["height"]) for tool in tools if tool] == [(52, 52)] * 3
    assert all(tool["x"] + tool["width"] <= switch["x"] for tool in tools if tool)
    assert phone.tell("app => app.view.cellSize") == 44
    phone.tell("app => app.settings.set('controls', 'hand', 'left')")
    wait(lambda: box(phone, ".mode")["x"] < 40, "the switch on the other side")
    assert box(phone, ".dock-tool")["x"] > 170
    phone.tell("app => app.settings.set('controls', 'touch', 'tap-opens')")
    phone.page.locator(".mode").wait_for(state="hidden")
    assert phone.page.locator(".dock-tool[data-name=odds]").is_visible()


def test_the_switch_says_and_changes_what_a_tap_does(phone: Seat) -> None:
    in_play(phone)
    switch = phone.page.get_by_role("switch", name="A tap flags")
    frame = "getComputedStyle(document.querySelector('.well')).boxShadow"
    flag = "getComputedStyle(document.documentElement).getPropertyValue('--flag')"
    for mode, icon, words in (("flag", "#i-flag", "Flag"), ("open", "#i-touch", "Open")):
        switch.tap()
        wait(lambda mode=mode: phone.tell("app => app.state.touchMode") == mode, f"the mode {mode}")  # type: ignore[misc]
        phone.frame()
        assert switch.get_attribute("aria-checked") == str(mode == "flag").lower()
        knob = phone.page.locator(".knob")
        assert knob.locator("use").get_attribute("href") == icon
        assert knob.inner_text() == words
        assert ("3px inset" in phone.page.evaluate(frame)) == (mode == "flag")
        top = phone.page.locator(".dock").evaluate("node => getComputedStyle(node).borderTopWidth")
        assert top == ("3px" if mode == "flag" else "1px")
    assert phone.page.evaluate(flag)


def test_a_phone_on_its_side_has_the_board_between_two_columns(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    with seated(browser, server, complaints, LANDSCAPE) as seat:
        in_play(seat)
        area = box(seat, ".field-area")
        assert area == {"x": 146, "y": 0, "width": 844 - 146 - 126, "height": 390}
        assert seat.tell("app => app.view.cellSize") == 36
        switch, pause, menu = box(seat, ".mode"), box(seat, "[data-name=pause]"), box(seat, "[data-name=menu]")
        assert (switch["width"], switch["height"]) == (84, 168)
        assert switch["x"] > 718
        assert pause["x"] > 718
        assert pause["y"] < 60
        assert menu["x"] + menu["width"] < 146
        assert menu["y"] > 300
        triad = [box(seat, f".triad {name}") for name in (".display", ".face", ".display.right")]
        assert all(part["x"] + part["width"] <= 146 for part in triad)
        seat.tell("app => app.settings.set('controls', 'hand', 'left')")
        wait(lambda: box(seat, ".mode")["x"] < 126, "the switch on the other side")
        assert box(seat, ".field-area")["x"] == 126
        assert box(seat, ".triad")["x"] == 844 - 146


# The first touch


def test_the_first_touch_asks_once_how_a_tap_works(browser: Browser, server: Server, complaints: list[str]) -> None:
    with seated(browser, server, complaints, chosen=None) as seat:
        seat.go()
        seat.page.locator(".card[data-name=beginner]").tap()
        chooser = seat.page.locator(".touch-page")
        chooser.wait_for()
        schemes = chooser.get_by_role("radio")
        assert [scheme.get_attribute("aria-checked") for scheme in schemes.all()] == ["false", "false", "true"]
        assert seat.tell("app => app.settings.given('controls').touch") is None
        schemes.nth(0).tap()
        chooser.get_by_role("button", name="Left").tap()
        chooser.get_by_role("button", name="Play").tap()
        seat.page.locator("canvas.board").wait_for()
        chosen = seat.tell("app => app.settings.given('controls')")
        assert chosen == {"touch": "tap-opens", "hand": "left"}
        seat.page.locator(".dock [data-name=menu]").tap()
        seat.page.locator(".tile[data-name=intermediate]").tap()
        wait(lambda: seat.tell("app => app.state.game.width") == 16, "another board")
        seat.page.locator("canvas.board").wait_for()
        assert not chooser.count()
        seat.page.locator(".dock [data-name=menu]").tap()
        seat.page.locator(".places [data-name=touch]").tap()  # and it can be changed at any time
        chooser.wait_for()
        assert schemes.nth(0).get_attribute("aria-checked") == "true"


def test_a_touch_of_a_board_in_play_asks_before_it_plays(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    with seated(browser, server, complaints, chosen=None) as seat:
        seat.sit_down()  # by keyboard
        assert not seat.tell("app => app.state.isTouch")
        x, y = seat.point((4, 4))
        seat.page.touchscreen.tap(x, y)
        seat.page.locator(".touch-page").wait_for()
        assert seat.status == "ready"
        seat.page.locator(".touch-page .btn.primary").tap()
        seat.page.locator("canvas.board").wait_for()
        assert seat.status == "ready"
        assert seat.tell("app => app.settings.given('controls').touch") == "switch"


# Sheets


def test_a_sheet_closes_in_every_way_and_gives_the_focus_back(phone: Seat) -> None:
    in_play(phone)
    menu, sheet = phone.page.locator(".dock [data-name=menu]"), phone.page.locator(".side .places")

    def pull() -> None:
        grab = box(phone, ".grab")
        swipe(phone, (grab["x"] + 20, grab["y"] + 20), (4, 200))

    ways: list[Callable[[], None]] = [
        lambda: phone.key("Escape"),
        lambda: phone.page.locator(".grab").tap(),
        lambda: phone.page.touchscreen.tap(195, 80),
        pull,
    ]
    for way in ways:
        menu.tap()
        sheet.wait_for()
        phone.wait_status("paused")  # nobody plays what a sheet covers
        phone.frame()
        side = box(phone, ".side")
        assert side["y"] + side["height"] == 844
        assert side["y"] > 64
        assert phone.page.evaluate("document.querySelector('.side').contains(document.activeElement)")
        assert phone.page.locator("#stage").evaluate("node => node.inert")
        way()
        sheet.wait_for(state="detached")
        wait(lambda: menu.evaluate("node => node === document.activeElement"), "the focus where it was")
        phone.wait_status("playing")
    menu.tap()
    sheet.wait_for()
    sheet.get_by_role("button", name="Resume").tap()
    phone.wait_status("playing")


def test_a_question_lies_over_the_lower_edge(browser: Browser, server: Server, complaints: list[str]) -> None:
    with seated(browser, server, complaints, chosen={"controls": {"touch": "switch"}}) as seat:
        seat.sit_down(seed=None)
        play_at(seat, (4, 4))
        question = seat.page.locator("dialog[open]")
        for way in ("beside", "pull"):
            seat.page.locator(".dock [data-name=hint]").tap()
            question.wait_for()
            seat.frame()
            lower = box(seat, "dialog[open]")
            assert lower["y"] + lower["height"] == pytest.approx(844, abs=1)
            if way == "beside":
                seat.page.touchscreen.tap(195, 200)
            else:
                swipe(seat, (195, lower["y"] + 60), (0, 150))
            question.wait_for(state="detached")
        assert seat.tell("app => app.state.game.hints") == 0


def test_hints_and_ends_show_every_square_that_they_name(phone: Seat) -> None:
    known = in_play(phone)
    phone.tell("app => app.view.panBy(900, 400)")
    for stage in ("Where", "Why", "Move"):
        phone.tell("app => app.run('hint')")
        phone.wait_stage(stage)
    phone.frame()
    named = phone.tell(NAMED)
    assert len(named) > 2
    wait(lambda: phone.tell(IN_VIEW, named), "every square above the panel")
    side, area = box(phone, ".side"), box(phone, ".field-area")
    assert area["y"] + area["height"] <= side["y"] + 1
    assert not phone.page.locator(".dock").is_visible()
    swipe(phone, (195, side["y"] + 12), (0, 160))
    phone.page.locator(".dock").wait_for()
    assert phone.tell("app => app.state.hint") is None
    phone.tell("app => app.view.panBy(-2000, -2000)")
    mine = max(known.mines, key=lambda cell: cell[1])
    play_at(phone, mine)
    phone.page.locator(".end .result").wait_for()
    wait(lambda: phone.tell(IN_VIEW, [mine[0] * 30 + mine[1]]), "the mine that was hit")
    assert box(phone, ".end .btn.primary")["y"] < 844 - 44


def test_a_hint_in_a_low_window_shows_its_squares_above_it(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    with seated(browser, server, complaints, (720, 450), has_touch=False) as seat:
        in_play(seat, first=(12, 20))
        for stage in ("Where", "Why", "Move"):
            seat.tell("app => app.run('hint')")
            seat.wait_stage(stage)
        wait(lambda: seat.tell(IN_VIEW, seat.tell(NAMED)), "every square above the card")


def test_a_win_shows_the_whole_height_and_the_time(phone: Seat) -> None:
    known = in_play(phone, "modern 20x24/20", (0, 0))
    for cell in known.openings():
        phone.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    phone.wait_status("won")
    end = phone.page.locator(".end")
    end.wait_for()
    wait(lambda: phone.tell("app => app.view.view.height === 24 && !app.view.isHigher"), "all rows in view")
    assert phone.tell("app => app.state.game.minesLeft") == 0
    ring = "getComputedStyle(document.querySelector('.field-area'), '::after').boxShadow"
    assert "3px inset" in phone.page.evaluate(ring)
    assert end.locator("h1").inner_text().endswith("s")
    phone.page.locator(".grab").tap()  # the board alone
    end.wait_for(state="hidden")
    phone.page.locator(".dock [data-name=result]").tap()
    end.wait_for()
    finished = phone.tell("app => app.state.over.finished_id")
    end.get_by_role("button", name="Watch").tap()
    wait(lambda: phone.path == f"/replay/{finished}", "the replay")


def test_a_map_shows_while_the_board_is_panned(phone: Seat) -> None:
    in_play(phone)
    small = phone.page.locator(".mini-map")
    assert not small.count()
    phone.tell("app => app.view.panBy(100, 100)")
    small.wait_for()
    phone.page.locator(".mini-map.gone").wait_for(state="attached")
    phone.new("modern beginner", "a rainy day")
    phone.tell("app => app.view.panBy(100, 100)")
    phone.frame()
    assert not phone.page.locator(".mini-map:not(.gone)").count()


# Sizes


@pytest.mark.parametrize("size", [SMALL, PHONE, LANDSCAPE, TABLET], ids=lambda size: f"{size[0]}px")
def test_everything_is_large_enough_to_touch_and_nothing_overflows(
    browser: Browser, server: Server, complaints: list[str], size: tuple[int, int]
) -> None:
    with seated(browser, server, complaints, size) as seat:
        for where in screens(seat):
            small = [target for target in seat.page.evaluate(TARGETS) if target[1] < LEAST_TARGET - 0.1]
            assert small == [], where
            assert seat.page.evaluate(OVERFLOW) == [], where


@pytest.mark.parametrize("size", [(320, 256), (720, 450), (1024, 768)], ids=lambda size: f"{size[0]}px")
def test_nothing_overflows_at_a_high_zoom(
    browser: Browser, server: Server, complaints: list[str], size: tuple[int, int]
) -> None:
    with seated(browser, server, complaints, size, has_touch=False) as seat:
        for where in screens(seat):
            assert seat.page.evaluate(OVERFLOW) == [], where


def screens(seat: Seat) -> Iterator[str]:
    """Go from one screen to the next, and name each."""
    seat.go()
    seat.page.locator(".home").wait_for()
    yield "home"
    known = in_play(seat)
    yield "board"
    for name in ("places", "menu", "pick-level", "custom", "pick-rules", "pick-layout"):
        seat.tell("(app, name) => void app.shell.open(name)", name)
        wait(lambda name=name: seat.tell("app => app.state.page") == name, name)  # type: ignore[misc]
        seat.frame()
        yield name
    seat.tell("app => app.shell.closePage()")
    seat.tell("app => app.run('hint')")
    seat.page.locator(".hint").wait_for()
    yield "hint"
    seat.tell("app => app.run('odds')")
    seat.page.locator(".side .odds").wait_for()
    seat.frame()
    yield "odds"
    play_at(seat, min(known.mines))
    seat.page.locator(".end .result").wait_for()
    seat.frame()
    yield "lost"
    seat.tell("app => void app.shell.open('touch')")
    seat.page.locator(".touch-page").wait_for()
    wait(lambda: seat.page.evaluate("document.fonts.ready.then(() => true)"), "the looks")
    yield "touch"


@pytest.mark.parametrize(
    ("size", "has_touch"),
    [(PHONE, True), (LANDSCAPE, True), (TABLET, True), (TABLET, False), ((1440, 900), False)],
)
def test_fit_my_screen_fills_it(
    browser: Browser, server: Server, complaints: list[str], size: tuple[int, int], has_touch: bool
) -> None:
    with seated(browser, server, complaints, size, has_touch=has_touch) as seat:
        seat.go()
        card = seat.page.locator(".card[data-name=fit-screen]")
        promised = card.inner_text()
        card.click()
        seat.wait_for_game()
        seat.page.locator("canvas.board").wait_for()
        seat.frame()
        board = seat.tell("app => ({ width: app.state.game.width, height: app.state.game.height })")
        assert f"{board['width']}\u00d7{board['height']}" in promised
        cell = LEAST_TARGET if has_touch else 32
        wait(lambda: seat.tell("app => app.view.fits"), "all of the board in view")
        assert seat.tell("app => app.view.cellSize") >= cell
        area = seat.tell("app => [app.view.area.width, app.view.area.height]")
        assert area[0] - board["width"] * cell < 2.5 * cell
        assert area[1] - board["height"] * cell < 2.5 * cell
