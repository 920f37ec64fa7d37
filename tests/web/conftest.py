"""One browser for all tests of the page; each test fails on any complaint of the browser."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from parts import need
from web.browsing import Seat, Server, is_of_stopped_server, watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = need("chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        # What a service worker asks for can neither be watched nor held back: tests that are about it allow it. A
        # browser without windows has no language of its own.
        given = {"service_workers": "block", "locale": "en-US"}
        browser.new_context = partial(browser.new_context, **given)  # type: ignore[method-assign, arg-type]
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complained of: nothing, or the test fails. One that provokes something takes it out."""
    found: list[str] = []
    yield found
    assert [complaint for complaint in found if not is_of_stopped_server(complaint)] == []


@pytest.fixture
def context(browser: Browser, complaints: list[str]) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    watch(context, complaints)
    yield context
    context.close()


@pytest.fixture
def seat(context: BrowserContext, server: Server) -> Seat:
    return Seat(context.new_page(), server.url)
