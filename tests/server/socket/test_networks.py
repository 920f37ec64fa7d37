"""Every limit for an address counts the addresses of one network of IPv6 together: a household has 2^64 of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
from server.playground import FREE, Client, open_lobby

from sapper.server.limits import AddressRates, Buckets, Limits
from sapper.server.operations.memory import Memory, NoMemory
from sapper.server.operations.workers import Busy, Workers
from sapper.server.socket.sockets import Sockets
from sapper.server.store.reports import Reports, TooManyReports

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.history.store import Store

ONE, SAME, OTHER = "2001:db8:1:2::7", "2001:db8:1:2:ffff::1", "2001:db8:1:3::7"


@pytest.mark.parametrize("name", list(vars(AddressRates(Limits()))))
def test_one_network_has_one_bucket(name: str) -> None:
    buckets: Buckets = getattr(AddressRates(Limits()), name)
    assert buckets.of(ONE, 0) is buckets.of(SAME, 0)
    assert buckets.of(ONE, 0) is not buckets.of(OTHER, 0)


def test_a_network_that_goes_on_after_refusals_is_not_read() -> None:
    buckets = Buckets(1, 4)
    for _ in range(10):
        buckets.of(ONE, 0).take(0)
        buckets.of(ONE, 0).overdraw()
    assert (buckets.is_overdrawn(SAME, 0), buckets.is_overdrawn(OTHER, 0)) == (True, False)


def test_one_network_has_so_many_sockets() -> None:
    sockets = Sockets(10, 2)
    assert [sockets.add(address) for address in (ONE, SAME, SAME, OTHER)] == [True, True, False, True]
    for address in (SAME, SAME):
        sockets.remove(address)
    assert sockets.add(SAME)


def test_one_network_has_so_much_memory() -> None:
    memory = Memory(Limits(address_memory=10, small_memory=1))
    held = memory.reserve(6, address=ONE)
    with pytest.raises(NoMemory):
        memory.reserve(6, address=SAME)
    memory.reserve(6, address=OTHER)
    held.resize(10, SAME)
    held.release()
    memory.reserve(10, address=SAME)


def test_one_network_has_so_many_connections_reports_and_jobs(tmp_path: Path) -> None:
    async def come() -> None:
        few = msgspec.structs.replace(FREE, connections_per_address=1, reports_per_address=1, jobs_per_address=1)
        async with open_lobby(tmp_path, limits=few) as lobby:
            await Client(lobby, address=ONE).connect()
            assert (lobby.admit(SAME), lobby.admit(OTHER)) == ("address", None)
            await _one_at_a_time(lobby.services.reports)
            await _one_job_at_a_time(lobby.services.workers)

    asyncio.run(come())


async def _one_at_a_time(reports: Reports) -> None:
    def nothing(_store: Store) -> None: ...

    asked = asyncio.gather(*(reports.run(nothing, address) for address in (ONE, SAME, OTHER)), return_exceptions=True)
    assert [type(answer) for answer in await asked] == [type(None), TooManyReports, type(None)]


async def _one_job_at_a_time(workers: Workers) -> None:
    asked = (workers.run(lambda _: None, player=bytes([n]) * 16, address=at) for n, at in enumerate((ONE, SAME, OTHER)))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), Busy, type(None)]
