"""What the documents and examples about learning show runs as it is written."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def blocks(name: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / name).read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", blocks("env.md"))
def test_the_examples_of_the_document_run(code: str) -> None:
    if "stable_baselines" in code and find_spec("stable_baselines3") is None:
        pytest.skip("Stable-Baselines3 is not here: scripts/setup python3 .venv learn")
    exec(code, {})


def test_the_policy_of_the_document_can_be_measured(tmp_path: Path) -> None:
    [code] = blocks("evaluate.md")
    (tmp_path / "bot.py").write_text(code)
    command = [sys.executable, "-m", "sapper", "evaluate", f"{tmp_path}/bot.py:choose", "--level", "8x8/10"]
    done = subprocess.run(
        [*command, "--games", "20", "--against", "safest"], capture_output=True, text=True, check=True
    )
    assert "0.00 of them needless" in done.stdout


def test_a_network_learns_and_is_measured(tmp_path: Path) -> None:
    learn = ROOT / "examples" / "learn.py"
    run = [
        sys.executable,
        str(learn),
        "--minutes",
        "0.05",
        "--games",
        "20",
        "--level",
        "6x6/5",
        "--save",
        "network.npz",
    ]
    done = subprocess.run(run, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "safest wins" in done.stdout
    assert len(done.stdout.splitlines()) >= 3
    measure = [sys.executable, "-m", "sapper", "evaluate", f"{learn}:choose", "--batch", "16", "--games", "20"]
    done = subprocess.run([*measure, "--level", "6x6/5"], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert "of 20)" in done.stdout


def test_the_calibration_of_chances_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "calibration.png"
    run = [sys.executable, str(ROOT / "examples" / "calibration.py"), "--games", "40", "--level", "8x8/12"]
    done = subprocess.run([*run, "--save", str(picture)], capture_output=True, text=True, check=True)
    errors = [float(line.rpartition(" ")[2]) for line in done.stdout.splitlines()]
    assert errors[0] < errors[1]  # the exact odds are nearer to the diagonal than the naive ones
    assert picture.read_bytes().startswith(b"\x89PNG")
