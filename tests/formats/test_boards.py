"""Boards of other programs: written and read back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels, many, minefields

from sapper import Level, Minefield
from sapper.formats import BOARDS, BoardFile, FormatError, diagram, mbf, read_board, tatham, write_board

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.kernel

FIELD = Minefield.from_text("*.. ... ..* ...")


@many(200)
@given(levels(most=20).flatmap(minefields))
def test_every_format_reads_back(field: Minefield) -> None:
    for kind in BOARDS:
        data = write_board(field, kind)
        again = read_board(data, {"mbf": "a.mbf"}.get(kind, ""))
        assert again.minefield == field
        assert (again.first is not None) == (kind == "tatham")


def test_the_bytes_of_mbf() -> None:
    assert mbf.write(FIELD) == bytes([3, 4, 0, 2, 0, 0, 2, 2])
    assert read_board(bytes([3, 4, 0, 2, 0, 0, 2, 2]), "board.abf").minefield == FIELD
    assert read_board(bytes([3, 4, 0, 2, 0, 0, 2, 2])).minefield == FIELD


def test_a_game_id_keeps_the_first_cell() -> None:
    data = write_board(FIELD, "tatham", (3, 0))
    assert data.startswith(b"3x4:0,3,m")
    assert read_board(data) == BoardFile(FIELD, (3, 0))
    assert read_board(b"3x4:808").first is None


def test_plain_game_ids() -> None:
    for text in ("3x4:808", "3x4:0,3,u808", "3x4:u808", "3x4n2:0,3,u808", " 3x4:808\r\n"):
        assert read_board(text.encode()).minefield == FIELD


def test_the_mask_by_its_published_examples() -> None:
    plain, masked = bytes.fromhex("12345670"), bytes.fromhex("07fa6500")
    assert tatham.mask(plain, 28) == masked
    assert tatham.unmask(masked, 28) == plain
    first = "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a2"
    second = "10b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
    assert tatham.mask(bytes(50), 400).hex() == first + second


def test_a_real_game_id() -> None:
    """From the program itself: 40 mines, and none at the first cell or around it."""
    board = read_board(b"16x16:6,5,mccf68d869d925ef49c8c7b8a49c63cd763355a403f11d04ee3134469d0c02c47")
    assert (board.minefield.level, board.first) == (Level(16, 16, 40), (5, 6))
    assert board.minefield.number(5, 6) == 0


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"", "", "empty"),
        (b"", "a.mbf", "byte 0: the file ends too early"),
        (bytes([0, 4, 0, 0]), "a.mbf", "0x4"),
        (bytes([3, 4, 0, 12]), "a.mbf", "a 3x4 board takes 0 to 11 mines, not 12"),
        (bytes([3, 4, 0, 1]), "a.mbf", "takes 6 bytes or digits, and there are 4"),
        (bytes([3, 4, 0, 1, 3, 0]), "a.mbf", r"byte 5: \(0, 3\) is off the 3x4 board"),
        (bytes([3, 4, 0, 2, 1, 1, 1, 1]), "a.mbf", r"byte 7: \(1, 1\) has a mine already"),
        (b"16x16n40", "", "does not say where the mines are"),
        (b"16x16", "", "does not say where the mines are"),
        (b"16x16n40#123456", "", "'16x16n40#123456' does not say where"),
        (b"16x16:r40,u,1234abcd", "", "does not say where the mines are"),
        (b"16x16:1,1,m12", "", "takes 64 bytes or digits, and there are 2"),
        (b"3x4:9,9,u808", "", r"\(9, 9\) is off the 3x4 board"),
        (b"3x4:fff", "", "a 3x4 board takes 0 to 11 mines, not 12"),
        (b"0x4:0", "", "0x4"),
        (b"9999x9999:" + b"0" * 100, "", "9999x9999"),
        (b"3x4:0,0,mxyz", "", "'3x4:0,0,mxyz' is not understood: write 9x9:4,4,mHEX"),
        (b"..*\n..\n", "", "row 2: its number of squares is 2, and should be 3"),
        (b"***\n", "", "0 to 2 mines"),
        (b"..x\n", "", "row 1: 'x' is not a square"),
        (b"." * (1 << 21), "", "1 to 1048576 squares"),
        (b"\xff\xfe\x00", "", "mbf, tatham, diagram are read"),
        (bytes(1 << 25), "a.mbf", "at most 16777216 bytes"),
    ],
)
def test_bad_boards_are_refused_in_one_line(data: bytes, name: str, says: str) -> None:
    with pytest.raises(FormatError, match=says) as caught:
        read_board(data, name)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_what_cannot_be_written() -> None:
    wide = Minefield.from_mines(300, 2, [(0, 0)])
    with pytest.raises(FormatError, match="at most 255"):
        write_board(wide, "mbf")
    with pytest.raises(FormatError, match="choose mbf, tatham, diagram"):
        write_board(wide, "png")
    with pytest.raises(FormatError, match="off the"):
        write_board(wide, "tatham", (2, 0))
    assert read_board(write_board(wide, "tatham")).minefield == wide


def only_errors(reader: Callable[[bytes], BoardFile], data: bytes) -> None:
    complaint = ""
    try:
        board = reader(data)
    except FormatError as error:
        complaint = str(error)
    else:
        assert board.minefield.level.cells <= 1 << 20
    assert "\n" not in complaint


READERS = [mbf.read, tatham.read, diagram.read, read_board]
VALID = [write_board(FIELD, kind) for kind in BOARDS] + [b"3x4:u808", b"16x16n40", b"3x4#12"]


@many(300)
@given(st.binary(max_size=60), st.sampled_from(READERS))
def test_noise(data: bytes, reader: Callable[[bytes], BoardFile]) -> None:
    only_errors(reader, data)


@many(400)
@given(st.sampled_from(VALID), st.integers(0, 99), st.binary(max_size=4), st.integers(0, 9), st.sampled_from(READERS))
def test_damage(valid: bytes, place: int, put: bytes, cut: int, reader: Callable[[bytes], BoardFile]) -> None:
    only_errors(reader, valid[:place] + put + valid[place + cut :])


def test_nothing_is_left_behind() -> None:
    assert not Path("crash.log").exists()
