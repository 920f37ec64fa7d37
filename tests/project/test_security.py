"""docs/security.md names tests, targets and rules that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from fuzz.catalogue import TARGETS

TESTS = Path(__file__).parents[1]
DOCUMENT = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
TABLE = DOCUMENT.partition("## Every risk")[2].partition("\n## ")[0]
ROWS = [line.strip("| ").split(" | ") for line in TABLE.splitlines() if line.startswith("| ")][1:]
PROOFS = dict(re.findall(r"^- \*\*(.+?):\*\*((?:.|\n  )+)", TABLE, re.MULTILINE))
NAMED = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", TABLE)


@cache
def names_in(file: str) -> set[str]:
    """Return the names of the tests in a file."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {node.name for node in functions if node.name[:5] == "test_"}


def test_every_test_that_is_named_exists() -> None:
    missing = [
        f"{file}::{name}"
        for file, name in NAMED
        if not file.startswith("bench/") and (not (TESTS / file).is_file() or (name and name not in names_in(file)))
    ]
    assert not missing
    assert len(NAMED) > 60


def test_every_risk_has_a_rule_and_a_test() -> None:
    assert len(ROWS) > 25
    assert [risk for risk, _ in ROWS] == list(PROOFS)
    for risk, rule in ROWS:
        assert rule, risk
        assert ".py" in PROOFS[risk], risk


def test_every_target_of_the_fuzzer_is_in_the_table_of_what_was_done() -> None:
    done = re.findall(r"^\| `([\w-]+)` \|", DOCUMENT.partition("## Fuzzing")[2], re.MULTILINE)
    assert sorted(done) == sorted(TARGETS)
