"""The report of a game: chances against brute force, sums that add up, and the kinds of moves."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import neighbours
from strategies import many

from sapper import Action, Board, FixedLayout, Game, Minefield, Replay, Rules, Seed, Status, best_move, odds
from sapper.analysis.report import MoveQuality, Report, ReportError, _quality, chance_to_win, report
from sapper.analysis.verdict import judge

pytestmark = pytest.mark.kernel

Cell = tuple[int, int]


class SmallBoard:
    """All minefields of a small board, and the chance to win of every position by looking at all of them."""

    def __init__(self, width: int, height: int, mines: int) -> None:
        self.cells = [(row, col) for row in range(height) for col in range(width)]
        near = {cell: neighbours(width, height, cell) for cell in self.cells}
        self.fields = [frozenset(mined) for mined in combinations(self.cells, mines)]
        self.shows = [
            {cell: sum(other in field for other in near[cell]) for cell in self.cells if cell not in field}
            for field in self.fields
        ]
        self.wins = cache(self._wins)

    def fitting(self, seen: dict[Cell, int]) -> frozenset[int]:
        return frozenset(
            place for place, shown in enumerate(self.shows) if all(shown.get(cell) == n for cell, n in seen.items())
        )

    def after(self, fields: frozenset[int], cell: Cell) -> dict[int, frozenset[int]]:
        numbers: dict[int, set[int]] = {}
        for place in fields:
            if cell in self.shows[place]:
                numbers.setdefault(self.shows[place][cell], set()).add(place)
        return {number: frozenset(left) for number, left in numbers.items()}

    def worth(self, fields: frozenset[int], opened: frozenset[Cell], cell: Cell) -> int:
        """How many of the fields are won by a perfect player who opens a cell next."""
        return sum(self.wins(left, opened | {cell}) for left in self.after(fields, cell).values())

    def _wins(self, fields: frozenset[int], opened: frozenset[Cell]) -> int:
        left = [cell for cell in self.cells if cell not in opened]
        if all(set(left) == self.fields[place] for place in fields):
            return len(fields)
        return max(self.worth(fields, opened, cell) for cell in left)


SMALL = SmallBoard(4, 3, 3)


def replay_of(game: Game) -> Replay:
    return Replay.of(game, None)


def played(mined: frozenset[Cell], moves: list[Cell]) -> Replay:
    field = Minefield.from_text("\n".join("".join("*" if (r, c) in mined else "." for c in range(4)) for r in range(3)))
    game = Game(Rules("4x3/3").replace(first="any"), layout=FixedLayout(field))
    for at, cell in enumerate(moves):
        if not game.status.is_over:
            game.play(Action("open", *cell), at=at)
    if not game.status.is_over:
        game.play(Action("resign"), at=len(moves))
    return replay_of(game)


@many(60)
@given(st.sampled_from(SMALL.fields), st.permutations(SMALL.cells))
def test_every_chance_of_a_small_board_is_that_of_a_perfect_player(mined: frozenset[Cell], moves: list[Cell]) -> None:
    found = report(played(mined, moves))
    game = played(mined, moves).after(0)
    reported = {move.place: move for move in found.moves}
    for place, entry in enumerate(played(mined, moves).entries):
        board = game.board.copy()
        seen = {cell: board[cell] for cell in SMALL.cells if board[cell] <= 8}
        fields, opened = SMALL.fitting(seen), frozenset(seen)
        game.apply(entry)
        move = reported.get(place)
        if move is None or not move.cells:
            continue
        assert move.is_exact
        assert move.before == pytest.approx(SMALL.wins(fields, opened) / len(fields))
        (cell,) = move.cells
        assert move.expected == pytest.approx(SMALL.worth(fields, opened, cell) / len(fields))


def kind_of(board: SmallBoard, fields: frozenset[int], opened: frozenset[Cell], cell: Cell, *, is_hit: bool) -> str:
    """Return the kind of a move as docs/metrics.md defines it, from all minefields that fit."""
    risks = {
        closed: sum(closed in board.fields[place] for place in fields) / len(fields)
        for closed in board.cells
        if closed not in opened
    }
    safe = [closed for closed, risk in risks.items() if not risk]
    if cell in safe:
        return "best" if len(safe) > 1 else "only-move"
    if risks[cell] == 1:
        return "mistake"
    if safe:
        return "needless-guess"
    cost = Fraction(board.wins(fields, opened) - board.worth(fields, opened, cell), len(fields)) * 1000
    if cost < 5:
        return "unlucky" if is_hit else "right-guess"
    return "good" if cost < 10 else "inaccuracy" if cost < 40 else "mistake"


def test_the_kinds_of_moves_and_the_better_ones_are_those_of_all_minefields_that_fit() -> None:
    chance = random.Random(28)
    kinds = set()
    for mined in SMALL.fields * 3:
        replay = played(mined, chance.sample(SMALL.cells, len(SMALL.cells)))
        game = replay.after(0)
        reported = {move.place: move for move in report(replay).moves}
        for place, entry in enumerate(replay.entries):
            seen = {cell: game.board[cell] for cell in SMALL.cells if game.board[cell] <= 8}
            fields, opened = SMALL.fitting(seen), frozenset(seen)
            game.apply(entry)
            move = reported.get(place)
            if move is None or not move.cells:
                continue
            (cell,) = move.cells
            expected = kind_of(SMALL, fields, opened, cell, is_hit=cell in mined)
            assert move.quality == expected
            kinds.add(expected)
            if expected in ("best", "only-move", "right-guess", "unlucky"):
                assert move.best is None
            else:
                assert move.best != cell
                assert move.best is not None
                assert SMALL.worth(fields, opened, move.best) == SMALL.wins(fields, opened)
    assert kinds == {*MoveQuality}


@many(60)
@given(st.sampled_from(SMALL.fields), st.permutations(SMALL.cells))
def test_what_was_given_away_and_luck_add_up(mined: frozenset[Cell], moves: list[Cell]) -> None:
    check_sums(report(played(mined, moves)))


def check_sums(found: Report) -> None:
    assert found.start - found.given_away + found.luck == pytest.approx(found.end, abs=1e-12)
    start, given, luck = found.percents
    assert start - given + luck == round(found.end * 100)
    assert all(move.given_away >= 0 for move in found.moves)


def careless(seed: str, rules: Rules, every: int) -> Replay:
    """A game that opens something random now and then, and else what a hint advises."""
    chooser = random.Random(seed)
    game = Game(rules, seed=seed)
    game.play(Action("open", 3, 3), at=0)
    at = 0
    while not game.status.is_over:
        at += 100
        level = rules.level
        closed = [cell for cell in map(level.cell, range(level.cells)) if game.board[cell] > 8]
        is_careless = chooser.randrange(every) == 0
        move = None if is_careless else best_move(game.board, "fast")
        game.play(Action("open", *(chooser.choice(closed) if move is None else (move.row, move.col))), at=at)
    return Replay.of(game, Seed.of(seed))


@pytest.mark.parametrize("place", range(4))
def test_reports_of_expert_games_add_up(place: int) -> None:
    found = report(careless(f"game {place}", Rules("expert"), 25))
    check_sums(found)
    assert found.start < 1
    assert found.end == 0 or found.end == 1


@pytest.mark.parametrize("place", range(3))
def test_a_board_without_guesses_is_won_from_everywhere(place: int) -> None:
    replay = careless(f"proven {place}", Rules("16x16/40").replace(layout="no-guess-pairs"), 25)
    found = report(replay)
    check_sums(found)
    assert found.start == 1
    for move in found.moves:
        assert move.given_away == pytest.approx(move.risk)


def test_a_certain_move_gives_nothing_away_and_a_needless_guess_its_cost() -> None:
    needless = [
        move
        for place in range(4)
        for move in report(careless(f"needless {place}", Rules("16x16/40"), 10)).moves
        if move.quality is MoveQuality.NEEDLESS_GUESS
    ]
    assert needless
    assert all(move.given_away > 0 for move in needless)


def game_on(text: str, moves: list[Cell], **choices: str) -> Report:
    field = Minefield.from_text(text)
    rules = Rules(field.level).replace(**({"first": "any"} | choices))
    game = Game(rules, layout=FixedLayout(field))
    for at, cell in enumerate(moves):
        game.play(Action("open", *cell), at=at)
    return report(replay_of(game))


def test_a_coin_that_falls_wrong_is_unlucky_and_no_fault() -> None:
    found = game_on("*.", [(0, 0)])
    (move,) = found.moves
    assert (move.quality, move.given_away, move.luck) == (MoveQuality.UNLUCKY, 0, -0.5)
    assert found.percents == (50, 0, -50)


@pytest.mark.parametrize(
    ("cost", "held", "kind"),
    [
        (0.0049, True, MoveQuality.RIGHT_GUESS),
        (0.0049, False, MoveQuality.UNLUCKY),
        (0.005, True, MoveQuality.GOOD),
        (0.0099, False, MoveQuality.GOOD),
        (0.01, True, MoveQuality.INACCURACY),
        (0.0399, False, MoveQuality.INACCURACY),
        (0.04, True, MoveQuality.MISTAKE),
    ],
)
def test_a_forced_guess_is_named_by_what_it_cost(cost: float, held: bool, kind: MoveQuality) -> None:
    verdict = judge(Board.parse("2x1/1\n.."), Action("open", 0, 0), Rules("2x1/1").replace(first="any"))
    assert verdict is not None
    assert _quality(verdict, cost, held=held) is kind


def test_a_coin_that_falls_right_is_a_right_guess() -> None:
    found = game_on("*.", [(0, 1)])
    assert [move.quality for move in found.moves] == [MoveQuality.RIGHT_GUESS]
    assert found.percents == (50, 0, 50)


def test_a_proven_mine_costs_all_that_was_left() -> None:
    *_, last = game_on("..*..*.", [(0, 0), (0, 2)]).moves
    assert (last.quality, last.expected, last.luck) == (MoveQuality.MISTAKE, 0, 0)
    assert last.given_away == last.before > 0


def test_the_only_certain_square_is_named_so() -> None:
    *_, last = game_on("..*.", [(0, 0), (0, 3)]).moves
    assert last.quality is MoveQuality.ONLY


def test_what_the_rules_promise_to_the_first_click_is_not_reported() -> None:
    found = game_on("...\n...\n..*", [(0, 0)], first="cell")
    assert found.moves == ()
    assert (found.start, found.end) == (1, 1)


def test_giving_up_gives_away_what_was_left() -> None:
    found = report(played(frozenset({(0, 0), (1, 1), (2, 2)}), [(2, 3)]))
    last = found.moves[-1]
    assert (last.quality, last.cells, last.after) == (MoveQuality.MISTAKE, (), 0)
    assert last.given_away == last.before


def test_flags_change_no_chance() -> None:
    board = Board.parse("4x3/3\n1...\n....\n....")
    flagged = Board.parse("4x3/3\n1F..\n....\n....")
    assert chance_to_win(board) == chance_to_win(flagged)
    assert odds(board).safe == odds(flagged).safe


def test_lives_and_undo_have_no_report() -> None:
    game = Game(Rules("4x4/3").replace(lives=3), seed="lives")
    game.open(0, 0)
    game.play(Action("resign"))
    assert game.status is Status.ABANDONED
    with pytest.raises(ReportError, match="one life"):
        report(replay_of(game))
