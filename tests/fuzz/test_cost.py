"""The target for cost finds what grows faster than what was sent, and only that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fuzz import cost
from fuzz.cost import TooCostly, check_cost
from fuzz.cost_targets import SUBJECTS, TARGETS, seeds_of
from fuzz.server_targets import close_lobbies

from sapper.action import DEVICES
from sapper.history import summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.replay.action_list import Columns


@pytest.fixture(scope="module", autouse=True)
def _lobbies() -> Iterator[None]:
    """End the threads of the lobbies that subjects have opened."""
    yield
    close_lobbies()


@pytest.mark.parametrize("name", SUBJECTS)
def test_reading_costs_no_more_than_what_was_sent_pays_for(name: str) -> None:
    (target,) = TARGETS
    target.run(seeds_of(name))


def quadratic_device(actions: Columns) -> str:
    """Count each device again for each move, four times, so that growth is far beyond the bound in a request too."""
    devices = [DEVICES[device] for device, cell in zip(actions.devices, actions.cells, strict=True) if cell >= 0]
    return max(devices, key=lambda device: sum(devices.count(device) for _ in range(4)), default="")


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call something too costly after the first measurement: here it is, however busy the machine is."""
    monkeypatch.setattr(cost, "PATIENCE", 0.0)


@pytest.mark.parametrize("name", ["summary", "POST replays"])
@pytest.mark.usefixtures("_at_once")
def test_the_target_finds_the_quadratic_count_of_devices(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    (target,) = TARGETS
    monkeypatch.setattr(summary, "_device", quadratic_device)
    with pytest.raises(TooCostly, match=name):
        target.run(seeds_of(name))


def spin(steps: int) -> None:
    sum(range(steps))


def test_what_is_linear_passes() -> None:
    check_cost("linear", lambda: spin(100_000), lambda: spin(1_600_000), 1_000_000)


@pytest.mark.usefixtures("_at_once")
def test_what_is_quadratic_or_takes_too_long_does_not() -> None:
    with pytest.raises(TooCostly, match=r"quadratic: .* times as much as for a sixteenth of it"):
        check_cost("quadratic", lambda: spin(50_000), lambda: spin(12_800_000), 1_000_000)
    with pytest.raises(TooCostly, match="dear"):
        check_cost("dear", lambda: spin(4_000_000), lambda: spin(64_000_000), 1)
