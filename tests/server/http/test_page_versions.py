"""Files of the page in other versions than a server has: served for a day after an update, and during one."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
from server.playground import open_lobby

from sapper.history.store import open_store
from sapper.server.app import App
from sapper.server.http import page_versions, static
from sapper.server.http.page_versions import INTERVAL, SERVED_FOR
from sapper.server.http.routes import make_api
from sapper.server.http.static import Files

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from server.conftest import Start

ORIGIN = "http://here:1"
START = 1_800_000_000


@pytest.fixture
def builds(monkeypatch: pytest.MonkeyPatch) -> tuple[Files, Files]:
    """The page as it is, and with one file more."""
    first = Files()
    sent = static._sent_files
    monkeypatch.setattr(static, "_sent_files", lambda: sent() | {"later.txt": b"in the second build"})
    return first, Files()


@asynccontextmanager
async def serving(folder: Path, files: Files, now: int) -> AsyncIterator[httpx.AsyncClient]:
    """Run a server of a build on a store, at a time."""
    async with open_lobby(folder, now=lambda: now) as lobby:
        await page_versions.note(lobby.services, files)
        transport = httpx.ASGITransport(App(lobby.services, lobby, [ORIGIN], make_api(files)))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            yield client


def path_of(files: Files, name: str = "daily-page.js") -> str:
    return f"/assets/{files.version}/{name}"


def test_the_files_of_the_version_before_are_served_for_a_day(tmp_path: Path, builds: tuple[Files, Files]) -> None:
    old, new = builds
    assert old.version != new.version

    async def update() -> None:
        async with serving(tmp_path, old, START) as web:
            before = await web.get(path_of(old))
        last = START + SERVED_FOR
        async with serving(tmp_path, new, last) as web:
            after = await web.get(path_of(old))
            assert (after.status_code, after.content) == (200, before.content)
            for name in ("content-type", "content-encoding", "cache-control"):
                assert after.headers[name] == before.headers[name]
            plain = await web.get(path_of(old, "icon-192.png"), headers={"accept-encoding": "identity"})
            assert plain.content == old.parts()["icon-192.png"].data
            assert (await web.get(path_of(old, "later.txt"))).status_code == 404
            assert (await web.get(path_of(new, "later.txt"))).status_code == 200
        async with serving(tmp_path, new, last + INTERVAL + 1) as web:
            assert (await web.get(path_of(old))).status_code == 404

    asyncio.run(update())


def test_two_servers_of_different_versions_serve_the_files_of_each_other(
    tmp_path: Path, builds: tuple[Files, Files]
) -> None:
    async def roll() -> None:
        old, new = builds
        async with serving(tmp_path, old, START) as first, serving(tmp_path, new, START + 5) as second:
            assert (await second.get(path_of(old))).status_code == 200
            assert (await first.get(path_of(new, "later.txt"))).text == "in the second build"

    asyncio.run(roll())


@pytest.mark.parametrize("stored", [b"", b"\x81", b"\x80"])
def test_what_does_not_have_its_digest_is_not_served(tmp_path: Path, stored: bytes) -> None:
    with open_store(tmp_path / "games.db") as store:
        store.add_page("0" * 16, stored, START)

    async def ask() -> None:
        async with serving(tmp_path, Files(), START) as web:
            for path in ("0" * 16 + "/main.js", "0" * 16, "f" * 16 + "/main.js", "F" * 16 + "/main.js"):
                assert (await web.get(f"/assets/{path}")).status_code == 404

    asyncio.run(ask())


def test_the_welcome_names_the_version_of_the_page(start: Start, tmp_path: Path) -> None:
    server = start()
    assert f'/assets/{Files().version}/app-main.js"' in httpx.get(server.url).text
    with server.connect() as client:
        client.send('{"t":"hello"}')
        assert f'"page":"{Files().version}"' in str(client.recv(60))
    server.stop()
    with open_store(tmp_path / "games.db") as store:
        assert store.page(Files().version) is not None
    with start("--fresh").connect() as client:
        client.send('{"t":"hello"}')
        assert '"page"' not in str(client.recv(60))
