"""Tournaments on the page: the list, a new one, signing up, races, the table, and the result."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from web.browsing import Known, Seat, Server, wait

from sapper import Rules
from sapper.history.store import open_store
from sapper.server.parties.events import Started, decode
from sapper.server.parties.ids import drawn_cell, game_identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sit = Callable[..., Any]

BOARD = "modern 8x8/10 layout=no-guess"


@pytest.fixture(scope="module")
def room_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("tournaments"))
    yield server
    server.stop()


def at(guests: Sit, server: Server, name: str, path: str) -> Seat:
    seat: Seat = guests(name)
    open_page(seat, f"{server.url}{path}")
    return seat


def open_page(seat: Seat, url: str) -> None:
    seat.page.goto(url)
    seat.page.locator(".tournament-page[aria-busy=false]").wait_for()


def press(seat: Seat, name: str) -> None:
    seat.page.get_by_role("button", name=name, exact=False).first.click()


def lines(seat: Seat) -> list[str]:
    return [re.sub(r"\s+", " ", line).strip() for line in seat.page.locator(".standing-line").all_inner_texts()]


def board_of(server: Server, party: str) -> Known:
    """Return the board of the race that a party plays, from the store."""
    with open_store(server.folder / "games.db") as store:
        stored = store.party(party)
    assert stored is not None
    *_, started = [event for event in map(decode, stored.events) if isinstance(event, Started)]
    secret = bytes.fromhex(started.secret)
    level = Rules.parse(BOARD).level
    first = level.cell(drawn_cell(secret, 0, 0, level.cells))
    return Known(BOARD, first, game_identity(secret, "", 0).seed)


def play(seat: Seat, cell: tuple[int, int]) -> None:
    seat.tell("(app, [row, col]) => app.session.play({ kind: 'open', row, col })", list(cell))
    seat.settle()


def wait_race(seat: Seat) -> None:
    wait(lambda: seat.path.startswith("/r/"), "the room of the race")
    begun = "app => app.state.party?.stage === 'playing' && !app.state.party.startsAt && app.state.game?.id"
    wait(lambda: seat.tell(begun), "the race")


def test_a_player_makes_a_tournament_and_others_find_it_and_sign_up(room_server: Server, guests: Sit) -> None:
    ada = at(guests, room_server, "Ada", "tournaments")
    hours = ada.page.locator(".tournament-row", has_text="Hourly arena")
    wait(lambda: hours.count() >= 11, "the calendar of the next hours")
    ada.page.locator("[data-name=name]").fill("Friday evening")
    ada.page.get_by_role("button", name="Swiss", exact=True).click()
    press(ada, "Make it")
    wait(lambda: ada.path.startswith("/tournament/"), "the page of the tournament")
    ada.page.locator(".until").wait_for()
    assert ada.page.locator("h1").inner_text() == "Friday evening"
    assert re.fullmatch(r"[45]:\d\d", ada.page.locator(".until").inner_text())
    assert "5 rounds" in ada.page.locator(".how").inner_text()

    ben = at(guests, room_server, "Ben", "tournaments")
    ben.page.locator(".tournament-row", has_text="Friday evening").click()
    ben.page.locator(".begins").get_by_role("button", name="Sign up").click()
    ben.page.locator(".signed li.own").wait_for()
    assert "Ben" in ben.page.locator(".signed li.own").inner_text()
    ben.page.locator(".begins").get_by_role("button", name="Signed up").click()
    ben.page.locator(".begins").get_by_role("button", name="Sign up").wait_for()

    with ada.page.expect_download() as download:
        press(ada, "Add to calendar")
    written = download.value.path().read_text()
    assert "SUMMARY:Friday evening" in written
    ada.page.goto(f"{room_server.url}together")
    ada.page.locator(".next-tournament").wait_for()


def test_players_of_an_arena_race_go_on_to_the_next_race_and_see_the_table(room_server: Server, guests: Sit) -> None:
    ada = at(guests, room_server, "Ada", "tournaments")
    rules = {"format": "races", "mode": "race", "rules": BOARD, "name": "Now", "starts_in": 0, "minutes": 30}
    make = "body => fetch('/api/tournaments', { method: 'POST', body }).then(answer => answer.json())"
    made = ada.page.evaluate(make, json.dumps(rules))
    path = f"tournament/{made['card']['id']}"
    ben = at(guests, room_server, "Ben", path)
    open_page(ada, f"{room_server.url}{path}")
    for seat in (ada, ben):
        press(seat, "Join now")
    for seat in (ada, ben):
        wait_race(seat)
        assert not seat.page.locator(".next-race").is_visible()
    known = board_of(room_server, ada.path.rpartition("/")[2])
    play(ben, min(known.mines))
    ben.page.locator(".next-race").wait_for()  # while Ada still plays
    for cell in known.openings():
        play(ada, cell)
    press(ben, "Next race")
    ben.page.locator(".own-part .waiting").wait_for()
    wait(lambda: [line.split()[-1] for line in lines(ben)] == ["2", "0"], "the points of the first race")
    assert ["Ada" in line for line in lines(ben)] == [True, False]
    press(ben, "Sit out")
    wait(lambda: any("sits out" in line for line in lines(ben)), "Ben sits out")
    press(ada, "Back to the tournament")
    ada.page.locator(".standing-line.own").wait_for()
    assert ada.page.locator(".own-part .stat").first.inner_text().startswith("1st")
