"""The page's state machine gives the same actions as the session's: every row of the shared table."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from web.modules import run_all

from sapper import Board, Rules
from sapper.board import SYMBOLS
from sapper.controls.gestures import CELL
from sapper.controls.settings import controls_for
from sapper.rules import CHOICES
from sapper.web.schema import files, schema

TABLE = tomllib.loads((Path(__file__).parents[2] / "data" / "gestures.toml").read_text("utf-8"))["gesture"]

PLAY = """async ({ cells, width, height, mines, size, controls, rules, events, symbols }) => {
  const { Keyboard, Mouse } = await use('input/gestures.ts');
  const { Touch } = await use('input/touch-gestures.ts');
  const MARKS = { flag: 10, question: 11, clear: 9 };
  const BUTTONS = { L: 'left', R: 'right', M: 'middle' };
  const count = (value) => cells.filter((cell) => cell === value).length;
  const board = {
    width, height, mines,
    get flags() { return count(10); },
    get opened() { return cells.filter((cell) => cell <= 8).length; },
    get minesLeft() { return mines - count(10) - count(13); },
    at: ([row, col]) => cells[row * width + col],
  };
  const parse = (name) => name ? [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65] : null;
  const name = ([row, col]) => String.fromCharCode(65 + col) + (row + 1);
  const mouse = new Mouse(controls, rules);
  const keyboard = new Keyboard(controls, rules);
  const touch = new Touch(controls, rules);
  const touched = (kind, rest, at) => {
    if (kind === 'TS') return touch.switch() ?? [];
    if (kind === 'T?') return touch.wait(board, at);
    const [row, col] = parse(rest[0]);
    const place = [row + 0.5 + Number(rest[1] ?? 0), col + 0.5 + Number(rest[2] ?? 0)];
    if (kind === 'T>') return touch.move(place) ?? [];
    return kind === 'T-' ? touch.release(board, place, at) : touch.press(place, at, size) ?? [];
  };
  const play = (event) => {
    const at = /@(\\d+)/.exec(event)?.[1] ?? null;
    const [kind, ...rest] = event.replace(/@\\d+/, '').trim().split(/\\s+/);
    if (kind[0] === 'T') return touched(kind, rest, Number(at));
    if (kind === 'K') return keyboard.press(board, rest[0], parse(rest[1]));
    const cell = parse(rest[0]);
    if (kind === '=') cells[cell[0] * width + cell[1]] = symbols.indexOf(rest[1]);
    else if (kind === '>') mouse.move(cell);
    else if (kind === 'X') mouse.cancel(touch.cancel());
    else if (kind.endsWith('-')) return mouse.release(board, BUTTONS[kind[0]], cell);
    else return mouse.press(board, BUTTONS[kind.at(-2)], cell, { shift: kind[0] === 'S', at: at && Number(at) });
    return [];
  };
  return events.map((event) => {
    const actions = play(event);
    for (const { kind, row, col } of actions) if (kind in MARKS) cells[row * width + col] = MARKS[kind];
    const spelled = actions.map(({ kind, row, col }) => `${kind} ${name([row, col])}`).join(', ');
    return [spelled, mouse.preview(board).map(name).sort()];
  });
}"""


def plain(value: object) -> object:
    return str(value) if isinstance(value, str) else value


def lines_of(row: dict[str, Any]) -> list[str]:
    found: list[str] = row["events"].strip().splitlines()
    return found


def asked(row: dict[str, Any]) -> dict[str, object]:
    """Return what the page needs to know to play a row."""
    ruleset = row.get("ruleset", "modern")
    board = Board.parse(row["board"])
    level = board.level
    rules = Rules.parse(f"{ruleset} {level} {row.get('rules', '')}")
    controls = controls_for(ruleset, row.get("controls"))
    return {
        "cells": list(board.to_bytes()),
        "width": level.width,
        "height": level.height,
        "mines": level.mines,
        "size": row.get("cell", CELL),
        "controls": {name.replace("_", "-"): plain(getattr(controls, name)) for name in controls.field_names()},
        "rules": {
            name.replace("_", "-"): plain(getattr(rules, name))
            for name in CHOICES
            if not isinstance(getattr(rules, name), frozenset)
        },
        "events": [line.partition("~")[0].partition("->")[0].strip() for line in lines_of(row)],
        "symbols": SYMBOLS,
    }


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """What the page makes of every row, by its name."""
    return dict(zip((row["name"] for row in TABLE), run_all(PLAY, [asked(row) for row in TABLE]), strict=True))


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_the_table_in_the_page(played: dict[str, Any], row: dict[str, Any]) -> None:
    for line, (actions, pressed) in zip(lines_of(row), played[row["name"]], strict=True):
        before, tilde, preview = line.partition("~")
        assert actions == before.partition("->")[2].strip(), line
        if tilde:
            assert pressed == sorted(preview.split()), line


def test_the_page_has_the_settings_rules_keys_colours_words_and_types_of_the_program() -> None:
    for path, text in files().items():
        assert path.read_text("utf-8") == text, f"{path.name} is old: run python -m sapper.web.schema"


def bindings(profile: str) -> dict[str, list[str]]:
    """Merge the keys of a profile into the default ones, as the page does."""
    keys: Any = schema()["keys"]
    return {**keys["default"], **keys[profile]}


CHECK_KEYS = """async ([profile, bindings, strokes]) => {
  const { KeyMap } = await use('input/keys.ts');
  const { KeyReader } = await use('input/key-reader.ts');
  const reader = new KeyReader();
  reader.map = new KeyMap(profile, bindings);
  return strokes.map((keys) => keys.split(' ').map((stroke) => reader.read(stroke).name).at(-1));
}"""


@pytest.mark.parametrize("profile", ["default", "vim"])
def test_every_key_does_in_the_page_what_it_does_elsewhere(profile: str) -> None:
    from sapper.controls.keys import KeyMap

    keys = KeyMap(profile)
    strokes = [key for _, bound in keys.bindings for key in bound]
    (told,) = run_all(CHECK_KEYS, [[profile, bindings(profile), strokes]])
    assert told == [keys.action(*stroke.split()) for stroke in strokes]


STROKES: list[tuple[dict[str, object], str | None]] = [
    ({"key": "ArrowUp"}, "up"),
    ({"key": " ", "shiftKey": True}, "shift+space"),
    ({"key": "G", "shiftKey": True}, "shift+g"),
    ({"key": "F"}, "f"),
    ({"key": "?", "shiftKey": True}, "?"),
    ({"key": "z", "ctrlKey": True}, "ctrl+z"),
    ({"key": "z", "metaKey": True}, "ctrl+z"),
    ({"key": "∫", "code": "KeyB", "altKey": True}, "alt+b"),
    ({"key": "Home", "ctrlKey": True}, "ctrl+home"),
    ({"key": "Shift", "shiftKey": True}, None),
    ({"key": "F5"}, "f5"),
]


def test_key_events_are_spelled_as_the_key_map_spells_them() -> None:
    script = "async event => (await use('input/keys.ts')).stroke(event) ?? null"
    events = [{"code": "", **event} for event, _ in STROKES]
    assert run_all(script, events) == [stroke for _, stroke in STROKES]


def test_vim_counts() -> None:
    script = """async bindings => {
      const { KeyMap } = await use('input/keys.ts');
      const { KeyReader } = await use('input/key-reader.ts');
      const reader = new KeyReader();
      reader.map = new KeyMap('vim', bindings);
      const told = ['1', '0', 'j', '0', 'g', 'x', 'g', 'g'].map((stroke) => reader.read(stroke));
      return told.map(({ name, count }) => [name, count ?? 0]);
    }"""
    (told,) = run_all(script, [bindings("vim")])
    assert told == [
        [None, 0], [None, 0], ["down", 10], ["row-start", 1], [None, 0], ["read-mines", 1], [None, 0], ["top", 1],
    ]  # fmt: skip
