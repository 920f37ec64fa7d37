"""Functions that other processes run in tests, imported by their name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sapper import Board, OutOfBudget, generate, hint, odds, prove

if TYPE_CHECKING:
    from sapper import Delta, Game, Hint, Odds, Proof, Puzzle


def fail(name: str) -> None:
    if name == "budget":
        raise OutOfBudget
    if name == "contradiction":
        odds(Board.parse("3x1/1\n.3."))
    generate("8x8/50", (0, 0), 1, "single", budget=1)


def solve(game: Game) -> tuple[Delta, Board, Odds, Hint]:
    return game.open(3, 3), game.board, odds(game.board), hint(game.board)


def puzzle_and_proof(seed: int) -> tuple[Puzzle, Proof]:
    puzzle = generate("9x9/10", (4, 4), seed)
    return puzzle, prove(puzzle.minefield, puzzle.first)


def choose_far_cell(board: Board) -> tuple[int, int]:
    return 99, 0
