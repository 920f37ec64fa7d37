"""A finished round on the page: all boards at one moment, its events, its link for anybody, and the ways to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from own_history import player_of
from simulated_rounds import race, store_race
from web.browsing import Seat, Server, wait

from sapper.analysis.rounds import story_of
from sapper.history.store import open_store
from sapper.server.parties.round_file import read_round, round_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sit = Callable[..., Any]

ID = "a-round-of-four"
RULES = "modern beginner layout=no-guess"
BOARDS = "app => app.shell.screenPage.cards.map(card => card.board.diagram())"


@pytest.fixture(scope="module")
def room_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("rounds"))
    yield server
    server.stop()


def shown(seat: Seat) -> str:
    return str(seat.page.locator(".round .review .sentence").inner_text())


def test_anybody_plays_a_round_again_by_its_link(room_server: Server, guests: Sit, complaints: list[str]) -> None:
    ada: Seat = guests("Ada")
    ada.page.goto(f"{room_server.url}together")
    ada.page.locator(".lobby").wait_for()
    cookie = next(one["value"] for one in ada.page.context.cookies() if one["name"] == "sapper")
    games = race("page", rules=RULES)
    with open_store(room_server.folder / "games.db") as store:
        store_race(store, ID, games, [player_of(cookie).key, *(bytes([number]) * 16 for number in (1, 2, 3))])
        stored = read_round(store, ID)
    assert stored is not None
    played = round_file(stored)
    story = story_of(played)

    # Your last rounds lead there.
    ada.page.reload()
    ada.page.locator(".last-rounds a").click()
    wait(lambda: ada.path == f"/round/{ID}", "the address of the round")
    ada.page.locator(".round:not(.loading)").wait_for()
    assert ada.page.locator(".round-result .own b").first.inner_text() == "Ada"

    # A stranger opens the link at a moment: every board is as the replay has it then.
    eva: Seat = guests("Eva")
    at = story.leads[-1].at + 1
    eva.page.goto(f"{room_server.url}round/{ID}#at={at}")
    eva.page.locator(".round:not(.loading)").wait_for()
    assert eva.tell(BOARDS) == [str(game.replay.at(at).board).strip() for game in played.games]
    leader = story.leader_at(at)
    assert leader is not None
    leading = eva.page.locator(".round-board.leading .who")
    assert leading.inner_text() == played.name_of(leader)
    assert eva.page.locator(".round-result .own").count() == 0

    # An event of the list, the next one by a key, and the end.
    eva.page.locator(".round-events button").first.click()
    wait(lambda: eva.tell("app => app.shell.screenPage.playback.at") == story.events[0].at, "the first event")
    eva.page.keyboard.press("]")
    after = next(event.at for event in story.events if event.at > story.events[0].at)
    wait(lambda: eva.tell("app => app.shell.screenPage.playback.at") == after, "the next event")
    assert eva.page.url.endswith(f"#at={after}")
    eva.page.keyboard.press("End")
    wait(
        lambda: eva.tell(BOARDS) == [str(game.replay.at(played.length).board).strip() for game in played.games],
        "the end",
    )

    # One board alone, and all again.
    eva.page.keyboard.press("2")
    wait(lambda: eva.page.locator(".round-board:visible").count() == 1, "one board")
    assert eva.page.locator(".round-board:visible .who").inner_text() == "Grace"
    eva.page.keyboard.press("0")
    wait(lambda: eva.page.locator(".round-board:visible").count() == 4, "all boards")

    eva.page.goto(f"{room_server.url}round/none")
    eva.page.locator(".no-replay").wait_for()
    complaints[:] = [one for one in complaints if not one.endswith("/api/rounds/none")]
