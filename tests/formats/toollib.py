"""Asks ms_toollib about a video, in a process of its own: a file that it does not like ends the whole process."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

CLASSES = {"avf": "AvfVideo", "rmv": "RmvVideo", "evf": "EvfVideo", "mvf": "MvfVideo"}
FIGURES = ("left", "right", "double", "lce", "rce", "dce", "path", "bbbv_solved", "bbbv")


def answer(kind: str, path: str) -> dict[str, Any]:
    """Decode and analyse a file."""
    import ms_toollib

    video = getattr(ms_toollib, CLASSES[kind])("", list(Path(path).read_bytes()))
    video.parse()
    events = [(recorded.time, recorded.event.unwrap_mouse()) for recorded in video.events if recorded.event.is_mouse()]
    found = {
        "mines": [[int(value == -1) for value in row] for row in video.board],
        "events": [(round(at * 1000), event.mouse, event.x, event.y) for at, event in events],
        "square": video.pix_size,
        "player": video.player_identifier,
        "elapsed": round(video.rtime * 1000),
        "mode": video.mode,
    }
    video.analyse()
    video.current_time = 1e6
    return found | {name: getattr(video, name) for name in FIGURES}


def ask(kind: str, data: bytes) -> dict[str, Any] | None:
    """Return what ms_toollib finds in a file, None if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"video.{kind}")
        path.write_bytes(data)
        command = [sys.executable, "-P", __file__, kind, str(path)]
        done = subprocess.run(command, capture_output=True, cwd=folder, check=False, timeout=120)
    return json.loads(done.stdout) if done.returncode == 0 else None


if __name__ == "__main__":
    print(json.dumps(answer(sys.argv[1], sys.argv[2])))
