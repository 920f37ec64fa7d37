"""A series of games in shards: ranges of games that are played anywhere, in any order, and put together again.

Threads, processes and clusters yield the first game of each shard with what was returned for it, as shards end.
"""

from __future__ import annotations

import threading
from itertools import takewhile

from ..errors import SapperError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from typing import Protocol, TypeVar

    Result = TypeVar("Result")
    Progress = Callable[[int], object]

    class Cluster(Protocol):
        """Machines that play the shards of a series; `sapper.cluster` has one."""

        def play(self, play: Callable[[range], Result], games: int, size: int) -> Generator[tuple[int, Result]]:
            """Yield the first game of each shard of `size` games with what `play` returns for it, as shards end."""
            ...


class LostShard(SapperError, RuntimeError):
    """Games that cannot be played because the process that plays them ends."""


def ranges(games: int, size: int) -> Iterator[range]:
    """Yield the games of each shard of a series.

    >>> list(ranges(5, 2))
    [range(0, 2), range(2, 4), range(4, 5)]
    """
    return (range(begin, min(begin + size, games)) for begin in range(0, games, size))


def gather(
    shards: Generator[tuple[int, Result]],
    games: int,
    size: int,
    progress: Progress | None,
    *,
    interruptible: bool = False,
) -> list[Result]:
    """Return the results of all shards, in the order of the games.

    An interrupt from the keyboard ends all shards. If the series is interruptible, it leaves the shards before the
    first that is missing: the result of a shorter series.
    """
    done: dict[int, Result] = {}
    try:
        for begin, result in shards:
            done[begin] = result
            if progress:
                progress(min(len(done) * size, games))
    except KeyboardInterrupt:
        if not interruptible:
            raise
    finally:
        shards.close()
    return [done[begin] for begin in takewhile(done.__contains__, range(0, games, size))]


def play_in_threads(
    play: Callable[[range], Result], games: int, size: int, threads: int
) -> Generator[tuple[int, Result]]:
    """Play the shards in threads of this process."""
    from queue import Empty, SimpleQueue

    waiting = ranges(games, size)
    lock = threading.Lock()
    ended: SimpleQueue[tuple[int, Result] | BaseException | None] = SimpleQueue()
    is_stopped = False

    def work() -> None:
        try:
            while not is_stopped:
                with lock:
                    numbers = next(waiting, None)
                if numbers is None:
                    break
                ended.put((numbers.start, play(numbers)))
        except BaseException as failure:
            ended.put(failure)
        finally:
            ended.put(None)

    workers = [threading.Thread(target=work) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        left = threads
        while left:
            try:
                item = ended.get(timeout=0.1)  # with a limit, because an interrupt does not end every wait
            except Empty:
                continue
            if isinstance(item, BaseException):
                raise item
            if item is None:
                left -= 1
            else:
                yield item
    finally:
        is_stopped = True
        for worker in workers:
            worker.join()


def play_in_processes(
    play: Callable[[range], Result], games: int, size: int, processes: int
) -> Generator[tuple[int, Result]]:
    """Play the shards in processes of their own, to which `play` travels."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    shards = list(ranges(games, size))
    with ProcessPoolExecutor(min(processes, len(shards)), get_context("spawn")) as pool:
        try:
            for numbers, result in zip(shards, pool.map(play, shards), strict=True):
                yield numbers.start, result
        except BrokenExecutor:
            raise LostShard("a process ended before its games did") from None
        finally:
            pool.shutdown(cancel_futures=True)
