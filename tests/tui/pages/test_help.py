"""The help: every page, a key table that is true, and Markdown as lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tui.pilot import STILL, Player, play

from sapper.controls.keys import ACTIONS, KeyMap
from sapper.display import themes
from sapper.display.help_text import PAGES, TOPICS, blocks
from sapper.display.help_text import page as help_page
from sapper.display.wording import languages, wording
from sapper.tui.drawing import markdown
from sapper.tui.drawing.glyphs import ASCII, UNICODE
from sapper.tui.drawing.ink import Depth, Ink
from sapper.tui.drawing.lines import Writer
from sapper.tui.keystrokes import TERMINAL_KEYS, shown
from sapper.tui.pages.help import key_table

if TYPE_CHECKING:
    from pathlib import Path


def page(player: Player) -> Any:
    return player.app.screen


def written(text: str, width: int = 40, **inserts: Any) -> list[str]:
    writer = Writer(Ink(themes.theme("dark")), UNICODE, width)
    markdown.write(writer, text, inserts)
    return ["".join(part for part, _ in line.parts).rstrip() for line in writer.lines]


def test_every_page_is_listed_and_every_file_is_a_page() -> None:
    assert {file.stem for file in (PAGES / "en").iterdir()} == set(TOPICS)
    assert {folder.name for folder in PAGES.iterdir()} <= set(languages())
    for file in PAGES.rglob("*.md"):
        title = wording(file.parent.name).message(TOPICS[file.stem])
        assert file.read_text("utf-8").startswith(f"# {title}\n")


def test_a_page_that_a_language_lacks_is_read_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for language, topic in (("en", "rules"), ("en", "saving"), ("xx", "rules")):
        (tmp_path / language).mkdir(exist_ok=True)
        (tmp_path / language / f"{topic}.md").write_text(f"# {topic} in {language}\n")
    monkeypatch.setattr("sapper.display.help_text.PAGES", tmp_path)
    assert [help_page(topic, "xx") for topic in ("rules", "saving")] == ["# rules in xx\n", "# saving in en\n"]


def shape(text: str) -> list[tuple[str, str]]:
    """Return what a translation of a page has in common with it: the kinds of its blocks, pictures, signs and code."""
    return [
        (kind, words if kind in ("field", "insert") else " ".join(sorted(re.findall("`.+?`", words))))
        for kind, words in blocks(text)
    ]


@pytest.mark.parametrize("file", sorted(PAGES.rglob("*.md")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_translated_pages_have_the_same_blocks_pictures_and_signs(file: Path) -> None:
    assert shape(file.read_text("utf-8")) == shape((PAGES / "en" / file.name).read_text("utf-8"))


def test_pages_are_turned_and_scrolled() -> None:
    async def script(player: Player) -> None:
        await player.press("?")
        assert page(player).heading == "Help"
        for number, title in enumerate(map(wording().message, TOPICS.values()), 1):
            assert f"{number} {title}" in player.text()
            assert page(player).body.text.splitlines()[0].split("  ")[-1].strip().startswith(title)
            await player.press("right")
        assert page(player).topic == "rules"
        await player.press("left")
        assert page(player).topic == "saving"
        await player.press("4", "space")
        assert page(player).topic == "patterns"
        assert page(player).scroller.first > 0
        await player.press("1")
        assert page(player).scroller.first == 0
        await player.pilot.click("#body", offset=(4, 2))
        assert page(player).topic == "strategy"
        await player.press("escape")
        assert player.app.screen is player.screen

    play(script)


def test_a_narrow_terminal_names_the_page_instead_of_listing_all() -> None:
    async def script(player: Player) -> None:
        await player.press("?", "right")
        assert "2/8 Mouse and keys" in player.text()
        assert max(map(len, player.text().splitlines())) <= 40

    play(script, size=(40, 15))


def test_the_key_table_is_made_from_the_keys_that_hold() -> None:
    async def script(player: Player) -> None:
        await player.press("?", "2")
        text = "\n".join("".join(part for part, _ in line.parts) for line in page(player)._lines)
        for action in ACTIONS:
            for key in player.app.settings.keys.keys(action):
                assert (f" {shown(key)} " in text) == (key not in TERMINAL_KEYS), action
        assert "F1" in text

    play(script, settings=STILL.change("keys", hint=["f1"]), size=(120, 40))


def test_an_action_without_a_key_is_left_out_of_the_table() -> None:
    writer = Writer(Ink(themes.theme("dark")), UNICODE, 60)
    key_table(writer, KeyMap("default", {"hint": []}))
    assert not any("Hint" in part for line in writer.lines for part, _ in line.parts)


def test_s4_29_the_hints_of_the_oldest_help_are_there() -> None:
    text = help_page("strategy")
    for words in ("A 1 with one closed square", "Clear around", "Do not guess", "question mark"):
        assert words in text
    patterns = help_page("patterns")
    for name in ("1-1", "1-2", "1-2-1", "Reduction", "Holes", "Case split", "Mine count"):
        assert f"## {name}" in patterns


def pictures() -> list[list[list[str]]]:
    found: list[list[list[str]]] = []
    for name in ("strategy", "patterns"):
        last = ""
        for kind, words in blocks(help_page(name)):
            if kind == "field":
                found = [*found, [words.split()]] if last != "field" else [*found[:-1], [*found[-1], words.split()]]
            last = kind
    return found


@pytest.mark.parametrize("picture", pictures(), ids=lambda picture: "/".join("".join(row) for row in picture))
def test_the_pictures_prove_what_they_claim(picture: list[list[str]]) -> None:
    """With closed squares only where the picture has them, some arrangements fit, and all agree with its marks."""
    width, height = len(picture[0]), len(picture)
    hidden = {"#", "o", "M"}
    inner = [col for col in range(width) if 0 < col < width - 1]
    numbers = {
        (row, col): int(picture[row][col])
        for row in range(height)
        for col in range(width)
        if picture[row][col].isdigit()
    }
    at_edge = "".join(picture[-1]) == "112"
    asked = {cell for cell in numbers if cell[1] in inner or height > 2 or (width == 3 and at_edge and cell[1] < 2)}
    closed = [(row, col) for row in range(height) for col in range(width) if picture[row][col] in hidden]
    fitting = []
    for bits in range(1 << len(closed)):
        mines = {cell for place, cell in enumerate(closed) if bits >> place & 1}
        mines |= {(row, col) for row in range(height) for col in range(width) if picture[row][col] == "F"}
        if all(
            sum(abs(row - r) <= 1 and abs(col - c) <= 1 for r, c in mines) == numbers[row, col] for row, col in asked
        ):
            fitting.append(mines)
    assert fitting
    for row, col in closed:
        sign = picture[row][col]
        if sign == "o":
            assert not any((row, col) in mines for mines in fitting)
        elif sign == "M":
            assert all((row, col) in mines for mines in fitting)


def test_markdown_as_lines() -> None:
    assert written("# Title\n\nSome words that go\nover two lines of text here.") == [
        "Title ──────────────────────────────────",
        "",
        "Some words that go over two lines of",
        "text here.",
    ]
    assert written("- one\n- two goes over a line, because it is long\n\nEnd") == [
        "• one",
        "• two goes over a line, because it is",
        "  long",
        "",
        "End",
    ]
    assert written("| a | b |\n|---|---|\n| c | d e |") == ["a            b", "c            d e"]
    assert written("**Bold** and `code`, `{safe}`.") == ["Bold and code, ○."]
    assert written("```field\n1 # F\n```") == ["   1  ·  ⚑"]
    assert written("{here}", here=lambda writer: writer.line(("inserted", "text"))) == ["inserted"]


def test_the_pages_in_ascii() -> None:
    for name in TOPICS:
        writer = Writer(Ink(themes.theme("mono"), Depth.NONE), ASCII, 36)
        markdown.write(writer, help_page(name), {"keys": lambda _: None})
        for line in writer.lines:
            text = "".join(part for part, _ in line.parts)
            assert text.isascii()
            assert len(text.rstrip()) <= 36, text
