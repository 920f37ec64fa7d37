"""A start without pauses: no garbage is collected while modules are imported and the first frame is painted.

A collection looks at every object that there is and finds nothing to free then; those of a start would take as long as
all of our own modules.
"""

from __future__ import annotations

import gc
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def quick_start() -> Iterator[None]:
    """Collect no garbage until the app calls `gc.enable` after its first frame, or the block ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
