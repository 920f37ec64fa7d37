"""The random generator is specified for ever: golden values, and an independent implementation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper import Minefield, Rules, Seed, _kernel

pytestmark = pytest.mark.kernel

MASK = 2**64 - 1


def scramble(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


class Specified:
    """Version 1 of the generator, written from docs/random.md."""

    def __init__(self, seed: bytes) -> None:
        high, low = int.from_bytes(seed[:8], "big"), int.from_bytes(seed[8:], "big")
        golden = 0x9E3779B97F4A7C15
        a = scramble(low + golden & MASK)
        b = scramble(high + a & MASK)
        c = scramble(b + golden & MASK)
        d = scramble(c + a & MASK)
        self.state = [a, b, c, d]

    def next(self) -> int:
        s = self.state
        total = s[0] + s[3] & MASK
        result = ((total << 23 | total >> 41) + s[0]) & MASK
        shifted = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = (s[3] << 45 | s[3] >> 19) & MASK
        return result

    def below(self, bound: int) -> int:
        while True:
            product = self.next() * bound
            if product & MASK >= 2**64 % bound:
                return product >> 64


def specified_mines(seed: bytes, cells: int, mines: int, zone: list[int]) -> set[int]:
    """Lay mines as docs/random.md says."""
    random = Specified(seed)
    bits: list[int] = []

    def is_mine(cells_left: int, mines_left: int) -> bool:
        if not bits:
            word = random.next()
            bits.extend(word >> shift & 0xFFFF for shift in (48, 32, 16, 0))
        low, chance = bits.pop() * cells_left, mines_left * 65536
        if low < chance < low + cells_left:
            return random.below(cells_left) < chance - low
        return low < chance

    outside = [cell for cell in range(cells) if cell not in zone]
    here, excess = min(mines, len(outside)), max(mines - len(outside), 0)
    expected: set[int] = set()
    for pool, count in ((outside, here), (zone[1:] if excess else [], excess)):
        left = count
        for place, cell in enumerate(pool):
            if is_mine(len(pool) - place, left):
                expected.add(cell)
                left -= 1
    return expected


def test_golden_words() -> None:
    assert _kernel.random_words(bytes(16), 4) == [
        0xF2F38316C47F8F26,
        0xDB77486003102D75,
        0x6E89B0B3947709F9,
        0xD561916A8F94FA07,
    ]
    assert _kernel.random_words(bytes(range(16)), 2) == [0x4FAFC32737D0599D, 0xB10930955DCC6991]


@given(st.binary(min_size=16, max_size=16))
def test_the_kernel_follows_the_specification(seed: bytes) -> None:
    specified = Specified(seed)
    assert _kernel.random_words(seed, 50) == [specified.next() for _ in range(50)]


@given(st.binary(min_size=16, max_size=16), st.integers(1, 12), st.integers(1, 12), st.data())
def test_laying_follows_the_specification(seed: bytes, width: int, height: int, data: st.DataObject) -> None:
    cells = width * height
    mines = data.draw(st.integers(0, cells - 1))
    zone = data.draw(st.lists(st.integers(0, cells - 1), unique=True, min_size=1, max_size=9))
    laid = _kernel.Minefield.lay(width, height, mines, seed, zone)

    assert {cell for cell in range(cells) if laid.is_mine(cell)} == specified_mines(seed, cells, mines, zone)


def test_golden_minefields() -> None:
    field = Minefield.lay(Rules("beginner"), "golden", (0, 0))
    assert field.to_text().split() == [
        "........",
        "...*....",
        "........",
        "*.......",
        "*.......",
        ".**.....",
        ".**.*..*",
        "......*.",
    ]
    expert = Minefield.lay(Rules("expert"), "golden", (8, 15))
    assert expert.to_bytes().hex() == (
        "0100080802069002860312046483880000a4001b02002600040e81250098"
        "00480181152000201002020089250885430000aa60031086080b302004b6"
    )


def test_a_seed_survives_its_text_form() -> None:
    seed = Seed(bytes(range(16)))
    assert Seed.of(seed.text) == Seed.of(seed.text.lower()) == seed
    assert len(seed.text) == 26


@given(st.binary(min_size=16, max_size=16))
def test_every_seed_reads_back(bits: bytes) -> None:
    assert Seed.of(Seed(bits).text).bits == bits


def test_any_other_text_or_number_is_a_seed_too() -> None:
    assert Seed.of(42) == Seed.of("42") != Seed.of("43")
    assert Seed.of("").bits.hex() == "e3b0c44298fc1c149afbf4c8996fb924"
    assert Seed.of("Z" * 26) != Seed.of("Y" * 26)


def test_a_seed_does_not_show_itself() -> None:
    seed = Seed.of("secret")
    for shown in (repr(seed), str(seed), f"{seed}"):
        assert seed.text not in shown
        assert seed.bits.hex() not in shown


def test_derived_seeds_differ() -> None:
    seeds = {_kernel.derive_seed(bytes(16), index) for index in range(1000)}
    assert len(seeds) == 1000
