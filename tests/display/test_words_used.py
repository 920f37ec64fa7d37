"""The catalogue and the front ends agree: every message is shown somewhere, and every key that is read exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import sapper
from sapper.analysis.best_move import MoveReason
from sapper.display import themes
from sapper.display.wording import wording
from sapper.game import Status
from sapper.learn.moments import Outcome
from sapper.learn.questions import Ask, Reply
from sapper.rules import FirstClick
from sapper.tui import screens

PACKAGE = Path(sapper.__file__).parent
WITHOUT_WORDS = ("examples", "shells", "argparse_words")  # lines and scripts of a shell, and the texts of argparse
MODULES = sorted(
    [
        *(PACKAGE / "tui").rglob("*.py"),
        *(path for path in (PACKAGE / "text").glob("*.py") if path.name != "json_lines.py"),  # which is for bots
        *(path for path in (PACKAGE / "commands").rglob("*.py") if path.stem not in WITHOUT_WORDS),
        PACKAGE / "cli.py",
        *(PACKAGE / "client" / name for name in ("news.py", "people.py", "remote_session.py")),
        PACKAGE / "display" / "catalogue_check.py",
        PACKAGE / "display" / "help_text.py",
        PACKAGE / "display" / "metric_words.py",
        PACKAGE / "display" / "theme_files.py",
    ]
)
WORDS = wording()
MESSAGES = {f"{group}.{name}" for group in WORDS.names("messages") for name in WORDS.names("messages", group)}
# Names of the game and of keys, the same in every language; and those of threads and of a type, which nobody reads.
NAMES = {"Sapper", "Space", "Enter", "Esc", "Del", "store query", "no-guess search", "Style"}
NAMES |= {"not uniform", ", first click"}  # in the first line of a board file, which programs read


def texts(source: str) -> list[str]:
    """Return the string constants of a module that are no docstrings."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return [node.value for node in constants if isinstance(node.value, str)]


def keys(source: str) -> set[str]:
    """Return the texts of a module that are spelled like the key of a message; colours and modules are none."""
    found = {text for text in texts(source) if re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", text)}
    found -= {module for module, _ in screens.SCREENS.values()}
    groups = set(WORDS.names("messages"))
    return {text for text in found if text.partition(".")[0] in groups and (text in MESSAGES or not is_colour(text))}


def is_colour(name: str) -> bool:
    try:
        return bool(themes.theme("dark")[name])
    except themes.ThemeError:
        return False


def calls(source: str, name: str) -> set[tuple[str, ...]]:
    """Return the arguments of calls of a function by a name, where all of them are written out."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
            given = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            if given and len(given) == len(node.args):
                found.add(tuple(map(str, given)))
    return found


def reads_like_words(text: str) -> bool:
    """Return whether a text begins as a title does, or has two words in a row."""
    is_title = re.match(r"\s*[A-Z][a-z]+(?![\w-])", text) is not None
    if text.strip() in NAMES or text.startswith("import sys"):
        return False
    return is_title or re.search(r"\b[a-z]{2,} [a-z]{2,}\b", text) is not None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_key_that_is_read_exists(path: Path) -> None:
    source = path.read_text("utf-8")
    assert keys(source) - MESSAGES == set()
    for name in ("action", "ruleset", "grade", "status", "level", "theme", "rule", "setting", "section", "words"):
        for given in calls(source, name):
            assert getattr(WORDS, name)(*given), (name, given)


# Folders that say something in phrases.
SAY = ("analysis", "replay", "history", "learn", "formats", "client", "server", "display", "controls")


def codes() -> set[str]:
    """The codes of phrases that are put together from a name."""
    verdicts = {"not-judged", "certain", "guess", "mine"}
    return {
        *(f"best-move.{reason}" for reason in MoveReason),
        *(f"first-click.{first}" for first in FirstClick),
        *(f"verdict.{name}{chord}" for name in verdicts for chord in ("", "-chord")),
        *(f"refusal.over-{status}" for status in Status if status.is_over),
        *(f"refusal.banned{why}" for why in ("", "-until", "-reason", "-reason-until")),
        *(f"error.over-{status}" for status in Status if status.is_over),
        *(f"error.nothing-to-{what}" for what in ("undo", "redo")),
        *(key for key in MESSAGES if key.startswith("os-error.")),
        *(key for key in MESSAGES if key.startswith("machine-error.store-") and key.endswith("-cause")),
        *(f"question.{ask}" for ask in Ask),
        *(f"question.expects-{reply}" for reply in Reply if reply is not Reply.NOTHING),
        *(f"learn.outcome-{outcome}" for outcome in Outcome if outcome is not Outcome.FOUND),
        *(f"insights.{head}" for head in ("technique", "seen", "median", "missed", "to-train")),
        *(f"learn-page.{series}" for series in ("trainer", "puzzles")),
        *(f"reason.{name}" for name in ("counts", "then", "one-has-all", "several-have-all")),
    }


def test_every_message_is_shown_somewhere() -> None:
    others = [*PACKAGE.glob("*.py"), *(path for folder in SAY for path in (PACKAGE / folder).rglob("*.py"))]
    used = codes().union(*(keys(path.read_text("utf-8")) for path in [*MODULES, *others]))
    web = "\n".join(
        path.read_text("utf-8") for path in (PACKAGE / "web" / "src").rglob("*.ts") if path.name != "catalogue.ts"
    )
    index = (PACKAGE / "web" / "index.html").read_text("utf-8")
    unused = {key for key in MESSAGES - used if f'"{key}"' not in web}
    assert [key for key in sorted(unused) if WORDS.message(key) not in index] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_words_are_written_in_the_modules(path: Path) -> None:
    assert [text for text in texts(path.read_text("utf-8")) if reads_like_words(text)] == []


@pytest.mark.parametrize(
    "code", ['heading("Keys")', 'say(f"{count} mines left.")', 'writer.line((" No win yet", "muted"))']
)
def test_the_check_finds_words(code: str) -> None:
    assert any(map(reads_like_words, texts(code)))


@pytest.mark.parametrize(
    "code", ['"""Return a name."""', 'ink("onAccent", "hint.safe")', 'f"{time} s"', 'key("Enter")']
)
def test_the_check_passes_what_nobody_reads(code: str) -> None:
    assert not any(map(reads_like_words, texts(code)))
