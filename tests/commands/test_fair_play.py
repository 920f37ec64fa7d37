"""`sapper fair-play`: players of a store with their figures, those with remarks first, also as JSON."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest
from own_history import add
from simulated_people import Hand, play
from simulated_rounds import race, store_race

from sapper import Rules, Seed
from sapper.cli import main
from sapper.history.identity import public_id
from sapper.history.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM, ADA = b"p" * 16, b"a" * 16


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rules, hand, luck = Rules.parse("modern intermediate"), Hand(0.3, spread=0.02), Random(3)
    with open_store(tmp_path / "games.db") as store:
        for number in range(3):
            add(store, play(rules, Seed.of(f"program {number}"), hand, luck), PROGRAM, f"program-{number}")
        store_race(store, "a-race", race("fair", ("steady", "fast")), [ADA, b"b" * 16])
    return tmp_path


def test_who_has_a_remark_is_listed_with_figures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fair-play", "--data", str(folder)]) == 0
    shown = capsys.readouterr().out
    assert public_id(PROGRAM) in shown
    assert public_id(ADA) not in shown
    assert "! unevenness of the pace" in shown
    assert "Players looked at: 3, with a remark: 1." in shown
    assert "never a proof" in shown


def test_all_players_are_listed_as_json_those_with_remarks_first(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fair-play", "--all", "--json", "--data", str(folder)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found[0]["player"] == public_id(PROGRAM)
    assert {one["player"] for one in found} >= {public_id(ADA), public_id(b"b" * 16)}
    assert all(not evidence["is_remark"] for one in found[1:] for evidence in one["evidence"])


def test_one_player_is_looked_at_and_one_that_there_is_not_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fair-play", public_id(ADA), "--data", str(folder)]) == 0
    assert "with a remark: 0." in capsys.readouterr().out
    assert main(["fair-play", "0" * 16, "--data", str(folder)]) == 2
    assert "no player" in capsys.readouterr().err
    assert main(["fair-play", "--games", "0", "--data", str(folder)]) == 2
    assert "1 to 1000" in capsys.readouterr().err
