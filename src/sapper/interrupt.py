"""Long loops in Python stop where calls of the kernel stop: under limits that another thread has stopped."""

from __future__ import annotations

from _thread import _local

from . import _kernel

_EVERY = 64  # steps of a loop between two checks


class _Current(_local):
    limits: _kernel.CallLimits | None = None


_current = _Current()


class Interruptible:
    """Enters limits of the kernel for the calls and for the loops of this thread, by `with`."""

    __slots__ = ("_limits", "_outer")

    def __init__(self, limits: _kernel.CallLimits) -> None:
        self._limits = limits
        self._outer: _kernel.CallLimits | None = None

    def __enter__(self) -> None:
        self._outer, _current.limits = _current.limits, self._limits
        self._limits.__enter__()

    def __exit__(self, *error: object) -> None:
        self._limits.__exit__(*error)
        _current.limits = self._outer


def check_stopped(step: int = 0) -> None:
    """Raise `Stopped` if the limits of this thread were stopped; of the steps of a loop only some are checked."""
    if step % _EVERY == 0 and (limits := _current.limits) is not None and limits.is_stopped:
        raise _kernel.Stopped("the loop was stopped")
