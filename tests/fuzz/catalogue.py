"""Every target, by its name."""

from __future__ import annotations

from pathlib import Path

from fuzz import client_targets, cost_targets, kernel_targets, reader_targets, server_targets

TARGETS = {
    target.name: target
    for target in (
        *server_targets.TARGETS,
        *client_targets.TARGETS,
        *reader_targets.TARGETS,
        *kernel_targets.TARGETS,
        *cost_targets.TARGETS,
    )
}
FOUND = Path(__file__).with_name("found")  # a folder for each target, with what was found once and is fixed


def found(name: str) -> list[bytes]:
    """Return what a fuzzer found in a target before."""
    return [path.read_bytes() for path in sorted((FOUND / name).glob("*"))]
