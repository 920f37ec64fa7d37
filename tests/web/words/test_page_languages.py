"""The page in other languages: chosen by the browser, the address or the settings, and changed without a reload."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from web.browsing import Known, Seat, Server, wait, watch

from sapper.display.wording import languages, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

ROOT = "[document.documentElement.lang, document.documentElement.dir]"


@pytest.fixture
def reader(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Callable[[str], Seat]]:
    """Make a player whose browser wants a language."""
    contexts = []

    def come(language: str) -> Seat:
        context = browser.new_context(viewport={"width": 1366, "height": 768}, locale=language)
        watch(context, complaints)
        contexts.append(context)
        return Seat(context.new_page(), server.url)

    yield come
    for context in contexts:
        context.close()


def title(page: Page, language: str) -> None:
    """Wait until the start page is there in a language."""
    page.get_by_role("heading", name=wording(language).message("home.title")).wait_for()


def choose(seat: Seat, language: str) -> None:
    seat.page.locator(f"[data-name=language-{language}]").click()
    wait(lambda: seat.page.evaluate("document.documentElement.lang") == language, language)
    seat.page.locator("h1", has_text=wording(language).action("settings").name).wait_for()
    seat.frame()


def test_the_browser_chooses_the_language(reader: Callable[[str], Seat]) -> None:
    seat = reader("pl-PL")
    seat.go()
    title(seat.page, "pl")
    assert seat.page.evaluate(ROOT) == ["pl", "ltr"]
    assert seat.page.title().startswith(wording("pl").action("home").name)


def test_the_address_chooses_another_one_for_a_visit(reader: Callable[[str], Seat]) -> None:
    seat = reader("pl-PL")
    seat.page.goto(f"{seat.url}?language=ja")
    title(seat.page, "ja")
    seat.go()
    title(seat.page, "pl")


def test_only_the_words_of_one_language_are_sent(reader: Callable[[str], Seat]) -> None:
    seat = reader("es")
    asked: list[str] = []
    seat.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    seat.page.goto(f"{seat.url}settings")
    choose(seat, "zh")
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator("[data-name=language-zh].on").wait_for()
    files = [name for name in asked if re.match(r"(schema|(\w+-)?words)\.", name)]
    assert {name.split(".")[1] for name in files} == {"es", "zh"}
    assert [name for name in files if ".es." in name] == [*dict.fromkeys(name for name in files if ".es." in name)]


def test_another_language_is_there_at_once_and_everywhere_and_the_game_goes_on(reader: Callable[[str], Seat]) -> None:
    seat = reader("en")
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.wait_status("playing")
    seat.page.evaluate("globalThis.isSameDocument = true")
    seat.tell("app => void app.shell.open('settings')")
    choose(seat, "pl")
    polish = wording("pl")
    assert seat.page.locator(".rail .place").first.inner_text() == polish.message("page.play")
    assert seat.page.evaluate("document.activeElement.dataset.name") == "language-pl"
    assert seat.page.locator("[aria-pressed=true][data-name^=language-]").count() == 1
    seat.tell("app => app.shell.showBoard()")
    seat.wait_status("playing")
    assert seat.diagram == known.diagram
    assert seat.page.locator(".tools .tool").first.get_attribute("aria-label") == polish.action("hint").name
    assert polish.level("beginner") in (seat.page.title() or "")
    assert str(seat.page.locator("link[rel=manifest]").get_attribute("href")).endswith("/manifest.pl.json")
    assert polish.message("figures.3bv-speed") in seat.page.locator("aside").inner_text()
    cell = seat.page.locator("[role=gridcell]").first
    wait(
        lambda: polish.words("squares", "blank").name in (cell.get_attribute("aria-label") or ""), "the label of a cell"
    )
    assert seat.page.evaluate("isSameDocument")
    seat.page.reload()
    seat.wait_for_game()
    assert seat.page.evaluate(ROOT) == ["pl", "ltr"]


def test_every_language_is_offered_in_its_own_name(reader: Callable[[str], Seat]) -> None:
    seat = reader("ja")
    seat.page.goto(f"{seat.url}settings")
    cards = seat.page.locator(".language-list button")
    cards.first.wait_for()
    assert cards.locator("b").all_inner_texts() == [wording(code).own_name for code in languages()]
    assert seat.page.locator(".language-list .on b").inner_text() == wording("ja").own_name
    follow = seat.page.locator("[data-name=browser-language]")
    assert follow.is_checked()
    choose(seat, "en")
    assert not follow.is_checked()
    follow.click()
    wait(lambda: seat.page.evaluate("document.documentElement.lang") == "ja", "the language of the browser")


def test_a_language_that_does_not_come_is_said_and_the_page_stays_as_it_is(
    reader: Callable[[str], Seat], complaints: list[str]
) -> None:
    seat = reader("en")
    seat.page.route(re.compile(r"\.zh\.json"), lambda route: route.abort())
    seat.page.goto(f"{seat.url}settings")
    card = seat.page.locator("[data-name=language-zh]")
    with seat.page.expect_event("load"):
        card.click()  # a page that lacks a part is loaded again, once
    card.click()
    seat.wait_news("could not be loaded")
    assert seat.page.evaluate(ROOT) == ["en", "ltr"]
    assert seat.page.locator("[data-name=language-en].on").is_visible()
    assert all("ERR_FAILED" in line for line in complaints)
    complaints.clear()
