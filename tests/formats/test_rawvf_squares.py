"""Written RAWVF is on squares of 16 pixels, which the tools of others take for granted, and reads back exactly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from formats import encoders
from formats.encoders import film
from hypothesis import given
from hypothesis import strategies as st
from strategies import many

from sapper.formats import FormatError, pixel_scale, rawvf, write_replay
from sapper.formats.events import Events
from sapper.formats.recording import play

if TYPE_CHECKING:
    from sapper.replay import Replay

pytestmark = pytest.mark.kernel
_EVENT = re.compile(r"(?:-?\d+\.\d+) [a-z]{2} (-?\d+) (-?\d+) \((-?\d+) (-?\d+)\)")


def replay_on(square: int) -> Replay:
    """Return a game whose track has squares of a size, with a way to every pixel of a cell and around the board."""
    events = encoders.game(square)
    way = [(step, step * 7 % square) for step in range(-3, square + 2)]
    moves = [(events[-1][0], "mv", x, y) for x, y in way]
    return play(film(square=square).replace(events=Events.of([*events[:-1], *moves, events[-1]]))).replay


@pytest.mark.parametrize("square", [1, 5, 8, 15, 16, 17, 20, 24, 40, 64])
def test_a_track_of_any_size_is_written_on_16_pixels_and_read_back_exactly(square: int) -> None:
    replay = replay_on(square)
    text = write_replay(replay, "rawvf").decode()
    assert "\nSquareSize: 16\n" in text
    places = [tuple(map(int, found)) for found in _EVENT.findall(text)]
    assert len(places) == len(replay.track or ())
    assert all((col, row) == (x // 16 + 1, y // 16 + 1) for col, row, x, y in places)
    imported = rawvf.read(text.encode())
    assert imported.replay == replay
    assert imported.notes == ()


def test_squares_of_16_pixels_need_no_line_of_ours() -> None:
    assert "X-Pixel" not in write_replay(replay_on(16), "rawvf").decode()
    assert "X-SquareSize" not in write_replay(replay_on(16), "rawvf").decode()


def test_a_reader_that_skips_our_lines_sees_the_same_cells() -> None:
    replay = replay_on(20)
    text = write_replay(replay, "rawvf").decode()
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("X-")) + "\n"
    seen = rawvf.read(plain.encode()).replay
    moves = [[(entry.at, entry.action) for entry in game.entries] for game in (seen, replay)]
    assert moves[0] == moves[1]


@many(200)
@given(st.integers(-(10**6), 10**6), st.integers(1, 10_000))
def test_a_written_pixel_is_in_the_same_cell_and_leads_back(pixel: int, square: int) -> None:
    written = pixel_scale.to_written(pixel, square)
    assert written // 16 == pixel // square
    assert pixel_scale.to_written(pixel_scale.to_own(written, square), square) == written or square < 16
    assert square > 16 or pixel_scale.to_own(written, square) == pixel


def test_a_line_of_pixels_that_is_wrong_is_an_error() -> None:
    text = write_replay(replay_on(20), "rawvf").decode()
    with pytest.raises(FormatError, match=r"line \d+ cannot be played: 'X-Pixel: 3' is not understood"):
        rawvf.read(re.sub(r"X-Pixel: .*", "X-Pixel: 3", text, count=1).encode())
    with pytest.raises(FormatError, match="SquareSize is 0, and only 1-10000 can be read"):
        rawvf.read(text.replace("X-SquareSize: 20", "X-SquareSize: 0").encode())
