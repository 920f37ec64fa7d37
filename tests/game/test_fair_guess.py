"""Rules that judge guesses: exact on every small board, fair in every draw, and a game as any other afterwards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from sapper import Action, Game, Level, Minefield, Rules, RulesError, Seed, Status, odds
from sapper.analysis.metrics import measure_game, measure_replay
from sapper.analysis.report import ReportError, report
from sapper.analysis.verdict import VerdictKind
from sapper.board import CLOSED, CellState
from sapper.errors import GameError
from sapper.layouts import FixedLayout
from sapper.replay import Replay
from sapper.rules import MOST_GUESS_CELLS
from sapper.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper import Odds

Cell = tuple[int, int]
Field = frozenset[Cell]


def all_fields(level: Level) -> Iterator[Field]:
    cells = [level.cell(index) for index in range(level.cells)]
    return map(frozenset, combinations(cells, level.mines))


@cache
def fitting(size: str, shown: bytes) -> tuple[Field, ...]:
    """Return all minefields that fit what is visible, by trying them all."""
    level = Level.parse(size)
    cells = {level.cell(index): value for index, value in enumerate(shown)}
    hit = {cell for cell, value in cells.items() if value == CellState.EXPLODED}
    numbers = {cell: value for cell, value in cells.items() if value <= 8}
    around = {cell: level.neighbours(*cell) for cell in numbers}
    return tuple(
        field
        for field in all_fields(level)
        if hit <= field
        and not field.intersection(numbers)
        and all(sum(near in field for near in around[cell]) == value for cell, value in numbers.items())
    )


def check_move(before: Game, cell: Cell, guessing: str) -> Game:
    """Open a cell and check by trying all minefields that the rule was followed; return the game after it."""
    size, shown = str(before.rules.level), before.board.to_bytes()
    worlds = fitting(size, shown)
    closed = [place for place in before.board.closed() if before.board[place] in CLOSED]
    safe = [place for place in closed if not any(place in world for world in worlds)]
    is_mine = all(cell in world for world in worlds)
    stood = before._field
    game = before.copy()
    game.open(*cell)
    exploded = game.board[cell] == CellState.EXPLODED
    if cell in safe or is_mine:
        assert exploded is is_mine
        assert stood is None or game._field == stood
    elif not safe:
        assert not exploded
        assert game.forgiven == before.forgiven + 1
    elif guessing == "punished":
        assert exploded
    else:
        assert stood is not None
        assert exploded is stood.is_mine(game.rules.level.index(*cell))
        assert game._field == stood
    if game.status is not Status.LOST:
        truth = frozenset(Minefield(game._truth).mines())
        assert truth in fitting(size, game.board.to_bytes())
    return game


@pytest.mark.parametrize("guessing", ["forgiven", "punished"])
@pytest.mark.parametrize("size", ["3x3/2", "4x2/3", "5x1/2", "3x2/5"])
def test_every_policy_on_every_small_board_meets_the_rule(size: str, guessing: str) -> None:
    rules = Rules(size, first="any", guessing=guessing)
    seen: set[tuple[bytes, bytes]] = set()
    for field in all_fields(rules.level):
        minefield = Minefield.from_mines(rules.level.width, rules.level.height, field)
        waiting = [Game(rules, layout=FixedLayout(minefield))]
        while waiting:
            game = waiting.pop()
            for cell in list(game.board.closed()):
                after = check_move(game, cell, guessing)
                if after.status.is_over:
                    continue
                state = after.board.to_bytes(), Minefield(after._truth).to_bytes()
                if state not in seen:
                    seen.add(state)
                    waiting.append(after)


def play_well(rules: Rules, seed: Seed) -> Game:
    """Open what is certain, else the first cell that may be safe."""
    game = Game(rules, seed)
    game.open(0, 0)
    while not game.status.is_over:
        chances = odds(game.board)
        closed = (cell for cell in game.board.closed() if cell not in chances.mines)
        game.open(*(min(chances.safe) if chances.safe else next(closed)))
    return game


@pytest.mark.parametrize("guessing", ["forgiven", "punished"])
def test_who_guesses_only_where_nothing_is_certain_always_wins(guessing: str) -> None:
    games = [play_well(Rules("9x9/20", first="any", guessing=guessing), Seed.of(number)) for number in range(60)]
    assert all(game.is_won for game in games)
    assert sum(game.forgiven for game in games) > 60


def test_the_first_click_is_a_forced_guess() -> None:
    rules = Rules("8x8/63", first="any", guessing="punished")
    assert all(Game(rules, Seed.of(number)).open(3, 3).status is Status.WON for number in range(20))


def test_a_first_click_that_the_rules_promise_is_no_guess() -> None:
    for rules in ("first=cell", "first=opening", "layout=no-guess-single"):
        game = Game(Rules.parse(f"modern 9x9/10 v1 guessing=punished {rules}"), Seed.of(1))
        game.open(4, 4)
        assert game.forgiven == 0


def test_before_a_guess_the_board_is_the_honest_one() -> None:
    """No policy can tell them apart while it plays what is certain: every frame is the same, bit for bit."""
    for number in range(40):
        fair, honest = (Game(Rules("9x9/12", guessing=kind), Seed.of(number)) for kind in ("punished", "honest"))
        assert fair.open(4, 4).cells.flat() == honest.open(4, 4).cells.flat()
        while not fair.status.is_over and (safe := odds(fair.board).safe):
            cell = min(safe)
            assert fair.open(*cell).cells.flat() == honest.open(*cell).cells.flat()
        assert fair.board == honest.board


@pytest.mark.parametrize("guessing", ["forgiven", "punished"])
def test_after_a_forced_guess_all_minefields_that_fit_are_equally_likely(guessing: str) -> None:
    """The numbers that two guesses show, and the mines left, are those of the honest boards on which both are safe."""
    rules = Rules("4x4/4", first="any", guessing=guessing)
    games, shown, mines = 6000, Counter[int](), Counter[int]()
    for number in range(games):
        game = Game(rules, Seed.of(number))
        game.open(0, 0)
        shown[game.board[0, 0]] += 1
        mines.update(rules.level.index(*cell) for cell in Minefield(game._truth).mines())
    fields = [field for field in all_fields(rules.level) if (0, 0) not in field]
    near = set(rules.level.neighbours(0, 0))
    expected = Counter(len(near & field) for field in fields)
    for value, count in expected.items():
        share = count / len(fields)
        spread = (games * share * (1 - share)) ** 0.5
        assert abs(shown[value] - games * share) < 4.5 * spread
    share = rules.level.mines / (rules.level.cells - 1)
    spread = (games * share * (1 - share)) ** 0.5
    assert all(abs(mines[index] - games * share) < 4.5 * spread for index in range(1, rules.level.cells))
    assert mines[0] == 0


def first_cell(game: Game, chances: Odds) -> Cell:
    return min(cell for cell in game.board.closed() if cell not in chances.mines)


def safest(game: Game, chances: Odds) -> Cell:
    return min(game.board.closed(), key=lambda cell: (chances.risk(cell), cell))


def riskiest(game: Game, chances: Odds) -> Cell:
    return max((cell for cell in game.board.closed() if cell not in chances.mines), key=chances.risk)


def last_cell(game: Game, chances: Odds) -> Cell:
    return max(cell for cell in game.board.closed() if cell not in chances.mines)


@pytest.mark.parametrize("policy", [first_cell, safest, riskiest, last_cell])
def test_no_policy_can_tell_the_board_from_an_honest_one_before_a_needless_guess(
    policy: Callable[[Game, Odds], Cell],
) -> None:
    """What a policy sees before its first needless guess is as likely as on an honest board on which its guesses held.

    A game on an honest board counts 1 / (the chance that its forced guesses held), so that the two agree for every
    policy: how much is open then, and whether the square that it would guess is a mine. Interval: 4.5 deviations.
    """
    games, size = 3000, "5x5/6"
    fair, honest, squares = Counter[str](), Counter[str](), Counter[str]()
    for number in range(games):
        seen, _ = before_a_needless_guess(Rules(size, first="any", guessing="punished"), f"fair {number}", policy)
        fair[seen] += 1
        seen, weight = before_a_needless_guess(Rules(size, first="any"), f"honest {number}", policy)
        honest[seen] += weight  # type: ignore[assignment]
        squares[seen] += weight**2  # type: ignore[assignment]
    del honest["lost"]
    assert "lost" not in fair
    assert len(fair) > 10
    for kind in fair | honest:
        spread = (fair[kind] + squares[kind]) ** 0.5
        assert abs(fair[kind] - honest[kind]) <= 4.5 * spread, (kind, fair[kind], honest[kind])


def before_a_needless_guess(rules: Rules, seed: str, policy: Callable[[Game, Odds], Cell]) -> tuple[str, float]:
    """Return what a policy sees when it may first guess needlessly, and 1 / the chance that its forced guesses held."""
    game, weight = Game(rules, Seed.of(seed)), 1.0
    while not game.status.is_over:
        chances = odds(game.board)
        doubtful = [cell for cell in game.board.closed() if 0 < chances.risk(cell) < 1]
        if chances.safe and doubtful:
            cell = max(doubtful, key=lambda cell: (chances.risk(cell), cell))
            return f"{game.board.opened} open, mine: {Minefield(game._truth).is_mine(*cell)}", weight
        cell = min(chances.safe) if chances.safe else policy(game, chances)
        weight /= 1 - chances.risk(cell)
        game.open(*cell)
    return str(game.status), weight


def test_a_game_is_its_rules_its_seed_and_its_actions() -> None:
    rules = Rules("9x9/20", first="any", guessing="punished")
    for number in range(20):
        game = play_well(rules, Seed.of(number))
        again = Game.replay(rules, Seed.of(number), actions=game.log)
        assert (again.board, again.minefield, again.forgiven) == (game.board, game.minefield, game.forgiven)
        honest = Game.replay(Rules("9x9/20", first="any"), layout=FixedLayout(game.minefield), actions=game.log)
        assert honest.board == game.board


def test_a_replay_has_the_minefield_of_its_seed_and_knows_the_last_one() -> None:
    seed = Seed.of("a rainy day")
    game = play_well(Rules("9x9/20", first="any", guessing="forgiven"), seed)
    replay = Replay.of(game, seed)
    for read in (Replay.unpack(replay.pack()), Replay.parse(replay.to_text())):
        read.verify()
        assert read == replay
        assert read.final_minefield == game.minefield
    assert game.first_minefield != game.minefield
    assert replay.minefield == game.first_minefield


def test_flags_do_not_change_what_is_drawn() -> None:
    rules = Rules("6x6/12", first="any", guessing="punished")
    plain, flagged = (Game(rules, Seed.of(3)) for _ in range(2))
    flagged.flag(5, 5)
    for game in (plain, flagged):
        game.open(0, 0)
        game.open(0, 5)
    assert plain._field == flagged._field


def test_a_chord_over_doubtful_cells_is_a_guess() -> None:
    rules = Rules("3x3/2", first="any", guessing="punished")
    game = Game(rules, layout=FixedLayout(Minefield.from_text("*.. ... ..*")))
    game.open(1, 1)
    game.flag(0, 1)
    game.flag(0, 2)  # the flags are wrong, but nothing proves it
    game.chord(1, 1)
    assert game.is_won
    assert game.forgiven == 2


def test_a_needless_guess_costs_one_life_and_the_game_goes_on() -> None:
    rules = Rules("8x8/10", lives=3, guessing="punished")
    for number in range(30):
        game = Game(rules, Seed.of(number))
        game.open(4, 4)
        chances = odds(game.board)
        doubtful = [cell for cell in game.board.closed() if cell not in chances.safe | chances.mines]
        if chances.safe and doubtful:
            game.open(*doubtful[0])
            assert (game.lives, game.status) == (2, Status.PLAYING)
            assert odds(game.board) is not None
            return
    pytest.fail("no board has both")


@pytest.mark.parametrize("guessing", ["forgiven", "punished"])
def test_a_replay_is_measured_on_the_minefield_of_the_end(guessing: str) -> None:
    for number in range(10):
        game = play_well(Rules("9x9/20", first="any", guessing=guessing), Seed.of(number))
        assert measure_replay(Replay.of(game, Seed.of(number))) == measure_game(game)


def test_undo_takes_the_guess_back_and_the_replay_is_the_same() -> None:
    rules = Rules("8x8/12", first="any", practice=True, guessing="forgiven")
    game = Game(rules, Seed.of(5))
    for action in ("open 0 0", "open 7 7", "undo", "open 7 0", "undo", "redo"):
        game.play(Action.parse(action))
    again = Game.replay(rules, Seed.of(5), actions=game.log)
    assert (again.board, again._field) == (game.board, game._field)


def test_retry_and_play_from_here_begin_on_the_board_of_the_seed() -> None:
    rules = Rules("9x9/20", first="cell", guessing="forgiven")
    session = Session(rules, clock=lambda: 0, seeds=lambda: Seed.of(2))
    session.play("open", 4, 4)
    session.play("resign")
    session.retry()
    assert Minefield(session.game._truth) == Minefield.lay(rules, Seed.of(2), (4, 4))
    replay = Replay.of(play_well(rules, Seed.of(7)), Seed.of(7))
    session.play_from(replay, len(replay) - 1)
    assert session.game.board == replay.after(len(replay) - 1).board


def test_the_loss_says_what_the_rule_did() -> None:
    session = Session(Rules("8x8/10", guessing="punished"), clock=lambda: 0, seeds=lambda: Seed.of(1))
    for _ in range(30):
        session.new()
        session.play("open", 4, 4)
        chances = odds(session.board)
        doubtful = [cell for cell in session.board.closed() if cell not in chances.safe | chances.mines]
        if chances.safe and doubtful:
            break
    session.play("open", *doubtful[0])
    verdict = session.judge_loss()
    assert verdict is not None
    assert verdict.kind is VerdictKind.NEEDLESS_GUESS
    assert verdict.sentence.endswith("By this rule a needless guess always meets a mine.")


def test_a_report_says_why_there_is_none() -> None:
    game = play_well(Rules("9x9/12", guessing="punished"), Seed.of(1))
    with pytest.raises(ReportError, match="no luck is left to report"):
        report(Replay.of(game, Seed.of(1)))


def test_what_rules_that_judge_guesses_do_not_go_with() -> None:
    with pytest.raises(RulesError, match="completion=mark"):
        Rules("8x8/10", completion="mark", guessing="punished")
    with pytest.raises(RulesError, match=f"{MOST_GUESS_CELLS // 1000} 000 squares"):
        Rules("101x100/900", guessing="forgiven")
    assert Rules.parse("modern 100x100/900 v1 guessing=forgiven").judges_guesses
    game = Game(Rules("8x8/10", guessing="punished"), Seed.of(1))
    with pytest.raises(GameError, match="completion=either"):
        game.play(Action("completion-either"))


def test_where_the_solver_has_no_answer_the_guess_is_honest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.fair_guess.BUDGET", 0)
    field = Minefield.from_text("*... ...*")
    game = Game(Rules("4x2/2", first="any", guessing="punished"), layout=FixedLayout(field))
    game.open(0, 1)
    game.open(0, 0)
    assert game.is_lost
    assert game.minefield == field
