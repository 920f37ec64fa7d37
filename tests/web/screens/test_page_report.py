"""The report of a game on the page: its figures are those of the report, by mouse, keys and touch; it leads on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from web.browsing import Seat, Server, wait, watch
from web.fingers import PHONE
from web.screens.test_page_replay import store

from sapper import Action, Game, Rules, Seed, best_move, odds
from sapper.action import LogEntry
from sapper.analysis.report import Report, report
from sapper.coordinates import cell_name
from sapper.display.luck_rows import points
from sapper.display.wording import wording
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RISK = 3  # the column of the table that is left out


def careless(seed: str) -> Replay:
    """A game that now and then opens any square that is not a proven mine, and else what a hint advises."""
    chooser = random.Random(seed)
    game, at = Game(Rules("30x16/99"), seed=seed), 0
    game.apply(LogEntry(Action("open", 3, 3), at, 0, "mouse"))
    while not game.status.is_over:
        at += chooser.randrange(200, 1500)
        mines = odds(game.board).mines
        doubtful = [cell for cell in game.board.closed() if cell not in mines]
        move = best_move(game.board, "fast")
        cell = chooser.choice(doubtful) if chooser.random() < 0.08 else (move.row, move.col)
        game.apply(LogEntry(Action("open", *cell), at, 0, "mouse"))
    return Replay.of(game, Seed.of(seed), players=("Ada",))


def opened(page: Page, server: Server, replay: Replay) -> Report:
    number = store(server, replay.pack())
    page.goto(f"{server.url}report/{number}")
    page.locator(".report:not([aria-busy])").wait_for()
    return report(replay)


def rows(page: Page) -> list[list[str]]:
    texts = page.locator(".report-table tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent.trim()))"
    )
    return [[str(text) for at, text in enumerate(row) if at != RISK] for row in texts]


def expected(found: Report, *, is_all: bool = False) -> list[list[str]]:
    made = []
    for move in found.moves:
        if is_all or move.is_turning_point:
            about = "" if move.is_exact else "~"
            name = wording().words("qualities", move.quality).name
            given, luck = points(-move.given_away, about), points(move.luck, about)
            made.append([str(move.place + 1), cell_name(*move.cells[0]), name, given, luck])
    return made


def test_the_report_on_the_page_is_that_of_the_game_and_leads_to_the_replay(seat: Seat, server: Server) -> None:
    replay = careless("page report 11")
    page = seat.page
    found = opened(page, server, replay)
    turning = [move for move in found.moves if move.is_turning_point]
    assert len(turning) > 3
    assert page.locator("h1").inner_text().replace("\u2009", " ") == wording().phrase(found.phrase)
    assert rows(page) == expected(found)
    assert page.locator(".report-curve .sign").count() == len(turning)
    assert page.locator(".moment-card canvas").count() == min(len(turning), 4)
    assert page.locator("tr[aria-current]").count() == 1
    page.get_by_role("button", name=f"All {len(found.moves)}").click()
    assert rows(page) == expected(found, is_all=True)
    seat.key("a")
    row = page.locator(".report-table tbody tr").nth(1)
    row.click()
    assert row.get_attribute("aria-current") == "step"
    seat.key("ArrowUp")
    better = next(number for number, move in enumerate(turning) if move.best is not None)
    for _ in range(better):
        seat.key("ArrowDown")
    best = turning[better].best
    assert best is not None
    assert cell_name(*best) in page.locator(".report-chosen").inner_text()
    seat.key("Enter")
    at = turning[better].at
    wait(lambda: f"#at={at}" in page.evaluate("location.hash"), "the moment of the move")
    wait(lambda: seat.tell("app => app.shell.screenPage.playback?.place") == turning[better].place + 1, "the move")
    seat.key("r")
    page.locator(".report:not([aria-busy])").wait_for()
    page.get_by_role("button", name="Watch the replay").click()
    wait(lambda: seat.path.startswith("/replay/") and not page.locator(".report").count(), "the replay")


def test_a_game_without_a_report_says_why(seat: Seat, server: Server) -> None:
    game = Game(Rules("8x8/10").replace(lives=3), seed="lives")
    game.open(0, 0)
    game.play(Action("resign"), at=10)
    opened_number = store(server, Replay.of(game, Seed.of("lives")).pack())
    seat.page.goto(f"{server.url}report/{opened_number}")
    seat.page.locator(".report-line", has_text="one life").wait_for()
    assert not seat.page.locator(".report-moves").count()


def test_a_phone_shows_the_whole_report_and_a_tap_chooses(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    complaints: list[str] = []
    watch(context, complaints)
    page = context.new_page()
    found = opened(page, server, careless("page report 9"))
    assert rows(page) == expected(found)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card = page.locator(".moment-card").first
    card.tap()
    wait(lambda: "on" in str(card.get_attribute("class")).split(), "the card is chosen")
    context.close()
    assert complaints == []
