"""The people with whom a player has played: who is here by their choice, challenges, blocks and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from server.party_guests import guest, run
from server.people.test_player_codes import me
from server.people.test_player_page import after_a_race
from server.playground import settle

from sapper.commands.ban import report_lines
from sapper.history.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

    import httpx


async def met(web: httpx.AsyncClient) -> dict[str, Any]:
    """Return the only person whom a player has met."""
    (one,) = (await web.get("/api/me/people")).json()["people"]
    return dict(one)


async def rooms(web: httpx.AsyncClient) -> list[tuple[str, str]]:
    """Return the rooms that a player may enter, and who has challenged them to each."""
    return [(room["party"], room["challenger"]) for room in (await web.get("/api/parties")).json()]


def test_who_is_here_is_known_of_those_who_show_it_and_have_not_blocked_the_player(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (_, ada, bob, web, other):
            found = await met(web)
            assert (found["id"], found["name"], found["mode"]) == (bob.connection.player.id, "Bob", "race")
            assert (found["rounds"], found["won"], found["lost"]) == (1, 1, 0)
            assert "is_here" not in found
            assert (await other.post("/api/me/seen", json={"is_seen": True})).status_code == 200
            assert (await met(web))["is_here"] is True
            await bob.leave()
            assert (await met(web))["is_here"] is False
            await other.post("/api/me/block", json={"player": ada.connection.player.id})
            assert "is_here" not in await met(web)
            assert (await met(other))["is_blocked"] is True
            await other.post("/api/me/block", json={"player": ada.connection.player.id, "is_blocked": False})
            assert (await met(web))["is_here"] is False
            stranger = await web.post("/api/me/block", json={"player": "0123456789abcdef"})
            assert stranger.json()["phrase"]["code"] == "refusal.not-met"

    run(play())


def test_a_challenge_is_in_the_list_of_rooms_until_it_is_declined_or_the_challenger_is_blocked(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (lobby, ada, bob, web, other):
            bob_id = bob.connection.player.id
            for one in (ada, bob):
                one.send("quit", n=90)
                await one.until("parted")
            await ada.host(mode="duel", seats=2)
            sent = {"player": bob_id, "party": ada.party}
            assert (await web.post("/api/me/challenge", json=sent)).status_code == 200
            assert await rooms(other) == [(ada.party, "Ada")]
            await other.post("/api/me/decline", json={"party": ada.party})
            assert await rooms(other) == []
            await web.post("/api/me/challenge", json=sent)
            assert await rooms(other) == [(ada.party, "Ada")]
            await other.post("/api/me/block", json={"player": ada.connection.player.id})
            assert await rooms(other) == []
            assert (await web.post("/api/me/challenge", json=sent)).status_code == 200  # which says nothing of it
            assert await rooms(other) == []
            elsewhere = await other.post("/api/me/challenge", json={"player": await me(web), "party": ada.party})
            assert elsewhere.status_code == 404  # Bob has no seat there
            eve = await guest(lobby, "Eve")
            await eve.join(ada.party)
            await settle(lobby)

    run(play())


def test_a_public_page_may_be_challenged_by_people_who_have_not_met_its_player(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (lobby, ada, _, web, _):
            eve = await guest(lobby, "Eve")
            await eve.host(mode="race", seats=2)
            from server.people.test_player_codes import browser

            async with browser(lobby, eve.connection.player.token) as third:
                sent = {"player": ada.connection.player.id, "party": eve.party}
                assert (await third.post("/api/me/challenge", json=sent)).json()["phrase"]["code"] == "refusal.not-met"
                await web.post("/api/me/public", json={"is_public": True})
                assert (await third.post("/api/me/challenge", json=sent)).status_code == 200
            assert (eve.party, "Eve") in await rooms(web)

    run(play())


def test_the_host_sees_reports_until_they_are_closed_and_none_of_a_player_who_is_deleted(tmp_path: Path) -> None:
    async def play() -> None:
        async with after_a_race(tmp_path) as (_, _, bob, web, _):
            bob_id = bob.connection.player.id
            sent = {"player": bob_id, "reason": "talk", "words": "  rude\n\u202ewords "}
            assert (await web.post("/api/me/report", json=sent)).status_code == 200
            assert (await web.post("/api/me/report", json=sent)).status_code == 200  # in place of the first
            with open_store(tmp_path / "games.db") as store:
                (line,) = report_lines(store)
                assert bob_id in line
                assert "rude words" in line
                assert store.close_reports(bob_id) == 1
                assert store.reports() == []
            await web.post("/api/me/report", json=sent)
            await web.delete("/api/me")
            with open_store(tmp_path / "games.db") as store:
                assert store.reports() == []

    run(play())
