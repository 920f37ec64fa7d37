"""A daily board that has ended at an address: further tries from there are not ranked, and the player is told so."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from server.http.test_daily import DAY, Calendar, arrive, asked, in_loop, level_of, solve
from server.party_nodes import shared_store
from server.playground import Clock, Entropy, open_lobby, settle

from sapper.daily import daily_board
from sapper.history.rebuild import rebuild
from sapper.history.store import open_store

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
