"""No command says anything that is not in the catalogue: in a language made from English, no English word is left."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING

import command_line
import pseudo
import pytest

from sapper.analysis.best_move import MoveReason, Strength
from sapper.commands.parser import COMMANDS, full_parser
from sapper.commands.parsing.argparse_words import translate_argparse
from sapper.commands.parsing.examples import EXAMPLES
from sapper.display.languages import languages
from sapper.display.wording import wording
from sapper.learn import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DIAGRAM = "4x2/2\n11..\n....\n"
SEEDED = ["--seed", "rain", "--level", "8x8/10"]
# Names that are the same in every language, and what programs read: files, rules, formats, keys, seeds.
NAMES = {"Sapper", "sapper", "Simon", "Tatham", "Dask", "Mines", "Redis", "Valkey", "Forwarded", "For", "Enter", "Ctrl"}
NAMES |= {"modern", "official", "amiga", "terminal", "click", "article", "full", "random", "best", "safest", "rain"}
NAMES |= {"open", "flag", "chord", "question", "clear", "pause", "resume", "resign", "games", "server", "key", "backup"}


@pytest.fixture(autouse=True)
def pseudo_language(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(argparse, "_", argparse._)  # type: ignore[attr-defined]
    monkeypatch.setattr(argparse, "ngettext", argparse.ngettext)  # type: ignore[attr-defined]
    with pseudo.spoken():
        translate_argparse()
        yield


def words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z]+", text))


def allowed() -> set[str]:
    """What is typed: names of commands, options, values, formats and placeholders; and the names of languages."""
    typed = set(NAMES) | pseudo.typed_words() | words(" ".join(COMMANDS))
    for lines in EXAMPLES.values():
        typed |= words(" ".join(lines))
    waiting = [full_parser()]
    while waiting:
        parser = waiting.pop()
        for action in parser._actions:
            typed |= words(f"{action.option_strings} {action.choices} {action.metavar} {action.dest} {action.default}")
            typed |= words(str(getattr(action, "sapper_suggestions", "")))
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()
    return typed | words(" ".join([*languages(), *Strength, *MoveReason]))


def commands() -> list[str]:
    """Return every command with those below it, as they are typed."""
    found, waiting = [], [("", full_parser())]
    while waiting:
        name, parser = waiting.pop()
        found.append(name)
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += [(f"{name} {below}".strip(), one) for below, one in action.choices.items()]
    return sorted(found)


def english(text: str) -> list[str]:
    return pseudo.untranslated(text, allowed())


@pytest.mark.parametrize("command", commands())
def test_helps(command: str) -> None:
    done = command_line.run(*command.split(), "--help")
    assert done.returncode == 0
    assert len(done.stdout) > 100
    assert english(done.stdout) == []


@pytest.mark.parametrize(
    "given",
    [
        ["dance"],
        ["tex"],
        ["--frobnicate"],
        ["text", "--level"],
        ["text", "--show", "half"],
        ["text", "--rule", "lives"],
        ["text", "--first", "Z99"],
        ["text", "--first", "?"],
        ["resume", "--play", "--text"],
        ["delete"],
        ["delete", "77"],
        ["replay", "show", "77"],
        ["replay", "show", "x"],
        ["times", "--mode", "x"],
        ["stats", "--since", "x"],
        ["verify", "77"],
        ["ban", "x"],
        ["web", "--port", "70000"],
        ["web", "--origin", "x"],
        ["web", "--proxy", "x"],
        ["host", "--seats", "99999"],
        ["hint"],
        ["generate", "--count", "0"],
        ["evaluate", "x"],
        ["language", "check", "x"],
        ["check", "--data", "x"],
        ["daily", "--date", "2999-01-01"],
        ["restore", "x"],
        ["backup", "x"],
        ["import-all", "x"],
        ["join", "http://127.0.0.1:1"],
        ["evaluate", "clever"],
        ["simulate", "--games", "0"],
        ["generate", "--level", "30x16/220", "--budget", "20000"],
        ["--language", "xx", "times"],
    ],
)
def test_errors(given: list[str], tmp_path: Path) -> None:
    done = command_line.run(*given, env={"SAPPER_DATA": str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    said = done.stderr.replace(str(tmp_path), "")
    assert set(english(said)) <= words(" ".join(given))


def test_a_text_game() -> None:
    begins = "help; s; h; seal; r D4; h; h; h; h; h?; why A1; odds; odds A1; move; f A1; m A1; u; p; r A1; p; s"
    refused = "x; hlp; r Z9; r 9 9; r; n a b"
    loses = "n 4x4/15; r A1; s; q"
    lines = "; ".join((begins, refused, loses)).replace("; ", "\n") + "\n"
    done = command_line.run("text", *SEEDED, "--practice", given=lines)
    assert done.returncode == 0
    assert done.stdout.count("\n") > 100
    assert english(done.stdout) == []


def test_the_old_text_game() -> None:
    done = command_line.run("text", "--ruleset", "terminal", *SEEDED, given="r 3 3\nr 9 9\nx\n\nf 0 0\nq\n")
    assert english(done.stdout) == []


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["hint"], DIAGRAM),
        (["hint", "--prove"], "2x1/1\n..\n"),
        (["hint", "--stage", "0"], DIAGRAM),
        (["odds"], DIAGRAM),
        (["move"], DIAGRAM),
        (["move", "--first-click", "opening"], "4x2/2\n....\n....\n"),
        (["solve", "--level", "beginner", "--seed", "rain"], ""),
        (["prove", "--level", "9x9/10", "--seed", "rain", "--no-guess"], ""),
        (["grade", "--level", "9x9/10", "--seed", "rain"], ""),
        (["simulate", "--level", "beginner", "--games", "20"], ""),
        (["simulate", "--level", "beginner", "--games", "20", "--compare", "safest", "fast"], ""),
        (["evaluate", "safest", "--against", "random", "--level", "beginner", "--games", "5"], ""),
        (["language", "list"], ""),
    ],
)
def test_answers(given: list[str], read: str) -> None:
    done = command_line.run(*given, given=read)
    assert done.returncode == 0, done.stderr
    assert english(_without_names(done.stdout)) == []


def _without_names(text: str) -> str:
    """Return a text without the names of languages, each in its own language."""
    for code in languages():
        text = text.replace(wording(code).own_name, "")
    return text


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("lesson", ""),
        ("lesson two-minutes", "h\nD4\nx\nh\nh\nh\nq\n"),
        ("lesson check two-minutes", ""),
        ("path", ""),
        ("path next --text", "h\nr D4\nq\n"),
        ("train --list", ""),
        ("train", "h\nA1\nx\nnone\nq\n"),
        ("puzzles --list", ""),
        ("puzzles chain", "h\nA1\nx\nh\nq\n"),
        ("insights", ""),
        ("fair-play --all", ""),
        ("daily --list", ""),
        ("daily beginner --text", "r D4\nq\n"),
        ("generate --level 9x9/10 --count 2 --seed rain", ""),
        ("board - --to tatham", "*...\n....\n...*\n"),
    ],
)
def test_learning_and_boards(given: str, read: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lessons = pseudo.lesson_texts()
    monkeypatch.setattr(shipped, "texts_in", lambda _: lessons)
    data = {"SAPPER_DATA": str(tmp_path), "SAPPER_CONFIG": str(tmp_path)}
    done = command_line.run(*given.split(), given=read, env=data)
    assert done.returncode == 0, done.stderr
    assert english(f"{done.stdout}{done.stderr}") == []


def test_stored_games(tmp_path: Path) -> None:
    data = {"SAPPER_DATA": str(tmp_path / "games"), "SAPPER_CONFIG": str(tmp_path)}
    (tmp_path / "games").mkdir()

    def said(*given: str, read: str = "", status: int = 0) -> None:
        done = command_line.run(*given, given=read, env=data)
        assert done.returncode == status, done.stderr
        text = re.sub(
            r"\b[0-9a-f]{64}\b", "", f"{done.stdout}{done.stderr}".replace(str(tmp_path), "")
        )  # no keys, seals
        assert english(text) == [], given

    said("times")
    said("stats")
    said("replay", "list")
    said("resume", "--list")
    said("text", "--seed", "mist", "--level", "8x8/2", read="r D4\nq\n")
    said("text", "--seed", "rain", read="r D4\nq\n")
    for given in (
        "times --all",
        "stats",
        "stats 8x8/2",
        "replay list",
        "resume --list",
        "daily --list",
        "rebuild",
        "check",
    ):
        said(*given.split())
    for given in ("show 1", "show 1 --at 0", "show 2", "numbers 1", "report 1"):
        said("replay", *given.split())
    said("verify", "1")
    archive, copy = str(tmp_path / "a.backup"), str(tmp_path / "b")
    said("backup", archive)
    said("backup", archive, status=2)
    said("check", "--data", archive)
    said("restore", archive, "--data", copy)
    said("export-all", str(tmp_path / "all"))
    said("import-all", str(tmp_path / "all"), "--data", str(tmp_path / "c"))
    said("replay", "export", "1", str(tmp_path / "game.rawvf"))
    said("replay", "import", str(tmp_path / "game.rawvf"))
    said("replay", "verify", str(tmp_path / "game.rawvf"))
    said("ban", "192.0.2.7", "--days", "7")
    said("ban", "--list")
    said("ban", "--remove", "192.0.2.7")
    said("delete", "--all", read="no\n", status=1)
    said("delete", "--all", "--yes")
