"""The buttons of videos against a second machine, written from the description of the reference tool."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import many

from sapper import Action, Game, Minefield, Rules
from sapper.board import CellState
from sapper.formats.common import FormatError
from sapper.formats.events import WORDS, Events
from sapper.formats.recording import Recording, play
from sapper.formats.video import VideoPlayer, rules_of
from sapper.layouts import FixedLayout

pytestmark = pytest.mark.kernel

FIELD = Minefield.from_text("*.... ..... ...*. ..... *...*")
SIZE = 5
MARKS = {CellState.HIDDEN: "flag", CellState.FLAG: "question", CellState.QUESTION: "clear"}


class Reference:
    """Left, right, middle, Shift; `chorded` uses the left button up, `marked` begins a 1.5 click."""

    def __init__(self, rules: Rules) -> None:
        self.game = Game(rules, layout=FixedLayout(FIELD))
        self.actions: list[str] = []
        self.left = self.right = self.middle = self.shift = self.chorded = self.marked = False
        self.clicks = [0, 0, 0]

    def play(self, kind: str, row: int, col: int) -> None:
        if not self.game.status.is_over:
            getattr(self, kind)(row, col, 0 <= row < SIZE and 0 <= col < SIZE)

    def act(self, kind: str, row: int, col: int) -> None:
        self.game.play(Action(kind, row, col))
        self.actions.append(f"{kind} {row} {col}")

    def chord(self, row: int, col: int) -> None:
        self.clicks[2] += 1
        self.act("chord", row, col)

    def mv(self, row: int, col: int, inside: bool) -> None:
        pass

    def lc(self, row: int, col: int, inside: bool) -> None:
        if not self.middle:
            self.left, self.shift = True, False

    def sc(self, row: int, col: int, inside: bool) -> None:
        if not self.middle:
            self.left = self.shift = True

    def rc(self, row: int, col: int, inside: bool) -> None:
        if self.middle:
            return
        self.right, self.shift = True, False
        if inside and not self.left and self.game.board[row, col] > 8:
            self.marked, self.chorded = True, False
            self.clicks[1] += 1
            kind = MARKS[CellState(self.game.board[row, col])]
            self.act("clear" if kind == "question" and not self.game.rules.questions else kind, row, col)

    def lr(self, row: int, col: int, inside: bool) -> None:
        if not self.left:
            return
        self.left = False
        if not inside:
            self.chorded = False
        elif self.right or self.shift:
            self.chord(row, col)
            self.chorded, self.shift = self.right, False
        else:
            if not self.chorded:
                self.clicks[0] += 1
                self.act("open", row, col)
            self.chorded = False

    def rr(self, row: int, col: int, inside: bool) -> None:
        if not self.right:
            return
        self.right = self.shift = False
        if not inside:
            self.chorded = self.left
        elif self.left:
            self.chord(row, col)
            self.chorded = True
        else:
            self.clicks[1] += not self.marked and not self.chorded
            self.chorded = False
        self.marked = False

    def mc(self, row: int, col: int, inside: bool) -> None:
        self.left = self.right = self.shift = self.chorded = self.marked = False
        self.middle = True

    def mr(self, row: int, col: int, inside: bool) -> None:
        if self.middle:
            self.middle = False
            if inside:
                self.chord(row, col)


@st.composite
def streams(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    """Buttons that go down when they are up, and come up when they are down, anywhere on the board and beside it."""
    down: set[str] = set()
    events = [("lc", 0, 3), ("lr", 0, 3)]
    for _ in range(draw(st.integers(0, 40))):
        button = draw(st.sampled_from("llrrmv"))
        if button == "v":
            kind = "mv"
        elif button in down:
            kind = f"{button}r"
        else:
            kind = draw(st.sampled_from(["lc", "lc", "sc"])) if button == "l" else f"{button}c"
        down ^= {button} - {"v"}
        events.append((kind, draw(st.integers(-1, SIZE)), draw(st.integers(-1, SIZE))))
    return events


@many(1500)
@given(streams(), st.booleans())
def test_buttons_act_and_count_as_in_the_reference_tool(events: list[tuple[str, int, int]], questions: bool) -> None:
    rules = rules_of("5x5/4", questions)
    reference, player = Reference(rules), VideoPlayer(rules, FixedLayout(FIELD))
    for at, (kind, row, col) in enumerate(events):
        reference.play(kind, row, col)
        player.mouse(at, kind, col * 16 + 3, row * 16 + 15)
    assert [str(entry.action) for entry in player.game.log] == reference.actions
    assert player.board == reference.game.board
    clicks = player.clicks
    assert [clicks.left, clicks.right, clicks.double] == reference.clicks


@st.composite
def videos(draw: st.DrawFn) -> Recording:
    """Any events at all, also buttons that are pressed twice and what only binary formats have."""
    square = draw(st.sampled_from([1, 7, 16, 24]))
    places = st.integers(-2 * square, (SIZE + 1) * square)
    at, events = -50, []
    for _ in range(draw(st.integers(1, 40))):
        at += draw(st.sampled_from([0, 10, 300]))
        events.append((at, draw(st.sampled_from(WORDS)), draw(places), draw(places)))
    return Recording(FIELD, Events.of(events), square=square, questions=draw(st.booleans()))


@many(1500)
@given(videos())
def test_the_kernel_plays_a_video_as_python_does(recording: Recording) -> None:
    rules = rules_of("5x5/4", bool(recording.questions))
    player = VideoPlayer(rules, FixedLayout(FIELD), square=recording.square)
    for event in recording.events:
        player.mouse(*event)
    if player.game.first is None:
        with pytest.raises(FormatError, match="no square was opened"):
            play(recording)
        return
    replay = play(recording).replay
    game = player.finish()
    assert list(replay.entries) == game.log
    assert replay.status is game.status
    assert replay.track is not None
    assert replay.track.events == player.track().events
    replay.verify()
