"""The page of a player: a name, ratings, a public page by choice, other devices, and everything deleted."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from own_history import player_of
from web.browsing import Seat, Server, wait

from sapper.history.store import open_store
from sapper.history.store.finished_rounds import FinishedRound, FinishedSeat
from sapper.history.store.parties import PartyListing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sit = Callable[..., Any]

WAITING = PartyListing(is_public=True, stage="waiting")


@pytest.fixture(scope="module")
def room_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("players"))
    yield server
    server.stop()


def at_page(guests: Sit, server: Server, name: str, path: str = "player") -> Seat:
    seat: Seat = guests(name)
    seat.page.goto(f"{server.url}{path}")
    seat.page.locator(".player-page[aria-busy=false]").wait_for()
    return seat


def identity(seat: Seat) -> str:
    return str(seat.page.context.request.get(f"{seat.url}api/me").json()["id"])


def play_duels(server: Server, seat: Seat, won: int) -> None:
    """Store duels that the player has won, so that there is a rating."""
    cookie = next(one["value"] for one in seat.page.context.cookies() if one["name"] == "sapper")
    now, terms = round(time.time() * 1000), json.dumps({"mode": "duel", "rules": "modern expert"})
    with open_store(server.folder / "games.db") as store:
        assert store.begin_party("p", "code", [b"{}"], WAITING, now=1)
        for number in range(1, won + 1):
            seats = [(0, player_of(cookie).key, "Ada"), (1, bytes([number]) * 16, "Grace")]
            results = tuple(
                FinishedSeat(at, key, name, False, "", at + 1, "won", 1.0, 9000, 5, None) for at, key, name in seats
            )
            ended = FinishedRound(f"duel-{number}", "p", number, "duel", terms, now, now, (), results)
            assert store.append_party("p", number, [b""], WAITING, now=1, finished=ended)


def test_a_player_takes_a_name_and_shows_ratings_to_others_by_choice(
    room_server: Server, guests: Sit, complaints: list[str]
) -> None:
    ada = at_page(guests, room_server, "Ada")
    play_duels(room_server, ada, 3)
    ada.page.reload()
    card = ada.page.locator(".rating-card")
    card.wait_for()
    assert card.get_attribute("data-mode") == "duel"
    value = card.locator(".rating-value").inner_text()
    assert value.endswith("?")
    assert card.locator(".rating-curve").is_visible()
    assert ada.page.locator(".player-rounds li").count() == 3
    ada.page.get_by_role("button", name="Change name").click()
    ada.page.locator("[data-name=name]").fill("Countess")
    ada.page.get_by_role("button", name="Take this name").click()
    wait(lambda: ada.page.locator(".player-head h1").inner_text() == "Countess", "the new name")

    own = f"player/{identity(ada)}"
    stranger: Seat = guests("Eva")
    stranger.page.goto(f"{room_server.url}{own}")
    stranger.page.locator(".player-page .error").wait_for()
    complaints[:] = [line for line in complaints if "404" not in line]  # the page is not public
    ada.page.locator("[data-name=public]").check()
    ada.page.get_by_role("button", name="Copy address").wait_for()
    stranger.page.reload()
    stranger.page.locator(".rating-card").wait_for()
    assert stranger.page.locator(".player-head h1").inner_text() == "Countess"
    assert stranger.page.locator(".rating-value").inner_text() == value
    assert stranger.page.locator(".own-player").count() == 0
    stranger.page.locator(".player-rounds a").first.click()
    wait(lambda: stranger.path.startswith("/round/duel-"), "the round")
    complaints[:] = [line for line in complaints if "404" not in line]  # a round without games


def test_another_device_becomes_the_player_by_the_link_and_by_the_recovery_code(
    room_server: Server, guests: Sit, complaints: list[str]
) -> None:
    desk = at_page(guests, room_server, "Bo")
    desk.page.get_by_role("button", name="Link another device").click()
    desk.page.locator(".qr").wait_for()
    code = desk.page.locator(".link-code .mono").inner_text()

    phone: Seat = guests("Phone")
    phone.page.goto(f"{room_server.url}link#{code}")
    phone.page.get_by_role("button", name="Become this player").click()
    phone.page.locator(".player-page[aria-busy=false]").wait_for()
    assert identity(phone) == identity(desk)
    assert phone.page.locator(".player-head h1").inner_text() == "Bo"

    desk.page.get_by_role("button", name="Make a recovery code").click()
    recovery = desk.page.locator(".shown-code .mono").inner_text()
    other = at_page(guests, room_server, "Other")
    before = identity(other)
    other.page.get_by_role("button", name="I have a code").click()
    other.page.locator("[data-name=code]").fill("wrong")
    other.page.get_by_role("button", name="Become this player").click()
    other.page.locator(".own-player .error", has_text="wrong").wait_for()
    complaints[:] = [line for line in complaints if "404" not in line]  # no such code
    assert identity(other) == before
    other.page.locator("[data-name=code]").fill(recovery.lower())
    other.page.get_by_role("button", name="Become this player").click()
    wait(lambda: identity(other) == identity(desk), "the player of the code")

    desk.page.get_by_role("button", name="Sign out all other devices").click()
    desk.page.locator(".own-player .good", has_text="signed out").wait_for()
    wait(lambda: identity(phone) != identity(desk), "the phone is signed out")


def test_everything_is_saved_and_deleted_by_the_player_alone(room_server: Server, guests: Sit) -> None:
    ada = at_page(guests, room_server, "Zoe")
    before = identity(ada)
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("link", name="Save everything as a file").click()
    head = json.loads(saved.value.path().read_text("utf-8").splitlines()[0])
    assert (head["player"]["id"], head["player"]["name"]) == (before, "Zoe")
    ada.page.get_by_role("button", name="Delete everything").click()
    ada.page.get_by_role("button", name="Cancel").click()
    ada.page.get_by_role("button", name="Delete everything").click()
    ada.page.get_by_role("button", name="Delete for good").click()
    ada.page.wait_for_url(room_server.url)
    assert identity(ada) != before
    ada.page.goto(f"{room_server.url}player")
    ada.page.locator(".player-page[aria-busy=false]").wait_for()
    assert ada.page.locator(".player-head h1").inner_text() == "No name yet"
