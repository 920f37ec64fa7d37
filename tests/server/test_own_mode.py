"""A way to play together needs only files of its own: the server plays one that it has never heard of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_a_mode_in_one_file_is_played_by_the_server(tmp_path: Path) -> None:
    assert len(Path(HERE, "own_mode.py").read_text("utf-8").splitlines()) < 70
    command = [sys.executable, "-m", f"{HERE.name}.own_mode", str(tmp_path)]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("[(0, 1, 55), (1, 2, 6)]\n", "")
