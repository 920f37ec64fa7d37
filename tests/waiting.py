"""The time that tests wait for what has to happen."""

from __future__ import annotations

#: Seconds until a test that waits for a condition fails: longer than the busiest machine needs.
PATIENCE = 120.0
