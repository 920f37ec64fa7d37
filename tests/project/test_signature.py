"""The bench signatures: fixed workloads with known answers."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.kernel

ERROR = 1e-12  # the documented bound on the error of odds


@pytest.fixture(scope="module")
def bench() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).parents[2] / "bench" / "signature.py"))


@pytest.mark.parametrize("name", ["games", "odds", "moves", "boards"])
def test_the_signature_is_reproduced(bench: dict[str, Any], name: str) -> None:
    assert bench["WORKLOADS"][name]() == bench["SIGNATURES"][name]


def test_every_workload_has_a_signature(bench: dict[str, Any]) -> None:
    assert bench["WORKLOADS"].keys() == bench["SIGNATURES"].keys()


def test_the_error_of_odds_cannot_change_the_signature(bench: dict[str, Any]) -> None:
    chances = (chance for _, odds in bench["positions"]() for row in odds.rows() for chance in row)
    parts = [bench["parts"](chance) % 1 for chance in chances if chance is not None]
    nearest = min(min(part, 1 - part) for part in parts)
    assert nearest > 10 * ERROR * bench["PARTS"]
