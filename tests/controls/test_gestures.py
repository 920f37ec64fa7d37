"""Buttons, fingers and keys become the actions listed in `data/gestures.toml`, and no others."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import levels, rules

from sapper import Action, Board, Game, Rules
from sapper.action import Kind
from sapper.board import SYMBOLS, CellState
from sapper.controls.gestures import CELL, Button, Keyboard, Mouse, Touch
from sapper.controls.keys import ACTIONS
from sapper.controls.settings import Controls, RightDrag, TouchScheme, When, controls_for
from sapper.coordinates import cell_name, parse_cell
from sapper.rules import RULESETS, Chord, Flags, Level

GESTURES = tomllib.loads((Path(__file__).parents[1] / "data" / "gestures.toml").read_text("utf-8"))["gesture"]
BUTTONS = {"L": Button.LEFT, "R": Button.RIGHT, "M": Button.MIDDLE}
MARKS = {Kind.FLAG: CellState.FLAG, Kind.QUESTION: CellState.QUESTION, Kind.CLEAR: CellState.HIDDEN}

Cell = tuple[int, int]


def put(board: Board, cell: Cell, value: int) -> Board:
    cells = bytearray(board.to_bytes())
    cells[cell[0] * board.level.width + cell[1]] = value
    return Board.from_bytes(board.level, bytes(cells))


class Script:
    """A row of the table, played event by event."""

    def __init__(self, row: dict[str, Any]) -> None:
        ruleset = row.get("ruleset", "modern")
        self.board = Board.parse(row["board"])
        self.cell = row.get("cell", CELL)
        self.rules = Rules.parse(f"{ruleset} {self.board.level} {row.get('rules', '')}")
        controls = controls_for(ruleset, row.get("controls"))
        self.mouse = Mouse(controls, self.rules)
        self.touch = Touch(controls, self.rules)
        self.keyboard = Keyboard(controls, self.rules)

    def play(self, event: str) -> list[Action]:
        words = [word for word in event.split() if not word.startswith("@")]
        at = next((int(word[1:]) for word in event.split() if word.startswith("@")), None)
        kind, *rest = words
        actions = self.touched(kind, rest, at) if kind[0] == "T" else self.pressed(kind, rest, at)
        for action in actions:
            if action.kind in MARKS:
                self.board = put(self.board, (action.row, action.col), MARKS[action.kind])
        return actions

    def pressed(self, kind: str, rest: list[str], at: int | None) -> list[Action]:
        if kind == "K":
            return self.keyboard.press(self.board, rest[0], parse_cell(rest[1]) if rest[1:] else None)
        cell = parse_cell(rest[0]) if rest else None
        if kind == "=":
            assert cell is not None
            self.board = put(self.board, cell, SYMBOLS.index(rest[1]))
        elif kind == ">":
            self.mouse.move(cell)
        elif kind == "X":
            self.mouse.cancel()
            self.touch.cancel()
        elif kind[-1] == "-":
            return self.mouse.release(self.board, BUTTONS[kind[0]], cell)
        else:
            assert kind[-1] == "+", kind
            return self.mouse.press(self.board, BUTTONS[kind[-2]], cell, shift=kind[0] == "S", at=at)
        return []

    def touched(self, kind: str, rest: list[str], at: int | None) -> list[Action]:
        if kind == "TS":
            self.touch.switch()
            return []
        if kind == "T?":
            assert at is not None
            return self.touch.wait(self.board, at)
        row, col = parse_cell(rest[0])
        down, right = map(float, rest[1:] or (0, 0))
        place = (row + 0.5 + down, col + 0.5 + right)
        if kind == "T>":
            self.touch.move(place)
            return []
        assert at is not None
        if kind == "T-":
            return self.touch.release(self.board, place, at)
        assert kind == "T+", kind
        self.touch.press(place, at, cell=self.cell)
        return []


def spell(action: Action) -> str:
    return f"{action.kind} {cell_name(action.row, action.col)}"


@pytest.mark.parametrize("row", GESTURES, ids=lambda row: row["name"])
def test_the_table(row: dict[str, Any]) -> None:
    script = Script(row)
    for line in row["events"].strip().splitlines():
        events, tilde, pressed = line.partition("~")
        event, _, expected = events.partition("->")
        actions = script.play(event)
        assert ", ".join(map(spell, actions)) == expected.strip(), line
        if tilde:
            preview = script.mouse.preview(script.board)
            assert preview == {parse_cell(cell) for cell in pressed.split()}, line


def test_the_table_has_no_name_twice_and_no_unknown_field() -> None:
    names = [row["name"] for row in GESTURES]
    assert len(names) == len(set(names)) >= 60
    fields = {"name", "ruleset", "rules", "controls", "board", "cell", "events"}
    assert {field for row in GESTURES for field in row} == fields


def test_the_table_covers_the_lines_of_the_seeds() -> None:
    words = {word for row in GESTURES for word in row["name"].split()}
    assert words >= {"S2.3", "S2.4", "S2.5", "S2.6", "S2.7", "S2.8", "C4", "C6", "C9"}
    assert words >= {f"S4.{line}" for line in (10, 11, 12, 13, 14, 17, 26)}
    assert set(RULESETS) == {row.get("ruleset", "modern") for row in GESTURES}


def test_the_table_uses_every_control_of_the_mouse_and_of_touch() -> None:
    used = {name for row in GESTURES for name in row.get("controls", {})}
    others = {"hand", "vibration", "misclick-guard"}  # they change no action
    assert used == {name.replace("_", "-") for name in Controls.field_names()} - others


@pytest.mark.parametrize(
    ("events", "face"),
    [
        (["L+"], True),
        (["L+", "L-"], False),
        (["R+"], False),
        (["L+", "R+"], True),
        (["L+", "R+", "R-"], False),
        (["M+"], True),
    ],
)
def test_the_face_holds_its_breath_while_an_opening_may_follow(events: list[str], face: bool) -> None:
    board = Board("3x3/1")
    mouse = Mouse(Controls(), Rules())
    for event in events:
        act = mouse.press if event[1] == "+" else mouse.release
        act(board, BUTTONS[event[0]], (1, 1))
    assert mouse.face_pressed is face


def test_s4_7_marking_goes_on_beyond_the_mines() -> None:
    board = Board.parse("2x1/1\nF.")
    assert Mouse(Controls(), Rules(board.level)).press(board, "right", (0, 1)) == [Action("flag", 0, 1)]


def test_a_hold_has_a_time_when_it_is_due() -> None:
    touch = Touch(Controls(hold_ms=250), Rules())
    due = [touch.due]
    touch.press((0.5, 0.5), 1000)
    due.append(touch.due)
    touch.move((0.5, 0.8))
    due.append(touch.due)
    assert due == [None, 1250, None]
    assert touch.is_panning


@st.composite
def boards(draw: st.DrawFn, level: Level) -> Board:
    shown = st.integers(0, CellState.EXPLODED)
    return Board.from_bytes(level, bytes(draw(st.lists(shown, min_size=level.cells, max_size=level.cells))))


@st.composite
def controls(draw: st.DrawFn) -> Controls:
    return Controls(
        reveal=draw(st.sampled_from(When)),
        flag=draw(st.sampled_from(When)),
        right_drag=draw(st.sampled_from(RightDrag)),
        touch=draw(st.sampled_from(TouchScheme)),
        **{name: draw(st.booleans()) for name in Controls.field_names() if name.startswith("chord")},
    )


CELLS = st.none() | st.tuples(st.integers(-1, 4), st.integers(-1, 4))
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["press", "release", "move"]),
        st.sampled_from(Button),
        CELLS,
        st.booleans(),
        st.none() | st.integers(0, 2000),
    ),
    max_size=20,
)
Event = tuple[str, Button, Cell | None, bool, int | None]


def feed(mouse: Mouse, board: Board, event: Event) -> list[Action]:
    what, button, cell, shift, at = event
    if what == "press":
        return mouse.press(board, button, cell, shift=shift, at=at)
    if what == "release":
        return mouse.release(board, button, cell)
    mouse.move(cell)
    return []


def is_on(board: Board, cell: Cell) -> bool:
    return 0 <= cell[0] < board.level.height and 0 <= cell[1] < board.level.width


def obeys(action: Action, board: Board, its_rules: Rules) -> bool:
    """Whether the rules let the action be played, however little it does."""
    if not is_on(board, (action.row, action.col)):
        return False
    if action.kind is Kind.CHORD:
        return its_rules.chord is not Chord.OFF
    if action.kind is Kind.FLAG:
        return its_rules.flags is not Flags.OFF
    return action.kind is not Kind.QUESTION or its_rules.questions


@given(st.data(), rules(most=4), controls(), EVENTS)
def test_any_buttons_play_only_actions_that_the_rules_allow(
    data: st.DataObject, its_rules: Rules, its_controls: Controls, events: list[Event]
) -> None:
    board = data.draw(boards(its_rules.level))
    mouse = Mouse(its_controls, its_rules)
    for event in events:
        actions = feed(mouse, board, event)
        assert len(actions) <= 1
        assert all(obeys(action, board, its_rules) for action in actions)
        assert event[0] != "move" or not actions
        assert all(is_on(board, cell) for cell in mouse.preview(board))
    for button in Button:
        mouse.release(board, button, None)
    mouse.move((0, 0))
    assert not mouse.preview(board)
    assert not mouse.face_pressed


@given(rules(most=4), controls(), EVENTS)
def test_whatever_the_buttons_do_can_be_played(its_rules: Rules, its_controls: Controls, events: list[Event]) -> None:
    game = Game(its_rules, seed=1)
    mouse = Mouse(its_controls, its_rules)
    for event in events:
        for action in feed(mouse, game.board, event):
            game.play(action)
        if game.status.is_over:
            break


@given(st.data(), levels(4), controls(), EVENTS)
def test_s2_8_left_opens_only_while_every_other_button_is_null(
    data: st.DataObject, level: Level, its_controls: Controls, events: list[Event]
) -> None:
    board = data.draw(boards(level))
    mouse = Mouse(its_controls, Rules(level))
    down: set[Button] = set()
    alone = False  # whether left went down with nothing else, and nothing else went down since
    for event in events:
        what, button, *_ = event
        actions = feed(mouse, board, event)
        if what == "press":
            alone = button is Button.LEFT and not down - {Button.LEFT}
            down.add(button)
        if any(action.kind is Kind.OPEN for action in actions):
            assert button is Button.LEFT
            assert alone
            assert down == {Button.LEFT}
        if what == "release":
            down.discard(button)


@given(st.data(), levels(4), EVENTS)
def test_s2_8_in_official_the_left_release_after_a_chord_never_opens(
    data: st.DataObject, level: Level, events: list[Event]
) -> None:
    board = data.draw(boards(level))
    mouse = Mouse(controls_for("official"), Rules(level, ruleset="official"))
    was_chord = False
    for event in events:
        what, button, *_ = event
        actions = feed(mouse, board, event)
        if what == "press" and button is Button.LEFT:
            was_chord = False
        if was_chord:
            assert not any(action.kind is Kind.OPEN for action in actions)
        was_chord |= any(action.kind is Kind.CHORD for action in actions)


@given(st.data(), levels(4), EVENTS)
def test_s4_14_in_amiga_the_right_button_acts_only_on_the_type_where_it_went_down(
    data: st.DataObject, level: Level, events: list[Event]
) -> None:
    board = data.draw(boards(level))
    mouse = Mouse(controls_for("amiga"), Rules(level, ruleset="amiga"))
    origin: int | None = None
    for event in events:
        what, button, cell, *_ = event
        actions = feed(mouse, board, event)
        if button is Button.RIGHT and what == "press":
            assert not actions
            origin = board[cell] if cell is not None and is_on(board, cell) else None
        if button is Button.RIGHT and what == "release" and actions:
            assert origin is not None
            assert cell is not None
            assert (board[cell] <= 8) == (origin <= 8) == (actions[0].kind is Kind.CHORD)


PLACES = st.tuples(st.floats(-1, 5), st.floats(-1, 5))
TOUCHES = st.lists(
    st.tuples(st.sampled_from(["press", "move", "wait", "release", "switch"]), PLACES, st.integers(0, 300)), max_size=20
)


@given(st.data(), rules(most=4), controls(), TOUCHES)
def test_any_finger_plays_only_actions_that_the_rules_allow_and_none_while_panning(
    data: st.DataObject,
    its_rules: Rules,
    its_controls: Controls,
    touches: list[tuple[str, tuple[float, float], int]],
) -> None:
    board = data.draw(boards(its_rules.level))
    touch = Touch(its_controls, its_rules)
    at = 0
    for what, place, passed in touches:
        at += passed
        was_panning = touch.is_panning
        actions: list[Action] = []
        if what == "press":
            touch.press(place, at)
        elif what == "move":
            touch.move(place)
        elif what == "switch":
            touch.switch()
        else:
            actions = touch.wait(board, at) if what == "wait" else touch.release(board, place, at)
        assert len(actions) <= 1
        assert not (was_panning and actions)
        assert all(obeys(action, board, its_rules) for action in actions)


@given(st.data(), rules(most=4), controls(), st.sampled_from(ACTIONS), CELLS)
def test_any_key_plays_only_actions_that_the_rules_allow(
    data: st.DataObject, its_rules: Rules, its_controls: Controls, name: str, cell: Cell | None
) -> None:
    board = data.draw(boards(its_rules.level))
    actions = Keyboard(its_controls, its_rules).press(board, name, cell)
    assert all(obeys(action, board, its_rules) for action in actions)
    assert all((action.row, action.col) == cell for action in actions)
