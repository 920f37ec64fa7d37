"""The runner of all tests: what fails once with a real part is tried again, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from suite import may_be_unstable

SUITE = Path(__file__).parents[1] / "suite.py"
ONCE = """
from pathlib import Path

def test_fails_once():
    seen = Path(__file__).with_suffix(".seen")
    was_seen = seen.exists()
    seen.write_text("")
    assert was_seen
"""


@pytest.mark.parametrize(
    ("failed", "is_worth_it"),
    [
        (["tests/web/test_a.py::test_b"], True),
        (
            ["tests/web/test_a.py::test_b", "tests/server/attacks/test_c.py::test_d[1]", "tests/test_cli.py::test_e"],
            True,
        ),
        ([f"tests/web/test_a.py::test_{number}" for number in range(4)], False),
        (["tests/kernel/test_a.py::test_b"], False),
        (["tests/web/test_a.py::test_b", "tests/game/test_rules.py::test_c"], False),
        ([], False),
    ],
)
def test_few_tests_with_real_parts_are_worth_another_try(failed: list[str], is_worth_it: bool) -> None:
    assert may_be_unstable(failed) is is_worth_it


@pytest.mark.parametrize("passes", [True, False])
def test_what_fails_once_is_run_again_alone(tmp_path: Path, passes: bool) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    file = tmp_path / "tests" / "web" / "test_a.py"
    file.parent.mkdir(parents=True)
    file.write_text(ONCE if passes else "def test_fails(): assert False\n")
    done = subprocess.run([sys.executable, str(SUITE), "-q"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == (0 if passes else 1)
    assert "1 failed and are run again, alone" in done.stdout
    end = "unstable, with the first failure above" if passes else "failed again"
    name = "test_fails_once" if passes else "test_fails"
    assert done.stdout.endswith(f"\n1 {end}:\n  tests/web/test_a.py::{name}\n")


def test_what_fails_without_a_second_try_is_named_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    for folder in ("web", "game"):
        file = tmp_path / "tests" / folder / f"test_{folder}.py"
        file.parent.mkdir(parents=True)
        file.write_text("def test_fails(): assert False\n")
    done = subprocess.run([sys.executable, str(SUITE), "-q"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    names = [f"  tests/{folder}/test_{folder}.py::test_fails" for folder in ("game", "web")]
    assert done.stdout.endswith("\n".join(["\n2 failed:", *names, ""]))
