"""A player comes back by a code, links devices, takes a name, and signs other devices out."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

import httpx
from msgspec.structs import replace
from server.party_guests import QUICK, guest, run
from server.playground import KEY, open_lobby

from sapper.history.identity import code_from, code_hash, tidy_code
from sapper.history.store import open_store
from sapper.server.app import App
from sapper.server.http.cookies import Guests
from sapper.server.http.routes import make_api
from sapper.server.operations import bans

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sapper.server.rooms.lobby import Lobby

ORIGIN = "http://test"
FREE = replace(QUICK, codes_per_minute=1e9, code_burst=1e9, requests_per_second=1e9, request_burst=1e9)
api = cache(make_api)


@asynccontextmanager
async def browser(lobby: Lobby, token: str = "") -> AsyncIterator[httpx.AsyncClient]:
    """A browser that has the cookie of a player, or gets that of a new one."""
    transport = httpx.ASGITransport(app=App(lobby.services, lobby, [ORIGIN], api()))
    cookies = {"sapper": token} if token else {}
    async with httpx.AsyncClient(
        transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}, cookies=cookies
    ) as web:
        await web.get("/api/me")
        yield web


async def me(web: httpx.AsyncClient) -> str:
    return str((await web.get("/api/me")).json()["id"])


def test_a_recovery_code_brings_a_player_back_on_another_device_until_the_next_code(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=FREE) as lobby, browser(lobby) as old, browser(lobby) as new:
            await old.post("/api/me/name", json={"name": "Ada"})
            assert (await old.get("/api/me")).json()["has_code"] is False
            code = (await old.post("/api/me/code")).json()["code"]
            assert await me(old) != await me(new)
            back = await new.post("/api/me/restore", json={"code": f" {code.lower().replace('-', ' ')} "})
            assert back.json() == (await old.get("/api/me")).json() | {"name": "Ada", "has_code": True}
            assert await me(new) == await me(old)
            await old.post("/api/me/code")
            refused = await new.post("/api/me/restore", json={"code": code})
            assert (refused.status_code, refused.json()["phrase"]["code"]) == (404, "refusal.no-such-player-code")
            assert "set-cookie" not in refused.headers
            await lobby.idle()
        assert tidy_code(code).encode() not in (tmp_path / "games.db").read_bytes()

    run(play())


def test_a_link_makes_one_device_the_player_and_only_in_time(tmp_path: Path) -> None:
    async def play() -> None:
        now = [1_800_000_000]
        async with (
            open_lobby(tmp_path, limits=FREE, now=lambda: now[0]) as lobby,
            browser(lobby) as old,
            browser(lobby) as phone,
            browser(lobby) as other,
        ):
            link = (await old.post("/api/me/link")).json()
            assert link["address"] == f"{ORIGIN}/link#{link['code']}"
            assert link["picture"].startswith("M4 4h7v1h-7z")
            assert (await phone.post("/api/me/restore", json={"code": link["code"]})).status_code == 200
            assert await me(phone) == await me(old)
            assert (await other.post("/api/me/restore", json={"code": link["code"]})).status_code == 404
            late = (await old.post("/api/me/link")).json()
            now[0] += late["seconds"]
            assert (await other.post("/api/me/restore", json={"code": late["code"]})).status_code == 404

    run(play())


def test_other_devices_are_signed_out_on_every_server_and_this_one_stays(tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            open_lobby(tmp_path, limits=FREE) as lobby,
            open_lobby(tmp_path, limits=FREE) as second,
            browser(lobby) as old,
            browser(lobby) as phone,
        ):
            code = (await old.post("/api/me/code")).json()["code"]
            await phone.post("/api/me/restore", json={"code": code})
            identity = await me(old)
            token = phone.cookies["sapper"]
            player = second.services.guests.recognise(token)
            assert player is not None
            playing = await guest(second, player=player)
            assert (await old.delete("/api/me/tokens")).json()["id"] == identity
            assert await me(old) == identity
            async with browser(lobby, token) as web:
                assert await me(web) != identity
            await bans.refresh(second)
            assert (await playing.until("bye"))["phrase"]["code"] == "refusal.signed-out"
            assert second.services.guests.recognise(token) is None
            again = await phone.post("/api/me/restore", json={"code": code})
            assert again.json()["id"] == identity

    run(play())


def test_codes_are_not_guessed(tmp_path: Path) -> None:
    async def play() -> None:
        limits = replace(FREE, codes_per_minute=1, code_burst=3)
        async with open_lobby(tmp_path, limits=limits) as lobby, browser(lobby) as web:
            tries = [await web.post("/api/me/restore", json={"code": f"{n:08}"}) for n in range(4)]
            assert [answer.status_code for answer in tries] == [404, 404, 404, 429]

    run(play())


def test_only_a_player_with_a_cookie_changes_anything_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=FREE) as lobby, browser(lobby) as web:
            for content in (b"", b"{", b'{"code": 1}', b"[]"):
                assert (await web.post("/api/me/restore", content=content)).status_code == 422
                assert (await web.post("/api/me/name", content=content)).status_code == 422
            web.cookies.clear()
            for path in ("/api/me/name", "/api/me/code", "/api/me/link"):
                assert (await web.post(path, json={"name": "x"})).status_code == 403
            assert (await web.delete("/api/me/tokens")).status_code == 403
        with open_store(tmp_path / "games.db") as store:
            assert store.players() == set()

    run(play())


def test_a_name_is_tidy_and_found_by_the_public_id(tmp_path: Path) -> None:
    async def play() -> None:
        async with open_lobby(tmp_path, limits=FREE) as lobby, browser(lobby) as web:
            named = (await web.post("/api/me/name", json={"name": "  A\u202eda\n "})).json()
            assert named["name"] == "Ada"
        with open_store(tmp_path / "games.db") as store:
            found = store.player_with_id(named["id"])
            assert found is not None
            assert found.name == "Ada"

    run(play())


def test_tokens_of_devices_are_signed_for_a_key_and_a_generation() -> None:
    guests = Guests(KEY, lambda count: bytes(range(count)))
    first = guests.new()
    linked = guests.linked(first.key, 3, "Ada")
    assert (linked.id, linked.generation) == (first.id, 3)
    found = guests.recognise(linked.token)
    assert found is not None
    assert (found.key, found.generation) == (first.key, 3)
    for at in range(len(linked.token)):
        forged = linked.token[:at] + ("A" if linked.token[at] != "A" else "B") + linked.token[at + 1 :]
        assert guests.recognise(forged) is None
    guests.end_tokens({first.key: 3}, frozenset())
    assert guests.recognise(first.token) is None
    assert guests.recognise(linked.token) is not None


def test_codes_are_read_as_people_write_them() -> None:
    code = code_from(bytes(range(200, 220)), 20)
    assert len(code) == 24
    for written in (code, code.lower(), code.replace("-", ""), code.replace("0", "O").replace("1", "l")):
        assert code_hash(written) == code_hash(code)
    assert len({code_from(bytes([n] * 20), 20) for n in range(256)}) == 256
