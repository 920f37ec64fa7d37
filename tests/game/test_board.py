"""The visible board: diagrams in and out, counters, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels

from sapper import Board, BoardError, CellState, FixedLayout, Game, Level, Minefield, Rules, RulesError, _kernel

pytestmark = pytest.mark.kernel


@given(levels(most=10), st.data())
def test_a_diagram_reads_back(level: Level, data: st.DataObject) -> None:
    cells = data.draw(st.binary(min_size=level.cells, max_size=level.cells).map(lambda b: bytes(x % 15 for x in b)))
    board = Board.from_bytes(level, cells)
    assert Board.parse(str(board)) == board == board.copy()
    assert board.to_bytes() == cells
    assert board.opened == sum(value <= 8 for value in cells)
    assert board.wrong_flags == cells.count(CellState.WRONG_FLAG)
    assert board.flags == cells.count(CellState.FLAG) + board.wrong_flags
    assert eval(repr(board), {"Board": Board}) == board


def test_hash_signs_are_hidden_cells_too() -> None:
    assert Board.parse("2x1/1\n#1") == Board.parse("2x1/1\n.1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "write 30x16/99"),
        ("hello", r"line 1: .hello. is not a level"),
        ("2x2/1\n..", "the board is 2x1, and should be 2x2"),
        ("2x2/1\n..\n...", "row 2: its number of squares is 3, and should be 2"),
        ("2x2/1\n..\n.9", "'9'"),
        ("2x2/1\n..\n.\x07", r"'\\x07'"),
        ("2x2/4\n..\n..", "0 to 3 mines"),
    ],
)
def test_a_malformed_diagram_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(BoardError, match=says) as caught:
        Board.parse(text)
    assert "\n" not in str(caught.value)


def test_mines_left_may_be_negative() -> None:
    assert Board.parse("3x1/1\nFF.").mines_left == -1


def test_a_board_is_read_by_row_and_column_only_within_its_edges() -> None:
    board = Board.parse("3x2/1\n01.\n011")
    assert board[0, 2] == CellState.HIDDEN
    for cell in [(-1, 0), (0, -1), (2, 0), (0, 3)]:
        with pytest.raises(IndexError, match="off the 3x2 board"):
            board[cell]


def test_the_largest_board_is_refused_before_it_is_allocated(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RulesError, match="at most 2147483648 squares"):
        Level(2**16, 2**15 + 1, 1)
    monkeypatch.setattr("sapper.board._memory", lambda: 1000.0)
    with pytest.raises(MemoryError, match="more memory than there is"):
        Board("100x100/10")


def test_an_opening_of_a_million_cells_is_recorded_in_runs() -> None:
    level = Level(1000, 1000, 50_000)
    game = Game(Rules(level), 7)
    delta = game.open(500, 500)
    assert len(delta) > 900_000
    assert delta.cells.nbytes < 2.5 * len(delta)
    shown = game.board.to_bytes()
    runs = delta.cells.runs()
    assert sum(length for _, _, length in runs) == len(delta)
    values = delta.cells.values
    place = 0
    for row, col, length in runs:
        start = row * 1000 + col
        assert shown[start : start + length] == values[place : place + length]
        place += length


def test_flags_stop_an_opening_where_they_stand() -> None:
    field = Minefield.from_mines(9, 3, [(0, 8)])
    game = Game(Rules(field.level, first="any"), layout=FixedLayout(field))
    for row in range(3):
        game.flag(row, 4)
    game.open(1, 0)
    assert str(game.board).split()[1:] == ["0000F...."] * 3


def test_the_kernel_checks_its_border() -> None:
    board = _kernel.Board(3, 3, 1)
    field = _kernel.Minefield.from_bits(3, 3, bytes([0x80, 0]))
    with pytest.raises(IndexError):
        board[9]
    with pytest.raises(ValueError, match="only safe cells open"):
        board.open(field, [0], False, True)
    with pytest.raises(ValueError, match="another size"):
        _kernel.Board(4, 3, 1).open(field, [1], False, True)
    with pytest.raises(ValueError, match="from 1 to"):
        _kernel.Board(2**40, 2**40, 1)
    with pytest.raises(ValueError, match="expected 2 bytes"):
        _kernel.Minefield.from_bits(3, 3, b"")
    with pytest.raises(ValueError, match="more mines than fit"):
        _kernel.Minefield.lay(2, 2, 4, bytes(16), [0])


def test_a_row_of_the_board() -> None:
    board = Board.parse("3x2/1\n1F.\n011")
    assert [list(board.row(0)), list(board.row(1))] == [[1, 10, 9], [0, 1, 1]]
    with pytest.raises(IndexError, match=r"\(2, 0\) is off"):
        board.row(2)
