"""Errors of replays."""

from __future__ import annotations

from ..errors import SapperError


class ReplayError(SapperError, ValueError):
    """A replay that cannot be trusted or read, with a sentence that says why."""
