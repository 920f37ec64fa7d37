"""Text from players in every field: it is stored as it is or refused, and never becomes a part of a statement."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import httpx
from server.playground import Client, open_lobby, settle

from sapper.server.app import App
from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ORIGIN = "http://test"
MARK = "zqzq"
PAYLOADS = (f"{MARK}'; drop table game; --", f'{MARK}\\" or 1=1 /* $1 ? :a %_')
FREE = Limits(requests_per_second=1e9, request_burst=1e9, changes_per_second=1e9, change_burst=1e9)


class Recording(sqlite3.Connection):
    """A connection that notes every statement as it is given, without its values."""

    statements: list[str]

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Note a statement and execute it."""
        Recording.statements.append(sql)
        return super().execute(sql, *values)

    def executemany(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Note a statement and execute it."""
        Recording.statements.append(sql)
        return super().executemany(sql, *values)


async def _play(client: Client, text: str) -> None:
    """Put a text into every field of messages."""
    for message in (
        {"t": "hello", "tab": text[:16], "name": text, "room": text, "game": text},
        {"t": "new", "n": 1, "rules": "modern beginner", "seed": text},
        {"t": "new", "n": 2, "rules": text},
        {"t": "rename", "name": text[:24]},
        {"t": "play", "game": text[:40], "n": 3, "kind": "open", "cell": 0},
        {"t": "host", "n": 4, "terms": {"name": text, "rules": "modern beginner", "is_public": True}},
        {"t": "say", "n": 5, "text": text},
        {"t": "join", "n": 6, "party": text[:40]},
        {"t": "join", "n": 7, "code": text[:20]},
    ):
        client.send(**message)


def test_no_text_of_a_player_is_part_of_a_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Recording.statements = []
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=Recording, **named))

    async def attack() -> tuple[list[tuple[str, str]], list[tuple[str, str]], str]:
        async with open_lobby(tmp_path, limits=FREE) as lobby:
            api, client = make_api(), None
            before = _schema(tmp_path)
            for text in PAYLOADS:
                client = await Client(lobby).connect()
                await _play(client, text)
                await settle(lobby)
                await _ask(App(lobby.services, lobby, [ORIGIN], api), client.player.token, text)
            assert client is not None
            assert lobby.services.counters.errors == 0
            return before, _schema(tmp_path), client.player.name

    before, after, name = asyncio.run(attack())
    assert before == after
    assert name.startswith(MARK), "the text was stored, as a value"
    assert len(Recording.statements) > 50
    assert not [sql for sql in Recording.statements if MARK in sql]


def _schema(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "games.db")) as connection:
        found: list[tuple[str, str]] = connection.execute("select name, sql from sqlite_master").fetchall()
    return found


async def _ask(app: App, token: str, text: str) -> None:
    """Put a text into every parameter of the API."""
    headers = {"cookie": f"sapper={token}", "origin": ORIGIN}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers=headers) as web:
        for endpoint in ENDPOINTS:
            path = endpoint.path.replace("{number}", "1").replace("{round}", "1")
            for place in ("{party}", "{day}", "{level}"):
                path = path.replace(place, "x")
            asked: list[dict[str, str]] = [{name: text} for name in endpoint.query] or [{}]
            for query in asked:
                answer = await web.request(endpoint.method, path, params=query, content=text.encode())
                assert answer.status_code < 500, (endpoint.path, query)
