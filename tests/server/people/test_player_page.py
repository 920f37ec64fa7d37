"""The page of a player: own at once, of others by choice; everything exported, and everything deleted."""

from __future__ import annotations

import json
from base64 import b64decode
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from server.parties.test_round_replays import safe_cells
from server.party_guests import Guest, game_of, guest, replica_of, run
from server.people.test_player_codes import FREE, browser, me
from server.playground import Clock, open_lobby, settle

from sapper.history.store import open_store
from sapper.server.operations import bans

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from sapper.server.rooms.lobby import Lobby


@asynccontextmanager
async def after_a_race(folder: Path) -> AsyncIterator[tuple[Lobby, Guest, Guest, httpx.AsyncClient, httpx.AsyncClient]]:
    """Ada has won a rated race against Bob: both as guests, and with their browsers."""
    clock = Clock()
    async with open_lobby(folder, limits=FREE, clock=clock) as lobby, browser(lobby) as first, browser(lobby) as second:
        ada, bob = [
            await guest(lobby, name, lobby.services.guests.recognise(web.cookies["sapper"]), f"the address of {name}")
            for name, web in (("Ada", first), ("Bob", second))
        ]
        await ada.host(mode="race", rules="modern beginner")
        await bob.join(ada.party)
        for one in (ada, bob):
            one.send("ready", n=2)
        for one in (ada, bob):
            await one.board()
        await ada.first_opening()
        await bob.play(replica_of(bob).id, "resign", n=20)
        for cell in safe_cells(ada):
            if not game_of(ada).status.is_over:
                clock.time += 1000
                await ada.play(replica_of(ada).id, "open", cell, 100 + cell)
        await ada.when(stage="waiting")
        await settle(lobby)
        yield lobby, ada, bob, first, second


def test_a_page_shows_ratings_with_curves_rounds_and_games_to_others_only_by_choice(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (_, ada, _, web, other):
            identity = await me(web)
            assert identity == ada.connection.player.id
            page: dict[str, Any] = (await web.get(f"/api/players/{identity}")).json()
            assert (page["name"], page["is_own"], page["is_public"], page["games"]) == ("Ada", True, False, 1)
            (rating,) = page["ratings"]
            assert (rating["mode"], rating["level"], rating["rounds"], rating["wins"]) == ("race", "beginner", 1, 1)
            assert rating["is_sure"] is False
            assert rating["best"] is None
            assert [value for _, value in rating["curve"]] == [rating["value"]]
            (played,) = page["rounds"]
            assert played["gain"] == rating["value"] - 1500 > 0
            assert [seat["name"] for seat in played["seats"]] == ["Ada", "Bob"]
            assert [game["together"] for game in page["recent"]] == ["race"]
            assert (await web.get("/api/players/me")).json() == page
            assert (await web.get("/api/rounds")).json() == page["rounds"]
            hidden = await other.get(f"/api/players/{identity}")
            assert (hidden.status_code, hidden.json()["phrase"]["code"]) == (404, "refusal.no-player-page")
            assert (await web.post("/api/me/public", json={"is_public": True})).json()["is_public"] is True
            seen = (await other.get(f"/api/players/{identity}")).json()
            own_seats = [seat.get("is_own", False) for seat in seen["rounds"][0]["seats"]]
            assert own_seats == [True, False]  # of the player whose page it is
            assert seen == page | {"is_own": False, "is_public": True}
            await web.post("/api/me/public", json={"is_public": False})
            assert (await other.get(f"/api/players/{identity}")).status_code == 404
            assert (await other.get("/api/players/0123")).status_code == 404

    run(play())


def test_rooms_lists_and_results_show_ratings_and_what_the_round_changed(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (_, ada, bob, web, _):
            page = (await web.get("/api/players/me")).json()
            value, gain = page["ratings"][0]["value"], page["rounds"][0]["gain"]
            await ada.ask("choose", terms={"mode": "race", "rules": "modern beginner", "is_public": True})
            party = await bob.when(stage="waiting")
            while not all("rating" in seat for seat in party["seats"]):
                party = await bob.when(stage="waiting")
            assert [seat["rating"] for seat in party["seats"]] == [
                {"value": value, "gain": gain},
                {"value": 3000 - value, "gain": -gain},
            ]
            (listed,) = (await web.get("/api/parties")).json()
            assert [seat["rating"]["value"] for seat in listed["seats"]] == [value, 3000 - value]
            await ada.ask("choose", terms={"mode": "race", "rules": "modern expert"})
            while any("rating" in seat for seat in party["seats"]):  # it is that of the board that is played next
                party = await bob.when(stage="waiting")

    run(play())


def test_records_are_the_fastest_ranked_wins_of_the_usual_levels(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        async with open_lobby(tmp_path, limits=FREE, clock=clock) as lobby, browser(lobby) as web:
            ada = await guest(lobby, "Ada", lobby.services.guests.recognise(web.cookies["sapper"]))
            for number, seconds in enumerate((2, 1, 3)):
                game = (await ada.new("modern beginner layout=no-guess"))["game"]
                await ada.play(game, "open", 0, 1000 * number + 100)
                for cell in safe_cells(ada):
                    if not game_of(ada).status.is_over:
                        clock.time += 1000 * seconds
                        await ada.play(game, "open", cell, 1000 * number + 101 + cell)
            await settle(lobby)
            page = (await web.get(f"/api/players/{await me(web)}")).json()
            assert page["games"] == 3
            (record,) = page["records"]
            assert record["elapsed"] == min(game["elapsed"] for game in page["recent"])
            assert (await web.get(f"/api/games/{record['id']}")).json()["status"] == "won"

    run(play())


def test_a_new_player_has_an_empty_page(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=FREE) as lobby, browser(lobby) as web:
            page = (await web.get(f"/api/players/{await me(web)}")).json()
            assert page["is_own"] is True
            assert (page["name"], page["since"], page["games"], page["ratings"]) == ("", None, 0, [])

    run(play())


def test_everything_is_exported_and_nothing_of_others(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (lobby, ada, bob, web, _):
            learned = {"subject": "trainer", "item": "0123456789abcdef", "answered_at": 5, "grade": 3, "elapsed": 900}
            assert (await web.post("/api/answers", json={"answers": [learned]})).status_code == 200
            key = ada.connection.player.key
            answer = await web.get("/api/me/everything")
            assert answer.status_code == 200
            lines = [json.loads(line) for line in answer.text.splitlines()]
            kinds = [kind for line in lines for kind in line]
            assert kinds == ["player", "rating", "round", "answer", "game"]
            head, rating, played, answered, game = (next(iter(line.values())) for line in lines)
            assert (head["format"], head["id"], head["name"]) == ("sapper-player", await me(web), "Ada")
            assert (rating["mode"], rating["rounds"], rating["wins"]) == ("race", 1, 1)
            assert (played["place"], played["players"], played["name"]) == (1, 2, "Ada")
            assert answered == learned
            assert "Bob" not in answer.text
            assert bob.connection.player.key.hex() not in answer.text
            stored = await lobby.services.reader.run(lambda store: dict(store.replays_of(key, 0, 1 << 20)))
            assert {game["number"]: b64decode(game["replay"])} == stored

    run(play())


def test_everything_is_deleted_and_all_tokens_end_on_every_server(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (lobby, ada, _, web, other), open_lobby(tmp_path, limits=FREE) as second:
            player = ada.connection.player
            await web.post("/api/me/code")
            alone = await guest(lobby, "Ada", player)
            await alone.new("modern beginner")
            elsewhere = await guest(second, player=player)
            await settle(lobby)
            deleted = await web.delete("/api/me")
            assert deleted.status_code == 200
            assert deleted.json()["id"] not in (player.id, "")
            assert await me(web) == deleted.json()["id"]
            assert (await alone.until("bye"))["phrase"]["code"] == "refusal.signed-out"
            await bans.refresh(second)
            assert (await elsewhere.until("bye"))["phrase"]["code"] == "refusal.signed-out"
            for one in (lobby, second):
                assert one.services.guests.recognise(player.token) is None
                assert one.services.guests.recognise(one.services.guests.linked(player.key, 7).token) is None
            left = (await other.get(f"/api/players/{await me(other)}")).json()
            assert [seat["name"] for seat in left["rounds"][0]["seats"]] == ["", "Bob"]
            assert left["ratings"][0]["rounds"] == 1
            assert (await web.get("/api/me/everything")).status_code == 200
            await settle(lobby)
            assert lobby.services.counters.errors == second.services.counters.errors == 0
        with open_store(tmp_path / "games.db") as store:
            assert player.key not in store.players()
            assert store.numbers_of(player.key) == set()
            assert store.differing_ratings() == 0
            assert store.player_with_id(player.id) is None

    run(play())


def test_only_a_player_with_a_cookie_asks_for_everything_or_deletes_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=FREE) as lobby, browser(lobby) as web:
            assert (await web.post("/api/me/public", json={"is_public": "x"})).status_code == 422
            web.cookies.clear()
            assert (await web.post("/api/me/public", json={"is_public": True})).status_code == 403
            assert (await web.get("/api/me/everything")).status_code == 403
            assert (await web.delete("/api/me")).status_code == 403

    run(play())
