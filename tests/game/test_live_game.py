"""A game in play: its clock, its pauses, what counts as help, and boards prepared ahead."""

from __future__ import annotations

import pytest

from sapper import Action, FixedLayout, GameError, LogEntry, Minefield, NoBoard, Rules, Seed, Status, generator
from sapper.clock import PlayClock
from sapper.layouts import PreparedLayout
from sapper.live_game import LiveGame

SEED = Seed.of("rain")


def started(rules: str = "modern 8x8/10") -> LiveGame:
    live = LiveGame(Rules.parse(rules), SEED)
    live.play(Action("open", 4, 4), 1000)
    return live


def test_the_clock_runs_from_the_first_opening_and_not_in_a_pause() -> None:
    live = LiveGame(Rules("beginner"), SEED)
    live.play(Action("flag", 0, 0), 5000)
    assert live.elapsed(9000) == 0
    live.play(Action("open", 4, 4), 10_000)
    assert live.elapsed(10_700) == 700
    live.play(Action("pause"), 11_000)
    assert live.elapsed(90_000) == 1000
    live.play(Action("resume"), 90_000)
    assert live.elapsed(90_500) == 1500


def test_time_that_jumps_back_does_not_run_back() -> None:
    live = started()
    assert live.play(Action("flag", 0, 0), 3000).at == 2000
    assert live.play(Action("flag", 0, 1), 2500).at == 2000
    assert PlayClock(7).elapsed(-5) == 7


def test_a_restored_game_goes_on_from_its_last_action() -> None:
    log = [LogEntry(Action("open", 4, 4), 0), LogEntry(Action("flag", 0, 0), 2500)]
    live = LiveGame(Rules("beginner"), SEED)
    live.restore(log, 1_000_000)
    assert live.elapsed(1_000_000) == 2500
    assert live.elapsed(1_000_400) == 2900
    assert live.in_progress


@pytest.mark.parametrize("kinds", [["pause", "pause"], ["resume"], ["pause", "resume", "resume"]])
def test_only_what_runs_is_paused_and_only_what_is_paused_is_resumed(kinds: list[str]) -> None:
    for live in (started(), LiveGame(Rules("beginner"), SEED)):
        for kind in kinds[:-1]:
            live.play(Action(kind), 2000)
        with pytest.raises(GameError, match="paused"):
            live.play(Action(kinds[-1]), 2000)
        assert [entry.action.kind for entry in live.game.log if not entry.action.kind.has_cell] == kinds[:-1]


def test_what_wins_changes_at_once_except_in_practice() -> None:
    live = started()
    live.play(Action("completion-both"), 2000)
    assert (live.game.rules.completion, live.rules.completion) == ("both", "clear")
    with pytest.raises(GameError, match="from the next game"):
        started("modern 8x8/10 practice=on").play(Action("completion-both"), 2000)


def test_help_counts_once_until_something_is_played() -> None:
    live, counts = started(), []
    for action in ("hint", "flag 0 0", "hint"):
        counts.append(live.counts_help())
        live.play(Action.parse(action), 2000)
    assert [*counts, live.counts_help()] == [True, False, True, False]


def test_help_counts_once_for_each_player_and_a_pause_is_no_other_position() -> None:
    live = started()
    live.play(Action("hint"), 2000, by=1)
    assert (live.counts_help(1), live.counts_help(0)) == (False, True)
    for kind in ("hint", "pause", "resume"):
        live.play(Action(kind), 2000)
    assert (live.counts_help(1), live.counts_help(0), live.counts_help(2)) == (False, False, True)


def test_a_prepared_no_guess_board_is_played_without_a_search() -> None:
    live = LiveGame(Rules.parse("modern 9x9/10 layout=no-guess practice=on"), SEED)
    opening = Action("open", 4, 4)
    assert live.cell_to_prepare(opening) == (4, 4)
    assert live.cell_to_prepare(Action("flag", 4, 4)) is None
    tries: list[int] = []
    live.preparation((4, 4), tries.append)()
    assert tries
    assert live.cell_to_prepare(opening) is None
    live.play(opening, 0)
    assert live.cell_to_prepare(Action("open", 0, 0)) is None
    live.play(Action("undo"), 0)
    assert live.cell_to_prepare(Action("redo")) is None
    assert live.cell_to_prepare(Action("open", 0, 0)) == (0, 0)


def test_a_search_is_stopped_by_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stop(Exception):
        pass

    def stop(tries: int) -> None:
        raise Stop

    live = LiveGame(Rules.parse("modern 9x9/10 layout=no-guess"), SEED)
    with pytest.raises(Stop):
        live.preparation((4, 4), stop)()
    assert live.cell_to_prepare(Action("open", 4, 4)) == (4, 4)
    monkeypatch.setattr(generator, "DEFAULT_BUDGET", 1 << 20)
    with pytest.raises(NoBoard):
        LiveGame(Rules.parse("modern 5x5/20 layout=no-guess-single"), SEED).preparation((2, 2))()


def test_a_layout_forgets_the_oldest_board_beyond_its_capacity() -> None:
    made: list[tuple[int, int]] = []

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        made.append(first)
        return Minefield.lay(rules, SEED, first)

    prepared, rules = PreparedLayout(layout, 2), Rules("beginner")
    for first in [(0, 0), (0, 1), (0, 0), (0, 2), (0, 1), (0, 0)]:
        assert prepared(rules, first) == Minefield.lay(rules, SEED, first)
    assert made == [(0, 0), (0, 1), (0, 2), (0, 0)]


def test_a_board_without_a_seed_needs_a_layout() -> None:
    with pytest.raises(TypeError, match="a seed or a layout"):
        LiveGame(Rules("beginner"), None)
    field = Minefield.from_text(".*.")
    live = LiveGame(Rules("3x1/1"), None, layout=FixedLayout(field))
    live.play(Action("open", 0, 0), 0)
    live.play(Action("open", 0, 2), 0)
    assert live.game.status is Status.WON
    assert live.game.minefield == field
