"""What an error says to a player or a host comes from the catalogue: it is raised with a phrase, or with a message."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import sapper

PACKAGE = Path(sapper.__file__).parent
#: What only programs and programmers read: docs/languages.md has the same list.
FOR_PROGRAMS = (
    *("env", "buffers.py", "layouts.py", "minefield.py", "interrupt.py"),  # the library
    *("text/json_lines.py", "server/http/head.py", "server/http/request_bodies.py", "server/http/requests.py"),
    *("server/socket", "server/protocol/game_messages.py", "server/nodes"),
    "web/build.py",
)
#: Of the other modules: arguments of functions, and what the log of a server has.
OF_THE_LIBRARY = {
    "whole number",
    "True or False",
    "a level is a Level",
    "rules are Rules",
    "squares, not",
    "use 0 to 8",
    "batch has",
    "a game is measured",
    "a proof begins",
    "has no colour",
    "a process ended",
}
OF_THE_LOG = {
    "an event is about what there is not",
    "the store failed",
    "the report was stopped",
    "no code for a new room",
    "not saved",
    "goes on with this game all the time",
    "writes to this game all the time",
    "was not committed",
    "was not logged",
}
OF_THE_API = {"Send an object with a board", "The parameter offset"}
ALLOWED = OF_THE_LIBRARY | OF_THE_LOG | OF_THE_API
ROOTS = {"SapperError", "ApiError", "Refusal", "OSError"}


def modules() -> list[Path]:
    paths = sorted(PACKAGE.rglob("*.py"))
    return [path for path in paths if not str(path.relative_to(PACKAGE)).startswith(FOR_PROGRAMS)]


@cache
def errors() -> set[str]:
    """Return the names of all errors that people read: those that are derived from ours."""
    bases: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(base).rpartition(".")[2] for base in node.bases)
    found = set(ROOTS)
    while more := {name for name, of in bases.items() if of & found} - found:
        found |= more
    return found


def said(node: ast.AST) -> list[str]:
    """Return the texts of an argument, without those inside a call: a phrase or a message has its own."""
    if isinstance(node, ast.Call):
        return []
    if isinstance(node, ast.JoinedStr):
        return ["".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)]
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [text for below in ast.iter_child_nodes(node) for text in said(below)]


def raised(source: str, names: set[str]) -> list[str]:
    """Return the texts with words that are given to an error, or printed."""
    tree = ast.parse(source)
    own = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in names]
    supers = {id(node) for one in own for node in ast.walk(one) if _name(node) == "__init__"}
    calls = [node for node in ast.walk(tree) if _name(node) in {*names, "print"} or id(node) in supers]
    found = [text for node in calls for part in (*node.args, *node.keywords) for text in said(part)]  # type: ignore[attr-defined]
    return [text for text in found if re.search(r"\b[A-Za-z]{2,} [a-z]{2,}\b", text)]


def _name(node: ast.AST) -> str:
    """Return the name of what a call calls, empty for anything else."""
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", ""))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_error_for_people_has_words_of_its_own(path: Path) -> None:
    found = raised(path.read_text("utf-8"), errors())
    assert [text for text in found if not any(part in text for part in ALLOWED)] == []


@pytest.mark.parametrize(
    "code",
    [
        'raise StoreError(f"{place} cannot be read")',
        'raise errors.GameError("not here" if there else "")',
        'print("reading replays", file=sys.stderr)',
        'class NoBoard(RulesError):\n    def __init__(self):\n        super().__init__(f"no {level} was found")',
    ],
)
def test_the_check_finds_words(code: str) -> None:
    assert raised(code, errors()) != []


@pytest.mark.parametrize(
    "code", ['raise StoreError(Phrase("machine-error.no-seed"))', 'raise TypeError("a row is a number")']
)
def test_the_check_passes_phrases_and_errors_for_programmers(code: str) -> None:
    assert raised(code, errors()) == []


def test_what_is_allowed_is_still_said_somewhere() -> None:
    found = [text for path in modules() for text in raised(path.read_text("utf-8"), errors())]
    assert {part for part in ALLOWED if not any(part in text for text in found)} == set()
