"""Answers to pages that ask for help: from nothing but what is visible, until the game is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _kernel
from ..analysis.explanations import explain
from ..analysis.hints import hint, why
from ..analysis.proof import prove
from ..analysis.solver import Strength, best_move, check_verdict, odds
from ..board import CellState
from . import protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..analysis.explanations import Explanation
    from ..board import Board
    from ..game import Game
    from ..rules import Level
    from .workers import Work

    Cell = tuple[int, int]

BUDGET = 1 << 29  # of the solver: a few seconds, where its own default would be a minute
MOST_STEPS = 200  # of what can be deduced at once
_GRADES = {getattr(_kernel.Rule, name): name.lower() for name in ("SINGLE", "PAIRS", "CHAINS", "COUNT", "FULL")}


def answer(
    asked: protocol.Help, board: Board, seq: int, work: Work, view: tuple[int, int, int, int] | None = None
) -> protocol.FromServer:
    """Work out the help that was asked for; `view` is what part of a large board is in sight."""
    chances = odds(board, budget=BUDGET)  # within the budget, or an honest refusal
    work.check(0.5)
    if asked.topic == "hint":
        return hint_of(board, asked.stage, game=asked.game, seq=seq, n=asked.n)
    if asked.topic == "move":
        return move_of(board, game=asked.game, seq=seq, n=asked.n)
    if asked.topic == "next":
        return _next(asked, board, seq, work)
    if asked.topic == "why":
        return _why(asked, board, seq)
    width = board.level.width
    top, left, bottom, right = view or (0, 0, board.level.height, width)
    cells: list[int] = []
    values: list[float] = []
    for row, line in enumerate(chances.rows()):
        if top <= row < bottom:
            for col in range(left, right):
                if (chance := line[col]) is not None:
                    cells.append(row * width + col)
                    values.append(round(chance, 4))
    shown = set(cells)
    return protocol.Odds(
        game=asked.game,
        seq=seq,
        n=asked.n,
        cells=cells,
        chances=values,
        safe=[cell for cell in indices(board.level, sorted(chances.safe)) if cell in shown],
        mine=[cell for cell in indices(board.level, sorted(chances.mines)) if cell in shown],
    )


def indices(level: Level, cells: Iterable[Cell]) -> list[int]:
    """Give the numbers of cells."""
    return [row * level.width + col for row, col in cells]


def hint_of(board: Board, stage: int, *, game: str = "", seq: int = 0, n: int = 0) -> protocol.Hint:
    """Tell one stage of a hint, with what it may show and nothing of the next."""
    found = hint(board)
    level = board.level
    argument = found.argument
    cells: dict[str, list[int]] = {"region": indices(level, _region(level, found.cell))}
    if stage >= 2 and argument is not None:
        cells["reason"] = indices(level, argument.numbers)
        cells["scope"] = indices(level, _scope(board, argument.numbers))
    if stage >= 3 and argument is not None:
        cells["safe" if argument.safe else "mine"] = indices(level, argument.cells)
    risk = None
    if stage >= 3 and argument is None:
        risk = round(odds(board, budget=BUDGET)[found.cell] or 0.0, 4)
    last = stage == 4
    return protocol.Hint(
        game=game,
        seq=seq,
        n=n,
        stage=stage,
        text=found.stages[stage - 1],
        certain=found.is_certain,
        cells=protocol.Cells(**cells),
        kind=found.action if last else None,
        cell=indices(level, [found.cell])[0] if last else None,
        grade=argument.grade.value if argument and stage >= 2 else None,
        pattern=argument.pattern if argument and stage >= 3 else None,
        risk=risk,
    )


def move_of(board: Board, *, game: str = "", seq: int = 0, n: int = 0) -> protocol.Move:
    """Tell the best move."""
    move = best_move(board, Strength.BEST)
    cell = indices(board.level, [(move.row, move.col)])[0]
    safe, win = round(move.safe, 6), round(move.win, 6)
    return protocol.Move(game=game, seq=seq, n=n, cell=cell, safe=safe, win=win, why=move.why.sentence)


def proof_of(game: Game, *, public_id: str, n: int) -> protocol.Proof:
    """Tell the whole solution of a game that is over."""
    proof = prove(game)
    level = proof.level
    steps = [
        protocol.Conclusion(
            safe=step.argument.safe,
            cells=indices(level, step.argument.cells),
            grade=step.argument.grade.value,
            numbers=indices(level, step.argument.numbers),
            text=step.argument.sentence,
            opened=indices(level, step.opened),
        )
        for step in proof.steps
    ]
    hardest = proof.difficulty.hardest
    return protocol.Proof(
        game=public_id,
        seq=game.seq,
        n=n,
        complete=proof.is_complete,
        first=indices(level, [proof.first])[0],
        opened=indices(level, proof.opened),
        hardest=hardest.value if hardest else None,
        steps=steps,
    )


def _next(asked: protocol.Help, board: Board, seq: int, work: Work) -> protocol.Next:
    verdict, found = _kernel.conclude(board._cells, _kernel.Rule.FULL)
    check_verdict(board, verdict)
    steps = []
    for rule, safe, cells in found[:MOST_STEPS]:
        work.check(0.5)
        told: Explanation | None = explain(board, *cells[0]) if cells else None
        steps.append(
            protocol.Conclusion(
                safe=safe,
                cells=indices(board.level, cells),
                grade=_GRADES.get(rule, "full"),
                numbers=indices(board.level, told.numbers) if told else [],
                text=told.sentence if told else "",
            )
        )
    return protocol.Next(game=asked.game, seq=seq, n=asked.n, steps=steps)


def _why(asked: protocol.Help, board: Board, seq: int) -> protocol.Why:
    assert asked.cell is not None
    row, col = divmod(asked.cell, board.level.width)
    told = explain(board, row, col) if board[row, col] > 8 else None
    reason = indices(board.level, told.numbers) if told else []
    return protocol.Why(game=asked.game, seq=seq, n=asked.n, cell=asked.cell, text=why(board, row, col), reason=reason)


def _region(level: Level, cell: Cell) -> list[Cell]:
    """Give the first and the last cell of the third of the board that a cell lies in."""
    corners = []
    for place, length in zip(cell, (level.height, level.width), strict=True):
        third = 2 * place if length == 2 else place * 3 // length
        here = [other for other in range(length) if (2 * other if length == 2 else other * 3 // length) == third]
        corners.append((here[0], here[-1]))
    (top, bottom), (left, right) = corners
    return [(top, left), (bottom, right)]


def _scope(board: Board, numbers: Iterable[Cell]) -> list[Cell]:
    """Find the closed cells around some numbers."""
    level = board.level
    kinds = 1 << CellState.HIDDEN | 1 << CellState.FLAG | 1 << CellState.QUESTION
    around = {near for row, col in numbers for near in board._cells.around(row * level.width + col, kinds)}
    return [divmod(cell, level.width) for cell in sorted(around)]
