"""The daily boards on the page: one ranked try, the table of the day, the calendar, and yesterday's solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web.browsing import HAND, Seat, Server, wait, watch

from sapper.daily import GRADES, DailyBoard, daily_board
from sapper.generator import generate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose tables are empty."""
    server = Server(tmp_path_factory.mktemp("daily"))
    yield server
    server.stop()


@pytest.fixture
def context(server: Server, context: BrowserContext) -> BrowserContext:
    """The context of the browser, which is closed before the server stops."""
    return context


@pytest.fixture
def other(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Seat]:
    """Another player, with a phone."""
    context: BrowserContext = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    watch(context, complaints)
    yield Seat(context.new_page(), server.url)
    context.close()


def open_daily(seat: Seat) -> None:
    seat.page.goto(f"{seat.url}daily")
    seat.page.locator(".daily-cards .card").first.wait_for()


def card(seat: Seat, level: str) -> Locator:
    return seat.page.locator(f".daily-cards .card[data-level={level}]")


def today(seat: Seat, level: str) -> DailyBoard:
    day = seat.page.evaluate("async () => (await (await fetch('/api/daily')).json()).day")
    return daily_board(day, level)


def solve(seat: Seat, board: DailyBoard) -> None:
    """Open the closed squares one after the other, at the speed of a hand."""
    level = board.rules.level
    field = generate(level, board.first, board.seed, GRADES[board.level]).minefield
    cells = [level.cell(index) for index in range(level.cells)]
    safe = [list(cell) for cell in cells if not field.is_mine(*cell)]
    play = "(app, [row, col]) => app.session.play({ kind: 'open', row, col })"
    for cell in safe:
        if seat.diagram.splitlines()[cell[0]][cell[1]] == ".":
            seat.tell(play, cell)
            seat.page.wait_for_timeout(HAND)
    seat.wait_status("won")


def test_a_lost_try_shows_the_mine_that_was_hit_and_says_when_the_rest_follows(seat: Seat) -> None:
    open_daily(seat)
    board = today(seat, "intermediate")
    card(seat, "intermediate").get_by_role("button", name="Play ranked").click()
    seat.wait_for_game()
    field = generate(board.rules.level, board.first, board.seed, GRADES[board.level]).minefield
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(next(iter(field.mines()))))
    seat.wait_status("lost")
    seat.page.get_by_text("shown when the day is over").wait_for()
    assert (seat.diagram.count("*"), seat.diagram.count("!")) == (0, 1)
    end = seat.page.locator(".daily-end")
    assert end.get_by_role("heading", name="Lost").is_visible()
    assert "Lost at" in end.locator("[data-level=intermediate]").inner_text()
    assert "☒" in end.locator(".share-text").inner_text()
    assert "Watch" not in end.inner_text()
    assert end.locator(".board-facts").count() == 0
    asked = seat.tell("app => app.session.requests")
    seat.key("Control+z")
    seat.frame()
    assert seat.tell("app => app.session.requests") == asked, "a try that others still play is not played on"
    open_daily(seat)
    assert "Lost" in card(seat, "intermediate").inner_text()
    seat.page.go_back()
    seat.page.get_by_role("button", name="Play Beginner, ranked").wait_for()
    seat.page.locator("body").press("Enter")
    rules = str(today(seat, "beginner").rules)
    wait(lambda: seat.tell("app => [app.state.game?.rules, app.state.game?.status]") == [rules, "playing"], "the next")


def pixels(seat: Seat, level: str) -> str:
    """The picture of a card."""
    return str(card(seat, level).locator("canvas").evaluate("canvas => canvas.toDataURL()"))


@pytest.mark.chromium
def test_a_ranked_try_from_its_card_to_the_table(seat: Seat, other: Seat) -> None:
    open_daily(seat)
    assert seat.page.locator(".daily-cards .card").count() == 3
    assert seat.page.locator("h1").inner_text().endswith("boards.")
    closed = pixels(seat, "beginner")
    board = today(seat, "beginner")
    seat.page.get_by_role("button", name="Expert", exact=True).click()
    seat.key("Enter")  # presses the button again, and starts nothing
    seat.page.locator("h1").focus()
    seat.key("Enter")
    seat.wait_for_game()
    wait(lambda: seat.path.startswith("/g/"), "the board")
    assert seat.status == "playing"
    assert seat.rules == str(board.rules)
    opened = seat.diagram
    assert opened.splitlines()[board.first[0]][board.first[1]] == "0"

    open_daily(seat)
    card(seat, "beginner").get_by_role("button", name="Resume").click()
    seat.wait_status("playing")
    solve(seat, board)
    assert seat.tell("app => app.state.over.objections ?? []") == []
    end = seat.page.locator(".daily-end")
    end.get_by_text("Nobody has solved it before you.").wait_for()
    assert "1st" in end.locator("[data-level=beginner]").inner_text()
    end.get_by_role("button", name="Play Intermediate, ranked").wait_for()
    assert end.locator(".tomorrow").inner_text().startswith("Tomorrow's boards in ")
    shared = end.locator(".share-text").inner_text()
    assert shared.splitlines()[0].endswith("■ □ □")
    assert shared.splitlines()[-1] == f"{seat.url}daily"
    assert board.seed.text not in end.inner_text()
    assert seat.page.locator(".daily-end canvas").count() == 3
    end.get_by_role("textbox").fill("Ada")
    end.get_by_role("button", name="Sign").click()
    end.get_by_text("Signed as Ada.").wait_for()

    open_daily(seat)
    assert "1 of 1" in card(seat, "beginner").inner_text()
    assert card(seat, "beginner").get_by_role("img", name="solved").is_visible()
    assert pixels(seat, "beginner") != closed
    assert seat.page.locator(".streak-card .count b").inner_text() == "1"
    assert seat.page.locator(".day.on .won").count() == 1
    seat.page.get_by_role("button", name="Beginner", exact=True).click()
    line = seat.page.locator(".day-table tr.now")
    assert line.locator("td").first.inner_text() == "1"

    card(seat, "beginner").get_by_role("button", name="Practise").click()
    wait(lambda: seat.tell("app => app.state.game?.isKnownBoard"), "practice")
    wait(lambda: seat.diagram == opened, "the same board")

    open_daily(other)
    assert other.page.evaluate("document.documentElement.scrollWidth") == 390
    other.page.locator(".day-table").get_by_role("button", name="Beginner", exact=True).tap()
    assert other.page.locator(".day-table tbody tr").count() == 2
    assert "not yet" in other.page.locator(".day-table tr.now").inner_text()
    assert "not ranked: a game on this board has already ended at your address" in card(other, "beginner").inner_text()
    card(other, "beginner").get_by_role("button", name="Play", exact=True).tap()
    other.page.locator(".touch-page").get_by_role("button", name="Play", exact=True).tap()  # the clock has not begun
    other.wait_for_game()
    other.wait_status("playing")
    assert other.diagram == opened


def test_a_second_tab_is_sent_to_the_try_in_play(seat: Seat) -> None:
    second = Seat(seat.page.context.new_page(), seat.url)
    open_daily(seat)
    open_daily(second)
    card(seat, "expert").get_by_role("button", name="Play ranked").click()
    seat.wait_for_game()
    room = seat.path
    card(second, "expert").get_by_role("button", name="Play ranked").click()
    second.wait_for("Your ranked try at this board is in play.")
    second.key("Escape")
    card(second, "expert").get_by_role("button", name="Resume").click()
    second.wait_for_game()
    wait(lambda: second.path == room, "the room of the try")
    assert second.tell("app => app.state.game.id") == seat.tell("app => app.state.game.id")


def test_yesterdays_solution_is_played_to_its_end(seat: Seat) -> None:
    open_daily(seat)
    seat.page.get_by_role("button", name="Yesterday").click()
    watch_button = card(seat, "intermediate").get_by_role("button", name="Watch the solution")
    watch_button.click()
    shown = seat.page.locator(".solution")
    shown.wait_for()
    shown.get_by_role("button", name="Step on").click()
    wait(lambda: shown.locator(".row .tiny").inner_text().startswith("Step "), "a step")
    assert shown.locator(".sentence").inner_text().endswith(".")
    before = shown.locator("canvas").evaluate("canvas => canvas.toDataURL()")
    shown.locator("input").focus()
    seat.key("End")
    wait(lambda: shown.locator("canvas").evaluate("canvas => canvas.toDataURL()") != before, "the end")
    step, _, steps = shown.locator(".row .tiny").inner_text().removeprefix("Step ").partition(" of ")
    assert step == steps
    seat.page.get_by_role("button", name="Today").click()
    card(seat, "intermediate").get_by_role("button", name="Play ranked").wait_for()
    assert seat.page.locator(".solution").count() == 0
