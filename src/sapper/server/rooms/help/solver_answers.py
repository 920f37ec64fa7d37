"""Advice on a position: odds, hints, the best move and what can be deduced, from nothing but what is visible.

The functions take a board and return plain values. `messages` turns them into messages for a room, and the API
into answers over HTTP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .... import _kernel
from ....analysis import best_move as moves
from ....analysis import draft as drafts
from ....analysis import first_click, hints
from ....analysis import odds as solver
from ....analysis.candidates import candidates
from ....analysis.explanations import explain
from ....analysis.hint_marks import CONCLUSION, MOVE, REASON, marks
from ....analysis.proof import prove
from ....analysis.verdict import judge
from ....board import CLOSED, CellState
from ....phrase import Phrase
from ....rules import Grade
from ...protocol import api_types, views
from ...protocol.message import Phrase as Sent
from ...protocol.refusal import as_sent, as_sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ....action import Action
    from ....analysis.explanations import Explanation
    from ....board import Board
    from ....game import Game
    from ....rules import Level, Rules
    from ....seed import Seed
    from ...operations.workers import Work
    from ...protocol.views import Rectangle

    Cell = tuple[int, int]

BUDGET = 1 << 29  # of the solver: a few seconds, where its own default would be a minute
MOST_STEPS = 200  # of what can be deduced at once
_GRADES = {getattr(_kernel.Grade, grade.name): grade for grade in Grade}


def odds(board: Board, work: Work, view: Rectangle | None = None) -> api_types.Chances:
    """Return the chance of a mine at every closed cell, or at those in a rectangle of the board."""
    level = board.level
    chances = _solve(board, work)
    top, left, bottom, right = views.clipped(level, view)
    cells: list[int] = []
    values: list[float] = []
    for row, line in enumerate(chances.rows()):
        if top <= row < bottom:
            for col in range(left, right):
                if (chance := line[col]) is not None:
                    cells.append(level.index(row, col))
                    values.append(round(chance, 4))
    shown = set(cells)
    return api_types.Chances(
        cells=cells,
        chances=values,
        safe=[cell for cell in indices(level, sorted(chances.safe)) if cell in shown],
        mine=[cell for cell in indices(level, sorted(chances.mines)) if cell in shown],
    )


def hint(board: Board, stage: int, work: Work) -> api_types.Hint:
    """Return one stage of a hint, with what that stage may show and nothing of the next.

    Stage 0 says only whether some cell is certainly safe.
    """
    level = board.level
    chances = _solve(board, work)
    if stage == 0:
        is_certain = hints.is_certain(board, chances)
        phrase = Phrase("hint.certain" if is_certain else "hint.not-certain")
        cells = api_types.Cells()
        return api_types.Hint(stage=0, text=str(phrase), certain=is_certain, cells=cells, phrase=Sent.of(phrase))
    found = hints.hint(board, chances)
    phrase = found.phrases[stage - 1]
    explanation = found.explanation
    shown = marks(board, found, stage)
    rows, cols = shown.region
    is_last = stage == MOVE
    return api_types.Hint(
        stage=stage,
        text=str(phrase),
        certain=found.is_certain,
        cells=api_types.Cells(
            region=indices(level, [(rows[0], cols[0]), (rows[-1], cols[-1])]),
            reason=indices(level, sorted(shown.reason)),
            scope=indices(level, sorted(shown.scope)),
            safe=indices(level, sorted(shown.safe)),
            mine=indices(level, sorted(shown.mine)),
            guess=indices(level, [shown.guess] if shown.guess else []),
            wrong=indices(level, [shown.wrong_flag] if shown.wrong_flag else []),
        ),
        kind=found.action if is_last else None,
        cell=level.index(*found.cell) if is_last else None,
        grade=explanation.grade.value if explanation and stage >= REASON else None,
        pattern=explanation.pattern if explanation and stage >= CONCLUSION else None,
        risk=round(found.risk, 4) if stage >= CONCLUSION and not found.is_certain else None,
        phrase=Sent.of(phrase),
    )


def best_move(board: Board, work: Work, rules: Rules | None = None) -> api_types.Move:
    """Return the best cell to open; with the rules also before the first click."""
    move = first_click.best_first(board, rules) if rules and first_click.is_untouched(board) else None
    if move is None:
        _solve(board, work)
        move = moves.best_move(board, moves.Strength.BEST)
    return _move(board, move)


def _numbers(board: Board) -> list[int]:
    """Return the cells whose number says that there are mines around them."""
    return [index for index, seen in enumerate(board.to_bytes()) if 0 < seen <= 8]


def _move(board: Board, move: moves.Move) -> api_types.Move:
    return api_types.Move(
        cell=board.level.index(move.row, move.col),
        safe=round(move.safe, 6),
        win=None if move.win is None else round(move.win, 6),
        why=move.why.sentence,
        remark=move.remark,
        phrase=Sent.of(move.why.phrase),
        remark_phrase=Sent.of(move.remark_phrase) if move.remark_phrase else None,
    )


def analysis(board: Board, work: Work) -> api_types.Analysis:
    """Return everything about a position: whether it is possible, its odds, the best move and why, other guesses."""
    try:
        chances = _solve(board, work)
    except solver.Contradiction as error:
        clash = indices(board.level, error.numbers) or _numbers(board)
        return api_types.Analysis(fits=False, text=error.sentence, clash=clash, phrase=Sent.of(error.sentence_phrase))
    found = api_types.Analysis(fits=True, log_arrangements=chances.log_arrangements, odds=odds(board, work))
    try:
        move = moves.best_move(board, moves.Strength.BEST)
    except solver.SolverError as error:
        why = as_sentence(error)
        found.text, found.phrase = str(why), as_sent(why)
        return found
    found.best = _move(board, move)
    found.hint = hint(board, CONCLUSION, work)
    if move.safe < 1:
        listed = candidates(board, chances, move, lambda: work.check(0.5))
        found.candidates = [
            api_types.Candidate(
                board.level.index(*guess.cell),
                round(guess.risk, 4),
                None if guess.win is None else round(guess.win, 4),
            )
            for guess in listed
        ]
    return found


def arrangement(board: Board, seed: Seed, work: Work) -> api_types.Arrangement:
    """Return a minefield that fits a position; the seed chooses it, all that fit have the same chance."""
    _solve(board, work)
    (field,) = solver.arrangements(board, seed)
    return api_types.Arrangement(field.to_text())


def conclusions(board: Board, work: Work) -> api_types.Next:
    """Return everything that can be deduced now, the simplest first."""
    _solve(board, work)
    found = _kernel.conclude(board._cells, _kernel.Grade.FULL)
    solver.check_result(board, found.verdict)
    steps = []
    for conclusion in found.conclusions[:MOST_STEPS]:
        work.check(0.5)
        cells = conclusion.cells
        explanation = explain(board, *cells[0]) if cells else None
        steps.append(
            api_types.Conclusion(
                safe=conclusion.safe,
                cells=indices(board.level, cells),
                grade=_GRADES.get(conclusion.grade, Grade.FULL).value,
                numbers=indices(board.level, explanation.numbers) if explanation else [],
                text=explanation.sentence if explanation else "",
                phrase=Sent.of(explanation.phrase) if explanation else None,
            )
        )
    return api_types.Next(steps=steps)


def draft(board: Board, mines: list[int], safe: list[int], work: Work) -> api_types.Draft:
    """Return what follows if some closed cells are mines and others are safe."""
    _solve(board, work)
    level = board.level
    closed = [[cell for cell in map(level.cell, cells) if board[cell] in CLOSED] for cells in (mines, safe)]
    found = drafts.follow(board, *closed)
    work.check(0.5)
    steps = [
        api_types.Conclusion(
            safe=step.safe,
            cells=indices(level, step.cells),
            grade=step.grade.value,
            numbers=indices(level, step.numbers),
            text=step.sentence,
            phrase=Sent.of(step.phrase),
        )
        for step in found.steps
    ]
    return api_types.Draft(
        steps=steps,
        text=str(found.phrase),
        clash=indices(level, found.clash),
        refuted=None if found.refuted is None else level.index(*found.refuted),
        is_mine=found.is_mine,
        phrase=Sent.of(found.phrase),
    )


def why(board: Board, cell: int, work: Work) -> api_types.Why:
    """Return what is known of a cell, in words."""
    chances = _solve(board, work)
    row, col = board.level.cell(cell)
    explanation = explain(board, row, col) if board[row, col] > 8 else None
    reason = indices(board.level, explanation.numbers) if explanation else []
    phrase = hints.why_phrase(board, row, col, chances)
    return api_types.Why(cell=cell, text=str(phrase), reason=reason, phrase=Sent.of(phrase))


def proof(game: Game) -> api_types.Proof:
    """Return the whole solution of a game that is over."""
    found = prove(game)
    level = found.level
    steps = [
        api_types.Conclusion(
            safe=step.explanation.safe,
            cells=indices(level, step.explanation.cells),
            grade=step.explanation.grade.value,
            numbers=indices(level, step.explanation.numbers),
            text=step.explanation.sentence,
            phrase=Sent.of(step.explanation.phrase),
            opened=indices(level, step.opened),
        )
        for step in found.steps
    ]
    hardest = found.difficulty.hardest
    return api_types.Proof(
        complete=found.is_complete,
        first=level.index(*found.first),
        opened=indices(level, found.opened),
        hardest=hardest.value if hardest else None,
        steps=steps,
    )


def review(board: Board, move: Action, rules: Rules, work: Work) -> api_types.Review | None:
    """Return the verdict on a move from the board before it, None if the move opens nothing."""
    work.check()
    found = judge(board, move, rules, budget=BUDGET)
    if found is None:
        return None
    level, best, why = board.level, found.best, found.explanation
    cells: dict[str, list[int]] = {}
    if why is not None:
        cells = _reason(board, why)
        cells["safe" if why.safe else "mine"] = indices(level, why.cells)
    return api_types.Review(
        verdict=found.kind,
        avoidable=found.is_mistake,
        text=found.sentence,
        phrase=Sent.of(found.phrase),
        risk=round(found.risk, 4),
        opened=indices(level, found.cells),
        best=level.index(*best) if best is not None else None,
        best_risk=round(found.best_risk, 4) if best is not None else None,
        safe=indices(level, sorted(cell for cell in found.safe if board[cell] != CellState.FLAG)),
        cells=api_types.Cells(**cells),
    )


def indices(level: Level, cells: Iterable[Cell]) -> list[int]:
    """Return the indices of cells, `row * width + col`."""
    return [level.index(row, col) for row, col in cells]


def _solve(board: Board, work: Work) -> solver.Odds:
    """Return the odds of a board; raise `SolverError` where they take too long, or where no minefield fits."""
    chances = solver.odds(board, budget=BUDGET)
    work.check(0.5)
    return chances


def _reason(board: Board, explanation: Explanation) -> dict[str, list[int]]:
    """Return the numbers of an explanation, and the closed cells around them."""
    numbers = explanation.numbers
    return {"reason": indices(board.level, numbers), "scope": indices(board.level, _closed_around(board, numbers))}


def _closed_around(board: Board, numbers: Iterable[Cell]) -> list[Cell]:
    """Return the closed cells around some numbers."""
    around = {near for cell in numbers for near in board.neighbours(*cell) if board[near] in CLOSED}
    return sorted(around)
