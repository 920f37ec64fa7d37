"""What a terminal reports becomes the keys of the key map."""

from __future__ import annotations

import subprocess
import sys

import pytest
from textual.events import Key

from sapper.controls.keys import KeyMap
from sapper.tui.keystrokes import KeyAction, Keystrokes, shown, stroke_of


@pytest.mark.parametrize(
    ("key", "character", "stroke"),
    [
        ("a", "a", "a"),
        ("A", "A", "A"),
        ("plus", "+", "+"),
        ("minus", "-", "-"),
        ("colon", ":", ":"),
        ("question_mark", "?", "?"),
        ("dollar_sign", "$", "$"),
        ("space", " ", "space"),
        ("ctrl+z", "\x1a", "ctrl+z"),
        ("alt+b", None, "alt+b"),
        ("alt+question_mark", None, "alt+?"),
        ("shift+tab", None, "shift+tab"),
        ("f10", None, "f10"),
        ("pageup", None, "pageup"),
        ("caps_lock", None, None),
    ],
)
def test_strokes(key: str, character: str | None, stroke: str | None) -> None:
    assert stroke_of(Key(key, character)) == stroke


@pytest.mark.parametrize(
    ("key", "cap"), [("space", "Space"), ("h", "H"), ("ctrl+q", "Ctrl+Q"), ("+", "+"), ("g g", "G G"), (":", ":")]
)
def test_key_caps(key: str, cap: str) -> None:
    assert shown(key) == cap


def test_counts_and_series() -> None:
    strokes = Keystrokes(lambda: KeyMap("vim"))
    assert [strokes.press(key) for key in ("1", "0", "j")] == [None, None, KeyAction("down", 10, True)]
    assert strokes.press("0") == KeyAction("row-start")
    assert [strokes.press(key) for key in ("g", "g")] == [None, KeyAction("top")]
    assert [strokes.press(key) for key in ("g", "x", "j")] == [None, None, KeyAction("down")]


def test_digits_are_keys_where_nothing_is_counted() -> None:
    assert Keystrokes(KeyMap).press("1") == KeyAction("open")


def test_alt_with_a_letter_that_comes_as_ctrl_with_an_arrow() -> None:
    assert Keystrokes(KeyMap).press("ctrl+left") == KeyAction("beginner")
    assert Keystrokes(KeyMap).press("ctrl+right") is None
    own = KeyMap(own={"row-start": ["ctrl+left"]})
    assert Keystrokes(lambda: own).press("ctrl+left") == KeyAction("row-start")


@pytest.mark.parametrize(
    "code", ["import sapper.cli", "from sapper.commands.parser import parser; parser()", "import sapper.text.play"]
)
def test_textual_is_loaded_only_for_the_full_screen(code: str) -> None:
    script = f"{code}; import sys; sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
