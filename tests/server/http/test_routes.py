"""Every route that there is: its headers, who may change something through it, and that none is forgotten."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from functools import cache
from typing import TYPE_CHECKING

import httpx
import pytest
from server.playground import open_lobby

from sapper.server.app import FILE_HEADERS, HEADERS, App
from sapper.server.http import static
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.operations.health import make_health
from sapper.server.protocol import game_messages

if TYPE_CHECKING:
    from pathlib import Path

ORIGIN = "http://test"
FREE = Limits(requests_per_second=1e9, request_burst=1e9, advice_per_second=1e9, advice_burst=1e9, calendar=0)
IN_PATH = {"path": "app-main.js", "number": "1", "party": "x", "round": "1", "day": "2026-01-01", "level": "expert"}
api = cache(make_api)
SAFE = ("GET", "HEAD")


@cache
def routes() -> list[tuple[str, str]]:
    """Return the method and the path of every route."""
    return sorted({(method, str(route.path)) for route in api().routes for method in route.methods})  # type: ignore[attr-defined]


def filled(path: str) -> str:
    """Return a path with something in every place of it."""
    return re.sub(r"{(\w+)(:\w+)?}", lambda found: IN_PATH.get(found[1], "x"), path)


async def ask(folder: Path, requests: list[tuple[str, str, dict[str, str]]]) -> list[httpx.Response]:
    """Return the answers to some requests."""
    async with open_lobby(folder, limits=FREE) as lobby:
        app = App(lobby.services, lobby, [ORIGIN], api())
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN) as web:
            answers = [await web.request(method, filled(path), headers=headers) for method, path, headers in requests]
        assert lobby.services.counters.errors == 0
    return answers


def test_every_route_answers_with_the_headers(tmp_path: Path) -> None:
    requests: list[tuple[str, str, dict[str, str]]] = [(method, path, {"origin": ORIGIN}) for method, path in routes()]
    requests += [(method, path, {"origin": ORIGIN}) for method in ("OPTIONS", "PUT", "TRACE") for _, path in routes()]
    for (method, path, _), answer in zip(requests, asyncio.run(ask(tmp_path, requests)), strict=True):
        is_file = path.startswith("/assets/") and answer.status_code == 200
        for name, value in FILE_HEADERS if is_file else HEADERS:
            assert answer.headers.get_list(name.decode()) == [value.decode()], (method, path)
        assert answer.status_code < 500, (method, path)
        assert "access-control-allow-origin" not in answer.headers, "no other site reads our answers"
        if method not in dict.fromkeys(method for method, _ in routes()):
            assert answer.status_code == 405, (method, path)


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://evil.example", "cookie": "sapper=x"},
        {"cookie": "sapper=x"},
        {"cookie": "other=1; sapper=x"},
        {"cookie": "sapper=x", "authorization": "Bearer x"},
        {"cookie": "sapper=x", "referer": f"{ORIGIN}/"},
    ],
    ids=str,
)
def test_no_other_site_changes_anything(tmp_path: Path, headers: dict[str, str]) -> None:
    requests = [(method, path, headers) for method, path in routes() if method not in SAFE]
    assert {path for _, path, _ in requests} >= {"/api/games", "/api/replays", "/api/backup"}
    for (method, path, _), answer in zip(requests, asyncio.run(ask(tmp_path, requests)), strict=True):
        assert answer.status_code == 403, (method, path)


def test_what_is_only_read_changes_nothing(tmp_path: Path) -> None:
    """A link or a picture on another site makes a browser send a GET with our cookie."""

    async def read() -> tuple[list[str], list[str]]:
        requests: list[tuple[str, str]] = [(method, filled(path)) for method, path in routes() if method in SAFE]
        async with open_lobby(tmp_path, limits=FREE) as lobby:
            app, player = App(lobby.services, lobby, [ORIGIN], api()), lobby.services.guests.new()
            before = _content(tmp_path)
            headers = {"cookie": f"sapper={player.token}"}
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as web:
                for method, path in requests:
                    await web.request(method, path)
            return before, _content(tmp_path)

    before, after = asyncio.run(read())
    assert before == after


def _content(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        return list(connection.iterdump())


def test_the_inventory_of_the_page_has_nothing_for_operators() -> None:
    paths = {path for _, path in routes()}
    others = {path for path in paths if not path.startswith("/api/")} - set(static.SCREENS)
    assert others == {"/assets/{path:path}", "/themes.json", "/sw.js", "/favicon.ico"}
    assert game_messages.PATH not in paths, "the WebSocket is opened below the application"
    for word in ("metric", "health", "ready", "admin", "debug", "config", "ban", "log"):
        assert not [path for path in paths if word in path.removeprefix("/api/backup")], word


def test_the_port_for_operators_has_three_addresses_and_nothing_of_the_page(tmp_path: Path) -> None:
    async def ask_all() -> dict[str, int]:
        async with open_lobby(tmp_path) as lobby:
            health = make_health(lobby.services, lobby)
            assert {route.path for route in health.routes} == {"/healthz", "/readyz", "/metrics"}  # type: ignore[attr-defined]
            transport = httpx.ASGITransport(app=health)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
                found = {path: (await web.get(filled(path))).status_code for _, path in routes()}
                found |= {f"POST {path}": (await web.post(path)).status_code for path in ("/healthz", "/metrics")}
                return found

    assert set(asyncio.run(ask_all()).values()) == {404, 405}
