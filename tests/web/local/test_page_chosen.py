"""Games that are played in the browser because the player wants them at once: the server gets each at its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import DESKTOP, HAND, Known, Seat, Server, wait, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext

SETTINGS = {"game": {"ranked": False, "no-guess": "off"}}
LINE = "app => ({ isLocal: app.state.room?.startsWith('local-') ?? false, alone: app.state.alone })"


@pytest.fixture
def device(browser: Browser, server: Server, complaints: list[str]) -> Iterator[Callable[[], Seat]]:
    """Make a browser whose player does not play ranked games."""
    contexts: list[BrowserContext] = []

    def make() -> Seat:
        stored: Any = {
            "origin": server.url.rstrip("/"),
            "localStorage": [{"name": "sapper.settings", "value": json.dumps(SETTINGS)}],
        }
        context = browser.new_context(viewport=DESKTOP, storage_state={"origins": [stored], "cookies": []})
        watch(context, complaints)
        contexts.append(context)
        return Seat(context.new_page(), server.url)

    yield make
    for context in contexts:
        context.close()


def win(seat: Seat) -> dict[str, Any]:
    """Win the known board at the pace of a hand, and return how it ended."""
    known = Known()
    seat.click(known.first)
    seat.settle()
    for cell in known.openings():
        seat.page.wait_for_timeout(HAND)
        seat.click(cell)
        seat.settle()
    over: dict[str, Any] = wait(lambda: seat.tell("app => app.state.over"), "the end")
    assert over["status"] == "won"
    return over


def frames(seat: Seat) -> list[str]:
    """Return what the page sends through its WebSockets from now on."""
    sent: list[str] = []

    def note(text: object) -> None:
        sent.append(str(text))

    seat.page.on("websocket", lambda line: line.on("framesent", note))
    return sent


def listed(seat: Seat) -> list[dict[str, Any]]:
    answer = seat.page.context.request.get(f"{seat.url}api/games?together=offline")
    games: list[dict[str, Any]] = answer.json()
    return games


def wait_until_handed_over(seat: Seat, count: int) -> None:
    wait(lambda: len(listed(seat)) == count, "the game in the lists of the server")
    wait(lambda: not seat.tell(LINE)["alone"]["waiting"], "nothing that waits")


def test_two_devices_play_in_their_browsers_and_the_server_gets_both_games(device: Callable[[], Seat]) -> None:
    for count, seat in enumerate((device(), device()), 1):
        sent = frames(seat)
        seat.sit_down()
        assert seat.tell(LINE)["isLocal"]
        over = win(seat)
        assert over["objections"][0] == "alone"
        assert sent == [], "the server plays nothing"
        wait_until_handed_over(seat, count)
        assert [game["remarks"] for game in listed(seat)] == [["alone", "known board"]] * count


def test_a_daily_board_and_ranked_games_are_the_servers(device: Callable[[], Seat]) -> None:
    seat = device()
    seat.sit_down()
    seat.page.locator("[data-chip=seal]").click()
    seat.page.get_by_role("heading", name="Played in this browser").wait_for()
    seat.tell("app => void app.session.newDaily('beginner')")
    wait(lambda: not seat.tell(LINE)["alone"] and seat.tell("app => Boolean(app.state.game)"), "the server's board")
    assert not seat.tell(LINE)["isLocal"]
    seat.tell("app => void app.session.newGame('modern beginner')")
    wait(lambda: seat.tell(LINE)["isLocal"], "a game of this browser")
    seat.settle()
    seat.tell("app => app.settings.set('game', 'ranked', true)")
    seat.tell("app => void app.session.newGame('modern beginner')")
    wait(lambda: not seat.tell(LINE)["alone"], "the server's next game")


def test_a_room_is_entered_from_a_game_of_this_browser(device: Callable[[], Seat]) -> None:
    seat = device()
    seat.sit_down()
    seat.tell("app => void app.shell.open('together')")
    seat.page.locator("[data-strength=fast]").wait_for()
    seat.tell("app => app.parts.enterParty(party => party.host({ rules: 'modern 9x9/10', seats: 4 }))")
    wait(lambda: seat.tell("app => Boolean(app.state.party?.isEntered && app.state.game)"), "the room")
    assert not seat.tell(LINE)["alone"]


def test_without_the_server_it_goes_on_and_says_so(device: Callable[[], Seat], complaints: list[str]) -> None:
    seat = device()
    seat.sit_down()
    seat.page.route("**/api/**", lambda route: route.abort())
    seat.tell("app => void app.shell.open('times')")
    wait(lambda: seat.tell(LINE)["alone"]["isBack"] is False, "a request that did not reach it")
    seat.page.locator("h1", has_text="Best times").wait_for()
    seat.page.unroute("**/api/**")
    wait(lambda: seat.tell(LINE)["alone"]["isBack"], "the server again")
    assert seat.tell(LINE)["alone"]["isChosen"]
    assert all("ERR_FAILED" in line for line in complaints)
    complaints.clear()


def test_a_refused_game_is_named_until_the_player_removes_it(device: Callable[[], Seat], complaints: list[str]) -> None:
    seat = device()
    refusal = {"error": "no", "phrase": {"code": "alone.impossible-time"}}
    seat.page.context.route("**/api/games/alone", lambda route: route.fulfill(status=422, json=refusal))
    seat.sit_down()
    win(seat)
    seat.tell("app => app.shell.open('alone')")
    row = seat.page.locator(".waiting-games li", has_text="Nobody can have played the game in this time.")
    row.get_by_role("button", name="Remove from this list").click()
    wait(lambda: not row.count(), "an empty list")
    seat.page.reload()
    seat.wait_for_game()
    assert seat.tell("app => app.state.alone.waiting") == []
    complaints[:] = [complaint for complaint in complaints if "of 422" not in complaint]
