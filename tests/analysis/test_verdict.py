"""The verdict on one move: its kind, its chance against brute force, and its sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import arrangements
from strategies import actions, levels, many, minefields, rules

from sapper import Action, Board, FixedLayout, Game, GameError, Rules, hint, odds
from sapper.action import Kind
from sapper.analysis.verdict import Verdict, VerdictKind, chance_of_all_safe, judge, opened_by
from sapper.board import CellState

CERTAIN, RIGHT, NEEDLESS, MISTAKE = (
    VerdictKind.CERTAIN,
    VerdictKind.RIGHT_GUESS,
    VerdictKind.NEEDLESS_GUESS,
    VerdictKind.MISTAKE,
)


def verdict(diagram: str, move: str, **choices: str) -> Verdict:
    board = Board.parse(diagram)
    kind, row, col = move.split()
    found = judge(board, Action(kind, int(row), int(col)), Rules(board.level).replace(**({"first": "any"} | choices)))
    assert found is not None
    return found


def test_a_proven_square_is_certain() -> None:
    found = verdict("4x1/1 1...".replace(" ", "\n"), "open 0 2")
    assert (found.kind, found.risk, found.best, set(found.safe)) == (CERTAIN, 0.0, None, {(0, 2), (0, 3)})
    assert found.sentence == "C1 was certainly safe."


def test_the_first_move_is_certain_where_the_rules_promise_it() -> None:
    assert verdict("4x1/1\n....", "open 0 2", first="cell").kind is CERTAIN
    assert verdict("4x1/1\nF...", "open 0 2", first="cell").kind is CERTAIN
    assert verdict("4x1/1\n1...", "open 0 1", first="cell").kind is MISTAKE
    assert verdict("4x1/2\n!...", "open 0 2", first="cell").kind is RIGHT


def test_a_guess_where_nothing_was_safer_is_right() -> None:
    found = verdict("4x1/1\n....", "open 0 2")
    assert (found.kind, found.risk, found.best) == (RIGHT, 0.25, None)
    assert found.sentence == "Nothing was certain. C1 was a guess at 25 %. No square was safer."


def test_a_guess_where_something_was_safe_is_needless() -> None:
    found = verdict("7x1/2\n1.1....", "open 0 6")
    assert (found.kind, found.best, found.best_risk, set(found.safe)) == (NEEDLESS, (0, 3), 0.0, {(0, 3)})
    assert found.risk == pytest.approx(1 / 3)
    assert found.explanation is not None
    assert found.explanation.safe
    assert found.sentence.startswith("G1 was a guess at 33.3 %. D1 was safe: the 1 at A1 needs one mine")


def test_a_proven_mine_is_a_mistake_with_or_without_a_safe_square() -> None:
    found = verdict("4x1/1\n1...", "open 0 1")
    assert (found.kind, found.risk, found.best) == (MISTAKE, 1.0, (0, 2))
    assert found.sentence.startswith("B1 was certainly a mine. C1 was safe: ")
    found = verdict("4x1/2\n1...", "open 0 1")
    assert (found.kind, found.risk, found.safe) == (MISTAKE, 1.0, frozenset())
    assert found.explanation is not None
    assert not found.explanation.safe
    assert found.sentence.startswith("B1 was certainly a mine. The 1 at A1 needs one mine")


def test_a_clearly_riskier_guess_is_a_mistake() -> None:
    found = verdict(FIFTY_FIFTY, "open 0 1")
    assert (found.kind, found.best, found.safe) == (MISTAKE, (3, 1), frozenset())
    assert found.risk == pytest.approx(9 / 14)
    assert found.best_risk == pytest.approx(3 / 14)
    assert found.sentence == "Nothing was certain. B1 was a guess at 64.3 %. The lowest risk was 21.4 %, at B4."


def test_the_risk_that_a_hint_advises_is_right_even_if_squares_were_safer() -> None:
    """A3 and B3 cannot be told apart: waiting does not help, and either is right."""
    board = Board.parse(FIFTY_FIFTY)
    assert hint(board).cell in ((2, 0), (2, 1))
    for move in ("open 2 0", "open 2 1"):
        found = verdict(FIFTY_FIFTY, move)
        assert (found.kind, found.risk) == (RIGHT, 0.5)
        assert found.sentence.endswith("Some squares were safer, but the best move took this risk too.")


FIFTY_FIFTY = """
5x5/6
1.100
2.211
..2..
.....
.....
"""


def test_a_chord_that_must_hit_a_mine_is_a_mistake() -> None:
    found = verdict("5x1/1\n1.1F.", "chord 0 2")
    assert (found.kind, found.cells, found.risk) == (MISTAKE, ((0, 1),), 1.0)
    assert found.sentence.startswith(
        "The chord at C1 was certain to open a mine: a flag was wrong. The flag at D1 was wrong: "
    )


def test_a_chord_of_two_cells_that_cannot_both_be_safe_is_a_mistake() -> None:
    """One of A1 and B1 is a mine, by the 1 at A2: the chord opens both."""
    found = verdict("3x2/1\n..F\n11.", "chord 1 1")
    assert (found.kind, found.cells, found.survival) == (MISTAKE, ((0, 0), (0, 1), (1, 2)), 0.0)


def test_a_move_that_opens_nothing_has_no_verdict() -> None:
    board = Board.parse("4x1/1\n1F..")
    for action in (Action("open", 0, 0), Action("open", 0, 1), Action("flag", 0, 2), Action("hint")):
        assert judge(board, action, Rules(board.level)) is None


def test_a_board_beyond_the_budget_is_not_judged() -> None:
    board = Board.parse("4x2/2\n11..\n....")
    found = judge(board, Action("open", 1, 3), Rules(board.level), budget=1)
    assert found is not None
    assert found.kind is VerdictKind.UNKNOWN


@st.composite
def positions(draw: st.DrawFn) -> Board:
    """A board in play: some safe cells are open, some mines have exploded, and flags are right or wrong."""
    level = draw(levels(most=4))
    field = draw(minefields(level))
    cells = bytearray()
    for row in range(level.height):
        for col in range(level.width):
            marks = [CellState.HIDDEN, CellState.HIDDEN, CellState.FLAG]
            shown = [CellState.EXPLODED] if field.is_mine(row, col) else [field.number(row, col)] * 4
            cells.append(draw(st.sampled_from([*marks, *shown])))
    return Board.from_bytes(level, bytes(cells))


@many(400)
@given(positions(), st.sampled_from(["exact", "at-least"]))
def test_a_verdict_agrees_with_every_arrangement(board: Board, chord: str) -> None:
    """Judge every opening and every chord on the board, and count the arrangements that leave its cells free."""
    chosen = Rules(board.level).replace(first="any", chord=chord)
    found = arrangements(str(board))
    for row in range(board.level.height):
        for col in range(board.level.width):
            for kind in (Kind.OPEN, Kind.CHORD):
                result = judge(board, Action(kind, row, col), chosen)
                if result is None:
                    continue
                free = sum(mines.isdisjoint(result.cells) for mines in found)
                assert result.survival == pytest.approx(free / len(found), abs=1e-9)
                assert (result.survival == 0) == (free == 0)
                assert (result.kind is CERTAIN) == (free == len(found))
                assert all(mines.isdisjoint(result.safe) for mines in found)


@many(300)
@given(st.data())
def test_the_cells_that_a_move_opens_are_those_the_game_opens(data: st.DataObject) -> None:
    chosen = data.draw(rules()).replace(assists=frozenset(), loss="hit")
    field = data.draw(minefields(chosen.level))
    game = Game(chosen, layout=FixedLayout(field))
    for action in data.draw(st.lists(actions(chosen.level), max_size=30)):
        cells = opened_by(game.board, action, chosen)
        before = game.board.opened
        try:
            delta = game.play(action)
        except GameError:
            continue
        if action.kind in (Kind.OPEN, Kind.CHORD):
            shown = {(row, col) for row, col, state in delta if state <= 8 or state == CellState.EXPLODED}
            assert shown.issuperset(cells)
            assert bool(shown) == bool(cells)
        elif action.kind.has_cell:
            assert not cells
            assert game.board.opened == before


@given(st.data())
def test_the_chance_of_no_cells_and_of_all_cells(data: st.DataObject) -> None:
    level = data.draw(st.sampled_from(["3x3/2", "4x2/3"]))
    board = Board(level)
    cells = tuple(board.closed())
    chances = odds(board)
    assert chance_of_all_safe(board, (), chances) == 1.0
    assert chance_of_all_safe(board, cells, chances) == 0.0
