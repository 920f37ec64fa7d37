"""The clipboard, as far as a terminal lets a program write to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App


def copy(app: App[Any], text: str) -> bool:
    """Ask the terminal to put a text on the clipboard; return whether there was a terminal to ask."""
    app.copy_to_clipboard(text)
    return app._driver is not None and not app.is_headless
