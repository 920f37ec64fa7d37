"""Terminals of all kinds: those that say whether they are light, those that do not, and those that lack signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.emulator import emulated

from sapper.display import themes
from sapper.tui.drawing import background

if TYPE_CHECKING:
    from pathlib import Path

    from tui.emulator import Seen

WHITE, BLACK, LAST = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:0000/0000/0000\x07", "\x1b[?62;22c"
PLAY = ("play", "--level", "beginner", "--seed", "rain")


def page(seen: Seen) -> str:
    return str(seen.screen.buffer[1][0].bg)


def colour(scheme: str) -> str:
    return themes.colour_of_256(themes.usual(scheme).of_256("page"))[1:]


@pytest.mark.parametrize(
    ("answer", "environment", "scheme"),
    [(WHITE, "15;0", "light"), (BLACK, "0;15", "dark"), ("", "0;15", "light"), ("", "15;0", "dark"), ("", "", "dark")],
)
def test_the_terminal_is_asked_then_the_environment(tmp_path: Path, answer: str, environment: str, scheme: str) -> None:
    answers = {"\x1b]11;?": answer + LAST}
    with emulated(tmp_path, *PLAY, answers=answers, COLORFGBG=environment) as seen:
        seen.shows("Levels")
        seen.settled()
        assert page(seen) == colour(scheme)


def test_a_terminal_that_does_not_answer_is_dark(tmp_path: Path) -> None:
    with emulated(tmp_path, *PLAY) as seen:
        seen.shows("Levels")
        assert "\x1b]11;?" in seen.output
        seen.settled()
        assert page(seen) == colour("dark")


def test_an_answer_that_comes_late_is_used_and_is_no_key(tmp_path: Path) -> None:
    with emulated(tmp_path, *PLAY) as seen:
        seen.shows("Levels")
        seen.child.send(WHITE[:9])
        seen.child.send(WHITE[9:] + LAST[:3])
        seen.child.send(LAST[3:])
        seen.until(lambda: page(seen) == colour("light"))
        seen.child.send("m")
        seen.shows("  9")
        seen.settled()
        assert "⚑" in seen.screen.display[4]
        assert page(seen) == colour("light")


@pytest.mark.parametrize("answers", [{}, {"\x1b]11;?": "\x1b[C" + WHITE + "m" + LAST}])
def test_keys_that_are_typed_meanwhile_are_played(tmp_path: Path, answers: dict[str, str]) -> None:
    with emulated(tmp_path, *PLAY, answers=answers) as seen:
        if not answers:
            seen.child.send("\x1b[Cm")
        seen.shows("  9")


def test_a_theme_by_name_asks_nothing(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[display]\ntheme = "dark"\n', "utf-8")
    with emulated(tmp_path, *PLAY) as seen:
        seen.shows("Levels")
        assert "\x1b]11" not in seen.output


def test_answers_are_told_from_keys() -> None:
    assert background.sorted_out(b"\x1b]11;rgb:1e/1e/2e\x07").scheme == "dark"
    assert background.sorted_out(b"\x1b]11;rgba:ffff/ffff/ffff/8000\x1b\\").scheme == "light"
    assert background.sorted_out(b"\x1b]11;none\x07x") == (None, False, b"x")
    assert background.sorted_out(b"\x1b[A\x1b[<0;3;4M") == (None, False, b"\x1b[A\x1b[<0;3;4M")
    assert background.has_begun(b"k\x1b]11;rgb:ff")
    assert background.has_begun(b"\x1b[?6")
    assert not background.has_begun(b"\x1b[A")


@pytest.mark.parametrize(
    "variables", [{"PYTHONIOENCODING": "latin-1"}, {"PYTHONIOENCODING": "ascii"}, {"TERM": "linux"}, {"TERM": "vt100"}]
)
def test_a_terminal_that_lacks_signs_gets_ascii(tmp_path: Path, variables: dict[str, str]) -> None:
    with emulated(tmp_path, *PLAY, **variables) as seen:  # type: ignore[arg-type]
        seen.shows("Levels")
        seen.child.send(" ")
        seen.shows("Pace")
        seen.child.send("\x1b[21~")
        seen.shows("Your name")
        seen.child.send("w")
        seen.shows("Theme")
        assert seen.output.isascii()
        assert "\\u" not in seen.output


def test_a_terminal_that_is_too_small_says_only_that(tmp_path: Path) -> None:
    with emulated(tmp_path, *PLAY, size=(10, 5)) as seen:
        lines = ["Too small:", "make it", "20x6 or", "larger.", ""]
        seen.until(lambda: [line.rstrip() for line in seen.screen.display] == lines)
        seen.screen.resize(24, 80)
        seen.child.setwinsize(24, 80)
        seen.shows("Levels")
        assert "Too small" not in "\n".join(seen.screen.display)
        seen.screen.resize(5, 80)
        seen.child.setwinsize(5, 80)
        seen.shows("Too small: make it 20x6 or larger.")
