"""The installed page: it opens when the server is gone, says so, goes on where it was, and follows a new version."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING

import pytest
from own_history import player_of
from web.browsing import Known, Seat, Server, wait
from web.screens.test_page_replay import made
from web.sitting import Desk
from web.workers import NEWER, install, version, wait_for_worker

from sapper.history.store import open_store

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

#: Only for versions that stay: opening a store that is being deleted would make it again.
CACHED = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""


@pytest.fixture
def seat(installed: BrowserContext, own_server: Server) -> Seat:
    return Seat(installed.new_page(), own_server.url)


def test_a_game_goes_on_after_the_server_was_gone(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    before, game = seat.diagram, seat.tell("app => app.state.game.id")
    cached = seat.page.evaluate(CACHED)
    assert list(cached) == [f"sapper-{version(seat)}"]
    paths = cached[f"sapper-{version(seat)}"]
    assert all(path == "/" or path.startswith(f"/assets/{version(seat)}/") for path in paths), "nothing else is stored"

    own_server.kill()
    news = seat.page.locator("#news")
    wait(lambda: "Connection lost. Your moves are safe. Trying again" in news.inner_text(), "the news")
    board = seat.page.locator("canvas.board")
    wait(lambda: float(board.evaluate("node => getComputedStyle(node).opacity")) < 1, "a board that is dimmed")
    assert board.is_visible(), "one can think on"
    for tool in ("Hint", "Odds", "Pause", "Share"):
        assert seat.page.locator(".tools").get_by_role("button", name=re.compile(tool)).is_disabled(), tool
    seat.page.reload()
    offline = seat.page.locator(".offline-card")
    offline.get_by_text("Connection lost").wait_for()
    offline.get_by_text(re.compile("^Trying again")).wait_for()  # nothing is known of the game
    assert "offline" in str(offline.locator("use").get_attribute("href"))
    assert seat.path.startswith("/g/")
    offline.get_by_role("button", name="Try now").click()
    own_server.start()
    seat.wait_for_game()
    assert (seat.tell("app => app.state.game.id"), seat.diagram) == (game, before)
    assert offline.count() == 0
    seat.click(next(iter(known.openings())))
    seat.settle()
    assert seat.diagram == known.diagram


def test_a_start_on_home_without_the_server_gives_up_nothing(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    seat.click(Known().first)
    seat.settle()
    game = seat.tell("app => app.state.game.id")
    own_server.kill()
    seat.go()
    seat.page.locator(".home").wait_for()
    news = seat.page.locator("#news")
    wait(lambda: "Connection lost. Trying again" in news.inner_text(), "the news, which promises nothing")
    assert seat.page.locator("[data-name=go-on]").count() == 0
    seat.key("b")
    wait(lambda: "The game starts as soon as the server answers." in news.inner_text(), "what became of the key")
    wait(lambda: news.get_by_role("button", name="Try now").is_visible(), "a way to try again")
    news.get_by_role("button", name="Try now").focus()
    seat.key("Enter")
    own_server.start()
    seat.page.get_by_role("button", name="Keep playing").click()
    seat.page.locator("[data-name=go-on]").click()
    seat.wait_for_game()
    assert seat.tell("app => [app.state.game.id, app.state.game.isOver]") == [game, False]
    wait(lambda: not news.is_visible(), "nothing to say")


def test_a_server_that_hangs_keeps_nobody_waiting(seat: Seat, own_server: Server) -> None:
    install(seat)
    own_server.process.send_signal(signal.SIGSTOP)
    try:
        seat.page.goto(seat.url)
        seat.page.locator(".home").wait_for()
        seat.key("b")
        seat.page.locator(".alone").first.wait_for()
        seat.wait_for_game()
        seat.click((0, 0))
        wait(lambda: seat.tell("app => app.state.game.opened > 0"), "an answer")
    finally:
        own_server.process.send_signal(signal.SIGCONT)


LINE = "app => [Boolean(app.state.alone), app.state.room?.startsWith('local-') ?? false, app.state.game?.status]"


def test_a_board_without_a_move_is_the_servers_again_when_it_is_back(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down("modern 12x9/10", seed=None)
    rules = seat.rules
    own_server.stop()
    wait(lambda: seat.tell(LINE) == [True, True, "ready"], "a board of this browser")
    own_server.start()
    wait(lambda: seat.tell(LINE) == [False, False, "ready"], "a board of the server")
    assert seat.rules == rules
    seat.click((0, 0))
    seat.settle()
    seat.wait_status("playing")


def test_who_is_elsewhere_stays_there_when_the_server_restarts(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down(seed=None)
    seat.tell("app => void app.shell.open('statistics')")
    wait(lambda: seat.path == "/statistics", "statistics")
    own_server.stop()
    wait(lambda: seat.tell(LINE)[0], "a page that plays without the server")
    seat.settle()
    own_server.start()
    wait(lambda: not seat.tell(LINE)[0], "the server's page")
    seat.settle()
    assert seat.path == "/statistics"


def test_screens_that_were_never_loaded_open_without_the_server(seat: Seat, own_server: Server) -> None:
    install(seat)
    own_server.kill()
    for place, shown in (("settings", ".settings"), ("help", ".side h2"), ("analysis", ".field-area canvas")):
        seat.page.goto(f"{seat.url}{place}")
        seat.page.locator(shown).first.wait_for()
        assert seat.path == f"/{place}"
    seat.page.goto(f"{seat.url}daily")
    seat.page.get_by_text("Played without a server, these boards are not ranked").wait_for()
    own_server.start()
    seat.tell("app => app.session.connect()")  # as "Try now" does
    seat.page.locator(".daily-cards .card").first.wait_for()
    assert seat.path == "/daily"


SHARE = """async ([action, name, text]) => {
  const form = new FormData();
  if (name) form.set("file", new File([text], name));
  else form.set("text", text);
  return (await fetch(action, { method: "POST", body: form })).url;
}"""
OPENED = """Object.defineProperty(globalThis, "launchQueue", {
  value: { setConsumer: (take) => take({ files: globalThis.handed }) },
});"""


def test_files_and_links_are_handed_to_the_installed_page(seat: Seat) -> None:
    install(seat)
    address = seat.page.locator("link[rel=manifest]").evaluate("link => link.href")
    manifest = seat.page.request.get(address).json()
    action = manifest["share_target"]["action"]
    text = made("a rainy day", rules="modern 9x9/10", luck=7, first=4).to_text()
    given = seat.page.evaluate(SHARE, [action, "game.replay", text])
    assert given.endswith("/replays")
    seat.page.goto(given)
    seat.page.locator(".replay:not(.loading)").wait_for()

    link = f"{seat.url}daily"
    assert seat.page.evaluate(SHARE, [action, "", f"Look: {link}"]) == link
    assert seat.page.evaluate(SHARE, [action, "", "https://example.com/elsewhere"]) == seat.url

    assert manifest["file_handlers"][0]["action"] == "/replays"
    script = f"globalThis.handed = [{{ getFile: async () => new File([{json.dumps(text)}], 'game.replay') }}]; {OPENED}"
    seat.page.add_init_script(script)
    seat.page.goto(f"{seat.url}replays")
    seat.page.locator(".replay:not(.loading)").wait_for()


def test_what_was_learned_without_the_server_is_handed_over_when_it_is_back(seat: Seat, own_server: Server) -> None:
    install(seat)
    own_server.kill()
    seat.page.goto(f"{seat.url}puzzles/day")
    desk = Desk(seat.page, seat.url)
    desk.wait_sitting()
    desk.answer_right()
    desk.wait_said("Your rating")
    own_server.start()
    seat.page.goto(f"{seat.url}learn")
    token = next(str(cookie["value"]) for cookie in seat.page.context.cookies() if cookie["name"] == "sapper")

    def handed_over() -> bool:
        with open_store(own_server.folder / "games.db") as store:
            return len(store.answers("puzzle", player_of(token).key)) == 1

    wait(handed_over, "the answer on the server")


def test_a_new_version_takes_over_and_nothing_old_stays(seat: Seat, own_server: Server) -> None:
    install(seat)
    old = version(seat)
    own_server.stop()
    own_server.code = NEWER
    own_server.start()
    seat.page.reload()
    seat.page.locator(".home").wait_for()
    new = version(seat)
    assert new != old
    names = [f"sapper-{new}"]
    wait_for_worker(seat, lambda: seat.page.evaluate("caches.keys()") == names, "the files of the new version only")
    own_server.stop()
    seat.page.reload()
    seat.page.locator(".home").wait_for()
    assert version(seat) == new


def test_work_on_the_page_is_not_stored(seat: Seat, own_server: Server) -> None:
    own_server.stop()
    own_server.options = ("--fresh",)
    own_server.start()
    seat.sit_down()
    assert seat.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
