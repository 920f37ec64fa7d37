"""The page on a host that has nothing but files: whole games without any server, also in flight mode."""

from __future__ import annotations

import functools
import re
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from formats import encoders
from playwright.sync_api import Error
from web.browsing import DESKTOP, SEED, Known, Seat, wait, watch
from web.sitting import Desk

from sapper.learn.path import STEPS
from sapper.replay.text import read
from sapper.server.http import static_site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, Route


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site below two folders, with no Sapper process alive."""
    root = tmp_path_factory.mktemp("host")
    static_site.write(root / "any" / "where")
    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}/any/where/"
    host.shutdown()
    host.server_close()


@pytest.fixture
def context(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=DESKTOP, service_workers="allow")
    watch(context, complaints)
    yield context
    context.close()


@pytest.fixture
def seat(context: BrowserContext, site: str) -> Seat:
    return Seat(context.new_page(), site)


def test_a_whole_game_with_help_is_played_stored_and_watched(seat: Seat) -> None:
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    assert "Not ranked" in str(seat.page.locator("[data-chip=seal]").get_attribute("title"))
    seat.tell("app => app.assist('odds')")
    wait(lambda: seat.tell("app => app.state.odds?.best.length > 0"), "the odds")
    seat.page.reload()
    seat.wait_for_game()
    assert seat.diagram == known.diagram, "the tab was closed, and nothing is lost"
    for cell in known.openings():
        seat.click(cell)
        seat.settle()
    over = wait(lambda: seat.tell("app => app.state.over"), "the end")
    assert over["status"] == "won"
    assert over["objections"][0] == "alone"
    seat.page.get_by_text("it was played without a server").wait_for()
    seat.tell("app => app.run('watch')")
    seat.page.locator(".replay").first.wait_for()
    assert f"?at=/replay/{over['finished_id']}" in seat.page.url


def test_everything_is_learned_without_a_server(seat: Seat, site: str) -> None:
    seat.page.goto(f"{site}?at=/path")
    seat.page.locator(".path-card").first.wait_for()
    seat.key("Enter")
    board = STEPS[0].boards[0]
    known = Known(str(board.rules), board.first, board.seed)
    wait(lambda: seat.tell("app => app.state.game?.opened > 0 && !app.state.screen"), "the first square is open")
    for cell in known.openings():
        seat.click(cell)
        seat.settle()
    seat.wait_status("won")
    end = seat.page.locator(".path-end", has_text="Step 1 of 12")
    assert "No help" in str(end.locator(".stars").get_attribute("aria-label"))

    seat.new("modern beginner", SEED)
    lost = Known()
    seat.click(lost.first)
    seat.settle()
    seat.click(next(cell for cell in lost.cells if cell in lost.mines))
    seat.wait_status("lost")
    seat.page.get_by_role("button", name="Train this").click()
    desk = Desk(seat.page, site)
    desk.wait_sitting()
    position = desk.shown
    desk.answer_right()
    desk.wait_said("Comes back in")
    seat.page.goto(f"{site}?at=/insights")
    row = seat.page.locator(".insight-table tbody tr", has_text="100")
    row.first.get_by_role("button", name="Train 1").click()
    desk.wait_sitting()
    assert desk.shown == position

    seat.page.goto(f"{site}?at=/puzzles/1-2-1")
    desk.wait_sitting()
    desk.answer_right()
    desk.wait_said("Your rating")
    seat.page.goto(f"{site}?at=/learn")
    seat.page.locator("[data-name=trainer]", has_text="0 positions due").wait_for()
    assert "1500" not in seat.page.locator(".learn-place[data-name=puzzles]").inner_text()
    seat.page.locator("[data-name=path]", has_text="New here").wait_for()
    assert "5 mines" in seat.page.locator(".learn-place[data-name=path]").inner_text()


def test_a_no_guess_board_begins_in_flight_mode(seat: Seat, context: BrowserContext) -> None:
    seat.go()
    seat.page.locator(".home").wait_for()
    wait(lambda: seat.page.evaluate("Boolean(navigator.serviceWorker.controller)"), "a worker")
    stored = (
        "async () => Boolean(await caches.match(new URL('rest.json', document.querySelector('[type=module]').src)))"
    )
    wait(lambda: seat.page.evaluate(stored), "every part of the page in its store")
    context.set_offline(True)
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.key("e")
    seat.wait_for_game()
    seat.tell("app => app.session.play({ kind: 'open', row: 8, col: 15 }, 'mouse')")
    wait(lambda: seat.tell("app => app.state.game.status === 'playing'"), "a board that needs no guess")
    seat.tell("app => app.assist('hint')")
    seat.page.get_by_role("button", name="Show it").click()
    wait(lambda: seat.tell("app => app.state.hint?.certain"), "a hint")
    seat.tell("app => app.shell.open('together')")
    seat.page.get_by_text("Playing together needs a server").wait_for()


FLAGS = """app => {
  for (let col = 8; col < 16; col++)
    for (let row = 0; row < 16; row++) app.session.play({ kind: "flag", row, col }, "mouse");
}"""


@pytest.mark.chromium  # chrome://crash
def test_a_killed_tab_loses_no_move_that_was_answered(seat: Seat, context: BrowserContext) -> None:
    seat.sit_down("modern intermediate")
    seat.click((15, 0))
    seat.settle()
    seat.tell(FLAGS)
    answered = wait(lambda: (seq := seat.tell("app => app.state.game.seq")) > 4 and seq, "some answers")
    address = seat.page.url
    with pytest.raises(Error, match="crash"):
        seat.page.goto("chrome://crash")
    again = Seat(context.new_page(), address)
    again.go()
    again.wait_for_game()
    stored = again.tell("app => app.state.game.seq")
    assert stored >= answered
    assert again.diagram.count("F") == stored - 1, "one flag for each action but the first"
    again.tell("app => app.session.play({ kind: 'resign' })")
    again.wait_status("abandoned")


def test_of_two_tabs_one_plays_and_the_other_goes_on_when_that_is_closed(seat: Seat, context: BrowserContext) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    other = Seat(context.new_page(), seat.page.url)
    other.go()
    other.wait_for("This game is open in another tab.")
    seat.tell("app => app.session.play({ kind: 'flag', row: 7, col: 7 }, 'mouse')")
    seat.settle()
    diagram = seat.diagram
    seat.page.close()
    other.go()
    other.wait_for_game()
    assert other.diagram == diagram


def test_a_browser_without_a_database_plays_and_says_that_nothing_is_stored(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=DESKTOP, service_workers="block")

    def refuse(route: Route) -> None:
        script = route.fetch().text()
        denied = 'IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError"); };'
        route.fulfill(body=denied + script, content_type="text/javascript")

    context.route("**/local-worker*.js", refuse)
    seat = Seat(context.new_page(), site)
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    assert seat.diagram == known.diagram
    seat.wait_for("closing the tab loses the game")
    context.close()


@pytest.mark.parametrize("part", ["kernel.wasm", "local-worker.js"])
def test_a_part_that_does_not_come_is_named_and_loaded_again(browser: Browser, site: str, part: str) -> None:
    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    gate = f"**/{part}"
    context.route(gate, lambda route: route.abort())
    seat = Seat(context.new_page(), site)
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.key("b")
    wait(lambda: re.search("The game could not be loaded", seat.page.inner_text("body")), "the reason")
    seat.page.get_by_role("button", name="Try now").first.wait_for()
    assert not seat.page.get_by_role("button", name="Play without the server").count()
    context.unroute(gate)  # it is tried again by itself
    seat.wait_for_game()
    seat.click((0, 0))
    wait(lambda: seat.tell("app => app.state.game.opened > 0"), "an answer")
    context.close()


def test_a_script_that_does_not_come_is_said(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    context.route("**/local-line.js", lambda route: route.abort())
    seat = Seat(context.new_page(), site)
    seat.go()
    seat.page.locator(".home").wait_for()
    seat.key("b")
    seat.wait_for("This part of the page could not be loaded")
    context.close()


TRAP = """{
const start = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const { instance } = await start(...given);
  const exports = { ...instance.exports, odds() { throw new WebAssembly.RuntimeError("unreachable"); } };
  return { instance: { exports } };
};
}
"""


def test_a_kernel_that_was_stopped_is_replaced_and_the_game_goes_on(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    gate = "**/local-worker.js"

    def trap(route: Route) -> None:
        route.fulfill(body=TRAP + route.fetch().text(), content_type="text/javascript")

    context.route(gate, trap)
    seat = Seat(context.new_page(), site)
    seat.sit_down()
    known = Known()
    seat.click(known.first)
    seat.settle()
    context.unroute(gate)
    before = seat.tell("({ session }) => session.connection.retryAt")
    seat.tell("app => void app.assist('odds')")
    line = "({ session: { connection } }) => [connection.state, connection.retryAt]"
    wait(lambda: (now := seat.tell(line))[0] == "open" and now[1] != before, "another kernel")
    for cell in known.openings():
        seat.click(cell)
        seat.settle()
    seat.wait_status("won")
    seat.new("modern beginner", SEED)
    seat.click(known.first)
    seat.settle()
    seat.tell("app => app.assist('odds')")
    wait(lambda: seat.tell("app => app.state.odds?.best.length > 0"), "the odds of a kernel that works")
    context.close()


def test_a_game_that_was_left_can_be_gone_on_with_in_another_tab(seat: Seat, context: BrowserContext) -> None:
    seat.sit_down()
    seat.click((0, 0))
    seat.settle()
    address, diagram = seat.page.url, seat.diagram
    leave = "({ session }) => { session.leaveGame(); session.connection.resync(); session.newGame('modern expert'); }"
    seat.tell(leave)
    wait(lambda: seat.tell("app => app.state.game?.height") == 16 and seat.page.url != address, "another room")
    other = Seat(context.new_page(), address)
    other.go()
    other.wait_for_game()
    assert other.diagram == diagram


@pytest.mark.chromium  # downloads
def test_a_replay_is_saved_as_a_file_and_read_in_another_browser(seat: Seat, browser: Browser, site: str) -> None:
    seat.sit_down()
    known = Known()
    for cell in (known.first, *known.openings()):
        seat.click(cell)
        seat.settle()
    seat.wait_status("won")
    with seat.page.expect_download() as saved:
        seat.page.locator(".what-next").get_by_role("button", name="Save replay").click()
    text = saved.value.path().read_text("utf-8")
    assert read(text).status == "won"

    context = browser.new_context(viewport=DESKTOP, service_workers="block")
    other = Seat(context.new_page(), site)
    other.page.goto(f"{site}?at=/replays")
    given: Any = {"name": "game.replay", "mimeType": "text/plain", "buffer": text.encode()}
    other.page.locator("input[type=file]").first.set_input_files(files=[given])
    other.page.locator(".replay:not(.loading)").wait_for()
    assert "?at=/replay/1000000000001" in other.page.url
    other.page.goto(f"{site}?at=/replays")
    given["buffer"] = text.replace("won", "lost").encode()
    other.page.locator("input[type=file]").first.set_input_files(files=[given])
    other.wait_for("the replay was changed or damaged")
    context.close()


def test_a_video_of_another_program_is_opened_with_its_hand(seat: Seat, site: str) -> None:
    video: Any = {"name": "game.avf", "mimeType": "", "buffer": encoders.avf(encoders.film(player="Zoë"))}
    seat.page.goto(f"{site}?at=/replays")
    seat.page.locator("input[type=file]").first.set_input_files(files=[video])
    seat.page.locator(".replay:not(.loading)").wait_for()
    assert "?at=/replay/1000000000001" in seat.page.url
    seat.wait_for("Zoë")
    seat.page.get_by_role("button", name="Pointer: its way").wait_for()
