"""The work of a call, counted: lines and calls of Python, and what built-in methods walk through.

What is counted is the same on every machine, however busy, so that growth can be compared once. Lines and calls of
other packages count too; those of the event loop and of waiting threads do not. Work inside the kernel and inside
built-in functions that are no methods is not seen: `bench/cost.py` measures the processor.
"""

from __future__ import annotations

import builtins
import gc
import re
import sys
import threading
from contextlib import contextmanager
from functools import cache
from types import BuiltinMethodType
from typing import TYPE_CHECKING, Any

import pytest
from fuzz.cost import TooCostly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

_NOT_COUNTED = re.compile(
    r"/(asyncio|concurrent|importlib)/|/(selectors|threading|queue|contextlib|logging|server_targets|playground)\b|^<frozen"
)
#: Methods that walk through all of what they belong to.
_WALKS = frozenset(
    [
        *("count", "index", "find", "rfind", "rindex", "remove", "insert", "copy", "sort", "reverse", "replace"),
        *(
            "translate",
            "split",
            "rsplit",
            "splitlines",
            "partition",
            "rpartition",
            "encode",
            "decode",
            "upper",
            "lower",
        ),
        *("casefold", "isascii", "isdecimal", "isprintable", "tobytes", "tolist", "hex"),
        *("union", "difference", "intersection"),
    ]
)


class CountedWork:
    """Compares the counted work of an input with that of one eight times as long."""

    growth = 8
    _most_growth = 12.0  # what is linear comes to 8, what is quadratic to 64
    _least = 10_000  # steps: less is not compared
    _per_byte = 400  # steps for each byte of the longer input, unpacked; reading RAWVF takes 210, others less than 120
    _at_all = 100_000  # steps in addition to that

    def shorter(self, usual: int) -> int:
        """Return the size of a shorter input: a quarter of the usual one is enough to count."""
        return usual // 4

    def check(self, name: str, short: Callable[[], object], long: Callable[[], object], size: int) -> None:
        """Raise `TooCostly` if a call needs too much work for `size` bytes, or grows faster than its input."""
        short(), long()  # what is computed once is there afterwards
        least, most = work_of(short), work_of(long)
        growth = most / max(least, self._least / self.growth)
        if growth > self._most_growth or most > self._at_all + self._per_byte * size:
            raise TooCostly(f"{name}: {most} steps for {size} bytes, {growth:.1f} times as many as for an eighth of it")


class _Counter:
    """Counts while it is on, in every thread that was started within `counting_threads`."""

    def __init__(self) -> None:
        self.is_on = False
        self.steps = 0

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        """Count a line."""
        if not self.is_on:
            return self.trace
        if _is_counted(frame.f_code.co_filename):
            self.steps += 1
            return self.trace
        return None

    def profile(self, frame: FrameType, event: str, function: Any) -> None:
        """Count a call of a built-in function, and how much a method walks through."""
        if self.is_on and event == "c_call" and _is_counted(frame.f_code.co_filename):
            self.steps += 1
            if function.__name__ in _WALKS and hasattr(function.__self__, "__len__"):
                self.steps += len(function.__self__)


@cache
def _is_counted(file: str) -> bool:
    return not _NOT_COUNTED.search(file)


_counter = _Counter()


@contextmanager
def _built_in_calls() -> Iterator[None]:
    """Let calls that `max` and the like make be seen: a built-in function that calls another one is not."""

    def seen(function: Any) -> Any:
        return (lambda *values: function(*values)) if isinstance(function, BuiltinMethodType) else function

    def with_key(inner: Any) -> Any:
        return lambda *values, key=None, **named: inner(*values, key=seen(key), **named)

    def with_function(inner: Any) -> Any:
        return lambda function, *values: inner(seen(function), *values)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("max", "min", "sorted"):
            patch.setattr(builtins, name, with_key(getattr(builtins, name)))
        for name in ("map", "filter"):
            patch.setattr(builtins, name, with_function(getattr(builtins, name)))
        yield


@contextmanager
def counting_threads() -> Iterator[None]:
    """Let the work of threads that are started meanwhile be counted too."""
    threading.settrace(_counter.trace)
    threading.setprofile(_counter.profile)
    try:
        yield
    finally:
        threading.settrace(None)
        threading.setprofile(None)


def work_of(call: Callable[[], object]) -> int:
    """Return how many steps a call takes, in this thread and in others that it waits for."""
    before = sys.gettrace(), sys.getprofile()
    gc.disable()  # finalizers would be counted
    _counter.steps, _counter.is_on = 0, True
    sys.settrace(_counter.trace)
    sys.setprofile(_counter.profile)
    try:
        with _built_in_calls():
            call()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
        _counter.is_on = False
        gc.enable()
    return _counter.steps
