"""Open tabs while the server is updated: nothing stops a game, every part still comes, and the new version follows."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from web.browsing import Known, Seat, Server, wait
from web.workers import NEWER, OFFLINE, install, version, wait_for_worker

from sapper.history.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

#: What the browser says of its own when the server or a file is not there.
GONE = re.compile(OFFLINE.pattern + r"|status of 404|ERR_ABORTED|Refused to apply style")
UPDATED = "Sapper was updated. This is the new version."
#: Wait until the worker has stored every part of the page, and delete them.
FORGET = """async () => {
  const rest = new URL("rest.json", document.querySelector("[type=module]").src);
  while (!(await caches.match(rest))) await new Promise((done) => setTimeout(done, 20));
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}"""


@pytest.fixture
def ignored() -> re.Pattern[str]:
    return GONE


@pytest.fixture
def seat(installed: BrowserContext, own_server: Server) -> Seat:
    return Seat(installed.new_page(), own_server.url)


def update(server: Server, *, forget: bool = False) -> None:
    """Restart the server with one more file in the page; `forget`: a day later, without the files of the old one."""
    server.stop()
    if forget:
        with open_store(server.folder / "games.db") as store:
            store.use_page("", 0, 1 << 60)
    server.code = NEWER
    server.start()


#: Code of a server with a newer version, of which what a worker stores for the screens does not come.
INCOMPLETE = (
    NEWER
    + """
make = static.Release.__init__
def without_rest(self):
    make(self)
    del self.files[f"{self.version}/rest.json"]
static.Release.__init__ = without_rest
"""
)


def go_to(seat: Seat, name: str) -> None:
    seat.page.locator(f".rail button[aria-label='{name}']").click()


def wait_for_line(seat: Seat) -> None:
    """Wait until the page has heard from the new server and plays on."""
    wait(lambda: seat.tell("app => app.upgrade?.other ?? ''") != "", "the other version")
    seat.settle()


@contextmanager
def held(seat: Seat) -> Iterator[None]:
    """Keep the page from loading the new version by itself, which else happens at a moment that no test knows."""
    wait(lambda: seat.tell("app => Boolean(app.upgrade)"), "what follows the versions")
    seat.tell("app => { app.heldFree = app.upgrade.isFree; app.upgrade.isFree = () => false; }")
    yield
    seat.tell("app => { app.upgrade.isFree = app.heldFree; app.upgrade.check(); }")


def wait_for_version(seat: Seat, old: str) -> None:
    """Wait until the page was loaded again, and has another version."""

    script = seat.page.locator("script[type=module]").first
    wait(lambda: old not in (script.get_attribute("src") or old), "the new version")
    seat.page.wait_for_load_state()


def test_in_mid_game_the_old_version_goes_on_and_the_new_one_follows_the_end(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    old, known = version(seat), Known()
    seat.click(known.first)
    seat.settle()
    before = seat.diagram
    update(own_server)
    wait_for_line(seat)
    seat.click(next(iter(known.openings())))
    seat.settle()
    assert seat.diagram == known.diagram != before
    with held(seat):
        go_to(seat, "Daily")
        seat.page.locator(".daily-cards .card").first.wait_for()
        assert version(seat) == old, "a part that was not loaded before, of the old version"
    wait_for_version(seat, old)
    seat.wait_news(UPDATED)
    assert seat.path == "/daily", "the game is paused, and the page is loaded where the player is"


def test_a_finished_game_stays_in_view_in_the_new_version(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    old = version(seat)
    seat.click(Known().first)
    seat.settle()
    update(own_server)
    wait_for_line(seat)
    game = seat.tell("app => app.state.game.id")
    assert version(seat) == old
    seat.tell("app => void app.session.resign()")
    wait_for_version(seat, old)
    seat.wait_for_game()
    assert seat.tell("app => [app.state.game.id, app.state.game.isOver]") == [game, True]


def test_in_a_room_the_old_version_stays_until_the_room_is_left(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    old = version(seat)
    terms = {"mode": "coop", "rules": "modern beginner"}
    seat.tell("(app, terms) => app.parts.enterParty((party) => void party.host(terms))", terms)
    wait(lambda: seat.tell("app => Boolean(app.state.party?.isEntered)"), "a room")
    wait(lambda: seat.path.startswith("/r/"), "the address of the room")
    room = seat.path
    update(own_server)
    wait_for_line(seat)
    seat.tell("app => app.upgrade.check()")
    assert seat.tell("app => app.upgrade.isPlanned") is False, "no load is planned"
    assert (version(seat), seat.path) == (old, room)
    seat.tell("app => { app.room.party.quit(); app.shell.open('home'); }")
    wait_for_version(seat, old)
    seat.page.locator(".home").wait_for()


def test_on_home_the_new_version_comes_by_itself_and_once(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down(seed=None)
    old = version(seat)
    seat.tell("app => void app.shell.open('home')")
    seat.page.locator(".home").wait_for()
    loads: list[str] = []
    seat.page.on("load", lambda page: loads.append(page.url))
    update(own_server)
    wait_for_version(seat, old)
    seat.wait_news(UPDATED)
    seat.page.locator(".home [data-name=go-on], .home").first.wait_for()
    new = version(seat)
    seat.key("n")
    seat.wait_for_game()
    assert seat.tell("app => app.upgrade?.other ?? ''") == ""
    assert (version(seat), len(loads)) == (new, 1)


def test_a_start_page_that_nobody_touched_still_opens_everything(seat: Seat, own_server: Server) -> None:
    install(seat)
    old = version(seat)
    update(own_server)
    go_to(seat, "Stats")
    seat.page.wait_for_url("**/statistics")
    seat.page.locator("h1").first.wait_for()
    assert version(seat) == old, "nothing is loaded again in the middle of reading"


def test_a_part_that_is_gone_is_loaded_at_once_with_a_sentence(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down(seed=None)
    old = version(seat)
    with seat.page.expect_response(lambda response: "/api/games?" in response.url):
        seat.tell("app => void app.shell.open('replays')")  # where a file may be half imported: it is left alone
    seat.page.evaluate(FORGET)
    update(own_server, forget=True)
    wait_for_line(seat)
    assert version(seat) == old
    go_to(seat, "Stats")
    wait_for_version(seat, old)
    seat.page.wait_for_url("**/statistics")
    seat.wait_news(UPDATED)


def test_a_part_that_is_gone_in_mid_game_is_explained_and_the_game_goes_on(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down()
    old, known = version(seat), Known()
    seat.click(known.first)
    seat.settle()
    seat.page.evaluate(FORGET)
    update(own_server, forget=True)
    wait_for_line(seat)
    go_to(seat, "Stats")
    seat.page.get_by_text("which is loaded after this game").wait_for()
    seat.settle()
    seat.wait_status("playing")
    seat.click(next(iter(known.openings())))
    seat.settle()
    assert (version(seat), seat.diagram) == (old, known.diagram)


def test_a_part_that_cannot_be_loaded_without_the_server_is_said(seat: Seat, own_server: Server) -> None:
    install(seat)
    seat.sit_down(seed=None)
    seat.page.evaluate(FORGET)
    own_server.kill()
    wait(lambda: seat.tell("app => app.state.isOffline"), "no line")
    go_to(seat, "Settings")
    seat.page.get_by_text("This part of the page could not be loaded.").wait_for()
    own_server.start()
    wait(lambda: not seat.tell("app => app.state.isOffline"), "the line")
    go_to(seat, "Settings")  # a browser remembers that a module did not come: the page is loaded again
    seat.page.locator(".settings, h1").first.wait_for()
    seat.page.wait_for_url("**/settings")


def test_the_files_of_a_tab_that_is_open_are_not_deleted(
    seat: Seat, own_server: Server, installed: BrowserContext
) -> None:
    install(seat)
    seat.sit_down()
    old = version(seat)
    seat.click(Known().first)
    seat.settle()
    update(own_server)
    wait_for_line(seat)
    other = Seat(installed.new_page(), own_server.url)
    install(other)
    new = version(other)
    assert new != old
    wait(lambda: f"sapper-{new}" in other.page.evaluate("caches.keys()"), "the files of the new version")
    controller = "navigator.serviceWorker.ready.then((it) => fetch('/sw.js').then((it) => it.text()))"
    assert new in other.page.evaluate(controller)
    other.page.reload()
    other.page.locator(".home").wait_for()
    assert f"sapper-{old}" in other.page.evaluate("caches.keys()"), "the other tab needs them"
    seat.page.close()
    other.page.reload()
    wait(lambda: other.page.evaluate("caches.keys()") == [f"sapper-{new}"], "the files of the new version only")


def test_the_old_version_opens_offline_until_the_new_one_is_whole(seat: Seat, own_server: Server) -> None:
    install(seat)
    old = version(seat)
    own_server.stop()
    own_server.code = INCOMPLETE
    own_server.start()
    seat.page.reload()
    seat.page.locator(".home").wait_for()
    new = version(seat)
    assert new != old
    is_in_charge = """async () => {
      const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
      return !installing && !waiting && active.state === "activated";
    }"""
    names = {f"sapper-{old}", f"sapper-{new}"}
    wait_for_worker(
        seat,
        lambda: names == set(seat.page.evaluate("caches.keys()")) and seat.page.evaluate(is_in_charge),
        "the new worker",
    )
    asked = "async language => navigator.serviceWorker.controller.postMessage(language)"
    seat.page.evaluate(asked, "en")
    own_server.stop()
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator(".settings").wait_for()
    assert version(seat) == old
    own_server.code = NEWER
    own_server.start()
    seat.page.goto(seat.url)
    seat.page.locator(".home").wait_for()
    assert version(seat) == new
    wait_for_worker(seat, lambda: seat.page.evaluate("caches.keys()") == [f"sapper-{new}"], "the new version alone")
    own_server.stop()
    seat.page.goto(f"{seat.url}settings")
    seat.page.locator(".settings").wait_for()
    assert version(seat) == new
