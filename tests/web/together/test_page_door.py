"""The door of a room in real browsers; and a finger that has not played before is asked before a round, not in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Seat, Server, wait
from web.room_guests import RoomGuest
from web.rooms import begin, enter, host, people, wait_begun, wait_people, wait_told

from sapper import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    Come = Callable[..., Any]

RACE: dict[str, object] = {"mode": "race", "rules": "modern beginner"}


@pytest.fixture
def come(guests: Come) -> Come:
    """Make people who have never been here."""
    return partial(guests, is_new=True)


def named(seat: Seat, name: str) -> None:
    """Give the name where the page asks for it."""
    seat.page.locator(".name-form input").fill(name)
    seat.page.locator(".name-form button").click()


def test_the_owner_lets_somebody_in_refuses_another_locks_the_room_and_hands_it_on(come: Come) -> None:
    ada, grace, eve = come(), come(), come(is_phone=True)
    url = host(ada, entry="ask")
    named(ada, "Ada")
    wait_people(ada, "Ada")
    for seat, name in ((grace, "Grace"), (eve, "Eve")):
        seat.page.goto(url)
        seat.wait_for("Waiting at the door")
        named(seat, name)
        ada.wait_for(f"{name} wants to come in")
    assert people(ada) == ["Ada"]
    ada.page.get_by_role("group", name="Grace wants to come in").get_by_role("button", name="Let in").click()
    wait_people(grace, "Ada", "Grace")
    ada.page.get_by_role("group", name="Eve wants to come in").get_by_role("button", name="Refuse").click()
    eve.wait_for("The owner of the room did not let you in.")
    wait(lambda: eve.path == "/together", "the lobby")
    # In the middle of a game: nobody new comes in, and the game goes on.
    begin(ada, grace)
    ada.page.get_by_role("button", name="Locked out").click()
    wait_told(grace, "app => app.state.party.terms.entry", "locked")
    late = come()
    late.page.goto(url)
    late.wait_for("This room is locked: nobody new may come in.")
    assert grace.tell("app => app.state.party.stage") == "playing"
    ada.page.get_by_role("button", name="Actions for Grace").click()
    ada.page.get_by_role("button", name="Hand on the room").click()
    ada.page.get_by_role("button", name="Hand it on?").click()
    wait_told(grace, "app => app.state.party.owner", 1)
    grace.page.get_by_role("button", name="Locked out").wait_for()
    ada.page.locator(".room-page .entry").wait_for(state="hidden")


def test_whoever_does_not_want_to_wait_goes_back_to_the_lobby(come: Come) -> None:
    ada, grace = come(), come()
    url = host(ada, entry="ask")
    grace.page.goto(url)
    grace.page.get_by_role("button", name="Stop waiting").click()
    grace.page.locator(".lobby").wait_for()
    wait_told(ada, "app => app.state.party.knocks.length", 0)


def test_a_finger_is_asked_before_it_is_ready_and_not_in_a_race(come: Come, room_server: Server) -> None:
    ada = RoomGuest.host(room_server.url, "Ada", RACE)
    phone = come(is_phone=True)
    enter(phone, f"{room_server.url}r/{ada.party}")
    phone.page.get_by_role("button", name="I am ready").tap()
    phone.page.locator(".touch-page").wait_for()
    phone.page.locator(".touch-scheme[data-name='tap-opens']").tap()
    phone.page.locator(".touch-page .btn.primary").tap()
    wait_told(phone, "app => app.state.party.seats[1].is_ready", True)
    ada.ask("ready", "done")
    wait_begun(phone)
    assert phone.page.locator(".touch-page").count() == 0


def test_a_tap_counts_in_a_race_that_the_owner_started_before_the_question_was_answered(
    come: Come, room_server: Server
) -> None:
    ada = RoomGuest.host(room_server.url, "Ada", RACE)
    phone = come(is_phone=True)
    enter(phone, f"{room_server.url}r/{ada.party}")
    ada.ask("start", "done")
    wait_begun(phone)
    wait_told(phone, "app => app.state.game.seq > 0", True)  # the server's first square
    phone.page.get_by_role("switch", name="A tap flags").wait_for()
    before = phone.tell("app => app.state.game.seq")
    phone.tap(min(Board.parse(f"8x8/10\n{phone.diagram}").closed()))
    wait_told(phone, f"app => app.state.game.seq > {before}", True)
    assert phone.page.locator(".touch-page").count() == 0


def test_nobody_is_asked_how_a_tap_works_before_a_duel(come: Come, room_server: Server) -> None:
    ada = RoomGuest.host(room_server.url, "Ada", {"mode": "duel", "rules": "modern 8x8/9"})
    phone = come(is_phone=True)
    enter(phone, f"{room_server.url}r/{ada.party}")
    phone.page.get_by_role("button", name="I am ready").tap()
    wait_told(phone, "app => app.state.party.seats[1].is_ready", True)
    assert phone.page.locator(".touch-page").count() == 0


def test_a_lost_connection_leaves_the_board_of_a_room_in_view(
    come: Come, room_server: Server, complaints: list[str]
) -> None:
    ada = RoomGuest.host(room_server.url, "Ada", RACE)
    grace = come()
    enter(grace, f"{room_server.url}r/{ada.party}")
    ada.send("ready", n=90)
    begin(grace)
    grace.page.context.set_offline(True)
    grace.tell("app => app.session.connection.retry()")
    grace.wait_for("Connection lost")
    assert grace.page.locator(".field-area canvas").first.is_visible()
    grace.page.context.set_offline(False)
    grace.page.get_by_role("button", name="Try now").click()
    wait(lambda: not grace.tell("app => app.state.isOffline"), "the line")
    complaints[:] = [one for one in complaints if "ERR_INTERNET_DISCONNECTED" not in one]
