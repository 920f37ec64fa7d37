"""Hypothesis profiles, folders of the tests' own, and neither files nor an event loop that a test leaves behind."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import parts
import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings
from postgres import postgres, postgres_url  # noqa: F401

from sapper.server.http import page_build

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

settings.register_profile("default", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time where a run decides about a change; new ones everywhere else.
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") or os.environ.get("SAPPER_SAME_EXAMPLES") else "default")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Build the page that the tests look at, once for all workers."""
    if not hasattr(session.config, "workerinput"):
        page_build.make_current()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples in docstrings of tests only where there are some: each worker would import every helper."""
    found = yield
    has_examples = b">>> " in file_path.read_bytes()
    return found if has_examples else [one for one in found if not isinstance(one, DoctestModule)]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin long tests first: at the end of a run the other workers would wait for them."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Take modules and tests, some 300,000 objects, out of every later collection of garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def patience() -> None:
    """Let every request of httpx take as long as a busy machine needs, not its five seconds."""
    config = httpx._config.DEFAULT_TIMEOUT_CONFIG
    config.connect = config.read = config.write = config.pool = 60.0


@pytest.fixture(autouse=True, scope="session")
def own_folders() -> Iterator[None]:
    """Keep every game and setting of the tests, and of the programs they start, out of the player's folders."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAPPER_DATA", folder)
        patch.setenv("SAPPER_CONFIG", folder)
        patch.setenv("SAPPER_LANGUAGE", "en")  # that of the machine may be another
        yield


@pytest.fixture(autouse=True, scope="session")
def working_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run every test, and the programs that it starts, in an empty folder."""
    folder = tmp_path_factory.mktemp("working")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield folder


@pytest.fixture(autouse=True)
def nothing_is_left(working_folder: Path) -> Iterator[None]:
    """Fail a test that leaves something in the working folder, and clear it away for the others."""
    yield
    left = sorted(working_folder.iterdir())
    for path in left:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    assert left == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Make ready without the loop of the browser."""
    with _without_the_loop_of_the_browser(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Run without the loop of the browser."""
    with _without_the_loop_of_the_browser(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Clear up without the loop of the browser."""
    with _without_the_loop_of_the_browser(item):
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line which tests were not run because a part of this machine is missing."""
    skipped = terminalreporter.stats.get("skipped", [])
    line = parts.not_run([str(report.longrepr) for report in skipped])
    if line:
        terminalreporter.write_line(line, yellow=True)


@contextmanager
def _without_the_loop_of_the_browser(item: pytest.Item) -> Iterator[None]:
    """Hide the event loop that Playwright leaves running between its tests from everybody else's."""
    loop = None if "web" in item.path.parts else asyncio._get_running_loop()
    if loop is None:
        yield
        return
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)
