"""Processor time of every reader, summary, statistic, request and message for what was sent, and how it grows.

PYTHONPATH=tests .venv/bin/python -P bench/cost.py [--only summary import]

Each subject of `tests/fuzz/cost_targets.py` reads an input and one that is sixteen times as long, or answers a request
over stored content and over sixteen times as much: 64 times the time is a fault, or 20 us for each unpacked byte and
0.25 s. As a control, devices are counted with the square of the actions, which has to be found. Tests count steps
instead (`tests/fuzz/test_cost.py`), but see no work inside the kernel.
"""

from __future__ import annotations

import argparse
import sys

from fuzz.content_targets import close_content
from fuzz.cost import ProcessorTime, TooCostly
from fuzz.cost_targets import SUBJECTS, check, seeds_of
from fuzz.server_targets import close_lobbies
from fuzz.test_cost import quadratic_device

from sapper.history import summary

CONTROLS = ("summary", "import a replay")


def is_linear(name: str, measure: ProcessorTime) -> bool:
    """Measure a subject, print what it costs, and return whether that is allowed."""
    try:
        check(seeds_of(name), measure)
    except TooCostly as costly:
        print(f"too costly: {costly}", flush=True)
        return False
    print(measure.report or f"{name}: too short", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[""], help="subjects whose names contain one of these")
    only = parser.parse_args().only
    names = [name for name in SUBJECTS if any(part in name for part in only)]
    faults = [name for name in names if not is_linear(name, ProcessorTime())]
    vars(summary)["_device"] = quadratic_device
    print("with a quadratic count of devices:")
    unseen = [name for name in CONTROLS if is_linear(name, ProcessorTime(patience=0.0))]
    close_lobbies()
    close_content()
    print(f"{len(names)} subjects, too costly: {faults or 'none'}; controls not found: {unseen or 'none'}")
    return 1 if faults or unseen else 0


if __name__ == "__main__":
    sys.exit(main())
