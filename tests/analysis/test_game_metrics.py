"""Metrics of games: worked by hand, a second game, ms_toollib, and nothing measured during a game."""

from __future__ import annotations

import json
import math
import random
from typing import TYPE_CHECKING

import pytest
from analysis.reference import Reference, numbers_of, reference, scattered
from formats.test_video import videos
from hypothesis import given
from oracle import OracleGame
from replay.test_replay import finished_games, replay_of
from strategies import many

from sapper import (
    Action,
    Board,
    CellState,
    FixedLayout,
    Game,
    GameError,
    Kind,
    Level,
    LogEntry,
    Minefield,
    Rules,
    Seed,
    Status,
)
from sapper.analysis import metrics
from sapper.analysis.metrics import BoardMetrics, Clicks, GameMetrics
from sapper.formats.common import FormatError
from sapper.formats.recording import Recording, play
from sapper.replay import Replay
from sapper.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    Cell = tuple[int, int]

pytestmark = pytest.mark.kernel


# Games worked by hand, all on the board of three 3BV: an opening in the middle, a corner on either side.
#
#     1 1 0 1 *
#     * 1 0 1 1

FIELD = Minefield.from_text("....* *....")


def played(*lines: str, field: Minefield = FIELD, **choices: object) -> Game:
    """Play lines such as `2000 open 0 2`, or `2000 open 0 2 at 2.5 0.5` with the pointer."""
    game = Game(Rules(field.level, first="any", **choices), layout=FixedLayout(field))  # type: ignore[arg-type]
    for line in lines:
        words, _, pointer = line.partition(" at ")
        at, action = words.split(" ", 1)
        x_y = tuple(map(float, pointer.split())) or None
        game.apply(LogEntry(Action.parse(action), int(at), pointer=x_y))  # type: ignore[arg-type]
    return game


def test_a_game_won() -> None:
    game = metrics.measure_game(
        played(
            "0 open 0 2",  # the opening
            "500 open 0 2",  # wasted
            "1000 flag 1 0",
            "2000 chord 0 1",  # opens the left corner with the flag
            "2500 chord 0 1",  # wasted
            "3000 flag 1 4",  # on a safe cell, of no use
            "3200 clear 1 4",
            "3300 flag 0 1",  # wasted: the cell is open
            "4000 open 1 4",
        )
    )
    assert (game.level, game.status, game.is_won, game.time) == (Level(5, 2, 2), Status.WON, True, 4000)
    assert (game.bbbv, game.openings, game.islands, game.zini, game.hzini, game.solved) == (3, 1, 2, 3, 3, 3)
    assert game.clicks == Clicks(left=3, right=4, chord=2)
    assert game.effective == Clicks(left=2, right=3, chord=1)
    assert game.wasted == Clicks(left=1, right=1, chord=1)
    assert (game.clicks.total, game.effective.total, game.wasted.total) == (9, 6, 3)
    assert (game.flags, game.wasted_flags, game.unflags, game.misflags, game.misunflags) == (2, 1, 1, 1, 1)
    assert not game.is_no_flag
    assert game.bbbv_per_second == 3 / 4
    assert (game.clicks_per_second, game.effective_per_second) == (9 / 4, 6 / 4)
    assert game.estimated_time == 4000
    assert (game.ioe, game.correctness, game.throughput) == (3 / 9, 6 / 9, 3 / 6)
    assert (game.rqp, game.rqp_arbiter) == (4**2 / 3, (4 + 1) / (3 / 4))
    assert game.ios == math.log(4) / math.log(3)
    assert game.ios_arbiter == math.log(5) / math.log(3)
    assert game.qg == 4**1.7 / 3
    assert game.stnb is game.stnb_toollib is None  # the level is none of the ranking
    assert (game.zini_per_second, game.hzini_per_second) == (3 / 4, 3 / 4)
    assert (game.zne, game.znt, game.hzne, game.hznt) == (3 / 9, 3 / 6, 3 / 9, 3 / 6)
    assert (game.path, game.path_manhattan, game.path_of_clicks, game.outside) == (None, None, None, None)
    assert (game.max_efficiency, game.density) == (1.0, 0.2)


def test_a_game_lost() -> None:
    # Two of the three are solved in six seconds, so all three would take nine. The click on the mine changes the
    # board: it is effective. The flag on the last safe cell is shown to be wrong at the end, and solves nothing.
    game = metrics.measure_game(played("0 open 0 2", "2000 open 0 0", "3000 flag 1 4", "6000 open 1 0", loss="all"))
    assert (game.status, game.is_won, game.time) == (Status.LOST, False, 6000)
    assert (game.bbbv, game.solved, game.estimated_time) == (3, 2, 9000)
    assert (game.clicks, game.effective) == (Clicks(3, 1, 0), Clicks(3, 1, 0))
    assert (game.flags, game.wasted_flags, game.misflags) == (1, 1, 1)
    assert game.bbbv_per_second == 2 / 6
    assert (game.ioe, game.throughput, game.correctness) == (2 / 4, 2 / 4, 1.0)
    assert (game.rqp, game.rqp_arbiter, game.qg) == (6**2 / 2, (6 + 1) / (2 / 6), 6**1.7 / 2)
    assert game.ios == math.log(6) / math.log(2)
    # The ZiNi of the solved part: 3 * 2 / 3.
    assert (game.zini_per_second, game.zne, game.znt) == (2 / 6, 2 / 4, 2 / 4)


def test_a_chord_that_hits_a_mine_is_effective_and_uses_its_flags() -> None:
    game = metrics.measure_game(played("0 open 0 2", "1000 flag 0 0", "2000 chord 0 1"))
    assert (game.status, game.solved) == (Status.LOST, 1)
    assert (game.clicks, game.effective) == (Clicks(1, 1, 1), Clicks(1, 1, 1))
    assert (game.flags, game.wasted_flags, game.misflags) == (1, 0, 1)
    assert game.ios is None  # log 1 is 0


def test_a_flag_placed_twice_is_wasted_once() -> None:
    # The first flag is taken off before the chord, the second one serves it, the third cannot serve it again.
    game = metrics.measure_game(
        played("0 open 0 2", "1 flag 1 0", "2 clear 1 0", "3 flag 1 0", "4 chord 0 1", "5 flag 0 4", "6 open 1 4")
    )
    assert (game.flags, game.wasted_flags, game.unflags, game.misunflags) == (3, 2, 1, 0)


def test_a_flag_serves_many_chords() -> None:
    around = Minefield.from_text("... .*. ...")
    game = metrics.measure_game(
        played("0 open 0 1", "1 flag 1 1", "2 chord 0 1", "3 chord 1 0", "4 chord 1 2", field=around)
    )
    assert (game.is_won, game.solved, game.effective) == (True, 8, Clicks(1, 1, 3))
    assert (game.flags, game.wasted_flags) == (1, 0)


def test_a_game_won_by_flags_took_the_time_it_took() -> None:
    game = metrics.measure_game(played("0 open 0 2", "1000 flag 1 0", "2000 flag 0 4", completion="mark"))
    assert (game.is_won, game.solved, game.bbbv, game.estimated_time) == (True, 1, 3, 2000)


def test_flags_before_the_first_click_are_judged_by_the_minefield_laid_later() -> None:
    # A question mark that is taken off is no flag.
    lines = ["0 flag 0 4", "1 flag 0 3", "2 question 0 3", "3 question 0 0", "4 clear 0 0", "5 open 1 0"]
    game = metrics.measure_game(played(*lines, preflag=True, questions=True))
    assert (game.flags, game.misflags, game.unflags, game.misunflags) == (2, 1, 1, 1)
    assert (game.clicks, game.effective) == (Clicks(1, 5, 0), Clicks(1, 5, 0))


def test_style() -> None:
    assert metrics.measure_game(played("0 open 0 2", "1 open 0 0", "2 open 1 4")).is_no_flag
    # A right click that changes nothing leaves the style as it is; a mark that is taken off again does not.
    assert metrics.measure_game(played("0 open 0 2", "0 flag 0 2", "1 open 0 0", "2 open 1 4")).is_no_flag
    marked = played("0 open 0 2", "0 flag 0 4", "0 clear 0 4", "1 open 0 0", "2 open 1 4")
    assert not metrics.measure_game(marked).is_no_flag
    asked = played("0 open 0 2", "0 question 0 4", "1 open 0 0", "2 open 1 4", questions=True)
    assert not metrics.measure_game(asked).is_no_flag


def test_the_path_of_the_pointer() -> None:
    # 3 across and 4 down, then back up: 5 + 4 in a straight line. The action without a pointer is passed over. Where
    # the pointer was between the clicks is not recorded.
    game = metrics.measure_game(
        played("0 open 0 2 at 1.5 0.5", "1 flag 0 4", "2 open 0 0 at 4.5 4.5", "3 open 1 4 at 4.5 0.5")
    )
    assert (game.path_of_clicks, game.path, game.path_manhattan, game.has_track) == (9.0, None, None, False)
    still = metrics.measure_game(played("0 open 0 2", "2 open 0 0 at 4.5 4.5", "3 open 1 4"))
    assert (still.path_of_clicks, still.path) == (0.0, None)


def test_stnb_keeps_its_constant() -> None:
    # The mines fill the top but for the corner, so the opening below is not all there is.
    for level, constant, toollib in [
        (Level(8, 8, 10), 47.299, 36.0),
        (Level(16, 16, 40), 153.730, 162.0),
        (Level(30, 16, 99), 435.001, 435.0),
    ]:
        field = Minefield.from_mines(
            level.width, level.height, [divmod(i + 1, level.width) for i in range(level.mines)]
        )
        first = f"0 open {level.height - 1} 0"
        game = metrics.measure_game(played(first, "10000 resign", field=field))
        assert game.stnb is not None
        assert game.stnb_toollib is not None
        assert (game.solved, game.stnb.constant, game.stnb_toollib.constant) == (1, constant, toollib)
        assert game.stnb.value == pytest.approx(constant / 10**1.7 * (1 / game.bbbv) ** 0.5)
        assert game.stnb_toollib.value == pytest.approx(game.stnb.value * toollib / constant)
        assert metrics.measure_game(played(first, "0 resign", field=field)).stnb is None  # no time at all
    nine = Minefield.from_mines(9, 9, [divmod(i + 1, 9) for i in range(10)])
    assert metrics.measure_game(played("0 open 8 0", "10000 resign", field=nine)).stnb is None


def test_a_game_given_up_before_it_began() -> None:
    for game in (played("700 resign"), played("0 flag 0 0", "700 resign", preflag=True)):
        result = metrics.measure_game(game)
        assert (result.status, result.time, result.bbbv, result.solved) == (Status.ABANDONED, 700, 0, 0)
        assert result.board == BoardMetrics(0, 0, 0, 0, 0)
        ratios = (result.estimated_time, result.throughput, result.zne, result.rqp, result.ios, result.qg, result.stnb)
        assert not any(ratios)
        assert result.misflags == 0
    assert metrics.measure_game(played("0 resign")).bbbv_per_second is None


def test_undone_moves_are_clicks_all_the_same() -> None:
    lines = ["0 open 0 2", "1 hint", "2 undo", "3 open 1 0", "4 undo", "5 redo", "6 undo", "7 open 0 2", "8 resign"]
    game = metrics.measure_game(played(*lines, practice=True))
    assert (game.clicks, game.effective, game.solved) == (Clicks(3, 0, 0), Clicks(3, 0, 0), 1)


def test_clicks_are_counted_on_the_minefield_they_were_made_on() -> None:
    # The opening in the corner makes the second click a wasted one. After the first click is undone, another one places
    # other mines, where the same click would have opened something.
    rules = Rules("beginner", first="opening", practice=True)
    seed = next(seed for seed in range(1000) if Minefield.lay(rules, seed, (7, 7)).is_mine(0, 1))
    actions = ["open 0 0", "open 0 1", "undo", "undo", "open 7 7", "resign"]
    game = Game.replay(rules, seed, actions=map(Action.parse, actions))
    assert metrics.measure_game(game).effective == Clicks(2, 0, 0)
    assert metrics.measure_replay(Replay.of(game, Seed.of(seed))) == metrics.measure_game(game)


def test_nothing_is_told_of_a_game_in_play() -> None:
    game = played("0 open 0 2")
    for _ in range(2):
        with pytest.raises(GameError, match="measured when it is over"):
            metrics.measure_game(game)
        game.play(Action("pause"))
    with pytest.raises(GameError, match="measured when it is over"):
        metrics.measure_replay(Replay(game.rules, None, FIELD, game.log, status=Status.WON))


def test_listings() -> None:
    game = metrics.measure_game(played("0 open 0 2", "2000 open 0 0", "4000 open 1 4"))
    rows = list(game.rows())
    names = [name for name, _, _, _ in rows]
    assert len(set(names)) == len(names) == len(metrics.METRICS)
    assert len({label for _, label, _, _ in rows}) == len(rows)
    assert {unit for _, _, _, unit in rows} == {"ms", "/s", "%", "cells", ""}
    values = game.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert values["level"] == "5x2/2"
    assert values["status"] == "won"
    assert (values["time"], values["bbbv"], values["clicks_left"], values["wasted_total"], values["stnb_value"]) == (
        4000,
        3,
        3,
        0,
        None,
    )
    shown = {name for name in dir(GameMetrics) if not name.startswith("_")} - set(dir(Value))
    listed = {path.split(".")[0] for path, _, _ in metrics.METRICS}
    assert shown - listed == {"level", "status", "is_won", "board", "rows", "to_dict"}


def test_times_are_cut_off_and_never_rounded() -> None:
    assert [metrics.seconds_text(ms) for ms in (0, 9, 10, 999, 1000, 49_999, 1_000_000)] == [
        "0.00",
        "0.00",
        "0.01",
        "0.99",
        "1.00",
        "49.99",
        "1000.00",
    ]
    assert [metrics.seconds_text(1999, digits) for digits in range(4)] == ["1", "1.9", "1.99", "1.999"]


# Games of all rules.


def test_a_mark_that_an_assist_sets_back_is_a_wasted_click() -> None:
    field = Minefield.from_text("..*....")
    game = Game(Rules(field.level, first="any", assists="auto-flag"), layout=FixedLayout(field))
    game.open(0, 0)
    assert game.board[0, 2] == CellState.FLAG
    game.play(Action("clear", 0, 2))
    assert game.board[0, 2] == CellState.FLAG
    game.play(Action("resign"))
    result = metrics.measure_game(game)
    assert (result.clicks.right, result.effective.right, result.unflags, result.is_no_flag) == (1, 0, 0, True)


@many(150)
@given(finished_games())
def test_clicks_as_the_second_game_counts_them(finished: tuple[Game, Seed]) -> None:
    game, seed = finished
    result = metrics.measure_game(game)
    assert metrics.measure_replay(replay_of(game, seed)) == result
    if game.first is None:
        return
    clicks = {"left": [0, 0], "right": [0, 0], "chord": [0, 0]}
    buttons = {Kind.OPEN: "left", Kind.CHORD: "chord"}
    oracle = OracleGame(game.rules, set(game.minefield.mines()))
    for entry in game.log:
        before = dict(oracle.view)
        assert oracle.play(entry.action)
        if entry.action.kind.has_cell:
            count = clicks[buttons.get(entry.action.kind, "right")]
            count[0] += 1
            count[1] += oracle.view != before
    assert result.clicks == Clicks(*(made for made, _ in clicks.values()))
    assert result.effective == Clicks(*(effective for _, effective in clicks.values()))
    opened = {cell for cell, symbol in oracle.view.items() if symbol.isdecimal()}
    assert result.solved == reference(game.minefield).solved(opened)
    assert result.board == metrics.measure(game.minefield)
    if result.ioe is not None and result.correctness is not None and result.throughput is not None:
        assert result.ioe == pytest.approx(result.correctness * result.throughput)


class Toollib:
    """What ms_toollib counts, where its conventions differ from ours. They differ in these ways and in no other.

    - A left click that hits a mine is not effective there; a chord that does, is.
    - A right click is effective only where it flags a mine for the first time.
    - An opening counts as solved whenever one of its zeros is opened while none of them is flagged: flags on its border
      and cells that were opened before do not matter.
    - A chord at an open zero, which a flag that was taken off can leave something to do, does nothing there.
    """

    def __init__(self, truth: Reference, board: Board) -> None:
        self.truth, self.board = truth, board
        self.flagged_mines: set[Cell] = set()
        self.solved = 0

    def opens(self, cells: Iterable[Cell]) -> None:
        hidden = {cell for cell in cells if self.board[cell] == 9}
        self.solved += len(hidden & self.truth.lone)
        for opening in self.truth.openings:
            zeros = opening & self.truth.zeros
            self.solved += bool(zeros & hidden) and all(self.board[zero] != 10 for zero in zeros)

    def before(self, kind: str, cell: Cell) -> None:
        seen, around = self.board[cell], self.truth.around[cell]
        if kind == "open":
            self.opens([cell])
        elif kind == "chord" and seen <= 8 and sum(self.board[near] == 10 for near in around) == seen:
            self.opens(around)
        elif kind == "flag" and seen == 9 and cell in self.truth.mines:
            self.flagged_mines.add(cell)


def test_ms_toollib_counts_the_same_clicks() -> None:
    toollib = pytest.importorskip("ms_toollib")
    chance = random.Random(4)
    endings, differing = set(), 0
    for _ in range(1000):
        width, height = chance.randrange(2, 9), chance.randrange(2, 9)
        minefield = scattered(width, height, chance.randrange(1, width * height // 3 + 1), chance)
        truth = reference(minefield)
        game = Game(Rules(minefield.level, first="any", loss="hit"), layout=FixedLayout(minefield))
        peer = toollib.MinesweeperBoard(numbers_of(minefield))
        theirs = Toollib(truth, game.board)
        cell, kind = chance.choice(sorted(truth.safe)), "open"
        while not game.status.is_over:
            theirs.before(kind, cell)
            presses = {"open": ["lc", "lr"], "chord": ["lc", "rc", "rr", "lr"]}.get(kind, ["rc", "rr"])
            game.play(Action("clear" if kind == "flag" and game.board[cell] == 10 else kind, *cell))
            for press in presses:
                peer.step(press, cell)
            cell, kind = chance.choice(truth.cells), chance.choice(["open", "flag", "chord"])
            mistaken = (kind == "open" and cell in truth.mines) or (kind == "flag" and cell in truth.safe)
            if (mistaken and chance.random() < 0.9) or game.board[cell] == 0:
                kind = "open" if cell in truth.safe else "flag"
        result = metrics.measure_game(game)
        endings.add(result.status)
        assert (peer.left, peer.right, peer.double) == (result.clicks.left, result.clicks.right, result.clicks.chord)
        hit = game.status is Status.LOST and game.log[-1].action.kind is Kind.OPEN
        assert peer.lce == result.effective.left - hit
        assert peer.dce == result.effective.chord
        assert peer.rce == len(theirs.flagged_mines)
        assert peer.bbbv_solved == theirs.solved
        assert result.misflags or theirs.solved == result.solved
        differing += theirs.solved != result.solved
    assert endings == {Status.WON, Status.LOST}
    assert differing


# The kernel


def assert_same(ours: GameMetrics, theirs: GameMetrics) -> None:
    """Compare every figure; sums of roots may differ in the last place."""
    for field in GameMetrics._fields:
        mine, other = getattr(ours, field), getattr(theirs, field)
        assert mine == (pytest.approx(other) if isinstance(other, float) else other), field


@many(300)
@given(finished_games())
def test_the_kernel_counts_what_python_counts(finished: tuple[Game, Seed]) -> None:
    assert_same(metrics.measure_replay(replay_of(*finished)), metrics.measure_game(finished[0]))


@many(500)
@given(videos())
def test_the_kernel_counts_the_clicks_of_a_hand_as_python_does(recording: Recording) -> None:
    try:
        replay = play(recording).replay
    except FormatError:
        return
    in_python = metrics._measure_game(replay.after(0), replay.entries, replay.track, with_zini=True)
    assert_same(metrics.measure_replay(replay), in_python)
