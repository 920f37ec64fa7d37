"""The browser page: static files without a build step. The server bundles them when it starts."""

from __future__ import annotations

from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
