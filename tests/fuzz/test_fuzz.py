"""The targets of the fuzzers, without a fuzzer: what they begin with, what was found once, and some changes of it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from fuzz.catalogue import FOUND, TARGETS, found
from fuzz.server_targets import close_lobbies

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.kernel

CHANGES = 40  # of the files of each target
WORDS = (b"\0", b"\xff", b"9" * 30, b"-1", b'"', b"\n", b"{", b"[[", b"\xf0\x9f\x92\xa3", b"\x1b[2J")


def changed(data: bytes, random: Random) -> bytes:
    """Return bytes with one to four changes."""
    out = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(out))
        match random.randint(0, 4):
            case 0:
                out[at : at + 1] = bytes([random.randrange(256)])
            case 1:
                del out[at : at + random.randint(1, 8)]
            case 2:
                out[at:at] = random.choice(WORDS)
            case 3:
                out[at:at] = out[at : at + random.randint(1, 20)]
            case 4:
                del out[at:]
    return bytes(out)


@pytest.fixture(scope="module", autouse=True)
def _lobbies() -> Iterator[None]:
    """End the threads of the lobbies that targets have opened."""
    yield
    close_lobbies()


@pytest.mark.parametrize("name", [name for name in TARGETS if name != "cost"])  # which measures time: test_cost.py
def test_a_target_survives_its_seeds_what_was_found_and_changes_of_them(name: str) -> None:
    target, random = TARGETS[name], Random(name)
    seeds = [*target.seeds(), *found(name)]
    for data in seeds:
        target.run(data)
    for _ in range(CHANGES):
        target.run(changed(random.choice(seeds), random)[: target.longest])


def test_what_was_found_belongs_to_a_target() -> None:
    assert {folder.name for folder in FOUND.iterdir()} <= TARGETS.keys()
