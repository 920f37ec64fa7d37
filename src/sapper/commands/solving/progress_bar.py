"""A progress bar on standard error."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_WIDTH = 30
_PAUSE = 0.05  # seconds, at least, between two pictures of the bar


def progress_bar(total: int, what: str) -> Callable[[int], None] | None:
    """Return a function that draws a bar on standard error, None if that is not a terminal."""
    if not sys.stderr.isatty():
        return None

    shown_at = 0.0

    def show(done: int) -> None:
        nonlocal shown_at
        if done < total and time.monotonic() < shown_at + _PAUSE:
            return
        shown_at = time.monotonic()
        filled = done * _WIDTH // max(total, 1)
        bar = "#" * filled + "." * (_WIDTH - filled)
        end = "\n" if done >= total else ""
        print(f"\r[{bar}] {done}/{total} {what}", end=end, file=sys.stderr, flush=True)

    return show
