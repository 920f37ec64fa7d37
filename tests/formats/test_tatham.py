"""Simon Tatham's Mines writes what we read."""

from __future__ import annotations

import subprocess

import parts
import pytest
from waiting import PATIENCE

from sapper.formats import read_board, write_board


@pytest.mark.parametrize(("size", "mines"), [("16x16", 40), ("9x9", 10), ("7x5", 6), ("13x6", 9), ("30x16", 99)])
def test_the_real_program_writes_what_we_read(size: str, mines: int) -> None:
    command = [parts.need("mines"), "--generate", "8", f"{size}n{mines}"]
    ids = subprocess.run(command, capture_output=True, check=True, timeout=PATIENCE).stdout.split()
    assert len(ids) == 8
    for text in ids:
        board = read_board(text)
        assert board.first is not None
        assert board.minefield.level.mines == mines
        assert board.minefield.number(*board.first) == 0
        assert not board.minefield.is_mine(*board.first)
        assert write_board(board.minefield, "tatham", board.first).strip() == text
