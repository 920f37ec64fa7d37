"""The browser page: static files that the server hands out as they are, without a build step."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
