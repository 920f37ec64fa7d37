"""A target of a fuzzer: a function that must survive any bytes, and files to begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")


class Target(NamedTuple):
    """Something that reads what others write. `run` raises nothing but what is a fault of ours."""

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Sequence[bytes]]
    longest: int = 4096  # bytes that are tried
    words: Sequence[bytes] = ()  # that the fuzzer may insert
    is_timed: bool = False  # it measures time, which a fuzzer that watches branches would stretch


def expect(errors: tuple[type[Exception], ...], call: Callable[[], T]) -> T | None:
    """Return the result of a call, None if it raised one of its documented errors, in one line."""
    try:
        return call()
    except errors as error:
        if "\n" in str(error):
            raise AssertionError(f"more than one line: {error}") from error
        return None


class Draw:
    """Takes numbers and choices from bytes, zeros when there are no more."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def is_empty(self) -> bool:
        """Whether all bytes were taken."""
        return self._at >= len(self._data)

    def take(self, count: int) -> bytes:
        """Return the next bytes."""
        taken = self._data[self._at : self._at + count]
        self._at += count
        return taken.ljust(count, b"\0")

    def number(self, most: int) -> int:
        """Return a number from 0 to `most`."""
        size = (most.bit_length() + 7) // 8
        return int.from_bytes(self.take(size), "big") % (most + 1)

    def pick(self, choices: Sequence[T]) -> T:
        """Return one of some choices."""
        return choices[self.number(len(choices) - 1)]

    @property
    def rest(self) -> bytes:
        """The bytes that are left."""
        taken = self._data[self._at :]
        self._at = len(self._data)
        return taken
