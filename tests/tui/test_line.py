"""What a slow line carries: little for each event, nothing when nothing happens, and the screen is right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.emulator import emulated

if TYPE_CHECKING:
    from pathlib import Path

    from tui.emulator import Seen

TRUE = "truecolor"
CTRL_L = "\x0c"
RIGHT, DOWN = "\x1b[C", "\x1b[B"


def tenths(seen: Seen) -> int:
    """Return the time that the clock shows."""
    return int(seen.screen.display[2].split()[-1].replace(".", ""))


def cost(seen: Seen, key: str) -> int:
    """Press a key, and return how many bytes are written."""
    seen.settled()
    before = seen.sent
    seen.child.send(key)
    seen.until(lambda: seen.sent > before)
    seen.settled()
    return seen.sent - before


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_flag_and_an_arrow_cost_little(tmp_path: Path, size: tuple[int, int]) -> None:
    with emulated(tmp_path, "play", "--level", "expert", "--seed", "rain", size=size, COLORTERM=TRUE) as seen:
        seen.shows("99")
        cost(seen, DOWN)  # the first frame is written by then
        assert 0 < cost(seen, DOWN) < 500
        assert 0 < cost(seen, "f") < 500
        seen.shows("98")


def test_nothing_is_written_while_nothing_happens_and_a_tick_is_short(tmp_path: Path) -> None:
    with emulated(tmp_path, "play", "--level", "expert", "--seed", "rain", COLORTERM=TRUE) as seen:
        seen.shows("99")
        cost(seen, DOWN)
        before = seen.sent
        for _ in range(10):
            seen.read()
        assert seen.sent == before
        seen.child.send(" ")
        seen.until(lambda: tenths(seen) >= 10)
        before, start = seen.sent, tenths(seen)
        seen.until(lambda: tenths(seen) >= start + 20)
        assert (seen.sent - before) / (tenths(seen) - start) < 100


def test_the_screen_is_what_a_full_repaint_makes_of_it(tmp_path: Path) -> None:
    with emulated(tmp_path, "play", "--level", "intermediate", "--seed", "rain", COLORTERM=TRUE) as seen:
        seen.shows("Levels")
        for keys in ("ff", RIGHT * 3 + DOWN * 5 + "f", ":", "sett", "\r", DOWN * 3, "\x1b", "?", "\x1b", "z"):
            seen.child.send(keys)
            seen.settled()
        shown = seen.cells()
        before = seen.sent
        seen.child.send(CTRL_L)
        seen.until(lambda: seen.sent - before > 2000)
        seen.settled()
        assert seen.cells() == shown


def test_a_terminal_of_another_size_is_painted_whole(tmp_path: Path) -> None:
    with emulated(tmp_path, "play", "--level", "beginner", "--seed", "rain", COLORTERM=TRUE) as seen:
        seen.shows("Levels")
        seen.settled()
        seen.screen.erase_in_display(2)  # a terminal may lose anything when its size changes
        seen.screen.resize(30, 100)
        seen.child.setwinsize(30, 100)
        seen.shows("Levels")
        seen.settled()
        shown = seen.cells()
        seen.child.send(CTRL_L)
        before = seen.sent
        seen.until(lambda: seen.sent - before > 2000)
        seen.settled()
        assert seen.cells() == shown
