"""Theme files: what can be read, what is wrong with the others, and the folder of a player. The page reads the same
table (tests/web/unit/screens/theme-file.test.mjs)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sapper.controls.settings import Settings
from sapper.display import themes
from sapper.display.theme_files import MOST_BYTES, own_name, read_folder, read_theme, use_own_themes

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE = json.loads((Path(__file__).parents[1] / "data" / "theme_files.json").read_text("utf-8"))
FOREST = {"sapper-theme": 1, "name": "Forest", "base": "dark", "page": "#0a1a10", "number": ["#ffffff"] * 8}


@pytest.fixture(autouse=True)
def _no_own_themes() -> Iterator[None]:
    yield
    themes.use_own({})


def write(folder: Path, name: str, content: object) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")


@pytest.mark.parametrize("case", TABLE["good"], ids=lambda case: case["key"])
def test_a_theme_file_is_read(case: dict[str, Any]) -> None:
    theme = read_theme(json.dumps(case["file"]))
    assert (theme.key, theme.name) == (case["key"], case["file"]["name"])
    assert {token: theme[token] for token in case["tokens"]} == case["tokens"]
    assert set(theme.style) == set(themes.theme("dark").style)
    assert str(Settings().change("display", theme=theme.key).display.theme) == case["key"]


@pytest.mark.parametrize("case", TABLE["bad"], ids=lambda case: case["why"][:40])
def test_what_is_wrong_is_said_in_one_sentence(case: dict[str, Any]) -> None:
    with pytest.raises(themes.ThemeError) as caught:
        read_theme(case.get("text", json.dumps(case.get("file"))))
    assert str(caught.value) == case["why"]


def test_every_theme_of_the_program_can_be_a_file() -> None:
    for name in themes.names():
        tokens = {token: value for token, value in themes.tokens_of(name).items() if token != "ansi"}
        theme = read_theme(json.dumps({"sapper-theme": 1, **tokens}))
        assert all(theme[token] == value for token, value in tokens.items() if str(value).startswith("#"))
        assert theme.scheme == tokens["scheme"]


def test_fewer_colours_are_computed() -> None:
    theme = read_theme(json.dumps(FOREST))
    assert theme.of_256("page") == themes.nearest_256("#0a1a10")
    assert theme.ansi("number.1") is None


def test_names_are_words_in_lower_case() -> None:
    assert own_name("  My -- Forest!  ") == "own:my-forest"


def test_a_folder_has_themes_and_complaints(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    write(folder, "a.json", FOREST)
    write(folder, "b.json", {**FOREST, "page": "green"})
    write(folder, "c.json", {**FOREST, "name": "FOREST"})
    write(folder, "d.json", " " * (MOST_BYTES + 1))
    (folder / "e.json").write_bytes(b"\xff\xfe")
    (folder / "f.json").mkdir()
    write(folder, "notes.txt", "no theme")
    found, complaints = read_folder(folder)
    assert list(found) == ["own:forest"]
    assert [Path(line.partition(": ")[0]).name for line in complaints] == [
        "b.json",
        "c.json",
        "d.json",
        "e.json",
        "f.json",
    ]
    assert complaints[0].endswith('page must be a colour such as #1e90ff, not "green".')
    assert all("\n" not in line for line in complaints)
    assert use_own_themes(folder).endswith("4 more theme files were left out.")
    assert themes.own_names() == ["own:forest"]


def test_no_folder_is_no_complaint_and_a_missing_theme_is_one(tmp_path: Path) -> None:
    assert use_own_themes(tmp_path / "themes") == ""
    assert use_own_themes(tmp_path / "themes", "dark") == ""
    missing = use_own_themes(tmp_path / "themes", "own:forest")
    assert missing == f"The theme forest is not in {tmp_path / 'themes'}. The usual theme is used."
