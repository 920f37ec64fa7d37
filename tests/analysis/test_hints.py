"""Hints: correct, minimal, simplest first, in words that name exactly the numbers of the reason."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from analysis.test_odds import known_positions
from checker import check_explanation
from hypothesis import given
from hypothesis import strategies as st
from oracle import arrangements
from strategies import many, minefields

from sapper import (
    Board,
    CellState,
    Contradiction,
    FixedLayout,
    Game,
    Grade,
    Level,
    Rules,
    _kernel,
    generate,
    hint,
    odds,
    prove,
)
from sapper.analysis import hints
from sapper.analysis.explanations import explain
from sapper.analysis.hint_marks import marks
from sapper.analysis.hints import no_safe_cell, why
from sapper.analysis.odds import SolverError
from sapper.coordinates import cell_name, parse_cell
from sapper.generator import KERNEL_GRADES
from sapper.server.operations.workers import Work
from sapper.server.rooms.help import solver_answers
from sapper.tui.play.hint_steps import HintSteps

pytestmark = pytest.mark.kernel


@st.composite
def games(draw: st.DrawFn) -> Game:
    level = draw(st.sampled_from([Level(5, 5, 5), Level(6, 4, 5), Level(7, 3, 4), Level(4, 4, 4), Level(10, 2, 4)]))
    field = draw(minefields(level))
    game = Game(Rules(level, first="any"), layout=FixedLayout(field))
    safe = [(row, col) for row in range(level.height) for col in range(level.width) if not field.is_mine(row, col)]
    for cell in draw(st.permutations(safe))[: draw(st.integers(1, 12))]:
        if not game.status.is_over:
            game.open(*cell)
    return game


def named_numbers(board: Board, sentence: str) -> set[tuple[int, int]]:
    found = set()
    for value, name in re.findall(r"the (\d) at ([A-Z]+\d+)", sentence, re.IGNORECASE):
        cell = parse_cell(name)
        assert board[cell] == int(value)
        found.add(cell)
    return found


@many(1500)
@given(games())
def test_hints_are_correct_minimal_and_named(game: Game) -> None:
    board = game.board
    if game.status.is_over:
        return
    given_hint = hint(board)
    found = arrangements(str(board))
    mined = Counter(cell for mines in found for cell in mines)
    certain = {cell for cell in _closed(board) if not mined[cell]}
    assert given_hint.is_certain == bool(certain)
    explanation = given_hint.explanation
    if explanation is None:
        lowest = min(mined[cell] for cell in _closed(board)) / len(found)
        assert given_hint.risks[0][0] == pytest.approx(lowest)
        assert "No square is certain" in given_hint.sentence
        return
    assert explanation.safe
    assert set(explanation.cells) <= certain
    assert given_hint.cell in explanation.cells
    assert check_explanation(board, explanation)
    assert named_numbers(board, explanation.sentence) == set(explanation.numbers)
    assert named_numbers(board, given_hint.stages[1]) == set(explanation.numbers)
    assert ("mine count" in given_hint.stages[1]) == explanation.mine_count


def _closed(board: Board) -> list[tuple[int, int]]:
    return [(r, c) for r in range(board.level.height) for c in range(board.level.width) if board[r, c] > 8]


@many(400)
@given(games())
def test_the_hint_is_of_the_lowest_grade_there_is(game: Game) -> None:
    if game.status.is_over:
        return
    explanation = hint(game.board).explanation
    if explanation is None:
        return
    for grade in Grade:
        conclusions = _kernel.conclude(game.board._cells, KERNEL_GRADES[grade]).conclusions
        if any(conclusion.safe for conclusion in conclusions):
            assert explanation.grade is grade
            return
    pytest.fail("the ladder finds nothing where the hint does")


@many(400)
@given(games())
def test_the_ladder_never_claims_what_brute_force_denies(game: Game) -> None:
    found = arrangements(str(game.board))
    mined = Counter(cell for mines in found for cell in mines)
    known: dict[tuple[int, int], bool] = {}
    for grade in Grade:
        conclusions = _kernel.conclude(game.board._cells, KERNEL_GRADES[grade]).conclusions
        here = {cell: conclusion.safe for conclusion in conclusions for cell in conclusion.cells}
        for cell, safe in here.items():
            assert mined[cell] == (0 if safe else len(found))
        assert known.items() <= here.items()
        known = here
    certain = {cell for cell in _closed(game.board) if mined[cell] in (0, len(found))}
    assert known.keys() == certain


@many(300)
@given(games())
def test_every_certain_cell_can_be_explained(game: Game) -> None:
    board = game.board
    chances = odds(board)
    for cell in _closed(board):
        explanation = explain(board, *cell)
        certain = cell in chances.safe or cell in chances.mines
        assert (explanation is not None) == certain
        assert why(board, *cell).startswith(board_name(cell))
        if explanation is not None:
            assert cell in explanation.cells
            assert explanation.safe == (cell in chances.safe)
            assert check_explanation(board, explanation)
            assert named_numbers(board, explanation.sentence) == set(explanation.numbers)


def board_name(cell: tuple[int, int]) -> str:
    return f"{'ABCDEFGHIJ'[cell[1]]}{cell[0] + 1} "


def test_expert_positions_have_true_and_minimal_hints() -> None:
    checked = 0
    for position in known_positions():
        board = Board.parse("\n".join(["30x16/99", *position["rows"]]))
        given_hint = hint(board)
        assert given_hint.is_certain == bool(odds(board).safe)
        explanation = given_hint.explanation
        if explanation is not None:
            checked += check_explanation(board, explanation)
            assert named_numbers(board, explanation.sentence) == set(explanation.numbers)
            cells = [row * 30 + col for row, col in explanation.cells]
            numbers = [row * 30 + col for row, col in explanation.numbers]
            assert _kernel.proves(board._cells, numbers, explanation.mine_count, cells, explanation.safe)
    assert checked > 20


@pytest.mark.parametrize(
    ("diagram", "grade", "pattern", "sentence"),
    [
        (
            "3x3/1\n110\n.10\n...",
            "single",
            None,
            "The 0 at C2 touches no mine, so its other two squares are safe",
        ),
        ("4x2/2\n11..\n....", "pairs", "1-1", "puts at least one mine into the squares it shares with the 1 at B1"),
        ("3x2/1\n1..\n1..", "count", "mine count", "The 1 at A1 accounts for all that is left of the one mine"),
        ("4x1/2\n.2..", "count", "mine count", "then all of the two mines are accounted for, so D1 is safe"),
        ("3x3/1\n...\n.1.\n...", None, None, "No square is certain. Lowest risk: A1, 12.5 % (next best 12.5 %)"),
    ],
)
def test_hints_in_words(diagram: str, grade: str | None, pattern: str | None, sentence: str) -> None:
    given_hint = hint(Board.parse(diagram))
    explanation = given_hint.explanation
    assert (explanation and explanation.grade) == grade
    assert (explanation and explanation.pattern) == pattern
    assert sentence in given_hint.sentence


def test_the_stages_tell_a_little_more_each_time() -> None:
    stages = hint(Board.parse("4x2/2\n11..\n....")).stages
    assert stages[0] == "There is a safe move in the upper middle."
    assert stages[1] == "Look at the 1 at A1, the 1 at B1."
    assert stages[2].endswith("so C1 and C2 are safe (1-1).")
    assert stages[3] == "Open C1."


def test_a_wrong_flag_is_pointed_out_first() -> None:
    board = Board.parse("4x2/2\n11F.\n....")
    given_hint = hint(board)
    assert (given_hint.action, given_hint.cell, given_hint.wrong_flag) == ("clear", (0, 2), True)
    assert given_hint.sentence.startswith("The flag at C1 is wrong: the 1 at A1")
    assert given_hint.stages[3] == "Remove the flag from C1."


def test_mines_are_pointed_out_to_players_who_flag() -> None:
    flagging = hint(Board.parse("5x1/3\nF2..."))
    assert (flagging.action, flagging.cell) == ("flag", (0, 2))
    assert hint(Board.parse("5x1/3\n.2...")).explanation is None


def test_patterns_have_their_names() -> None:
    seen: set[str] = set()
    for seed in range(300):
        field = generate("9x9/14", (4, 4), seed).minefield
        seen.update(step.explanation.pattern or "" for step in prove(field, (4, 4)).steps)
    assert {"1-1", "1-2", "reduction", "hole", "mine count", "case split"} <= seen


@many(300)
@given(games())
def test_that_nothing_is_safe_is_proven_by_minefields(game: Game) -> None:
    board = game.board
    closed = set(_closed(board))
    fitting = [frozenset(mines) for mines in arrangements(str(board))]
    proof = no_safe_cell(board)
    assert (proof is None) == bool(closed - frozenset().union(*fitting))
    if proof is not None:
        shown = [frozenset(field.mines()) for field in proof]
        assert set(shown) <= set(fitting)
        assert closed <= set().union(*shown)


def test_a_large_untouched_board_is_answered_at_once() -> None:
    assert "No square is certain" in hint(Board("300x300/14000")).sentence


def test_hints_need_no_truth() -> None:
    with pytest.raises(Contradiction):
        hint(Board.parse("3x1/1\n.3."))


def test_an_open_cell_and_an_open_question_are_told_as_such() -> None:
    board = Board.parse("3x1/1\n.1.")
    assert why(board, 0, 1) == "B1 is open and shows 1."
    assert why(board, 0, 0) == "A1 may be either: a mine in 50 % of all arrangements."
    assert board[0, 0] == CellState.HIDDEN


def test_a_hint_uses_the_odds_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess and the words about a cell take odds that are known already instead of solving the board again."""
    boards = [Board.parse("3x3/1\n...\n.1.\n..."), Board.parse("4x2/2\n11..\n....")]
    known = [(odds(board), hint(board), why(board, 1, 1)) for board in boards]

    def refuse(*_: object) -> None:
        raise AssertionError("the board is solved again")

    monkeypatch.setattr(hints, "odds", refuse)
    for board, (chances, expected, words) in zip(boards, known, strict=True):
        assert hint(board, chances) == expected
        assert why(board, 1, 1, chances) == words


# Flags


@pytest.mark.parametrize(
    ("flagged", "plain"), [("5x1/2\nF1...", "5x1/2\n.1..."), ("4x2/2\n11..\nF...", "4x2/2\n11..\n....")]
)
def test_a_guess_never_names_marks_or_plays_a_flag(flagged: str, plain: str) -> None:
    board = Board.parse(flagged)
    for found in (hint(board), hint(Board.parse(plain))):
        assert board[found.cell] != CellState.FLAG or found.action == "clear"


def test_a_flag_that_must_be_right_shortens_the_reason() -> None:
    """The 1 at A1 proves the mine at B1: once that has a flag, only the 1 at C1 is needed."""
    plain, flagged = hint(Board.parse("5x1/2\n1.1..")), hint(Board.parse("5x1/2\n1F1.."))
    assert plain.explanation is not None
    assert flagged.explanation is not None
    assert plain.explanation.numbers == ((0, 0), (0, 2))
    assert flagged.explanation.numbers == ((0, 2),)
    assert (flagged.cell, flagged.sentence) == (
        (0, 3),
        "The 1 at C1 already touches one mine, so its only other square D1 is safe.",
    )
    assert marks(Board.parse("5x1/2\n1F1.."), flagged, 3).mine == frozenset()


def test_a_flag_that_cannot_be_decided_is_an_assumption() -> None:
    found = hint(Board.parse("5x1/2\nF1..."))
    assert (found.action, found.cell, found.assumed) == ("open", (0, 2), ((0, 0),))
    assert not found.is_certain
    assert found.risk == pytest.approx(0.5)
    assert found.sentence.startswith("If the flag at A1 is right, the 1 at B1 already touches one mine")
    assert found.stages[3] == "Open C1 if you trust that flag (50 % risk)."


def test_flags_on_everything_that_may_be_safe_are_named() -> None:
    found = hint(Board.parse("3x1/1\nF1F"))
    assert (found.action, found.cell) == ("clear", (0, 0))
    assert found.sentence == "The flag at A1 is the least likely to be right: its risk is 50 %."


@st.composite
def flagged_boards(draw: st.DrawFn) -> Board:
    """A position with flags on some closed cells, right or wrong."""
    game = draw(games())
    cells = bytearray(game.board.to_bytes())
    for cell, state in enumerate(cells):
        if state == CellState.HIDDEN and draw(st.integers(0, 3)) == 0:
            cells[cell] = CellState.FLAG
    return Board.from_bytes(game.board.level, bytes(cells))


def other_names(text: str) -> set[tuple[int, int]]:
    """Return the squares that a sentence names other than as numbers."""
    return {parse_cell(name) for name in re.findall(r"\b[A-Z]\d+\b", re.sub(r"\d at [A-Z]+\d+", "", text))}


@many(800)
@given(flagged_boards())
def test_every_stage_names_marks_and_plays_one_cell(board: Board) -> None:
    """In the library, the text game, the terminal and the server alike."""
    if not set(_closed(board)) - odds(board).mines:
        return
    found = hint(board)
    is_flag = board[found.cell] == CellState.FLAG
    assert is_flag == (found.action == "clear")
    steps = HintSteps()
    steps.hint = found
    played = board.level.index(*found.cell)
    for stage, text in enumerate(found.stages, 1):
        shown = marks(board, found, stage)
        assert found.cell[0] in shown.region[0]
        assert found.cell[1] in shown.region[1]
        pointed = shown.safe | shown.mine | {cell for cell in (shown.guess, shown.wrong_flag) if cell}
        assert (found.cell in pointed) == (stage >= 3)
        if stage >= 3:
            assert cell_name(*found.cell) in text
        concluded = {cell for step in found.explanation.steps for cell in step.cells} if found.explanation else set()
        if not found.is_certain:
            assert {cell for cell in other_names(text) if board[cell] == CellState.HIDDEN} <= {found.cell} | concluded
        steps.step = stage
        drawn = steps.marks(board)
        assert (found.cell in drawn.safe | drawn.mine | drawn.best | {drawn.wrong_flag}) == (stage >= 3)
        pointed = drawn.safe | drawn.mine | drawn.best | drawn.shared
        assert not {cell for cell in pointed if board[cell] == CellState.FLAG}, "a flag stays visible"
        message = solver_answers.hint(board, stage, Work())
        assert message.text == text
        cells = message.cells
        assert (played in {*cells.safe, *cells.mine, *cells.guess, *cells.wrong}) == (stage >= 3)
        assert (message.kind, message.cell) == ((found.action, played) if stage == 4 else (None, None))


@many(300)
@given(flagged_boards())
def test_wrong_flags_come_first_and_right_ones_are_believed(board: Board) -> None:
    chances = odds(board)
    flags = {cell for cell in _closed(board) if board[cell] == CellState.FLAG}
    if not set(_closed(board)) - chances.mines:
        return
    found = hint(board)
    if flags & chances.safe:
        assert (found.action, found.cell) == ("clear", min(flags & chances.safe))
        assert f"The flag at {cell_name(*found.cell)} is wrong" in found.sentence
    if found.is_certain:
        known = bytearray(board.to_bytes())
        for cell in flags & chances.mines:
            known[board.level.index(*cell)] = CellState.MINE
        explanation = found.explanation
        assert explanation is not None
        assert check_explanation(Board.from_bytes(board.level, bytes(known)), explanation)
        assert not flags & chances.mines & set(explanation.cells)


def test_the_findings_of_review_name_one_cell() -> None:
    """`5x1/2 .1...` named A1 twice and opened C1; the other named H8 and opened I8."""
    for stage in (2, 3, 4):
        text = hint(Board.parse("5x1/2\n.1...")).stages[stage - 1]
        assert other_names(text) <= {hint(Board.parse("5x1/2\n.1...")).cell}
    game = Game(Rules.parse("amiga intermediate"), "a rainy day")
    game.open(8, 8)
    found = hint(game.board)
    assert not found.is_certain
    assert [other_names(text) for text in found.stages] == [set(), set(), {found.cell}, {found.cell}]


def test_whether_anything_is_certain_is_a_question_of_its_own() -> None:
    assert hints.is_certain(Board.parse("4x2/2\n11..\n...."))
    assert not hints.is_certain(Board.parse("3x1/1\n.1."))


LONG = """30x16/99
0001.2.100112.1001112.........
12332211001.211001.23.5....4..
1...1011102220011212.34..32.32
1233211.101.1012.22222.3211121
1222.2211011212.5.4.112210001.
1..44.3100001.33...3201.111111
24..3..2000023.2344.101233.100
.34433.200001.211.212222..4210
12..11221000111012212..23.3.10
1354201.1000011101.23.31113220
2...1122100001.10223.222211.10
...422.21222122212.3221..22110
12.2.445.4..11.11.22.1123.2110
01122.....43333211111100223.21
12.33333433.2..2100011101.33..
.....1001.21223.10001.1012.2.."""


def test_a_long_row_of_plain_steps_is_put_in_short() -> None:
    """Also where another step follows before the conclusion: this one took 53 lines of 78 characters."""
    found = hint(Board.parse(LONG))
    assert "show where their mines are; then the 2 at AA3 allows at most one mine" in found.sentence
    assert len(found.sentence) < 900
    assert found.explanation is not None
    assert named_numbers(Board.parse(LONG), found.sentence) == set(found.explanation.numbers)


def test_where_only_mines_are_closed_they_are_pointed_out() -> None:
    found = hint(Board.parse("2x2/1\n11\n1."))
    assert (found.action, found.cell) == ("flag", (1, 1))


def test_where_nothing_is_closed_there_is_no_hint() -> None:
    with pytest.raises(SolverError, match="nothing left"):
        hint(Board.parse("2x1/0\n00"))
