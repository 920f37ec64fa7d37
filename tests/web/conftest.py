"""One browser for all tests of the page; each test fails on any complaint of the browser."""

from __future__ import annotations

import json
import os
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from parts import need
from web.browsing import DESKTOP, ROOM_LIMITS, Seat, Server, is_of_stopped_server, watch
from web.fingers import PHONE, Hand
from web.workers import OFFLINE

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Playwright


IS_FIREFOX = os.environ.get("SAPPER_BROWSER") == "firefox"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests in Firefox that only Chromium can run."""
    for item in items:
        if IS_FIREFOX and item.get_closest_marker("chromium"):
            item.add_marker(pytest.mark.skip(reason="Playwright has this for Chromium only"))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = _launch(playwright, tmp_path_factory.mktemp("browser"))
        # What a service worker asks for can neither be watched nor held back: tests that are about it allow it. A
        # browser without windows has no language of its own.
        given = {"service_workers": "block", "locale": "en-US"}
        browser.new_context = partial(browser.new_context, **given)  # type: ignore[method-assign, arg-type]
        yield browser
        browser.close()


def _launch(playwright: Playwright, folder: Path) -> Browser:
    """Start the browser that SAPPER_BROWSER names: Chromium, or Firefox by WebDriver BiDi."""
    if not IS_FIREFOX:
        return playwright.chromium.launch(executable_path=need("chromium"), args=["--no-sandbox"])
    program = folder / "firefox"
    words = shlex.join([sys.executable, str(Path(__file__).with_name("firefox.py")), need("firefox")])
    program.write_text(f'#!/bin/sh\nexec {words} "$@"\n', "utf-8")
    program.chmod(0o755)
    return playwright.firefox.launch(channel="moz-firefox", executable_path=program)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complained of: nothing, or the test fails. One that provokes something takes it out.

    A server that has no time for a question says 503, and the page asks again.
    """
    found: list[str] = []
    yield found
    assert [complaint for complaint in found if not is_of_stopped_server(complaint) and "of 503" not in complaint] == []


@pytest.fixture
def context(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport=DESKTOP, color_scheme="dark")
    watch(context, complaints)
    yield context
    context.close()


@pytest.fixture
def seat(context: BrowserContext, server: Server) -> Seat:
    return Seat(context.new_page(), server.url)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Hold a server that the test stops and starts."""
    server = Server(tmp_path)
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.fixture
def ignored() -> re.Pattern[str]:
    """What the browser may say on its own of a server that is gone."""
    return OFFLINE


@pytest.fixture
def installed(
    browser: Browser, own_server: Server, complaints: list[str], ignored: re.Pattern[str]
) -> Iterator[BrowserContext]:
    """Hold a browser with service workers, which is closed before the server stops."""
    context = browser.new_context(viewport=DESKTOP, service_workers="allow")
    watch(context, complaints)
    yield context
    context.close()
    complaints[:] = [line for line in complaints if not ignored.search(line)]


@pytest.fixture(scope="module")
def room_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Hold a server whose rounds start soon, for all tests of a file."""
    server = Server(tmp_path_factory.mktemp("rooms"), ROOM_LIMITS)
    yield server
    server.stop()


@pytest.fixture
def guests(browser: Browser, room_server: Server, complaints: list[str]) -> Iterator[Callable[..., Any]]:
    """Make people, each with an own browser: a `Seat`, or a `Hand` at a phone. New ones have no settings yet."""
    contexts = []

    def come(
        name: str = "",
        *,
        is_phone: bool = False,
        is_new: bool = False,
        server: Server = room_server,
        scripts: Sequence[str] = (),
    ) -> Any:
        own = {"game": {"name": name}} if name else {}
        settings = json.dumps(own | {"controls": {"touch": "tap-opens", "hold-ms": 600}})
        stored: Any = {
            "origin": server.url.rstrip("/"),
            "localStorage": [{"name": "sapper.settings", "value": settings}],
        }
        context = browser.new_context(
            viewport=PHONE if is_phone else DESKTOP,
            color_scheme="dark",
            is_mobile=is_phone,
            has_touch=is_phone,
            device_scale_factor=2 if is_phone else 1,
            storage_state=None if is_new else {"origins": [stored]},
        )
        for script in scripts:
            context.add_init_script(script)
        watch(context, complaints)
        contexts.append(context)
        return (Hand if is_phone else Seat)(context.new_page(), server.url)

    yield come
    for context in contexts:
        context.close()
