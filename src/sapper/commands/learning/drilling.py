"""Questions on standard input and output, for every command that asks some."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from ... import machine
from ..playing.stoppable_input import stoppable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...text.drill import Drill


@contextmanager
def drilling() -> Iterator[Drill]:
    """Yield a drill that reads standard input until a signal stops it."""
    from ...text.drill import Drill

    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    with stoppable(sys.stdin, has_history=is_terminal) as lines:
        has_prompt = sys.stdin.isatty() and not lines.draws_prompt
        yield Drill(lines, sys.stdout, machine.milliseconds, prompt=has_prompt)
