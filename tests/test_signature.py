"""The bench signature: a fixed workload with a known answer."""

from __future__ import annotations

import runpy
from pathlib import Path


def test_the_signature_is_reproduced() -> None:
    bench = runpy.run_path(str(Path(__file__).parents[1] / "bench" / "signature.py"))
    assert bench["signature"]() == bench["SIGNATURE"]
