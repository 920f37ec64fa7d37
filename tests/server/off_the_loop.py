"""Notes whether the event loop waits for a call."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def noting_loop(call: Callable[..., Any], noted: list[bool]) -> Callable[..., Any]:
    """Return a function that does the same, and notes whether it was called in the thread of an event loop."""

    def called(*values: Any, **named: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            noted.append(False)
        else:
            noted.append(True)
        return call(*values, **named)

    return called
