"""The ways to play together: the games of a round, and what their rooms allow. A class in the file of its name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from .... import modes

if TYPE_CHECKING:
    from .mode import Mode

MODES: dict[str, type[Mode]] = {
    name: getattr(import_module(f".{name}", __name__), name.capitalize()) for name in modes.MODES
}
