"""What a slow line carries: little for each event, nothing when nothing happens, and the screen is right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tui.emulator import emulated

if TYPE_CHECKING:
    from pathlib import Path

    from tui.emulator import Seen

TRUE = "truecolor"
CTRL_L = "\x0c"
RIGHT, DOWN = "\x1b[C", "\x1b[B"
PAGE_DOWN, PAGE_UP, WHEEL, WHEEL_RIGHT = "\x1b[6~", "\x1b[5~", "\x1b[<65;20;20M", "\x1b[<69;20;20M"


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


def looks(seen: Seen) -> list[list[tuple[str, str, str]]]:
    """What is seen in each cell: the colour of a sign that is blank is not."""
    return [[(cell.data, cell.bg, cell.fg if cell.data.strip() else "") for cell in row] for row in seen.cells()]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_flag_and_an_arrow_cost_little(tmp_path: Path, size: tuple[int, int]) -> None:
    with emulated(tmp_path, "play", "--level", "expert", "--seed", "rain", size=size, COLORTERM=TRUE) as seen:
        seen.shows("99")
        cost(seen, DOWN)  # the first frame is written by then
        assert 0 < cost(seen, DOWN) < 500
        assert 0 < cost(seen, "f") < 500
        seen.shows("98")


def test_moving_over_a_large_board_costs_little(tmp_path: Path) -> None:
    level = ("--level", "1000x1000/110000", "--seed", "rain")
    with emulated(tmp_path, "play", *level, size=(120, 40), COLORTERM=TRUE) as seen:
        seen.shows("110")
        cost(seen, PAGE_DOWN)  # the first frame is written by then
        assert 0 < cost(seen, PAGE_DOWN) < 1000
        assert 0 < cost(seen, WHEEL) < 1000
        seen.child.send((DOWN + RIGHT) * 6 + " ")
        seen.until(
            lambda: re.search(r" [1-9]\.\d", "\n".join(seen.screen.display)) is not None
        )  # the opening has spread
        for key in (PAGE_UP, WHEEL, WHEEL, WHEEL_RIGHT):
            before = seen.sent
            seen.child.send(key)
            seen.until(lambda: seen.sent > before + 400)  # noqa: B023
            for _ in range(10):
                seen.read()  # the rest of it, and some ticks of the clock
            assert seen.sent - before < 10_000


def test_the_first_frame_is_written_once(tmp_path: Path) -> None:
    with emulated(tmp_path, "play", "--level", "expert", "--seed", "rain", COLORTERM=TRUE) as seen:
        seen.shows("99")
        seen.settled()
        first = seen.sent
        seen.child.send(CTRL_L)
        seen.until(lambda: seen.sent - first > 2000)
        seen.settled()
        assert first < 1.3 * (seen.sent - first)


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


def test_a_terminal_that_changes_its_size_is_painted_whole_whatever_it_lost(tmp_path: Path) -> None:
    bursts = [[(100, 30)], [(120, 40), (80, 24)], [(60, 20), (120, 40), (60, 20)], [(80, 24), (40, 15), (80, 24)]]
    with emulated(tmp_path, "play", "--level", "beginner", "--seed", "rain", COLORTERM=TRUE) as seen:
        seen.shows("Levels")
        for sizes in bursts:
            seen.settled()
            for width, height in sizes:
                seen.screen.erase_in_display(2)  # a terminal may lose anything when its size changes
                seen.screen.resize(height, width)
                seen.child.setwinsize(height, width)
            seen.shows("Sapper")
            seen.settled()
            shown, before = looks(seen), seen.sent
            seen.child.send(CTRL_L)
            seen.until(lambda: seen.sent - before > 1000)  # noqa: B023
            seen.settled()
            assert looks(seen) == shown
