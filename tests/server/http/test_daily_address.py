"""A daily board that has ended at an address: further tries from there are not ranked, and the player is told so."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest
from server.http.test_alone import won
from server.http.test_daily import DAY, ORIGIN, Calendar, api, arrive, asked, in_loop, level_of, solve
from server.party_nodes import shared_store
from server.playground import Clock, Entropy, open_lobby, settle

from sapper.daily import daily_board, day_of
from sapper.history.rebuild import rebuild
from sapper.history.store import open_store
from sapper.server.app import App

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

HOME, AWAY = "192.0.2.1", "192.0.2.2"


async def try_it(
    lobby: Lobby, calendar: Calendar, address: str, *, lose: bool = False, player: Player | None = None
) -> tuple[Player, list[str]]:
    """Play the board of the day to its end; return the player and the objections."""
    client = await arrive(lobby, player, address=address)
    begun = await client.new("", daily="beginner")
    over = await solve(client, begun["game"], daily_board(calendar.today, "beginner"), lose=lose)
    await settle(lobby)
    return client.player, over.get("objections", [])


@pytest.mark.parametrize("lose", [True, False])
@in_loop
async def test_the_first_end_at_an_address_is_ranked_and_no_other(tmp_path: Path, lose: bool) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        ada, first = await try_it(lobby, calendar, HOME, lose=lose)
        ben, second = await try_it(lobby, calendar, HOME)
        _, elsewhere = await try_it(lobby, calendar, AWAY)
        assert (first, second, elsewhere) == ([], ["same address"], [])
        shown = await level_of(lobby, ben, "beginner")
        assert (shown["own"]["status"], shown["own"]["place"]) == ("won", None)
        assert shown["own"]["objections"] == ["same address"]
        assert shown["ranked"] == (1 if lose else 2)
        assert (await level_of(lobby, ada, "beginner"))["own"]["objections"] == []
    with open_store(tmp_path / "games.db") as store:
        list(rebuild(store, []))
        assert len(store.daily_times(calendar.today, "beginner")) == (1 if lose else 2)


@in_loop
async def test_a_try_that_waits_until_another_has_ended_is_not_ranked(tmp_path: Path) -> None:
    calendar = Calendar()
    board = daily_board(calendar.today, "beginner")
    async with open_lobby(tmp_path, now=calendar) as lobby:
        waiting = await arrive(lobby, address=HOME)
        begun = await waiting.new("", daily="beginner")
        await waiting.play(begun["game"], "pause", n=900)
        await try_it(lobby, calendar, HOME, lose=True)
        await waiting.play(begun["game"], "resume", n=901)
        assert (await solve(waiting, begun["game"], board))["objections"] == ["same address"]


@in_loop
async def test_it_is_said_before_the_try_and_of_this_board_only(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        new = lobby.services.guests.new()
        said = "is_unranked"
        assert not any(one[said] for one in (await asked(lobby, new, address=HOME))["levels"])
        await try_it(lobby, calendar, HOME, lose=True)
        assert [one[said] for one in (await asked(lobby, new, address=HOME))["levels"]] == [True, False, False]
        assert not any(one[said] for one in (await asked(lobby, new, address=AWAY))["levels"])
        calendar.now += DAY
        assert not any(one[said] for one in (await asked(lobby, new, address=HOME))["levels"])


@in_loop
async def test_who_deletes_the_own_games_changes_nothing(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        ada, _ = await try_it(lobby, calendar, HOME, lose=True)
        with open_store(tmp_path / "games.db") as store:
            games = sorted(store.numbers_of(ada.key))
            assert store.delete_own(ada.key, games) == 1
            store.forget_player(ada.key)
        _, objections = await try_it(lobby, calendar, HOME)
        assert objections == ["same address"]


async def hand_over(lobby: Lobby, calendar: Calendar, address: str, *, day: int = 0) -> httpx.Response:
    """Hand over a daily board that was solved in a browser without a server."""
    board = daily_board(day_of(calendar.now - day * DAY), "beginner")
    game = won(board.seed.text, str(board.rules), board.first)
    took = game["ended_at"] - game["began_at"]
    game |= {"daily": board.day, "began_at": calendar.now - day * DAY - took, "ended_at": calendar.now - day * DAY}
    transport = httpx.ASGITransport(App(lobby.services, lobby, [ORIGIN], api()), client=(address, 1))
    headers = {"cookie": f"sapper={lobby.services.guests.new().token}", "host": "test", "origin": ORIGIN}
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as web:
        return await web.post("/api/games/alone", json=game)


@in_loop
async def test_a_board_of_the_day_that_was_played_without_a_server_has_ended_at_its_address(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        waiting = await arrive(lobby, address=HOME)
        begun = await waiting.new("", daily="beginner")
        answer = await hand_over(lobby, calendar, HOME)
        assert answer.status_code == 200, answer.text
        new = lobby.services.guests.new()
        assert [one["is_unranked"] for one in (await asked(lobby, new, address=HOME))["levels"]] == [True, False, False]
        assert not any(one["is_unranked"] for one in (await asked(lobby, new, address=AWAY))["levels"])
        over = await solve(waiting, begun["game"], daily_board(calendar.today, "beginner"))
        assert over["objections"] == ["same address"]
        assert (await try_it(lobby, calendar, AWAY))[1] == []


@in_loop
async def test_an_old_board_that_is_handed_over_ends_no_board_of_today(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        assert (await hand_over(lobby, calendar, HOME, day=2)).status_code == 200
        assert (await try_it(lobby, calendar, HOME))[1] == []
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("select count(*) from daily_end").fetchone() == (1,)


@in_loop
async def test_the_practice_after_the_own_try_is_no_other_end(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        ada, first = await try_it(lobby, calendar, HOME)
        _, again = await try_it(lobby, calendar, HOME, player=ada)
        assert (first, again) == ([], ["known board"])


@in_loop
async def test_two_servers_know_of_each_others_ends(tmp_path: Path) -> None:
    calendar, entropy, clock = Calendar(), Entropy(), Clock()

    def server() -> AbstractAsyncContextManager[Lobby]:
        return open_lobby(
            tmp_path,
            now=calendar,
            wall=lambda: calendar.now * 1000,
            entropy=entropy,
            clock=clock,
            opener=lambda: shared_store(tmp_path / "games.db"),
        )

    async with server() as one, server() as two:
        await try_it(one, calendar, HOME, lose=True)
        _, objections = await try_it(two, calendar, HOME)
        assert objections == ["same address"]


@in_loop
async def test_the_marks_of_earlier_days_are_deleted(tmp_path: Path) -> None:
    calendar = Calendar()
    async with open_lobby(tmp_path, now=calendar) as lobby:
        for _ in range(4):
            await try_it(lobby, calendar, HOME, lose=True)
            calendar.now += DAY
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert len(database.execute("select day from daily_end").fetchall()) == 2
    assert HOME.encode() not in (tmp_path / "games.db").read_bytes()
