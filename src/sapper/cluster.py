"""A Dask cluster that plays series of games: the result is that of one machine, whichever workers play and end."""

from __future__ import annotations

import time
from functools import cache
from itertools import islice

from . import __version__
from .analysis.shards import LostShard, ranges
from .errors import SapperError
from .extras import require
from .phrase import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from typing import Any, Self, TypeVar

    Result = TypeVar("Result")

_EXAMPLE = "tcp://127.0.0.1:8786"
_TIMEOUT = 10  # seconds to find the scheduler in
_KNOCK = 3.0  # seconds for an answer at its address
_SCHEMES = ("tcp", "tls", "ucx", "ws", "wss")
_AHEAD = 4  # shards for each thread of the cluster that wait there or are played
_LEAST_AHEAD = 64  # shards, so that workers that join later have something to play


class ClusterError(SapperError, RuntimeError):
    """A cluster that cannot be reached, or that would play other games than this machine."""


class DaskCluster:
    """The scheduler of a Dask cluster and its workers, for `simulate` and `evaluate`.

    Sapper has to be installed on the scheduler and on every worker, in the same version. What a worker played that
    ends before it was fetched is played again by another. `with` closes the connection at the end.
    """

    def __init__(self, address: str, timeout: float | None = None) -> None:
        require("dask")
        from distributed import Client

        self._address = address
        self._cpu_seconds = 0.0
        try:
            _knock(address)
            self._client: Any = Client(address, timeout=timeout or _TIMEOUT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(Phrase("series.no-scheduler", address=address, example=_EXAMPLE)) from error
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection to the scheduler."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def clock(self) -> tuple[float, float]:
        """Return wall time, and the processor time that all workers took for games so far, in seconds."""
        return time.perf_counter(), self._cpu_seconds

    def play(self, play: Callable[[range], Result], games: int, size: int) -> Generator[tuple[int, Result]]:
        """Yield the first game of each shard of `size` games with what `play` returns for it, as shards end."""
        from concurrent.futures import CancelledError

        from distributed import as_completed
        from distributed.comm import CommClosedError

        waiting = ranges(games, size)
        playing: dict[Any, range] = {}

        def submit(numbers: range) -> Any:
            future = self._client.submit(_play, identity(), play, numbers, pure=False)
            playing[future] = numbers
            return future

        try:
            threads = sum(self._client.nthreads().values())
            first = [submit(numbers) for numbers in islice(waiting, max(_LEAST_AHEAD, _AHEAD * threads))]
            ended = as_completed(first, loop=self._client.loop)
            for future in ended:
                seconds, result = _result(future, playing[future])
                self._cpu_seconds += seconds
                yield playing.pop(future).start, result
                for numbers in islice(waiting, 1):
                    ended.add(submit(numbers))
        except (CancelledError, CommClosedError):
            raise ClusterError(Phrase("series.scheduler-ended", who=self._scheduler)) from None
        finally:
            self._cancel(list(playing))

    def _check(self) -> None:
        """Raise `ClusterError` unless the scheduler and all workers play the same games as this machine."""
        found = self._client.run(identity, on_error="return")
        if not found:
            raise ClusterError(Phrase("series.no-workers", address=self._address))
        for worker, other in found.items():
            _compare(Phrase("series.worker", address=worker), other)
        try:
            _compare(self._scheduler, self._client.run_on_scheduler(identity))
        except Exception as error:
            _compare(self._scheduler, error)

    @property
    def _scheduler(self) -> Phrase:
        return Phrase("series.scheduler", address=self._address)

    def _cancel(self, futures: list[Any]) -> None:
        """Take back shards whose results are not needed any more."""
        from contextlib import suppress

        with suppress(Exception):  # a scheduler that has ended plays nothing
            self._client.cancel(futures)


def _knock(address: str) -> None:
    """Raise `ValueError` for what is no address, and `OSError` where nothing listens: both before Dask is asked.

    Dask itself would try until its time is over, and a client of an address out of form may wait for ever when it is
    deleted.
    """
    import socket
    from contextlib import suppress
    from urllib.parse import urlsplit

    place = urlsplit(address if "://" in address else f"tcp://{address}")
    if place.scheme not in _SCHEMES or not (place.hostname and place.port):
        raise ValueError(address)
    if place.scheme in ("tcp", "tls"):
        with suppress(TimeoutError):  # a slow network: Dask has more patience
            socket.create_connection((place.hostname, place.port), _KNOCK).close()


@cache
def identity() -> tuple[str, str]:
    """Return the version of Sapper, and a hash of games that change where the kernel or the arithmetic differs."""
    from hashlib import sha256

    from .analysis.simulation import simulate

    digest = sha256()
    for level in ("9x9/12", "16x16/45"):
        digest.update(simulate(level, 8, "identity", weighted=True).scores)
    return __version__, digest.hexdigest()[:16]


def _compare(who: Phrase, found: Any) -> None:
    if isinstance(found, Exception):
        raise ClusterError(Phrase("series.no-sapper", who=who, reason=str(found)))
    if found[0] != __version__:
        raise ClusterError(Phrase("series.other-version", who=who, given=str(found[0]), known=__version__))
    if found != identity():
        raise ClusterError(Phrase("series.other-kernel", who=who))


def _result(future: Any, numbers: range) -> Any:
    """Return the result of a shard, or raise its failure as a sentence."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.comm import CommClosedError

    try:
        return future.result()
    except (SapperError, CancelledError, CommClosedError):
        raise
    except KilledWorker:
        raise LostShard(Phrase("series.workers-ended", first=numbers.start, last=numbers.stop - 1)) from None
    except Exception as error:
        why = str(error).partition("\n")[0]
        raise ClusterError(Phrase("series.cannot-play", reason=f"{type(error).__name__}: {why}")) from error


def _play(expected: tuple[str, str], play: Callable[[range], Result], numbers: range) -> tuple[float, Result]:
    """Play a shard, on a worker, and return the seconds of its thread with the result."""
    if identity() != expected:
        from distributed import get_worker

        who = Phrase("series.worker", address=str(get_worker().address))
        raise ClusterError(Phrase("series.joined-other", who=who, given=identity()[0]))
    begin = time.thread_time()
    result = play(numbers)
    return time.thread_time() - begin, result
