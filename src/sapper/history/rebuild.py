"""Computes summaries from replays, in steps that can be stopped at any time and continued later."""

from __future__ import annotations

from ..errors import SapperError
from .summary import summary_of_packed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .store import Store

_STEP = 10  # games in one commit: other writers wait a few milliseconds at most


def rebuild(store: Store, unreadable: list[int]) -> Iterator[int]:
    """Drop all summaries and compute them again; yield and take the same as `summarise_missing`."""
    store.drop_summaries()
    yield from summarise_missing(store, unreadable)


def summarise_missing(store: Store, unreadable: list[int] | None = None) -> Iterator[int]:
    """Compute every summary that is missing, and yield after each commit how many games were read.

    Committed summaries stay, so the next attempt continues where the last one stopped. A replay that cannot be read is
    skipped: its game has no summary, and is added to `unreadable`.
    """
    done = last = 0
    while games := store.without_summary(last, _STEP):
        made = []
        for game, replay in games:
            try:
                made.append((game, replay, summary_of_packed(replay)))
            except (SapperError, MemoryError):
                if unreadable is not None:
                    unreadable.append(game)
        store.summarise(made)
        last = games[-1][0]
        done += len(games)
        yield done
