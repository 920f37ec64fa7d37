"""EVF written: read back it is the same game, also for the reference tool, or it is refused."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from formats import toollib
from formats.encoders import film
from hypothesis import given
from hypothesis import strategies as st

from sapper import Action, Game, Replay, Rules, Seed, Status, best_move
from sapper.action import LogEntry
from sapper.formats import FormatError, read_replay, write_replay
from sapper.formats.recording import play

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.kernel


def played(entries: Iterable[LogEntry], level: str = "8x8/10", **choices: object) -> Replay:
    game = Game(Rules(level, ruleset="official").replace(**choices), Seed.of("rain"))
    for entry in entries:
        game.apply(entry)
    return Replay.of(game, game.seed, players=["Zoë"], program="sapper 1", played_at=1_700_000_000)


def won(level: str = "8x8/10") -> Replay:
    game = Game(Rules(level, ruleset="official"), Seed.of("rain"))
    at = 0
    while not game.status.is_over:
        move = best_move(game.board)
        game.apply(LogEntry(Action("open", move.row, move.col), at, 0, "mouse", (move.col + 0.25, move.row + 0.75)))
        at += 731
    return Replay.of(game, game.seed, players=["Zoë"], program="sapper 1", played_at=1_700_000_000)


def moves(replay: Replay) -> list[tuple[Action, int]]:
    return [(entry.action, entry.at) for entry in replay.entries]


@pytest.mark.parametrize("level", ["8x8/10", "30x16/99"])
def test_a_game_reads_back_as_it_was(level: str) -> None:
    replay = won(level)
    read = read_replay(write_replay(replay, "evf"), "a.evf")
    assert read.notes == ()
    assert (moves(read.replay), read.replay.status) == (moves(replay), replay.status)
    assert (read.replay.players, read.replay.program) == (replay.players, replay.program)
    assert read.replay.played_at == replay.played_at


def test_every_event_of_the_hand_is_written() -> None:
    replay = play(film()).replay
    read = read_replay(write_replay(replay, "evf"), "a.evf").replay
    assert replay.track is not None
    assert read.track is not None
    assert read.track.events == replay.track.events


def test_thinking_before_giving_up_and_breaks_do_not_change_the_times() -> None:
    entries = [
        LogEntry(Action("open", 3, 3), 0),
        LogEntry(Action("pause"), 500),
        LogEntry(Action("resume"), 500),
        LogEntry(Action("resign"), 9_000),
    ]
    read = read_replay(write_replay(played(entries), "evf"), "a.evf").replay
    assert (read.status, read.elapsed) == (Status.ABANDONED, 9_000)


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ([Action("open", 3, 3), Action("hint"), Action("resign")], "only what a mouse does by the official rules"),
        ([Action("resign")], "no square was opened"),
    ],
)
def test_what_a_video_cannot_hold_is_refused_in_a_sentence(entries: list[Action], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        write_replay(played(LogEntry(action) for action in entries), "evf")


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(FormatError, match="at most 255x255"):
        write_replay(played([LogEntry(Action("open", 3, 3)), LogEntry(Action("resign"))], "300x9/200"), "evf")


@given(
    st.lists(
        st.tuples(st.sampled_from(["open", "flag", "clear", "chord"]), st.integers(0, 7), st.integers(0, 7)),
        max_size=25,
    )
)
def test_whatever_is_written_reads_back_as_it_was(actions: list[tuple[str, int, int]]) -> None:
    game = Game(Rules("8x8/10", ruleset="official"), Seed.of("rain"))
    game.apply(LogEntry(Action("open", 3, 3), 0))
    for number, (kind, row, col) in enumerate(actions, 1):
        if game.status.is_over:
            break
        game.apply(LogEntry(Action(kind, row, col), 40 * number))
    if not game.status.is_over:
        game.apply(LogEntry(Action("resign"), 5_000))
    replay = Replay.of(game, game.seed)
    try:
        written = write_replay(replay, "evf")
    except FormatError:
        return
    assert moves(read_replay(written, "a.evf").replay) == moves(replay)


@pytest.mark.skipif(find_spec("ms_toollib") is None, reason="ms_toollib is not installed")
def test_the_reference_tool_reads_the_same_game() -> None:
    replay = won("30x16/99")
    theirs = toollib.ask("evf", write_replay(replay, "evf"))
    assert theirs is not None
    assert (theirs["elapsed"], theirs["player"]) == (replay.elapsed, "Zoë")
    assert theirs["left"] == len(replay.entries)
