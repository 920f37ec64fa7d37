"""Hypothesis profiles, and folders of the tests' own."""

from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile("default", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
# The same examples every time where a run decides about a change; new ones everywhere else.
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True, scope="session")
def own_folders() -> Iterator[None]:
    """Keep every game and setting of the tests, and of the programs they start, out of the player's folders."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SAPPER_DATA", folder)
        patch.setenv("SAPPER_CONFIG", folder)
        yield
