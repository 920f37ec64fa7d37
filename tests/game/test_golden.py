"""One golden transcript for each ruleset: the same input always gives the same words.

A change that is meant is recorded with `SAPPER_GOLDEN=write make test`, and read before it is committed.
"""

from __future__ import annotations

import io
import itertools
import os
import sys
from pathlib import Path

import pytest

from sapper import Seed, cli, machine
from sapper.rules import RULESETS

GOLDEN = Path(__file__).parents[1] / "golden"
MARK = "=== output ===\n"


def transcribe(monkeypatch: pytest.MonkeyPatch, arguments: list[str], given: str) -> str:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8"))
    monkeypatch.setattr(sys, "stdout", out)
    ticks = itertools.count(0, 100)
    monkeypatch.setattr(machine, "milliseconds", lambda: next(ticks))
    monkeypatch.setattr(machine, "new_seed", lambda: Seed.of("golden"))
    status = cli.main(arguments)
    out.flush()
    return out.buffer.getvalue().decode() + f"exit {status}\n"


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_the_transcript_is_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text("utf-8")
    head, _, expected = text.partition(MARK)
    arguments, _, given = head.partition("\n")
    printed = transcribe(monkeypatch, arguments.removeprefix("$ sapper ").split(), given)
    if os.environ.get("SAPPER_GOLDEN") == "write":
        path.write_text(head + MARK + printed, "utf-8")
    else:
        assert printed == expected


def test_every_ruleset_has_a_transcript() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} >= set(RULESETS)
