"""Stores to test: each test of the interface runs on every kind there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper.history.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Opener = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return where an empty store is, for `open_store`."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def opener(where: str) -> Iterator[Opener]:
    """Opens the same store each time it is called, as another program would."""
    opened: list[Store] = []

    def again() -> Store:
        store = open_store(where, patience=0.1)
        opened.append(store)
        return store

    yield again
    for store in opened:
        store.close()


@pytest.fixture
def store(opener: Opener) -> Store:
    return opener()
