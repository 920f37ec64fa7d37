"""Every screen has an address: it can be opened, reloaded, named in the title, and left with Back."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import httpx
import pytest
from web.browsing import Seat, Server, wait, watch

from sapper.server.http.static import SCREENS, is_screen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

BOARD = "canvas.board"


def wait_path(seat: Seat, path: str) -> None:
    wait(lambda: seat.path == path, f"the address {path}, not {seat.path}")


def wait_title(seat: Seat, title: str) -> None:
    wait(lambda: seat.page.title() == title, f"the title {title}, not {seat.page.title()}")


@pytest.mark.parametrize(
    ("path", "shown", "title"),
    [
        ("/", "Pick a board.", "Pick a board · Sapper"),
        ("/settings", "Follow the system", "Settings · Sapper"),
        ("/times", "Best times", "Best times · Sapper"),
        ("/help", "How to play", "Help · Sapper"),
        ("/about", "By the Sapper developers", "About · Sapper"),
    ],
)
def test_every_screen_opens_at_its_address_and_stays_after_a_reload(
    seat: Seat, path: str, shown: str, title: str
) -> None:
    seat.page.goto(seat.url + path[1:])
    seat.wait_for(shown)
    wait_title(seat, title)
    seat.page.reload()
    seat.wait_for(shown)
    wait_title(seat, title)
    assert seat.path == path


def test_back_goes_back_and_forward_forward(seat: Seat) -> None:
    seat.sit_down("modern expert")
    room = seat.path
    assert room.startswith("/g/")
    wait_title(seat, "Expert 30\u00d716 · Sapper")
    seat.click((3, 3))
    seat.settle()
    seat.page.get_by_role("button", name="Settings").click()
    wait_path(seat, "/settings")
    wait_title(seat, "Settings · Sapper")
    seat.page.go_back()
    seat.page.locator(".console").wait_for()
    wait_path(seat, room)
    wait_title(seat, "Expert 30\u00d716 · Sapper")
    seat.page.go_back()
    seat.page.locator(".home").wait_for()
    assert seat.path == "/"
    seat.page.go_forward()
    wait_path(seat, room)
    seat.page.go_forward()
    seat.wait_for("Follow the system")
    assert seat.path == "/settings"


def test_a_page_beside_the_board_is_left_with_back(seat: Seat) -> None:
    seat.sit_down()
    room = seat.path
    seat.key("?")
    wait_path(seat, "/help")
    wait_title(seat, "Help · Sapper")
    seat.page.go_back()
    seat.wait_for("Stuck?")
    assert seat.path == room
    assert seat.page.locator(BOARD).is_visible()


def test_menus_and_new_games_stay_at_the_address_of_the_room(seat: Seat) -> None:
    seat.sit_down()
    room = seat.path
    length = seat.page.evaluate("history.length")
    seat.key("F10")
    seat.page.locator(".list-item[data-name=new]").wait_for()
    seat.key("Escape")
    seat.new("modern intermediate", "another")
    wait_title(seat, "Intermediate 16\u00d716 · Sapper")
    assert (seat.path, seat.page.evaluate("history.length")) == (room, length)


def test_settings_reloaded_lead_back_to_the_game(seat: Seat) -> None:
    seat.sit_down()
    room = seat.path
    seat.key("f")  # shows the cursor
    seat.page.get_by_role("button", name="Settings").click()
    wait_path(seat, "/settings")
    seat.page.reload()
    seat.wait_for("Follow the system")
    seat.wait_for_game()
    assert seat.path == "/settings"
    seat.page.get_by_role("button", name="Play", exact=True).click()
    wait_path(seat, room)
    seat.page.locator(BOARD).wait_for()


def test_a_room_has_one_address_in_every_tab(seat: Seat, context: BrowserContext) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    other = Seat(context.new_page(), seat.page.url)
    other.go()
    other.wait_for_game()
    wait(lambda: other.diagram == seat.diagram, "the same board")
    assert other.path == seat.path


def test_back_goes_from_one_room_to_another(browser: Browser, server: Server, complaints: list[str]) -> None:
    context = browser.new_context()
    watch(context, complaints)
    first, second = (Seat(context.new_page(), server.url) for _ in range(2))
    first.sit_down("modern intermediate")
    first.click((3, 3))
    first.settle()
    second.sit_down("modern expert")
    second.click((3, 3))
    second.settle()
    expert = second.path
    second.page.get_by_role("button", name="Play", exact=True).click()
    card = second.page.locator(".home .card").filter(has_text="Intermediate 16")
    card.get_by_role("button", name="Resume").click()
    wait_path(second, first.path)
    wait_title(second, "Intermediate 16\u00d716 · Sapper")
    second.page.go_back()
    second.page.locator(".home").wait_for()
    second.page.go_back()
    wait_path(second, expert)
    wait_title(second, "Expert 30\u00d716 · Sapper")
    second.settle()
    assert "30x16/99" in second.rules
    context.close()


def test_an_address_that_leads_nowhere_says_so_and_leads_home(seat: Seat, complaints: list[str]) -> None:
    for path, why in (("nothing", "No page has this address."), ("g/nothing", "This game does not exist any more")):
        seat.page.goto(seat.url + path)
        seat.page.get_by_role("heading", name="There is nothing here").wait_for()
        seat.wait_for(why)
        assert seat.path == f"/{path}"
        seat.page.get_by_role("button", name="Go to Home").click()
        seat.wait_for("Pick a board.")
        wait_path(seat, "/")
    assert all("404" in line for line in complaints)
    complaints.clear()


def test_nobody_enters_the_room_of_another_player(
    seat: Seat, browser: Browser, server: Server, complaints: list[str]
) -> None:
    seat.sit_down()
    stranger = browser.new_context()
    watch(stranger, complaints)
    other = Seat(stranger.new_page(), seat.page.url)
    other.go()
    other.wait_for("it belongs to another player")
    stranger.close()


def test_the_server_sends_the_page_at_the_address_of_every_screen(server: Server) -> None:
    with httpx.Client(base_url=server.url) as web:
        body = web.get("/").text.partition("<body>")[2]
        for path in SCREENS:
            answer = web.get(path.replace("{room}", "a-room"), headers={"cookie": ""})
            assert (answer.status_code, answer.text.partition("<body>")[2]) == (200, body), path
            assert "default-src 'none'" in answer.headers["content-security-policy"]
        for path in ("/nothing", "/g", "/g/", "/g/a/b", "/settings/more"):
            assert not is_screen(path)
            person = web.get(path, headers={"accept": "text/html,*/*;q=0.8"})
            assert (person.status_code, person.text.partition("<body>")[2]) == (404, body), path
            program = web.get(path)
            assert (program.status_code, list(program.json())) == (404, ["error", "phrase"]), path
        assert "error" in web.get("/api/nothing", headers={"accept": "text/html"}).json()


@pytest.mark.parametrize("path", ["/", "/settings", "/g/a-room"])
def test_a_player_is_known_from_the_first_address_on(server: Server, path: str) -> None:
    assert "sapper" in httpx.get(server.url + path[1:]).cookies


def test_files_are_compressed_for_those_who_can_read_that(server: Server) -> None:
    url = f"{server.url}assets/app-app.js"
    plain = httpx.get(url, headers={"accept-encoding": "identity"})
    packed = httpx.get(url, headers={"accept-encoding": "br, gzip;q=0.5"})
    refused = httpx.get(url, headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in refused.headers
    assert plain.content == packed.content == refused.content
    assert int(packed.headers["content-length"]) < len(gzip.compress(plain.content)) + 50
    assert plain.headers["etag"] != packed.headers["etag"]
    again = httpx.get(url, headers={"accept-encoding": "gzip", "if-none-match": packed.headers["etag"]})
    assert again.status_code == 304
