"""Fingers on the board: whole games by each scheme, accidents that open nothing, pan, pinch and overscroll."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from web.browsing import Known, wait
from web.fingers import LANDSCAPE, PHONE, TABLET, handed

if TYPE_CHECKING:
    from typing import Any

    from playwright.sync_api import Browser
    from web.browsing import Cell, Server
    from web.fingers import Hand

BEGINNER = "modern beginner"
EXPERT = "modern expert"
LATER = "ms => { const now = performance.now.bind(performance); performance.now = () => now() + ms; }"


def play_on(hand: Hand, known: Known, scheme: str) -> None:
    """Flag two mines, chord where it opens something, and open the rest, all by finger."""
    hand.choose(touch=scheme)

    def mode(name: str) -> None:
        if scheme == "switch":
            hand.tell("(app, mode) => app.input.setTouchMode(mode)", name)

    def open_cell(cell: Cell) -> None:
        mode("open")
        (hand.hold if scheme == "tap-flags" else hand.tap)(cell)

    def flag(cell: Cell) -> None:
        mode("open")
        (hand.tap if scheme == "tap-flags" else hand.hold)(cell)  # with the switch on open, a hold flags

    open_cell(known.first)
    hand.settle()
    assert hand.diagram == known.diagram
    board = known.game.board
    number = next(cell for cell in known.cells if 1 <= board[cell] <= 8)
    around = [cell for cell in neighbours(number, board.level) if cell in known.mines]
    for mine in around:
        flag(mine)
        known.game.flag(*mine)
    wait(lambda: hand.diagram == known.diagram, f"flags at {around}")
    hand.tap(number)  # chords in every scheme
    known.game.chord(*number)
    for cell in known.openings():
        open_cell(cell)
    hand.wait_status("won")
    devices = hand.tell("app => app.testDevices")
    assert set(devices) == {"touch"}


def neighbours(cell: Cell, level: Any) -> list[Cell]:
    row, col = cell
    near = [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [place for place in near if level.contains(*place)]


def note_devices(hand: Hand) -> None:
    hand.tell("""app => {
      app.testDevices = [];
      const play = app.session.play.bind(app.session);
      app.session.play = (action, device, place) => { app.testDevices.push(device); play(action, device, place); };
    }""")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_whole_games_by_each_scheme(browser: Browser, server: Server, complaints: list[str], size: Any) -> None:
    context, hand = handed(browser, server, complaints, size)
    hand.sit_down(BEGINNER)
    note_devices(hand)
    assert hand.tell("app => app.state.isTouch") is False
    for scheme in ("tap-opens", "tap-flags", "switch"):
        play_on(hand, Known(BEGINNER, first=(4, 4)), scheme)
        assert hand.tell("app => app.state.isTouch")
        hand.new(BEGINNER, "a rainy day")
    context.close()


def note_actions(hand: Hand) -> None:
    hand.tell("""app => {
      app.testActions = [];
      const play = app.session.play.bind(app.session);
      app.session.play = (action, device, place) => { app.testActions.push(action.kind); play(action, device, place); };
    }""")


def accident(hand: Hand, chance: random.Random) -> str:
    """Do with the fingers what nobody means as a move; return what it was."""
    fingers = hand.fingers
    left, top, right, bottom = hand.window()

    def anywhere() -> tuple[float, float]:
        return chance.uniform(left + 1, right - 1), chance.uniform(top + 1, bottom - 1)

    def beside(point: tuple[float, float], least: float, most: float) -> tuple[float, float]:
        far = chance.uniform(least, most)
        down = chance.choice((-1, 1)) * chance.uniform(0, far)
        return point[0] + chance.choice((-1, 1)) * (far**2 - down**2) ** 0.5, point[1] + down

    kind = chance.choice(("drag", "slip", "slip back", "pinch", "pinch late", "fingers together"))
    start = anywhere()
    if kind == "drag":
        fingers.drag([start, *(anywhere() for _ in range(chance.randint(1, 3)))])
    elif kind == "slip":
        fingers.drag([start, beside(start, 9, 24)])
    elif kind == "slip back":
        fingers.drag([start, beside(start, 9, 24), start])
    else:
        fingers.press(start)
        if kind == "pinch late":
            fingers.move(beside(start, 1, 6))
        other = anywhere()
        fingers.press(other, 1)
        if kind != "fingers together":
            fingers.move(anywhere(), 1)
            fingers.move(anywhere(), 0)
        first, second = chance.sample((0, 1), 2)
        fingers.lift(first)
        if chance.random() < 0.5:
            fingers.move(beside(start, 1, 40), second)
        fingers.lift(second)
    return kind


def test_200_accidents_open_nothing(browser: Browser, server: Server, complaints: list[str]) -> None:
    context, hand = handed(browser, server, complaints, PHONE)
    hand.sit_down(EXPERT)
    hand.tap((8, 8))
    hand.settle()
    before = hand.tell("app => app.state.game.opened")
    assert before > 0
    note_actions(hand)
    chance = random.Random(15)
    done = []
    for turn in range(200):
        if turn % 67 == 0:
            hand.choose(touch=("tap-opens", "tap-flags", "switch")[turn // 67])
        with hand.fingers.in_time():
            done.append(accident(hand, chance))
        if turn % 10 == 9:
            assert hand.tell("app => app.testActions") == [], (turn, done[-10:])
    assert set(done) == {"drag", "slip", "slip back", "pinch", "pinch late", "fingers together"}
    assert hand.tell("app => app.state.game.opened") == before
    hand.tell("app => app.view.zoomReset()")
    closed = next((row, col) for row in range(16) for col in range(30) if hand.diagram.splitlines()[row][col] == ".")
    hand.tap(closed)  # and a tap that is meant still opens
    wait(lambda: hand.tell("app => app.testActions") == ["open"], "the open")
    context.close()


def test_a_finger_pans_pinches_and_drags_the_corners_to_the_thumb(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    context, hand = handed(browser, server, complaints, PHONE)
    hand.sit_down(EXPERT)
    assert hand.tell("app => app.view.cellSize") == 44
    left, top, right, bottom = hand.window()
    middle = (left + right) / 2, (top + bottom) / 2
    place = "(app, [clientX, clientY]) => app.view.placeOf({ clientX, clientY })"
    pans = hand.tell("app => { app.testPans = 0; app.view.onPan = () => app.testPans++; return 0; }")
    under = hand.tell(place, list(middle))
    moved = middle[0] - 100, middle[1] - 60
    hand.fingers.press(middle)
    hand.fingers.move((middle[0] - 50, middle[1]))
    hand.fingers.move(moved)
    hand.frame()
    assert hand.tell(place, list(moved)) == pytest.approx(under, abs=0.05)  # the board is fixed to the finger
    hand.fingers.lift()
    assert hand.tell("app => app.testPans") > pans

    under = hand.tell(place, list(middle))
    hand.fingers.press((middle[0] - 60, middle[1]))
    hand.fingers.press((middle[0] + 60, middle[1]), 1)
    for apart in (50, 40, 45, 50, 60, 75):
        hand.fingers.move((middle[0] - apart, middle[1]))
        hand.fingers.move((middle[0] + apart, middle[1]), 1)
    hand.frame()
    assert hand.tell("app => app.view.cellSize") == pytest.approx(44 * 75 / 60, abs=0.6)
    assert hand.tell(place, list(middle)) == pytest.approx(under, abs=0.15)  # around the middle of the fingers
    hand.fingers.lift(1)
    hand.fingers.lift()
    hand.tell("app => app.view.zoomReset()")

    for corner, pull in (((0, 0), 1), ((15, 29), -1)):
        hand.bring(corner)
        for _ in range(3):
            start = middle[0] - pull * 150, middle[1] - pull * 150
            hand.fingers.drag([start, middle, (start[0] + pull * 300, start[1] + pull * 300)])
        hand.frame()
        x, y = hand.point(corner)
        assert abs(x - middle[0]) < 60, corner
        assert abs(y - middle[1]) < 60, corner
    assert hand.tell("app => app.state.game.status") == "ready"
    context.close()


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE], ids=["portrait", "landscape"])
def test_every_square_of_expert_can_be_reached_on_a_phone(
    browser: Browser, server: Server, complaints: list[str], size: Any
) -> None:
    context, hand = handed(browser, server, complaints, size)
    hand.sit_down(EXPERT)
    hand.choose(touch="tap-flags")
    assert hand.tell("app => app.view.cellSize") >= 32
    corners = [(0, 0), (0, 29), (15, 29), (15, 0), (7, 15)]
    for cell in corners:
        hand.tap(cell)
    wait(lambda: hand.diagram.count("F") == len(corners), "the flags")
    rows = hand.diagram.splitlines()
    assert all(rows[row][col] == "F" for row, col in corners)
    context.close()


def test_a_hold_flags_above_the_finger_and_a_near_miss_does_not_open(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    context, hand = handed(browser, server, complaints, PHONE)
    hand.page.add_init_script("navigator.vibrate = (ms) => { (window.shaken ??= []).push(ms); return true; }")
    hand.sit_down(BEGINNER)
    note_actions(hand)
    bubble = hand.page.locator(".bubble")
    x, y = hand.point((6, 3))
    hand.fingers.press((x, y))
    bubble.wait_for()
    box = bubble.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < y - 30
    assert hand.diagram.splitlines()[6][3] == "F"
    hand.fingers.lift()
    bubble.wait_for(state="detached")
    assert hand.page.evaluate("window.shaken") == [10]
    hand.choose(vibration=False)
    hand.hold((6, 3))
    wait(lambda: "F" not in hand.diagram, "no flag")
    assert hand.page.evaluate("window.shaken") == [10]
    hand.fingers.tap_for(hand.point((0, 0)), 0.5)  # of 0.6
    wait(lambda: hand.diagram[0] == "F", "a flag")
    assert "open" not in hand.tell("app => app.testActions")
    hand.settle()
    context.close()


def test_the_guard_asks_before_a_mine_by_the_players_own_flags(
    browser: Browser, server: Server, complaints: list[str]
) -> None:
    context, hand = handed(browser, server, complaints, PHONE)
    hand.sit_down(BEGINNER)
    known = Known(BEGINNER, first=(4, 4))
    hand.choose(misclick_guard=True)
    hand.tap(known.first)
    hand.settle()
    board = known.game.board
    mine = next(
        cell
        for number in known.cells
        if 1 <= board[number] <= 8
        for closed in [[near for near in neighbours(number, board.level) if board[near] == 9]]
        if len(closed) == board[number]
        for cell in closed
    )
    hand.tap(mine)
    text = f"Your flags say {chr(65 + mine[1])}{mine[0] + 1} is a mine. Repeat the move to open it anyway."
    wait(lambda: hand.page.locator("#news").inner_text() == text, "the notice")
    assert hand.page.locator("#polite").inner_text() == text
    hand.settle()
    assert hand.status == "playing"
    hand.page.evaluate(LATER, 2100)
    note_actions(hand)
    hand.tap(mine)  # too late: asked again
    hand.frame()
    assert hand.tell("app => app.testActions") == []
    here = hand.point(mine)
    hand.fingers.tap(here)
    hand.fingers.tap(here)  # at once: where the machine is busy, the first may have been too late again
    hand.wait_status("lost")
    context.close()
