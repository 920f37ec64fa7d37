"""Long columns of numbers: arrays, and calls on pieces of them.

No single call holds the interpreter for long, so that a server stays responsive. That includes freeing a column: a list
of hundreds of thousands of numbers takes milliseconds, an array none.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from itertools import chain, compress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Column = array[int]  # of 64 bits each

PIECE = 20_000  # numbers: a call on them takes one to three milliseconds
_SAMPLES = 16  # of each piece


def pieces(length: int) -> Iterator[slice]:
    """Yield the pieces of a column."""
    return (slice(first, min(first + PIECE, length)) for first in range(0, length, PIECE))


def picked(column: Sequence[int], is_wanted: bytes) -> Column:
    """Return the numbers of a column whose byte is not 0."""
    found = array("q")
    for piece in pieces(len(column)):
        found.extend(compress(column[piece], is_wanted[piece]))
    return found


def sorted_in_pieces(numbers: Sequence[int]) -> Column:
    """Return numbers in order: each piece is sorted, then the pieces are merged range by range."""
    runs = [array("q", sorted(numbers[piece])) for piece in pieces(len(numbers))]
    samples = sorted(chain.from_iterable(run[:: PIECE // _SAMPLES] for run in runs))
    found = array("q")
    starts = [0] * len(runs)
    for cut in [*samples[_SAMPLES::_SAMPLES], None]:
        ends = [len(run) if cut is None else bisect_left(run, cut) for run in runs]
        parts = [run[start:end] for run, start, end in zip(runs, starts, ends, strict=True)]
        found.fromlist(sorted(chain.from_iterable(parts)))
        starts = ends
    return found
