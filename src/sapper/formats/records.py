"""Columns of numbers from records of bytes, which have one length: a file of thousands of events is decoded at once."""

from __future__ import annotations

from array import array

from .. import _kernel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    #: Bits of a record, counted from the lowest one of its first byte, and what each adds to a number.
    Bits = list[tuple[int, int]]


def numbers(data: bytes) -> array[int]:
    """Return memory of the kernel as numbers of 64 bits."""
    column = array("q")
    column.frombytes(data)
    return column


def big_endian(*places: int, unit: int = 1, signed: bool = False) -> Bits:
    """Return the bits of a number whose bytes are at these places of a record, the highest byte first.

    >>> [column(bytes([9, 255, 254]), 3, big_endian(1, 2, signed=True)), column(bytes([9, 1, 2]), 3, big_endian(1, 2))]
    [array('q', [-2]), array('q', [258])]
    """
    last = len(places) - 1
    bits = [
        (8 * place + bit, unit << (8 * (last - rank) + bit)) for rank, place in enumerate(places) for bit in range(8)
    ]
    if signed:
        place, weight = bits[7]
        bits[7] = place, -weight
    return bits


def column(records: bytes, size: int, bits: Bits, base: int = 0) -> array[int]:
    """Return the number of each record, with a base added."""
    return numbers(_kernel.column_of(records, size, bits, base))


def running(steps: array[int], totals: array[int], is_total: bytes) -> array[int]:
    """Return a number for each place: the one before plus the step, or the total where `is_total` is not 0.

    >>> running(array("q", [0, 1, 0, 2]), array("q", [5, 0, 9, 0]), bytes([1, 0, 1, 0]))
    array('q', [5, 6, 9, 11])
    """
    return numbers(_kernel.running(steps, totals, is_total))


class Lengths:
    """Records of several lengths, known by their first byte, of which some are kept.

    >>> records, stop = Lengths({1: 2, 2: 3, 3: 2}, kept=(1, 2)).read(bytes([1, 7, 2, 8, 9, 3, 3, 0]), 0)
    >>> list(records), stop
    ([1, 7, 0, 2, 8, 9], 7)
    """

    def __init__(self, lengths: dict[int, int], kept: Iterable[int]) -> None:
        kept = frozenset(kept)
        self.size = max(map(lengths.__getitem__, kept))
        self._lengths = bytes(lengths.get(kind, 0) for kind in range(256))
        self._kept = bytes(kind in kept for kind in range(256))

    def has(self, kind: int) -> bool:
        """Return whether a first byte begins a record."""
        return self._lengths[kind] > 0

    def read(self, data: bytes, start: int) -> tuple[bytes, int]:
        """Return the records that are kept, filled up to one length, and where the first that has none begins."""
        records = _kernel.pad_records(data, start, self._lengths, self._kept, self.size)
        return records.bytes, records.stop
