"""One browser for all tests of the page; each test fails on any complaint of the browser."""

from __future__ import annotations

import os
import shlex
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from parts import need
from web.browsing import Seat, Server, is_of_stopped_server, watch

if TYPE_CHECKING:
    from collections.abc import Iterator

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
