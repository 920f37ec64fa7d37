"""Boards, minefields and odds share their memory with numpy, and read any memory; the package does not import numpy."""

from __future__ import annotations

import array
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels, minefields

from sapper import (
    Board,
    BoardError,
    Contradiction,
    Game,
    Level,
    Minefield,
    MinefieldError,
    Replay,
    Rules,
    Seed,
    odds,
    odds_many,
)
from sapper.formats import read_replay

pytestmark = pytest.mark.kernel


@st.composite
def boards(draw: st.DrawFn) -> Board:
    level = draw(levels())
    cells = draw(st.lists(st.integers(0, 14), min_size=level.cells, max_size=level.cells))
    return Board.from_bytes(level, bytes(cells))


@given(boards())
def test_a_board_is_an_array_of_what_it_shows(board: Board) -> None:
    seen = np.asarray(board)
    assert (seen.dtype.name, seen.shape) == ("uint8", (board.level.height, board.level.width))
    assert seen.tolist() == [list(row) for row in board.rows()]
    assert Board.from_array(seen, board.level.mines) == board
    assert Board.from_bytes(board.level, seen) == board


@given(st.data())
def test_a_minefield_is_an_array_of_its_mines(data: st.DataObject) -> None:
    field = data.draw(minefields(data.draw(levels())))
    mines = np.asarray(field)
    assert (mines.dtype.name, mines.shape) == ("uint8", (field.level.height, field.level.width))
    assert [tuple(cell) for cell in np.argwhere(mines).tolist()] == field.mines()
    assert Minefield.from_array(mines) == Minefield.from_array(mines.astype(bool)) == field
    assert Minefield.from_bytes(field.level.width, field.level.height, np.packbits(mines)) == field


def test_a_board_shares_its_memory_and_shows_later_moves() -> None:
    game = Game("beginner", seed=1)
    seen, before = np.asarray(game.board), np.array(game.board)
    assert np.shares_memory(seen, np.asarray(game.board))
    assert not seen.flags.writeable
    game.open(3, 3)
    assert seen.tolist() == [list(row) for row in game.board.rows()]
    assert before.tolist() == [[9] * 8] * 8
    del game
    assert seen[3, 3] == 0, "the array holds the memory"


def test_odds_are_an_array_without_a_copy() -> None:
    chances = odds(Board.parse("4x2/2\n11..\n...."))
    table = np.asarray(chances)
    assert (table.dtype.name, table.shape) == ("float64", (2, 4))
    assert np.shares_memory(table, np.asarray(chances))
    assert not table.flags.writeable
    np.testing.assert_array_equal(table, [[np.nan, np.nan, 0, 0.5], [0.5, 0.5, 0, 0.5]])
    del chances
    assert table[1, 3] == 0.5


@given(boards())
def test_odds_by_cell_and_by_array_are_the_same(board: Board) -> None:
    try:
        chances = odds(board)
    except Contradiction:
        return
    table = np.asarray(chances)
    for row, col in board:
        one, other = chances[row, col], table[row, col]
        assert np.isnan(other) if one is None else one == other


def test_the_odds_of_many_boards_go_into_an_array() -> None:
    asked = []
    for seed in range(5):
        game = Game(Rules("9x9/10"), seed=seed)
        game.open(4, 4)
        asked.append(game.board)
    out = np.zeros((5, 9, 9))
    answers = odds_many(asked, out=out, threads=2)
    np.testing.assert_array_equal(out, np.stack([np.asarray(answer) for answer in answers]))
    np.testing.assert_array_equal(out[2], np.asarray(odds(asked[2])))
    assert odds_many([], out=out) == []


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((2, 9, 9)),
        np.zeros((1, 9, 9), np.float32),
        np.zeros((1, 9, 18))[:, :, ::2],
        np.broadcast_to(0.0, (1, 9, 9)),
    ],
    ids=["shape", "type", "strides", "read only"],
)
def test_an_array_that_does_not_fit_is_refused_in_one_line(out: Any) -> None:
    with pytest.raises(TypeError, match=r"^out is a writable array of float64 of shape \(1, 9, 9\), .*$"):
        odds_many([Board("9x9/10")], out=out)
    with pytest.raises(TypeError, match="different sizes"):
        odds_many([Board("9x9/10"), Board("8x8/10")], out=np.zeros((2, 9, 9)))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: array.array("B", data), np.frombuffer])
def test_every_reader_takes_any_memory(kind: Any) -> None:
    given_cells = np.frombuffer(bytes([0, 1, 9, 10]), np.uint8) if kind is np.frombuffer else kind(bytes([0, 1, 9, 10]))
    assert Board.from_bytes("2x2/1", given_cells).to_bytes() == bytes([0, 1, 9, 10])
    bits = np.frombuffer(b"\x80", np.uint8) if kind is np.frombuffer else kind(b"\x80")
    assert Minefield.from_bytes(2, 2, bits).mines() == [(0, 0)]
    game = Game("2x2/3", seed=1)
    game.open(0, 0)
    packed = Replay.of(game, game.seed).pack()
    data = np.frombuffer(packed, np.uint8) if kind is np.frombuffer else kind(packed)
    assert Replay.unpack(data) == Replay.load(data) == read_replay(data).replay == Replay.of(game, game.seed)
    seed = np.frombuffer(bytes(16), np.uint8) if kind is np.frombuffer else kind(bytes(16))
    assert Seed(seed) == Seed(bytes(16))


def test_arrays_in_another_order_are_read_by_row_and_column() -> None:
    table = np.array([[0, 1, 9], [9, 10, 11]], np.uint8)
    expected = Board.from_array(table, 1)
    assert Board.from_array(np.asfortranarray(table), 1) == expected
    assert Board.from_array(np.repeat(table, 2, axis=1)[:, ::2], 1) == expected
    assert Minefield.from_array(np.asfortranarray(table > 9)).mines() == [(1, 1), (1, 2)]
    for kind in (np.int8, np.int16, np.uint32, np.int64, np.uint64):
        assert Board.from_array(np.asfortranarray(table.astype(kind)), 1) == expected
        assert Minefield.from_array((table > 9).astype(kind)).mines() == [(1, 1), (1, 2)]


@pytest.mark.parametrize(
    ("attempt", "kind", "says"),
    [
        (lambda: Board.from_array(np.zeros((2, 2)), 1), TypeError, "whole numbers, not of the format 'd'"),
        (lambda: Board.from_array(np.zeros(4, np.uint8), 1), TypeError, r"shape \(height, width\), not \(4,\)"),
        (lambda: Board.from_array([[9, 9]], 1), TypeError, "an array of whole numbers, not a list"),  # type: ignore[arg-type]
        (lambda: Board.from_array(np.full((2, 2), 256), 1), TypeError, "from 0 to 255, not 256 to 256"),
        (lambda: Board.from_array(np.full((2, 2), -1), 1), TypeError, "from 0 to 255, not -1 to -1"),
        (lambda: Board.from_array(np.full((2, 2), 15, np.uint8), 1), BoardError, "no cell shows 15"),
        (lambda: Board.from_bytes("2x2/1", b"123"), BoardError, "a 2x2/1 board has 4 squares, not 3"),
        (lambda: Minefield.from_bytes(9, 9, b""), MinefieldError, "a 9x9 minefield has 11 bytes, not 0"),
        (lambda: Seed(16), TypeError, "expected bytes or an array of bytes, not 16"),  # type: ignore[arg-type]
    ],
)
def test_memory_that_does_not_fit_is_refused_in_one_line(attempt: Any, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says) as caught:
        attempt()
    assert "\n" not in str(caught.value)


def test_views_other_than_rows_that_are_read_are_refused() -> None:
    board = Board("3x2/1")
    with pytest.raises((TypeError, BufferError, ValueError)):
        np.asarray(board)[0, 0] = 3
    view = memoryview(board)
    assert (view.shape, view.strides, view.format, view.readonly) == ((2, 3), (3, 1), "B", True)
    assert bytes(board) == board.to_bytes()
    with pytest.raises(TypeError):
        view[0, 0] = 3


def test_memory_that_changes_while_it_is_read_makes_no_invalid_board() -> None:
    """A large board is read without the lock of the interpreter: what is checked is what is stored."""
    level = Level(512, 512, 1)
    cells, is_done = bytearray([9]) * level.cells, threading.Event()

    def write() -> None:
        while not is_done.is_set():
            cells[-1] = 200
            cells[-1] = 9

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            try:
                board = Board.from_bytes(level, cells)
            except BoardError:
                continue
            assert board.to_bytes()[-1] == 9
    finally:
        is_done.set()
        writer.join()


def test_the_package_does_not_import_numpy() -> None:
    script = "import sys, sapper; sapper.odds(sapper.Board('9x9/10')); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_dlpack_shares_the_memory_of_boards_and_odds() -> None:
    game = Game("modern 9x9/10", 1)
    seen = np.from_dlpack(game.board)
    assert np.shares_memory(seen, np.asarray(game.board))
    game.open(4, 4)
    assert seen.tobytes() == game.board.to_bytes()
    known = odds(game.board)
    chances = np.from_dlpack(known)
    assert np.shares_memory(chances, np.asarray(known))
    assert np.array_equal(chances, np.asarray(known), equal_nan=True)
    for shared in (seen, chances):
        with pytest.raises(ValueError, match="read-only"):
            shared[0] = 0
    del game, known
    assert chances.shape == seen.shape == (9, 9)


def test_dlpack_copies_when_asked_and_never_hands_out_memory_as_writable() -> None:
    board = Board("5x4/3")
    copied = np.from_dlpack(board, copy=True)
    copied[0, 0] = 1
    assert board[0, 0] == 9
    assert board.__dlpack_device__() == (1, 0)
    with pytest.raises(BufferError, match="read only, which DLPack says from version"):
        board.__dlpack__()
    field = Minefield.from_mines(3, 2, [(0, 1)])
    assert np.from_dlpack(field).tolist() == np.asarray(field).tolist()
