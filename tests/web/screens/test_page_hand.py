"""The hand of games played on the page: in their replays and figures, in this browser only, and gone with its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Seat, Server, wait
from web.fingers import PHONE, handed

from sapper.analysis.metrics import Clicks, measure_replay
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DATABASE = """async work => {
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'sapper-hands')) return [];
  const database = await new Promise(found => {
    const asked = indexedDB.open('sapper-hands');
    asked.onsuccess = () => found(asked.result);
  });
  const done = asked => new Promise(found => (asked.onsuccess = () => found(asked.result)));
  const hands = database.transaction('hands', 'readwrite').objectStore('hands');
  const answer = await work(hands, done);
  database.close();
  return answer;
}"""
NUMBERS = f"() => ({DATABASE})((hands, done) => done(hands.getAllKeys()))"
MOVE_TO_ANOTHER_BOARD = f"""() => ({DATABASE})(async (hands, done) => {{
  const [key] = await done(hands.getAllKeys());
  const hand = await done(hands.get(key));
  return done(hands.put({{ ...hand, board: '0 1 2' }}, key));
}})"""
KINDS = "app => app.shell.screenPage.pane?.hand?.track.kinds ?? ''"


def finish(seat: Any) -> int:
    """Give the game up, and return its number when its hand is stored."""
    seat.tell("app => void app.session.resign()")
    number: int = wait(lambda: seat.tell("app => app.state.over?.finished_id"), "the finished game")
    wait(lambda: number in seat.page.evaluate(NUMBERS), "the stored hand")
    return number


def watch_replay(seat: Any, number: int) -> None:
    seat.page.goto(f"{seat.url}replay/{number}")
    wait(lambda: seat.tell("app => app?.shell.screenPage?.judged?.size > 0"), "verdicts")
    seat.frame()


def play(seat: Seat) -> int:
    """Open a square, chord on it twice in vain by the right button, and give up."""
    seat.sit_down("modern beginner", "rain")
    wait(lambda: seat.tell("app => Boolean(app.solo.hand)"), "the recorder of the hand")
    for cell in ((0, 0), (2, 5), (3, 3)):
        seat.page.mouse.move(*seat.point(cell))
    seat.click((3, 3))
    seat.settle()
    for _ in range(2):
        seat.page.mouse.click(*seat.point((3, 3)), button="right")
    return finish(seat)


def test_the_hand_of_a_game_played_here_is_in_its_replay_and_counts_every_press(seat: Seat, server: Server) -> None:
    number = play(seat)
    watch_replay(seat, number)
    seat.page.get_by_role("button", name="Pointer: its way").wait_for()
    kinds = seat.tell(KINDS)
    assert kinds.replace("0", "") == "123434"
    assert len(kinds) >= 8
    assert not seat.tell("app => app.shell.screenPage.game.has_track")  # the server has none
    panel = seat.page.locator(".review").inner_text()
    assert "* Presses that did nothing were not recorded" not in panel
    figures = seat.page.locator(".review .stat").all_inner_texts()
    counted = {name: value for value, _, name in (figure.lower().partition("\n") for figure in figures)}
    names = ("clicks", "chords", "right clicks", "wasted clicks")
    assert [counted[name] for name in names] == ["3", "2", "0", "2"]
    files = [saved(seat, name) for name in ("Text", "Packed")]
    for replay in map(Replay.load, files):
        assert replay.track
        presses = [event.kind for event in replay.track.events if event.kind != "mv"]
        assert presses == ["lc", "lr", "rc", "rr", "rc", "rr"]
        measured = measure_replay(replay)
        assert (measured.has_track, measured.clicks) == (True, Clicks(1, 0, 2)), "as the page counted"
        assert replay.track.actions.count(1) == len(replay)


def saved(seat: Seat, name: str) -> bytes:
    with seat.page.expect_download() as coming:
        seat.page.locator(".review").get_by_role("button", name=name, exact=True).click()
    return coming.value.path().read_bytes()


def test_the_number_of_a_game_on_another_board_brings_no_hand(seat: Seat, server: Server) -> None:
    number = play(seat)
    seat.page.evaluate(MOVE_TO_ANOTHER_BOARD)
    watch_replay(seat, number)
    assert seat.tell(KINDS) == ""
    assert "* Presses that did nothing were not recorded" in seat.page.locator(".review").inner_text()


def test_a_hand_is_deleted_with_its_game(seat: Seat, server: Server) -> None:
    number = play(seat)
    seat.page.goto(f"{seat.url}statistics")
    seat.page.get_by_role("button", name="Delete all my games").click()
    seat.page.locator("dialog[open]").get_by_role("button", name="Delete", exact=True).click()
    wait(lambda: number not in seat.page.evaluate(NUMBERS), "the hand to go")


@pytest.mark.chromium
def test_a_finger_is_a_hand_too(browser: Browser, server: Server, complaints: list[str]) -> None:
    context, seat = handed(browser, server, complaints, PHONE)
    seat.sit_down("modern beginner", "rain")
    wait(lambda: seat.tell("app => Boolean(app.solo.hand)"), "the recorder of the hand")
    seat.tap((3, 3))
    wait(lambda: seat.tell("app => app.state.game?.seq > 0"), "the opening")
    number = finish(seat)
    watch_replay(seat, number)
    wait(lambda: seat.tell(KINDS).replace("0", "") == "12", "a press and its release")
    context.close()
