"""The work of every reader, summary, statistic and handler is linear in what was sent, and what is not is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fuzz.content_targets import NOT_2XX, close_content
from fuzz.cost import TooCostly
from fuzz.cost_targets import SUBJECTS, check, seeds_of
from fuzz.counted_work import CountedWork, counting_threads, work_of
from fuzz.server_targets import close_lobbies

from sapper.action import DEVICES
from sapper.history import summary
from sapper.server.http.endpoint import ENDPOINTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.replay.action_list import Columns

WORK = CountedWork()


@pytest.fixture(scope="module", autouse=True)
def _lobbies() -> Iterator[None]:
    """Count what the threads of lobbies do, and end them."""
    with counting_threads():
        yield
        close_lobbies()
        close_content()


@pytest.mark.parametrize("name", SUBJECTS)
def test_reading_costs_no_more_than_what_was_sent_pays_for(name: str) -> None:
    check(seeds_of(name), WORK)


def test_every_endpoint_has_a_request_that_succeeds_but_for_those_that_say_why_not() -> None:
    """The requests themselves are made above: each has to be answered with a status of success."""
    named = {f"content {one.method} {one.path}" for one in ENDPOINTS if (one.method, one.route) not in NOT_2XX}
    assert named <= set(SUBJECTS)
    assert set(NOT_2XX) < {(one.method, one.route) for one in ENDPOINTS}
    assert len(named) > 50


def quadratic_device(actions: Columns) -> str:
    devices = [DEVICES[device] for device, cell in zip(actions.devices, actions.cells, strict=True) if cell >= 0]
    return max(devices, key=devices.count, default="")


@pytest.mark.parametrize("name", ["summary", "import a replay"])
def test_the_target_finds_the_quadratic_count_of_devices(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(summary, "_device", quadratic_device)
    with pytest.raises(TooCostly, match=name):
        check(seeds_of(name), WORK)


def pairs(numbers: list[int], step: int) -> int:
    return sum(1 for one in numbers for other in numbers[::step] if one == other)


def test_what_grows_with_the_square_is_found_in_python_and_in_built_in_methods() -> None:
    short, long = list(range(100)), list(range(800))
    WORK.check("linear", lambda: pairs(short, 100), lambda: pairs(long, 800), 1000)
    with pytest.raises(TooCostly, match=r"python: .* times as many"):
        WORK.check("python", lambda: pairs(short, 1), lambda: pairs(long, 1), 1000)
    with pytest.raises(TooCostly, match=r"built in: .* times as many"):
        WORK.check("built in", lambda: [*map(short.count, short)], lambda: [*map(long.count, long)], 1000)
    with pytest.raises(TooCostly, match=r"key: .* times as many"):
        WORK.check("key", lambda: max(short, key=short.count), lambda: max(long, key=long.count), 1000)


def test_what_is_counted_is_the_same_every_time() -> None:
    numbers = list(range(1000))
    assert len({work_of(lambda: pairs(numbers, 10)) for _ in range(5)}) == 1
