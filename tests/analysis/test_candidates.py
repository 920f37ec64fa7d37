"""Guesses with their risk and their chance to win, and numbers that contradict each other, against brute force."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import arrangements, neighbours
from strategies import levels, many

from sapper import Board, Level
from sapper.analysis.best_move import best_move
from sapper.analysis.candidates import candidates
from sapper.analysis.odds import Contradiction, odds
from sapper.board import CellState

Cell = tuple[int, int]


def chance_to_win(board: Board, cell: Cell) -> float:
    """Return how often opening a cell wins, if everything after it is played perfectly: every case is tried."""
    width, height = board.level.width, board.level.height
    cells = [(row, col) for row in range(height) for col in range(width)]

    def number(mines: frozenset[Cell], at: Cell) -> int:
        return sum(near in mines for near in neighbours(width, height, at))

    @cache
    def after(fields: frozenset[frozenset[Cell]], opened: frozenset[Cell], at: Cell) -> float:
        shown: dict[int, set[frozenset[Cell]]] = {}
        for mines in fields:
            if at not in mines:
                shown.setdefault(number(mines, at), set()).add(mines)
        return sum(len(some) / len(fields) * value(frozenset(some), opened | {at}) for some in shown.values())

    @cache
    def value(fields: frozenset[frozenset[Cell]], opened: frozenset[Cell]) -> float:
        left = [at for at in cells if at not in opened]
        if len(left) == board.level.mines:
            return 1.0
        safe = [at for at in left if not any(at in mines for mines in fields)]
        return max(after(fields, opened, at) for at in safe[:1] or left)

    fields = frozenset(frozenset(mines) for mines in arrangements(str(board)))
    opened = frozenset(at for at in cells if board[at] <= 8)
    return after(fields, opened, cell)


@pytest.mark.parametrize(
    "diagram",
    [
        "4x3/3\n....\n.2..\n....",
        "5x2/3\n.2...\n.....",
        "4x3/2\n1...\n....\n...1",
        "3x3/3\n.3.\n...\n..1",
        "6x1/2\n.1....",
    ],
)
def test_guesses_win_as_often_as_brute_force_says(diagram: str) -> None:
    board = Board.parse(diagram)
    chances, best = odds(board), best_move(board)
    listed = candidates(board, chances, best)
    assert listed[0].cell == (best.row, best.col)
    assert len({guess.cell for guess in listed}) == len(listed) > 1
    for guess in listed:
        assert guess.risk == pytest.approx(chances[guess.cell])
        assert guess.win is not None
        assert guess.win == pytest.approx(chance_to_win(board, guess.cell), abs=1e-9)
        assert guess.win <= (listed[0].win or 0)


def test_the_least_risk_is_always_listed_and_flags_never_are() -> None:
    closed = "\n".join(["." * 16] * 14)
    board = Board.parse(f"16x16/40\n.1F...1.1...1.1.\n{'.' * 16}\n{closed}")
    chances = odds(board)
    listed = candidates(board, chances, best_move(board))
    risks = [risk for line in chances.rows() for risk in line if risk is not None]
    assert min(guess.risk for guess in listed) == pytest.approx(min(risks))
    assert all(board[guess.cell] != CellState.FLAG for guess in listed)


def test_without_a_chance_to_win_the_least_risk_comes_first() -> None:
    board = Board.parse("9x9/60\n1........\n" + "\n".join(["." * 9] * 8))
    best = best_move(board)
    assert best.win is None, "estimates are not trusted on dense boards"
    listed = candidates(board, odds(board), best)
    assert all(guess.win is None for guess in listed)
    assert [guess.risk for guess in listed[1:]] == sorted(guess.risk for guess in listed[1:])


def test_a_check_that_raises_stops_the_work() -> None:
    def stop() -> None:
        raise TimeoutError

    board = Board.parse("4x3/3\n....\n.2..\n....")
    with pytest.raises(TimeoutError):
        candidates(board, odds(board), best_move(board), stop)


@st.composite
def painted(draw: st.DrawFn) -> Board:
    """A board painted at random: its numbers seldom agree."""
    level = draw(levels(4))
    values = st.sampled_from([*range(4), *[CellState.HIDDEN] * 6, CellState.FLAG, CellState.MINE])
    return Board.from_bytes(level, bytes(draw(st.lists(values, min_size=level.cells, max_size=level.cells))))


@given(board=painted())
@many(200)
def test_numbers_that_contradict_each_other_are_few(board: Board) -> None:
    if arrangements(str(board)):
        return
    with pytest.raises(Contradiction) as caught:
        odds(board)
    numbers = caught.value.numbers
    for left_out in numbers:
        rest = set(numbers) - {left_out}
        cells = bytes(
            value if value > 8 or board.level.cell(place) in rest else CellState.WRONG_FLAG
            for place, value in enumerate(board.to_bytes())
        )
        assert any(
            arrangements(str(Board.from_bytes(Level(board.level.width, board.level.height, mines), cells)))
            for mines in range(board.level.cells)
        ), "without any one of them the others agree"


@pytest.mark.parametrize(
    ("diagram", "sentence"),
    [
        ("4x3/3\n....\n....\n21..", "No minefield fits the 2 at A3 and the 1 at B3."),
        ("2x1/1\n8.", "No minefield fits the 8 at A1."),
        ("3x3/0\n...\n.1.\n...", "No minefield with exactly 0 mines fits these numbers."),
        ("3x3/1\n3..\n...\n...", "No minefield with exactly 1 mine fits these numbers."),
    ],
)
def test_a_contradiction_has_a_sentence_of_its_own(diagram: str, sentence: str) -> None:
    with pytest.raises(Contradiction) as caught:
        odds(Board.parse(diagram))
    assert caught.value.sentence == sentence
