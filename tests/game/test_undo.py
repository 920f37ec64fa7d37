"""Undoing takes back one move, whatever was played before it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sapper import Action, Game, Minefield, Rules
from sapper.layouts import layout_of

MOVES = st.lists(
    st.tuples(st.sampled_from(["open", "flag", "question", "clear", "chord"]), st.integers(0, 5), st.integers(0, 6)),
    max_size=30,
)
RULES = [
    "modern 7x6/8 v1 practice=on questions=on lives=3",
    "modern 7x6/8 v1 practice=on assists=auto-flag,auto-open,flag-around lives=2",
    "amiga 7x6/8 v1 practice=on flood=sweep protect-questions=on",
]


def state(game: Game) -> tuple[object, ...]:
    board = game.board
    return str(board), game.status, game.lives, game.mines_left, board.flags, board.opened, game.first, game.rules


@given(MOVES, st.sampled_from(RULES), st.integers(0, 99))
def test_every_undo_restores_what_was_before(moves: list[tuple[str, int, int]], rules: str, seed: int) -> None:
    game = Game(Rules.parse(rules), seed)
    states = [state(game)]
    for kind, row, col in moves:
        if game.status.is_over:
            break
        game.play(Action(kind, row, col))
        states.append(state(game))
    for before in reversed(states[:-1]):
        game.play(Action("undo"))
        assert state(game) == before
    for after in states[1:]:
        game.play(Action("redo"))
        assert state(game) == after


def test_an_undo_plays_no_earlier_move_again() -> None:
    boards: list[tuple[int, int]] = []
    original = layout_of(Rules("expert", practice=True), "a rainy day")

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        boards.append(first)
        return original(rules, first)

    game = Game(Rules("expert", practice=True), layout=layout)
    game.open(0, 0)
    for _ in range(100):
        game.play(Action("undo"))
        game.play(Action("redo"))
    assert boards == [(0, 0)]
