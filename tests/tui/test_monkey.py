"""Random keys, presses in pairs and sizes: the game goes on. `make monkey` plays for much longer.

A run that fails names its seed; `SAPPER_MONKEY_SEED` begins with it again.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

from tui.emulator import emulated
from tui.program import pexpect

if TYPE_CHECKING:
    from pathlib import Path

    from tui.emulator import Seen

EVENTS = int(os.environ.get("SAPPER_MONKEY", "100"))
FIRST_SEED = int(os.environ.get("SAPPER_MONKEY_SEED", "1"))
KEYS = "rfcmuphgvyswtionbeik?:;/,.zZ+-1234567890"
NAMED = (
    "\r",
    " ",
    "\t",
    "\x1b",
    "\x7f",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[H",
    "\x1b[F",
)
MENUS = ("\x1b[21~", ":", "?", ",")
SIZES = ((80, 24), (120, 40), (40, 15), (60, 20), (200, 60), (20, 6))


def press(button: int, x: int, y: int) -> str:
    return f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"


def an_event(chance: random.Random, seen: Seen) -> str:
    """Return the input of one event; a change of size is made at once."""
    x, y = chance.randint(1, seen.screen.columns), chance.randint(1, seen.screen.lines)
    kind = chance.random()
    if kind < 0.35:
        return chance.choice(KEYS)
    if kind < 0.55:
        return chance.choice(NAMED)
    if kind < 0.65:
        return chance.choice(MENUS)
    if kind < 0.95:
        return press(chance.choice((0, 0, 2, 1)), x, y) * chance.choice((1, 2, 2))  # two presses arrive together
    width, height = chance.choice(SIZES)
    seen.screen.resize(height, width)
    seen.child.setwinsize(height, width)
    return ""


def play_at_random(chance: random.Random, seen: Seen, events: int) -> int:
    """Send events until all are sent or the game is left, and return how many are left over."""
    try:
        while events:
            events -= 1
            seen.child.send(an_event(chance, seen))
            seen.read()
    except (OSError, pexpect.EOF):
        pass
    return events


def test_random_input_never_ends_in_a_fault(tmp_path: Path) -> None:
    left, seed = EVENTS, FIRST_SEED
    while left:
        with emulated(tmp_path, "play", "--level", "beginner", COLORTERM="truecolor") as seen:
            seen.shows("Sapper")
            left = play_at_random(random.Random(seed), seen, left)
            if not left:
                seen.child.kill(15)
            seen.ends()
            fault = tmp_path / "fault.txt"
            assert not fault.exists(), f"seed {seed}: {fault.read_text('utf-8')}"
            assert seen.child.exitstatus in (0, 143), f"seed {seed}: {seen.output[-2000:]}"
        seed += 1
